"""Connect Four: drop discs into columns; four in a row win."""

from ludus.rules import DRAWS, ONGOING, Game, Notation, Piece, PositionError, State, option, rule

WIDTH = option("width", 7, choices=range(4, 10), says="columns")
HEIGHT = option("height", 6, choices=range(4, 7), says="rows")
PIECES = {1: Piece("disc", 1, "x"), 2: Piece("disc", 2, "o")}

# A column is HEIGHT bits and an empty one above them, so that no row of four wraps round the edge. On 7 x 6:
#
#      6 13 20 27 34 41 48     always empty
#      5 12 19 26 33 40 47
#      . . .
#      0  7 14 21 28 35 42
COLUMN = HEIGHT + 1
DIRECTIONS = (1, COLUMN - 1, COLUMN, COLUMN + 1)

state = State(mine="i8", all="i8", turn="i1")  # mine: the discs of the player to move


@rule
def legal(state, moves):
    """Any column that has room."""
    count = 0
    for column in range(WIDTH):
        if state.all >> (column * COLUMN + HEIGHT - 1) & 1 == 0:
            moves[count] = column
            count += 1
    return count


@rule
def play(state, move):
    """The disc falls on top of its column."""
    state.mine ^= state.all
    state.all |= state.all + (1 << (move * COLUMN))
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """Four in a row of the player who has just moved; a full board is a draw, because nobody can move."""
    discs = state.mine ^ state.all
    for direction in DIRECTIONS:
        pairs = discs & (discs >> direction)
        if pairs & (pairs >> (2 * direction)):
            return 1 - state.turn
    return ONGOING


@rule
def squares(state, move, path):
    """A column is named by the square its disc falls to."""
    row = 0
    while state.all >> (move * COLUMN + row) & 1:
        row += 1
    path[0] = row * WIDTH + move
    return 1


@rule
def cell(state, square):
    """The disc on a square."""
    bit = square % WIDTH * COLUMN + square // WIDTH
    if state.all >> bit & 1 == 0:
        return 0
    return state.turn + 1 if state.mine >> bit & 1 else 2 - state.turn


@rule
def place(state, square, piece):
    """Put a disc on a square."""
    bit = 1 << (square % WIDTH * COLUMN + square // WIDTH)
    state.all |= bit
    if piece == state.turn + 1:
        state.mine |= bit


GAME = Game(
    name="Connect Four",
    board=(WIDTH, HEIGHT),
    state=state,
    most_moves=WIDTH,
    legal=legal,
    play=play,
    outcome=outcome,
    stuck=DRAWS,
    pieces=PIECES,
    squares=squares,
    cell=cell,
    place=place,
    on_board=("mine", "all"),
)
