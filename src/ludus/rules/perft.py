"""Perft: counting move sequences at full speed, the classic test of a move generator."""

from __future__ import annotations

import numpy as np

from ludus.rules.compiled.loader import KERNELS
from ludus.rules.errors import LudusError
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import PlainState, StateRecord


def perft(rulebook: Rulebook, state: StateRecord, depth: int) -> int:
    """The number of sequences of exactly `depth` moves; a finished game is not continued."""
    if depth == 0:
        return 1
    kernel = rulebook.loaded.kernel(KERNELS / "perft.py")
    states, buffers = search_memory(rulebook, 2 * depth + 3)
    count = int(rulebook.loaded.ask(kernel["perft"], *as_arguments(rulebook, state, states, buffers), 0, depth))
    if count < 0:
        raise LudusError("too many things may happen by chance within these moves to follow them all; count fewer moves")
    return count


def divide(rulebook: Rulebook, state: StateRecord, depth: int) -> dict[int, int]:
    """For each legal move, the number of sequences of `depth` moves that begin with it."""
    if rulebook.raw_outcome(state) != ONGOING:
        return {}
    return {move: perft(rulebook, rulebook.play(state, move), depth - 1) for move in rulebook.moves(state)}


def search_memory(rulebook: Rulebook, plies: int) -> tuple[np.ndarray, np.ndarray]:
    """A state and a buffer for each move ahead."""
    return np.zeros(plies, rulebook.game.state.dtype), np.zeros(plies, rulebook.buffer_type)


def as_arguments(rulebook: Rulebook, state: StateRecord, states: np.ndarray, buffers: np.ndarray) -> tuple[object, object]:
    """The memory as a kernel takes it, compiled or plain, with the position in the first state."""
    states[0] = state
    if rulebook.compiled:
        return states, buffers
    return [PlainState(each) for each in states], [PlainState(each) for each in buffers]
