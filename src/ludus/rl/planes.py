"""What a learner sees: the board as planes of zeros and ones, one for each kind of piece and of square."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludus.rules.game import Game
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord

MOST_PLANES = 256
"""A game with more kinds of pieces is seen as the numbers of its pieces instead."""


class Planes:
    """How the states of one game are shown to a learner, as the seat that is asked may see them.

    plane 0, 1, …          1 where a piece stands, the pieces in the order of the game
    then                   1 where a square has its second, third, … type
    the last               1 everywhere when the second seat is asked, 2 for the third
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        game = rulebook.game
        self.codes = codes_of(game)
        types = len(game.square_types) - 1
        count = (len(self.codes) if self.codes else 1) + types + 1
        self.shape = (count, rulebook.height, rulebook.width)
        """Planes, rows and columns."""
        self.highest = max(1, game.seats - 1) if self.codes else int(np.iinfo(np.int32).max)
        """No number is higher than this."""
        self.lowest = 0 if self.codes else int(np.iinfo(np.int32).min)

    def seen(self, state: StateRecord, seat: int) -> npt.NDArray[np.int32]:
        """A state as a seat sees it."""
        codes, kinds = self.rulebook.look(self.rulebook.seen_by(state, seat))
        planes = np.zeros((self.shape[0], codes.size), np.int32)
        at = len(self.codes) or 1
        if self.codes:
            for plane, code in enumerate(self.codes):
                planes[plane] = codes == code
        else:
            planes[0] = codes
        for kind in range(1, len(self.rulebook.game.square_types)):
            planes[at + kind - 1] = kinds == kind
        planes[-1] = seat
        return planes.reshape(self.shape)


def codes_of(game: Game) -> tuple[int, ...]:
    """The numbers of the pieces, where they can be listed."""
    pieces = game.pieces if isinstance(game.pieces, Mapping) else {}
    return tuple(pieces) if 0 < len(pieces) <= MOST_PLANES else ()
