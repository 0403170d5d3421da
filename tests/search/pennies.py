"""Matching pennies: both choose at once; equal coins win for the first, different ones for the second. A button always loses."""

from ludus.rules import ONGOING, Game, Piece, State, rule

HEADS, TAILS, BUTTON = 0, 1, 2

state = State(chosen=("i1", (2,)), shown="i1", turn="i1")  # chosen: counted from 1; shown: 1 when the coins lie open


@rule
def acts(state, seat):
    """A player who has not chosen yet may act."""
    return state.chosen[seat] == 0


@rule
def legal(state, moves):
    """A coin with heads or tails up, or a button."""
    for choice in range(3):
        moves[choice] = choice
    return 3


@rule
def play(state, move):
    """A choice is made in secret, and shown when both have chosen."""
    state.chosen[state.turn] = move + 1
    state.shown = 1 if state.chosen[0] > 0 and state.chosen[1] > 0 else 0


@rule
def outcome(state):
    """A button loses, the first player's before the second's; then equal coins win for the first."""
    if state.shown == 0:
        return ONGOING
    if state.chosen[0] == BUTTON + 1:
        return 1
    return 0 if state.chosen[1] == BUTTON + 1 or state.chosen[0] == state.chosen[1] else 1


@rule
def squares(state, move, path):
    """One's own row."""
    path[0] = state.turn * 3 + move
    return 1


@rule
def cell(state, square):
    """What lies open, or what one sees of one's own."""
    return 1 if state.chosen[square // 3] == square % 3 + 1 else 0


GAME = Game(
    name="Matching pennies",
    board=(3, 2),
    state=state,
    most_moves=3,
    acts=acts,
    legal=legal,
    play=play,
    outcome=outcome,
    squares=squares,
    cell=cell,
    private=("chosen",),
    on_board=(),
    pieces={1: Piece("coin", 0, "o")},
)
