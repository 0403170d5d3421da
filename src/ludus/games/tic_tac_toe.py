"""Tic-tac-toe: three in a row wins."""

from ludus.rules import ONGOING, Game, Piece, State, letters, rule

CROSS, NOUGHT = 1, 2
PIECES = {CROSS: Piece("cross", 1, "x"), NOUGHT: Piece("nought", 2, "o")}
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

state = State(cells=("i1", 9), turn="i1")  # cells: 0 empty, else the number of the team


@rule
def legal(state, moves):
    """Any empty square."""
    count = 0
    for square in range(9):
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
    """Three equal marks in a row win; a full board is a draw, because nobody can move."""
    for a, b, c in ROWS:
        if state.cells[a] != 0 and state.cells[a] == state.cells[b] and state.cells[b] == state.cells[c]:
            return state.cells[a] - 1
    return ONGOING


GAME = Game(
    name="Tic-tac-toe",
    board=(3, 3),
    state=state,
    most_moves=9,
    legal=legal,
    play=play,
    outcome=outcome,
    pieces=PIECES,
)
