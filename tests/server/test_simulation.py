"""5,000 runs in which everything goes wrong that can: nothing that was acknowledged is lost, nothing is done twice.

A run that fails says its seed; `run(seed)` does the same again.
"""

from __future__ import annotations

import gc

import pytest
from tests.server.simulation import Simulation, run

from ludus.server.matches import commands
from ludus.server.matches.match import Match
from ludus.server.replay_cache import ReplayCache

CHUNK, CHUNKS, QUICK = 250, 20, 1
"""5,000 seeds in all; the first 250 are tried every time, the others with the slow tests."""

ENOUGH = 150
"""Runs that are enough to notice a server that does something wrong."""


@pytest.fixture(autouse=True)
def _no_garbage():
    """Whole houses are thrown away all the time; they are cleared away now and then, not after every few objects."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    "chunk", [pytest.param(chunk, marks=[] if chunk < QUICK else [pytest.mark.slow]) for chunk in range(CHUNKS)]
)
def test_whatever_goes_wrong_what_was_acknowledged_is_kept_and_every_game_is_played_to_its_end(chunk):
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        run(seed)
        if seed % 50 == 0:
            gc.collect()


# What these runs are good for


def noticed(careless: bool = False) -> str:
    """What the first run says in which something is noticed."""
    for seed in range(ENOUGH):
        try:
            Simulation(seed, careless=careless).run()
        except Exception as error:
            return str(error)
    return ""


def test_the_same_seed_is_the_same_run():
    first, second = Simulation(77), Simulation(77)
    for simulation in (first, second):
        simulation.run()
    assert first.crashes == second.crashes
    assert [client.told for client in first.clients] == [client.told for client in second.clients]


def test_a_server_that_tells_before_it_keeps_is_noticed():
    assert "in the store as" in noticed(careless=True)


def test_a_match_that_forgets_what_it_was_answered_is_noticed(monkeypatch):  # T4
    def forgetful(match: Match, *move: object, program: bool) -> object:
        match.answered.clear()
        return remembering(match, *move, program=program)

    remembering = commands.move
    monkeypatch.setattr(commands, "move", forgetful)
    assert "was made, and refused" in noticed()


def test_a_house_that_forgets_what_it_has_answered_is_noticed(monkeypatch):
    monkeypatch.setattr(ReplayCache, "remember", lambda *_: None)
    assert noticed()
