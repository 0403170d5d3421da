"""Long odds: give up, or let a die decide; its first faces lose, all others win."""

from ludus.rules import ONGOING, Game, Piece, State, rule

# faces: of the die; losing: how many of them lose; thrown: 1 while the die rolls; won: 0 not yet, else the number of the team
state = State(faces="i2", losing="i2", thrown="i1", won="i1", turn="i1")


@rule
def setup(state):
    """The die has 36 faces, one of which loses."""
    state.faces = 36
    state.losing = 1


@rule
def legal(state, moves):
    """Throw the die, or give up."""
    moves[0], moves[1] = 0, 1
    return 2


@rule
def play(state, move):
    """The die rolls, or it is over."""
    if move == 0:
        state.thrown = 1
    else:
        state.won = 2 - state.turn


@rule
def chances(state):
    """As many as the die has faces."""
    return state.faces if state.thrown else 0


@rule
def happen(state, chance):
    """The player who threw has won or lost."""
    state.won = 2 - state.turn if chance < state.losing else state.turn + 1
    state.thrown = 0


@rule
def outcome(state):
    """As the die fell."""
    return ONGOING if state.won == 0 else state.won - 1


@rule
def cell(state, square):
    """There is nothing on the board."""
    return 0


@rule
def remaining(state):
    """One throw."""
    return 1


GAME = Game(
    name="Long odds",
    board=(2, 1),
    state=state,
    setup=setup,
    most_moves=2,
    legal=legal,
    play=play,
    outcome=outcome,
    chances=chances,
    happen=happen,
    cell=cell,
    on_board=(),
    pieces={1: Piece("die", 0, "o")},
    remaining=remaining,
)
