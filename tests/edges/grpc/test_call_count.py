"""Calls by gRPC are counted per address like any other connections."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import grpc
import pytest

from ludus.edges.grpc.call_count import CallCount
from ludus.edges.limits import Addresses
from ludus.server.policy import ConnectionPolicy


def test_an_address_may_have_so_many_calls_at_a_time_and_no_more():
    asyncio.run(_call_too_often())


async def _call_too_often():
    addresses, release = Addresses(replace(ConnectionPolicy(), per_address=3)), asyncio.Event()
    assert addresses.come("127.0.0.1")  # a connection to another port

    async def answer(request, context):
        await release.wait()
        return request

    async def stream(request, context):
        yield request
        await release.wait()

    handlers = {"A": grpc.unary_unary_rpc_method_handler(answer), "S": grpc.unary_stream_rpc_method_handler(stream)}
    server = grpc.aio.server(interceptors=[CallCount(addresses)])
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("X", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        streamed = channel.unary_stream("/X/S")(b"1")
        assert await streamed.read() == b"1"
        answered = asyncio.ensure_future(_wait_for(channel.unary_unary("/X/A")(b"2")))
        while addresses._counts["127.0.0.1"] < 3:
            await asyncio.sleep(0.005)
        for method in (channel.unary_unary("/X/A")(b"3"), channel.unary_stream("/X/S")(b"3").read()):
            with pytest.raises(grpc.aio.AioRpcError, match="Too many connections") as refused:
                await method
            assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        release.set()
        assert await answered == b"2"
        assert await streamed.read() == grpc.aio.EOF
        assert await channel.unary_unary("/X/A")(b"4") == b"4"
    await server.stop(None)
    assert addresses._counts["127.0.0.1"] == 1


async def _wait_for(call):
    return await call
