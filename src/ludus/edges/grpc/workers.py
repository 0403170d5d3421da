"""The services for workers: `SlaveService.GetWork` in its original shape, and `HelperService` to come and go (M7, E4)."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any

import grpc
import structlog

from ludus.edges.grpc.schema import messages
from ludus.edges.grpc.users import bearer
from ludus.server.analysis.network import Brought, HelperNetwork
from ludus.server.catalogue import Catalogue

WAIT = 2.0
"""Seconds that a worker waits for work before it has to ask again."""

LOOKS = (0.002, 0.02)
"""Seconds between two looks for work: while there is a search that needs it, and while there is none."""

LONGEST_NAME = 64

MOST_WARNINGS = 1000
"""Workers of which the log says that they have another version of a game."""

REFUSED = "the token is missing or wrong; send authorization: Bearer TOKEN as metadata, with the token of this server"

log = structlog.get_logger("ludus")


class WorkerCalls:
    """The methods that workers call."""

    def __init__(self, network: HelperNetwork, token: str, catalogue: Catalogue) -> None:
        self._network, self._token, self._types, self._catalogue = network, token, messages(), catalogue
        self._warned: set[tuple[str, str]] = set()

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
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, REFUSED)
        name = str(metadata.get("ludus-worker", "") or context.peer())[:LONGEST_NAME]
        words = [word.strip() for word in str(metadata.get("ludus-games", "")).split(",") if word.strip()]
        games = {game: version for game, _, version in (word.partition("=") for word in words)}
        other = [game for game, version in games.items() if not self._is_same(game, version)]
        if other:
            sentence = f"this worker has another version of {', '.join(other)} than the server; install the same version of Ludus"
            if len(self._warned) < MOST_WARNINGS and (name, sentence) not in self._warned:
                self._warned.add((name, sentence))
                log.warning("worker refused", worker=name, why=sentence)
            if len(other) == len(games):
                await context.abort(grpc.StatusCode.FAILED_PRECONDITION, sentence)
        return name, tuple(game for game in games if game not in other)

    def _is_same(self, game: str, version: str) -> bool:
        """Whether a worker has the server's version of a game; one that does not say is believed."""
        ours = self._catalogue.games.get(game)
        return not version or ours is None or ours.version == version


def _brought(result: Any) -> Brought:
    game, _, text = result.state.decode(errors="replace").partition("\n")
    return Brought(game, text, result.value, result.numStatesAnalyzed)
