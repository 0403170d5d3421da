"""Moves as people type them: whatever can mean only one legal move is accepted.

    11 15   c3d4   c3 to d4      other ways to write 11-15
    keep 4 3                     numbers after a word, in any order
    large straight               without the verb: score large straight
    d   d4                       where a move is the name of a column: that column, by its letter or by any square of it

What the game itself understands comes first, and so do its reasons for refusing a move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludus.rules.errors import MoveError
from ludus.rules.movetext import move_text, read_move, squares_text
from ludus.rules.notation import square_number
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord

FILLERS = frozenset({"x", "to", "and", "move", "play", "drop", "put", "place", "score", "take", "the"})
"""Words that say nothing about which move is meant."""


def read_typed_move(rulebook: Rulebook, state: StateRecord, text: str, seat: int | None = None) -> int:
    """The legal move that somebody means; raises `MoveError` with the rule it breaks."""
    try:
        return read_move(rulebook, state, text, seat)
    except MoveError:
        meant = {text: move for move, text in _meant(rulebook, state, text.lower(), seat)}
        if len(meant) != 1:
            raise
        return next(iter(meant.values()))


def _meant(rulebook: Rulebook, state: StateRecord, typed: str, seat: int | None) -> Iterator[tuple[int, str]]:
    """The legal moves that a text may mean, with the game's own texts of them."""
    words, asked, columns = _words(typed), rulebook.asked(state, seat), rulebook.game.layout.columns
    wanted = _column(typed.strip(), rulebook.game.board)
    for move in rulebook.moves(state, seat) if words else ():
        text, squares = move_text(rulebook, state, move, seat), rulebook.squares(asked, move)
        is_column = len(squares) == 1 and columns and text == columns[squares[0] % rulebook.width]
        written = (_words(text.lower()), _words(squares_text(squares, rulebook.width)))
        if words in written or (is_column and wanted == squares[0] % rulebook.width):
            yield move, text


def _words(text: str) -> list[str]:
    """The words and numbers of a text; numbers after a word are sorted, because there they only say which."""
    words = [word for word in re.findall(r"[a-z]+|[0-9]+", text) if word not in FILLERS]
    numbers = words[1:]
    if len(words) > 2 and not words[0].isdecimal() and len(words[0]) > 1 and all(word.isdecimal() for word in numbers):
        return [words[0], *sorted(numbers)]
    return words


def _column(typed: str, board: tuple[int, int]) -> int | None:
    """The column that a letter, or the name of a square in it, means."""
    square = square_number(typed if len(typed) > 1 else f"{typed}1", board)
    return None if square is None else square % board[0]
