"""Checkers: capture every enemy piece, or leave your opponent without a move (English draughts)."""

from ludus.games.words.checkers import crooked, ending, first_flaw, hops, many_steps, picture
from ludus.rules import DRAW, LOSES, ONGOING, Game, Notation, Piece, State
from ludus.rules.pdn import Pdn
from ludus.rules.rule import bits, count_bits, lowest_bit, rule
from ludus.rules.shared_reasons import no_piece, not_own, squares_named

TEAMS, BLACK, WHITE = ("Black", "White"), 0, 1  # Black moves first
MEN = 12  # on each side at the start
PATIENCE = 80  # a draw after this many moves, both sides counted, without a capture or a man's move
MOST_MOVES = 68  # 12 kings have 48 steps; jumps keep to one of four sets of 8 squares, with at most 17 paths on each
MAN, KING = 1, 3  # a piece's number is one of these plus its seat
PIECES = {1: Piece("man", 1, "b"), 2: Piece("man", 2, "w"), 3: Piece("king", 1, "B"), 4: Piece("king", 2, "W")}

# Players number the dark squares from 1 to 32. A set of squares is kept as bits; the lowest bit is the lower left corner.
#
#    y=8 |     1     2     3     4      Black's men start on 1 to 12 and move down
#    y=7 |  5     6     7     8
#    y=6 |     9    10    11    12
#    y=5 | 13    14    15    16            ways     squares
#    y=4 |    17    18    19    20         2   3    +7   +9     A step off the edge would end on a light square,
#    y=3 | 21    22    23    24              o         o        so keeping only dark squares rules it out.
#    y=2 |    25    26    27    28         0   1    -9   -7     Opposite ways add up to 3.
#    y=1 | 29    30    31    32
#         x=1  2  3  4  5  6  7  8      White's men start on 21 to 32 and move up
NONE, ONE = bits(0), bits(1)
DARK = bits(0xAA55AA55_AA55AA55)
START = (bits(0xAA55AA00_00000000), bits(0x00000000_0055AA55))
BACK_ROW = (bits(0xAA000000_00000000), bits(0x00000000_00000055))
FAR_HALF = (bits(0x00000000_FFFFFFFF), bits(0xFFFFFFFF_00000000))
CENTRE = bits(0x00002814_28140000)

# A move is the square it starts on, the number of jumps, and the way of each jump or of the single step.
#
#     | ...  second way | first way | jumps  | start  |
#     |      2 bits     | 2 bits    | 4 bits | 6 bits |
JUMP, WAYS = 1 << 6, 10

state = State(sides=("u8", 2), kings="u8", quiet="i1", turn="i1")  # sides: each seat's pieces; quiet: see PATIENCE


@rule
def setup(state):
    """Twelve men each; Black moves first."""
    state.sides[BLACK] = START[BLACK]
    state.sides[WHITE] = START[WHITE]


@rule
def shifted(squares, way):
    """These squares, each moved one square along a way."""
    if way == 0:
        return squares >> 9 & DARK
    if way == 1:
        return squares >> 7 & DARK
    if way == 2:
        return squares << 7 & DARK
    return squares << 9 & DARK


@rule
def free(state):
    """The empty dark squares."""
    return DARK & ~(state.sides[BLACK] | state.sides[WHITE])


@rule
def facing(state, way):
    """The player's pieces that may go this way: men only go forward, kings go every way."""
    own = state.sides[state.turn]
    return own if way // 2 == state.turn else own & state.kings


@rule
def steppers(state, way):
    """The pieces that can step this way, onto a free square."""
    return facing(state, way) & shifted(free(state), 3 - way)


@rule
def jumpers(state, way):
    """The pieces that can jump this way, over an enemy to the free square behind it."""
    return facing(state, way) & shifted(state.sides[1 - state.turn] & shifted(free(state), 3 - way), 3 - way)


@rule
def can_capture(state):
    """Whether the player has a piece that can jump."""
    return (jumpers(state, 0) | jumpers(state, 1) | jumpers(state, 2) | jumpers(state, 3)) != NONE


@rule
def legal(state, moves):
    """Any piece may step, but a player who can capture must."""
    count = 0
    capture = can_capture(state)
    for way in range(4):
        able = jumpers(state, way) if capture else steppers(state, way)
        while able != NONE:
            start = lowest_bit(able)
            able ^= ONE << start
            if capture:
                enemies, empty = state.sides[1 - state.turn], free(state) | ONE << start
                count = jump(state, start, ONE << start, way, enemies, empty, moves, count)
            else:
                moves[count] = start | way << WAYS
                count += 1
    return count


@rule
def jump(state, move, piece, way, enemies, empty, moves, count):
    """Add a jump to a move, then more jumps while there is something to capture; no piece is jumped twice.

    A man that reaches the last row is crowned and must stop. It does so by itself: there is nothing left in front of it.
    """
    over = shifted(piece, way)
    piece, enemies = shifted(over, way), enemies ^ over
    move += JUMP + (way << (WAYS + 2 * (move // JUMP % 16)))
    king, finished = state.kings & ONE << move % JUMP != NONE, True
    for further in range(4):
        target = shifted(piece, further) & enemies
        if (king or further // 2 == state.turn) and shifted(target, further) & empty != NONE:
            finished = False
            count = jump(state, move, piece, further, enemies, empty, moves, count)
    if finished:
        moves[count] = move
        count += 1
    return count


@rule
def play(state, move):
    """The piece moves, the pieces it jumps are captured, and a man that ends on the last row becomes a king."""
    start, jumps = ONE << move % JUMP, move // JUMP % 16
    end, taken = start, NONE
    if jumps == 0:
        end = shifted(start, move >> WAYS)
    for step in range(jumps):
        way = move >> (WAYS + 2 * step) & 3
        taken |= shifted(end, way)
        end = shifted(shifted(end, way), way)
    king = state.kings & start != NONE
    state.quiet = state.quiet + 1 if king and jumps == 0 else 0
    state.sides[state.turn] ^= start ^ end
    state.sides[1 - state.turn] ^= taken
    state.kings = (state.kings ^ start ^ end if king else state.kings | end & BACK_ROW[1 - state.turn]) & ~taken
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """Too many moves without progress is a draw, unless the player has no move left: that still loses."""
    if state.quiet >= PATIENCE:
        for way in range(4):
            if (steppers(state, way) | jumpers(state, way)) != NONE:
                return DRAW
    return ONGOING


# What players see and write


@rule
def landings(state, move, path):
    """A move is named by the square it starts on and every square the piece lands on."""
    path[0], jumps = move % JUMP, move // JUMP % 16
    piece = ONE << move % JUMP
    for step in range(max(jumps, 1)):
        way = move >> (WAYS + 2 * step) & 3
        piece = shifted(piece, way) if jumps == 0 else shifted(shifted(piece, way), way)
        path[step + 1] = lowest_bit(piece)
    return max(jumps, 1) + 1


@rule
def cell(state, square):
    """The piece on a square."""
    for seat in range(2):
        if state.sides[seat] & ONE << square != NONE:
            return seat + (KING if state.kings & ONE << square != NONE else MAN)
    return 0


@rule
def place(state, square, piece):
    """Put a piece on a square."""
    state.sides[(piece - MAN) % 2] |= ONE << square
    if piece >= KING:
        state.kings |= ONE << square


@rule
def kind(state, square):
    """Light or dark."""
    return 1 if DARK & ONE << square != NONE else 0


PDN = Pdn((8, 8), (MAN, MAN + 1), (KING, KING + 1), cell, place)


def move_text(state, move, squares):
    """`11-15`, or `22x15x8` for jumps."""
    return PDN.move_text(squares, jumps=move // JUMP % 16 > 0)


# Why a move is refused

nothing_there, not_yours = no_piece(cell), not_own(PIECES, cell)
no_target = squares_named("Name the square the piece moves to, too", *range(2, 65))


def occupied(state, squares):
    """The destination square is occupied"""
    return any(cell(state, square) for square in squares[1:] if square != squares[0])


def backwards(state, squares):
    """A man only moves and captures forward, even on the move that crowns it"""
    return cell(state, squares[0]) < KING and any((rows < 0) == (state.turn == WHITE) for _, rows, _ in hops(squares))


def no_enemy(state, squares):
    """A jump goes over an enemy piece, and never over the same piece twice"""
    over = [middle for _, rows, middle in hops(squares) if abs(rows) == 2]
    return len(set(over)) < len(over) or any(not state.sides[1 - state.turn] >> square & 1 for square in over)


def must_jump(state, squares):
    """You must capture when you can"""
    return can_capture(state) and any(abs(rows) == 1 for _, rows, _ in hops(squares))


def unfinished(state, squares):
    """You can capture more: finish the jump"""
    moves, path = [0] * MOST_MOVES, [0] * 10
    paths = (path[: landings(state, move, path)] for move in moves[: legal(state, moves)])
    return any(len(path) > len(squares) and path[: len(squares)] == list(squares) for path in paths)


# Advice for the computer player


@rule
def strength(state, seat):
    """Pieces first; then the centre, and men that guard the back row or are well advanced."""
    own, men = state.sides[seat], state.sides[seat] & ~state.kings
    placed = 12 * count_bits(men & BACK_ROW[seat]) + 6 * count_bits(men & FAR_HALF[seat]) + 4 * count_bits(own & CENTRE)
    return 100 * count_bits(men) + 140 * count_bits(own & state.kings) + placed


@rule
def noisy(state, moves):
    """Captures are forced, so a position is only quiet once they have been made."""
    return -legal(state, moves) if can_capture(state) else 0


@rule
def value(state):
    """Strength against strength; a lead counts more when few pieces are left, and an available capture counts too."""
    own, enemies = count_bits(state.sides[state.turn]), count_bits(state.sides[1 - state.turn])
    lead = 200 * (own - enemies) // (own + enemies) + (40 if can_capture(state) else 0)
    return strength(state, state.turn) - strength(state, 1 - state.turn) + lead


GAME = Game(
    name="Checkers",
    aliases=("Draughts", "English draughts", "American checkers"),
    board=(8, 8),
    teams=TEAMS,
    state=state,
    pieces=PIECES,
    square_types=("light", "dark"),
    on_board=("sides", "kings"),
    square_labels=PDN.labels,
    most_moves=MOST_MOVES,
    stuck=LOSES,
    repeats=3,
    apart=("quiet",),
    setup=setup,
    legal=legal,
    play=play,
    outcome=outcome,
    squares=landings,
    cell=cell,
    kind=kind,
    place=place,
    reasons=(nothing_there, not_yours, no_target, occupied, crooked, backwards, many_steps, no_enemy, must_jump, unfinished),
    ending=lambda _state, outcome: ending(outcome, TEAMS, PATIENCE),
    move_text=move_text,
    read_squares=PDN.read_squares,
    notation=Notation(PDN.write, PDN.read, example="B:W21-32:B1-12"),
    flaw=lambda state: first_flaw(state, TEAMS, PDN, DARK, BACK_ROW, MEN, PATIENCE),
    picture=picture,
    value=value,
    noisy=noisy,
)
