"""What was found about a position, as messages: moves as players write them, positions as the client does."""

from __future__ import annotations

from ludus.rules.movetext import line_texts, move_text
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.report import Report
from ludus.server.analysis.analyst import AnalysisResult
from ludus.server.analysis.encoding import write_encoded
from ludus.wire.messages import Decision, GoodGame, Progressed


def decision(
    rulebook: Rulebook, state: StateRecord, seat: int, encoding: str, found: AnalysisResult
) -> tuple[Decision, StateRecord]:
    """The decision, and the position after its move."""
    report, asked = found.report, rulebook.asked(state, seat)
    move = rulebook.moves(asked)[0] if report.move is None else report.move
    after = rulebook.play(asked, move)
    told = Decision(
        game=rulebook.game.slug,
        move=move_text(rulebook, asked, move),
        path=[rulebook.xy(square) for square in rulebook.squares(asked, move)],
        position=write_encoded(rulebook, encoding, after),
        value=report.value,
        exact=report.exact,
        completed=round(report.completed, 4),
        depth=report.depth,
        line=line_texts(rulebook, asked, report.line),
        nodes=report.nodes,
        seconds=round(report.seconds, 6),
        workers=found.workers,
        jobs=found.jobs,
    )
    return told, after


def progress(rulebook: Rulebook, state: StateRecord, seat: int, report: Report) -> Progressed:
    """How far a search has come."""
    return Progressed(
        game=rulebook.game.slug,
        depth=report.depth,
        value=report.value,
        completed=round(report.completed, 4),
        nodes=report.nodes,
        speed=round(report.speed),
        line=line_texts(rulebook, rulebook.asked(state, seat), report.line),
    )


def good_game(rulebook: Rulebook, state: StateRecord) -> GoodGame | None:
    """How the game has ended; None while it goes on."""
    result = Play(rulebook, state).result
    if result is None:
        return None
    return GoodGame(game=rulebook.game.slug, result=result.sentence, winner=0 if result.winner is None else result.winner + 1)
