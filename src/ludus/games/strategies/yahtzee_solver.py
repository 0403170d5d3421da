"""The solver behind the Yahtzee strategy: the compiled loops, what they are given, and the table they make.

table[filled, fifty, upper]     the points still to be expected before a turn, on a card where the boxes of `filled` are
                                filled (a bit each, bit 0 for ones), `upper` points count towards the upper bonus, and
                                the yahtzee box holds 50 (fifty 1: further yahtzees earn a bonus) or not (0)
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from itertools import chain, combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludus.games import find_game
from ludus.rules.rulebook import Rulebook

KERNEL = Path(__file__).with_name("yahtzee_kernel.py")

KEEPS = tuple(chain(*(combinations_with_replacement(range(1, 7), count) for count in range(6))))
"""Every way to keep some of five dice, those of fewer dice first; the last 252 keep all five and are the hands."""

ROW = {keep: row for row, keep in enumerate(KEEPS)}
NOTHING, FIRST_HAND = 0, ROW[1, 1, 1, 1, 1]
HANDS = KEEPS[FIRST_HAND:]


class Card(NamedTuple):
    """The part of a player's card that decides the further points; by default an empty card."""

    filled: int = 0
    upper: int = 0
    fifty: int = 0


class Solver:
    """The rules for a single player, and the loops over them."""

    def __init__(self) -> None:
        self.rules = Rulebook(find_game("yahtzee", {"players": 1}))
        facts = self.rules.file.constants
        self.boxes, self.upper, self.yahtzee, self.fill = (facts[name] for name in ("EVERY", "UPPER", "YAHTZEE", "FILL"))
        self.enough, self.upper_bonus, self.extra = (facts[name] for name in ("ENOUGH", "UPPER_BONUS", "YAHTZEE_BONUS"))
        self.throws = facts["POWERS"][facts["POOL"]]

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the table."""
        return 2**self.boxes, 2, self.enough + 1

    @property
    def fingerprint(self) -> bytes:
        """A hash of all sources that the table comes from."""
        digest = hashlib.sha256(self.rules.file.source.encode())
        for path in (KERNEL, Path(__file__)):
            digest.update(path.read_bytes())
        return digest.digest()

    def card(self, scores: np.ndarray) -> Card:
        """A card given by the points in its boxes, -1 for open ones."""
        filled = sum(1 << box for box in range(self.boxes) if scores[box] >= 0)
        upper = sum(max(0, int(points)) for points in scores[: self.upper])
        return Card(filled, min(upper, self.enough), int(scores[self.yahtzee] > 0))

    # The table

    def blank(self) -> np.ndarray:
        """A table in which only the full card is known: the upper bonus comes with it."""
        table = np.zeros(self.shape)
        table[-1, :, self.enough] = self.upper_bonus
        return table

    def solve(self, table: np.ndarray, cards: Sequence[int]) -> None:
        """Fill in these cards, given by their filled boxes; the cards that may follow must be known or come earlier."""
        worth = np.zeros((len(KEEPS), self.enough + 1))
        self._run("solve", table, self._constants, self._buffer(), np.array(cards, np.int64), worth)

    def solve_all(self) -> np.ndarray:
        """The whole table, from the full card back to the empty one."""
        table = self.blank()
        for filled in range(self.boxes - 1, -1, -1):  # in several calls: between them the program can be interrupted
            self.solve(table, [card for card in range(2**self.boxes) if card.bit_count() == filled])
        return table

    def simulate(self, table: np.ndarray, games: int, seed: int = 1) -> np.ndarray:
        """The totals of `games` games played by the table."""
        states, totals = np.zeros(games, self.rules.game.state.dtype), np.zeros(games, np.int64)
        states[:] = self.rules.start()
        luck = np.uint64((2 * seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
        self._run("simulate", table, self._constants, self._buffer(), states, luck, totals)
        return totals

    # One turn; what each way to keep dice and each hand is worth stands in a column with a row for each of KEEPS

    def scored(self, table: np.ndarray, card: Card) -> np.ndarray:
        """The further points that hands are worth if they must be scored."""
        worth = np.zeros((len(KEEPS), 1))
        self._run("score_hands", table, self._constants, self._buffer(), card.filled, card.fifty, card.upper, 1, worth)
        return worth

    def roll_back(self, worth: np.ndarray) -> None:
        """Turn what hands are worth into what they are worth with one more roll."""
        self._run("roll_back", self._constants, worth, 1)

    def best_keep(self, dice: Sequence[int], scored: np.ndarray, rolls: int) -> int:
        """The dice to keep, as bits, when hands are worth `scored` in the end and `rolls` rolls are left."""
        kept = scored.copy()
        for _ in range(rolls - 1):
            self.roll_back(kept)
        self._run("keep_dice", self._constants, kept, 1)
        return int(self._run("best_keep", self._constants, np.array(dice, np.int8), kept, scored, 0))

    def best_box(self, table: np.ndarray, card: Card, scores: np.ndarray, dice: Sequence[int]) -> int:
        """The move that fills the best box."""
        buffer = self._buffer()
        state = buffer["state"]
        state["thrown"], state["scores"][0], state["dice"][0] = 1, scores, dice
        return int(self._run("best_box", table, self._constants, buffer, state, card.filled, card.upper))

    def final_hands(self, scored: np.ndarray, first: int = NOTHING) -> np.ndarray:
        """How likely each final hand is for a player who plays for the mean, from the row of the first hand."""
        chance = np.zeros(len(KEEPS))
        self._run("final_hands", self._constants, scored, first, chance)
        return chance[FIRST_HAND:]

    # What the loops are given

    @cached_property
    def _kernel(self) -> Any:
        return self.rules.loaded.kernel(KERNEL)

    @cached_property
    def _constants(self) -> Any:
        """What never changes: facts of the rules; for each way to keep dice, that with one die more and with one less."""
        facts = ("boxes", "upper", "yahtzee", "fill", "enough", "extra", "throws")
        tables = [("more", "i2", (FIRST_HAND, 6)), ("less", "i2", (len(KEEPS), 6)), ("dice", "i1", (len(HANDS), 5))]
        constants = np.zeros(1, np.dtype([*((name, "i8") for name in facts), *tables], align=True))[0]
        for name in facts:
            constants[name] = getattr(self, name)
        constants["dice"] = HANDS
        constants["less"] = np.arange(len(KEEPS))[:, None]  # a die that is not there cannot be left out: the row stays
        for row, keep in enumerate(KEEPS[:FIRST_HAND]):
            for face in range(6):
                more = ROW[tuple(sorted((*keep, face + 1)))]
                constants["more"][row, face] = more
                constants["less"][more, face] = row
        return constants

    def _buffer(self) -> Any:
        """Working memory for one call, so that threads do not share any."""
        state = self.rules.game.state.dtype
        moves = ("moves", "i8", (self.rules.game.most_moves,))
        return np.zeros(1, np.dtype([("state", state), ("after", state), moves], align=True))[0]

    def _run(self, name: str, *arguments: Any) -> Any:
        return self.rules.loaded.ask(self._kernel[name], *arguments)
