"""`GrpcPorts`: the port for users, with reflection and health, and the port for workers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import DecodeError
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from ludus.edges.grpc.call_count import CallCount
from ludus.edges.grpc.schema import messages, services
from ludus.edges.grpc.status import status_of
from ludus.edges.grpc.users import Users
from ludus.edges.grpc.workers import WorkerCalls
from ludus.edges.limits import Addresses
from ludus.server.analysis.network import HelperNetwork
from ludus.server.runner import Runner
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Problem

Methods: TypeAlias = Mapping[str, Mapping[str, Callable[..., Any]]]
"""What is called, by service and method."""

ENDING = 0.5
"""Seconds that calls have to end when the server stops."""

OPTIONS = [
    ("grpc.max_receive_message_length", 4 * LONGEST_LINE),
    ("grpc.max_metadata_size", 16 * 1024),
    ("grpc.max_concurrent_streams", 100),
    ("grpc.max_connection_idle_ms", 60_000),
    ("grpc.so_reuseport", 0),  # or two servers could share a port without knowing
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
]


class GrpcPorts:
    """Both ports. Each opens by itself, and they are ended together."""

    def __init__(
        self, runner: Runner, network: HelperNetwork, token: str, tls: tuple[Path, Path] | None, addresses: Addresses
    ) -> None:
        self._users, self._workers = Users(runner), WorkerCalls(network, token, runner.core.context.catalogue)
        self._tls, self._addresses = tls, addresses
        self._servers: list[Any] = []

    async def open_for_users(self, host: str, port: int) -> int:
        """Listen for users, and return the port; raises OSError if it is taken."""
        users = self._users
        methods: Methods = {
            "UserService": {"DoWork": users.do_work},
            "AnalysisService": {"Games": users.games, "Analyse": users.analyse, "Workers": users.workers},
        }
        return await self._open(host, port, methods, [CallCount(self._addresses)])

    async def open_for_workers(self, host: str, port: int) -> int:
        """Listen for workers, and return the port; raises OSError if it is taken."""
        workers = self._workers
        methods: Methods = {
            "SlaveService": {"GetWork": workers.get_work},
            "HelperService": {
                "Register": workers.register,
                "Unregister": workers.unregister,
                "IsRegistered": workers.is_registered,
            },
        }
        return await self._open(host, port, methods, [])  # workers have shown the token, and come in numbers

    async def end(self) -> None:
        """Let calls come to an end, and stop listening."""
        for server in self._servers:
            await server.stop(ENDING)

    async def _open(self, host: str, port: int, methods: Methods, interceptors: list[CallCount]) -> int:
        server = grpc.aio.server(options=OPTIONS, interceptors=interceptors)
        server.add_generic_rpc_handlers(tuple(_handler(name, called) for name, called in methods.items()))
        names = [services()[name].full_name for name in methods]
        servicer = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
        for name in ("", *names):
            await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)
        reflection.enable_server_reflection([*names, health.SERVICE_NAME, reflection.SERVICE_NAME], server)
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        try:
            number: int = server.add_secure_port(place, _credentials(self._tls)) if self._tls else server.add_insecure_port(place)
        except RuntimeError as error:
            raise OSError(98, str(error)) from None
        await server.start()
        self._servers.append(server)
        return number


def _handler(service: str, called: Mapping[str, Callable[..., Any]]) -> Any:
    """What gRPC needs to know about the methods of a service."""
    described = services()[service]
    handlers = {}
    for method in described.methods:
        streams = method.server_streaming
        make = grpc.unary_stream_rpc_method_handler if streams else grpc.unary_unary_rpc_method_handler
        handlers[method.name] = make(
            (_streamed if streams else _answered)(called[method.name]),
            request_deserializer=_reader(messages()[method.input_type.name]),
            response_serializer=messages()[method.output_type.name].SerializeToString,
        )
    return grpc.method_handlers_generic_handler(described.full_name, handlers)


def _reader(kind: Any) -> Callable[[bytes], Any]:
    """Reads messages of a kind; bytes that are none become None, because gRPC would log a traceback for an error."""

    def read(data: bytes) -> Any:
        try:
            return kind.FromString(data)
        except DecodeError:
            return None

    return read


def _answered(method: Callable[..., Any]) -> Callable[..., Any]:
    async def call(request: Any, context: Any) -> Any:
        if request is None:
            await context.abort(*status_of(Problem.of(Kind.UNREADABLE)))
        return await method(request, context)

    return call


def _streamed(method: Callable[..., Any]) -> Callable[..., Any]:
    async def call(request: Any, context: Any) -> AsyncIterator[Any]:
        if request is None:
            await context.abort(*status_of(Problem.of(Kind.UNREADABLE)))
        async for each in method(request, context):
            yield each

    return call


def _credentials(tls: tuple[Path, Path]) -> Any:
    certificate, key = tls
    return grpc.ssl_server_credentials([(key.read_bytes(), certificate.read_bytes())])
