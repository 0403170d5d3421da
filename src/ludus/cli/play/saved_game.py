"""Games that `ludus play` saves and goes on with: the position, as every other command reads it, and below it how it came about.

    TicTacToeBoard
    cross 1 1 1
    turn 2
    # begun ...x.....          only where the game did not begin as usual
    # played a1

Lines with a `#` are skipped by whoever only wants the position. Here they are played again, so that moves can be taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ludus.cli.terminal.arguments import open_position, open_rulebook
from ludus.rules.errors import LudusError, PositionError
from ludus.rules.gametext import read_step, step_text, take
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.savefile import COMMENT, load, load_lines, save, saved_lines
from ludus.rules.state import StateRecord

BEGUN, PLAYED = f"{COMMENT} begun ", f"{COMMENT} played "


@dataclass(slots=True)
class SavedGame:
    """A game in progress, and the position in which it began."""

    play: Play
    begun: StateRecord

    @classmethod
    def at(cls, rulebook: Rulebook, state: StateRecord) -> SavedGame:
        """A game that begins in this position."""
        return cls(Play(rulebook, state), state)

    def again(self) -> SavedGame:
        """The same game from its beginning."""
        return self.at(self.play.rulebook, self.begun)

    def text(self) -> str:
        """What is written into the file."""
        rulebook, lines = self.play.rulebook, []
        if self.begun.tobytes() != rulebook.start().tobytes():
            lines.append(BEGUN + "; ".join(saved_lines(rulebook, self.begun)))
        if self.play.steps:
            lines.append(PLAYED + " ".join(self._words()))
        return save(rulebook, self.play.state) + "".join(f"{line}\n" for line in lines)

    def _words(self) -> list[str]:
        play, words = Play(self.play.rulebook, self.begun), []
        for step in self.play.steps:
            words.append(step_text(play.rulebook, play.state, step))
            take(play, step)
        return words


def open_game(name: str, options: list[str] | None, position: str | None) -> SavedGame:
    """The game that was asked for: from the start, from a position, or from a saved file."""
    if position is None or not position.startswith("@"):
        return SavedGame.at(*open_position(name, options, position, compiled=False))
    return read_saved_game(open_rulebook(name, options, compiled=False), position[1:])


def read_saved_game(rulebook: Rulebook, name: str) -> SavedGame:
    """The game in a file; a game whose moves do not lead to its position is taken from that position on."""
    path = Path(name).expanduser()
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudusError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        state = load(rulebook, text)
    except PositionError as error:
        raise PositionError(f"{path}: {error}") from None
    try:
        return _replayed(rulebook, text, state)
    except LudusError:  # somebody has changed the position by hand: that is what counts
        return SavedGame.at(rulebook, state)


def _replayed(rulebook: Rulebook, text: str, state: StateRecord) -> SavedGame:
    noted = {word: line.removeprefix(word) for line in text.splitlines() for word in (BEGUN, PLAYED) if line.startswith(word)}
    begun = rulebook.start()
    if BEGUN in noted:
        begun = load_lines(rulebook, [(at, part.strip()) for at, part in enumerate(noted[BEGUN].split(";"), 1)], "part")
    game = SavedGame.at(rulebook, begun)
    for word in noted.get(PLAYED, "").split():
        step = read_step(game.play, word)
        if step is None:
            raise LudusError(f"{word} cannot be played there")
        take(game.play, step)
    if game.play.state.tobytes() != state.tobytes():
        raise LudusError("the moves lead elsewhere")
    return game
