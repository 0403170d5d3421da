"""Calls in progress count as connections of their address, together with those of the other ports.

gRPC does not say who is connected, only who calls; a connection without a call is ended after a while.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc

from ludus.edges.grpc.users import address_in
from ludus.edges.limits import Addresses
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Problem


class CallCount(grpc.aio.ServerInterceptor):  # type: ignore[misc]  # gRPC has no types
    """Refuses calls from an address with too many connections."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses

    async def intercept_service(self, follow: Callable[[Any], Awaitable[Any]], details: Any) -> Any:
        """The same method, counted."""
        handler = await follow(details)
        if handler is None or handler.request_streaming:  # reflection, which gRPC answers itself
            return handler
        make = grpc.unary_stream_rpc_method_handler if handler.response_streaming else grpc.unary_unary_rpc_method_handler
        counted = self._streamed(handler.unary_stream) if handler.response_streaming else self._answered(handler.unary_unary)
        return make(counted, handler.request_deserializer, handler.response_serializer)

    def _answered(self, method: Callable[..., Any]) -> Callable[..., Any]:
        async def call(request: Any, context: Any) -> Any:
            address = await self._come(context)
            try:
                return await method(request, context)
            finally:
                self._addresses.go(address)

        return call

    def _streamed(self, method: Callable[..., Any]) -> Callable[..., Any]:
        async def call(request: Any, context: Any) -> AsyncIterator[Any]:
            address = await self._come(context)
            try:
                async for each in method(request, context):
                    yield each
            finally:
                self._addresses.go(address)

        return call

    async def _come(self, context: Any) -> str:
        """Count a call; it ends here if there are too many."""
        address = address_in(context.peer())
        if not self._addresses.come(address):
            sentence = Problem.of(Kind.TOO_MANY_CONNECTIONS).sentence
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, sentence)
        return address
