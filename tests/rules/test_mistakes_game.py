"""Mistakes that show in the course of random games: who moves, how games end, what pieces and reasons say."""

from __future__ import annotations

from tests.rules.mistakes import PATH, PIECES, RACE, START, Mistake, assert_found, hint, named

from ludus.games import names_taken

TURNS = (
    Mistake(
        "the turn never passes",
        (("    state.cells[start] = 0\n    state.turn = 1 - state.turn", "    state.cells[start] = 0"),),
        f"play never passes the turn: in {START} and after each of the ... moves played from there it is the same seat's turn; "
        "end play with state.turn = 1 - state.turn",
        "def play",
    ),
    Mistake(
        "a seat that never moves",
        (("    board=(2, 2),", "    board=(2, 2),\n    seats=3,"),),
        "Team 3 (seat 2) never moves: ... moves in ... random games, none of them by that seat",
        "def play",
        RACE,
    ),
)

DIE = Mistake(
    "a die never rolled again",
    (("    state.thrown = 0\n", ""),),
    "chance decides thrown before the first move and never again: in ... the same thrown still stands; if it is a die, let play "
    "set the field back, so that chances asks for another roll",
    "def chances",
    RACE,
)

ENDS = (
    Mistake(
        "an outcome that names a team instead of a seat",
        (("        if state.cells[x] == 2:\n            return 1", "        if state.cells[x] == 2:\n            return 2"),),
        "outcome says 2 in ...; it must be ONGOING, DRAW or the seat that has won, 0 to 1: seats count from 0, teams from 1",
        "def outcome",
    ),
    Mistake(
        "no end within a stated length",
        (("    state.runners[state.turn, move] += state.thrown\n", ""),),
        "a random game is still going after 300 moves, in ...; add a rule that ends it, such as a draw after many moves without "
        "a capture",
        "def outcome",
        RACE,
    ),
    Mistake(
        "a number of moves left that is too small",
        hint("remaining", "@rule\ndef remaining(state):\n    return 1"),
        f"remaining says 1 in {START}, but a random game went on for ... moves",
        "def remaining",
    ),
)

COUNTERS = (
    Mistake(
        "a counter near overflow",
        (('thrown="i1"', 'thrown="i1", count="i1"'), ("    state.thrown = 0\n", "    state.thrown = 0\n    state.count += 9\n")),
        'count="i1" is nearly full: it counted up to ..., in ...; give the field more room: "i2"',
        "state = State(",
        RACE,
    ),
)

PIECE = (
    Mistake(
        "two pieces share a letter",
        (('2: Piece("pawn", 2, "o")', '2: Piece("pawn", 2, "x")'),),
        "the pawn of team 1 and the pawn of team 2 share the letter 'x'; drawings and position texts need one for each",
        PIECES,
    ),
    Mistake(
        "a second game of a shipped name",
        (('name="Hexapawn"', 'name="Connect Four"'),),
        "name='Connect Four': there is a game of that name already, in ...connect_four.py; commands and servers tell games apart "
        "by name, so choose another",
        '    name="Connect Four"',
    ),
)

SHOWN = (
    Mistake(
        "a piece missing",
        ((', 2: Piece("pawn", 2, "o")}', "}"),),
        "a square says 2 on a3 in ..., but pieces= has no such number",
        PIECES,
    ),
    Mistake(
        "a picture that is not text",
        hint("picture", "def picture(piece):\n    return None"),
        "the picture of pawn is None, not a text; return SVG, such as svg(disc(team_colour(piece.team)))",
        "def picture",
    ),
    Mistake(
        "a picture that is no picture",
        hint("picture", "def picture(piece):\n    return '<svg>'"),
        "the picture of pawn is not SVG: no element found: line 1, column 5",
        "def picture",
    ),
)

CHANGED = Mistake(
    "a rule that changes the state when asked",
    (("    count = 0\n    forward", "    count = 0\n    state.cells[4] = 0\n    forward"),),
    "legal changes cells when asked about ...; only play and happen may do that",
    "def legal",
)

BEGINNING = Mistake(
    "a move that is the beginning of another",
    ((PATH, "path[0], path[1], path[2] = move // 9, 4, move % 9\n    return 2 if move % 9 == 4 else 3"),),
    "in ... the move ... is the beginning of the move ..., so that nobody knows when it is finished",
)

REASONS = (
    Mistake(
        "a reason missing",
        (("not_your_pawn, not_a_pawn_move)", "not_your_pawn)"),),
        f"in {START} the move ... is not legal, yet no reason says why: either a reason is missing, or legal misses this move",
    ),
    Mistake(
        "a reason too strict",
        (("    return not (forward and (steps or takes))", "    return not (forward and steps)"),),
        "in ... the legal move ... breaks the rule 'A pawn steps straight onto an empty square, or takes an enemy diagonally in "
        "front of it'",
    ),
    Mistake(
        "a reason that crashes",
        (("reasons=(not_two_squares, ", "reasons=("),),
        "ValueError: not enough values to unpack (expected 2, got 1)",
        "    start, end = squares",
    ),
)

LINES = Mistake(
    "a line of a rule never reached",
    (("    return ONGOING\n", "    if state.turn > 1:\n        return 0\n    return ONGOING\n"),),
    "this line of the rule outcome did not run in ... positions: return 0; is it rare, or out of reach?",
    "        return 0\n    return ONGOING",
)


@named(TURNS)
def test_the_turn_passes(mistake, tmp_path):
    assert_found(mistake, tmp_path, "the turn passes")


def test_dice_are_rolled_again(tmp_path):
    assert_found(DIE, tmp_path, "dice are rolled again")


@named(ENDS)
def test_games_end(mistake, tmp_path):
    assert_found(mistake, tmp_path, "every game ends", longest=300)


@named(COUNTERS)
def test_counters_have_room(mistake, tmp_path):
    assert_found(mistake, tmp_path, "counters have room")


@named(PIECE)
def test_facts_agree(mistake, tmp_path):
    assert_found(mistake, tmp_path, "the facts agree", taken=names_taken())


@named(SHOWN)
def test_pieces_are_known(mistake, tmp_path):
    assert_found(mistake, tmp_path, "every piece has a word and a picture")


def test_asking_changes_nothing(tmp_path):
    assert_found(CHANGED, tmp_path, "asking changes nothing")


def test_no_move_is_the_beginning_of_another(tmp_path):
    assert_found(BEGINNING, tmp_path, "moves have squares of their own")


@named(REASONS)
def test_refusals_have_reasons(mistake, tmp_path):
    assert_found(mistake, tmp_path, "every refusal has a reason")


def test_every_line_runs(tmp_path):
    assert_found(LINES, tmp_path, "every line of a rule runs")
