"""A check that `value` is good for the seat to move, and not for the other one.

First it is asked in the last positions of random games: is it higher where the seat to move went on to win? If that leaves a
doubt, two players meet who both take a win at once. One moves to where `value` is best for it, the other to where it is worst. If
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
from ludus.rules.state import StateRecord

RIGHT = 0.65
"""A value that tells winners from losers this often is right. Of the games that ship, the least has 0.74."""

WRONG = 0.25
"""One that does so this rarely is wrong, unless the players say otherwise."""

ENOUGH = 25
"""Fewer positions of winners, or of losers, prove nothing."""

GAMES = 60
"""Games that are played at most."""

CLEAR = 24
"""By how many games the second player has to lead: by chance that happens once in five hundred times."""

SETTLED = 6
"""By how many the first has to lead before nothing more is played."""

LONGEST = 300
"""Moves after which a game counts for nobody."""

CHOICE = 40
"""Of how many legal moves the best is chosen; in positions with more, of some of them."""

MOST_WORK = 60_000
"""Positions that may be valued in all games."""


def value_has_the_right_sign(sample: Sample) -> Iterator[str]:
    """`value` is higher where the seat to move goes on to win than where it loses, or else whoever moves to where `value` is high
    for them does not lose to somebody who moves to where it is low.
    """
    game = sample.file.game
    if game.value is None or game.seats != 2 or game.acts is not None:
        return
    winners, losers = _asked_near_the_end(sample)
    share = _told_apart(winners, losers)
    if not winners or share >= RIGHT:
        return
    won, lost = _contests(sample)
    if lost - won < CLEAR and not (share <= WRONG and lost >= won):
        return
    value, state = min(winners, key=lambda pair: pair[0])
    yield (
        f"{sample.source.place(sample.source.line_of('value'))}value seems to have the wrong sign: it says {value} in "
        f"{sample.shown(state)}, where {game.team(int(state['turn']))} is to move and went on to win, and whoever moved to where "
        f"value was low for them won {lost} games of {won + lost}; value must be high when the seat to move, state.turn, stands "
        f"well"
    )


def _asked_near_the_end(sample: Sample) -> tuple[list[tuple[int, StateRecord]], list[tuple[int, StateRecord]]]:
    """Values of the last positions of random games, where the seat to move won and where it lost."""
    rulebook = sample.compiled
    found: tuple[list[tuple[int, StateRecord]], list[tuple[int, StateRecord]]] = ([], [])
    for game in sample.games.played:
        for state in list(game.tail)[:-1] if game.outcome >= 0 else []:
            if rulebook.raw_outcome(state) == ONGOING and not rulebook.chances(state):
                found[int(state["turn"]) != game.outcome].append((rulebook.hint("value", state), state))
    return found


def _told_apart(winners: list[tuple[int, StateRecord]], losers: list[tuple[int, StateRecord]]) -> float:
    """How often a winner's value is higher than a loser's; 0.5 where nothing can be said."""
    if min(len(winners), len(losers)) < ENOUGH:
        return 0.5
    higher = sum((mine > theirs) + 0.5 * (mine == theirs) for mine, _ in winners for theirs, _ in losers)
    return higher / len(winners) / len(losers)


def _contests(sample: Sample) -> tuple[int, int]:
    """How many games the player who believes `value` wins, and how many the other."""
    luck, won, lost, work = sample.luck(), 0, 0, 0
    for number in range(GAMES):
        sample.doing = f"game {number + 1} of {GAMES} that follows value"
        contest = _Contest(sample.compiled, luck, believer=number % 2)
        winner = contest.play()
        work += contest.work
        won, lost = won + (winner == number % 2), lost + (winner == 1 - number % 2)
        if lost - won <= -SETTLED or lost - won >= CLEAR or work > MOST_WORK:
            break
    return won, lost


class _Contest:
    """One game between a player who believes `value` and one who believes the opposite."""

    def __init__(self, rulebook: Rulebook, luck: random.Random, believer: int) -> None:
        self._rulebook, self._luck, self._believer = rulebook, luck, believer
        self.work = 0

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
            move = self._luck.choice(moves) if moved < 2 else self._best(state, seat, moves)  # no two games alike
            state = self._rulebook.play(state, move)
            moved += 1
        return ONGOING

    def _best(self, state: StateRecord, seat: int, moves: list[int]) -> int:
        chosen = self._luck.sample(moves, min(CHOICE, len(moves)))
        self.work += len(chosen)
        return max(chosen, key=lambda move: self._promise(state, seat, move))

    def _promise(self, state: StateRecord, seat: int, move: int) -> int:
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

    def _by_chance(self, state: StateRecord) -> StateRecord:
        step, _ = step_at_random(self._rulebook, state, self._luck)
        assert isinstance(step, Happened)  # noqa: S101  a state with chances
        return self._rulebook.happen(state, step.chance)
