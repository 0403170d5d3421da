"""Conquest: roll your dice over the board to capture the enemy's key, or bring your own key to the enemy's key square."""

import numpy as np

from ludus.rules import DRAW, LOSES, ONGOING, Game, Piece, State, rule
from ludus.rules.pictures import label, line, pips, ring, shape, svg, team_colour, tile

# The board: 9 wide and 8 high, white and black squares in turn, with a key square in the middle of each end.

WIDTH, HEIGHT = 9, 8
SQUARES = WIDTH * HEIGHT
KEY_SQUARES = (4, SQUARES - 5)  # of team 1, of team 2
X, Y = np.arange(SQUARES) % WIDTH, np.arange(SQUARES) // WIDTH

UP, RIGHT, DOWN, LEFT = range(4)  # a quarter turn is one further or one back
STEP = np.array((WIDTH, 1, -WIDTH, -1))
ROOM = np.stack((HEIGHT - 1 - Y, WIDTH - 1 - X, Y, X), axis=1)  # squares to the edge, in each direction

# A die is written top, back, left. Its back is the face towards y-1, its left the face towards x-1, and opposite faces
# sum to 7. Rolled up, it shows what was its back, and what was its bottom becomes the back.
#
#            +-----+
#       left | top |          the key has 1 on every face and is written ()
#            +-----+
#             back


def rolled(die, direction):
    """The die after one roll over its edge."""
    top, back, left = die or (1, 1, 1)
    turned = ((back, 7 - top, left), (left, back, 7 - top), (7 - back, top, left), (7 - left, back, top))
    return turned[direction] if die else die


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
KEYS = np.array((CODES[1, ()], CODES[2, ()]))
TEAM = np.array((0, *(piece.team for piece in PIECES.values())))
TOP = np.array((0, *(piece.details[0] if piece.details else 1 for piece in PIECES.values())))
ROLLED = np.zeros((len(PIECES) + 1, 4), int)
for code, piece in PIECES.items():
    ROLLED[code] = [CODES[piece.team, rolled(piece.details, direction)] for direction in range(4)]

# Team 1 stands on row 1, each die with 3 at its back; team 2 is the same turned by half a turn.

FIRST_ROW = (5, 1, 2, 6, "key", 6, 2, 1, 5)
START = np.zeros(SQUARES, int)
for x, top in enumerate(FIRST_ROW):
    die = next((die for die in DICE if die[:2] == (top, 3)), ())
    START[x] = CODES[1, die]
    START[SQUARES - 1 - x] = CODES[2, die and (die[0], 7 - die[1], 7 - die[2])]

MOST_DICE, MOST_QUIET = 8, 100

# keys: the squares of the two keys, counted from 1; 0: captured. quiet: moves since the last capture.
state = State(cells=("i1", SQUARES), keys=("i1", 2), turn="i1", quiet="i1")


@rule
def setup(state):
    """The dice stand on the two end rows, and team 1 begins."""
    for square in range(SQUARES):
        if START[square] != 0:
            place(state, square, START[square])


@rule
def place(state, square, piece):
    """A piece is put on a square; where the keys are is remembered."""
    state.cells[square] = piece
    if piece == KEYS[TEAM[piece] - 1]:
        state.keys[TEAM[piece] - 1] = square + 1


# A move is start + 128 * corner + 128 * 128 * end; one that does not turn has its end for a corner.


@rule
def legal(state, moves):
    """Roll one of your dice as many squares as its top shows, straight or with one quarter turn."""
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
    """Whether the mover can roll that far: nothing on the squares passed, none of the mover's pieces on the last."""
    if ROOM[square, direction] < distance or not is_clear(state, square, direction, distance):
        return False
    return TEAM[state.cells[square + distance * STEP[direction]]] != state.turn + 1


@rule
def is_clear(state, square, direction, distance):
    """Whether nothing stands on the squares passed before the last."""
    for _ in range(distance - 1):
        square += STEP[direction]
        if state.cells[square] != 0:
            return False
    return True


@rule
def play(state, move):
    """The die rolls edge over edge, and captures an enemy on its last square."""
    start, corner, end = move & 127, move >> 7 & 127, move >> 14
    enemy = 1 - state.turn
    state.quiet = 0 if state.cells[end] != 0 else state.quiet + 1
    if state.cells[end] == KEYS[enemy]:
        state.keys[enemy] = 0
    piece = roll(roll(state.cells[start], start, corner), corner, end)
    state.cells[start] = 0
    place(state, end, piece)
    state.turn = enemy


@rule
def roll(piece, start, end):
    """The piece after rolling along a row or column from one square to another."""
    for _ in range(distance_of(start, end)):
        piece = ROLLED[piece, direction_of(start, end)]
    return piece


@rule
def distance_of(start, end):
    """How many squares two squares of a row or column are apart."""
    return abs(X[end] - X[start]) + abs(Y[end] - Y[start])


@rule
def direction_of(start, end):
    """Which way it is from one square of a row or column to another."""
    if Y[start] == Y[end]:
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
    path[0], path[1], path[2] = move & 127, move >> 7 & 127, move >> 14
    return 2 if path[1] == path[2] else 3


@rule
def kind(state, square):
    """White where x + y is even, black where it is odd, and the two key squares."""
    return 2 if square in KEY_SQUARES else (X[square] + Y[square]) % 2


# Why a move is refused


def names_no_path(state, squares):
    """Name the square the die stands on, its corner if it turns, and its last square"""
    return len(squares) not in (2, 3)


def starts_nowhere(state, squares):
    """There is no piece on that square"""
    return state.cells[squares[0]] == 0


def is_not_yours(state, squares):
    """You do not own that piece"""
    return TEAM[state.cells[squares[0]]] != state.turn + 1


def leaves_the_line(state, squares):
    """A die rolls along rows and columns, and a turn needs its corner named"""
    return any(X[start] != X[end] and Y[start] != Y[end] for start, end in zip(squares, squares[1:], strict=False))


def does_not_turn(state, squares):
    """A corner is named only where the die makes a quarter turn"""
    return len(squares) == 3 and (X[squares[0]] == X[squares[2]] or Y[squares[0]] == Y[squares[2]])


def goes_another_distance(state, squares):
    """The range does not match the value shown"""
    return sum(map(distance_of, squares, squares[1:])) != TOP[state.cells[squares[0]]]


def is_in_the_way(state, squares):
    """A piece stands in the way"""
    return not passes(state, squares[0], squares[1], squares[-1])


def captures_its_own(state, squares):
    """You cannot capture your own piece"""
    return TEAM[state.cells[squares[-1]]] == state.turn + 1


# Words and pictures


def ending(state, outcome):
    """How the game ended."""
    if outcome == DRAW:
        return f"The game is drawn: {MOST_QUIET} moves without a capture"
    if state.keys[1 - outcome] == 0:
        return f"Team {outcome + 1} wins: the key of Team {2 - outcome} is captured"
    return f"Team {outcome + 1} wins: its key has reached the key square of Team {2 - outcome}"


def move_text(state, move, squares):
    """The squares as x,y: 1,1-1,5-2,5."""
    return "-".join(f"{X[square] + 1},{Y[square] + 1}" for square in squares)


def flaw(state):
    """What no game of Conquest can come to."""
    pieces = [PIECES[code] for code in state.cells if code]
    for team in (1, 2):
        dice = sum(piece.team == team and piece.type == "die" for piece in pieces)
        keys = sum(piece.team == team and piece.type == "key" for piece in pieces)
        if dice > MOST_DICE:
            return f"team {team} has {dice} dice; there are only {MOST_DICE}"
        if keys > 1:
            return f"team {team} has {keys} keys; there is only one"
    if not state.keys[0] and not state.keys[1]:
        return "both keys are missing; the game ends when one is captured"
    if outcome(state) in (0, 1) and outcome(state) == state.turn:
        return f"it cannot be the turn of team {state.turn + 1}, which has just won"
    if not 0 <= state.quiet <= MOST_QUIET:
        return f"quiet is {state.quiet}; it counts from 0 to {MOST_QUIET} moves without a capture"
    return None


def picture(piece):
    """The die seen from above with its back and left face folded out, or a key."""
    colour = team_colour(piece.team)
    if piece.type == "key":
        return svg(tile(colour), moved(-16, 0, ring("#222", radius=13, width=8)), line("#222", "48,50 78,50 78,64", width=8))
    top, back, left = piece.details
    sides = shape("#fff", "24,94 94,94 94,72 24,72") + shape("#fff", "6,76 6,6 28,6 28,76")
    faces = moved(9, 33, label(str(back), size=22)) + moved(-33, -9, label(str(left), size=22))
    return svg(sides, faces, moved(10, -10, tile(colour) + pips(top, "#222")))


def moved(right, down, shapes):
    """Shapes drawn elsewhere."""
    return f'<g transform="translate({right} {down})">{shapes}</g>'


# What the computer player looks at

PIECE_VALUE, KEY_IN_REACH = 1000, 9000
MIDDLE_VALUE = 4 * (np.minimum(X, WIDTH - 1 - X) + np.minimum(Y, HEIGHT - 1 - Y))


@rule
def value(state):
    """More pieces nearer to the middle are better, and an enemy key that can be captured decides."""
    total = 0
    enemy_key = state.keys[1 - state.turn] - 1
    for square in range(SQUARES):
        team = TEAM[state.cells[square]]
        if team == state.turn + 1:
            if reaches(state, square, enemy_key):
                return KEY_IN_REACH
            total += PIECE_VALUE + MIDDLE_VALUE[square]
        elif team != 0:
            total -= PIECE_VALUE + MIDDLE_VALUE[square]
    return total


@rule
def reaches(state, start, end):
    """Whether the die on one square can roll to another, round either corner."""
    across, up = X[end] - X[start], Y[end] - Y[start]
    if abs(across) + abs(up) != TOP[state.cells[start]]:
        return False
    return passes(state, start, start + across, end) or passes(state, start, start + up * WIDTH, end)


@rule
def passes(state, start, corner, end):
    """Whether nothing stands in the way from the start round the corner to the end."""
    if corner != end and state.cells[corner] != 0:
        return False
    return is_clear(state, start, direction_of(start, corner), distance_of(start, corner)) and is_clear(
        state, corner, direction_of(corner, end), distance_of(corner, end)
    )


@rule
def order(state, move):
    """Captures first, that of the key before all."""
    captured = state.cells[move >> 14]
    return 0 if captured == 0 else 2 if captured == KEYS[1 - state.turn] else 1


GAME = Game(
    name="Conquest",
    board=(WIDTH, HEIGHT),
    state=state,
    most_moves=MOST_DICE * (4 + 8 * 5) + 4,  # a 6 goes straight in four directions, or turns on five squares of each
    pieces=PIECES,
    square_types=("white", "black", "key"),
    on_board=("cells", "keys"),
    setup=setup,
    place=place,
    legal=legal,
    play=play,
    outcome=outcome,
    stuck=LOSES,
    repeats=3,
    apart=("quiet",),
    squares=squares,
    kind=kind,
    reasons=(
        names_no_path,
        starts_nowhere,
        is_not_yours,
        leaves_the_line,
        does_not_turn,
        goes_another_distance,
        is_in_the_way,
        captures_its_own,
    ),
    ending=ending,
    move_text=move_text,
    flaw=flaw,
    picture=picture,
    value=value,
    order=order,
)
