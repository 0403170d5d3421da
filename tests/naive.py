"""Plain minimax, obviously right: the judge of every search."""

from __future__ import annotations

from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import DECIDED, WIN


def naive_value(
    rulebook: Rulebook, state: StateRecord, depth: int, ply: int = 0, line: tuple[bytes, ...] = (), *, noise: bool = True
) -> int:
    """What a position is worth for the seat to move, looking so many moves ahead.

    A game that is over counts as it ended, sooner wins for more; at the end of the look-ahead the heuristic value counts; a
    position that comes up again in the line counts as drawn, where repetition matters; a win that chance may prevent is none yet.
    """
    mover = int(state["turn"])
    outcome = rulebook.raw_outcome(state)
    if outcome != ONGOING:
        return 0 if outcome == DRAW else WIN - ply if outcome == mover else ply - WIN
    if rulebook.chances(state):
        weights = rulebook.weights(state) or [1] * rulebook.chances(state)
        futures = [rulebook.happen(state, chance) for chance in range(len(weights))]
        worths = [naive_value(rulebook, future, depth, ply + 1, line, noise=noise) for future in futures]
        signed = [worth if int(future["turn"]) == mover else -worth for worth, future in zip(worths, futures, strict=True)]
        if min(signed) > DECIDED or max(signed) < -DECIDED:
            return min(signed, key=abs)  # however chance falls, and at the latest so soon
        open_yet = [worth - (abs(worth) > DECIDED) * (WIN - DECIDED) * (1 if worth > 0 else -1) for worth in signed]
        return sum(worth * weight for worth, weight in zip(open_yet, weights, strict=True)) // sum(weights)
    if depth == 0:
        return calmed_value(rulebook, state, ply) if noise and rulebook.game.noisy else rulebook.hint("value", state)
    key = position(rulebook, state)
    if rulebook.game.repeats and key in line:
        return 0
    moves = rulebook.moves(state)
    if not moves:
        return ply - WIN if rulebook.game.stuck == "loses" else 0
    best = -WIN
    for move in moves:
        after = rulebook.play(state, move)
        worth = naive_value(rulebook, after, depth - 1, ply + 1, (*line, key), noise=noise)
        best = max(best, worth if int(after["turn"]) == mover else -worth)
    return best


def calmed_value(rulebook: Rulebook, state: StateRecord, ply: int) -> int:
    """The heuristic value after the noise: nobody need join in who has another move."""
    mover = int(state["turn"])
    outcome = rulebook.raw_outcome(state)
    if outcome != ONGOING:
        return 0 if outcome == DRAW else WIN - ply if outcome == mover else ply - WIN
    moves, forced = rulebook.noisy_moves(state)
    best = -WIN if forced else rulebook.hint("value", state)
    for move in moves:
        after = rulebook.play(state, move)
        worth = calmed_value(rulebook, after, ply + 1)
        best = max(best, worth if int(after["turn"]) == mover else -worth)
    return best


def naive_choice(rulebook: Rulebook, state: StateRecord, depth: int, *, noise: bool = True) -> tuple[int, set[int]]:
    """What a position in which a seat is to move is worth at this depth, and all moves that are worth as much."""
    line, worths = (position(rulebook, state),), {}
    for move in rulebook.moves(state):
        after = rulebook.play(state, move)
        worth = naive_value(rulebook, after, depth - 1, 1, line, noise=noise)
        worths[move] = worth if int(after["turn"]) == int(state["turn"]) else -worth
    best = max(worths.values())
    return best, {move for move, worth in worths.items() if worth == best}


def position(rulebook: Rulebook, state: StateRecord) -> bytes:
    """A state without the counters that do not count for repetition."""
    kept = rulebook.game.state.from_bytes(state.tobytes())
    for name in rulebook.game.apart:
        kept[name] = 0
    return kept.tobytes()
