"""Positions as saved files: a header, one line for each piece, whatever else the state holds, and whose turn it is.

    ConquestBoard            the name of the board
    die 1 1 1 5 3 6          type, x, y, team, then the details of the piece
    key 5 1 1
    quiet 12                 a field of the state that the pieces do not show, if it is not 0
    turn 1                   the team to move
    # played ...             for people and for `ludus play`; not part of the position

A file with a mistake is refused as a whole, and the error names the line; nothing is loaded halfway.
"""

from __future__ import annotations

import re

from ludus.rules.errors import PositionError
from ludus.rules.piece import Piece
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import PlainState, StateRecord

COMMENT = "#"
"""How a line begins that is not part of the position."""


def save(rulebook: Rulebook, state: StateRecord) -> str:
    """The position as a saved file."""
    return "\n".join(saved_lines(rulebook, state)) + "\n"


def load(rulebook: Rulebook, text: str) -> StateRecord:
    """The position that a saved file holds."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith(COMMENT)]
    return load_lines(rulebook, lines, "line")


def saved_lines(rulebook: Rulebook, state: StateRecord) -> list[str]:
    """The lines of a saved file."""
    game = rulebook.game
    lines = [game.board_name]
    if game.on_board:
        for square in rulebook.board_unhidden(state).squares:
            if square.piece:
                numbers = (square.x, square.y, square.piece.team, *square.piece.details)
                lines.append(f"{square.piece.type} {' '.join(map(str, numbers))}")
    for name in game.state.fields:
        if name != "turn" and name not in game.on_board and state[name].any():
            values = state[name].ravel().tolist()
            lines.append(f"{name} {' '.join(map(str, values))}")
    return [*lines, f"turn {int(state['turn']) + 1}"]


def load_lines(rulebook: Rulebook, lines: list[tuple[int, str]], place: str) -> StateRecord:
    """The position that the numbered lines of a saved file hold."""
    header = lines[0][1] if lines else ""
    if header != rulebook.game.board_name:
        raise PositionError(f"{place} 1 should be {rulebook.game.board_name}, not {header!r}")
    reader = _Reader(rulebook)
    for number, line in lines[1:]:
        try:
            reader.take(line)
        except _Wrong as wrong:
            raise PositionError(f"{place} {number}, {line!r}: {wrong}") from None
    return reader.finish()


class _Wrong(Exception):
    """What is wrong with one line."""


class _Reader:
    """Takes the lines of a saved file one by one."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook, self.game = rulebook, rulebook.game
        self.state = self.game.state.blank()
        self.seen: set[str] = set()
        self.standing: dict[int, int] = {}
        pieces = {} if callable(self.game.pieces) or not self.game.on_board else self.game.pieces
        self.codes = {(piece.type, piece.team, piece.details): code for code, piece in pieces.items()}
        self.samples = {piece.type: piece for piece in pieces.values()}

    def take(self, line: str) -> None:
        """Understand one line, or say what is wrong with it."""
        word, *rest = line.split()
        if word in self.samples:
            self._take_piece(self.samples[word], _integers(rest))
        elif word in self.game.state.fields and word not in self.game.on_board:
            self._take_field(word, _integers(rest))
        else:
            known = ", ".join([*self.samples, *(name for name in self.game.state.fields if name not in self.game.on_board)])
            raise _Wrong(f"{word} is not one of {known}")

    def _take_piece(self, sample: Piece, numbers: list[int]) -> None:
        if len(numbers) != 3 + len(sample.details):
            more = f", then {len(sample.details)} numbers" if sample.details else ""
            raise _Wrong(f"a {sample.type} is followed by x, y and team{more}")
        x, y, team, *details = numbers
        if not (1 <= x <= self.rulebook.width and 1 <= y <= self.rulebook.height):
            raise _Wrong(f"there is no square {x} {y} on a board of {self.rulebook.width} x {self.rulebook.height}")
        code = self.codes.get((sample.type, team, tuple(details)))
        if code is None:
            shown = f" {' '.join(map(str, details))}" if details else ""
            raise _Wrong(f"team {team} has no {sample.type}{shown}")
        square = (y - 1) * self.rulebook.width + x - 1
        if square in self.standing:
            raise _Wrong(f"another piece stands on {x} {y} already")
        self.standing[square] = code

    def _take_field(self, name: str, values: list[int]) -> None:
        if name in self.seen:
            raise _Wrong(f"{name} was given before")
        self.seen.add(name)
        shape = self.game.state.shapes[name]
        expected = 1
        for side in shape:
            expected *= side
        if len(values) != expected:
            raise _Wrong(f"{name} is followed by {expected} number{'s' * (expected != 1)}, not {len(values)}")
        if name == "turn":
            if not 1 <= values[0] <= self.game.seats:
                raise _Wrong(f"there is no team {values[0]}; the teams are 1 to {self.game.seats}")
            values = [values[0] - 1]
        try:
            for index, value in enumerate(values):
                self.state[name].reshape(-1)[index] = value
            if not shape:
                self.state[name] = values[0]
        except OverflowError:
            raise _Wrong(f"{value} is too large a number for {name}") from None

    def finish(self) -> StateRecord:
        """Put the pieces on the board, now that it is known who moves."""
        for square, code in self.standing.items():
            self.rulebook.place(self.state, square, code)
        self.rulebook.normalise_turn(self.state)
        flaw = self.game.flaw(PlainState(self.state)) if self.game.flaw else None
        if flaw:
            raise PositionError(flaw)
        self._check_places()
        return self.state

    def _check_places(self) -> None:
        """Every piece stands where it was put; a board may have squares that belong to nobody."""
        seen, _ = self.rulebook.look(self.state)
        for square, code in self.standing.items():
            if seen[square] != code:
                piece, (x, y) = self.game.piece(code), self.rulebook.xy(square)
                raise PositionError(f"no {piece.type if piece else 'piece'} can stand on {x} {y}")


def _integers(words: list[str]) -> list[int]:
    for word in words:
        if not re.fullmatch(r"-?[0-9]+", word):
            raise _Wrong(f"{word!r} is not a whole number")
    return [int(word) for word in words]
