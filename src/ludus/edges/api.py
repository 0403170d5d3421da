"""The HTTP interface: each path stands for a request, and its answer is the same object as over TCP.

        GET /api/matches/{match}  ──►  show match=...  ──►  house  ──►  shown  ──►  200 and the same object as over TCP
                                                                   └──►  problem  ──►  404 and problem details

`ENDPOINTS` is the one list: routes and the OpenAPI document are made from it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ludus.edges.gateway import Gateway
from ludus.wire import messages
from ludus.wire.error_sentences import CODES, Kind
from ludus.wire.grammar import is_whole
from ludus.wire.messages import Problem
from ludus.wire.mistakes import escaped, quoted

STATUSES = {
    Kind.TOO_FAST: 429,
    Kind.TOO_MANY_CONNECTIONS: 429,
    Kind.WRONG_TOKEN: 401,
    Kind.NO_GAME: 404,
    Kind.NO_PICTURE: 404,
    Kind.NO_MATCH: 404,
    Kind.NO_PLAYER: 404,
    Kind.NO_TOURNAMENT: 404,
    Kind.NOT_ALLOWED: 403,
    Kind.LOGIN_FIRST: 403,
    Kind.NOT_POSSIBLE: 409,
    Kind.NO_WORKER: 503,
    Kind.STOPPING: 503,
    Kind.NOT_NOW: 503,
}
"""The HTTP status of a problem; any other kind is the client's mistake, 400."""


HINTS = {
    "GAMES lists them": "/api/games lists them",
    "TOURNAMENTS lists them": "/api/tournaments lists them",
}
"""Commands that error sentences tell people to type, and the path that does the same over HTTP."""


TEXT, SVG, DETAILS = "text/plain", "image/svg+xml", "application/problem+json"

PICTURE_HEADERS = {
    "Cache-Control": "public, max-age=600",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
}
"""A browser may keep a picture for a while; opened by itself, nothing in it may run or load anything."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A path, the request it stands for, its answer, and the errors it may give."""

    path: str
    question: type[messages.Request]
    answer: type[messages.Reply]
    query: tuple[str, ...] = ()
    problems: tuple[int, ...] = ()
    options: bool = False
    """Whether other parameters are options of the game, as in ?size=5."""
    media: str = "application/json"

    @property
    def in_path(self) -> tuple[str, ...]:
        """The fields of the question that are given in the path."""
        return tuple(re.findall(r"{(\w+)}", self.path))


_ARCHIVE = ("game", "player", "result", "since", "until", "before")
_ONE = "/api/tournaments/{tournament}"

ENDPOINTS = (
    Endpoint("/api/games", messages.Games, messages.GameList, problems=(400,)),
    Endpoint("/api/games/{game}", messages.Describe, messages.Described, options=True, problems=(400, 404)),
    Endpoint("/api/games/{game}/pictures/{picture}.svg", messages.Picture, messages.Pictured, problems=(400, 404), media=SVG),
    Endpoint("/api/matches", messages.Matches, messages.MatchList, query=("game",), problems=(400, 404)),
    Endpoint("/api/matches/{match}", messages.Show, messages.Shown, problems=(400, 404, 409)),
    Endpoint("/api/matches/{match}/record", messages.Record, messages.Recorded, problems=(400, 404, 409), media=TEXT),
    Endpoint("/api/archive", messages.Archive, messages.Archived, query=_ARCHIVE, problems=(400, 404)),
    Endpoint("/api/players", messages.Players, messages.PlayerList, problems=(400,)),
    Endpoint("/api/players/{player}", messages.Statistics, messages.StatisticsOf, query=("against",), problems=(400, 404)),
    Endpoint("/api/leaderboards/{game}", messages.Leaderboard, messages.LeaderboardOf, problems=(400, 404)),
    Endpoint("/api/tournaments", messages.Tournaments, messages.TournamentList, problems=(400,)),
    Endpoint(_ONE, messages.TournamentShow, messages.TournamentShown, problems=(400, 404)),
    Endpoint(f"{_ONE}/table", messages.TournamentTable, messages.TournamentStanding, problems=(400, 404)),
    Endpoint(f"{_ONE}/bracket", messages.TournamentBracket, messages.TournamentTree, problems=(400, 404, 409)),
    Endpoint(f"{_ONE}/games", messages.TournamentGames, messages.TournamentPairings, problems=(400, 404)),
    Endpoint(f"{_ONE}/record", messages.TournamentRecord, messages.TournamentRecorded, problems=(400, 404), media=TEXT),
    Endpoint(f"{_ONE}/export", messages.TournamentExport, messages.TournamentExported, problems=(400, 404)),
)


def routes(gateway: Gateway) -> list[Route]:
    """A route for each endpoint."""
    return [Route(endpoint.path, _answering(endpoint, gateway)) for endpoint in ENDPOINTS]


def _answering(endpoint: Endpoint, gateway: Gateway) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        values: dict[str, object] = dict(request.path_params)
        others = [name for name in request.query_params if name not in endpoint.query]
        if endpoint.options:
            values["options"] = {name: _number(request.query_params[name]) for name in others}
        elif others:
            return problem_response(_no_parameters(endpoint, others))
        values |= {name: request.query_params[name] for name in endpoint.query if name in request.query_params}
        reply = await gateway.ask(endpoint.question, values)
        if isinstance(reply, Problem):
            return problem_response(reply)
        if isinstance(reply, (messages.Recorded, messages.TournamentRecorded)):
            return PlainTextResponse("\n".join(reply.lines) + "\n")
        if isinstance(reply, messages.Pictured):
            return Response(reply.svg, media_type=SVG, headers=PICTURE_HEADERS)
        return json_response(reply)

    return answer


def _number(text: str) -> object:
    """A whole number, or the text as it is, which is refused as such."""
    return int(text) if is_whole(text) else text


def _no_parameters(endpoint: Endpoint, unknown: list[str]) -> Problem:
    """The problem that there are unknown parameters: a misspelt one should not go unnoticed."""
    known = f"this path takes {', '.join(endpoint.query)}" if endpoint.query else "this path takes none"
    names = ", ".join(map(quoted, unknown))
    return Problem.of(Kind.WRONG_FIELD, f"Unknown parameter {names}; {known}", field=escaped(unknown[0]))


class ProblemDetails(msgspec.Struct, frozen=True):
    """Why a request was refused, as RFC 9457 has it; `code` and `field` are those of a `problem` message."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    field: str = ""


def json_response(body: msgspec.Struct, status: int = 200) -> Response:
    """A message as a response."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def problem_response(problem: Problem, status: int | None = None) -> Response:
    """A problem as a response, with the status that fits."""
    status = status or STATUSES.get(CODES[problem.code], 400)
    return Response(problem_body(problem, status), status, media_type=DETAILS)


def problem_body(problem: Problem, status: int) -> bytes:
    """A problem as problem details; commands to type are replaced by paths."""
    sentence = problem.sentence
    for command, path in HINTS.items():
        sentence = sentence.replace(command, path)
    body = ProblemDetails("about:blank", problem.code.capitalize(), status, sentence, problem.code, problem.field)
    return msgspec.json.encode(body)
