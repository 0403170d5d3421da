"""The services for users: `UserService` in its original shape, and `AnalysisService` with progress (M7)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, NoReturn

import msgspec
from msgspec.structs import replace

from ludus.edges.caller import Caller
from ludus.edges.grpc.schema import messages
from ludus.edges.grpc.status import status_of
from ludus.server.runner import Runner
from ludus.wire.error_sentences import Kind
from ludus.wire.jsonlines import read
from ludus.wire.messages import (
    Analyse,
    AnyReply,
    BeginAnalysis,
    Decision,
    Estimated,
    GameTypes,
    GoodGame,
    ListWorkers,
    Problem,
    Progressed,
    WorkerList,
)

OFTEN = 0.25
"""Seconds between two events of progress, unless the request says otherwise."""


class Users:
    """The methods that users call; each is a call of its own inside the server."""

    def __init__(self, runner: Runner) -> None:
        self._runner, self._types = runner, messages()

    async def do_work(self, request: Any, context: Any) -> Any:
        """`UserService.DoWork`: the state after the best move."""
        name, position = await self._read_state(request.state, context)
        asked = await _checked(
            context, {"game": name or "", "position": position, "seconds": request.timeLimitMillis / 1000 or 1.0}
        )
        async with Caller(self._runner, _address(context)) as caller:
            reply = await caller.decide(asked, _token(context))
        if isinstance(reply, GoodGame):
            await _abort(context, Problem(code=Kind.GAME_OVER.code, sentence=f"The game is over: {reply.result}"))
        if not isinstance(reply, Decision):
            await _abort(context, reply)
        state = reply.position if name is None else f"{name}\n{reply.position}"
        return self._types["DoWorkResponse"](move=state.encode())

    async def games(self, request: Any, context: Any) -> Any:
        """`AnalysisService.Games`."""
        reply = await self._ask(context, BeginAnalysis(encoding=request.encoding or "text"), GameTypes)
        return self._types["GamesResponse"](game=reply.games)

    async def workers(self, request: Any, context: Any) -> Any:
        """`AnalysisService.Workers`."""
        del request
        reply = await self._ask(context, ListWorkers(), WorkerList)
        worker = self._types["Worker"]
        listed = [worker(name=e.name, game=e.games, positions_per_second=e.speed, task=e.task) for e in reply.workers]
        return self._types["WorkersResponse"](worker=listed, waiting=reply.waiting, ratio=reply.ratio)

    async def analyse(self, request: Any, context: Any) -> AsyncIterator[Any]:
        """`AnalysisService.Analyse`: the estimate, progress, the decision."""
        fields = ("game", "position", "seconds", "depth", "team", "encoding")
        given = {name: getattr(request, name) for name in fields if getattr(request, name)}
        asked = await _checked(context, {**given, "options": dict(request.options), "progress": request.progress or OFTEN})
        async with Caller(self._runner, _address(context)) as caller:
            async for reply in caller.ask(asked, _token(context)):
                if isinstance(reply, Problem):
                    await _abort(context, reply)
                yield self._event(reply)

    async def _ask(self, context: Any, request: Any, answer: type[Any]) -> Any:
        async with Caller(self._runner, _address(context)) as caller:
            reply = [each async for each in caller.ask(request)][-1]
        if not isinstance(reply, answer):
            await _abort(context, reply)
        return reply

    async def _read_state(self, state: bytes, context: Any) -> tuple[str | None, str]:  # noqa: RET503
        """The name of the game, None if there is none, and the position."""
        try:
            text = state.decode()
        except UnicodeDecodeError:
            await _abort(context, Problem.of(Kind.WRONG_FIELD, "state must be UTF-8: the game's name, a newline, the position"))
        name, newline, position = text.partition("\n")
        if newline:
            return name.strip(), " ".join(position.split())
        catalogue, only = self._runner.core.context.catalogue, self._runner.core.context.settings.game
        if only or len(catalogue.games) == 1:
            return None, " ".join(text.split())
        if text and catalogue.find(text.strip()):
            return text.strip(), ""
        wanted = "state must begin with the game's name and a newline: tic-tac-toe\\nx.o......"
        await _abort(context, Problem.of(Kind.WRONG_FIELD, wanted))

    def _event(self, reply: AnyReply) -> Any:
        types, event = self._types, self._types["AnalyseEvent"]
        if isinstance(reply, Estimated):
            return event(estimate=types["Estimate"](seconds=reply.seconds, ahead=reply.ahead))
        if isinstance(reply, Progressed):
            effort = {"positions": reply.nodes, "positions_per_second": reply.speed, "completed": reply.completed}
            return event(progress=types["Progress"](depth=reply.depth, value=reply.value, line=reply.line, **effort))
        if isinstance(reply, GoodGame):
            return event(good_game=types["GoodGame"](result=reply.result, winner=reply.winner))
        told = msgspec.to_builtins(reply)
        told["positions"] = told.pop("nodes")
        for name in ("type", "game", "path", "id"):
            told.pop(name, None)
        return event(decision=types["Decision"](**told))


async def _checked(context: Any, fields: dict[str, Any]) -> Analyse:  # noqa: RET503
    """A request with these fields, or the end of the call if they cannot be so."""
    asked = read(msgspec.json.encode({"type": "analyse", **fields}))
    if isinstance(asked, Analyse):
        return replace(asked, id="")
    await _abort(context, asked)


async def _abort(context: Any, reply: object) -> NoReturn:
    """End a call with what is wrong."""
    problem = reply if isinstance(reply, Problem) else Problem.of(Kind.NOT_NOW, "There is no answer")
    await context.abort(*status_of(problem))
    raise AssertionError


def _token(context: Any) -> str:
    return bearer(dict(context.invocation_metadata() or ()))


def bearer(metadata: dict[str, Any]) -> str:
    """The token in the metadata of a call; nothing if there is none."""
    scheme, _, token = str(metadata.get("authorization", "")).partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _address(context: Any) -> str:
    """The address of a caller, from `ipv4:127.0.0.1:5000` or `ipv6:[::1]:5000`."""
    return address_in(context.peer())


def address_in(peer: str) -> str:
    """The address that a peer's name holds."""
    _, _, rest = peer.partition(":")
    return rest.rpartition(":")[0].replace("%5B", "").replace("%5D", "").strip("[]") or "local"
