"""What machines tell each other: entries and marks out and in, and searches of positions below the root."""

from __future__ import annotations

import weakref

import numpy as np
import pytest
from tests.naive import naive_value

from ludus.rules.positions import read_position
from ludus.search.compilation import compile_search
from ludus.search.constants import EXACT, LOWER, WIN
from ludus.search.limit import NO_END
from ludus.search.worker import SharedMemory, Worker

BOUND_AT, DEPTH_AT, AGE_AT = 30, 20, 44


@pytest.fixture(scope="module")
def workers(rulebook):
    """Workers of different machines, each with a table of its own."""

    def make(game: str, count: int) -> list[tuple[Worker, SharedMemory]]:
        rules = rulebook(game)
        kernel = compile_search(rules, clustered=True)
        made = [SharedMemory.with_table(4, clustered=True) for _ in range(count)]
        return [(Worker(rules, kernel, shared), shared) for shared in made]

    return make


def searched(worker: Worker, state, depth: int, age: int = 1) -> int:
    worker.prepare(state, age)
    for ahead in range(1, depth + 1):
        assert worker.search(ahead, -WIN, WIN, NO_END)
    return worker.value


def words(items: np.ndarray) -> np.ndarray:
    return items[:, 1].astype(np.int64)


def test_what_one_machine_found_saves_the_other_the_work(workers, rulebook):
    rules = rulebook("connect-four")
    (one, _), (other, shared) = workers("connect-four", 2)
    one.share(0, 50, 100)
    value = searched(one, rules.start(), 10)
    other.prepare(rules.start(), 3)
    items = one.news()
    entries = items[(words(items) >> BOUND_AT & 3) != 0]
    assert len(one.news()) == 0
    assert other.take(items) > 0
    nodes = int(one.context["nodes"])
    assert searched(other, rules.start(), 10, age=3) == value
    assert int(other.context["nodes"]) < nodes / 2
    ages = {int(word) >> AGE_AT & 63 for word in shared.table.words.reshape(-1, 2)[:, 1].astype(np.int64) if word}
    assert ages == {3}  # theirs are translated
    assert len(entries) > 10


def test_news_never_overwrite_what_is_known_deeper(workers, rulebook):
    rules = rulebook("connect-four")
    (one, _), (other, _) = workers("connect-four", 2)
    one.share(0, 1, 2)
    searched(one, rules.start(), 6)
    shallow = one.news()
    searched(other, rules.start(), 9)
    before = other.context["nodes"]
    other.take(shallow)
    other.prepare(rules.start(), 1)
    assert other.search(9, -WIN, WIN, NO_END)
    assert other.context["nodes"] < before / 4


def test_a_worker_keeps_the_memory_alive_that_it_writes_into(workers):
    ((one, shared),) = workers("tic-tac-toe", 1)
    memory = weakref.ref(shared)
    del shared
    assert memory() is not None
    del one
    assert memory() is None


def test_an_entry_that_settles_a_position_on_the_path_is_an_exact_or_a_bound(workers, rulebook):
    rules = rulebook("connect-four")
    ((one, _),) = workers("connect-four", 1)
    one.share(0, 20, 40)
    searched(one, rules.start(), 8)
    bounds = {int(word) >> BOUND_AT & 3 for word in words(one.news())}
    assert {0, LOWER} <= bounds <= {0, LOWER, 2, EXACT}  # marks have none


def test_values_that_hang_on_a_repetition_are_not_told(workers, rulebook):
    rules = rulebook("checkers")
    ((one, shared),) = workers("checkers", 1)
    one.share(0, 1, 2)
    searched(one, read_position(rules, "W:WK1,K2:BK31,K32"), 9)
    kept = shared.table.words.reshape(-1, 2)[:, 1].astype(np.int64)
    assert (kept < 0).any()  # the bit that says so is the sign
    told = words(one.news())
    assert len(told) > 0
    assert (told > 0).all()


@pytest.mark.parametrize("moves", [(0,), (4, 0), (4, 0, 8, 2)])
def test_a_position_below_the_root_is_worth_what_it_is_there(workers, rulebook, moves):
    rules = rulebook("tic-tac-toe")
    ((one, _),) = workers("tic-tac-toe", 1)
    state, line = rules.start(), []
    for move in moves:
        line.append(state)
        state = rules.play(state, move)
    one.prepare(state, 1, line)
    assert one.search(9, -WIN, WIN, NO_END)
    assert one.value == naive_value(rules, state, 9, len(moves))
