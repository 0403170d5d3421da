"""The search finds what plain minimax finds, within its limits, and says honestly how far it got."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import pytest
from tests.booked_game import write_booked_game
from tests.naive import naive_choice

from ludus.games import GAMES
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import check_game
from ludus.rules.kit.sample import walk_at_random
from ludus.rules.play import Play
from ludus.rules.positions import read_position
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.search.compilation import HINTS
from ludus.search.constants import WIN
from ludus.search.engine import Engine
from ludus.search.limit import Limit

IN_TURN = {"tic_tac_toe": 5, "connect_four": 4, "checkers": 4, "othello": 3, "santorini": 2, "conquest": 2}
"""Two-player games in which the sides move in turn, and how far ahead plain minimax can look."""


def positions(rules, count: int, seed: int = 11):
    """Positions from random games in which a seat is to move."""
    luck = random.Random(seed)
    found = []
    while len(found) < count:
        state = luck.choice(walk_at_random(rules, luck, most=80).states)
        if rules.outcome(state) == ONGOING and not rules.chances(state):
            found.append(state)
    return found


def judged(rules, states, depth: int, *, noise: bool = True):
    """Positions with their value and their best moves, as plain minimax sees them."""
    return [(each, *naive_choice(rules, each, depth, noise=noise)) for each in states]


def compare(rules, judgements, depth: int, **settings) -> None:
    engine = Engine(rules, megabytes=4, **settings)
    for state, value, moves in judgements:
        engine.pool.shared.table.clear()
        report = engine.search(state, Limit(depth=depth))
        assert report.value == value, rules.file.path
        assert report.move in moves
    engine.close()


@pytest.mark.parametrize("name", IN_TURN)
def test_a_search_equals_plain_minimax(rulebook, name):  # M1
    rules, depth = rulebook(name), IN_TURN[name]
    judgements = judged(rules, positions(rules, 25), depth)
    for threads in (1, 2):
        compare(rules, judgements, depth, threads=threads)


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_TURN)
def test_a_search_equals_plain_minimax_with_each_hint_on_and_off(rulebook, name):  # M1
    rules, depth = rulebook(name), IN_TURN[name]
    states = positions(rules, 500, seed=1)
    noisy = judged(rules, states, depth)
    calm = judged(rules, states, depth, noise=False) if rules.game.noisy else noisy
    for hint in (None, *sorted(HINTS)):
        for threads in (1, 2):
            compare(rules, calm if hint == "noisy" else noisy, depth, threads=threads, hints=HINTS - {hint})


def test_chance_is_averaged_over_its_outcomes(tmp_path):  # M1
    rules = Rulebook(read_game_file(Path(__file__).with_name("dice_race.py")))
    assert not [report for report in check_game(rules.file) if report.problems]
    for depth in (1, 2, 3, 4):
        compare(rules, judged(rules, positions(rules, 20, seed=depth), depth), depth, threads=1)


def test_every_position_of_tic_tac_toe_has_its_right_value(rulebook):  # M1 G1
    rules, engine = rulebook("tic-tac-toe"), Engine(rulebook("tic-tac-toe"), threads=1, megabytes=4)
    known: dict[bytes, int] = {}

    def right(state) -> int:
        """1, 0 or -1 for the seat to move."""
        key = state.tobytes()
        if key not in known:
            outcome = rules.outcome(state)
            if outcome != ONGOING:
                known[key] = 0 if outcome < 0 else 1 if outcome == int(state["turn"]) else -1
            else:
                known[key] = max(-right(rules.play(state, move)) for move in rules.moves(state))
        return known[key]

    right(rules.start())
    assert len(known) == 5_478
    for key, expected in known.items():
        report = engine.search(rules.game.state.from_bytes(key), Limit())
        assert report.exact
        assert (report.value > 0) - (report.value < 0) == expected


@pytest.mark.parametrize("seat", [0, 1])
def test_tic_tac_toe_is_never_lost_against_any_line(rulebook, seat):  # M1 G1
    rules, engine = rulebook("tic-tac-toe"), Engine(rulebook("tic-tac-toe"), threads=1, megabytes=4)
    met: set[bytes] = set()

    def play_on(state) -> None:
        outcome = rules.outcome(state)
        assert outcome != 1 - seat
        if outcome != ONGOING or state.tobytes() in met:
            return
        met.add(state.tobytes())
        ours = int(state["turn"]) == seat
        for move in [engine.search(state, Limit()).move] if ours else rules.moves(state):
            play_on(rules.play(state, move))

    play_on(rules.start())


@pytest.mark.parametrize("part", ["end", "middle", "begin"])
def test_connect_four_is_solved_exactly(rulebook, golden, part):  # G2 M1
    rules = rulebook("connect-four")
    engine = Engine(rules, threads=1)
    for (line,) in golden(f"connect_four_{part}.txt"):
        text, expected = line.split()
        report = engine.search(read_position(rules, text), Limit())
        assert report.exact
        stones = 0 if report.ends_in is None else math.ceil((len(text) + report.ends_in) / 2)
        worth = 0 if report.ends_in is None else (22 - stones) * (1 if report.value > 0 else -1)
        assert worth == int(expected), text


def test_the_reference_position_is_answered_with_the_far_right_column(rulebook):  # M10
    rules = rulebook("connect-four")
    state = rules.game.state.blank()
    rows = ["    O  ", "   OX  ", "  OXXX "]
    state["turn"] = 1
    for y, row in enumerate(reversed(rows)):
        for x, disc in enumerate(row):
            if disc != " ":
                rules.place(state, y * 7 + x, "XO".index(disc) + 1)
    for limit in (Limit(), Limit(seconds=0.2), Limit(depth=2), Limit(nodes=1000)):
        assert Engine(rules, megabytes=8).search(state, limit).move == 6


def test_a_position_that_is_over_says_so(rulebook):
    rules = rulebook("tic-tac-toe")
    report = Engine(rules, megabytes=4).search(read_position(rules, "xxxoo...."), Limit(seconds=1))
    assert (report.move, report.value, report.exact, report.completed) == (None, -WIN, True, 1.0)


@pytest.mark.parametrize("limit", [Limit(seconds=0.0), Limit(nodes=0), Limit(depth=1), Limit(nodes=1)])
def test_however_small_the_limit_a_legal_move_is_returned(rulebook, limit):  # M3
    rules = rulebook("conquest")
    report = Engine(rules, megabytes=4).search(rules.start(), limit)
    assert report.move in rules.moves(rules.start())
    assert report.line[0] == report.move


def test_a_search_without_a_limit_can_be_stopped(rulebook):  # M3
    rules = rulebook("conquest")
    engine = Engine(rules, megabytes=16)
    reached = []

    def at_depth_three(report) -> None:
        reached.append(report.depth)
        if report.depth == 3:
            threading.Thread(target=engine.stop).start()

    report = engine.search(rules.start(), Limit(), progress=at_depth_three)
    assert report.depth >= 3
    assert not report.exact
    assert report.move in rules.moves(rules.start())


def test_a_win_at_once_needs_no_search(rulebook):  # E5
    rules = rulebook("connect-four")
    report = Engine(rules, megabytes=4).search(read_position(rules, "112233"), Limit())
    assert (report.move, report.value, report.ends_in, report.nodes) == (3, WIN - 1, 1, 0)


def test_a_move_from_the_book_needs_no_search(tmp_path):  # E5
    rules = Rulebook(read_game_file(write_booked_game(tmp_path)))
    engine = Engine(rules, threads=1, megabytes=4)
    report = engine.search(rules.start(), Limit(seconds=5))
    assert (report.move, report.nodes, report.exact, report.completed) == (4, 0, False, 1.0)
    assert (report.from_book, report.line, report.estimate) == (True, (4,), None)
    assert engine.search(rules.start(), Limit(depth=9)).nodes > 0  # who asks for a depth gets it
    assert engine.search(rules.play(rules.start(), 4), Limit()).exact


def test_a_depth_that_was_searched_whole_is_complete(rulebook):  # E3
    rules = rulebook("checkers")
    report = Engine(rules, megabytes=4).search(rules.start(), Limit(depth=5))
    assert (report.depth, report.completed) == (5, 1.0)
    assert len(report.line) >= 2
    play = Play(rules)
    for step, move in enumerate(report.line):
        play.play(step % 2, move)
    assert len(play.steps) == len(report.line)


def test_a_search_cut_short_says_how_much_was_done(rulebook):  # E3
    rules = rulebook("checkers")
    report = Engine(rules, threads=1, megabytes=4).search(rules.start(), Limit(depth=30, nodes=5_000))
    assert 0.0 < report.completed < 1.0
    assert report.nodes <= 6_000


def test_progress_is_reported_depth_by_depth(rulebook):  # M7
    rules, seen = rulebook("othello"), []
    Engine(rules, megabytes=4).search(rules.start(), Limit(depth=5), progress=seen.append)
    assert [report.depth for report in seen] == [1, 2, 3, 4, 5]
    assert all(report.nodes >= before.nodes for before, report in pairwise(seen))


def test_a_position_that_came_up_twice_is_a_draw_when_it_comes_up_again(rulebook):  # G3
    rules = rulebook("checkers")
    state = read_position(rules, "B:WK1,K5:BK32")  # Black is far behind, so it welcomes a draw
    engine = Engine(rules, threads=1, megabytes=4)
    behind = engine.search(state, Limit(depth=3))
    assert behind.value < 0
    wanted = rules.play(state, behind.move)
    engine.pool.shared.table.clear()
    drawn = engine.search(state, Limit(depth=3), past=[wanted, wanted])
    assert drawn.value == 0
    assert drawn.move == behind.move


def test_games_of_another_kind_are_refused_with_a_sentence(rulebook):
    with pytest.raises(LudusError, match="Yahtzee is not a two-player game in which both move in turn and see everything"):
        Engine(rulebook("yahtzee"))
    with pytest.raises(LudusError, match="chance decides here, not a player; give a position after it"):
        Engine(rulebook("santorini"), megabytes=4).search(rulebook("santorini").start(), Limit())


ONCE = """
import sys
from ludus.games import find_game
from ludus.rules.rulebook import Rulebook
from ludus.search.engine import Engine
from ludus.search.limit import Limit
rules = Rulebook(find_game(sys.argv[1]))
state = rules.start()
state = rules.happen(state, 0) if rules.chances(state) else state
engine = Engine(rules, megabytes=4)
print(engine.search(state, Limit(depth=3)).depth, engine.search(state, Limit(nodes=30_000)).move is None)
"""


@pytest.mark.parametrize("name", ["tic_tac_toe", "checkers", "santorini"])
def test_a_search_kept_on_disk_is_loaded_and_works(rulebook, name):
    Engine(rulebook(name), megabytes=4).close()  # now it is on disk
    done = subprocess.run([sys.executable, "-c", ONCE, name], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("3 False\n", 0), done.stderr


def test_every_searchable_game_is_tested_here():
    assert set(IN_TURN) == set(GAMES) - {"yahtzee"}
