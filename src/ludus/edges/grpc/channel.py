"""The client's end of gRPC: a channel to a server, its methods by name, and its errors as ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc

from ludus.edges.grpc.schema import messages, method_path, services
from ludus.rules.errors import LudusError


class Channel:
    """A connection to a server; `call` and `stream` raise `LudusError` with the server's sentence."""

    def __init__(self, address: str, *, token: str = "", tls: Path | None = None, **metadata: str) -> None:
        """`tls` is a file with the certificate to trust; without one, nothing is encrypted."""
        self.address, self.has_token = address, bool(token)
        self._metadata = [(name.replace("_", "-"), value) for name, value in metadata.items() if value]
        if token:
            self._metadata.append(("authorization", f"Bearer {token}"))
        if tls is None:
            self._channel = grpc.insecure_channel(address)
        else:
            self._channel = grpc.secure_channel(address, grpc.ssl_channel_credentials(_certificate(tls)))

    def __enter__(self) -> Channel:
        return self

    def __exit__(self, *problem: object) -> None:
        self._channel.close()

    def call(self, service: str, method: str, patience: float, /, **fields: Any) -> Any:
        """Call a method, and wait for its answer."""
        asked, answered = self._types(service, method)
        path = method_path(service, method)
        called = self._channel.unary_unary(path, asked.SerializeToString, answered.FromString)
        try:
            return called(asked(**fields), timeout=patience, metadata=self._metadata)
        except grpc.RpcError as error:
            raise self._problem(error) from None

    def stream(self, service: str, method: str, patience: float, /, **fields: Any) -> Iterator[Any]:
        """Call a method that answers piece by piece."""
        asked, answered = self._types(service, method)
        path = method_path(service, method)
        called = self._channel.unary_stream(path, asked.SerializeToString, answered.FromString)
        try:
            yield from called(asked(**fields), timeout=patience, metadata=self._metadata)
        except grpc.RpcError as error:
            raise self._problem(error) from None

    def _types(self, service: str, method: str) -> tuple[Any, Any]:
        described = services()[service].methods_by_name[method]
        return messages()[described.input_type.name], messages()[described.output_type.name]

    def _problem(self, error: Any) -> LudusError:
        code, details = error.code(), error.details() or ""
        if code is grpc.StatusCode.UNAVAILABLE and "onnect" in details:
            return Unreachable(f"nobody answers at {self.address}; is the server running with --grpc?")
        if code is grpc.StatusCode.DEADLINE_EXCEEDED:
            return Unreachable(f"{self.address} does not answer in time")
        if code is grpc.StatusCode.UNAUTHENTICATED:
            return WrongToken(f"{self.address} says: {details}")
        return LudusError(f"{self.address} says: {details}")


class Unreachable(LudusError):
    """There is no server at an address, or not now."""


class WrongToken(LudusError):
    """A server does not know the token that it was shown, or was shown none."""


def _certificate(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise LudusError(f"--tls-ca {file} cannot be read: {error.strerror}") from None
