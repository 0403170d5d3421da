"""The file that keeps the Yahtzee table, so that it is worked out only once.

    LUDUSYHZ | version | fingerprint of the rules | checksum | the numbers of the table
       8         4               32                   32       8 bytes each, little-endian

The checksum (SHA-256) covers everything else, so no damaged bit goes unnoticed.
"""

from __future__ import annotations

import hashlib
import os
import struct
import tempfile
from pathlib import Path

import numpy as np

MAGIC, VERSION = b"LUDUSYHZ", 1
HEAD = struct.Struct("<8sI32s32s")
NUMBER = np.dtype("<f8")


class UnusableTable(Exception):
    """A table file that cannot be used; its text says why."""


def read_table(path: Path, fingerprint: bytes, shape: tuple[int, ...]) -> np.ndarray:
    """The table in a file, if it is undamaged and was made by these rules."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise UnusableTable("is not there yet") from None
    except OSError as error:
        raise UnusableTable(f"cannot be read ({error.strerror})") from None
    if len(content) < HEAD.size:
        raise UnusableTable("is damaged: it is too short")
    magic, version, made_by, checksum = HEAD.unpack_from(content)
    numbers = memoryview(content)[HEAD.size :]
    if magic != MAGIC:
        raise UnusableTable("is damaged: it does not begin as it should")
    if checksum != _checksum(version, made_by, numbers):
        raise UnusableTable("is damaged: its checksum is wrong")
    if (version, made_by, len(numbers)) != (VERSION, fingerprint, NUMBER.itemsize * int(np.prod(shape))):
        raise UnusableTable("is outdated: it was made by another version")
    return np.frombuffer(numbers, NUMBER).reshape(shape).astype(float)


def write_table(path: Path, fingerprint: bytes, table: np.ndarray) -> None:
    """Write a table to a file in such a way that no other program sees half of it."""
    numbers = memoryview(table.astype(NUMBER).tobytes())
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(HEAD.pack(MAGIC, VERSION, fingerprint, _checksum(VERSION, fingerprint, numbers)))
            file.write(numbers)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _checksum(version: int, fingerprint: bytes, numbers: memoryview) -> bytes:
    digest = hashlib.sha256(HEAD.pack(MAGIC, version, fingerprint, b""))
    digest.update(numbers)
    return digest.digest()
