"""A move, square by square or typed."""

from __future__ import annotations

from ludus.clients.terminal.entry import MoveEntry
from ludus.wire.messages import LegalMove

CHAIN = [
    LegalMove("c3xe5", [(3, 3), (5, 5)]),
    LegalMove("c3xe5xg7", [(3, 3), (5, 5), (7, 7)]),
    LegalMove("a3-b4", [(1, 3), (2, 4)]),
]
KEEP = [
    LegalMove("keep 1", [(1, 1), (9, 1)]),
    LegalMove("keep 1 2", [(1, 1), (2, 1), (9, 1)]),
    LegalMove("keep 2", [(2, 1), (9, 1)]),
]


def test_only_squares_of_legal_moves_go_on():
    entry = MoveEntry(CHAIN)
    assert entry.next == {(3, 3), (1, 3)}
    assert entry.choose((8, 8)) is None
    assert entry.entered == []
    assert entry.choose((1, 3)) is None
    assert entry.next == {(2, 4)}
    assert entry.choose((2, 4)) == [(1, 3), (2, 4)]


def test_a_move_that_could_go_on_ends_with_its_last_square_again():
    entry = MoveEntry(CHAIN)
    entry.choose((3, 3))
    assert entry.choose((5, 5)) is None
    assert entry.whole == [(3, 3), (5, 5)]
    assert entry.text == "c3xe5"
    assert entry.choose((5, 5)) == [(3, 3), (5, 5)]


def test_another_piece_begins_again_and_back_takes_back():
    entry = MoveEntry(CHAIN)
    entry.choose((3, 3))
    entry.choose((1, 3))
    assert entry.entered == [(1, 3)]
    assert entry.back()
    assert entry.entered == []
    assert not entry.back()


def test_dice_are_chosen_in_any_order():
    entry = MoveEntry(KEEP)
    entry.choose((2, 1))
    entry.choose((1, 1))
    assert entry.choose((9, 1)) == [(1, 1), (2, 1), (9, 1)]
    entry.clear()
    for square in ((1, 1), (2, 1), (1, 1)):
        entry.choose(square)
    assert entry.choose((9, 1)) == [(2, 1), (9, 1)]


def test_typed_moves():  # B18
    entry = MoveEntry(CHAIN)
    names = {"a3": (1, 3), "b4": (2, 4)}
    assert entry.read(" C3xE5 ") == [(3, 3), (5, 5)]
    assert entry.read("1 1 1 6") == [(1, 1), (1, 6)]
    assert entry.read("MOVE 2 1 1 1 6") == [(1, 1), (1, 6)]
    assert entry.read("1,1-1,6") == [(1, 1), (1, 6)]
    assert entry.read("a3 b4", names.get) == [(1, 3), (2, 4)]
    assert entry.read("hello", names.get) is None
    assert entry.read("") is None
    assert entry.read("2 1 1") is None
