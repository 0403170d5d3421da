"""The Yahtzee player: plays for the best possible average and, in the last round of a game for two, for the win.

strategy = load_strategy()                      from disk, or worked out in a few seconds
strategy.expected                               254.5877, the points to be expected of an empty card
strategy.choose(rulebook, state, seat)          the number of a legal move
strategy.expects(rulebook, state, seat)         `231.4 points in the end`
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ludus.games.strategies.yahtzee_solver import FIRST_HAND, NOTHING, ROW, Card, Solver
from ludus.games.strategies.yahtzee_table import UnusableTable, read_table, write_table
from ludus.rules.compiled.cache import cache_folder
from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord

EPSILON = 1e-7
"""What a point is worth compared with a win: next to nothing, so it decides only between ways that win equally often."""


def load_strategy(progress: Callable[[str], None] | None = None) -> YahtzeeStrategy:
    """The strategy kept on disk; if it cannot be used, it is worked out again, and `progress` gets a sentence about that."""
    tell = progress or _say_nothing
    solver, path = Solver(), cache_folder() / "tables" / "yahtzee.table"
    try:
        return YahtzeeStrategy(solver, read_table(path, solver.fingerprint, solver.shape))
    except UnusableTable as problem:
        tell(f"The Yahtzee table {path} {problem}; working it out takes a few seconds")
    table = solver.solve_all()
    try:
        write_table(path, solver.fingerprint, table)
    except OSError as error:
        tell(f"The Yahtzee table cannot be kept in {path}: {error.strerror}")
    return YahtzeeStrategy(solver, table)


def _say_nothing(sentence: str) -> None:
    """Ignore a sentence."""


class YahtzeeStrategy:
    """Knows the best choice in every situation, from the points that can be expected afterwards."""

    def __init__(self, solver: Solver, table: np.ndarray) -> None:
        self.solver, self.table = solver, table

    @property
    def expected(self) -> float:
        """The expected points of an empty card."""
        return self.before_roll(Card())

    def before_roll(self, card: Card) -> float:
        """The expected further points of a card before a turn."""
        return float(self.table[card.filled, card.fifty, card.upper])

    def after_roll(self, card: Card, dice: Sequence[int], rolls_left: int) -> float:
        """The expected further points of a card with these dice on the table."""
        worth = self.solver.scored(self.table, card)
        for _ in range(rolls_left):
            self.solver.roll_back(worth)
        return float(worth[ROW[tuple(sorted(int(die) for die in dice))], 0])

    def choose(self, rulebook: Rulebook, state: StateRecord, seat: int) -> int:
        """The move for a seat that may act, decided by what this seat can see."""
        seen = rulebook.seen_by(state, seat)
        if not seen["dice"][seat].all() or seen["chosen"][seat]:
            raise LudusError(f"team {seat + 1} has nothing to choose now")
        card, dice, rolls = self.solver.card(seen["scores"][seat]), seen["dice"][seat].tolist(), int(seen["rolls"][seat])
        if rolls == 0:
            return self.solver.best_box(self.table, card, seen["scores"][seat], dice)
        scored = self.solver.scored(self.table, card)
        if rulebook.game.seats == 2 and card.filled.bit_count() == self.solver.boxes - 1:
            rolled_before = rolls < rulebook.file.constants["REROLLS"]
            scored = self._wins(seen, seat, scored, NOTHING if rolled_before else ROW[tuple(dice)])
        return self.solver.best_keep(dice, scored, rolls)

    def expects(self, rulebook: Rulebook, state: StateRecord, seat: int) -> str:
        """The points that a seat can expect at the end of the game."""
        seen = rulebook.seen_by(state, seat)
        card, dice, rolls = self.solver.card(seen["scores"][seat]), seen["dice"][seat].tolist(), int(seen["rolls"][seat])
        further = self.after_roll(card, dice, rolls) if all(dice) else self.before_roll(card)
        return f"{self._total(seen, seat) + further:.1f} points in the end"

    def _wins(self, seen: StateRecord, seat: int, scored: np.ndarray, first: int) -> np.ndarray:
        """How often each hand wins the game in the last round against a player who plays for the mean; a draw is half a win.

        The first hand is the same for both, and known while it lies on the table. Later dice come from one pool as well, but a
        seat sees neither their order nor what it held before, so they are treated as independent of its own.
        """
        theirs = self.solver.scored(self.table, self.solver.card(seen["scores"][1 - seat]))
        likely = self.solver.final_hands(theirs, first)
        ours = self._total(seen, seat) + scored[FIRST_HAND:]
        lead = ours - (self._total(seen, 1 - seat) + theirs[FIRST_HAND:]).T
        wins = np.zeros_like(scored)
        wins[FIRST_HAND:, 0] = (np.sign(lead) + 1) / 2 @ likely
        return wins + EPSILON * scored

    def _total(self, seen: StateRecord, seat: int) -> int:
        """The points on a card without the upper bonus, which the table counts among the further points."""
        return int(seen["scores"][seat].clip(0).sum()) + self.solver.extra * int(seen["bonuses"][seat])
