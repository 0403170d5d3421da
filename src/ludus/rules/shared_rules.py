"""Ready-made rules about squares, which rules of any game may call: on the board, a way and how far it is, a free path, chequers.

    from ludus.rules.shared_rules import free_path, way

    ahead = way(start, end, WIDTH)          1, -1, WIDTH or -WIDTH: from a square to the next on the way

Squares are numbered row by row, as everywhere; `width` and `height` are those of the board. These functions run compiled inside a
rule, and as plain Python elsewhere.
"""

from __future__ import annotations

from typing import Any


def is_on_board(square: int, ahead: int, steps: int, width: int, height: int) -> bool:
    """Whether the square so many steps ahead exists; `ahead` goes along a row or a column."""
    end = square + steps * ahead
    return end // width == square // width if abs(ahead) == 1 else 0 <= end < width * height


def is_in_line(start: int, end: int, width: int) -> bool:
    """Whether two squares are in the same row or column."""
    return start % width == end % width or start // width == end // width


def way(start: int, end: int, width: int) -> int:
    """The step from a square towards another one of its row or column."""
    if start // width == end // width:
        return 1 if start < end else -1
    return width if start < end else -width


def distance(start: int, end: int, width: int) -> int:
    """How many steps it is from a square to another one of its row or column."""
    return abs(end - start) // abs(way(start, end, width))


def free_path(cells: Any, square: int, ahead: int, steps: int) -> bool:
    """Whether the squares before the last of so many steps are empty."""
    for _ in range(steps - 1):
        square += ahead
        if cells[square] != 0:
            return False
    return True


def is_odd(square: int, width: int) -> int:
    """1 on every second square of a chequered board, 0 on the lower left one and those of its colour."""
    return (square % width + square // width) % 2


SHARED_RULES = (is_on_board, is_in_line, way, distance, free_path, is_odd)
"""Every function here that the compiler is taught."""
