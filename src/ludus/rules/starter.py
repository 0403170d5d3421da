"""Hexapawn: three pawns a side; reach the far row, or leave the other side without a move."""

from ludus.rules import LOSES, ONGOING, Game, Piece, State, rule

# Facts. A square is a number, counted from 0 at the lower left:
#
#     6 7 8      team 2 begins here
#     3 4 5
#     0 1 2      team 1 begins here
WIDTH, HEIGHT = 3, 3
PIECES = {1: Piece("pawn", 1, "x"), 2: Piece("pawn", 2, "o")}

# The state holds everything there is to know about a position. `turn` is the seat to move: 0 is team 1, 1 is team 2.
state = State(cells=("i1", WIDTH * HEIGHT), turn="i1")  # cells: 0 empty, else the number of the team


@rule
def setup(state):
    """Each side's pawns stand on its own row."""
    for x in range(WIDTH):
        state.cells[x] = 1
        state.cells[(HEIGHT - 1) * WIDTH + x] = 2


# A move is one number that says everything: here the square it starts on times 9, plus the square it ends on.
@rule
def legal(state, moves):
    """A pawn steps forward onto an empty square, or takes an enemy diagonally in front of it."""
    count = 0
    forward = WIDTH if state.turn == 0 else -WIDTH
    for start in range(WIDTH * HEIGHT):
        if state.cells[start] != state.turn + 1:
            continue
        for side in range(-1, 2):
            end = start + forward + side
            if end < 0 or end >= WIDTH * HEIGHT or abs(end % WIDTH - start % WIDTH) > 1:
                continue
            enemy = state.cells[end] == 2 - state.turn
            empty = state.cells[end] == 0
            if (side == 0 and empty) or (side != 0 and enemy):
                moves[count] = start * 9 + end
                count += 1
    return count


@rule
def play(state, move):
    """The pawn leaves its square; whatever stood on the other is taken."""
    start, end = move // 9, move % 9
    state.cells[end] = state.cells[start]
    state.cells[start] = 0
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """A pawn on the far row wins."""
    for x in range(WIDTH):
        if state.cells[(HEIGHT - 1) * WIDTH + x] == 1:
            return 0
        if state.cells[x] == 2:
            return 1
    return ONGOING


# Players name a move by its squares. This is how servers and clients know what to click.
@rule
def squares(state, move, path):
    """From here, to there."""
    path[0], path[1] = move // 9, move % 9
    return 2


# Everything from here on is optional. Reasons tell a player why a move is refused: their docstring is the sentence.
def not_two_squares(state, squares):
    """Name the square the pawn stands on and the square it goes to"""
    return len(squares) != 2


def not_your_pawn(state, squares):
    """You do not own that piece"""
    return state.cells[squares[0]] != state.turn + 1


def not_a_pawn_move(state, squares):
    """A pawn steps straight onto an empty square, or takes an enemy diagonally in front of it"""
    start, end = squares
    rows = end // WIDTH - start // WIDTH
    columns = abs(end % WIDTH - start % WIDTH)
    forward = rows == (1 if state.turn == 0 else -1)
    steps = columns == 0 and state.cells[end] == 0
    takes = columns == 1 and state.cells[end] == 2 - state.turn
    return not (forward and (steps or takes))


GAME = Game(
    name="Hexapawn",
    board=(WIDTH, HEIGHT),
    state=state,
    most_moves=9,
    setup=setup,
    legal=legal,
    play=play,
    outcome=outcome,
    stuck=LOSES,  # a player who cannot move has lost
    squares=squares,
    reasons=(not_two_squares, not_your_pawn, not_a_pawn_move),
    pieces=PIECES,
)
