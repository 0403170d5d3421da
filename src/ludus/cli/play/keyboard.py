"""`ludus play` at one keyboard: what players type, and what they are shown.

People are asked by the plain Python rules, which are there at once. Only the computer needs the compiled ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from ludus.cli.play.introduction import HELP, introduction
from ludus.cli.play.opponent import ComputerAtKeyboard
from ludus.cli.play.saved_game import SavedGame, read_saved_game
from ludus.cli.play.screen import PlayScreen
from ludus.cli.terminal.status import status_of
from ludus.rules.errors import LudusError, Refusal
from ludus.rules.movetext import move_text
from ludus.rules.play import Happened, Moved, Play
from ludus.rules.positions import write_position
from ludus.rules.rulebook import WATCHER
from ludus.rules.rules_text import rules_text
from ludus.rules.state import StateRecord
from ludus.rules.typedmove import read_typed_move


class LeftKeyboard(Exception):
    """Somebody has had enough."""


class KeyboardGame:
    """A game between people at one keyboard and the computer."""

    def __init__(self, game: SavedGame, luck: random.Random, computer: ComputerAtKeyboard) -> None:
        self.game, self.luck, self.computer = game, luck, computer
        self.screen = PlayScreen()
        self.resigned: int | None = None
        self.shown: StateRecord | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "moves": self._moves,
            "rules": self._rules,
            "undo": self._undo,
            "hint": self._hint,
            "value": self._value,
            "level": self._level,
            "position": self._position,
            "save": self._save,
            "load": self._load,
            "resign": self._resign,
            "again": self._again,
            "quit": self._quit,
            "q": self._quit,
        }

    @property
    def play(self) -> Play:
        """The game in progress."""
        return self.game.play

    def run(self) -> None:
        """Play until the game is over and nobody wants another, or somebody leaves."""
        self.screen.say(introduction(self.play.rulebook.game, self.computer))
        try:
            while True:
                self._play_on()
                self._tell_end()
                self._hear_after_end()
        except LeftKeyboard:
            return

    def _play_on(self) -> None:
        """Let everybody move until the game is over."""
        while not self._is_over:
            if self.play.chances:
                self._let_chance_happen()
            elif (seat := self.play.acting[0]) in self.computer.seats:
                self._let_computer_move(seat)
            else:
                self._hear(seat)

    @property
    def _is_over(self) -> bool:
        return self.play.result is not None or self.resigned is not None

    def _tell_end(self) -> None:
        rules = self.play.rulebook.game
        self.screen.board(self.play, WATCHER, self._last_squares())
        typer.echo()
        if self.resigned is None:
            self.screen.say(status_of(self.play))
            return
        wins = f": {rules.team(1 - self.resigned)} wins" if rules.seats == 2 else ""
        self.screen.say(f"{rules.team(self.resigned)} resigns{wins}")

    def _hear_after_end(self) -> None:
        """When the game is over, people may look back, save it, or play again."""
        while self._is_over:
            if len(self.computer.seats) == self.play.rulebook.game.seats:
                raise LeftKeyboard
            try:
                said = input("again, undo, save FILE or quit: " if self.screen.terminal else "").strip()
            except EOFError:
                raise LeftKeyboard from None
            self._obey(said)
            if said and said.partition(" ")[0].lower() not in self.commands:
                self.screen.say("The game is over; say again for another, or quit")

    def _hear(self, seat: int) -> None:
        """Show the board if it is new, and do what somebody says."""
        is_new = self.shown is not self.play.state
        if is_new:
            self.shown = self.play.state
            self.screen.board(self.play, seat, self._last_squares())
            self.computer.get_ready()
        prompt = f"{self.play.rulebook.game.team(seat)} to move: "
        try:
            said = self.screen.ask(prompt, lambda: self.computer.status, apart=is_new)
        except EOFError:
            typer.echo()
            raise LeftKeyboard from None
        if not self._obey(said) and said:
            self._move(seat, said)

    def _obey(self, said: str) -> bool:
        """Do what a command says; false if it is none."""
        word, _, rest = said.partition(" ")
        command = self.commands.get(word.lower())
        if command is None:
            return False
        try:
            command(rest.strip())
        except LudusError as error:
            self.screen.say(str(error))
        return True

    def _move(self, seat: int, said: str) -> None:
        try:
            done = self.play.play(seat, read_typed_move(self.play.rulebook, self.play.state, said, seat))
            if isinstance(done, Refusal):
                self.screen.say(done.sentence)
        except LudusError as error:
            self.screen.say(str(error))

    def _let_chance_happen(self) -> None:
        rulebook, state = self.play.rulebook, self.play.state
        weights = rulebook.weights(state)
        chance = self.luck.choices(range(len(weights)), weights)[0] if weights else self.luck.randrange(self.play.chances)
        self.play.happen(chance)
        if words := rulebook.chance_text(state, chance):
            self.screen.say(words)

    def _let_computer_move(self, seat: int) -> None:
        rulebook, state = self.play.rulebook, self.play.state
        if self.shown is None:  # the computer begins: people should see something while it thinks
            self.shown = state
            self.screen.board(self.play, WATCHER)
        move = self.computer.think(state, seat, self._past()).move
        assert move is not None  # noqa: S101  the game goes on
        whose = f" for {rulebook.game.team(seat)}" if len(self.computer.seats) > 1 else ""
        self.play.play(seat, move)
        if not rulebook.game.hides:
            self.screen.say(f"The computer plays {move_text(rulebook, state, move)}{whose}")
        elif seat not in self.play.acting:  # its choice stays hidden until the board shows it
            self.screen.say(f"The computer has chosen{whose}")

    def _last_squares(self) -> tuple[int, ...]:
        """The squares of the last move, where everybody may know it."""
        last = self.play.steps[-1] if self.play.steps else None
        if not isinstance(last, Moved) or self.play.rulebook.game.hides:
            return ()
        return self.play.rulebook.squares(self.play.rulebook.asked(self.play.before, last.seat), last.move)

    def _past(self) -> Iterator[StateRecord]:
        """The earlier positions of the game."""
        play = Play(self.play.rulebook, self.game.begun)
        for step in self.play.steps:
            yield play.state
            if isinstance(step, Happened):
                play.happen(step.chance)
            else:
                play.play(step.seat, step.move)

    def _sure(self, question: str) -> bool:
        try:
            return input(f"{question} (y/n) ").strip().lower() in ("y", "yes")
        except EOFError:
            return False

    def _go_on(self, game: SavedGame) -> None:
        """Go on with another game, or from an earlier moment of this one."""
        self.game, self.resigned, self.shown = game, None, None

    # Commands

    def _texts(self) -> list[str]:
        rulebook, state, seat = self.play.rulebook, self.play.state, self._seat()
        return list(dict.fromkeys(move_text(rulebook, state, move, seat) for move in rulebook.moves(state, seat)))

    def _seat(self) -> int:
        """The seat that is asked; raises `LudusError` when the game is over."""
        if self._is_over:
            raise LudusError("The game is over; say again for another, or quit")
        return self.play.acting[0]

    def _help(self, _rest: str) -> None:
        example = "" if self._is_over else f"such as {self._texts()[0]}"
        self.screen.say(HELP.format(example=example or "as in its rules"))

    def _moves(self, _rest: str) -> None:
        self.screen.list(self._texts())

    def _rules(self, _rest: str) -> None:
        self.screen.page("\n".join(rules_text(self.play.rulebook.file)))

    def _undo(self, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else 1
        if not count or (rest and not rest.isdecimal()):
            raise LudusError(f"{rest!r} is not a number of moves; undo 2 takes back two of yours")
        steps = list(self.play.steps)
        by_people = [
            at for at, step in enumerate(steps) if not isinstance(step, Happened) and step.seat not in self.computer.seats
        ]
        if self.resigned is not None:
            self._go_on(self.game)
        elif not by_people:
            typer.echo("You have not moved yet" if self.computer.seats else "Nobody has moved yet")
        else:
            play = Play.replay(self.play.rulebook, steps[: by_people[-min(count, len(by_people))]], self.game.begun)
            self._go_on(SavedGame(play, self.game.begun))

    def _hint(self, _rest: str) -> None:
        self.screen.say(self.computer.hint(self.play.state, self._seat(), self._past()))

    def _value(self, _rest: str) -> None:
        self.screen.say(self.computer.worth(self.play.state, self._seat(), self._past()))

    def _level(self, rest: str) -> None:
        self.screen.say(self.computer.change_level(rest))

    def _position(self, _rest: str) -> None:
        if self.play.rulebook.game.hides:
            self.screen.say("The position would show what is hidden; save FILE writes it to a file instead")
            return
        typer.echo(write_position(self.play.rulebook, self.play.state))

    def _save(self, rest: str) -> None:
        if not rest:
            typer.echo("Save where? Type save FILE")
            return
        path = Path(rest).expanduser()
        if path.exists() and not self._sure(f"{rest} already exists. Overwrite it?"):
            typer.echo("Not saved")
            return
        try:
            path.write_text(self.game.text(), "utf-8")
            self.screen.say(f"Saved; go on later with load {rest}, or start with --position @{rest}")
        except OSError as error:
            self.screen.say(f"{rest} cannot be written: {error.strerror}")

    def _load(self, rest: str) -> None:
        if not rest:
            typer.echo("Say which: load FILE")
            return
        self._go_on(read_saved_game(self.play.rulebook, rest))

    def _resign(self, _rest: str) -> None:
        self.resigned = self._seat()

    def _again(self, _rest: str) -> None:
        if self._is_over or not self.play.steps or self._sure("This game is not over; begin another?"):
            self._go_on(self.game.again())

    def _quit(self, _rest: str) -> None:
        raise LeftKeyboard
