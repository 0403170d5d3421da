"""Conquest: roll dice across the board to capture the enemy's key, or take your own key to the enemy's key square."""

from itertools import pairwise

from ludus.games.words.conquest import ending, first_flaw, picture
from ludus.rules import DRAW, LOSES, ONGOING, Game, Piece, State, rule
from ludus.rules.shared_reasons import no_piece, not_own, squares_named
from ludus.rules.shared_rules import distance, free_path, is_in_line, is_odd, is_on_board, way

WIDTH, HEIGHT = 9, 8
SQUARES = WIDTH * HEIGHT
KEY_SQUARES = (4, SQUARES - 5)  # of team 1 and of team 2: the middle of each end
UP, RIGHT, DOWN, LEFT = WIDTH, 1, -WIDTH, -1  # from a square to the next

# A die is written top, back, left. Its back faces y-1, its left faces x-1, and opposite faces add up to 7. The key shows 1
# on every face. A piece is its team and its faces as octal digits:
#
#            +-----+
#       left | top |          0o1536: team 1, top 5, back 3, left 6
#            +-----+          0o2111: the key of team 2
#             back

DICE = [(5, 3, 6)]  # the 24 ways a die can lie: everything that rolling up and right can lead to
for top, back, left in DICE:
    DICE += [die for die in ((back, 7 - top, left), (left, back, 7 - top)) if die not in DICE]

KEY, HALF_TURN = 0o111, 0o077  # a half turn swaps back and front, left and right
FIRST_ROW = (0o536, 0o135, 0o231, 0o632, KEY, 0o632, 0o231, 0o135, 0o536)  # team 1's; team 2 is the same after a half turn
MOST_DICE = 8
PIECES = {0o1000 * team + KEY: Piece("key", team, word="key111") for team in (1, 2)}
PIECES |= {int(f"{team}{die[0]}{die[1]}{die[2]}", 8): Piece("die", team, details=die) for team in (1, 2) for die in DICE}

PATIENCE = 100  # a draw after this many moves, both sides counted, without a capture

# keys: the squares of the two keys, counted from 1; 0 when captured. quiet: moves since the last capture.
state = State(cells=("i2", SQUARES), keys=("i1", 2), turn="i1", quiet="i1")


@rule
def setup(state):
    """The dice stand on the two end rows, and team 1 moves first."""
    for x in range(WIDTH):
        die = FIRST_ROW[x]
        place(state, x, 0o1000 | die)
        place(state, SQUARES - 1 - x, 0o2000 | (die if die == KEY else die ^ HALF_TURN))


@rule
def place(state, square, piece):
    """Put a piece on a square, and remember where the keys are."""
    state.cells[square] = piece
    if is_key(piece):
        state.keys[team_of(piece) - 1] = square + 1


@rule
def team_of(piece):
    """The team that owns a piece; 0 for no piece."""
    return piece >> 9


@rule
def top_of(piece):
    """The number on top of a piece."""
    return piece >> 6 & 7


@rule
def is_key(piece):
    """Whether a piece is a key."""
    return piece & 0o777 == KEY


# A move is three squares; if it does not turn, its corner is its end.
#
#     | corner | start  | end    |
#     | 7 bits | 7 bits | 7 bits |


@rule
def legal(state, moves):
    """Roll one of your dice as many squares as its top shows, straight on or with one quarter turn."""
    count = 0
    for start in range(SQUARES):
        if team_of(state.cells[start]) != state.turn + 1:
            continue
        top = top_of(state.cells[start])
        for ahead in (UP, RIGHT, DOWN, LEFT):
            if rolls_freely(state, start, ahead, top):
                end = start + top * ahead
                moves[count] = end | start << 7 | end << 14
                count += 1
            aside = UP + RIGHT - abs(ahead)
            corner = start
            for rest in range(top - 1, 0, -1):
                if not is_on_board(corner, ahead, 1, WIDTH, HEIGHT):
                    break
                corner += ahead
                if state.cells[corner] != 0:
                    break
                for turned in (aside, -aside):
                    if rolls_freely(state, corner, turned, rest):
                        moves[count] = corner + rest * turned | start << 7 | corner << 14
                        count += 1
    return count


@rule
def rolls_freely(state, square, ahead, steps):
    """Whether the player can roll that far: no piece on the way, and none of their own on the last square."""
    if not is_on_board(square, ahead, steps, WIDTH, HEIGHT) or not free_path(state.cells, square, ahead, steps):
        return False
    return team_of(state.cells[square + steps * ahead]) != state.turn + 1


@rule
def play(state, move):
    """The die rolls edge over edge, and captures an enemy on its last square."""
    start, corner, end = move >> 7 & 127, move >> 14, move & 127
    enemy = 1 - state.turn
    state.quiet = 0 if state.cells[end] != 0 else state.quiet + 1
    if is_key(state.cells[end]):
        state.keys[enemy] = 0
    piece = roll(roll(state.cells[start], start, corner), corner, end)
    state.cells[start] = 0
    place(state, end, piece)
    state.turn = enemy


@rule
def roll(piece, start, end):
    """The piece after rolling along a row or column. Rolling up, its back becomes the top and its bottom the back."""
    if is_key(piece):
        return piece
    top, back, left = top_of(piece), piece >> 3 & 7, piece & 7
    ahead = way(start, end, WIDTH)
    for _ in range(distance(start, end, WIDTH)):
        if ahead == UP:
            top, back = back, 7 - top
        elif ahead == DOWN:
            top, back = 7 - back, top
        elif ahead == RIGHT:
            top, left = left, 7 - top
        else:
            top, left = 7 - left, top
    return team_of(piece) << 9 | top << 6 | back << 3 | left


@rule
def outcome(state):
    """Losing your key loses, a key on the enemy's key square wins, and 100 moves without a capture are a draw."""
    for seat in range(2):
        if state.keys[1 - seat] == 0 or state.keys[seat] - 1 == KEY_SQUARES[1 - seat]:
            return seat
    return DRAW if state.quiet >= PATIENCE else ONGOING


# What players see and write


@rule
def squares(state, move, path):
    """Start, corner if it turns, end."""
    path[0], path[1], path[2] = move >> 7 & 127, move >> 14, move & 127
    return 2 if path[1] == path[2] else 3


@rule
def kind(state, square):
    """White where x + y is even, black where it is odd, and the two key squares."""
    return 2 if square in KEY_SQUARES else is_odd(square, WIDTH)


def move_text(state, move, squares):
    """The squares as x,y: `1,1-1,5-2,5`."""
    return "-".join(f"{square % WIDTH + 1},{square // WIDTH + 1}" for square in squares)


# Why a move is refused

wrong_number = squares_named("Name where the die stands, the corner if it turns, and where it ends", 2, 3)


def not_straight(state, squares):
    """A die rolls along rows and columns; where it turns, name the corner"""
    return not all(is_in_line(start, end, WIDTH) for start, end in pairwise(squares))


def no_turn(state, squares):
    """Only name a corner if the die makes a quarter turn there"""
    return len(squares) == 3 and is_in_line(squares[0], squares[2], WIDTH)


def wrong_range(state, squares):
    """The range does not match the value shown"""
    return sum(distance(start, end, WIDTH) for start, end in pairwise(squares)) != top_of(state.cells[squares[0]])


def blocked(state, squares):
    """There is a piece in the way"""
    return not passes(state, squares[0], squares[1], squares[-1])


def own_piece(state, squares):
    """You cannot capture your own piece"""
    return team_of(state.cells[squares[-1]]) == state.turn + 1


# Advice for the computer player


@rule
def value(state):
    """Dice count most, then a place in the middle; a player who can capture the key has as good as won."""
    total = 0
    enemy_key = state.keys[1 - state.turn] - 1
    for square in range(SQUARES):
        team = team_of(state.cells[square])
        if team == 0:
            continue
        x, y = square % WIDTH, square // WIDTH
        worth = 1000 + 4 * (min(x, WIDTH - 1 - x) + min(y, HEIGHT - 1 - y))
        if team != state.turn + 1:
            total -= worth
        elif reaches(state, square, enemy_key):
            return 9000
        else:
            total += worth
    return total


@rule
def reaches(state, start, end):
    """Whether the die on one square can roll to another, round either corner."""
    across, up = end % WIDTH - start % WIDTH, end // WIDTH - start // WIDTH
    if abs(across) + abs(up) != top_of(state.cells[start]):
        return False
    return passes(state, start, start + across, end) or passes(state, start, start + WIDTH * up, end)


@rule
def passes(state, start, corner, end):
    """Whether the way from the start round the corner to the end is clear."""
    if corner != end and state.cells[corner] != 0:
        return False
    first, second = distance(start, corner, WIDTH), distance(corner, end, WIDTH)
    if not free_path(state.cells, start, way(start, corner, WIDTH), first):
        return False
    return free_path(state.cells, corner, way(corner, end, WIDTH), second)


@rule
def order(state, move):
    """Captures first, and the key before anything else."""
    captured = state.cells[move & 127]
    return 0 if captured == 0 else 2 if is_key(captured) else 1


GAME = Game(
    name="Conquest",
    aliases=("Duell",),
    board=(WIDTH, HEIGHT),
    state=state,
    pieces=PIECES,
    square_types=("white", "black", "key"),
    on_board=("cells", "keys"),
    column_labels=tuple(str(x + 1) for x in range(WIDTH)),  # squares are written as x,y
    most_moves=MOST_DICE * (4 + 8 * 5) + 4,  # a 6 goes straight in four directions, or turns on five squares of each way
    stuck=LOSES,
    repeats=3,
    apart=("quiet",),
    setup=setup,
    place=place,
    legal=legal,
    play=play,
    outcome=outcome,
    squares=squares,
    kind=kind,
    reasons=(wrong_number, no_piece(), not_own(PIECES), not_straight, no_turn, wrong_range, blocked, own_piece),
    ending=lambda state, outcome: ending(state, outcome, PATIENCE),
    move_text=move_text,
    flaw=lambda state: first_flaw(state, PIECES, outcome(state), MOST_DICE, PATIENCE),
    picture=picture,
    value=value,
    order=order,
)
