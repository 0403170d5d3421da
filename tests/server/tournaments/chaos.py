"""A whole server with tournaments, from a seed: players who crash and come back, the power that fails, a clock that jumps.

After chaos comes calm, and then the comparison: the table must be the one that the stored matches give.
"""

from __future__ import annotations

from collections import Counter

from tests.server.tournaments.house import TournamentHouse

from ludus.server.matches.events import Closed
from ludus.server.statistics.ratings import recount
from ludus.server.store.memory import PowerLost
from ludus.server.tournaments.pairer import standings_of
from ludus.server.tournaments.tournament import Tournament

STEPS = 120
"""Things that happen while everything goes wrong."""


class Chaos(TournamentHouse):
    """One run."""

    def __init__(self, seed: int) -> None:
        self.crashes = 0
        super().__init__(seed=seed)
        self.names = [f"p{number}" for number in range(self.luck.randint(2, 6))]
        for name in self.names:
            self.come(name)
        self.opened = [self._hold() for _ in range(self.luck.choice((1, 1, 2)))]

    def _hold(self) -> str:
        luck = self.luck
        name = self.open(
            kind=luck.choice(("knockout", "round-robin", "swiss", "arena")),
            best_of=luck.choice((1, 3)),
            replays=luck.randint(0, 1),
            grace=luck.choice((5.0, 30.0)),
            seconds=60.0,
            at_once=luck.choice((1, 2)),
            order=luck.choice(("list", "random", "rating")),
        )
        self.join(name)
        self.start(name)
        return name

    # The power

    def settle(self) -> None:
        """Keep and tell; the power may be lost in it."""
        try:
            super().settle()
        except PowerLost:
            self.crashes += 1
            self.crash(after=self.luck.choice((0.0, 2.0, 100.0)))

    def come(self, name: str, *, program: bool = True):
        """Somebody comes; if the power is lost meanwhile, nobody is there any more."""
        crashes = self.crashes
        try:
            return super().come(name, program=program)
        except IndexError:  # nobody was told anything
            assert self.crashes > crashes
            return None

    # The run

    def run(self) -> None:
        """Chaos, calm, comparison."""
        for _ in range(STEPS):
            self._step()
            self._go_wrong()
        for _ in range(400):
            if all(self._state(name).standing == "over" for name in self.opened):
                return self.check()
            for name in self.names:
                if name not in self.here:
                    self.come(name)
            self.play(50)
            self.wait(20.0)
        raise AssertionError([self._state(name).standing for name in self.opened])

    def _state(self, name: str):
        return Tournament.restored(self.store.tournament_events(name)).state

    def _step(self) -> None:
        asked = self.asked()
        if asked and self.luck.random() < 0.8:
            self.move(*self.luck.choice(asked))
        else:
            self.wait(self.luck.choice((0.1, 1.0, 4.0)))

    def _go_wrong(self) -> None:
        pick = self.luck.random()
        if pick < 0.06 and self.here:
            self.go(self.luck.choice(sorted(self.here)))
        elif pick < 0.14 and (away := [name for name in self.names if name not in self.here]):
            self.come(self.luck.choice(away))
        elif pick < 0.16:
            self.store.lose_power(self.luck.randint(1, 3), kept=self.luck.random() < 0.5)
        elif pick < 0.17:
            self.now += self.luck.choice((40.0, 300.0, -20.0))
            self.core.tick(self.now)
            self.settle()

    # The comparison

    def check(self) -> None:
        """What is stored about tournaments is what is stored about their matches."""
        assert self.store.load().matches == {}, "a match was never over"
        for name in self.opened:
            state = self._state(name)
            points: Counter[str] = Counter(dict.fromkeys(state.order, 0.0))
            for pairing in state.pairings:
                for game in pairing.games:
                    if game.match:
                        self._check_game(game)
                result = pairing.result()
                points[pairing.first] += result.first_points
                if pairing.second:
                    points[pairing.second] += result.second_points
            assert {row.player: row.points for row in standings_of(state)} == dict(points)
        ratings = recount(self.store.ended_matches(), self.store.load().accounts)
        assert ratings.all == self.core.context.ratings.all

    def _check_game(self, game) -> None:
        happened = self.store.events(game.match)
        closed = next(event for event in happened if isinstance(event, Closed))
        teams = [event.player for event in happened if type(event).__name__ == "Sat"]
        assert game.winner == ("" if closed.winner < 0 else teams[closed.winner])
        assert game.sentence == closed.sentence


def run(seed: int) -> Chaos:
    """Run a seed, and name it when it fails."""
    chaos = Chaos(seed)
    try:
        chaos.run()
    except Exception as error:
        raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
    return chaos
