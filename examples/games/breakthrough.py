"""Breakthrough: bring one of your pieces to the far row.

Each side fills its two home rows. A piece moves one square forward, straight or diagonally, onto an empty square.
Diagonally it may also capture an enemy. The first to reach the far row wins, and so does a side that captures every
enemy piece.
"""

from ludus.rules import LOSES, ONGOING, Game, Piece, State, rule

WIDTH, HEIGHT = 8, 8
SQUARES = WIDTH * HEIGHT
TEAMS = ("White", "Black")  # White begins, on rows 1 and 2
PIECES = {1: Piece("pawn", 1, "w"), 2: Piece("pawn", 2, "b")}
FORWARD = (1, -1)  # the direction in which each seat moves
HOME = (0, HEIGHT - 1)  # each seat's first row

state = State(cells=("i1", (HEIGHT, WIDTH)), left=("i1", 2), turn="i1")  # left: how many pieces each seat still has


@rule
def setup(state):
    """Each side fills the two rows nearest to it."""
    for seat in range(2):
        state.cells[HOME[seat]] = seat + 1
        state.cells[HOME[seat] + FORWARD[seat]] = seat + 1
        state.left[seat] = 2 * WIDTH


@rule
def legal(state, moves):
    """One step forward onto an empty square, or diagonally forward onto an enemy. A move is start times 64 plus end."""
    count = 0
    for start in range(SQUARES):
        x, y = start % WIDTH, start // WIDTH + FORWARD[state.turn]
        if state.cells[start // WIDTH, x] != state.turn + 1:
            continue
        for side in range(max(x - 1, 0), min(x + 2, WIDTH)):
            if state.cells[y, side] == 0 or (side != x and state.cells[y, side] == 2 - state.turn):
                moves[count] = start * SQUARES + y * WIDTH + side
                count += 1
    return count


@rule
def play(state, move):
    """The piece moves; an enemy on its new square is captured."""
    start, end = move // SQUARES, move % SQUARES
    if state.cells[end // WIDTH, end % WIDTH] != 0:
        state.left[1 - state.turn] -= 1
    state.cells[end // WIDTH, end % WIDTH] = state.turn + 1
    state.cells[start // WIDTH, start % WIDTH] = 0
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """The player who has just moved wins on the far row, or when no enemy is left."""
    mover = 1 - state.turn
    if state.left[state.turn] == 0 or (state.cells[HOME[state.turn]] == mover + 1).any():
        return mover
    return ONGOING


@rule
def squares(state, move, path):
    """From here, to there."""
    path[0], path[1] = move // SQUARES, move % SQUARES
    return 2


def not_two_squares(state, squares):
    """Name the square your piece stands on and the square it goes to"""
    return len(squares) != 2


def not_yours(state, squares):
    """You do not own that piece"""
    return state.cells[squares[0] // WIDTH, squares[0] % WIDTH] != state.turn + 1


def not_forward(state, squares):
    """A piece moves one square forward, straight or diagonally"""
    (from_y, from_x), (to_y, to_x) = (divmod(square, WIDTH) for square in squares)
    return to_y - from_y != FORWARD[state.turn] or abs(to_x - from_x) > 1


def blocked(state, squares):
    """That square is occupied; enemies are captured diagonally"""
    end = state.cells[squares[1] // WIDTH, squares[1] % WIDTH]
    return end == state.turn + 1 or (end != 0 and squares[0] % WIDTH == squares[1] % WIDTH)


@rule
def value(state):
    """Pieces count, and those that are far ahead count more."""
    total = 0
    for square in range(SQUARES):
        owner = state.cells[square // WIDTH, square % WIDTH] - 1
        if owner >= 0:
            ahead = abs(square // WIDTH - HOME[owner])
            total += (20 + ahead * ahead) * (1 if owner == state.turn else -1)
    return total


GAME = Game(
    name="Breakthrough", board=(WIDTH, HEIGHT), teams=TEAMS, state=state, pieces=PIECES, most_moves=48, stuck=LOSES,
    setup=setup, legal=legal, play=play, outcome=outcome, squares=squares, value=value, on_board=("cells",),
    reasons=(not_two_squares, not_yours, not_forward, blocked),
)  # fmt: skip
