"""Finding what a request is about: a match at its table or in the store, a game's rules, an earlier moment.

What takes long is given away as work; the request is taken up again when it is done, and is not answered before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from ludus.rules.errors import LudusError
from ludus.rules.positions import options_in
from ludus.rules.rulebook import Rulebook
from ludus.server.changes import Store
from ludus.server.door import Answer, Answering
from ludus.server.events import NOBODY, AnyEvent, Made
from ludus.server.fault import Fault
from ludus.server.match import Match
from ludus.server.outbox import Job, Outbox
from ludus.server.shelf import Shelf
from ludus.server.tables import Table, Tables
from ludus.server.visitors import Visitor
from ludus.wire import replies
from ludus.wire.problem import Kind
from ludus.wire.requests import AnyRequest

log = structlog.get_logger("ludus")


@dataclass
class Finder:
    """Finds matches and rules."""

    tables: Tables
    shelf: Shelf
    outbox: Outbox
    store: Store
    answer: Answering
    again: Callable[[int, AnyRequest, float], None]

    def table(self, visitor: Visitor, name: str, *, over: bool = False) -> Table | Fault:
        """The match that is meant; without a name the one the player is in, or where `over` counts, was in last."""
        if not visitor.player:
            return Fault(Kind.LOGIN_FIRST)
        if name:
            return self.tables.get(name) or Fault(Kind.NO_MATCH, name)
        mine = list(self.tables.of_player.get(visitor.player, {}).values())
        if over and not mine:
            mine = [table for table in self.tables if table.match.seat_of(visitor.player) != NOBODY][-1:]
        if len(mine) > 1:
            return Fault(Kind.WHICH_MATCH, ", ".join(table.match.id for table in mine))
        return mine[0] if mine else Fault(Kind.NOT_IN_A_MATCH)

    def asked(self, visitor: Visitor, ref: str) -> Table | None:
        """The match in which a player was asked this question, or where none is named, the only one that awaits a move."""
        mine = list(self.tables.of_player.get(visitor.player, {}).values())
        if ref:
            return next((table for table in (*mine, *self.tables.lingering) if table.match.was_asked(visitor.player, ref)), None)
        awaiting = [table for table in mine if table.match.awaits(visitor.player)]
        return awaiting[0] if len(awaiting) == 1 else None

    def shown(self, visitor: Visitor, request: AnyRequest, name: str) -> Table | Fault | None:
        """The match to be shown: one at a table, one that is watched, or one from the store; None while that is being read."""
        if not name and not self.tables.of_player.get(visitor.player):
            name = next(iter(visitor.watching), "")
        if not name:
            return self.table(visitor, "", over=True)
        table = self.tables.get(name)
        if table is None:
            self.load(visitor, request, name)
        return table

    def rulebook(
        self, visitor: Visitor, request: AnyRequest, word: str, options: dict[str, int], position: str = ""
    ) -> Rulebook | Answer:
        """The rules of a game; None when they are being compiled, after which the request is taken up again."""
        game = self.shelf.find(word)
        if game is None:
            return Fault(Kind.NO_GAME, self.shelf.unknown(word))
        rules = self.shelf.games[game].game
        usual = {option.name: option.default for option in rules.options}
        wanted = {**(options_in(rules, position) if position else {}), **options}
        chosen = {name: value for name, value in wanted.items() if usual.get(name) != value}  # the same, said or not
        ready = self.shelf.ready(game, chosen)
        if ready is None:
            self._prepare(visitor, request, game, chosen)
        return ready

    def _prepare(self, visitor: Visitor, request: AnyRequest, game: str, chosen: dict[str, int]) -> None:
        again = self._again_as(visitor, request)

        def fail(error: Exception, now: float) -> None:
            self.answer(visitor.id, request, Fault(Kind.WRONG_OPTION, str(error)), now)

        self.outbox.give(Job("games", lambda: self.shelf.prepare(game, chosen), lambda _, now: again(now), fail))

    def _again_as(self, visitor: Visitor, request: AnyRequest) -> Callable[[float], None]:
        """Take a request up again, but not as somebody else than who has said it."""
        player = visitor.player

        def again(now: float) -> None:
            if self.is_still(player, visitor, request, now):
                self.again(visitor.id, request, now)

        return again

    def is_still(self, player: str, visitor: Visitor, request: AnyRequest, now: float) -> bool:
        """Whether who has said something is still the same player after the long work it needed; if not, they are told so."""
        if visitor.player != player:
            self.answer(visitor.id, request, Fault(Kind.NOT_POSSIBLE, "You are somebody else by now; say it again"), now)
        return visitor.player == player

    def load(self, visitor: Visitor, request: AnyRequest, name: str) -> None:
        """Read a match that is over from the store, then take the request up again."""
        again = self._again_as(visitor, request)

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
                self.answer(visitor.id, request, found, now)
                return
            if self.tables.get(name) is None:
                self.tables.add(found, now, new=False)
            again(now)

        def fail(_: Exception, now: float) -> None:
            self.answer(visitor.id, request, Fault(Kind.NOT_NOW, f"Match {name} cannot be read"), now)

        self.outbox.give(Job("store", work, then, fail))

    def restore(self, happened: list[AnyEvent]) -> Match:
        """A match as it stood after these events."""
        made = happened[0]
        if not isinstance(made, Made):
            raise ValueError(f"the first event of a match is {made}, and should be how it was made")
        if made.terms.game not in self.shelf.games:
            raise LudusError(f"{made.terms.game} is not played here; its file may be given with --game")
        rulebook = self.shelf.prepare(made.terms.game, made.terms.options)
        return Match.restored(rulebook, made, happened[1:], self.shelf.position(rulebook, made.terms.position))

    def as_seen(self, table: Table, seat: int, now: float) -> tuple[Table, float]:
        """A match as somebody may see it now, and what time it was then: who only watches sees it as late as was agreed."""
        if seat != NOBODY or not table.late:
            return table, now
        self.tables.catch_up(table, now)
        return table.late, now - table.match.terms.delay

    def work_out(self, visitor: Visitor, request: AnyRequest, work: Callable[[], replies.AnyReply | Fault], what: str) -> None:
        """Have an answer worked out elsewhere, because that takes long or reads what is kept."""

        def fail(_: Exception, now: float) -> None:  # what it is about is in the log: players need not know where things are kept
            self.answer(visitor.id, request, Fault(Kind.NOT_NOW, f"{what} cannot be read"), now)

        self.outbox.give(Job("store", work, lambda reply, now: self.answer(visitor.id, request, reply, now), fail))
