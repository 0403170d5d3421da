"""Santorini: move a worker, then build; the first worker to reach level 3 wins."""

from ludus.games.words.santorini import Positions, chance_text, ending, picture, square_picture
from ludus.rules import LOSES, ONGOING, Game, Piece, State, count_bits, lowest_bit, option, rule
from ludus.rules.shared_reasons import no_piece, not_own

SIZE = option("size", 6, choices=(5, 6), says="squares a side")
LEVELS = ("ground", "level1", "level2", "level3", "dome")
TOP, DOME = 3, 4
WORKERS = 2  # of each team
PIECES = {1: Piece("worker", 1), 2: Piece("worker", 2)}

# A set of squares is kept as bits. Each row has one bit more than the board has columns, so that a step off one edge does
# not come back in on the other. On 6 x 6:
#
#    y=6 | 35 36 37 38 39 40  41
#        |  . . .              .     never set
#    y=2 |  7  8  9 10 11 12  13
#    y=1 |  0  1  2  3  4  5   6
ROW = SIZE + 1
BOARD = sum(((1 << SIZE) - 1) << (y * ROW) for y in range(SIZE))

# While workers are being placed, a move is the bit of one square. Later it is three: from, to, and where to build.
#
#     | build  | to     | from   |
#     | 6 bits | 6 bits | 6 bits |
NO_BUILD = 63  # a move that reaches level 3 wins at once

# levels[n]: the squares at least n levels high. workers: each team's. lot: 1 until it has been decided who starts.
state = State(levels=("i8", DOME + 1), workers=("i8", 2), turn="i1", lot="i1")


@rule
def setup(state):
    """The board is empty, and who starts is drawn by lot."""
    state.lot = 1


@rule
def chances(state):
    """Either team may start."""
    return 2 if state.lot else 0


@rule
def happen(state, chance):
    """The lot says who starts."""
    state.turn = chance
    state.lot = 0


@rule
def legal(state, moves):
    """Place a worker on a free square; once all are placed, move a worker and build next to it."""
    count = 0
    everybody = state.workers[0] | state.workers[1]
    if is_placing(state):
        free = BOARD & ~everybody
        while free:
            moves[count] = lowest_bit(free)
            count += 1
            free &= free - 1
        return count
    own = state.workers[state.turn]
    while own:
        worker = own & -own
        own ^= worker
        sites = BOARD & ~(everybody ^ worker | state.levels[DOME])
        goals = reachable(state, worker)
        while goals:
            goal = goals & -goals
            goals ^= goal
            walk = lowest_bit(worker) | lowest_bit(goal) << 6
            if goal & state.levels[TOP]:
                moves[count] = walk | NO_BUILD << 12
                count += 1
                continue
            builds = around(goal) & sites
            while builds:
                moves[count] = walk | lowest_bit(builds) << 12
                count += 1
                builds &= builds - 1
    return count


@rule
def is_placing(state):
    """Whether there are still workers to place."""
    return count_bits(state.workers[0] | state.workers[1]) < 2 * WORKERS


@rule
def reachable(state, worker):
    """The squares a worker may move to: next to it, free, not domed, and at most one level up."""
    too_high = state.levels[min(height(state, worker) + 2, DOME)]
    return around(worker) & ~(state.workers[0] | state.workers[1] | too_high)


@rule
def around(square):
    """The neighbours of a square, up to eight."""
    row = square >> 1 | square | square << 1
    return (row >> ROW | row | row << ROW) & BOARD & ~square


@rule
def height(state, square):
    """How many levels a square has."""
    tall = 0
    for level in range(1, DOME + 1):
        if state.levels[level] & square:
            tall += 1
    return tall


@rule
def play(state, move):
    """The worker is placed; or it moves, and one level is built."""
    start, goal, build = move & 63, move >> 6 & 63, move >> 12
    if is_placing(state):
        state.workers[state.turn] |= 1 << start
    else:
        state.workers[state.turn] ^= 1 << start | 1 << goal
        if build != NO_BUILD:
            state.levels[height(state, 1 << build) + 1] |= 1 << build
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """A player who has just reached level 3 wins."""
    return 1 - state.turn if state.workers[1 - state.turn] & state.levels[TOP] else ONGOING


# What players see and write


@rule
def squares(state, move, path):
    """The square to place a worker on; or from, to and, unless the move wins, where to build."""
    count = 1 if is_placing(state) else 2 if move >> 12 == NO_BUILD else 3
    for step in range(count):
        bit = move >> (6 * step) & 63
        path[step] = bit - bit // ROW
    return count


@rule
def spot(square):
    """A square as a set."""
    return 1 << (square + square // SIZE)


@rule
def cell(state, square):
    """The team whose worker stands on a square."""
    if state.workers[0] & spot(square):
        return 1
    return 2 if state.workers[1] & spot(square) else 0


@rule
def place(state, square, piece):
    """Put a worker on a square."""
    state.workers[piece - 1] |= spot(square)


@rule
def kind(state, square):
    """How high a square is built."""
    return height(state, spot(square))


def raise_to(state, square, levels):
    """Build on a square up to a level, for positions that are read."""
    for level in range(1, levels + 1):
        state.levels[level] |= spot(square)


def needed(state, squares):
    """A move that reaches level 3 wins at once, so a build that is named with it means nothing."""
    wins = not is_placing(state) and len(squares) == 3 and kind(state, squares[1]) == TOP
    return squares[:2] if wins else squares


# Why a move is refused. While workers are being placed a move is one square; later two or three: from, to, where to build


def not_placed(state, squares):
    """Place a worker by naming one free square"""
    return is_placing(state) and (len(squares) != 1 or cell(state, squares[0]) != 0)


def not_a_turn(state, squares):
    """Name the worker's square, where it moves, and where it builds"""
    return not is_placing(state) and len(squares) not in (2, 3)


def too_far(state, squares):
    """A worker moves to one of the eight squares around it"""
    return len(squares) > 1 and not around(spot(squares[0])) & spot(squares[1])


def occupied(state, squares):
    """Another worker stands on the square you move to"""
    return len(squares) > 1 and cell(state, squares[1]) != 0


def too_high(state, squares):
    """A worker climbs at most one level, and never onto a dome"""
    return len(squares) > 1 and kind(state, squares[1]) > min(kind(state, squares[0]) + 1, TOP)


def wrong_build(state, squares):
    """Every turn ends with a build, except the move that reaches level 3 and wins"""
    return len(squares) > 1 and (len(squares) == 2) != (kind(state, squares[1]) == TOP)


def far_build(state, squares):
    """A worker builds on one of the eight squares around it"""
    return len(squares) > 2 and not around(spot(squares[1])) & spot(squares[2])


def no_site(state, squares):
    """A worker builds where there is no worker and no dome"""
    return len(squares) > 2 and squares[2] != squares[0] and (cell(state, squares[2]) != 0 or kind(state, squares[2]) == DOME)


# Advice for the computer player


@rule
def value(state):
    """A player who can step up to level 3 has as good as won; otherwise the two strengths are compared."""
    own = state.workers[state.turn]
    while own:
        worker = own & -own
        own ^= worker
        if reachable(state, worker) & state.levels[TOP]:
            return 9000
    return strength(state, state.turn) - strength(state, 1 - state.turn)


@rule
def strength(state, seat):
    """Workers high up, and squares to move to: the higher, the better."""
    total = 0
    own = state.workers[seat]
    while own:
        worker = own & -own
        own ^= worker
        goals = reachable(state, worker)
        total += 50 * height(state, worker) + 5 * count_bits(goals) + 20 * count_bits(goals & state.levels[1])
        total += 50 * count_bits(goals & state.levels[2]) + 200 * count_bits(goals & state.levels[TOP])
    return total


@rule
def order(state, move):
    """The winning move first; then moves up, level moves, moves down."""
    if move >> 12 == NO_BUILD:
        return 3
    return height(state, 1 << (move >> 6 & 63)) - height(state, 1 << (move & 63))


POSITIONS = Positions(SIZE, WORKERS, cell, kind, place, raise_to, BOARD)

GAME = Game(
    name="Santorini",
    board=(SIZE, SIZE),
    state=state,
    pieces=PIECES,
    square_types=LEVELS,
    on_board=("workers",),
    most_moves=WORKERS * 8 * 8,
    stuck=LOSES,
    setup=setup,
    chances=chances,
    happen=happen,
    legal=legal,
    play=play,
    outcome=outcome,
    squares=squares,
    cell=cell,
    kind=kind,
    place=place,
    reasons=(
        not_placed,
        no_piece(cell, word="worker", unless=is_placing),
        not_own(PIECES, cell, unless=is_placing),
        *(not_a_turn, too_far, occupied, too_high, wrong_build, far_build, no_site),
    ),
    ending=ending,
    chance_text=chance_text,
    move_text=POSITIONS.move_text,
    needed=needed,
    notation=POSITIONS.notation,
    flaw=POSITIONS.first_flaw,
    picture=picture,
    square_picture=square_picture,
    value=value,
    order=order,
)
