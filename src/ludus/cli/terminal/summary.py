"""What `ludus analyse` prints: a summary for people, JSON for programs, and a line of progress."""

from __future__ import annotations

import json
import math
from typing import Any

from ludus.cli.terminal.phrases import depth_in_words, estimate_in_words
from ludus.library.words import effort_in_words, seconds_in_words, value_in_words
from ludus.rules.movetext import line_texts
from ludus.rules.play import Play
from ludus.rules.positions import write_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Report


def summary(rulebook: Rulebook, state: StateRecord, seat: int, limit: Limit, report: Report) -> str:
    """What was found, in a few lines."""
    if report.move is None:
        result = Play(rulebook, state).result
        return f"The game is over: {result.sentence if result else 'nobody can move'}"
    moves = line_texts(rulebook, rulebook.asked(state, seat), report.line)
    lines = [
        f"{rulebook.game.team(seat)} to move",
        f"best move  {moves[0]}",
        f"value      {value_in_words(rulebook.game, seat, report)}",
    ]
    if report.remark or report.from_book:
        return "\n".join(lines)
    if report.share is None:
        lines += [f"line       {' '.join(moves)}", f"depth      {depth_in_words(limit, report)}"]
    lines.append(f"searched   {effort_in_words(report)}")
    if not report.exact and report.estimate is not None and report.depth < (limit.depth or math.inf):
        lines.append(f"estimate   {estimate_in_words(report.depth + 1, report.estimate, report.estimate_error)}")
    return "\n".join(lines)


def best_moves(rulebook: Rulebook, state: StateRecord, seat: int, ranking: list[tuple[int, Report]]) -> str:
    """The best moves, each with its value and its line."""
    if not ranking:
        result = Play(rulebook, state).result
        return f"The game is over: {result.sentence if result else 'nobody can move'}"
    lines = [f"{rulebook.game.team(seat)} to move"]
    for place, (_, report) in enumerate(ranking, 1):
        moves = line_texts(rulebook, rulebook.asked(state, seat), report.line)
        following = f"   {' '.join(moves)}" if len(moves) > 1 else ""
        lines.append(f"{place:>2}. {moves[0]:<10} {value_in_words(rulebook.game, seat, report)}{following}")
    return "\n".join([*lines, f"searched   {effort_in_words(ranking[0][1])}"])


def as_objects(rulebook: Rulebook, state: StateRecord, seat: int, ranking: list[tuple[int, Report]]) -> str:
    """The best moves as one line of JSON: a list of objects, the best first."""
    return json.dumps([json.loads(as_object(rulebook, state, seat, report)) for _, report in ranking], ensure_ascii=False)


def progress(rulebook: Rulebook, state: StateRecord, seat: int, report: Report | None, seconds: float) -> str:
    """How far a search has come, in one line."""
    if report is None or report.move is None:
        return f"searching, {seconds_in_words(seconds)}"
    value = value_in_words(rulebook.game, seat, report)
    line = " ".join(line_texts(rulebook, rulebook.asked(state, seat), report.line))
    return f"{seconds_in_words(seconds)}  depth {report.depth}  {value}  {report.nodes:,} positions  {line}"


def as_object(rulebook: Rulebook, state: StateRecord, seat: int, report: Report, written: str | None = None) -> str:
    """What was found, as one line of JSON; the position as the person wrote it, or else as the game writes it."""
    line = line_texts(rulebook, rulebook.asked(state, seat), report.line)
    found: dict[str, Any] = {
        "position": written or write_position(rulebook, state),
        "team": seat + 1,
        "move": line[0] if line else None,
        "value": report.value,
        "exact": report.exact,
        "ends_in": report.ends_in,
        "line": line,
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 6),
        "completed": round(report.completed, 4),
        "estimate": None if report.estimate is None else round(report.estimate, 6),
        "estimate_error": None if report.estimate_error is None else round(report.estimate_error, 3),
        "share": None if report.share is None else round(report.share, 4),
        "remark": report.remark,
        "from_book": report.from_book,
    }
    return json.dumps(found, ensure_ascii=False)
