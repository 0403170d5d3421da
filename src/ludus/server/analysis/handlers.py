"""Handlers for analyses: the game types, a position and its decision, who computes."""

from __future__ import annotations

from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from ludus.rules.errors import LudusError
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.precompilation import PLAYER
from ludus.search.report import Report
from ludus.server.analysis.analyst import AnalysisResult, Assignment
from ludus.server.analysis.encoding import ENCODINGS, read_encoded
from ludus.server.analysis.experience import sort_of
from ludus.server.analysis.inquiry import Inquiry, News, limit_for
from ludus.server.analysis.session import AnalysisSession
from ludus.server.analysis.ticket import Ticket
from ludus.server.analysis.words import decision, good_game, progress
from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.compilation import compile_pool
from ludus.server.connections import Connection
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.handlers import find_rulebook
from ludus.server.rate_limit import network
from ludus.wire import messages
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import SHORTEST_ANALYSIS

USUAL = 1.0
"""Seconds that an analysis takes if nothing was said about that."""

OFTEN = 0.1
"""Seconds between two messages of progress at least."""

log = structlog.get_logger("ludus")


@dataclass(frozen=True, slots=True)
class AskedPosition:
    """What is asked, once it has been understood."""

    rulebook: Rulebook
    state: StateRecord
    seat: int
    encoding: str
    depth: int
    seconds: float


def begin(context: Context, call: Call[messages.BeginAnalysis]) -> Answer:
    """Note how positions will be written, and list the game types (E1)."""
    encoding = call.request.encoding
    if encoding not in ENCODINGS:
        return Fault(Kind.NO_ENCODING, encoding)
    call.connection.analysis = AnalysisSession(encoding)
    analyst = context.computation.analyst
    return messages.GameTypes(encoding=encoding, games=[game for game in context.catalogue.games if analyst.offers(game)])


def analyse(context: Context, call: Call[messages.Analyse]) -> Steps[Answer]:
    """Say how long it will take, wait for its turn, tell how far it has come, and decide (E2, E3)."""
    counts = context.computation.counts
    question = yield from _understand(context, call)
    if isinstance(question, Fault):
        counts["refused"] += 1
        if question.kind in (Kind.NO_WORKER, Kind.NO_GAME):
            _close_session(call.connection)
        return question
    ended = good_game(question.rulebook, question.state)
    if ended is not None:
        counts["over"] += 1
        _close_session(call.connection)
        return ended
    try:
        found = yield from _decide(context, call, question)
    except JobFailed as failure:
        counts["refused"] += 1
        return Fault(Kind.NOT_NOW, str(failure).capitalize())
    if isinstance(found, Fault):
        return found
    counts["decided"] += 1
    answer, after = decision(question.rulebook, question.state, question.seat, question.encoding, found)
    ended = good_game(question.rulebook, after)
    if ended is None:
        return answer
    context.outbox.send([call.connection.id], replace(answer, result=ended.result, id=call.request.id))
    context.outbox.send([call.connection.id], ended)
    _close_session(call.connection)
    return None


def _understand(context: Context, call: Call[messages.Analyse]) -> Steps[AskedPosition | Fault]:
    """What is asked, or what is wrong with it."""
    request, session = call.request, call.connection.analysis or AnalysisSession("text")
    encoding = request.encoding or session.encoding
    if encoding not in ENCODINGS:
        return Fault(Kind.NO_ENCODING, encoding)
    word = request.game or session.game or context.settings.game
    if not word:
        return Fault(Kind.WRONG_FIELD, "Say which game it is: ANALYSE tic-tac-toe :x.o......")
    fault = _limits(context, call)
    if fault:
        return fault
    game = context.catalogue.find(word)
    if game is not None and not context.computation.analyst.offers(game):
        return Fault(Kind.NO_WORKER, game)
    rulebook = yield from find_rulebook(context, call, word, request.options, request.position if encoding == "text" else "")
    if isinstance(rulebook, Fault):
        return rulebook
    try:
        state = read_encoded(rulebook, encoding, request.position)
        seat = _seat(rulebook, state, request.team)
    except LudusError as error:
        return Fault(Kind.WRONG_POSITION, str(error))
    session.game, session.depth = rulebook.game.slug, request.depth or session.depth
    seconds = request.seconds or (0.0 if session.depth else USUAL)
    return AskedPosition(rulebook, state, seat, encoding, session.depth, seconds)


def _limits(context: Context, call: Call[messages.Analyse]) -> Fault | None:
    """Why somebody may not ask for this much."""
    policy, queue, connection = context.settings.policy.analysis, context.computation.analyses, call.connection
    known = bool(connection.player) and not connection.guest
    most = policy.seconds if known else policy.guest_seconds
    seconds = call.request.seconds
    if seconds and not SHORTEST_ANALYSIS <= seconds <= most:
        allowed = f"a number from {SHORTEST_ANALYSIS:g} to {most:g}, or 0 for the usual time"
        return Fault(Kind.WRONG_FIELD, f"seconds must be {allowed}, not {seconds:g}")
    if queue.of_owner(_owner(connection)) >= (policy.per_account if known else policy.per_guest) or queue.is_full:
        return Fault(Kind.TOO_FAST)
    return None


def _decide(context: Context, call: Call[messages.Analyse], question: AskedPosition) -> Steps[AnalysisResult | Fault]:
    """Wait for the turn, and for what is found."""
    computation, rulebook, game = context.computation, question.rulebook, question.rulebook.game.slug
    if rulebook not in computation.analysed:
        pool, usual = compile_pool(rulebook.file, PLAYER), not rulebook.file.chosen
        yield Job(pool, lambda: computation.analyst.prepare(rulebook), usual=usual)
        computation.analysed.add(rulebook)
    limit = limit_for(question.seconds, question.depth)
    raw = computation.analyst.estimate(rulebook, question.state, limit)
    sort = sort_of(rulebook, question.state, limit)
    expected = computation.experience.expect(sort, raw)
    ahead, now, most = computation.analyses.ahead(game, call.now), call.now, question.seconds
    inquiry = Inquiry(computation.analyst, Assignment(rulebook, question.state, question.seat, limit))
    told = min(ahead + expected, most or context.settings.policy.analysis.guest_seconds)
    need = most or max(SHORTEST_ANALYSIS, told - ahead)
    connection, player = call.connection, call.player
    ticket = Ticket(
        _owner(connection),
        game,
        need,
        now,
        expected=min(expected, need),
        due=now + (most or max(SHORTEST_ANALYSIS, told)),
        strict=True,
        serial=True,
        wanted=lambda: context.connections.get(connection.id) is connection and connection.player == player,
        stop=inquiry.stop,
    )
    estimate = messages.Estimated(game=game, seconds=round(told, 4), ahead=round(ahead, 4))
    context.outbox.send([connection.id], replace(estimate, id=call.request.id))
    computation.analyses.enter(ticket)
    try:
        found = yield from _follow(context, call, question, inquiry, ticket)
    finally:  # also when nobody waits for it any more
        inquiry.stop()
        computation.analyses.leave(ticket, call.now)
    computation.experience.note(sort, raw, call.now - (ticket.begun or now))
    computation.experience.judge(told, call.now - now)
    _log(call, question, found, told, ticket)
    return found


def _follow(
    context: Context, call: Call[messages.Analyse], question: AskedPosition, inquiry: Inquiry, ticket: Ticket
) -> Steps[AnalysisResult]:
    """Tell how far it has come until it is over."""
    every = max(OFTEN, call.request.progress) if call.request.progress else 0.0
    news: News = yield Job("thoughts", lambda: inquiry.begin(ticket.seconds, every), ticket=ticket)
    while isinstance(news, Report):
        told = progress(question.rulebook, question.state, question.seat, news)
        context.outbox.send([call.connection.id], replace(told, id=call.request.id))
        news = yield Job("thoughts", lambda: inquiry.next(every))
    return news


def workers(context: Context, call: Call[messages.ListWorkers]) -> Answer:
    """List who computes (E4, E9)."""
    del call
    computation = context.computation
    entries = [
        messages.WorkerEntry(each.name, list(each.games), round(each.speed), each.task) for each in computation.analyst.workers()
    ]
    ratio = round(computation.experience.typical_ratio or 0.0, 3)
    return messages.WorkerList(workers=entries, waiting=len(computation.analyses), ratio=ratio)


def _seat(rulebook: Rulebook, state: StateRecord, team: int) -> int:
    """The seat that is asked: the one named, or the first that may act."""
    play = Play(rulebook, state)
    if play.chances:
        raise LudusError("chance decides here, not a player; give a position after it")
    if not team or play.result:
        return next(iter(play.acting), 0)
    if team - 1 not in play.acting:
        teams = " or ".join(str(seat + 1) for seat in play.acting)
        raise LudusError(f"team {team} has nothing to choose now; team {teams} has")
    return team - 1


def _owner(connection: Connection) -> str:
    """Whose requests are counted together."""
    return connection.player or f"network {network(connection.address)}"


def _close_session(connection: Connection) -> None:
    """End a connection that came for nothing but analyses."""
    if connection.analysis is not None:
        connection.leaving = connection.finishing = True


def _log(call: Call[messages.Analyse], question: AskedPosition, found: AnalysisResult, told: float, ticket: Ticket) -> None:
    """One line a request, for the operator (M9)."""
    report = found.report
    log.info(
        "analysis",
        game=ticket.lane,
        asker=_owner(call.connection),
        limit=question.seconds,
        depth=f"{report.depth}/{question.depth or '-'}",
        estimate=round(told, 3),
        seconds=round(call.now - ticket.arrived, 3),
        waited=round((ticket.begun or call.now) - ticket.arrived, 3),
        completed=round(report.completed, 2),
        nodes=report.nodes,
        workers=found.workers,
        jobs=found.jobs,
    )


HANDLERS: Handlers = {messages.BeginAnalysis: begin, messages.Analyse: analyse, messages.ListWorkers: workers}
