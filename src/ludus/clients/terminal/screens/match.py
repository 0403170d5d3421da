"""A match: the board, the players with their clocks, the moves and the chat; for players and for those who watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ludus.clients.terminal.board_frame import Marks, draw_board, fit, needs
from ludus.clients.terminal.canvas import Canvas
from ludus.clients.terminal.desk import Desk, DeskScreen, say_too_small
from ludus.clients.terminal.entry import Point
from ludus.clients.terminal.followed_match import FollowedMatch
from ludus.clients.terminal.keyboard import Picked
from ludus.clients.terminal.line_input import LineInput
from ludus.clients.terminal.look import BoardLook
from ludus.clients.terminal.panel import LEAST_PANEL, LEAST_ROWS, draw_panel
from ludus.clients.terminal.screens.page import HELP, TextPage
from ludus.clients.terminal.sentences import offer_of_others, status_of
from ludus.wire.messages import Accept, Chat, Decline, Hint, Leave, Move, Offer, Resign, Unwatch

SAY = "Say:"
SAID_FOR = 6.0
"""Seconds for which a sentence hides whose turn it is."""

ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
AGREEMENTS: dict[str, Literal["draw", "undo", "rematch"]] = {"d": "draw", "u": "undo", "r": "rematch"}


class MatchScreen(DeskScreen):
    """One match, whoever plays it."""

    def __init__(self, desk: Desk, match: str) -> None:
        super().__init__(desk)
        self.match: FollowedMatch = desk.model.follow(match)
        self.cursor: Point | None = None
        self.flipped = False
        self.choice = ""
        """A question that one key answers: `offer`, `resign` or `quit`."""
        self.scrolled = 0

    def heading(self) -> str:
        """The game, and what the match is called."""
        return f"{self.match.name or self.match.game or 'Match'}  {self.match.match}" + (
            "" if self.match.team else "  (watching)"
        )

    @property
    def look(self) -> BoardLook | None:
        """How the game looks, once the server has said so."""
        return self.desk.model.look_of(self.match.game, self.match.options)

    def keys(self) -> Sequence[str]:
        """What can be done now."""
        if self.choice == "offer":
            return ("Offer:", "(D)raw", "(U)ndo your last move", "(R)ematch", "(B)ack")
        if self.choice == "resign":
            return ("Resign the game?", "(Y)es", "(N)o")
        if self.choice == "quit":
            return ("Leave?", "(R)esign and leave", "(K)eep the game, go to the lobby", "(B)ack")
        offered = (f"(A)ccept {offer_of_others(self.match)}", "(D)ecline") if offer_of_others(self.match) else ()
        more = ("(N)ext match",) if any(match is not self.match for match in self.desk.model.waiting) else ()
        if self.match.result:
            again = ("(O)ffer a rematch",) if self.match.team else ()
            return (*offered, *again, "(C)hat", *more, "(F)lip", "(I) rules", "(T)heme", "(H)elp", "(Q)uit")
        if not self.match.team:
            return ("(C)hat", *more, "(F)lip", "(I) rules", "(T)heme", "(H)elp", "(Q)uit")
        first = (*offered, "(M)ove", "(Q)uit", "(C)hat", "(O)ffer", "(R)esign")  # what does not fit is left out from the end
        return (*first, *more, "(?)hint", "(F)lip", "(I) rules", "(H)elp")

    # What is done

    def press(self, key: str) -> None:
        """A key."""
        if self.choice:
            self._answer(key)
        elif key in ARROWS:
            self._walk(*ARROWS[key])
        elif key in ("enter", " "):
            if self.cursor is None:
                self._walk(0, 0)
            else:
                self._choose(self.cursor)
        elif key in ("escape", "backspace"):
            if self.match.entry:
                self.match.entry.back()
        elif key in ("pageup", "pagedown"):
            self.scrolled = max(0, self.scrolled + (5 if key == "pageup" else -5))
        else:
            self._press_letter(key.lower())

    def _press_letter(self, key: str) -> None:
        offered, playing = offer_of_others(self.match), bool(self.match.team and not self.match.result)
        if key == "m" and playing:
            self.input = LineInput("Enter move:")
        elif key == "c":
            self.input = LineInput(SAY)
        elif key == "o" and self.match.team:
            self.choice = "" if self.match.result else "offer"
            if self.match.result:
                self.desk.ask(Offer(what="rematch", match=self.match.match))
        elif key == "r" and playing:
            self.choice = "resign"
        elif key in ("a", "d") and offered:
            kind = Accept if key == "a" else Decline
            self.desk.ask(kind(what=offered, match=self.match.match))  # type: ignore[arg-type]
        elif key == "?" and playing:
            self.desk.ask(Hint(match=self.match.match))
        elif key == "f":
            self.flipped = not self.flipped
        elif key == "i" and self.look:
            self.desk.open(TextPage(self.desk, f"{self.match.name}: the rules", self.look.described.rules))
        elif key == "h":
            self.desk.open(TextPage(self.desk, "Help", HELP.splitlines()))
        elif key == "n":
            self._go_to_next()
        elif key == "q":
            self._leave(playing)

    def pick(self, picked: Picked) -> None:
        """A square was clicked."""
        if picked.kind == "square":
            self.cursor = picked.at
            self._choose(picked.at)

    def submit(self, question: str, text: str) -> None:
        """A move or a line of chat was typed."""
        if not text:
            return
        if question == SAY:
            self.desk.ask(Chat(text=text, match=self.match.match))
            return
        if not self.match.is_my_turn:
            self.desk.say("It is not your turn", problem=True)
            return
        squares = self.match.entry.read(text, self.look.square_named if self.look else None) if self.match.entry else None
        if squares:
            self._send(squares)
        elif self.match.question:  # the server understands more ways to write a move, and knows why it is none
            self.desk.ask(Move(text=text, match=self.match.match, ref=self.match.question.ref))

    def _answer(self, key: str) -> None:
        choice, self.choice, match = self.choice, "", self.match.match
        if choice == "offer" and key in AGREEMENTS:
            self.desk.ask(Offer(what=AGREEMENTS[key], match=match))
        elif choice == "resign" and key == "y":
            self.desk.ask(Resign(match=match))
        elif choice == "quit" and key == "r":
            self.desk.ask(Leave(match=match))
            self.desk.back()
        elif choice == "quit" and key == "k":
            self.desk.left.add(match)
            self.desk.back()

    def _leave(self, playing: bool) -> None:
        if playing:
            self.choice = "quit"
            return
        if not self.match.result:
            self.desk.ask(Leave(match=self.match.match) if self.match.team else Unwatch(match=self.match.match))
        self.desk.model.followed.pop(self.match.match, None)
        self.desk.back()

    def _go_to_next(self) -> None:
        others = [match for match in self.desk.model.waiting if match is not self.match]
        if others:
            self.desk.back()
            self.desk.open(MatchScreen(self.desk, others[0].match))

    def _walk(self, right: int, up: int) -> None:
        """Move the cursor to the next square in that direction that there is; at first it stands where something can be done."""
        if not self.match.has_begun:
            return
        there = set(self.look.points if self.look and self.look.points else self.match.squares)
        if self.cursor is None:
            nexts = sorted(self.match.entry.next & there) if self.match.entry else []
            self.cursor = nexts[0] if nexts else min(there)
            return
        turned = -1 if self.flipped else 1
        upwards = -1 if self.look and self.look.described.first_row_on_top else 1
        x, y = self.cursor
        while 0 < (x := x + right * turned) <= self.match.width and 0 < (y := y + up * turned * upwards) <= self.match.height:
            if (x, y) in there:
                self.cursor = (x, y)
                return

    def _choose(self, square: Point) -> None:
        if not self.match.is_my_turn:
            if self.match.team and not self.match.result:
                self.desk.say("It is not your turn", problem=True)
            return
        entry = self.match.entry
        before = list(entry.entered) if entry else []
        squares = entry.choose(square) if entry else None
        idle = not squares and entry is not None and entry.entered == before
        self.desk.say("No legal move goes there" if idle else "", problem=idle)
        if squares:
            self._send(squares)

    def _send(self, squares: list[Point]) -> None:
        question = self.match.question
        if question:
            self.desk.ask(Move(squares=squares, match=question.match, ref=question.ref))
        if self.match.entry:
            self.match.entry.clear()
        self.desk.say("")

    # What is seen

    def status(self) -> tuple[str, bool]:
        """Whose turn it is or how it ended, unless there is something more urgent to say."""
        if self.desk.model.said and self.desk.now - self.desk.model.said_at < SAID_FOR:
            return self.desk.model.said, self.desk.model.is_problem
        return status_of(self.match, self.look) if self.look else "", False

    def draw(self, canvas: Canvas, top: int, height: int) -> None:
        """The board on the left, and the rest beside or below it."""
        theme, look = self.desk.theme, self.look
        if not self.match.has_begun or look is None:
            free = self.match.free
            canvas.put(
                2, top + 1, f"Waiting for {free} more player{'s' * (free != 1)} ..." if free else "One moment ...", theme.strong
            )
            if free:
                canvas.put(2, top + 3, f"Others find it as {self.match.match} under Matches.", theme.faint)
            draw_panel(canvas, (2, top + 5, canvas.width - 4, height - 5), self.match, look, theme, self.desk.now, self.scrolled)
            return
        entry = self.match.entry
        marks = Marks(
            frozenset(entry.next) if entry else frozenset(),
            tuple(entry.entered) if entry else (),
            tuple(self.match.last),
            self.cursor,
            self.flipped,
        )
        beside = fit(look, self.match.squares.values(), (canvas.width - LEAST_PANEL - 2, height), marks)
        squares, above = self.match.squares.values(), (canvas.width - 2, height - LEAST_ROWS)
        place = beside or fit(look, squares, above, marks) or fit(look, squares, (canvas.width - 2, height), marks)
        if place is None:
            wide, tall, margin = needs(look, self.match.squares.values())
            needed = (max(40, wide * look.width + margin + 2), tall * look.height + bool(look.described.columns) + 3)
            say_too_small(canvas, self.match.name, needed, theme)
            return
        draw_board(canvas, 1, top, place, look, self.match.squares, marks, theme)
        across, down = place.size
        if beside:
            box = (across + 3, top, canvas.width - across - 4, height)
        else:
            box = (2, top + down + 1, canvas.width - 4, height - down - 1)
        draw_panel(canvas, box, self.match, look, theme, self.desk.now, self.scrolled)
