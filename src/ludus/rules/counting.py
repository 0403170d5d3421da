"""Counting move sequences and playing random games at full speed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludus.rules.compiled.loader import KERNELS
from ludus.rules.errors import LudusError
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import PlainState, Record


def perft(rulebook: Rulebook, state: Record, depth: int) -> int:
    """The number of sequences of exactly `depth` moves; a finished game is not continued."""
    if depth == 0:
        return 1
    kernel = rulebook.loaded.kernel(KERNELS / "perft.py")
    states, buffers = _memory(rulebook, 2 * depth + 3)
    count = int(rulebook.loaded.ask(kernel["perft"], *_given(rulebook, state, states, buffers), 0, depth))
    if count < 0:
        raise LudusError("too many things may happen by chance within these moves to follow them all; count fewer moves")
    return count


def divide(rulebook: Rulebook, state: Record, depth: int) -> dict[int, int]:
    """For each legal move, the number of sequences of `depth` moves that begin with it."""
    if rulebook.raw_outcome(state) != ONGOING:
        return {}
    return {move: perft(rulebook, rulebook.play(state, move), depth - 1) for move in rulebook.moves(state)}


@dataclass(frozen=True, slots=True)
class Tally:
    """How random games ended."""

    wins: tuple[int, ...]
    draws: int
    endless: int
    moves: int


def random_games(rulebook: Rulebook, state: Record, games: int, seed: int = 1, most: int = 10_000) -> Tally:
    """Play random games from a state to their end, or for at most `most` moves."""
    tally_type = np.dtype([("ended", "i8", (rulebook.game.seats + 1,)), ("moves", "i8"), ("endless", "i8")])
    tally = np.zeros(1, tally_type)[0]
    kernel = rulebook.loaded.kernel(KERNELS / "playout.py")
    states, buffers = _memory(rulebook, 2)
    counted = tally if rulebook.compiled else PlainState(tally)
    luck = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64 or 1) if rulebook.compiled else seed * 0x9E3779B97F4A7C15 % 2**64 or 1
    rulebook.loaded.ask(kernel["playout"], *_given(rulebook, state, states, buffers), counted, games, luck, most)
    ended = tally["ended"].tolist()
    return Tally(tuple(ended[1:]), ended[0], int(tally["endless"]), int(tally["moves"]))


def _memory(rulebook: Rulebook, plies: int) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(plies, rulebook.game.state.dtype), np.zeros(plies, rulebook.buffer_type)


def _given(rulebook: Rulebook, state: Record, states: np.ndarray, buffers: np.ndarray) -> tuple[object, object]:
    states[0] = state
    if rulebook.compiled:
        return states, buffers
    return [PlainState(each) for each in states], [PlainState(each) for each in buffers]
