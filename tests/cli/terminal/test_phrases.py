"""What a search has found, in words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludus.cli.terminal.phrases import depth_in_words, estimate_in_words
from ludus.library.words import effort_in_words, seconds_in_words, value_in_words
from ludus.rules.movetext import line_texts
from ludus.search.constants import WIN
from ludus.search.levels import LEVELS, SAMPLED, thinking_in_words
from ludus.search.limit import Limit
from ludus.search.report import Report

RED, YELLOW = 0, 1


def found(
    value: int, *, exact: bool = False, depth: int = 6, completed: float = 0.0, nodes: int = 1, seconds: float = 1.0
) -> Report:
    return Report(3, value, exact, (3,), depth, nodes, seconds, completed)


@pytest.mark.parametrize(
    ("mover", "report", "words"),
    [
        (RED, found(WIN - 7, exact=True), "Red wins in 7 moves"),
        (YELLOW, found(WIN - 7, exact=True), "Yellow wins in 7 moves"),
        (RED, found(8 - WIN, exact=True), "Yellow wins in 8 moves"),
        (RED, found(WIN - 1, exact=True), "Red wins in 1 move"),
        (RED, found(8 - WIN), "Yellow wins in 8 moves, as far as searched"),
        (RED, found(0, exact=True), "a draw"),
        (RED, found(0), "even"),
        (RED, found(35), "+35 for Red"),
        (YELLOW, found(-1234), "+1,234 for Red"),
        (RED, found(0, depth=0), "not known"),
    ],
)
def test_a_value_names_who_stands_better(rulebook, mover, report, words):
    assert value_in_words(rulebook("connect-four").game, mover, report) == words


@pytest.mark.parametrize(
    ("limit", "report", "words"),
    [
        (Limit(depth=6), found(3, completed=1.0), "6 of 6 (100%)"),
        (Limit(depth=8), found(3, completed=0.8), "6 of 8 (80%)"),
        (Limit(seconds=1.0), found(3, completed=0.25), "6, and 25% of depth 7"),
        (Limit(seconds=1.0), found(3), "6"),
        (Limit(seconds=1.0), found(3, completed=1.0), "6"),
        (Limit(depth=8), found(WIN - 5, exact=True, completed=1.0), "6, and the value is proven"),
    ],
)
def test_a_depth_tells_how_much_of_the_work_is_done(limit, report, words):
    assert depth_in_words(limit, report) == words


def test_effort_is_told_in_round_numbers():
    assert effort_in_words(found(0, nodes=5_000_000, seconds=2.0)) == "5,000,000 positions in 2.0 s, 2.5 million a second"
    assert effort_in_words(found(0, nodes=1000, seconds=0.04)) == "1,000 positions in 40 ms, 25,000 a second"
    assert effort_in_words(found(0, nodes=1, seconds=0.0)) == "1 position in 0 ms"
    assert [seconds_in_words(seconds) for seconds in (0.0004, 0.9996, 99.9, 200)] == ["0 ms", "1.0 s", "99.9 s", "3 min 20 s"]


def test_an_estimate_is_told_with_its_error_where_that_means_something():
    assert estimate_in_words(5, 2.0, 1.5) == "depth 5 takes about 2.0 s; half of such estimates were right within a factor of 1.5"
    assert estimate_in_words(5, 2.0, 279.6) == estimate_in_words(5, 2.0, None) == "depth 5 takes about 2.0 s"
    assert estimate_in_words(40, 1e299, None) == "depth 40 takes more than 30 years"


def test_an_average_of_nothing_is_no_draw_where_chance_decides(rulebook):
    assert value_in_words(rulebook("santorini").game, 0, found(0, exact=True)) == "even"


def test_a_line_is_written_as_players_write_moves(rulebook):
    rules = rulebook("connect-four")
    assert line_texts(rules, rules.start(), (3, 3, 6)) == ["4", "4", "7"]


def test_every_level_may_think_at_least_as_much_as_the_one_below():
    assert len(LEVELS) == 10
    for lower, higher in pairwise(LEVELS):
        assert (lower.depth or 100, lower.seconds) < (higher.depth or 100, higher.seconds)
        assert lower.seconds <= higher.seconds
    assert len(SAMPLED) == 10
    for lower, higher in pairwise(SAMPLED):
        assert (lower.nodes or 10**9, lower.seconds) < (higher.nodes or 10**9, higher.seconds)
    assert thinking_in_words(LEVELS[0], "search") == "The computer looks 1 move ahead"
    assert thinking_in_words(LEVELS[-1], "search") == "The computer thinks 10 seconds a move"
    assert thinking_in_words(SAMPLED[1], "montecarlo") == "The computer looks at 500 positions for a move"
