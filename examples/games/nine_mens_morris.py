"""Nine Men's Morris: build mills, three men in a line, to capture enemy men.

The players first place their nine men in turn on free points. Then they move: a man goes along a line to the next
free point. A player who is down to three men may jump to any free point. Whoever completes a mill captures an enemy
man that is not in a mill itself; only when every enemy man is in a mill may one of those be taken. A player with two
men left, or without a move, has lost. The game is drawn when a position comes up for the third time, or after fifty
moves without a capture.
"""

from itertools import pairwise

from ludus.rules import DRAW, LOSES, ONGOING, Game, Piece, State, rule

MEN, FLYING, QUIET = 9, 3, 50
TEAMS = ("White", "Black")
PIECES = {1: Piece("man", 1, "w"), 2: Piece("man", 2, "b")}

# The 24 points on a board of 7 by 7 squares, and the lines that join them:
#
#     7   0-----------1-----------2
#     6   |   3-------4-------5   |
#     5   |   |   6---7---8   |   |
#     4   9--10--11      12--13--14
#     3   |   |  15--16--17   |   |
#     2   |  18------19------20   |
#     1  21----------22----------23
#         a   b   c   d   e   f   g
SIZE = 7
POINTS = ("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
          "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1")  # fmt: skip
SQUARE = tuple("abcdefg".index(name[0]) + SIZE * (int(name[1]) - 1) for name in POINTS)
POINT = tuple(SQUARE.index(square) if square in SQUARE else -1 for square in range(SIZE * SIZE))
MILLS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23),
         (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23))  # fmt: skip
NEXT_TO = tuple(
    tuple(sorted({mill[i + d] for mill in MILLS for i in range(3) if mill[i] == point for d in (-1, 1) if 0 <= i + d < 3}))
    for point in range(24)
)
LINES = tuple(
    tuple((SQUARE[point] % SIZE + 1, SQUARE[point] // SIZE + 1) for point in pair) for mill in MILLS for pair in pairwise(mill)
)
NEIGHBOURS = tuple(near + (-1,) * (4 - len(near)) for near in NEXT_TO)  # always four, -1 for none

state = State(cells=("i1", 24), hand=("i1", 2), left=("i1", 2), quiet="i1", turn="i1")  # hand: not placed; left: not captured


@rule
def setup(state):
    """Everybody holds nine men."""
    for seat in range(2):
        state.hand[seat] = MEN
        state.left[seat] = MEN


@rule
def in_mill(state, point, start, team):
    """Whether a man on this point is in a mill, once the man on `start` has left it."""
    for mill in MILLS:
        count, here = 0, False
        for each in mill:
            here = here or each == point
            count += each == point or (each != start and state.cells[each] == team)
        if here and count == 3:
            return True
    return False


@rule
def may_take(state, victim, team):
    """Whether this enemy man may be captured: one outside a mill, if there is any."""
    if state.cells[victim] != team or not in_mill(state, victim, -1, team):
        return state.cells[victim] == team
    for other in range(24):
        if state.cells[other] == team and not in_mill(state, other, -1, team):
            return False
    return True


# A move is (start + 1) * 625 + end * 25 + victim + 1: 0 for a man from the hand, and 0 for no victim.
@rule
def add_moves(state, start, end, moves, count):
    """A step, alone or with each man it may capture."""
    if not in_mill(state, end, start, state.turn + 1):
        moves[count] = (start + 1) * 625 + end * 25
        return count + 1
    for victim in range(24):
        if may_take(state, victim, 2 - state.turn):
            moves[count] = (start + 1) * 625 + end * 25 + victim + 1
            count += 1
    return count


@rule
def reaches(state, start, end):
    """Whether a man may go from one point to another that is free."""
    if state.cells[end] != 0:
        return False
    if state.left[state.turn] <= FLYING:
        return True
    for near in NEIGHBOURS[start]:
        if near == end:
            return True
    return False


@rule
def legal(state, moves):
    """Place a man while there is one in the hand, then move; a mill captures."""
    count = 0
    for end in range(24):
        if state.cells[end] == 0 and state.hand[state.turn] > 0:
            count = add_moves(state, -1, end, moves, count)
    for start in range(24):
        if state.cells[start] == state.turn + 1 and state.hand[state.turn] == 0:
            for end in range(24):
                if reaches(state, start, end):
                    count = add_moves(state, start, end, moves, count)
    return count


@rule
def play(state, move):
    """The man goes to its point, and the captured one leaves the board."""
    start, end, victim = move // 625 - 1, move // 25 % 25, move % 25 - 1
    state.cells[end] = state.turn + 1
    state.quiet += 1
    if start >= 0:
        state.cells[start] = 0
    else:
        state.hand[state.turn] -= 1
        state.quiet = 0
    if victim >= 0:
        state.cells[victim] = 0
        state.left[1 - state.turn] -= 1
        state.quiet = 0
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """Two men are too few for a mill; fifty quiet moves are a draw."""
    if state.left[state.turn] < 3:
        return 1 - state.turn
    return DRAW if state.quiet >= QUIET else ONGOING


@rule
def squares(state, move, path):
    """Where the man stands, unless it is in the hand, where it goes, and whom it captures."""
    count = 0
    for point in (move // 625 - 1, move // 25 % 25, move % 25 - 1):
        if point >= 0:
            path[count] = SQUARE[point]
            count += 1
    return count


@rule
def cell(state, square):
    """The man on a square, if the square is a point."""
    return state.cells[POINT[square]] if POINT[square] >= 0 else 0


@rule
def place(state, square, piece):
    """Put a man on a point."""
    if POINT[square] >= 0:
        state.cells[POINT[square]] = piece


@rule
def kind(state, square):
    """Where two lines meet there is a point; elsewhere nothing."""
    return 1 if POINT[square] >= 0 else 0


@rule
def value(state):
    """Men count most, then room to move."""
    total = 100 * (state.left[state.turn] - state.left[1 - state.turn])
    for point in range(24):
        if state.cells[point] != 0:
            for near in NEIGHBOURS[point]:
                if near >= 0 and state.cells[near] == 0:
                    total += 2 if state.cells[point] == state.turn + 1 else -2
    return total


def not_on_a_point(state, squares):
    """Men stand only where lines meet"""
    return any(POINT[square] < 0 for square in squares)


def wrong_length(state, squares):
    """Name the point your man stands on, unless it is in your hand, then the point it goes to, then the man you capture"""
    return len(squares) - (state.hand[state.turn] == 0) not in (1, 2)


def parts(state, squares):
    """Start, end and victim of what a player has named; -1 for none."""
    points = [POINT[square] for square in squares]
    start = -1 if state.hand[state.turn] > 0 else points.pop(0)
    return start, points[0], points[1] if len(points) > 1 else -1


def not_yours(state, squares):
    """You do not own that piece"""
    start, _, _ = parts(state, squares)
    return start >= 0 and state.cells[start] != state.turn + 1


def occupied(state, squares):
    """That point is occupied"""
    return state.cells[parts(state, squares)[1]] != 0


def too_far(state, squares):
    """A man moves along a line to the next point; only a player with three men left may jump"""
    start, end, _ = parts(state, squares)
    return start >= 0 and not reaches(state, start, end)


def no_mill(state, squares):
    """You capture only when you complete a mill"""
    start, end, victim = parts(state, squares)
    return victim >= 0 and not in_mill(state, end, start, state.turn + 1)


def must_capture(state, squares):
    """Your move completes a mill, so name the enemy man you capture, too"""
    start, end, victim = parts(state, squares)
    return victim < 0 and in_mill(state, end, start, state.turn + 1)


def protected(state, squares):
    """Capture an enemy man that is not in a mill, unless all of them are"""
    victim = parts(state, squares)[2]
    return victim >= 0 and not may_take(state, victim, 2 - state.turn)


def status(state, seat):
    """How many men are still to be placed."""
    hands = [f"{name} has {count} in hand" for name, count in zip(TEAMS, state.hand, strict=True) if count]
    return ", ".join(hands) or "All men are placed"


GAME = Game(
    name="Nine Men's Morris", board=(SIZE, SIZE), teams=TEAMS, state=state, pieces=PIECES,
    square_types=("blank", "point"), lines=LINES, status=status,
    most_moves=24 * 21 * 7, stuck=LOSES, repeats=3, apart=("quiet",), on_board=("cells",),
    setup=setup, legal=legal, play=play, outcome=outcome, squares=squares, cell=cell, place=place, kind=kind, value=value,
    reasons=(not_on_a_point, wrong_length, not_yours, occupied, too_far, no_mill, must_capture, protected),
)  # fmt: skip
