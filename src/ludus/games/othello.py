"""Othello: enclose enemy discs to flip them; most discs win."""

from ludus.rules import DRAW, ONGOING, Game, Piece, State, bits, count_bits, letters, lowest_bit, rule
from ludus.rules.notation import square_name
from ludus.rules.pictures import counter, svg
from ludus.rules.shared_reasons import squares_named

TEAMS, BLACK, WHITE = ("Black", "White"), 0, 1  # Black moves first
PIECES = {1: Piece("disc", 1, "x"), 2: Piece("disc", 2, "o")}

# A set of squares is kept as bits, from a1, the lowest, to b1 and on. At the start:
#
#     5 | . . . x o . . .
#     4 | . . . o x . . .
#         a b c d e f g h
NONE, ONE, ALL = bits(0), bits(1), bits(0xFFFFFFFF_FFFFFFFF)
START = (bits(0x00000008_10000000), bits(0x00000010_08000000))
CENTRE = bits(0x00000018_18000000)
PASS = 27  # d4 is never empty, so naming it can mean a pass

# Lines run along a row, a diagonal, a column or the other diagonal: the distance to the next square, and where enclosed
# discs may be. Only in a column may they be on the left or right edge, so that no line wraps round it.
INNER = bits(0x7E7E7E7E_7E7E7E7E)
LINES = ((1, INNER), (7, INNER), (8, ALL), (9, INNER))

state = State(discs=("u8", 2), over="i1", turn="i1")  # discs: each seat's; over: 1 after a pass that nobody can answer


@rule
def setup(state):
    """Two discs each in the centre; Black moves first."""
    state.discs[BLACK] = START[BLACK]
    state.discs[WHITE] = START[WHITE]


@rule
def run_up(squares, line, step):
    """The unbroken runs of a line's discs that start next to these squares and go up."""
    run = line & squares << step
    for _ in range(5):
        run |= line & run << step
    return run


@rule
def run_down(squares, line, step):
    """The unbroken runs of a line's discs that start next to these squares and go down."""
    run = line & squares >> step
    for _ in range(5):
        run |= line & run >> step
    return run


@rule
def placements(own, enemies):
    """The empty squares at the end of a run of enemy discs that starts next to one of your own."""
    found = NONE
    for step, inner in LINES:
        found |= run_up(own, enemies & inner, step) << step | run_down(own, enemies & inner, step) >> step
    return found & ALL & ~(own | enemies)


@rule
def enclosed(own, enemies, square):
    """The enemy discs in a run between this square and a disc of your own."""
    found = NONE
    for step, inner in LINES:
        up, down = run_up(ONE << square, enemies & inner, step), run_down(ONE << square, enemies & inner, step)
        if own & up << step != NONE:
            found |= up
        if own & down >> step != NONE:
            found |= down
    return found


@rule
def legal(state, moves):
    """Place a disc that encloses others; a player who cannot must pass."""
    able = placements(state.discs[state.turn], state.discs[1 - state.turn])
    if able == NONE:
        moves[0] = PASS
        return 1
    count = 0
    while able != NONE:
        moves[count] = lowest_bit(able)
        able &= able - ONE
        count += 1
    return count


@rule
def play(state, move):
    """Enclosed discs change sides; a pass ends the game if the other player would have to pass, too."""
    own, enemies = state.discs[state.turn], state.discs[1 - state.turn]
    if move == PASS:
        state.over = 1 if placements(enemies, own) == NONE else 0
    else:
        change = enclosed(own, enemies, move)
        state.discs[state.turn] = own | change | ONE << move
        state.discs[1 - state.turn] = enemies ^ change
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """Most discs win, once the board is full or both players have to pass."""
    if state.over == 0 and state.discs[BLACK] | state.discs[WHITE] != ALL:
        return ONGOING
    lead = count_bits(state.discs[BLACK]) - count_bits(state.discs[WHITE])
    return DRAW if lead == 0 else BLACK if lead > 0 else WHITE


# What players see and write


@rule
def cell(state, square):
    """The disc on a square."""
    for seat in range(2):
        if state.discs[seat] & ONE << square != NONE:
            return seat + 1
    return 0


@rule
def place(state, square, piece):
    """Put a disc on a square."""
    state.discs[piece - 1] |= ONE << square


def move_text(state, move, squares):
    """`d3`, or `pass`."""
    return "pass" if move == PASS else square_name(move, 8)


def flaw(state):
    """What is impossible in a real game."""
    black, white = state.discs
    empty = CENTRE & ~(black | white)
    if empty:
        return f"{square_name(lowest_bit(empty), 8)} is empty, but the four centre squares never are"
    if state.over and placements(black, white) | placements(white, black):
        return f"over {state.over} says that nobody can place a disc, but somebody can"
    return None


def ending(state, outcome):
    """Who won, and by how many discs."""
    black, white = map(count_bits, state.discs)
    if outcome == DRAW:
        return f"The game is drawn: {black} discs each"
    return f"{TEAMS[outcome]} wins: {max(black, white)} discs to {min(black, white)}"


def picture(piece):
    """A disc with a shiny rim."""
    return svg(counter(*(("#2b3330", "#0b0f0d", "#53615b"), ("#fbf8f0", "#9b927d", "#d9d0bb"))[piece.team - 1]))


# Why a move is refused


def read_squares(state, text):
    """Naming d4 is a pass; anything else is a square."""
    return (PASS,) if text == "pass" else None


def cannot_pass(state, squares):
    """Naming d4 is a pass, and you may only pass when you cannot place a disc"""
    return squares[0] == PASS and placements(state.discs[state.turn], state.discs[1 - state.turn]) != NONE


def must_pass(state, squares):
    """You cannot place a disc, so you must pass: name d4"""
    return squares[0] != PASS and placements(state.discs[state.turn], state.discs[1 - state.turn]) == NONE


def occupied(state, squares):
    """That square is occupied"""
    return squares[0] != PASS and cell(state, squares[0]) != 0


def encloses_nothing(state, squares):
    """A disc must enclose enemy discs between itself and another of your discs"""
    own, enemies = state.discs[state.turn], state.discs[1 - state.turn]
    return squares[0] != PASS and enclosed(own, enemies, squares[0]) == NONE


# Advice for the computer player

CORNERS = bits(0x81000000_00000081)
NOT_A, NOT_H = bits(0xFEFEFEFE_FEFEFEFE), bits(0x7F7F7F7F_7F7F7F7F)


@rule
def around(squares):
    """Squares and their neighbours."""
    row = squares | squares << 1 & NOT_A | squares >> 1 & NOT_H
    return (row | row << 8 | row >> 8) & ALL


@rule
def prospects(own, enemies):
    """Corners and a choice of moves are good; discs next to empty corners or exposed to empty squares are bad."""
    empty = ALL & ~(own | enemies)
    good = 100 * count_bits(own & CORNERS) + 10 * count_bits(placements(own, enemies))
    return good - 25 * count_bits(own & around(empty & CORNERS)) - 5 * count_bits(own & around(empty))


@rule
def value(state):
    """Your prospects against your opponent's."""
    own, enemies = state.discs[state.turn], state.discs[1 - state.turn]
    return prospects(own, enemies) - prospects(enemies, own)


@rule
def order(state, move):
    """First the moves that leave the opponent the fewest replies."""
    own, enemies = state.discs[state.turn], state.discs[1 - state.turn]
    change = enclosed(own, enemies, move) | ONE << move
    return -count_bits(placements(enemies & ~change, own | change))


GAME = Game(
    name="Othello",
    aliases=("Reversi",),
    board=(8, 8),
    teams=TEAMS,
    state=state,
    pieces=PIECES,
    square_types=("felt",),
    on_board=("discs",),
    first_row_on_top=True,
    apart=("over",),
    most_moves=60,
    setup=setup,
    legal=legal,
    play=play,
    outcome=outcome,
    cell=cell,
    place=place,
    reasons=(
        squares_named("Name one square, where the disc goes", 1),
        cannot_pass,
        must_pass,
        occupied,
        encloses_nothing,
    ),
    ending=ending,
    move_text=move_text,
    read_squares=read_squares,
    notation=letters(PIECES, (8, 8), turn=True, cell=cell, place=place),
    flaw=flaw,
    picture=picture,
    value=value,
    order=order,
)
