"""A game on a board of a hundred by a hundred, as its author would write it."""

from __future__ import annotations

BIG_GAME = '''"""Marks: put your mark on a board of a hundred by a hundred."""

from ludus.rules import ONGOING, Game, Piece, State, rule

state = State(cells=("i1", 10000), turn="i1")


@rule
def setup(state):
    """Every third square has a mark already."""
    for square in range(0, 10000, 3):
        state.cells[square] = square % 2 + 1


@rule
def legal(state, moves):
    """Any empty square."""
    count = 0
    for square in range(10000):
        if state.cells[square] == 0:
            moves[count] = square
            count += 1
    return count


@rule
def play(state, move):
    """Put your mark there."""
    state.cells[move] = state.turn + 1
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """It goes on."""
    return ONGOING


GAME = Game(
    name="Marks", board=(100, 100), state=state, setup=setup, legal=legal, play=play, outcome=outcome, most_moves=10000,
    pieces={1: Piece("mark", 1, "x"), 2: Piece("ring", 2, "o")},
)
'''
