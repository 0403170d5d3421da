"""The messages and services of the `.proto` files, made when they are first needed. No generated code is kept in the repository.

The compiler of `grpcio-tools` turns the files into descriptors, once for each version of them; they are kept in the cache.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from ludus.rules.compiled.cache import cache_folder
from ludus.rules.errors import LudusError

PROTO = Path(__file__).parent / "proto"

FILES = ("minimax.proto", "analysis.proto")


@cache
def messages() -> dict[str, Any]:
    """Every message class, by its name without the package."""
    pool = descriptor_pool.Default()
    described = descriptor_pb2.FileDescriptorSet.FromString(_descriptors())
    for file in described.file:
        pool.Add(file)
    return {
        message.name: message_factory.GetMessageClass(pool.FindMessageTypeByName(_full_name(file.package, message.name)))
        for file in described.file
        for message in file.message_type
    }


@cache
def services() -> dict[str, Any]:
    """Every service's descriptor, by its name without the package."""
    messages()
    pool = descriptor_pool.Default()
    described = descriptor_pb2.FileDescriptorSet.FromString(_descriptors())
    return {
        service.name: pool.FindServiceByName(_full_name(file.package, service.name))
        for file in described.file
        for service in file.service
    }


def method_path(service: str, method: str) -> str:
    """The path under which a method is called."""
    return f"/{services()[service].full_name}/{method}"


@cache
def _descriptors() -> bytes:
    """The descriptors of all files, from the cache or made now."""
    sources = b"".join((PROTO / name).read_bytes() for name in FILES)
    key = hashlib.sha256(sources + version("protobuf").encode()).hexdigest()[:20]
    kept = cache_folder() / "proto" / f"{key}.binpb"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        _compile(kept)
    return kept.read_bytes()


def _compile(target: Path) -> None:
    from grpc_tools import protoc

    handle, made = tempfile.mkstemp(dir=target.parent)
    os.close(handle)
    if protoc.main(["protoc", f"--proto_path={PROTO}", f"--descriptor_set_out={made}", *FILES]):
        Path(made).unlink()
        raise LudusError(f"the descriptions of the gRPC services in {PROTO} cannot be compiled")
    Path(made).replace(target)  # so that nobody reads half of it


def _full_name(package: str, name: str) -> str:
    return f"{package}.{name}" if package else name
