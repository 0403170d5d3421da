"""`TournamentState`: how a tournament stands, changed only by events. The same events give the same state again.

open ──start──► playing ──every pairing decided, nothing left to pair──► over
  └──────────stop──────────┴─────────────────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ludus.server.tournaments import events
from ludus.server.tournaments.bracket import BYE
from ludus.server.tournaments.events import AnyTournamentEvent, Opened, PairingEnded
from ludus.server.tournaments.series import DRAWN, GameResult, mover, wins
from ludus.server.tournaments.standings import PairingResult
from ludus.server.tournaments.teams import Teams


@dataclass(slots=True)
class Pairing:
    """Two players who meet, for one game or for a match of several."""

    number: int
    round: int
    index: int
    first: str
    second: str
    games: list[GameResult] = field(default_factory=list)
    on: int = 0
    """The number of the game that is being played, 0 for none."""
    match: str = ""
    """The match in which it is played, on a server."""
    ended: PairingEnded | None = None

    @property
    def players(self) -> tuple[str, str]:
        """Both players."""
        return self.first, self.second

    @property
    def is_bye(self) -> bool:
        """Whether somebody has nobody to meet."""
        return self.second == BYE

    @property
    def next_game(self) -> int:
        """The number of the next game."""
        return len(self.games) + 1

    @property
    def next_mover(self) -> str:
        """Who makes the first move of the next game."""
        return mover(self.first, self.second, self.next_game)

    def opponent(self, player: str) -> str:
        """Whom a player meets."""
        return self.second if player == self.first else self.first

    def wins(self, player: str) -> int:
        """How many games a player has won."""
        return wins(self.games, player)

    def result(self) -> PairingResult:
        """What the pairing brought, once it is decided."""
        if self.ended is None:
            raise ValueError(f"pairing {self.number} is not decided yet")
        first = 0.5 if self.ended.winner == DRAWN else float(self.ended.winner == self.first)
        played = self.ended.how not in ("forfeit", "bye") or bool(self.games)
        return PairingResult(self.first, self.second, first, 1.0 - first, played, self.round)


class TournamentState:
    """Those who take part, pairings, and who is away. A team takes part like a player, under its own name."""

    def __init__(self, opened: Opened) -> None:
        self.id, self.terms, self.seed = opened.tournament, opened.terms, opened.seed
        self.arrangement, self.opened = opened.arrangement, opened.at
        self.number = opened.number
        self.ratings: dict[str, float] = {}  # of those who have entered, in that order
        self.teams = Teams()
        self.at_once: dict[str, int] = {}  # of those who have said how many games they want to play at the same time
        self.ready: set[str] = set()
        self.order: list[str] = []  # the starting order
        self.pairings: list[Pairing] = []
        self.away: dict[str, float] = {}  # since when
        self.withdrawn: dict[str, str] = {}  # why
        self.started: float | None = None
        self.winners: list[str] | None = None
        self.free_since: dict[str, float] = {}  # since when players have waited for a pairing
        self.games_ended = 0
        self.stopped = ""  # why it was ended before its time

    @property
    def standing(self) -> Literal["open", "playing", "over"]:
        """Whether players may enter, the tournament is on, or over."""
        return "over" if self.winners is not None else "open" if self.started is None else "playing"

    def undecided(self) -> Iterator[Pairing]:
        """The pairings that are not decided yet, in the order they were made."""
        return (pairing for pairing in self.pairings if pairing.ended is None)

    def of_player(self, player: str) -> Iterator[Pairing]:
        """The undecided pairings of a player."""
        return (pairing for pairing in self.undecided() if player in pairing.players)

    def results(self) -> list[PairingResult]:
        """What the decided pairings brought."""
        return [pairing.result() for pairing in self.pairings if pairing.ended]

    def pairing(self, number: int) -> Pairing | None:
        """The pairing with a number, from 1."""
        return self.pairings[number - 1] if 1 <= number <= len(self.pairings) else None

    def is_in(self, player: str) -> bool:
        """Whether a player takes part and has not left."""
        return player in self.ratings and player not in self.withdrawn

    def is_ready(self, entrant: str) -> bool:
        """Whether everybody who plays for an entrant is ready; the computer always is."""
        return self.ready.issuperset(self.teams.players(entrant))

    def apply(self, event: AnyTournamentEvent) -> None:
        """Let an event happen."""
        self.number = event.number
        match event:
            case events.Registered() | events.Readied() | events.Withdrew() | events.MemberLeft():
                self._apply_to_players(event)
            case events.Started(order=order, at=at):
                self.order, self.started = list(order), at
                self.free_since = dict.fromkeys(order, at)
            case events.Vanished(player=player, at=at):
                self.away[player] = at
            case events.Returned(player=player):
                del self.away[player]
            case events.Finished(winners=winners):
                self.winners = list(winners)
            case events.TournamentStopped(why=why):
                self.winners, self.stopped = [], why
                for pairing in self.undecided():
                    pairing.on, pairing.match = 0, ""
            case events.TournamentResumed(seconds=seconds, at=at):
                self.away = dict.fromkeys(self.away, at)  # nobody could come back before: all of them have their full time
                self._move_times(seconds)
            case _:
                self._apply_to_pairing(event)

    def _apply_to_players(self, event: events.Registered | events.Readied | events.Withdrew | events.MemberLeft) -> None:
        match event:
            case events.Registered(player=player, rating=rating, member=member, at_once=at_once):
                if member:
                    self.teams.join(player, member, rating)
                self.ratings[player] = self.teams.rating(player) if member else rating
                if at_once:
                    self.at_once[player] = at_once
            case events.Readied(player=player):
                self.ready.add(player)
            case events.Withdrew(player=player, why=why) if self.started is not None:
                self.away.pop(player, None)
                self.withdrawn[player] = why
            case events.Withdrew(player=player):
                self.ready.difference_update(self.teams.players(player))
                if player in self.teams:
                    for member in self.teams.players(player):
                        self.teams.forget(member)
                del self.ratings[player]
            case events.MemberLeft(player=player) if self.started is not None:
                self.teams.leave(player)
            case events.MemberLeft(team=team, player=player):
                self.ready.discard(player)
                self.teams.forget(player)
                self.ratings[team] = self.teams.rating(team)

    def _move_times(self, seconds: float) -> None:
        """Have everything that lasts until some time last longer."""
        self.free_since = {player: since + seconds for player, since in self.free_since.items()}
        if self.started is not None:
            self.started += seconds

    def _apply_to_pairing(self, event: AnyTournamentEvent) -> None:
        match event:
            case events.Paired(pairing=number, round=round_, index=index, first=first, second=second):
                self.pairings.append(Pairing(number, round_, index, first, second))
            case events.GameBegan(pairing=number, game=game, match=match):
                self.pairings[number - 1].on, self.pairings[number - 1].match = game, match
            case events.GameDropped(pairing=number):
                self.pairings[number - 1].on, self.pairings[number - 1].match = 0, ""
            case events.GameEnded(pairing=number, game=game, winner=winner, how=how, sentence=sentence):
                pairing = self.pairings[number - 1]
                pairing.games.append(GameResult(game, winner, how, sentence, pairing.match))
                pairing.on, pairing.match = 0, ""
                self.games_ended += 1
            case PairingEnded(pairing=number, at=at):
                pairing = self.pairings[number - 1]
                pairing.ended = event
                self.free_since.update(dict.fromkeys((player for player in pairing.players if player != BYE), at))
