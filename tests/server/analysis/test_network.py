"""Helpers as one analyst: who is there, who is dead, and searches that go on whatever happens to them."""

from __future__ import annotations

import threading
import time

import pytest
from tests.server.analysis.doubles import Fake
from tests.server.playhouse import catalogue

from ludus.rules.positions import read_position
from ludus.search.engine import Engine
from ludus.search.limit import Limit
from ludus.server.analysis.analyst import AnalystGone, Assignment
from ludus.server.analysis.local import LocalAnalyst
from ludus.server.analysis.network import Brought, HelperNetwork

RULEBOOK = catalogue().prepare("tic-tac-toe", {})
ENGINE = Engine(RULEBOOK, threads=1, megabytes=1)
LOCK = threading.Lock()


def position(text: str, seconds: float | None = 3.0) -> Assignment:
    state = read_position(RULEBOOK, text)
    return Assignment(RULEBOOK, state, int(state["turn"]), Limit(seconds=seconds))


def search(network: HelperNetwork, text: str = "x.o......", seconds: float | None = 3.0, progress=lambda _: None):
    return network.search(position(text, seconds), progress, lambda: False)


class Hand:
    """A helper in a thread, which answers rightly until it is told to stop."""

    def __init__(self, network: HelperNetwork, name: str, most: int = 10_000) -> None:
        self.network, self.name, self.most, self.over = network, name, most, threading.Event()
        network.register(name, ["tic-tac-toe"])
        self.thread = threading.Thread(target=self.work)

    def work(self) -> None:
        """Ask, search, bring."""
        brought: list[Brought] = []
        while not self.over.is_set() and self.most > 0:
            order = self.network.take(self.name, ["tic-tac-toe"], brought)
            brought = []
            if order is None:
                self.over.wait(0.002)
                continue
            self.most -= 1
            with LOCK:
                report = ENGINE.search(read_position(RULEBOOK, order.text), Limit(depth=9))
            brought = [Brought(order.game, order.text, report.value, report.nodes)]

    def __enter__(self) -> Hand:
        self.thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.over.set()
        self.thread.join()


def test_a_game_type_is_offered_while_some_helper_is_alive():  # E4
    now = [0.0]
    network = HelperNetwork(10.0, clock=lambda: now[0])
    assert not network.offers("tic-tac-toe")
    network.register("ann", ["tic-tac-toe"], 1000.0)
    network.register("bob", [])  # every game
    assert network.offers("tic-tac-toe")
    assert network.offers("othello")
    now[0] = 9.0
    network.take("ann", ["tic-tac-toe"])
    now[0] = 11.0
    assert network.is_registered("ann")
    assert not network.is_registered("bob")
    assert not network.offers("othello")
    assert [worker.name for worker in network.workers()] == ["ann"]
    assert network.unregister("ann")
    assert not network.unregister("ann")
    assert network.workers() == []


def test_helpers_find_what_one_machine_finds_and_their_speed_is_learned():  # E8, E9
    network, told = HelperNetwork(10.0), []
    with Hand(network, "a"), Hand(network, "b"):
        found = search(network, progress=told.append)
    assert (found.report.value, found.report.exact) == (99995, True)
    assert found.jobs >= 7
    assert all(worker.speed > 0 for worker in network.workers() if worker.name in ("a", "b") and found.workers == 2)
    assert all(report.completed <= 1.0 for report in told)


@pytest.mark.parametrize(("text", "value"), [("xx.oo....", 99999), ("xoxoox.xo", 0)])
def test_a_quick_answer_is_used_where_there_is_one_and_nothing_is_spread(text, value):  # E5
    network = HelperNetwork(10.0)
    network.register("ann", ["tic-tac-toe"])
    began = time.monotonic()
    found = search(network, text)
    assert (found.jobs, found.report.value) == (0, value)
    assert time.monotonic() - began < 1.0


def test_when_all_helpers_die_it_is_said_and_later_helpers_are_used_again():  # E7
    network = HelperNetwork(0.2)
    network.register("mortal", ["tic-tac-toe"])
    with pytest.raises(AnalystGone, match="all helpers are dead"):
        search(network)
    with Hand(network, "late"):
        assert search(network).report.value == 99995


def test_a_helper_that_comes_in_the_middle_and_one_that_leaves_are_used_and_replaced():  # E4, E7, M2
    network = HelperNetwork(5.0)
    with Hand(network, "leaves", most=2) as leaving, Hand(network, "stays"):
        found = search(network)
        network.unregister(leaving.name)
    assert found.report.value == 99995


def test_this_machine_takes_part_and_goes_on_alone():  # E7, M3
    network = HelperNetwork(10.0, LocalAnalyst(threads=1, megabytes=1))
    network.prepare(RULEBOOK)
    network.register("sleeper", ["tic-tac-toe"])  # it never asks for work
    found = search(network)
    assert (found.report.value, found.workers) == (99995, 1)


def test_without_anybody_who_works_the_limit_holds_and_the_move_is_legal():  # M3
    network = HelperNetwork(10.0)
    network.register("sleeper", ["tic-tac-toe"])
    began = time.monotonic()
    found = search(network, seconds=0.2)
    assert time.monotonic() - began < 0.7
    assert found.report.move in RULEBOOK.moves(read_position(RULEBOOK, "x.o......"))
    assert found.report.completed == 0.0


def test_games_that_cannot_be_taken_apart_are_left_to_others():
    network = HelperNetwork(10.0, Fake())
    yahtzee = catalogue().prepare("yahtzee", {})
    with pytest.raises(AnalystGone, match="cannot be taken apart"):
        network.search(Assignment(yahtzee, yahtzee.start(), 0, Limit(seconds=1.0)), lambda _: None, lambda: False)
    assert network.estimate(RULEBOOK, RULEBOOK.start(), Limit(depth=4)) == 2.0
    network.register("a", [])
    assert network.estimate(RULEBOOK, RULEBOOK.start(), Limit(depth=4)) == 1.0  # over the number of helpers
