"""`ludus play` at one keyboard: what players type, and what they are shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from ludus.cli.terminal.opponent import ComputerAtKeyboard
from ludus.cli.terminal.status import drawing_of, status_of
from ludus.rules.errors import LudusError, Refusal
from ludus.rules.movetext import move_text, read_move
from ludus.rules.play import Happened, Play
from ludus.rules.positions import write_position
from ludus.rules.savefile import save
from ludus.rules.state import StateRecord

HELP = """\
Type a move as the game writes it ({example}), or its squares.
  moves         list the legal moves
  undo          take back the last move
  hint          ask the computer what it would play
  value         ask the computer who stands better
  level N       set the computer's level, 1 to 10
  position      show the position on one line
  save FILE     save the position
  help          show this again
  quit          leave"""


class KeyboardGame:
    """A game between people at one keyboard and the computer."""

    def __init__(self, play: Play, luck: random.Random, computer: ComputerAtKeyboard) -> None:
        self.play, self.luck, self.computer = play, luck, computer
        self.begun = play.state
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "undo": self._undo,
            "hint": self._hint,
            "value": self._value,
            "level": self._level,
            "position": self._position,
            "save": self._save,
        }

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        shown = None
        while not self.play.result:
            self._let_chance_happen()
            if self.play.result:
                break
            seat = self.play.acting[0]
            if seat in self.computer.seats:
                self._let_computer_move(seat)
                continue
            if shown is not self.play.state:
                shown = self.play.state
                typer.echo("\n" + drawing_of(self.play, seat) + "\n")
            try:
                said = input(f"{self.play.rulebook.game.team(seat)} to move: ").strip()
            except EOFError:
                typer.echo()
                return
            if said.lower() in ("quit", "q"):
                return
            self._hear(seat, said)
        typer.echo("\n" + drawing_of(self.play) + "\n")
        typer.echo(status_of(self.play))

    def _hear(self, seat: int, said: str) -> None:
        word, _, rest = said.partition(" ")
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif said:
                done = self.play.play(seat, read_move(self.play.rulebook, self.play.state, said, seat))
                if isinstance(done, Refusal):
                    typer.echo(done.sentence)
        except LudusError as error:
            typer.echo(str(error))

    def _let_chance_happen(self) -> None:
        while self.play.chances:
            rulebook, state = self.play.rulebook, self.play.state
            weights = rulebook.weights(state)
            chance = self.luck.choices(range(len(weights)), weights)[0] if weights else self.luck.randrange(self.play.chances)
            self.play.happen(chance)
            if words := rulebook.chance_text(state, chance):
                typer.echo(words)

    def _let_computer_move(self, seat: int) -> None:
        rulebook, state = self.play.rulebook, self.play.state
        move = self.computer.think(state, seat, self._past()).move
        assert move is not None  # noqa: S101  the game goes on
        whose = f" for {rulebook.game.team(seat)}" if len(self.computer.seats) > 1 else ""
        self.play.play(seat, move)
        if not rulebook.game.hides:
            typer.echo(f"The computer plays {move_text(rulebook, state, move)}{whose}")
        elif seat not in self.play.acting:  # its choice stays hidden until the board shows it
            typer.echo(f"The computer has chosen{whose}")

    def _past(self) -> Iterator[StateRecord]:
        """The earlier positions of the game."""
        play = Play(self.play.rulebook, self.begun)
        for step in self.play.steps:
            yield play.state
            if isinstance(step, Happened):
                play.happen(step.chance)
            else:
                play.play(step.seat, step.move)

    def _texts(self) -> list[str]:
        rulebook, state, seat = self.play.rulebook, self.play.state, self.play.acting[0]
        return [move_text(rulebook, state, move, seat) for move in rulebook.moves(state, seat)]

    def _help(self, _rest: str) -> None:
        typer.echo(HELP.format(example=f"such as {self._texts()[0]}"))

    def _moves(self, _rest: str) -> None:
        typer.echo(", ".join(dict.fromkeys(self._texts())))

    def _undo(self, _rest: str) -> None:
        steps = list(self.play.steps)
        by_people = [
            at for at, step in enumerate(steps) if not isinstance(step, Happened) and step.seat not in self.computer.seats
        ]
        if not by_people:
            typer.echo("You have not moved yet" if self.computer.seats else "Nobody has moved yet")
            return
        self.play = Play.replay(self.play.rulebook, steps[: by_people[-1]], self.begun)

    def _hint(self, _rest: str) -> None:
        typer.echo(self.computer.hint(self.play.state, self.play.acting[0], self._past()))

    def _value(self, _rest: str) -> None:
        typer.echo(self.computer.worth(self.play.state, self.play.acting[0], self._past()))

    def _level(self, rest: str) -> None:
        typer.echo(self.computer.change_level(rest))

    def _position(self, _rest: str) -> None:
        if self.play.rulebook.game.hides:
            typer.echo("The position would show what is hidden; save FILE writes it to a file instead")
            return
        typer.echo(write_position(self.play.rulebook, self.play.state))

    def _save(self, rest: str) -> None:
        if not rest:
            typer.echo("Say where: save FILE")
            return
        try:
            Path(rest).write_text(save(self.play.rulebook, self.play.state), "utf-8")
            typer.echo(f"Saved; continue later with --position @{rest}")
        except OSError as error:
            typer.echo(f"{rest} cannot be written: {error.strerror}")
