"""The conformance kit: games that ship pass it, and planted bugs are caught by name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import ludus.games
import ludus.rules
from ludus.games import GAMES, find_game
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import CHECKS, Figures, Progress, Sample, check_game, examine

SHIPPED = Path(ludus.games.__file__).parent
STARTER = Path(ludus.rules.__file__).parent / "starter.py"


@dataclass(frozen=True)
class Planted:
    """A game with one deliberate bug: a sound file in which some words are exchanged."""

    bug: str
    sound: Path
    words: str
    instead: str
    caught_by: str
    says: str
    compiled: bool = False
    """Whether it takes compiled rules to see it."""


CONNECT_FOUR = SHIPPED / "connect_four.py"
TIC_TAC_TOE = SHIPPED / "tic_tac_toe.py"
YAHTZEE = SHIPPED / "yahtzee.py"

PLANTED = (
    Planted(
        "a move that changes the wrong cell",
        TIC_TAC_TOE,
        "state.cells[move] = state.turn + 1",
        "state.cells[8 - move] = state.turn + 1",
        "a move changes its squares",
        "but no square by which it is named",
    ),
    Planted(
        "a generator that misses a move",
        TIC_TAC_TOE,
        "for square in range(9):\n        if state.cells[square] == 0",
        "for square in range(8):\n        if state.cells[square] == 0",
        "every refusal has a reason",
        "c3 is not legal, yet no reason says why: either a reason is missing, or legal misses this move",
    ),
    Planted(
        "an outcome one ply late",
        TIC_TAC_TOE,
        "if state.cells[a] & state.cells[b] & state.cells[c]:",
        "if state.cells[a] & state.cells[b] & state.cells[c] == state.turn + 1:",
        "a win is seen at once",
        "look at the player who has just moved",
    ),
    Planted(
        "a view that leaks a hidden die",
        YAHTZEE,
        "private=(",
        'private=() and ("",',
        "hidden stays hidden",
        "name that field private",
    ),
    Planted(
        "hidden dice that nobody can imagine",
        YAHTZEE,
        "    imagine=imagine,\n",
        "",
        "what is hidden can be imagined",
        "is imagined as something impossible: the pool is fifteen dice from 1 to 6, not 0",
    ),
    Planted(
        "a strategy that does not know the rules",
        STARTER,
        "    pieces=PIECES,",
        '    pieces=PIECES,\n    strategy=lambda: type("Fool", (), {"choose": lambda *asked: 99_999})(),',
        "the strategy plays by the rules",
        "the strategy chooses 99999 for seat",
    ),
    Planted(
        "a save that forgets whose turn it is",
        STARTER,
        "    pieces=PIECES,",
        "    pieces=PIECES,\n    notation=letters(PIECES, (WIDTH, HEIGHT), turn=False),",
        "positions can be written and read",
        "reads back with another turn",
    ),
    Planted(
        "two moves with equal squares",
        STARTER,
        "path[0], path[1] = move // 9, move % 9\n    return 2",
        "path[0] = move // 9\n    return 1",
        "moves have squares of their own",
        "have equal squares: a1",
    ),
    Planted(
        "a reason missing",
        STARTER,
        "reasons=(not_two_squares, not_your_pawn, not_a_pawn_move)",
        "reasons=(not_two_squares, not_your_pawn)",
        "every refusal has a reason",
        "no reason says why",
    ),
    Planted(
        "compiled differing from plain",  # a product of more than 64 bits, which only plain Python has
        TIC_TAC_TOE,
        "        if state.cells[square] == 0",
        "        if state.cells[square] == 0 and 0x7FFF_FFFF_FFFF_FFFF * (square + 1) * 3 % 7 < 6",
        "compiled rules equal plain Python",
        "compiled, but",
        compiled=True,
    ),
    Planted(
        "an outcome that changes the state",
        TIC_TAC_TOE,
        "    for a, b, c in ROWS:\n        if",
        "    state.cells[0] = 1\n    for a, b, c in ROWS:\n        if",
        "asking changes nothing",
        "outcome changes cells when asked about",
    ),
    Planted(
        "too little room for moves",
        TIC_TAC_TOE,
        "most_moves=9",
        "most_moves=8",
        "the rules run",
        "there are more legal moves than most_moves=8; give Game(...) a larger most_moves",
    ),
    Planted(
        "a game that never ends",
        STARTER,
        "    state.cells[end] = state.cells[start]\n    state.cells[start] = 0\n",
        "",
        "every game ends",
        "still going after",
    ),
    Planted(
        "a reason that objects to legal moves",
        STARTER,
        "    return not (forward and (steps or takes))",
        "    return not (forward and steps)",
        "every refusal has a reason",
        "breaks the rule 'A pawn steps straight onto an empty square",
    ),
    Planted(
        "a move that is the beginning of another",
        STARTER,
        "path[0], path[1] = move // 9, move % 9\n    return 2",
        "path[0], path[1], path[2] = move // 9, 4, move % 9\n    return 2 if move % 9 == 4 else 3",
        "moves have squares of their own",
        "is the beginning of the move",
    ),
    Planted(
        "a piece without a name",
        TIC_TAC_TOE,
        '2: Piece("nought", 2, "o")}',
        "}",
        "every piece has a word and a picture",
        "but pieces= has no such number",
    ),
    Planted(
        "a picture that is no picture",
        TIC_TAC_TOE,
        "else svg(line",
        'else "<svg>" + svg(line',
        "every piece has a word and a picture",
        "the picture of cross is not SVG",
    ),
    Planted(
        "a hint that skips a good move",
        STARTER,
        "    pieces=PIECES,",
        "    pieces=PIECES,\n    safe=setup_nothing,",
        "hints tell the truth",
        "yet it does not lose at once",
    ),
    Planted(
        "a quick move that is illegal",
        STARTER,
        "    pieces=PIECES,",
        "    pieces=PIECES,\n    quick=eighty,",
        "hints tell the truth",
        "quick says 80",
    ),
    Planted(
        "a mirror that turns the board but not the discs",
        CONNECT_FOUR,
        "    return min(number, turned)",
        "    return state.all if state.all < 1 << 14 else min(number, turned)",
        "hints tell the truth",
        "the same number, but they are not worth the same",
    ),
    Planted(
        "a mirror that is a column off",
        CONNECT_FOUR,
        "((WIDTH - 1 - column) * COLUMN)",
        "((WIDTH - column) % WIDTH * COLUMN)",
        "hints tell the truth",
        "the same number, but they are not worth the same",
    ),
)

HINTS = '''
@rule
def setup_nothing(state, moves):
    """Calls every move lost."""
    return 0


@rule
def eighty(state):
    """No move at all."""
    return 80


GAME = Game('''


@pytest.mark.parametrize("planted", PLANTED, ids=[planted.bug for planted in PLANTED])
def test_a_planted_bug_is_caught_by_name(planted, tmp_path):
    source = planted.sound.read_text("utf-8")
    assert planted.words in source
    source = source.replace(planted.words, planted.instead)
    source = source.replace("GAME = Game(", HINTS).replace("Game, Piece, State, rule", "Game, Piece, State, letters, rule")
    path = tmp_path / "planted.py"
    path.write_text(source, "utf-8")
    only = {planted.caught_by}
    reports = check_game(read_game_file(path), positions=150, compiled=planted.compiled, only=only)
    caught = next(report for report in reports if report.name in only)  # the checks after it are not run
    assert any(planted.says in problem for problem in caught.problems), caught


SLOWEST = {"yahtzee"}
"""Half a minute: every state has hundreds of moves. `make slow` and `make check` do it."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOWEST)) for name in GAMES])
def test_every_game_that_ships_keeps_its_promises(name):  # B1 B7
    found = {report.name: (report.problems, report.remarks) for report in check_game(find_game(name), positions=120)}
    assert {name: problems for name, (problems, _) in found.items() if problems} == {}
    assert {name for name, (_, remarks) in found.items() if remarks} <= {"every line of a rule runs"}  # some are rare


def test_the_starter_keeps_its_promises():  # B1
    assert not any(report.problems or report.remarks for report in check_game(read_game_file(STARTER)))


def test_a_check_ends_with_figures():
    *_, figures = examine(Sample(read_game_file(STARTER), compiling=False))
    assert isinstance(figures, Figures)
    assert list(figures.lines()) == [
        "40 random games: 3 to 7 moves, half of them at most 5",
        "Team 1     106 moves   24 wins",
        "Team 2      82 moves   16 wins",
        "drawn games: 0",
        "legal moves in a position: 1 to 4, 2.8 on average; most_moves=9",
        "nothing happens by chance",
        "lines of rules never reached: none",
    ]


def test_a_check_says_what_it_is_doing(tmp_path):
    path = tmp_path / "planted.py"
    path.write_text(
        STARTER.read_text("utf-8").replace("    count = 0\n", "    count = 0\n    for _ in range(20_000):\n        count += 0\n")
    )
    said = next(event for event in examine(Sample(read_game_file(path), compiling=False)) if isinstance(event, Progress))
    assert said.name == "the rules run"
    assert said.doing.startswith("random game ")


def test_every_promise_has_a_check_of_its_own():
    assert len({name for name, _ in CHECKS}) == len(CHECKS) == len({check for _, check in CHECKS})


def test_the_list_of_games_is_complete():
    files = {path.stem for path in SHIPPED.glob("*.py")} - {"__init__", "finder"}
    assert files == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_page_and_tests(name):
    root = Path(__file__).parents[2]
    assert (root / "docs" / "games" / f"{name}.md").is_file()
    assert (root / "tests" / "games" / f"test_{name}.py").is_file()
