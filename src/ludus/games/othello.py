"""Othello: enclose enemy discs to turn them over; more discs win."""

from ludus.rules import DRAW, DRAWS, ONGOING, Game, Piece, State, bits, count_bits, letters, lowest_bit, rule
from ludus.rules.pictures import disc, svg

TEAMS, BLACK, WHITE = ("Black", "White"), 0, 1  # Black begins
PIECES = {1: Piece("disc", 1, "x"), 2: Piece("disc", 2, "o")}

# Sets of squares are kept as bits, a1 in the lowest, then b1. At the start:
#
#     5 | . . . x o . . .
#     4 | . . . o x . . .
#         a b c d e f g h
NONE, ONE, ALL = bits(0), bits(1), bits(0xFFFFFFFF_FFFFFFFF)
START = (bits(0x00000008_10000000), bits(0x00000010_08000000))
CENTRE = bits(0x00000018_18000000)
PASS = 27  # d4 is never empty, so naming it can mean a pass

# How far it is from square to square along each kind of line, and the columns where a line may be crossed on the way: one that
# crossed the columns a or h in the middle would run over the edge.
INNER = bits(0x7E7E7E7E_7E7E7E7E)
LINES = ((1, INNER), (7, INNER), (8, ALL), (9, INNER))

state = State(discs=("u8", 2), over="i1", turn="i1")  # discs: of each seat; over: 1 after a pass that nobody can answer


@rule
def setup(state):
    """Two discs each in the centre; Black moves first."""
    state.discs[BLACK] = START[BLACK]
    state.discs[WHITE] = START[WHITE]


@rule
def placements(own, enemies):
    """The empty squares from which a line of enemy discs leads to a disc of one's own."""
    found = NONE
    for step, inner in LINES:
        line = enemies & inner
        up, down = line & own << step, line & own >> step
        for _ in range(5):
            up |= line & up << step
            down |= line & down >> step
        found |= up << step | down >> step
    return found & ALL & ~(own | enemies)


@rule
def enclosed(own, enemies, square):
    """The enemy discs in lines between this square and discs of one's own."""
    found = NONE
    for step, inner in LINES:
        line = enemies & inner
        up, down = line & ONE << square << step, line & ONE << square >> step
        for _ in range(5):
            up |= line & up << step
            down |= line & down >> step
        if own & up << step != NONE:
            found |= up
        if own & down >> step != NONE:
            found |= down
    return found


@rule
def legal(state, moves):
    """Place a disc that encloses others; who cannot, passes."""
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
    """The discs that are enclosed change sides; a pass ends the game when the other would have to pass, too."""
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
    """More discs win, when the board is full or both have passed."""
    if state.over == 0 and state.discs[BLACK] | state.discs[WHITE] != ALL:
        return ONGOING
    lead = count_bits(state.discs[BLACK]) - count_bits(state.discs[WHITE])
    return DRAW if lead == 0 else BLACK if lead > 0 else WHITE


@rule
def cell(state, square):
    return 0


GAME = Game(
    name="Othello", board=(8, 8), state=state, most_moves=60, setup=setup, legal=legal, play=play, outcome=outcome, cell=cell
)
