"""EinStein wuerfelt nicht: the die says which of your six stones may move towards the far corner.

Each side has six stones, numbered 1 to 6, in its corner. A die is rolled; the player moves the stone of that number.
When it is gone, the next higher or the next lower stone that is left may move instead. Red moves one square right,
down or diagonally between the two, Blue the other way. Whatever stands on the new square is captured, even a stone of
your own. The first to reach the opposite corner wins, and so does a side that captures all enemy stones.
"""

from ludus.rules import ONGOING, Game, Piece, State, rule

SIZE, STONES = 5, 6
TEAMS = ("Red", "Blue")  # Red starts in the upper left corner, Blue in the lower right
PIECES = {team * 10 + number: Piece(f"{'rb'[team - 1]}{number}", team) for team in (1, 2) for number in range(1, 7)}

# Red's stones at the start; Blue's are the same turned by half a turn:
#
#     5 | 1 2 3 . .
#     4 | 4 5 . . .
#     3 | 6 . . . 6
#     2 | . . . 5 4
#     1 | . . 3 2 1
START = (20, 21, 22, 15, 16, 10)
GOAL = (4, 20)  # the corner each seat wants to reach
RIGHT, UP = (1, -1), (-1, 1)  # the directions in which each seat moves

state = State(cells=("i1", (SIZE, SIZE)), left=("i1", 2), die="i1", turn="i1")  # die: 0 before it is rolled


@rule
def setup(state):
    """Six stones in each corner."""
    for number in range(STONES):
        for seat in range(2):
            square = START[number] if seat == 0 else SIZE * SIZE - 1 - START[number]
            state.cells[square // SIZE, square % SIZE] = 10 * (seat + 1) + number + 1
    state.left[:] = STONES


@rule
def chances(state):
    """The die has six faces."""
    return STONES if state.die == 0 else 0


@rule
def happen(state, chance):
    """The die shows its number."""
    state.die = chance + 1


@rule
def has_stone(state, number):
    """Whether the player's stone of this number is on the board."""
    return (state.cells == 10 * (state.turn + 1) + number).any()


@rule
def may_move(state, number):
    """The stone the die names, or else the nearest one that is left above or below."""
    low, high = min(number, state.die), max(number, state.die)
    for other in range(low, high + 1):
        if other != number and has_stone(state, other):
            return False
    return True


# A move is start * 25 + end.
@rule
def legal(state, moves):
    """One square towards the goal: along the row, along the column, or diagonally."""
    count = 0
    for start in range(SIZE * SIZE):
        number = state.cells[start // SIZE, start % SIZE] - 10 * (state.turn + 1)
        if number < 1 or number > STONES or not may_move(state, number):
            continue
        for step in range(1, 4):
            x = start % SIZE + RIGHT[state.turn] * (step & 1)
            y = start // SIZE + UP[state.turn] * (step >> 1)
            if 0 <= x < SIZE and 0 <= y < SIZE:
                moves[count] = start * SIZE * SIZE + y * SIZE + x
                count += 1
    return count


@rule
def play(state, move):
    """The stone moves, captures whatever is there, and the die is rolled again."""
    start, end = move // (SIZE * SIZE), move % (SIZE * SIZE)
    captured = state.cells[end // SIZE, end % SIZE]
    if captured != 0:
        state.left[captured // 10 - 1] -= 1
    state.cells[end // SIZE, end % SIZE] = state.cells[start // SIZE, start % SIZE]
    state.cells[start // SIZE, start % SIZE] = 0
    state.die = 0
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """A stone in the opposite corner wins, and so does capturing every enemy."""
    for seat in range(2):
        if state.left[1 - seat] == 0 or state.cells[GOAL[seat] // SIZE, GOAL[seat] % SIZE] // 10 == seat + 1:
            return seat
    return ONGOING


@rule
def squares(state, move, path):
    """From here, to there."""
    path[0], path[1] = move // (SIZE * SIZE), move % (SIZE * SIZE)
    return 2


@rule
def value(state):
    """The stone that is nearest to its corner counts most; being captured down to few stones makes every die useful."""
    total = 0
    for seat in range(2):
        nearest = SIZE
        for square in range(SIZE * SIZE):
            if state.cells[square // SIZE, square % SIZE] // 10 == seat + 1:
                across = abs(square % SIZE - GOAL[seat] % SIZE)
                nearest = min(nearest, max(across, abs(square // SIZE - GOAL[seat] // SIZE)))
        total += (200 * (SIZE - nearest) + 20 * state.left[seat]) * (1 if seat == state.turn else -1)
    return total


def not_two_squares(state, squares):
    """Name the square your stone stands on and the square it goes to"""
    return len(squares) != 2


def not_yours(state, squares):
    """You do not own that piece"""
    return state.cells[squares[0] // SIZE, squares[0] % SIZE] // 10 != state.turn + 1


def not_this_stone(state, squares):
    """The die names another stone; if that one is gone, the next higher or lower one moves"""
    return not may_move(state, state.cells[squares[0] // SIZE, squares[0] % SIZE] % 10)


def wrong_way(state, squares):
    """A stone moves one square towards the far corner: along the row, along the column or diagonally"""
    across = (squares[1] % SIZE - squares[0] % SIZE) * RIGHT[state.turn]
    upward = (squares[1] // SIZE - squares[0] // SIZE) * UP[state.turn]
    return (across, upward) not in ((1, 0), (0, 1), (1, 1))


def chance_text(state, chance):
    """What the die shows."""
    return f"{TEAMS[state.turn]} rolls a {chance + 1}"


def status(state, seat):
    """What the die shows; nothing more when the game is over."""
    if outcome(state) != ONGOING:
        return ""
    return f"The die shows {state.die}" if state.die else "The die is about to be rolled"


GAME = Game(
    name="EinStein", board=(SIZE, SIZE), teams=TEAMS, state=state, pieces=PIECES, most_moves=6, on_board=("cells",),
    setup=setup, chances=chances, happen=happen, legal=legal, play=play, outcome=outcome, squares=squares, value=value,
    reasons=(not_two_squares, not_yours, not_this_stone, wrong_way), status=status, chance_text=chance_text,
)  # fmt: skip
