"""Coin walk: throw a coin, then walk that far round a ring; nobody ever gets anywhere."""

from ludus.rules import ONGOING, Game, Piece, State, rule

# at: where the walker is; thrown: what the coin shows, 0 before it is thrown; ways and sides: how many ways there are, and sides
state = State(at="i2", thrown="i1", turn="i1", ways="i2", sides="i2")


@rule
def setup(state):
    """There is one way, and the coin always falls on the same side, so that every search is as long as it is deep."""
    state.ways = 1
    state.sides = 1


@rule
def legal(state, moves):
    """Any way there is."""
    for way in range(state.ways):
        moves[way] = way
    return state.ways


@rule
def play(state, move):
    """Walk, and let the other throw."""
    state.at = (state.at + state.thrown + move) % 113
    state.thrown = 0
    state.turn = 1 - state.turn


@rule
def chances(state):
    """As many as the coin has sides."""
    return state.sides if state.thrown == 0 else 0


@rule
def happen(state, chance):
    """What the coin shows."""
    state.thrown = chance + 1


@rule
def outcome(state):
    """It never ends."""
    return ONGOING


@rule
def value(state):
    """How far round."""
    return state.at


@rule
def cell(state, square):
    """The walker."""
    return 1 if square == state.at else 0


GAME = Game(
    name="Coin walk",
    board=(7, 1),
    state=state,
    setup=setup,
    most_moves=100,
    legal=legal,
    play=play,
    outcome=outcome,
    chances=chances,
    happen=happen,
    value=value,
    cell=cell,
    on_board=(),
    pieces={1: Piece("walker", 0, "o")},
)
