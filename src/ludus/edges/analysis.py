"""`POST /api/analyse`: the analysis of a position over HTTP, its progress as server-sent events, its errors as problem details.

{"game": "tic-tac-toe", "position": "x.o......", "seconds": 2}

Accept: text/event-stream        event: estimated   event: progressed ...   event: decision, or good game, or problem
anything else                    one JSON object: the decision, or the good game
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ludus.edges.api import json_response, problem_response
from ludus.edges.caller import Caller
from ludus.server.runner import Runner
from ludus.wire import jsonlines
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Analyse, AnyReply, Problem

PATH = "/api/analyse"

EVENTS = "text/event-stream"

OFTEN = 0.25
"""Seconds between two events of progress, unless the request says otherwise."""


def route(runner: Runner) -> Route:
    """The route of the path."""

    async def answer(request: Request) -> Response:
        body = await _body(request)
        if body is None:
            return problem_response(Problem.of(Kind.TOO_LONG), 413)
        asked = _read(body)
        if isinstance(asked, Problem):
            return problem_response(asked)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if token and scheme.lower() != "bearer":
            return problem_response(Problem.of(Kind.WRONG_TOKEN), 401)
        caller = Caller(runner, request.client.host if request.client else "local")
        if EVENTS in request.headers.get("accept", ""):
            return await _stream(caller, replace(asked, progress=asked.progress or OFTEN), token)
        reply = await _whole(request, caller, replace(asked, progress=0), token)
        return problem_response(reply) if isinstance(reply, Problem) else json_response(reply)

    return Route(PATH, answer, methods=["POST"])


async def _body(request: Request) -> bytes | None:
    """The body of a request; None if it is too long."""
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > LONGEST_LINE:
                return None
    except ClientDisconnect:
        pass
    return body


def _read(body: bytes) -> Analyse | Problem:
    """What is asked; the body is the message without its type."""
    held = jsonlines.held_in(body)
    if isinstance(held, Problem):
        return held
    if not isinstance(held, dict) or "type" in held or "id" in held:
        return Problem.of(Kind.WRONG_FIELD, "The body must be one JSON object with the fields of an analysis, such as game")
    asked = jsonlines.read(msgspec.json.encode({**held, "type": "analyse"}))
    return asked if isinstance(asked, (Analyse, Problem)) else Problem.of(Kind.UNREADABLE)


async def _whole(request: Request, caller: Caller, asked: Analyse, token: str) -> AnyReply:
    """The answer, unless the client goes before it is there."""
    async with caller:
        deciding = asyncio.ensure_future(caller.decide(asked, token))
        leaving = asyncio.ensure_future(request.receive())
        await asyncio.wait([deciding, leaving], return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if not deciding.done():
            deciding.cancel()
            return Problem.of(Kind.NOT_NOW, "The client has gone")
        return deciding.result()


async def _stream(caller: Caller, asked: Analyse, token: str) -> Response:
    """The events; what is refused at once is a plain problem, with a status of its own."""
    await caller.__aenter__()
    replies = aiter(caller.ask(asked, token))
    first = await anext(replies)
    if isinstance(first, Problem):
        await caller.__aexit__()
        return problem_response(first)

    async def events() -> AsyncIterator[bytes]:
        try:
            yield _event(first)
            async for reply in replies:
                yield _event(reply)
        finally:  # also when the client has gone
            await caller.__aexit__()

    return StreamingResponse(events(), media_type=EVENTS, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


def _event(reply: AnyReply) -> bytes:
    tag = str(type(reply).__struct_config__.tag)
    return f"event: {tag}\ndata: ".encode() + jsonlines.write(reply) + b"\n"
