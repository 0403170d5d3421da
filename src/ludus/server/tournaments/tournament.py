"""`Tournament`: commands and the time go in, events come out. Pure: no clock, no sockets, nothing left to chance but by the seed.

A command looks whether it may be done, and makes the events that do it; `events` holds all of them in order. A command that may
not be done gives a `Fault`, and nothing has changed.

Players who vanish lose the game they are in at once. They have `grace` seconds to come back; then they are out: what they have
left to play is forfeited, and in a knockout their slot is a bye. Where both of a pairing are away, the one whose time runs out
first is out, and the other goes on; should both run out in the same moment, the one with fewer won games in the pairing is out,
then the one with the worse place in the starting order.

Those who take part are players, the computer, and teams of players, all of them by their names. A team vanishes with the last of
its players; `come_back` and `vanish` are told of the team.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from ludus.server.fault import Fault
from ludus.server.tournaments import events
from ludus.server.tournaments.events import AnyTournamentEvent, Opened, TournamentEvent
from ludus.server.tournaments.pairer import next_pairings, standings_of, start_order
from ludus.server.tournaments.series import DRAWN, GameEnd, match_verdict, mini_match_verdict
from ludus.server.tournaments.state import Pairing, TournamentState
from ludus.server.tournaments.terms import MOST_PLAYERS, Arrangement, TournamentTerms, as_sentence, why_not
from ludus.wire.error_sentences import Kind


class NextGame(NamedTuple):
    """A game that can begin now: its pairing, its number in it, who moves first and who second."""

    pairing: int
    game: int
    mover: str
    other: str


class Tournament:
    """One tournament, from the first player to the winner."""

    def __init__(self, opened: Opened) -> None:
        self.state = TournamentState(opened)
        self.events: list[AnyTournamentEvent] = [opened]

    @classmethod
    def open(
        cls, tournament: str, terms: TournamentTerms, seed: int, now: float, arrangement: Arrangement | None = None
    ) -> Tournament:
        """A new tournament without players."""
        arranged = arrangement or Arrangement()
        return cls(Opened(number=1, at=now, tournament=tournament, terms=terms, seed=seed, arrangement=arranged))

    @classmethod
    def restored(cls, happened: Sequence[AnyTournamentEvent]) -> Tournament:
        """The tournament in which these events have happened."""
        opened = happened[0] if happened else None
        if not isinstance(opened, Opened):
            raise ValueError(f"the first event of a tournament is {opened}, and should be how it was opened")
        tournament = cls(opened)
        for event in happened[1:]:
            tournament.state.apply(event)
            tournament.events.append(event)
        return tournament

    # How it stands

    def ready(self) -> list[NextGame]:
        """The games that can begin now, in the order of their rounds; no player is asked for more at once than the terms say."""
        state = self.state
        busy = Counter(player for pairing in state.undecided() if pairing.on for player in pairing.players)
        found = []
        for pairing in sorted(state.undecided(), key=lambda each: (each.round, each.number)):
            if pairing.on or any(
                player in state.away or busy[player] >= self._most_at_once(player) for player in pairing.players
            ):
                continue
            for player in pairing.players:
                busy[player] += 1
            first = pairing.next_mover
            found.append(NextGame(pairing.number, pairing.next_game, first, pairing.opponent(first)))
        return found

    def _most_at_once(self, player: str) -> int:
        return self.state.at_once.get(player, self.state.terms.at_once)

    @property
    def room(self) -> int:
        """The most players it can have."""
        return self.state.terms.slots or MOST_PLAYERS

    @property
    def is_full(self) -> bool:
        """Whether nobody else can enter."""
        return len(self.state.ratings) >= self.room

    def deadline(self) -> float | None:
        """When the time of somebody who is away runs out, or an arena ends that waits for players."""
        state = self.state
        if state.standing != "playing":
            return None
        ends = [since + state.terms.grace for since in state.away.values()]
        if state.terms.kind == "arena" and state.started is not None and not any(True for _ in state.undecided()):
            ends.append(state.started + state.terms.seconds)
        return min(ends, default=None)

    # Commands

    def enter(self, player: str, now: float, rating: float = 0.0, team: str = "", at_once: int = 0) -> Fault | None:
        """Take part, alone or in a team."""
        why = self._why_not_enter(player, team)
        if why:
            return Fault(Kind.NOT_POSSIBLE, why)
        self._do(events.Registered, now, player=team or player, rating=rating, member=player if team else "", at_once=at_once)
        return None

    def _why_not_enter(self, player: str, team: str) -> str:
        state, size = self.state, self.state.terms.team_size
        entrant = state.teams.entrant(player)
        if state.standing != "open":
            return f"{state.id} has begun; nobody can enter it any more"
        if not player:
            return "A player needs a name"
        if player in state.ratings or entrant in state.ratings:
            return f"{player} takes part already{f' for {entrant}' if entrant != player else ''}"
        if team and size == 1:
            return f"Everybody plays alone in {state.id}; for teams it must be opened with team_size=2 or more"
        if team in state.teams:
            return f"{team} is full: a team has at most {size} players" if len(state.teams.players(team)) >= size else ""
        if team in state.ratings:
            return f"{team} is a player in {state.id}, not a team"
        return f"{state.id} is full: it has room for {self.room} player{'s' * (self.room != 1)}" if self.is_full else ""

    def get_ready(self, player: str, now: float) -> Fault | None:
        """Say that a player is ready to start."""
        if not self.state.is_in(self.state.teams.entrant(player)):
            return Fault(Kind.NOT_POSSIBLE, f"{player} does not take part in {self.state.id}")
        if self.state.standing != "open":
            return Fault(Kind.NOT_POSSIBLE, f"{self.state.id} has begun already")
        if player not in self.state.ready:
            self._do(events.Readied, now, player=player)
        return None

    def start(self, now: float) -> Fault | None:
        """Begin, with whoever has entered."""
        if self.state.standing != "open":
            return Fault(Kind.NOT_POSSIBLE, f"{self.state.id} has begun already")
        why = why_not(self.state.terms, len(self.state.ratings))
        if why:
            return Fault(Kind.NOT_POSSIBLE, as_sentence(why))
        order = start_order(self.state.ratings, self.state.terms.order, self.state.seed)
        self._do(events.Started, now, order=order)
        self._settle(now)
        return None

    def stop(self, why: str, now: float) -> Fault | None:
        """End it before its time."""
        if self.state.standing == "over":
            return Fault(Kind.NOT_POSSIBLE, f"{self.state.id} is over")
        self._do(events.TournamentStopped, now, why=why)
        return None

    def resume(self, seconds: float, now: float) -> None:
        """The server was down for these seconds: nobody has lost them."""
        if self.state.standing == "playing" and seconds > 0:
            self._do(events.TournamentResumed, now, seconds=seconds)

    def begin_game(self, game: NextGame, now: float, match: str = "") -> Fault | None:
        """Begin a game that is ready; on a server it is this match."""
        self.tick(now)
        if game not in self.ready():
            return Fault(Kind.NOT_POSSIBLE, f"Game {game.game} of pairing {game.pairing} cannot begin now")
        self._do(events.GameBegan, now, pairing=game.pairing, game=game.game, mover=game.mover, match=match)
        return None

    def end_game(self, number: int, game: int, winner: str, how: GameEnd, sentence: str, now: float) -> Fault | None:
        """A game has ended; `winner` is empty for a draw."""
        pairing = self.state.pairing(number)
        if pairing is None or pairing.on != game or not game:
            return Fault(Kind.NOT_POSSIBLE, f"Game {game} of pairing {number} is not being played")
        if winner not in (DRAWN, *pairing.players):
            return Fault(Kind.NOT_POSSIBLE, f"{winner} does not play in pairing {number}")
        self._end_game(pairing, winner, how, sentence, now)
        self._settle(now)
        return None

    def drop_game(self, number: int, game: int, now: float) -> Fault | None:
        """A game was broken off through no fault of its players; it will be played anew."""
        pairing = self.state.pairing(number)
        if pairing is None or pairing.on != game or not game:
            return Fault(Kind.NOT_POSSIBLE, f"Game {game} of pairing {number} is not being played")
        self._do(events.GameDropped, now, pairing=number, game=game)
        return None

    def vanish(self, player: str, now: float) -> Fault | None:
        """A player has vanished, and loses the games they are in."""
        if not self.state.is_in(player):
            return Fault(Kind.NO_PLAYER, player)
        if player in self.state.away:
            return None
        self._do(events.Vanished, now, player=player)
        for pairing in [each for each in self.state.of_player(player) if each.on]:
            self._end_game(pairing, pairing.opponent(player), "vanished", f"{player} has vanished", now)
        self._settle(now)
        return None

    def come_back(self, player: str, now: float) -> Fault | None:
        """A player is back."""
        self.tick(now)
        if not self.state.is_in(player):
            return Fault(Kind.NO_PLAYER, player)
        if player in self.state.away:
            self._do(events.Returned, now, player=player)
            self._settle(now)
        return None

    def withdraw(self, player: str, now: float, why: str = "has left") -> Fault | None:
        """Somebody leaves, and forfeits what they have left to play; if it is a player of a team, the others go on."""
        entrant = player if player in self.state.teams else self.state.teams.entrant(player)
        mates = [other for other in self.state.teams.players(entrant) if other != player]
        if not self.state.is_in(entrant):
            return Fault(Kind.NO_PLAYER, player)
        if self.state.standing == "over":
            return Fault(Kind.NOT_POSSIBLE, f"{self.state.id} is over")
        if entrant != player and mates:
            self._do(events.MemberLeft, now, team=entrant, player=player, why=why)
            return None
        self._withdraw(entrant, why, now)
        self._settle(now)
        return None

    def tick(self, now: float) -> None:
        """See whose time to come back is up, and whether there is something new to pair."""
        state = self.state
        if state.standing != "playing":
            return
        while late := [player for player, since in state.away.items() if since + state.terms.grace <= now]:
            self._withdraw(min(late, key=self._first_out), f"did not come back within {state.terms.grace:g} seconds", now)
            self._forfeit(now)
        self._settle(now)

    # What follows

    def _first_out(self, player: str) -> tuple[float, int, int]:
        """Who is out first of several whose time is up: see the rule above."""
        won = sum(pairing.wins(player) for pairing in self.state.of_player(player))
        place = self.state.order.index(player) if player in self.state.order else 0
        return self.state.away[player], won, -place

    def _withdraw(self, player: str, why: str, now: float) -> None:
        self._do(events.Withdrew, now, player=player, why=why)
        for pairing in list(self.state.of_player(player)):
            if pairing.on:
                self._end_game(pairing, pairing.opponent(player), "forfeit", f"{player} {why}", now)

    def _end_game(self, pairing: Pairing, winner: str, how: GameEnd, sentence: str, now: float) -> None:
        self._do(events.GameEnded, now, pairing=pairing.number, game=pairing.on, winner=winner, how=how, sentence=sentence)
        self._judge(pairing, now)

    def _judge(self, pairing: Pairing, now: float) -> None:
        """Decide a pairing whose games decide it."""
        terms, (first, second) = self.state.terms, pairing.players
        if terms.kind == "knockout":
            better = min(pairing.players, key=self.state.order.index)
            verdict = match_verdict(first, second, pairing.games, terms.best_of, terms.replays, better)
        else:
            verdict = mini_match_verdict(first, second, pairing.games, terms.best_of)
        if verdict:
            self._decide(pairing, verdict.winner, verdict.how, verdict.sentence, now)

    def _decide(self, pairing: Pairing, winner: str, how: str, sentence: str, now: float) -> None:
        self._do(events.PairingEnded, now, pairing=pairing.number, winner=winner, how=how, sentence=sentence)

    def _settle(self, now: float) -> None:
        """Forfeit what nobody will play, pair whoever can be paired, and notice the end."""
        state = self.state
        if state.standing != "playing":
            return
        while True:
            self._forfeit(now)
            new = next_pairings(state, now)
            if not new:
                break
            for each in new:
                self._do(events.Paired, now, pairing=len(state.pairings) + 1, **asdict(each))
        if not any(True for _ in state.undecided()) and self._is_complete(now):
            self._do(events.Finished, now, winners=[row.player for row in standings_of(state) if row.place == 1])

    def _is_complete(self, now: float) -> bool:
        """Whether nothing more can be paired later; in an arena that takes its time, while two players are left."""
        state = self.state
        if state.terms.kind != "arena" or state.started is None:
            return True
        left = [player for player in state.order if player not in state.withdrawn]
        return now >= state.started + state.terms.seconds or len(left) < 2

    def _forfeit(self, now: float) -> None:
        for pairing in list(self.state.undecided()):
            gone = [player for player in pairing.players if player in self.state.withdrawn]
            if pairing.is_bye:
                self._decide(pairing, pairing.first, "bye", f"{pairing.first} has a bye", now)
            elif gone:
                first_out = min(gone, key=list(self.state.withdrawn).index)  # of two who are out, the other stayed longer
                why = f"{first_out} {self.state.withdrawn[first_out]}"
                self._decide(pairing, pairing.opponent(first_out), "forfeit", why, now)

    def _do(self, kind: type[TournamentEvent], now: float, **what: Any) -> None:
        event: Any = kind(number=self.state.number + 1, at=now, **what)
        self.state.apply(event)
        self.events.append(event)
