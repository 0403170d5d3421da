"""The services for workers: `SlaveService.GetWork` in its original shape, and `HelperService` to come and go (M7, E4)."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any

import grpc

from ludus.edges.grpc.schema import messages
from ludus.edges.grpc.users import bearer
from ludus.server.analysis.network import Brought, HelperNetwork

WAIT = 2.0
"""Seconds that a worker waits for work before it has to ask again."""

LOOKS = (0.002, 0.02)
"""Seconds between two looks for work: while there is a search that needs it, and while there is none."""

LONGEST_NAME = 64


class WorkerCalls:
    """The methods that workers call."""

    def __init__(self, network: HelperNetwork, token: str) -> None:
        self._network, self._token, self._types = network, token, messages()

    async def get_work(self, request: Any, context: Any) -> Any:
        """`SlaveService.GetWork`: take in results, and give out work as soon as there is some."""
        name, games = await self._worker(context)
        brought = [_brought(result) for result in request.result]
        loop = asyncio.get_running_loop()
        until = loop.time() + WAIT
        order = self._network.take(name, games, brought)
        while order is None and loop.time() < until:
            await asyncio.sleep(LOOKS[0] if self._network.is_busy(games) else LOOKS[1])
            order = self._network.take(name, games)
        response = self._types["GetWorkResponse"]
        if order is None:
            return response()
        return response(state=[f"{order.game}\n{order.text}".encode()], timeLimitMillis=max(1, int(order.seconds * 1000)))

    async def register(self, request: Any, context: Any) -> Any:
        """`HelperService.Register`."""
        name, games = await self._worker(context)
        self._network.register(name, tuple(request.game) or games, request.positions_per_second)
        return self._types["RegisterResponse"]()

    async def unregister(self, request: Any, context: Any) -> Any:
        """`HelperService.Unregister`."""
        del request
        name, _ = await self._worker(context)
        return self._types["UnregisterResponse"](was_registered=self._network.unregister(name))

    async def is_registered(self, request: Any, context: Any) -> Any:
        """`HelperService.IsRegistered`."""
        del request
        name, _ = await self._worker(context)
        return self._types["IsRegisteredResponse"](registered=self._network.is_registered(name))

    async def _worker(self, context: Any) -> tuple[str, tuple[str, ...]]:
        """Who calls, and the game types it offers; the call ends here if it does not know the token."""
        metadata = dict(context.invocation_metadata() or ())
        if not hmac.compare_digest(bearer(metadata).encode(), self._token.encode()):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "authorization: Bearer TOKEN, with the token of this server")
        name = str(metadata.get("ludus-worker", "") or context.peer())[:LONGEST_NAME]
        games = tuple(game.strip() for game in str(metadata.get("ludus-games", "")).split(",") if game.strip())
        return name, games


def _brought(result: Any) -> Brought:
    game, _, text = result.state.decode(errors="replace").partition("\n")
    return Brought(game, text, result.value, result.numStatesAnalyzed)
