"""A server that is killed in the middle of commits: each group is kept whole or not at all, and what was acknowledged is kept."""

from __future__ import annotations

import random
import subprocess

import pytest
from tests.commands import start
from tests.server.store.groups import SIZE, group

from ludus.server.store.address import open_store
from ludus.server.store.memory import MemoryStore, PowerLost

COMMITTING = """
import sys
from tests.server.store.groups import group
from ludus.server.store.address import open_store
store = open_store(sys.argv[1])
number = int(sys.argv[2])
while True:
    store.commit(group(number), float(number))
    print(number, flush=True)
    number += 1
"""


def groups_in(store) -> list[int]:
    """The groups that are kept; each is found whole."""
    kept = store.load()
    names = [account.name for account in kept.accounts]
    spoken = store.events("m1")
    assert [event.player for event in spoken] == [name for name in names for _ in range(SIZE)]
    assert [answer.player for answer in kept.answers] == names
    numbers = [int(name.removeprefix("p")) for name in names]
    assert kept.alive == (float(numbers[-1]) if numbers else 0.0)
    return numbers


def test_a_killed_server_has_kept_every_acknowledged_group_and_no_half_one(database):  # T10 B17
    luck = random.Random(7)
    number = 0
    for _ in range(4):
        with start("-c", COMMITTING, database, str(number), stdout=subprocess.PIPE) as server:
            for _ in range(luck.randint(1, 40)):
                told = server.stdout.readline()
            server.kill()
            rest = server.stdout.read().split()
        last_told = int(rest[-1] if rest else told)
        store = open_store(database)
        kept = groups_in(store)
        store.close()
        assert kept == list(range(len(kept)))
        assert kept[-1] in (last_told, last_told + 1)
        number = len(kept)


@pytest.mark.parametrize("kept", [False, True])
def test_a_store_in_memory_loses_its_power_before_or_after_a_commit(kept):
    store = MemoryStore()
    store.commit(group(0), 0.0)
    store.lose_power(after=2, kept=kept)
    store.commit(group(1), 1.0)
    with pytest.raises(PowerLost):
        store.commit(group(2), 2.0)
    with pytest.raises(PowerLost):
        store.commit(group(3), 3.0)
    with pytest.raises(PowerLost):
        store.events("m1")
    store = store.restarted()
    assert groups_in(store) == ([0, 1, 2] if kept else [0, 1])
    store.commit(group(3), 3.0)
    assert groups_in(store)[-1] == 3


def test_a_restarted_store_leaves_the_old_process_without_power():
    store = MemoryStore()
    again = store.restarted()
    with pytest.raises(PowerLost):
        store.commit(group(0), 0.0)
    again.commit(group(0), 0.0)
    assert groups_in(again) == [0]
