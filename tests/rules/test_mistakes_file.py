"""Mistakes that are told when a game file is read."""

from __future__ import annotations

from tests.rules.mistakes import PIECES, PLAY, Mistake, assert_refused, hint, named

GAME = "GAME = Game("
STATE = "state = State("
EXAMPLE = '{1: Piece("cross", 1, "x"), 2: Piece("nought", 2, "o")}'

MISTAKES = (
    Mistake("no GAME", ((GAME, "MY = Game("),), "FILE: the file defines no GAME; its last statement should be GAME = Game(...)"),
    Mistake(
        "a missing part",
        (("    play=play,\n", ""),),
        "Game(...) needs play=: `play(state, move)`: change the state as the move says, and set whose turn is next.",
        GAME,
    ),
    Mistake("a misspelt part", ((PIECES, "    peices=PIECES,"),), "Game(...) has no part 'peices'; did you mean pieces?", GAME),
    Mistake(
        "an unknown argument",
        ((PIECES, f"{PIECES}\n    difficulty=3,"),),
        "Game(...) has no part 'difficulty'; the reference lists its parts",
        GAME,
    ),
    Mistake(
        "a rule without its mark",
        (("@rule\ndef outcome", "def outcome"),),
        "outcome=outcome: put @rule above that function, so that it can be compiled",
        GAME,
    ),
    Mistake(
        "a field of a bad type",
        (('turn="i1")', 'turn="int")'),),
        'State(...): turn=\'int\' is not a field; write "i1", "i8", "u8" or ("i1", (8, 8))',
        STATE,
    ),
    Mistake(
        "no turn field",
        (('turn="i1")', 'whose="i1")'),),
        'State(...) needs the field turn="i1": the seat to move, counted from 0',
        STATE,
    ),
    Mistake(
        "too few arguments of a rule",
        (("def play(state, move):", "def play(state):"),),
        "play is called as play(state, move), but takes (state); write def play(state, move):",
        "def play",
    ),
    Mistake(
        "too many arguments of a rule",
        (("def outcome(state):", "def outcome(state, seat):"),),
        "outcome is called as outcome(state), but takes (state, seat); write def outcome(state):",
        "def outcome",
    ),
    Mistake(
        "wrong arguments of a function for people",
        hint("picture", "def picture():\n    return 'none'"),
        "picture is called as picture(piece), but takes no arguments; write def picture(piece):",
        "def picture",
    ),
    Mistake(
        "wrong arguments of a reason",
        (("def not_your_pawn(state, squares):", "def not_your_pawn(squares):"),),
        "not_your_pawn is called as not_your_pawn(state, squares), but takes (squares); write def not_your_pawn(state, squares):",
        "def not_your_pawn",
    ),
    Mistake(
        "a syntax error",
        (("def play(state, move):", "def play(state, move)"),),
        "Python cannot read this: expected ':'",
        "def play",
    ),
    Mistake(
        "an undefined name at the top level",
        (("WIDTH, HEIGHT = 3, 3", "WIDTH, HEIGHT = 3, ROWS"),),
        "the file does not load: NameError: name 'ROWS' is not defined",
        "WIDTH, HEIGHT",
    ),
    Mistake(
        "a number of teams that does not fit",
        ((PIECES, f'{PIECES}\n    teams=("White",),'),),
        "teams=('White',) names 1 teams, but seats=2",
        GAME,
    ),
    Mistake(
        "cells smaller than the board",
        (('("i1", WIDTH * HEIGHT)', '("i1", WIDTH * HEIGHT - 1)'),),
        'cells has room for 8, but board=(3, 3) has 9 squares; write cells=("i1", 9)',
        STATE,
    ),
    Mistake(
        "cells that lie on their side",
        (('("i1", WIDTH * HEIGHT)', '("i1", (4, 3))'), ("board=(WIDTH, HEIGHT)", "board=(4, 3)")),
        'cells has room for (4, 3), but board=(4, 3) has 12 squares; write cells=("i1", (3, 4))',
        STATE,
    ),
    Mistake(
        "pieces that cannot be put back",
        (
            ("cells=", "pawns="),
            ("state.cells", "state.pawns"),
            ("GAME = Game(", "@rule\ndef cell(state, square):\n    return state.pawns[square]\n\n\nGAME = Game("),
            (PIECES, f'{PIECES}\n    cell=cell,\n    on_board=("pawns",),'),
        ),
        "on_board=('pawns',): give place=, which puts a saved piece back on its square, or give on_board=(), and the fields are "
        "saved as numbers",
        GAME,
    ),
    Mistake(
        "pieces that cannot be listed",
        ((PIECES, "    pieces=lambda number: PIECES[number],"),),
        "pieces= is a function, so saved pieces cannot be read back; list them in a dictionary, or give on_board=(), and the "
        "fields are saved as numbers",
        GAME,
    ),
    Mistake(
        "a board that is a number",
        (("board=(WIDTH, HEIGHT)", "board=3"),),
        "board=3: write the width and the height, such as (8, 8)",
        GAME,
    ),
    Mistake(
        "a number in quotes", (("most_moves=9", 'most_moves="9"'),), "most_moves='9': write a whole number of at least 1", GAME
    ),
    Mistake(
        "teams in one text",
        ((PIECES, f'{PIECES}\n    teams="WB",'),),
        "teams='WB': write a tuple, even of one: ('WB',)",
        GAME,
    ),
    Mistake(
        "pieces in a list",
        ((PIECES, "    pieces=[PIECES[1], PIECES[2]],"),),
        f"pieces= is a list; write a dictionary from numbers to pieces, such as {EXAMPLE}",
        GAME,
    ),
    Mistake(
        "pieces that are texts",
        ((PIECES, '    pieces={1: "x", 2: "o"},'),),
        f"pieces= has 'x' for 1; write pieces, such as {EXAMPLE}",
        GAME,
    ),
    Mistake(
        "a piece without a team",
        (('Piece("pawn", 1, "x")', 'Piece("pawn", "x")'),),
        "Piece('pawn', 'x'): the second is the number of the team, counted from 1, or 0 for nobody",
        "PIECES = {",
    ),
    Mistake(
        "a field that is a list",
        (('("i1", WIDTH * HEIGHT)', "[0] * 3"),),
        'State(...): cells=[0, 0, 0] is not a field; write "i1", "i8", "u8" or ("i1", (8, 8))',
        STATE,
    ),
    Mistake(
        "the wrong import",
        (("from ludus.rules import", "from ludus import"),),
        "cannot import name ... from 'ludus'; game files import from ludus.rules: from ludus.rules import Game, State, rule",
        "from ludus import",
    ),
    Mistake(
        "a piece named like a field",
        (('turn="i1")', 'turn="i1", pawn="i1")'), (PLAY, f"    state.pawn = 1\n{PLAY}")),
        "a piece is called 'pawn', and so is a field of the state: a saved file could not tell their lines apart; "
        "rename one of them",
        STATE,
    ),
)


@named(MISTAKES)
def test_a_file_is_refused_with_its_line_and_a_cure(mistake, tmp_path):
    assert_refused(mistake, tmp_path)
