"""Hidden coin: a bent coin is thrown under a cup, heads three times in four. Whoever guesses right wins."""

from ludus.rules import ONGOING, Game, Piece, State, rule

HEADS, TAILS = 0, 1

state = State(thrown="i1", coin="i1", guessed="i1", turn="i1")  # coin and guessed: counted from 1; 0 is unknown or not yet


@rule
def chances(state):
    """The coin is thrown once."""
    return 2 if state.thrown == 0 else 0


@rule
def weight(state, chance):
    """Heads comes up three times in four."""
    return 3 if chance == HEADS else 1


@rule
def happen(state, chance):
    """The coin lies under the cup."""
    state.thrown, state.coin = 1, chance + 1


@rule
def imagine(state, seat, luck):
    """It is heads as often as the coin says."""
    if state.thrown:
        state.coin = 1 + (TAILS if luck % 4 == 3 else HEADS)
    return 0


@rule
def legal(state, moves):
    """Heads or tails."""
    moves[0], moves[1] = HEADS, TAILS
    return 2


@rule
def play(state, move):
    """The guess is said, and the cup lifted."""
    state.guessed = move + 1


@rule
def outcome(state):
    """The first player guesses."""
    if state.guessed == 0:
        return ONGOING
    return 0 if state.guessed == state.coin else 1


@rule
def cell(state, square):
    """The guess."""
    return 1 if state.guessed == square + 1 else 0


GAME = Game(
    name="Hidden coin",
    board=(2, 1),
    state=state,
    most_moves=2,
    chances=chances,
    happen=happen,
    weight=weight,
    legal=legal,
    play=play,
    outcome=outcome,
    cell=cell,
    secret=("coin",),
    imagine=imagine,
    on_board=(),
    pieces={1: Piece("guess", 0, "o")},
)
