"""The certificate and key for TLS on both ports. They are checked before anything else starts."""

from __future__ import annotations

import ssl
from pathlib import Path

from ludus.rules.errors import LudusError


def tls_context(files: tuple[Path, Path] | None) -> ssl.SSLContext | None:
    """The TLS settings for a certificate and its key; raises `LudusError` that names the file and what is wrong with it."""
    if files is None:
        return None
    certificate, key = files
    if b"-----BEGIN CERTIFICATE-----" not in _read("--tls-cert", certificate):
        raise LudusError(
            f"--tls-cert {certificate}: this file holds no certificate; a PEM file with BEGIN CERTIFICATE is expected"
        )
    secret = _read("--tls-key", key)
    if b"PRIVATE KEY-----" not in secret:
        raise LudusError(f"--tls-key {key}: this file holds no private key; a PEM file with BEGIN PRIVATE KEY is expected")
    if b"ENCRYPTED" in secret:
        raise LudusError(f"--tls-key {key}: the key is protected by a password; use one without")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        why = "it belongs to another certificate" if error.reason == "KEY_VALUES_MISMATCH" else "one of them is damaged"
        raise LudusError(f"--tls-key {key} cannot be used with --tls-cert {certificate}: {why}") from None
    return context


def _read(option: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise LudusError(f"{option} {file} cannot be read: {error.strerror}") from None
