"""A check that `value` is good for the seat to move, and not for the other one.

Two players meet who both take a win at once. One moves to where `value` is best for it, the other to where `value` is worst. If
the second wins nearly always, the sign is wrong. A poor value, or one that is always 0, leaves them even.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludus.rules.kit.sample import Sample
from ludus.rules.kit.walks import step_at_random
from ludus.rules.play import Happened
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record

GAMES = 30
"""Games that are played at most."""

CLEAR = 18
"""By how many games the second player has to lead: by chance that happens once in seven hundred times."""

SETTLED = 5
"""By how many the first has to lead before nothing more is played."""

LONGEST = 300
"""Moves after which a game counts for nobody."""

CHOICE = 40
"""Of how many legal moves the best is chosen; in positions with more, of some of them."""

MOST_WORK = 120_000
"""Positions that may be valued in all games."""

ENOUGH = 6
"""Where each game takes too long for more, this many won by the second player and none by the first are enough."""


def value_has_the_right_sign(sample: Sample) -> Iterator[str]:
    """Whoever moves to where `value` is high for them does not lose to somebody who moves to where it is low."""
    game = sample.file.game
    if game.value is None or game.seats != 2 or game.acts is not None or game.private or game.secret:
        return
    luck, lead, won, lost, work = sample.luck(), 0, 0, 0, 0
    example: tuple[int, Record] | None = None
    for number in range(GAMES):
        sample.doing = f"game {number + 1} of {GAMES} that follows value"
        believer = number % 2
        contest = _Contest(sample.compiled, luck, believer)
        winner = contest.play()
        work += contest.work
        if winner < 0:
            continue
        won, lost = won + (winner == believer), lost + (winner != believer)
        lead = lost - won
        if winner != believer and contest.worst and (example is None or contest.worst[0] < example[0]):
            example = contest.worst
        if lead <= -SETTLED or lead >= CLEAR or work > MOST_WORK:
            break
    if example is not None and (lead >= CLEAR or (work > MOST_WORK and won == 0 and lost >= ENOUGH)):
        value, state = example
        seat = int(state["turn"])
        yield (
            f"{sample.source.place(sample.source.line_of('value'))}value seems to have the wrong sign: it says {value} in "
            f"{sample.shown(state)}, where {game.team(seat)} is to move and went on to win, and whoever moved to where value was "
            f"low for them won {lost} games of {won + lost}; value must be high when the seat to move, state.turn, stands well"
        )


class _Contest:
    """One game between a player who believes `value` and one who believes the opposite."""

    def __init__(self, rulebook: Rulebook, luck: random.Random, believer: int) -> None:
        self._rulebook, self._luck, self._believer = rulebook, luck, believer
        self.work = 0
        self.worst: tuple[int, Record] | None = None
        """The lowest value that the second player ever had before it, and where."""

    def play(self) -> int:
        """The seat that wins, or a number below 0."""
        state = self._rulebook.start()
        moved = 0
        while moved < LONGEST:
            outcome = self._rulebook.outcome(state)
            if outcome != ONGOING:
                return outcome
            if self._rulebook.chances(state):
                state = self._by_chance(state)
                continue
            seat = int(state["turn"])
            moves = self._rulebook.moves(state)
            if moved < 2:  # no two games alike
                move = self._luck.choice(moves)
            else:
                if seat != self._believer:
                    value = self._rulebook.hint("value", state)
                    self.worst = min(self.worst or (0, state), (value, state), key=lambda pair: pair[0])
                move = self._best(state, seat, moves)
            state = self._rulebook.play(state, move)
            moved += 1
        return ONGOING

    def _best(self, state: Record, seat: int, moves: list[int]) -> int:
        chosen = self._luck.sample(moves, min(CHOICE, len(moves)))
        self.work += len(chosen)
        return max(chosen, key=lambda move: self._promise(state, seat, move))

    def _promise(self, state: Record, seat: int, move: int) -> int:
        """What the player at a seat thinks of a move."""
        after = self._rulebook.play(state, move)
        outcome = self._rulebook.outcome(after)
        if outcome != ONGOING:
            return 0 if outcome < 0 else 1_000_000 if outcome == seat else -1_000_000
        while self._rulebook.chances(after):
            after = self._by_chance(after)
            if self._rulebook.outcome(after) != ONGOING:
                return 0
        value = self._rulebook.hint("value", after)
        return value if (int(after["turn"]) == seat) == (seat == self._believer) else -value

    def _by_chance(self, state: Record) -> Record:
        step, _ = step_at_random(self._rulebook, state, self._luck)
        assert isinstance(step, Happened)  # noqa: S101  a state with chances
        return self._rulebook.happen(state, step.chance)
