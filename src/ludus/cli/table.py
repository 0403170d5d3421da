"""Players around one keyboard: what they say, and what they are shown."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import typer

from ludus.cli.showing import said_of
from ludus.rules.drawing import draw
from ludus.rules.errors import MoveError, Refusal
from ludus.rules.movetext import move_text, read_move
from ludus.rules.play import Happened, Play
from ludus.rules.positions import write_position
from ludus.rules.savefile import save

HELP = """\
Write a move as the game does ({example}), or its squares.
  moves         list the legal moves
  undo          take the last move back
  position      write the position on one line
  save FILE     save the position
  help          say this again
  quit          leave"""


class Table:
    """Players around one keyboard."""

    def __init__(self, play: Play, luck: random.Random) -> None:
        self.play, self.luck = play, luck
        self.begun = play.state
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "undo": self._undo,
            "position": self._position,
            "save": self._save,
        }

    def run(self) -> None:
        """Ask for moves until the game is over or somebody leaves."""
        shown = None
        while not self.play.result:
            self._let_chance_happen()
            if self.play.result:
                break
            seat = self.play.acting[0]
            if shown is not self.play.state:
                shown = self.play.state
                typer.echo("\n" + draw(self.play.rulebook.board(shown, seat)) + "\n")
            try:
                said = input(f"{self.play.rulebook.game.team(seat)} to move: ").strip()
            except EOFError:
                typer.echo()
                return
            if said.lower() in ("quit", "q"):
                return
            self._hear(seat, said)
        typer.echo("\n" + draw(self.play.rulebook.board(self.play.state)) + "\n")
        typer.echo(said_of(self.play))

    def _hear(self, seat: int, said: str) -> None:
        word, _, rest = said.partition(" ")
        if word.lower() in self.commands:
            self.commands[word.lower()](rest.strip())
        elif said:
            try:
                done = self.play.play(seat, read_move(self.play.rulebook, self.play.state, said, seat))
                if isinstance(done, Refusal):
                    typer.echo(done.sentence)
            except MoveError as error:
                typer.echo(str(error))

    def _let_chance_happen(self) -> None:
        while self.play.chances:
            weights = self.play.rulebook.weights(self.play.state)
            if weights:
                self.play.happen(self.luck.choices(range(len(weights)), weights)[0])
            else:
                self.play.happen(self.luck.randrange(self.play.chances))

    def _texts(self) -> list[str]:
        rulebook, state, seat = self.play.rulebook, self.play.state, self.play.acting[0]
        return [move_text(rulebook, state, move, seat) for move in rulebook.moves(state, seat)]

    def _help(self, _rest: str) -> None:
        typer.echo(HELP.format(example=f"such as {self._texts()[0]}"))

    def _moves(self, _rest: str) -> None:
        typer.echo(", ".join(dict.fromkeys(self._texts())))

    def _undo(self, _rest: str) -> None:
        steps = list(self.play.steps)
        if not any(not isinstance(step, Happened) for step in steps):
            typer.echo("Nobody has moved yet")
            return
        while isinstance(steps.pop(), Happened):
            pass
        self.play = Play.replay(self.play.rulebook, steps, self.begun)

    def _position(self, _rest: str) -> None:
        typer.echo(write_position(self.play.rulebook, self.play.state))

    def _save(self, rest: str) -> None:
        if not rest:
            typer.echo("Say where: save FILE")
            return
        try:
            Path(rest).write_text(save(self.play.rulebook, self.play.state), "utf-8")
            typer.echo(f"Saved; go on later with --position @{rest}")
        except OSError as error:
            typer.echo(f"{rest} cannot be written: {error.strerror}")
