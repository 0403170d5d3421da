"""What a preview calls a capture."""

from __future__ import annotations

from ludus.library.preview import _captured
from ludus.rules.board import Board, Square
from ludus.rules.layout import BoardLayout
from ludus.rules.piece import Piece

LAYOUT = BoardLayout(3, 1, ("a", "b", "c"), ("1",), (), (), False)


def board(*pieces: Piece | None) -> Board:
    squares = tuple(Square(x, 1, "square", piece) for x, piece in enumerate(pieces, 1))
    return Board("TestBoard", 3, 1, squares, LAYOUT)


def captured(before: Board, after: Board) -> list[str]:
    return [piece.word for piece in _captured(before, tuple(after.changed(before)), 1)]


def test_a_piece_that_is_gone_or_has_changed_sides_is_captured():
    mine, theirs = Piece("man", 1), Piece("man", 2)
    assert captured(board(mine, theirs, None), board(None, mine, None)) == ["man"]
    assert captured(board(mine, theirs, None), board(mine, mine, None)) == ["man"]


def test_a_piece_that_was_moved_or_a_pile_that_grows_is_not():
    pushed = Piece("man", 2)
    three, four = Piece("seeds", 2, details=(3,)), Piece("seeds", 2, details=(4,))
    assert captured(board(None, pushed, None), board(None, None, pushed)) == []
    assert captured(board(None, three, None), board(None, four, None)) == []
