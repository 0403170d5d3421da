"""Last stone: three players take one or two stones in turn; whoever takes the last one wins."""

from ludus.rules import ONGOING, Game, Piece, State, rule

SEATS, STONES = 3, 7

state = State(taken="i1", turn="i1")


@rule
def legal(state, moves):
    """Up to the first or the second of the stones that are left; a move is the last stone taken."""
    count = min(2, STONES - state.taken)
    for more in range(count):
        moves[more] = state.taken + more
    return count


@rule
def play(state, move):
    """The stones are taken."""
    state.taken = move + 1
    state.turn = (state.turn + 1) % SEATS


@rule
def outcome(state):
    """The player who has just moved took the last stone."""
    return (state.turn + SEATS - 1) % SEATS if state.taken == STONES else ONGOING


@rule
def cell(state, square):
    """The stones that are left."""
    return 1 if square >= state.taken else 0


GAME = Game(
    name="Last stone",
    board=(STONES, 1),
    state=state,
    most_moves=2,
    seats=SEATS,
    legal=legal,
    play=play,
    outcome=outcome,
    cell=cell,
    on_board=(),
    pieces={1: Piece("stone", 0, "o")},
)
