"""Whole tournaments with players that win, draw, crash, come back or stay away as a seed says; nobody waits for the time."""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass, field

from ludus.server.tournaments.events import AnyTournamentEvent, read_event, write_event
from ludus.server.tournaments.series import DRAWN
from ludus.server.tournaments.terms import TournamentKind, TournamentTerms, why_not
from ludus.server.tournaments.tournament import NextGame, Tournament

KINDS: tuple[TournamentKind, ...] = ("knockout", "round-robin", "swiss", "arena")


@dataclass
class Simulation:
    """One tournament from its seed."""

    seed: int
    restarts: int = 0
    tournament: Tournament = field(init=False)

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)
        self.now, self.due, self.count = 1000.0, [], 0
        players = [f"p{number}" for number in range(self.luck.randint(2, 12))]
        self.tournament = Tournament.open("t1", self._terms(len(players)), self.seed, self.now)
        for player in players:
            assert self.tournament.enter(player, self.now, self.luck.random()) is None
        assert self.tournament.start(self.now) is None
        self.trouble = self.luck.choice([0.0, 0.02, 0.1, 0.5])
        self.draws = self.luck.choice([0.0, 0.2, 0.9])
        self.crowd = self.luck.randint(1, 5)  # games at once

    def _terms(self, players: int) -> TournamentTerms:
        luck = self.luck
        terms = TournamentTerms(
            game="tic-tac-toe",
            kind=luck.choice(KINDS),
            best_of=luck.choice([1, 3, 5]),
            double=luck.random() < 0.5,
            seconds=luck.choice([5.0, 60.0]),
            order=luck.choice(["list", "random", "rating"]),
            replays=luck.randint(0, 3),
            grace=luck.choice([0.0, 10.0, 60.0]),
            at_once=luck.choice([1, 1, 2]),
        )
        assert why_not(terms, players) == ""
        return terms

    def run(self) -> Tournament:
        """Play to the end."""
        for _ in range(20_000):
            if self.tournament.state.standing == "over":
                return self.tournament
            self._begin()
            self._step()
            if self.luck.random() < 0.02:
                self._restart()
        raise AssertionError(f"seed {self.seed}: the tournament does not end")

    def _begin(self) -> None:
        on = sum(bool(pairing.on) for pairing in self.tournament.state.pairings)
        for game in self.tournament.ready()[: max(0, self.crowd - on)]:
            assert self.tournament.begin_game(game, self.now) is None
            self._later(self.luck.uniform(0.1, 30.0), "game", game)

    def _step(self) -> None:
        """What happens next, or the next deadline, whichever is first; sometimes the clock jumps."""
        deadline = self.tournament.deadline()
        if self.due and (deadline is None or self.due[0][0] <= deadline):
            at, _, what, whom = heapq.heappop(self.due)
            self.now = max(self.now, at)
            self._happen(what, whom)
        elif deadline is not None:
            self.now = max(self.now, deadline)
        if self.luck.random() < 0.01:
            self.now += self.luck.uniform(0, 100)
        self.tournament.tick(self.now)
        if self.luck.random() < self.trouble:
            self._trouble()

    def _happen(self, what: str, whom: NextGame | str) -> None:
        if what == "game" and isinstance(whom, NextGame):
            pairing = self.tournament.state.pairing(whom.pairing)
            if pairing and pairing.on == whom.game:
                winner = DRAWN if self.luck.random() < self.draws else self.luck.choice(pairing.players)
                assert self.tournament.end_game(whom.pairing, whom.game, winner, "played", "", self.now) is None
        elif what == "return" and isinstance(whom, str):
            self.tournament.come_back(whom, self.now)

    def _trouble(self) -> None:
        state = self.tournament.state
        here = [player for player in state.order if state.is_in(player) and player not in state.away]
        if not here or state.standing == "over":
            return
        player = self.luck.choice(here)
        if self.luck.random() < 0.1:
            self.tournament.withdraw(player, self.now)
        else:
            self.tournament.vanish(player, self.now)
            if self.luck.random() < 0.8:
                self._later(self.luck.uniform(0.0, 1.5) * max(1.0, state.terms.grace), "return", player)

    def _restart(self) -> None:
        """The server is killed and comes back: all it has is the events."""
        kept: list[AnyTournamentEvent] = [read_event(write_event(event)) for event in self.tournament.events]
        again = Tournament.restored(kept)
        assert vars(again.state) == vars(self.tournament.state)
        self.tournament = again
        self.restarts += 1

    def _later(self, seconds: float, what: str, whom: NextGame | str) -> None:
        self.count += 1
        heapq.heappush(self.due, (self.now + seconds, self.count, what, whom))
