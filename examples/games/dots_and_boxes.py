"""Dots and Boxes: draw a line between two dots; whoever closes the most boxes wins.

The players draw one line each in turn, along a row or a column, from a dot to the next. Whoever draws the fourth side
of a box owns it, and draws another line. When all boxes are closed, the player with the most of them wins; if two
share the first place, the game is drawn. It is best with three.
"""

from ludus.rules import DRAW, ONGOING, Game, Piece, State, option, rule
from ludus.rules.pictures import disc, label, line, svg, team_colour, tile
from ludus.rules.shared_reasons import squares_named

SEATS = option("players", 3, choices=(2, 3, 4), says="players")
SIZE = option("size", 3, choices=(2, 3, 4, 5), says="boxes a side")

# Dots, lines and boxes are all squares of one board. On a board of one box:
#
#     6 7 8       + - +
#     3 4 5       | 1 |      4 is the box; 1, 3, 5 and 7 are its sides
#     0 1 2       + - +
WIDTH = 2 * SIZE + 1
ROW, COLUMN, DOT = SEATS + 1, SEATS + 2, SEATS + 3  # the pieces besides boxes, which have the number of their team
PIECES = {team: Piece("box", team, str(team)) for team in range(1, SEATS + 1)}
PIECES |= {ROW: Piece("row", 0, "-"), COLUMN: Piece("column", 0, "|"), DOT: Piece("dot", 0, "+")}

state = State(cells=("i1", WIDTH * WIDTH), boxes=("i1", SEATS), turn="i1")  # boxes: how many each seat has closed


@rule
def is_side(square):
    """Whether a square lies between two dots."""
    return (square % WIDTH + square // WIDTH) % 2 == 1


@rule
def legal(state, moves):
    """Draw any line that is not there yet."""
    count = 0
    for square in range(WIDTH * WIDTH):
        if is_side(square) and state.cells[square] == 0:
            moves[count] = square
            count += 1
    return count


@rule
def close(state, box):
    """Give a box to the player if all its sides are drawn; returns whether they are."""
    for side in (box - 1, box + 1, box - WIDTH, box + WIDTH):
        if state.cells[side] == 0:
            return False
    state.cells[box] = state.turn + 1
    state.boxes[state.turn] += 1
    return True


@rule
def play(state, move):
    """The line may close a box on either side; a player who closes none passes the turn on."""
    x, y = move % WIDTH, move // WIDTH
    closed = False
    if x % 2 == 1:
        state.cells[move] = ROW
        closed = (y > 0 and close(state, move - WIDTH)) or closed
        closed = (y < WIDTH - 1 and close(state, move + WIDTH)) or closed
    else:
        state.cells[move] = COLUMN
        closed = (x > 0 and close(state, move - 1)) or closed
        closed = (x < WIDTH - 1 and close(state, move + 1)) or closed
    if not closed:
        state.turn = (state.turn + 1) % SEATS


@rule
def outcome(state):
    """When every box is closed, the most boxes win."""
    closed, most, winner = 0, 0, DRAW
    for seat in range(SEATS):
        closed += state.boxes[seat]
        if state.boxes[seat] >= most:
            winner = DRAW if state.boxes[seat] == most else seat
            most = state.boxes[seat]
    return winner if closed == SIZE * SIZE else ONGOING


@rule
def cell(state, square):
    """A dot, a line, or a box that is closed."""
    return DOT if square % WIDTH % 2 == 0 and square // WIDTH % 2 == 0 else state.cells[square]


@rule
def place(state, square, piece):
    """Put a line or a box on the board; dots are always there."""
    if piece != DOT:
        state.cells[square] = piece
        if piece <= SEATS:
            state.boxes[piece - 1] += 1


@rule
def value(state):
    """Boxes against those of the best opponent."""
    best = 0
    for seat in range(SEATS):
        if seat != state.turn:
            best = max(best, state.boxes[seat])
    return 100 * (state.boxes[state.turn] - best)


def not_a_side(state, squares):
    """A line goes between two dots"""
    return not is_side(squares[0])


def drawn_before(state, squares):
    """That line is already drawn"""
    return state.cells[squares[0]] != 0


def score(state, seat):
    """How many boxes a seat has closed."""
    return state.boxes[seat]


def status(state, seat):
    """The boxes of each team."""
    return "Boxes: " + ", ".join(f"Team {each + 1} has {state.boxes[each]}" for each in range(SEATS))


def picture(piece):
    """Dots, lines from dot to dot, and boxes in the colour of their team."""
    if piece.type == "box":
        return svg(tile(team_colour(piece.team)), label(piece.letter, "#fff"))
    if piece.type == "dot":
        return svg(disc("#222", radius=14))
    return svg(line("#222", "0,50 100,50" if piece.type == "row" else "50,0 50,100"))


GAME = Game(
    name="Dots and Boxes", board=(WIDTH, WIDTH), seats=SEATS, state=state, pieces=PIECES, most_moves=2 * SIZE * (SIZE + 1),
    legal=legal, play=play, outcome=outcome, cell=cell, place=place, value=value, on_board=("cells", "boxes"),
    reasons=(squares_named("Name one line", 1), not_a_side, drawn_before), score=score, status=status, picture=picture,
)  # fmt: skip
