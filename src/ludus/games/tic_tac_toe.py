"""Tic-tac-toe: three in a row wins."""

from ludus.rules import ONGOING, Game, Piece, State, letters, rule
from ludus.rules.pictures import line, ring, svg, team_colour, team_edge
from ludus.rules.shared_reasons import occupied, squares_named

#     6 7 8
#     3 4 5
#     0 1 2
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
PIECES = {1: Piece("cross", 1, "x"), 2: Piece("nought", 2, "o")}

state = State(cells=("i1", 9), turn="i1")  # cells: 0 if empty, else the number of the team


@rule
def legal(state, moves):
    """Any empty square."""
    count = 0
    for square in range(9):
        if state.cells[square] == 0:
            moves[count] = square
            count += 1
    return count


@rule
def play(state, move):
    """Put your mark there."""
    state.cells[move] = state.turn + 1
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """Three of the same mark in a row win (1 and 2 share no bit); a full board is a draw, because nobody can move."""
    for a, b, c in ROWS:
        if state.cells[a] & state.cells[b] & state.cells[c]:
            return state.cells[a] - 1
    return ONGOING


@rule
def remaining(state):
    """The board fills up."""
    count = 0
    for square in range(9):
        count += state.cells[square] == 0
    return count


def flaw(state):
    """X moves first, turns alternate, and nobody moves after a win."""
    marks = list(state.cells)
    crosses, noughts = marks.count(1), marks.count(2)
    if crosses - noughts not in (0, 1):
        return f"{crosses} x and {noughts} o is impossible: x moves first, so there are as many x as o, or one more"
    if crosses - noughts != state.turn:
        return f"{'xo'[state.turn]} cannot be the one to move with {crosses} x and {noughts} o"
    if any(all(marks[square] == state.turn + 1 for square in row) for row in ROWS):
        return f"{'xo'[state.turn]} already has three in a row, so it cannot be its turn"
    return None


def picture(piece):
    """A cross or a nought."""
    colour, edge = team_colour(piece.team), team_edge(piece.team)
    return svg(ring(colour, edge=edge)) if piece.team == 2 else svg(line(colour, "24,24 76,76 50,50 24,76 76,24", edge=edge))


GAME = Game(
    name="Tic-tac-toe",
    aliases=("Noughts and crosses",),
    board=(3, 3),
    state=state,
    most_moves=9,
    legal=legal,
    play=play,
    outcome=outcome,
    teams=("X", "O"),
    pieces=PIECES,
    reasons=(squares_named("Name one square", 1), occupied("That square is taken")),
    notation=letters(PIECES, (3, 3), turn=False),
    flaw=flaw,
    picture=picture,
    remaining=remaining,
)
