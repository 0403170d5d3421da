"""Finding what a request is about: a match at its room or in the store, a game's rules, an earlier moment.

What takes long is given away as work; the request is taken up again when it is done, and is not answered before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from ludus.rules.errors import LudusError
from ludus.rules.positions import options_in
from ludus.rules.rulebook import Rulebook
from ludus.server.accounts.handlers import Answer, Answering
from ludus.server.catalogue import Catalogue
from ludus.server.connections import Connection
from ludus.server.fault import Fault
from ludus.server.matches.events import NOBODY, AnyEvent, Made
from ludus.server.matches.match import Match
from ludus.server.matches.rooms import Room, Rooms
from ludus.server.outbox import Job, Outbox
from ludus.server.store.changes import Store
from ludus.wire import replies
from ludus.wire.problem import Kind
from ludus.wire.requests import AnyRequest

log = structlog.get_logger("ludus")


@dataclass
class Finder:
    """Finds matches and rules."""

    rooms: Rooms
    catalogue: Catalogue
    outbox: Outbox
    store: Store
    answer: Answering
    again: Callable[[int, AnyRequest, float], None]

    def room(self, connection: Connection, name: str, *, over: bool = False) -> Room | Fault:
        """The match that is meant; without a name the one the player is in, or where `over` counts, was in last."""
        if not connection.player:
            return Fault(Kind.LOGIN_FIRST)
        if name:
            return self.rooms.get(name) or Fault(Kind.NO_MATCH, name)
        mine = list(self.rooms.of_player.get(connection.player, {}).values())
        if over and not mine:
            mine = [room for room in self.rooms if room.match.seat_of(connection.player) != NOBODY][-1:]
        if len(mine) > 1:
            return Fault(Kind.WHICH_MATCH, ", ".join(room.match.id for room in mine))
        return mine[0] if mine else Fault(Kind.NOT_IN_A_MATCH)

    def asked(self, connection: Connection, ref: str) -> Room | None:
        """The match in which a player was asked this question, or where none is named, the only one that awaits a move."""
        mine = list(self.rooms.of_player.get(connection.player, {}).values())
        if ref:
            return next((room for room in (*mine, *self.rooms.lingering) if room.match.was_asked(connection.player, ref)), None)
        awaiting = [room for room in mine if room.match.awaits(connection.player)]
        return awaiting[0] if len(awaiting) == 1 else None

    def shown(self, connection: Connection, request: AnyRequest, name: str) -> Room | Fault | None:
        """The match to be shown: one at a room, one that is watched, or one from the store; None while that is being read."""
        if not name and not self.rooms.of_player.get(connection.player):
            name = next(iter(connection.watching), "")
        if not name:
            return self.room(connection, "", over=True)
        room = self.rooms.get(name)
        if room is None:
            self.load(connection, request, name)
        return room

    def rulebook(
        self, connection: Connection, request: AnyRequest, word: str, options: dict[str, int], position: str = ""
    ) -> Rulebook | Answer:
        """The rules of a game; None when they are being compiled, after which the request is taken up again."""
        game = self.catalogue.find(word)
        if game is None:
            return Fault(Kind.NO_GAME, word)
        rules = self.catalogue.games[game].game
        usual = {option.name: option.default for option in rules.options}
        wanted = {**(options_in(rules, position) if position else {}), **options}
        chosen = {name: value for name, value in wanted.items() if usual.get(name) != value}  # the same, said or not
        ready = self.catalogue.ready(game, chosen)
        if ready is None:
            self._prepare(connection, request, game, chosen)
        return ready

    def _prepare(self, connection: Connection, request: AnyRequest, game: str, chosen: dict[str, int]) -> None:
        again = self._again_as(connection, request)

        def fail(error: Exception, now: float) -> None:
            self.answer(connection.id, request, Fault(Kind.WRONG_OPTION, str(error)), now)

        self.outbox.start_job(Job("games", lambda: self.catalogue.prepare(game, chosen), lambda _, now: again(now), fail))

    def _again_as(self, connection: Connection, request: AnyRequest) -> Callable[[float], None]:
        """Take a request up again, but not as somebody else than who has said it."""
        player = connection.player

        def again(now: float) -> None:
            if self.is_still(player, connection, request, now):
                self.again(connection.id, request, now)

        return again

    def is_still(self, player: str, connection: Connection, request: AnyRequest, now: float) -> bool:
        """Whether who has said something is still the same player after the long work it needed; if not, they are told so."""
        if connection.player != player:
            self.answer(connection.id, request, Fault(Kind.NOT_POSSIBLE, "You are somebody else by now; say it again"), now)
        return connection.player == player

    def load(self, connection: Connection, request: AnyRequest, name: str) -> None:
        """Read a match that is over from the store, then take the request up again."""
        again = self._again_as(connection, request)

        def work() -> Match | Fault:
            happened = self.store.events(name)
            if not happened:
                return Fault(Kind.NO_MATCH, name)
            try:
                return self.restore(happened)
            except (LudusError, KeyError, ValueError) as error:
                log.warning("match set aside", match=name, why=str(error) or repr(error))
                sentence = f"Match {name} cannot be shown: its game is not played here any more, or has other rules now"
                return Fault(Kind.NOT_POSSIBLE, sentence)

        def then(found: Match | Fault, now: float) -> None:
            if isinstance(found, Fault):
                self.answer(connection.id, request, found, now)
                return
            if self.rooms.get(name) is None:
                self.rooms.add(found, now, new=False)
            again(now)

        def fail(_: Exception, now: float) -> None:
            self.answer(connection.id, request, Fault(Kind.NOT_NOW, f"Match {name} cannot be read"), now)

        self.outbox.start_job(Job("store", work, then, fail))

    def restore(self, happened: list[AnyEvent]) -> Match:
        """A match as it stood after these events."""
        made = happened[0]
        if not isinstance(made, Made):
            raise ValueError(f"the first event of a match is {made}, and should be how it was made")
        if made.terms.game not in self.catalogue.games:
            raise LudusError(f"{made.terms.game} is not played here; its file may be given with --game")
        rulebook = self.catalogue.prepare(made.terms.game, made.terms.options)
        return Match.restored(rulebook, made, happened[1:], self.catalogue.position(rulebook, made.terms.position))

    def as_seen(self, room: Room, seat: int, now: float) -> tuple[Room, float]:
        """A match as somebody may see it now, and what time it was then: who only watches sees it as late as was agreed."""
        if seat != NOBODY or not room.late:
            return room, now
        self.rooms.catch_up(room, now)
        return room.late, now - room.match.terms.delay

    def work_out(
        self, connection: Connection, request: AnyRequest, work: Callable[[], replies.AnyReply | Fault], what: str
    ) -> None:
        """Have an answer worked out elsewhere, because that takes long or reads what is kept."""

        def fail(_: Exception, now: float) -> None:  # what it is about is in the log: players need not know where things are kept
            self.answer(connection.id, request, Fault(Kind.NOT_NOW, f"{what} cannot be read"), now)

        self.outbox.start_job(Job("store", work, lambda reply, now: self.answer(connection.id, request, reply, now), fail))
