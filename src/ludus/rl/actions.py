"""Actions of a learner: numbers from 0, as many as a game needs, each a move.

Where the numbers of moves are small, an action is the number of a move: in Connect Four its column. Otherwise it is the place of
a move in the list of legal moves.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ludus.library.errors import IllegalMove
from ludus.library.match import LocalMatch
from ludus.rules.rulebook import Rulebook

KERNEL = Path(__file__).parent / "kernels" / "batch.py"

MOST_ACTIONS = 4096
"""Where moves have higher numbers than this, actions are places in the list of legal moves."""

TRIED, LONGEST = 2000, 1000
"""This many random games, none longer than that, are played to find out how high the numbers of moves are."""


@lru_cache(maxsize=64)
def highest_move(rulebook: Rulebook) -> int:
    """The highest number of a move in many random games."""
    states, start = np.zeros(1, rulebook.game.state.dtype), first_state(rulebook)
    luck, moves = np.ones(1, np.uint64), np.zeros(rulebook.game.most_moves, np.int64)
    kernel = rulebook.loaded.kernel(KERNEL, LISTED=False)
    return int(rulebook.loaded.ask(kernel["highest"], states, start, luck, moves, TRIED, LONGEST))


def first_state(rulebook: Rulebook) -> np.ndarray:
    """An array of one state, the start of the game."""
    start = np.zeros(1, rulebook.game.state.dtype)
    start.view(np.uint8)[:] = np.frombuffer(rulebook.start().tobytes(), np.uint8)
    return start


class Actions:
    """The actions of one game."""

    def __init__(self, rulebook: Rulebook, count: int | None = None) -> None:
        found = highest_move(rulebook) + 1 if count is None else count
        self.listed = found > MOST_ACTIONS
        """Whether an action is a place in the list of legal moves, and not the number of a move."""
        self.count = rulebook.game.most_moves if self.listed else found
        """How many actions there are."""

    def mask(self, match: LocalMatch, seat: int) -> npt.NDArray[np.int8]:
        """1 for each action that is legal for a seat now, otherwise 0."""
        mask = np.zeros(self.count, np.int8)
        if seat in match.acting:
            moves = match.listed(seat)
            mask[range(len(moves)) if self.listed else moves] = 1
        return mask

    def move(self, match: LocalMatch, seat: int, action: int) -> int:
        """The number of the move that an action stands for; raises `IllegalMove` where there is none."""
        moves = match.listed(seat)
        if self.listed and 0 <= action < len(moves):
            return moves[action]
        if self.listed or action not in moves:
            raise IllegalMove(int(action), "the mask of actions does not allow it")
        return int(action)
