"""Matches between players who know no game, as the events that a server keeps."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ludus.rules.play import Happened, Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.teams import Team
from ludus.server.matches import events
from ludus.server.matches.chance import draw
from ludus.server.matches.events import AnyEvent, Closed, Terms

TEAMS = (["ann", "bob"], ["cid", "dora"])
BEGAN = 1_700_000_000.0


class RandomMatch:
    """Plays a match, and writes down what happens."""

    def __init__(self, rules: Rulebook, seed: str, *, options: Mapping[str, int] | None = None, teams=TEAMS) -> None:
        self.rules, self.seed = rules, seed
        self.luck = random.Random(seed)
        self.play = Play(rules)
        self.teams = [Team(list(names)) for names in teams[: rules.game.seats]]
        self.made_moves = [0] * rules.game.seats
        terms = Terms(rules.game.slug, dict(options or {}), 4, 180.0, 0.0, 0.0, 0.0, "")
        self.log: list[AnyEvent] = []
        self._note(events.Made, match="m7", terms=terms, seed=seed, by="ann")
        for seat, team in enumerate(self.teams):
            for player in team.players:
                self._note(events.Sat, player=player, seat=seat)
        self._note(events.Began)

    def go_on(self, most: int, *, undo: bool = False) -> None:
        """Play on to this number of steps, if the game lasts that long; now and then one is taken back."""
        while not self.play.result and len(self.play.steps) < most:
            if self.play.chances:
                self._let_chance_happen()
                continue
            if undo and self._can_undo() and self.luck.random() < 0.2:
                self._take_back()
            self._move()
            self._note(events.Spoke, player="ann", text="12. secret plans")

    def close(self, how: str) -> None:
        """End the match, by the rules if they say so."""
        result = self.play.result
        if result:
            self._note(Closed, winner=-1 if result.winner is None else result.winner, how="played", sentence=result.sentence)
        elif how == "agreed":
            self._note(Closed, winner=-1, how=how, sentence="The game is drawn by agreement")
        elif how != "played":
            winner = 1 if self.rules.game.seats == 2 else -1
            self._note(Closed, winner=winner, how=how, sentence=f"Team 1 is out by {how}", loser=0)

    def _move(self) -> None:
        seat = self.luck.choice(self.play.acting)
        move = self.luck.choice(self.rules.moves(self.play.state, seat))
        player = self.teams[seat].next_player(self.made_moves[seat])
        self.made_moves[seat] += 1
        self.play.play(seat, move)
        self._note(events.Played, seat=seat, player=player, move=move, path=[], ref=f"r{len(self.log)}")

    def _let_chance_happen(self) -> None:
        number = sum(isinstance(step, Happened) for step in self.play.steps)
        chance = draw(self.seed, number, self.play.chances, self.rules.weights(self.play.state))
        self.play.happen(chance)
        self._note(events.Drawn, chance=chance)

    def _can_undo(self) -> bool:
        steps = self.play.steps
        return self.rules.game.acts is None and bool(steps) and not isinstance(steps[-1], Happened)

    def _take_back(self) -> None:
        seat = self.play.steps[-1].seat
        self.play = Play.replay(self.rules, self.play.steps[:-1])
        self.made_moves[seat] -= 1
        self._note(events.Undone, steps=1, seat=seat)

    def _note(self, kind: type[AnyEvent], **facts: object) -> None:
        self.log.append(kind(number=len(self.log) + 1, at=BEGAN + len(self.log), **facts))
