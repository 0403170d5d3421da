"""Tic-tac-toe with a book of one move: the same file wherever a test needs one, so that it is compiled once."""

from __future__ import annotations

from pathlib import Path

from ludus.games import find_game

BOOK = '''
@rule
def quick(state):
    """The middle, while the board is empty."""
    for square in range(9):
        if state.cells[square] != 0:
            return -1
    return 4


GAME = Game(
    quick=quick,'''


def write_booked_game(folder: Path) -> Path:
    """The file `booked.py` in a folder."""
    path = folder / "booked.py"
    path.write_text(find_game("tic-tac-toe").source.replace("GAME = Game(", BOOK), "utf-8")
    return path
