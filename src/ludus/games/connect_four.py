"""Connect Four: drop discs into columns; four in a row win."""

import numpy as np

from ludus.rules import DRAWS, ONGOING, Game, Notation, Piece, PositionError, State, count_bits, lowest_bit, option, rule
from ludus.rules.pictures import counter, svg, team_colour, team_edge
from ludus.rules.shared_reasons import squares_named

WIDTH = option("width", 7, choices=range(4, 10), says="columns")
HEIGHT = option("height", 6, choices=range(4, 7), says="rows")
PIECES = {1: Piece("disc", 1, "x"), 2: Piece("disc", 2, "o")}

# A column is HEIGHT bits with an empty bit above them, so that no row of four wraps round the edge. On 7 x 6:
#
#      6 13 20 27 34 41 48     always empty
#      5 12 19 26 33 40 47
#      . . .
#      0  7 14 21 28 35 42
COLUMN = HEIGHT + 1
DIRECTIONS = (1, COLUMN - 1, COLUMN, COLUMN + 1)
FILLED = (1 << HEIGHT) - 1
BOTTOM = sum(1 << (column * COLUMN) for column in range(WIDTH))
BOARD = FILLED * BOTTOM
STARTS = tuple(
    (column * COLUMN + row, direction)
    for column in range(WIDTH)
    for row in range(HEIGHT)
    for direction in DIRECTIONS
    if all(BOARD >> (column * COLUMN + row + step * direction) & 1 for step in range(4))
)  # where a row of four can start, and which way it goes
FOURS = np.array([sum(bit in range(first, first + 4 * way, way) for first, way in STARTS) for bit in range(WIDTH * COLUMN)])
MIDDLE = sum(FILLED << (column * COLUMN) for column in {WIDTH // 2, (WIDTH - 1) // 2})
MIRRORED = WIDTH * HEIGHT * 4 // 7  # with fewer discs than this, mirror images count as one position
FROM_THE_MIDDLE = tuple(sorted(range(WIDTH), key=lambda column: abs(2 * column - WIDTH + 1)))

state = State(mine="i8", all="i8", turn="i1")  # mine: the discs of the player to move


@rule
def legal(state, moves):
    """Any column with room."""
    count = 0
    for column in range(WIDTH):
        if state.all >> (column * COLUMN + HEIGHT - 1) & 1 == 0:
            moves[count] = column
            count += 1
    return count


@rule
def play(state, move):
    """The disc drops onto its column."""
    state.mine ^= state.all
    state.all |= state.all + (1 << (move * COLUMN))
    state.turn = 1 - state.turn


@rule
def four_in_a_row(discs):
    """Whether these discs hold four in a row in any direction."""
    for direction in DIRECTIONS:
        pairs = discs & (discs >> direction)
        if pairs & (pairs >> (2 * direction)):
            return True
    return False


@rule
def outcome(state):
    """The player who has just moved wins with four in a row; a full board is a draw, because nobody can move."""
    return 1 - state.turn if four_in_a_row(state.mine ^ state.all) else ONGOING


@rule
def height(state, column):
    """How many discs are in a column."""
    return count_bits(state.all >> (column * COLUMN) & FILLED)


@rule
def squares(state, move, path):
    """A column is named by the square its disc falls to."""
    path[0] = height(state, move) * WIDTH + move
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


@rule
def completing(discs, empty):
    """The empty squares where one more disc makes four in a row."""
    spots = (discs << 1) & (discs << 2) & (discs << 3)
    for direction in DIRECTIONS[1:]:
        below = (discs << direction) & (discs << 2 * direction)
        above = (discs >> direction) & (discs >> 2 * direction)
        spots |= below & ((discs << 3 * direction) | (discs >> direction))
        spots |= above & ((discs >> 3 * direction) | (discs << direction))
    return spots & empty


@rule
def value(state):
    """Squares that would complete a row of four count most, then discs in the middle."""
    mine, theirs, empty = state.mine, state.mine ^ state.all, BOARD & ~state.all
    threats = count_bits(completing(mine, empty)) - count_bits(completing(theirs, empty))
    return 40 * threats + 3 * (count_bits(mine & MIDDLE) - count_bits(theirs & MIDDLE))


@rule
def wins(state):
    """A column that completes a row of four."""
    spots = completing(state.mine, (state.all + BOTTOM) & BOARD)
    return lowest_bit(spots) // COLUMN if spots else -1


@rule
def safe(state, moves):
    """The columns after which the other side cannot win at once."""
    threats = completing(state.mine ^ state.all, BOARD & ~state.all)
    falls = (state.all + BOTTOM) & BOARD
    forced = falls & threats
    if forced & (forced - 1):
        return 0  # two threats cannot both be stopped
    falls = (forced if forced else falls) & ~(threats >> 1)
    count = 0
    for column in FROM_THE_MIDDLE:
        if falls >> (column * COLUMN) & FILLED:
            moves[count] = column
            count += 1
    return count


@rule
def remaining(state):
    """The board fills up."""
    return WIDTH * HEIGHT - count_bits(state.all)


@rule
def order(state, move):
    """Moves that set up more rows of four come first. A row to be completed right above the disc counts half, because the
    other side can stop it at once. Then come squares that more rows of four pass through.
    """
    disc = (state.all + (1 << (move * COLUMN))) & (FILLED << (move * COLUMN))
    spots = completing(state.mine | disc, BOARD & ~state.all)
    return 16 * (count_bits(spots) + count_bits(spots & ~(disc << 1))) + FOURS[lowest_bit(disc)]


@rule
def key(state):
    """Where the discs are, and a bit above each column: only mirror images share this number.

    And only while there are few discs: later both hardly ever come up, and mirroring a board takes time.
    """
    number = state.mine + state.all
    if count_bits(state.all) >= MIRRORED:
        return number
    turned = 0
    for column in range(WIDTH):
        turned |= (number >> (column * COLUMN) & (2 * FILLED + 1)) << ((WIDTH - 1 - column) * COLUMN)
    return min(number, turned)


def column_full(state, squares):
    """That column is full"""
    return state.all >> (squares[0] % WIDTH * COLUMN + HEIGHT - 1) & 1 == 1


def not_where_it_falls(state, squares):
    """A disc falls to the lowest empty square in its column"""
    column, row = squares[0] % WIDTH, squares[0] // WIDTH
    return height(state, column) != row


def column_name(state, move, squares):
    """Players name the column, counting from 1."""
    return str(move + 1)


def read_squares(state, text):
    """The square a disc falls to in the named column; the top square if the column is full."""
    if not (text.isdecimal() and 1 <= int(text) <= WIDTH):
        return None
    column = int(text) - 1
    return (min(height(state, column), HEIGHT - 1) * WIDTH + column,)


def read(text, state):
    """The columns played from the empty board, `-` for none."""
    for number, digit in enumerate("" if text == "-" else text, 1):
        if not ("1" <= digit <= str(WIDTH)):
            raise PositionError(f"character {number}, {digit!r}, is not a column from 1 to {WIDTH}")
        if outcome(state) != ONGOING:
            raise PositionError(f"character {number}, {digit!r}, comes after the game was won")
        if height(state, int(digit) - 1) == HEIGHT:
            raise PositionError(f"character {number}: column {digit} is full already")
        play(state, int(digit) - 1)


def write(state):
    """Columns that lead to this position, not necessarily in the order they were played."""
    return played(state) or "-"


def played(state):
    """Columns that lead to this position, or None if none do: discs are taken back, each side in turn."""
    columns = [[cell(state, row * WIDTH + x) for row in range(HEIGHT)] for x in range(WIDTH)]
    heights = tuple(column.index(0) if 0 in column else HEIGHT for column in columns)
    last_wins = outcome(state) == 1 - state.turn
    dead_ends = set()

    def take_back(heights, team, at_end):
        if not any(heights):
            return ""
        for x, tall in enumerate(heights):
            if tall == 0 or columns[x][tall - 1] != team:
                continue
            before = (*heights[:x], tall - 1, *heights[x + 1 :])
            if before in dead_ends or (at_end and last_wins and still_won(before, team)):
                continue
            found = take_back(before, 3 - team, False)
            if found is not None:
                return f"{found}{x + 1}"
        dead_ends.add(heights)
        return None

    def still_won(heights, team):
        discs = sum(1 << (x * COLUMN + row) for x in range(WIDTH) for row in range(heights[x]) if columns[x][row] == team)
        return four_in_a_row(discs)

    return take_back(heights, 2 - state.turn, True)


def flaw(state):
    """Discs rest on each other, turns alternate, and nobody moves after a win."""
    for square in range(WIDTH, WIDTH * HEIGHT):
        if cell(state, square) and not cell(state, square - WIDTH):
            return f"the disc on {square % WIDTH + 1} {square // WIDTH + 1} has nothing below it"
    count = [sum(cell(state, square) == team for square in range(WIDTH * HEIGHT)) for team in (1, 2)]
    if count[0] - count[1] != state.turn:
        return f"{count[0]} discs of team 1 and {count[1]} of team 2 are impossible when team {state.turn + 1} is to move"
    return "no order of moves leads to this position" if played(state) is None else None


def picture(piece):
    """A disc in its team's colour."""
    return svg(counter(team_colour(piece.team), team_edge(piece.team), "#ffffff66"))


GAME = Game(
    name="Connect Four",
    aliases=("Connect 4", "Four in a row", "4 in a row"),
    board=(WIDTH, HEIGHT),
    state=state,
    most_moves=WIDTH,
    legal=legal,
    play=play,
    outcome=outcome,
    stuck=DRAWS,
    teams=("Red", "Yellow"),
    pieces=PIECES,
    square_types=("hole",),
    squares=squares,
    cell=cell,
    place=place,
    on_board=("mine", "all"),
    column_labels=tuple(str(column + 1) for column in range(WIDTH)),  # a move is written as its column
    row_labels=(),
    reasons=(squares_named("Name one square: the one your disc falls to", 1), column_full, not_where_it_falls),
    move_text=column_name,
    read_squares=read_squares,
    notation=Notation(write, read, example="4453"),
    flaw=flaw,
    picture=picture,
    value=value,
    order=order,
    wins=wins,
    remaining=remaining,
    safe=safe,
    key=key,
)
