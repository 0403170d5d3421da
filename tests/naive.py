"""Plain minimax, obviously right: the judge of every search."""

from __future__ import annotations

from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.search.report import WIN


def naive_value(rulebook: Rulebook, state: Record, depth: int, ply: int = 0, line: tuple[bytes, ...] = ()) -> int:
    """What a position is worth for the seat to move, looking so many moves ahead.

    A game that is over counts as it ended, sooner wins for more; at the end of the look-ahead the heuristic value counts; a
    position that comes up again in the line counts as drawn, where repetition matters.
    """
    mover = int(state["turn"])
    outcome = rulebook.raw_outcome(state)
    if outcome != ONGOING:
        return 0 if outcome == DRAW else WIN - ply if outcome == mover else ply - WIN
    if depth == 0:
        return rulebook.hint("value", state)
    key = position(rulebook, state)
    if rulebook.game.repeats and key in line:
        return 0
    moves = rulebook.moves(state)
    if not moves:
        return ply - WIN if rulebook.game.stuck == "loses" else 0
    best = -WIN
    for move in moves:
        after = rulebook.play(state, move)
        worth = naive_value(rulebook, after, depth - 1, ply + 1, (*line, key))
        best = max(best, worth if int(after["turn"]) == mover else -worth)
    return best


def naive_moves(rulebook: Rulebook, state: Record, depth: int) -> set[int]:
    """The moves that are best at this depth."""
    best = naive_value(rulebook, state, depth)
    line = (position(rulebook, state),)
    found = set()
    for move in rulebook.moves(state):
        after = rulebook.play(state, move)
        worth = naive_value(rulebook, after, depth - 1, 1, line)
        if (worth if int(after["turn"]) == int(state["turn"]) else -worth) == best:
            found.add(move)
    return found


def position(rulebook: Rulebook, state: Record) -> bytes:
    """A state without the counters that do not count for repetition."""
    kept = rulebook.game.state.from_bytes(state.tobytes())
    for name in rulebook.game.apart:
        kept[name] = 0
    return kept.tobytes()
