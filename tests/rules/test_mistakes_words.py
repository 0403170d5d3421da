"""Mistakes in what people read and write, and in the hints for the computer player."""

from __future__ import annotations

from tests.rules.mistakes import PIECES, RACE, START, Mistake, assert_found, hint, named

TEXTS = (
    Mistake(
        "the same word for two moves",
        hint("move_text", "def move_text(state, move, squares):\n    return 'step'"),
        f"in {START} the different moves 3 and 13 are both written 'step'",
    ),
)

CHANCES = Mistake(
    "the same word for two draws",
    (
        ("GAME = Game(", "def chance_text(state, chance):\n    return 'a roll'\n\n\nGAME = Game("),
        ("    weight=weight,", "    weight=weight,\n    chance_text=chance_text,"),
    ),
    "chance_text says 'a roll' for chance 0 and for chance 1 in DiceRaceBoard; turn 1, but they lead to different positions; "
    "give each words of its own",
    "def chance_text",
    RACE,
)

POSITIONS = (
    Mistake(
        "a position text that leaves something out",
        (
            (PIECES, f"{PIECES}\n    notation=letters(PIECES, (WIDTH, HEIGHT), turn=False),"),
            ("Game, Piece, State, rule", "Game, Piece, State, letters, rule"),
        ),
        "'ooo..xxx.' reads back with another turn",
    ),
    Mistake(
        "a position text that crashes",
        (
            (PIECES, f"{PIECES}\n    notation=Notation(lambda state: state.celss, lambda text, state: None),"),
            ("Game, Piece, State, rule", "Game, Notation, Piece, State, rule"),
        ),
        "the state has no field celss; its fields are cells, turn",
        "    notation=",
    ),
)

HINTS = (
    Mistake(
        "a value too large",
        hint("value", "@rule\ndef value(state):\n    return 20_000"),
        f"value says 20000 in {START}; it must be between -10000 and 10000",
        "def value",
    ),
    Mistake(
        "a quick move that is illegal",
        hint("quick", "@rule\ndef quick(state):\n    return 80"),
        f"quick says 80 in {START}, which is not a legal move",
        "def quick",
    ),
)

SIGN = Mistake(
    "a value of the wrong sign",
    (("    return 10 * (max", "    return -10 * (max"), (" + mine[0] + mine[1] - theirs[0] - theirs[1]", "")),
    "value seems to have the wrong sign: it says -... in ..., where Team ... is to move and went on to win, and whoever moved to "
    "where value was low for them won ... games of ...; value must be high when the seat to move, state.turn, stands well",
    "def value",
    RACE,
)


@named(TEXTS)
def test_moves_can_be_written_and_read(mistake, tmp_path):
    assert_found(mistake, tmp_path, "moves can be written and read")


def test_what_chance_decides_is_told_apart(tmp_path):
    assert_found(CHANCES, tmp_path, "every line for people is one line")


@named(POSITIONS)
def test_positions_can_be_written_and_read(mistake, tmp_path):
    assert_found(mistake, tmp_path, "positions can be written and read")


@named(HINTS)
def test_hints_tell_the_truth(mistake, tmp_path):
    assert_found(mistake, tmp_path, "hints tell the truth")


def test_value_has_the_right_sign(tmp_path):
    assert_found(SIGN, tmp_path, "value has the right sign")
