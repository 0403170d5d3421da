"""Dice race: throw a three-sided die and move one of your two runners that far; the first runner home wins."""

from ludus.rules import ONGOING, Game, Piece, State, rule

HOME = 6  # squares to run

# runners: how far each runner of each team has come; thrown: what the die shows, 0 before it is thrown
state = State(runners=("i1", (2, 2)), thrown="i1", turn="i1")


@rule
def legal(state, moves):
    """Either runner."""
    moves[0], moves[1] = 0, 1
    return 2


@rule
def play(state, move):
    """The runner runs, and the other team throws."""
    state.runners[state.turn, move] += state.thrown
    state.thrown = 0
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """A runner that is home wins."""
    for seat in range(2):
        if state.runners[seat, 0] >= HOME or state.runners[seat, 1] >= HOME:
            return seat
    return ONGOING


@rule
def chances(state):
    """A die of three faces, when it is to be thrown."""
    return 3 if state.thrown == 0 else 0


@rule
def happen(state, chance):
    """What the die shows."""
    state.thrown = chance + 1


@rule
def weight(state, chance):
    """The one comes up twice as often as either of the others."""
    return 2 if chance == 0 else 1


@rule
def squares(state, move, path):
    """The lane of the runner."""
    path[0] = state.turn * 2 + move
    return 1


@rule
def cell(state, square):
    """How far the runner in this lane has come."""
    return state.runners[square // 2, square % 2]


@rule
def value(state):
    """The side whose runners are further ahead is better off."""
    mine, theirs = state.runners[state.turn], state.runners[1 - state.turn]
    return 10 * (max(mine[0], mine[1]) - max(theirs[0], theirs[1])) + mine[0] + mine[1] - theirs[0] - theirs[1]


GAME = Game(
    name="Dice race",
    board=(2, 2),
    state=state,
    most_moves=2,
    legal=legal,
    play=play,
    outcome=outcome,
    chances=chances,
    happen=happen,
    weight=weight,
    squares=squares,
    cell=cell,
    on_board=(),
    pieces={far: Piece("runner", 0, str(far)) for far in range(1, 10)},
    value=value,
)
