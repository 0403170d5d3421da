"""`TournamentHall`: the tournaments of a server. Their games are ordinary matches, and their players whoever is logged in.

    commands, presence, ends of matches, time ──► Tournament ──► events ──► kept, told, counted
                                                      │
                     GameStart, taken by the core ◄── games that can begin          games that are lost ──► matches broken off

After a restart everybody has the tournament's `grace` to come back, as if nothing had happened; only then have they vanished.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import structlog

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.server.connections import Connection, Connections
from ludus.server.fault import Fault
from ludus.server.lobby.lobby import Lobby
from ludus.server.matches import commands
from ludus.server.matches.events import NOBODY
from ludus.server.matches.room import Room
from ludus.server.matches.rooms import Rooms
from ludus.server.outbox import Outbox
from ludus.server.policy import TournamentPolicy
from ludus.server.statistics.ratings import Ratings
from ludus.server.store.changes import AddTournamentEvent, Kept, PutTournament
from ludus.server.tournaments import events
from ludus.server.tournaments.announcer import TournamentAnnouncer
from ludus.server.tournaments.bracket import take_in_order
from ludus.server.tournaments.events import AnyTournamentEvent
from ludus.server.tournaments.hosted import GameStart, Hosted, scores_of, summary_of
from ludus.server.tournaments.question import match_so_far
from ludus.server.tournaments.seating import make_room, seat_everybody
from ludus.server.tournaments.series import DRAWN, mover
from ludus.server.tournaments.teams import level_of
from ludus.server.tournaments.terms import Arrangement, TournamentTerms, as_sentence, why_not
from ludus.server.tournaments.tournament import NextGame, Tournament
from ludus.wire.error_sentences import Kind

log = structlog.get_logger("ludus")


class TournamentHall:
    """All tournaments that are not over, and some that are.

    `to_begin` are the games that can begin: the core takes them from here, because the records of earlier games have to be read.
    """

    def __init__(
        self, outbox: Outbox, connections: Connections, rooms: Rooms, lobby: Lobby, ratings: Ratings, policy: TournamentPolicy
    ) -> None:
        self.outbox, self.connections, self.rooms, self.lobby = outbox, connections, rooms, lobby
        self.ratings, self.policy = ratings, policy
        self.announcer = TournamentAnnouncer(outbox, connections)
        self.hosted: dict[str, Hosted] = {}
        self.to_begin: list[GameStart] = []
        self.last = 0
        self._of_player: dict[str, dict[str, Hosted]] = {}  # those that are not over
        self._of_match: dict[str, tuple[Hosted, NextGame]] = {}
        self._arrivals: dict[str, None] = {}  # who is here, in the order in which they are taken

    def get(self, name: str) -> Hosted | None:
        """A tournament in memory."""
        return self.hosted.get(name.lower())

    def is_silent(self, player: str) -> bool:
        """Whether a player is in a game of a tournament in which nobody may talk."""
        mine = (self._of_match.get(room.match.id) for room in self.rooms.of(player) if room.match.status == "playing")
        return any(entry and not entry[0].tournament.state.arrangement.talk for entry in mine)

    # Commands

    def open(self, terms: TournamentTerms, arrangement: Arrangement, rulebook: Rulebook, now: float) -> Hosted | Fault:
        """Open a tournament without players."""
        going = sum(each.tournament.state.standing != "over" for each in self.hosted.values())
        if going >= self.policy.at_once:
            return Fault(Kind.NOT_POSSIBLE, f"There are {going} tournaments already; wait until one of them is over")
        self.last += 1
        seed = int.from_bytes(self.lobby.chance(7), "big")
        hosted = Hosted(Tournament.open(f"t{self.last}", terms, seed, now, arrangement), rulebook)
        self.hosted[hosted.id] = hosted
        self.follow(hosted, now)
        return hosted

    def enter(
        self, hosted: Hosted, player: str, now: float, team: str = "", at_once: int = 0, answered: int | None = None
    ) -> Fault | None:
        """Have a player or the computer take part, alone or in a team."""
        rating = self.ratings.of(player, hosted.tournament.state.terms.game).shown
        fault = hosted.tournament.enter(player, now, rating, team, at_once)
        self.follow(hosted, now, answered)
        return fault

    def neighbours(self, hosted: Hosted, player: str, team: str = "") -> list[str]:
        """Who plays against a player from the same network; those at the server's own machine are nobody's neighbours."""
        mine, state = self.connections.networks(player), hosted.tournament.state
        others = (other for entrant in state.ratings if entrant != team for other in state.teams.players(entrant))
        return [other for other in others if other != player and mine & self.connections.networks(other)]

    def start(self, hosted: Hosted, now: float) -> Fault | None:
        """Begin with those who have entered and, where players are taken, those who are here."""
        tournament = hosted.tournament
        state = tournament.state
        taken = self._candidates(hosted) if state.standing == "open" else []
        why = why_not(state.terms, len(state.ratings) + len(taken)) if state.standing == "open" else ""
        if why:
            return Fault(Kind.NOT_POSSIBLE, as_sentence(why))
        for player in taken:
            tournament.enter(player, now, self.ratings.of(player, state.terms.game).shown)
            self._arrivals[player] = self._arrivals.pop(player)
        fault = tournament.start(now)
        if not fault:
            for player in self.announcer.absent(hosted):
                tournament.vanish(player, now)
        self.follow(hosted, now)
        return fault

    def _candidates(self, hosted: Hosted) -> list[str]:
        """Who is taken when a tournament starts that players do not enter by themselves; never whoever has opened it."""
        state = hosted.tournament.state
        waiting = [
            player
            for player in self._arrivals
            if player != state.arrangement.by and not {player, state.teams.entrant(player)} & state.ratings.keys()
        ]
        free = hosted.tournament.room - len(state.ratings)
        if state.arrangement.entry == "first":
            return take_in_order(waiting, free)[0]
        return random.Random(state.seed).sample(waiting, min(free, len(waiting))) if state.arrangement.entry == "random" else []

    # What follows

    def follow(self, hosted: Hosted, now: float, answered: int | None = None) -> None:
        """Keep and tell what has happened in a tournament, break off games it has ended, and see what can begin."""
        tournament, state = hosted.tournament, hosted.tournament.state
        new = tournament.events[hosted.kept :]
        hosted.kept = len(tournament.events)
        for event in new:
            self.outbox.keep(AddTournamentEvent(hosted.id, event), *scores_of(event, state))
            self._index(hosted, event)
        if new:
            self.outbox.keep(PutTournament(summary_of(state, new[-1].at if state.standing == "over" else 0.0)))
            self.announcer.tell(hosted, new, now, answered)
            self._break_off(hosted, new, now)
        if state.standing == "open" and self._is_complete(hosted):
            self.start(hosted, now)
        elif state.standing == "playing" and self.lobby.open and hosted.rulebook:
            for game in [game for game in tournament.ready() if game not in hosted.beginning]:
                hosted.beginning.add(game)
                earlier = [each.match for each in state.pairings[game.pairing - 1].games if each.match]
                self.to_begin.append(GameStart(now, hosted, game, earlier))
        if (due := hosted.due) is not None:
            self.outbox.wake_at(due)

    def _is_complete(self, hosted: Hosted) -> bool:
        """Whether a tournament starts by itself now."""
        state = hosted.tournament.state
        if state.arrangement.start == "ready":
            return len(state.ratings) >= 2 and all(map(state.is_ready, state.ratings))
        return state.arrangement.start == "full" and len(state.ratings) + len(self._candidates(hosted)) >= hosted.tournament.room

    def _index(self, hosted: Hosted, event: AnyTournamentEvent) -> None:
        match event:
            case events.Registered(player=player, member=member):
                self._of_player.setdefault(member or player, {})[hosted.id] = hosted
            case events.Withdrew(player=entrant):
                hosted.awaited.pop(entrant, None)
                self._release(hosted)
            case events.MemberLeft() | events.Finished() | events.TournamentStopped():
                self._release(hosted)
                self._drop_old()

    def _release(self, hosted: Hosted) -> None:
        """Let those go who take part no more."""
        state = hosted.tournament.state
        left = [] if state.standing == "over" else [name for name in state.ratings if name not in state.withdrawn]
        stay = {player for entrant in left for player in state.teams.players(entrant)}
        for player in [player for player, mine in self._of_player.items() if hosted.id in mine and player not in stay]:
            del self._of_player[player][hosted.id]
            if not self._of_player[player]:
                del self._of_player[player]

    def _break_off(self, hosted: Hosted, new: Sequence[AnyTournamentEvent], now: float) -> None:
        """End the matches of games that the tournament has ended: somebody has vanished or left, or all of it was stopped. One
        who leaves a team only stands up.
        """
        for event in new:
            if isinstance(event, events.GameEnded):
                pairing = hosted.tournament.state.pairings[event.pairing - 1]
                room = self.rooms.get(pairing.games[event.game - 1].match)
                if room and not room.match.closed:
                    seat = int(event.winner != mover(pairing.first, pairing.second, event.game))
                    self.rooms.do(room, commands.close(room.match, now, seat, "forfeit", event.sentence, loser=1 - seat))
            elif isinstance(event, events.MemberLeft):
                for room in [room for room in self.rooms.of(event.player) if room.match.made.tournament == hosted.id]:
                    self.rooms.do(room, commands.leave(room.match, event.player, now))
            elif isinstance(event, events.TournamentStopped):
                for name in [name for name, (other, _) in self._of_match.items() if other is hosted]:
                    room = self.rooms.get(name)
                    if room and not room.match.closed:
                        self.rooms.do(room, commands.close(room.match, now, NOBODY, "abandoned", event.why))

    # Games

    def begin(self, start: GameStart, records: Sequence[str], now: float) -> None:
        """Begin a game, unless that is not possible any more."""
        hosted, game = start.hosted, start.game
        tournament, state, rulebook = hosted.tournament, hosted.tournament.state, hosted.rulebook
        hosted.beginning.discard(game)
        tournament.tick(now)
        if rulebook and self.lobby.open and state.standing == "playing" and game in tournament.ready():
            room = make_room(self.lobby, state, rulebook, game, now)
            pairing = state.pairings[game.pairing - 1]
            room.view.series = match_so_far(hosted.id, pairing, state.terms.best_of, game.mover, records)
            tournament.begin_game(game, now, room.match.id)
            self._of_match[room.match.id] = hosted, game
            for player in seat_everybody(self.lobby, room, state, game, now):
                self.outbox.send(self.connections.numbers(player), room.seated(player))
        self.follow(hosted, now)

    def note_end(self, room: Room, now: float) -> None:
        """A match is over: if it was a game of a tournament, it goes on."""
        hosted, game = self._of_match.pop(room.match.id, (None, None))
        closed = room.match.closed
        if hosted is None or game is None or closed is None:
            return
        pairing = hosted.tournament.state.pairings[game.pairing - 1]
        if pairing.on == game.game and pairing.match == room.match.id:  # otherwise the tournament has ended it itself
            winner = DRAWN if closed.winner == NOBODY else (game.mover, game.other)[closed.winner]
            hosted.tournament.end_game(pairing.number, game.game, winner, closed.how, closed.sentence, now)
            self.follow(hosted, now)

    # Coming and going

    def note_presence(self, player: str, is_known: bool, now: float) -> None:
        """A player has come or gone. A guest who has logged out is not known any more, and leaves for good."""
        here = self.connections.is_here(player)
        if here:
            self._arrivals.setdefault(player)
        else:
            self._arrivals.pop(player, None)
        for hosted in list(self._of_player.get(player, {}).values()):
            tournament, entrant = hosted.tournament, hosted.tournament.state.teams.entrant(player)
            if here:
                hosted.awaited.pop(entrant, None)
            if not here and not is_known:
                tournament.withdraw(player, now, "has logged out")
            if tournament.state.standing == "open":
                self.announcer.tell_players(hosted)
            elif here:
                tournament.come_back(entrant, now)
            else:
                self.note_gone(hosted, entrant, now)
            self.follow(hosted, now)
        if here:
            for hosted in [each for each in self.hosted.values() if player in each.untold]:
                self.announcer.tell_late(hosted, player)
            for hosted in [each for each in self.hosted.values() if each.tournament.state.standing == "open"]:
                if hosted.tournament.state.arrangement.entry != "open":
                    self.follow(hosted, now)

    def note_gone(self, hosted: Hosted, entrant: str, now: float) -> None:
        """Somebody who plays for an entrant has gone: with the last one who is connected, the entrant has vanished."""
        state = hosted.tournament.state
        is_on = state.standing == "playing" and state.is_in(entrant) and entrant not in hosted.awaited
        if is_on and not self.announcer.is_here(state, entrant):
            hosted.tournament.vanish(entrant, now)

    def watch(self, hosted: Hosted, connection: Connection) -> None:
        """Tell a connection everything from now on."""
        hosted.watchers = {number for number in hosted.watchers if self.connections.get(number)} | {connection.id}

    # Time

    def tick(self, now: float) -> None:
        """See what is due."""
        for hosted in list(self.hosted.values()):
            due = hosted.due
            if due is None or due > now:
                continue
            tournament, state = hosted.tournament, hosted.tournament.state
            if state.standing == "open":
                fault = self.start(hosted, now)
                if fault:
                    tournament.stop(fault.sentence, now)
            for player in [player for player, until in hosted.awaited.items() if until <= now]:
                del hosted.awaited[player]
                tournament.vanish(player, now)
            tournament.tick(now)
            self.follow(hosted, now)

    def restore(self, kept: Kept, rulebooks: dict[str, Rulebook | None], now: float) -> list[GameStart]:
        """Go on where the server stopped; the games that go on and had others before them, whose records are needed."""
        going: list[GameStart] = []
        self.last = kept.last_tournament
        for name, happened in kept.tournaments.items():
            try:
                tournament = Tournament.restored(happened)
            except (ValueError, LudusError) as error:
                log.warning("tournament set aside", tournament=name, why=str(error))
                continue
            hosted = self.hosted[name] = Hosted(tournament, rulebooks.get(name), kept=len(happened))
            for event in happened:
                self._index(hosted, event)
            tournament.resume(max(0.0, now - kept.alive), now)
            going += self._resume(hosted, now)
            self.follow(hosted, now)
        return going

    def _resume(self, hosted: Hosted, now: float) -> Iterable[GameStart]:
        tournament, state = hosted.tournament, hosted.tournament.state
        here = [entrant for entrant in state.order if state.is_in(entrant) and entrant not in state.away]
        hosted.awaited = {entrant: now + state.terms.grace for entrant in here if not level_of(entrant)}
        for pairing in [pairing for pairing in state.undecided() if pairing.on]:
            game = NextGame(pairing.number, pairing.on, pairing.next_mover, pairing.opponent(pairing.next_mover))
            room = self.rooms.get(pairing.match)
            if room is None or room.match.closed:
                tournament.drop_game(pairing.number, pairing.on, now)
                continue
            self._of_match[room.match.id] = hosted, game
            yield GameStart(now, hosted, game, [each.match for each in pairing.games if each.match])

    def tell_series(self, start: GameStart, records: Sequence[str]) -> None:
        """Have a game that goes on after a restart know what came before it."""
        state = start.hosted.tournament.state
        pairing = state.pairings[start.game.pairing - 1]
        room = self.rooms.get(pairing.match)
        if room:
            room.view.series = match_so_far(state.id, pairing, state.terms.best_of, start.game.mover, records)

    def _drop_old(self) -> None:
        """Drop tournaments that are over, the oldest first, if there are too many: the store has them all."""
        over = [name for name, hosted in self.hosted.items() if hosted.tournament.state.standing == "over"]
        for name in over[: max(0, len(over) - self.policy.finished)]:
            del self.hosted[name]
