"""Mistakes in rules that show as soon as they run as plain Python."""

from __future__ import annotations

from tests.rules.mistakes import (
    PATH,
    PLAY,
    RACE,
    START,
    Mistake,
    assert_found,
    first_report,
    hint,
    named,
)

from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import Sample

HAPPENED = f"; it happened in {START}"

WRITTEN = (
    Mistake(
        "print in a rule",
        ((PLAY, f"    print(move)\n{PLAY}"),),
        "the rule play uses print: rules only compute; to see a position, use ludus show, or step through the rule with a "
        "debugger",
        "    print(move)",
    ),
    Mistake(
        "random in a rule",
        (("from ludus", "import random\n\nfrom ludus"), (PLAY, f"    move += random.randrange(1)\n{PLAY}")),
        "the rule play uses random.randrange: rules never draw lots; say with chances and happen what may happen, and Ludus "
        "draws",
        "    move += random",
    ),
    Mistake(
        "a random function by its own name",
        (("from ludus", "from random import choice\n\nfrom ludus"), (PLAY, f"    move += choice((0, 0))\n{PLAY}")),
        "the rule play uses choice: rules never draw lots; say with chances and happen what may happen, and Ludus draws",
        "    move += choice",
    ),
    Mistake(
        "a clock in a rule",
        (("from ludus", "import time\n\nfrom ludus"), (PLAY, f"    move += int(time.time() * 0)\n{PLAY}")),
        "the rule play uses time.time: rules never look at a clock; the same moves must always lead to the same position",
        "    move += int",
    ),
    Mistake(
        "a list made in a rule",
        ((PLAY, f"    ends = [move // 9, move % 9]\n{PLAY}"),),
        "the rule play makes a list each time it is asked, which is slow; use numbers, a tuple, or a table at the top level",
        "    ends =",
    ),
    Mistake(
        "an array made in a rule",
        (("from ludus", "import numpy as np\n\nfrom ludus"), (PLAY, f"    ends = np.zeros(2)\n{PLAY}")),
        "the rule play makes an array each time it is asked, which is slow; use numbers, a tuple, or a table at the top level",
        "    ends =",
    ),
    Mistake(
        "a global variable changed",
        ((PLAY, f"    global COUNT\n    COUNT = move\n{PLAY}"),),
        "the rule play changes a name outside of it: whatever changes during a game is a field of the state",
        "    global COUNT",
    ),
    Mistake(
        "random imported in a rule",
        ((PLAY, f"    import random\n\n    move += random.randint(0, 0)\n{PLAY}"),),
        "the rule play imports random: rules never draw lots; say with chances and happen what may happen, and Ludus draws",
        "    import random",
    ),
    Mistake(
        "another module imported in a rule",
        ((PLAY, f"    from math import gcd\n\n    move += gcd(0, 0)\n{PLAY}"),),
        "the rule play imports math: import at the top of the file",
        "    from math",
    ),
    Mistake(
        "try in a rule",
        ((PLAY, f"    try:\n        move += 0\n    except IndexError:\n        pass\n{PLAY}"),),
        "the rule play uses try: compiled rules raise no errors that could be caught; look first whether something is possible",
        "    try:",
    ),
    Mistake(
        "yield in a rule",
        (("    return count\n", "    yield count\n"),),
        "the rule legal uses yield: write the moves into moves, and return how many there are",
        "    yield count",
    ),
    Mistake(
        "text built in a rule",
        ((PLAY, f'    text = f"{{move}}"\n{PLAY}'),),
        "the rule play makes a text each time it is asked, which is slow; use numbers, a tuple, or a table at the top level",
        "    text =",
    ),
)

RUN = (
    Mistake(
        "a field that does not exist",
        (("    state.turn = 1 - state.turn", "    state.trun = 1 - state.turn"),),
        f"the state has no field trun; its fields are cells, turn{HAPPENED}",
        "    state.trun",
    ),
    Mistake(
        "an undefined name",
        ((PLAY, PLAY.replace("move //", "mvoe //")),),
        f"mvoe is not defined{HAPPENED}",
        "    start, end = mvoe",
    ),
    Mistake(
        "recursion without end",
        (("    return ONGOING\n", "    return outcome(state)\n"),),
        f"a rule calls itself without end; write a loop, or say when to stop{HAPPENED}",
        "    return outcome(state)",
    ),
    Mistake(
        "legal returns nothing",
        (("    return count\n", "    return\n"),),
        f"the rule legal sometimes returns nothing; every path must return a number{HAPPENED}",
        "def legal",
    ),
    Mistake(
        "legal returns a tuple",
        (("    return count\n", "    return (count,)\n"),),
        "FILE: a rule returns a tuple where a whole number is expected; legal writes the moves into moves, and returns how many "
        f"there are{HAPPENED}",
    ),
    Mistake(
        "moves appended to a list",
        (("    return count\n", "    moves.append(count)\n    return count\n"),),
        "moves and path are tables, not lists, so there is no append; write moves[count] = ..., add 1 to count, and return "
        f"it{HAPPENED}",
        "    moves.append",
    ),
    Mistake(
        "rows of a table that has none",
        ((PLAY, f"    move += state.cells[0][0]\n{PLAY}"),),
        "this is a number already, so it takes no [...]; a table with rows is read as state.cells[row, column], one without as "
        f"state.cells[square]{HAPPENED}",
        "    move += state.cells[0][0]",
    ),
    Mistake(
        "a text in a field",
        ((PLAY, f'    state.cells[0] = "x"\n{PLAY}'),),
        "a field holds whole numbers, not the text 'x'; let a number stand for it, and say in pieces= what it looks "
        f"like{HAPPENED}",
        "    state.cells[0] =",
    ),
    Mistake(
        "a game that is over before it begins",
        (("    return ONGOING\n", "    return False\n"),),
        f"outcome says 0 before anybody has moved, in {START}; return ONGOING while the game goes on",
        "def outcome",
    ),
    Mistake(
        "a forgotten return",
        (("    return ONGOING\n", "    if state.turn == 0:\n        return ONGOING\n"),),
        "the rule outcome sometimes returns nothing; every path must return a number; it happened in ...; turn 2",
        "def outcome",
    ),
    Mistake(
        "most_moves too small",
        (("most_moves=9", "most_moves=2"),),
        f"there are more legal moves than most_moves=2; give Game(...) a larger most_moves{HAPPENED}",
        "                moves[count] =",
    ),
    Mistake(
        "a table index below 0",
        (("    enemy = state.cells[end] ==", "    enemy = state.cells[end - 15] =="),),
        "the index ... is outside its table, state.cells, which has the places 0 to 8; it happened in ...",
        "            enemy =",
    ),
    Mistake(
        "a counter that overflows",
        (('thrown="i1"', 'thrown="i1", count="i1"'), ("    state.thrown = 0\n", "    state.thrown = 0\n    state.count += 50\n")),
        '150 does not fit the field count, whose type "i1" holds -128 to 127; give it more room, such as "i2"; '
        "it happened in ...",
        "    state.count += 50",
        RACE,
    ),
    Mistake(
        "a division by 0",
        ((PLAY, f"    move = move // state.turn * state.turn\n{PLAY}"),),
        f"a division by 0, which is 0 in compiled code; look at the divisor first{HAPPENED}",
        "    move = move // state.turn",
    ),
    Mistake(
        "negative chances",
        (("return 3 if state.thrown == 0", "return -3 if state.thrown == 0"),),
        "chances says -3; say how many things may happen, 0 when players are to act; it happened in DiceRaceBoard; turn 1",
        "def chances",
        RACE,
    ),
    Mistake(
        "a chance without weight",
        (("return 2 if chance == 0 else 1", "return 2 if chance == 0 else 1 - chance"),),
        "weight says -1 for chance 2; every chance needs a weight above 0; it happened in DiceRaceBoard; turn 1",
        "def weight",
        RACE,
    ),
)

ANSWERED = (
    Mistake(
        "a float value",
        hint("value", "@rule\ndef value(state):\n    return (state.cells[4] - 1) / 2"),
        f"value returns -0.5 in {START}, which is not a whole number; divide with // instead of /",
        "def value",
    ),
    Mistake(
        "a value that is forgotten",
        hint("value", "@rule\ndef value(state):\n    state.cells[4] - 1"),
        f"value returns nothing in {START}; end it with return and a number",
        "def value",
    ),
    Mistake(
        "a path too long",
        ((PATH, "for at in range(70):\n        path[at] = move % 9\n    return 70"),),
        f"a move is named by more than 64 squares; name it by fewer{HAPPENED}",
        "        path[at] =",
    ),
)


@named(WRITTEN)
def test_what_rules_are_written_with(mistake, tmp_path):
    assert_found(mistake, tmp_path, "rules only compute")


@named(RUN)
def test_what_stops_a_random_game(mistake, tmp_path):
    assert_found(mistake, tmp_path, "the rules run")


@named(ANSWERED)
def test_what_rules_answer(mistake, tmp_path):
    assert_found(mistake, tmp_path, "rules answer with whole numbers")


def test_a_loop_without_end_is_stopped_and_named(tmp_path):
    loop = Mistake(
        "a loop without end",
        ((PLAY, f"    while move >= 0:\n        move += 1\n{PLAY}"),),
        "play is still running after 0.5 seconds; does its loop ever end? It was asked about cells 1 1 1 0 0 0 2 2 2; turn 0",
    )
    path = loop.write(tmp_path)
    report = first_report(Sample(read_game_file(path), compiling=False), limit=0.5)
    assert report.name == "the rules run"
    (sentence,) = report.problems
    lines = [f"{path}, line {number}: {loop.says}" for number in (49, 50)]
    assert sentence in lines


def test_nothing_is_checked_after_a_loop_without_end(tmp_path):
    path = Mistake("", ((PLAY, f"    while True:\n        pass\n{PLAY}"),), "").write(tmp_path)
    from ludus.rules.kit import CheckReport, examine

    reports = [
        event.name for event in examine(Sample(read_game_file(path), compiling=False), 0.5) if isinstance(event, CheckReport)
    ]
    assert reports[-1] == "the rules run"
