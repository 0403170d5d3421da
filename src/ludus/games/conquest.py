"""Conquest: roll your dice over the board to capture the enemy's key, or bring your own key to the enemy's key square."""

import numpy as np

from ludus.rules import DRAW, LOSES, ONGOING, Game, Piece, State, rule

# The board is 9 wide and 8 high, white and black squares in turn, with a key square in the middle of each end.

WIDTH, HEIGHT = 9, 8
SQUARES = WIDTH * HEIGHT
SQUARE_TYPES = ("white", "black", "key")
KEY_SQUARES = (4, SQUARES - 5)  # of team 1, of team 2

UP, RIGHT, DOWN, LEFT = range(4)  # a quarter turn is one further or one back
STEP = (WIDTH, 1, -WIDTH, -1)
ROOM = np.array(  # how many squares lie between each square and the edge, in each direction
    [
        (HEIGHT - 1 - square // WIDTH, WIDTH - 1 - square % WIDTH, square // WIDTH, square % WIDTH)
        for square in range(SQUARES)
    ]
)

# A die is written top, back, left. Its back is the face towards y-1, its left the face towards x-1, and opposite faces
# sum to 7. Rolled up, it shows what was its back, and its bottom becomes the back. The key, written (), has 1 all over.
#
#            +-----+
#       left | top |
#            +-----+
#             back


def rolled(die, direction):
    """The die after one roll over its edge."""
    if not die:
        return die
    top, back, left = die
    turns = {
        UP: (back, 7 - top, left),
        RIGHT: (left, back, 7 - top),
        DOWN: (7 - back, top, left),
        LEFT: (7 - left, back, top),
    }
    return turns[direction]


DICE = [(5, 3, 6)]  # the 24 ways a die can lie: whatever rolling makes of one
for lying in DICE:
    DICE += [die for die in (rolled(lying, direction) for direction in range(4)) if die not in DICE]

# A cell holds 0 for no piece, 1 to 24 for a die of team 1, 25 for its key, and 26 to 50 for the same of team 2.

PIECES = {}
for owner in (1, 2):
    for die in DICE:
        PIECES[len(PIECES) + 1] = Piece("die", owner, details=die)
    PIECES[len(PIECES) + 1] = Piece("key", owner, word="key111")
CODES = {(piece.team, piece.details): code for code, piece in PIECES.items()}
KEYS = (CODES[1, ()], CODES[2, ()])

TEAM = np.array([0, *(piece.team for piece in PIECES.values())], np.int8)
TOP = np.array([0, *(piece.details[0] if piece.details else 1 for piece in PIECES.values())], np.int8)
ROLLED = np.zeros((len(PIECES) + 1, 4), np.int8)
for code, piece in PIECES.items():
    ROLLED[code] = [CODES[piece.team, rolled(piece.details, direction)] for direction in range(4)]

# Team 1 stands on row 1, each die with 3 at its back; team 2 is the same turned by half a turn.

FIRST_ROW = (5, 1, 2, 6, "key", 6, 2, 1, 5)
START = np.zeros(SQUARES, np.int8)
for x, top in enumerate(FIRST_ROW):
    die = next((die for die in DICE if die[:2] == (top, 3)), ())
    START[x] = CODES[1, die]
    START[SQUARES - 1 - x] = CODES[2, die and (die[0], 7 - die[1], 7 - die[2])]

MOST_DICE, MOST_QUIET = 8, 100

# keys: the squares of the two keys, counted from 1 (0: captured). quiet: the moves since the last capture.
state = State(cells=("i1", SQUARES), keys=("i1", 2), turn="i1", quiet="i1")


@rule
def setup(state):
    """The dice stand on the two end rows, and team 1 begins."""
    for square in range(SQUARES):
        if START[square] != 0:
            place(state, square, START[square])


@rule
def place(state, square, piece):
    """A piece is put on a square, and a key's square is remembered."""
    state.cells[square] = piece
    if piece == KEYS[TEAM[piece] - 1]:
        state.keys[TEAM[piece] - 1] = square + 1


# A move is start + 128 * corner + 128 * 128 * end; a move without a corner has its end for a corner.


@rule
def legal(state, moves):
    """Roll one of your dice as many squares as its top shows, along a row or column or with one quarter turn."""
    count = 0
    for start in range(SQUARES):
        if TEAM[state.cells[start]] != state.turn + 1:
            continue
        top = TOP[state.cells[start]]
        for direction in range(4):
            if rolls_freely(state, start, direction, top):
                end = start + top * STEP[direction]
                moves[count] = start | end << 7 | end << 14
                count += 1
            corner = start
            for rest in range(top - 1, 0, -1):
                if ROOM[corner, direction] == 0:
                    break
                corner += STEP[direction]
                if state.cells[corner] != 0:
                    break
                for turned in ((direction + 1) % 4, (direction + 3) % 4):
                    if rolls_freely(state, corner, turned, rest):
                        moves[count] = start | corner << 7 | corner + rest * STEP[turned] << 14
                        count += 1
    return count


@rule
def rolls_freely(state, square, direction, distance):
    """Whether nothing stands on the squares passed and no piece of the mover's own on the last."""
    if ROOM[square, direction] < distance:
        return False
    for _ in range(distance - 1):
        square += STEP[direction]
        if state.cells[square] != 0:
            return False
    return TEAM[state.cells[square + STEP[direction]]] != state.turn + 1


@rule
def play(state, move):
    """The die rolls edge over edge, and captures an enemy on its last square."""
    start, corner, end = move & 127, move >> 7 & 127, move >> 14
    enemy = 1 - state.turn
    state.quiet += 1
    if state.cells[end] != 0:
        state.quiet = 0
        if state.cells[end] == KEYS[enemy]:
            state.keys[enemy] = 0
    piece = roll(roll(state.cells[start], start, corner), corner, end)
    state.cells[start] = 0
    place(state, end, piece)
    state.turn = enemy


@rule
def roll(piece, start, end):
    """The piece after rolling along a row or column from one square to another."""
    direction = direction_of(start, end)
    for _ in range(abs(end - start) // abs(STEP[direction])):
        piece = ROLLED[piece, direction]
    return piece


@rule
def direction_of(start, end):
    """The direction of a square in the same row or column."""
    if start // WIDTH == end // WIDTH:
        return RIGHT if end > start else LEFT
    return UP if end > start else DOWN


@rule
def outcome(state):
    """A captured key loses, a key on the enemy's key square wins, and 100 moves without a capture are a draw."""
    for seat in range(2):
        if state.keys[1 - seat] == 0 or state.keys[seat] - 1 == KEY_SQUARES[1 - seat]:
            return seat
    return DRAW if state.quiet >= MOST_QUIET else ONGOING


@rule
def squares(state, move, path):
    """Start, corner if it turns, end."""
    start, corner, end = move & 127, move >> 7 & 127, move >> 14
    path[0], path[1], path[2] = start, corner, end
    return 2 if corner == end else 3


@rule
def kind(state, square):
    """White where x + y is even, black where it is odd, and the two key squares."""
    return 2 if square in KEY_SQUARES else (square % WIDTH + square // WIDTH) % 2


GAME = Game(
    name="Conquest",
    board=(WIDTH, HEIGHT),
    state=state,
    most_moves=MOST_DICE * (4 + 8 * 5) + 4,  # a 6 rolls straight four ways, and turns after 1 to 5 squares of each
    legal=legal,
    play=play,
    outcome=outcome,
    stuck=LOSES,
    repeats=3,
    apart=("quiet",),
    setup=setup,
    pieces=PIECES,
    square_types=SQUARE_TYPES,
    squares=squares,
    kind=kind,
    place=place,
    on_board=("cells", "keys"),
)
