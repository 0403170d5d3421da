"""A thread that waits for a socket is woken by the socket, by a ring, and by nothing else before its time."""

from __future__ import annotations

import threading
import time
from contextlib import closing

import pytest
import zmq

from ludus.cluster.bell import Bell

LONG = 60.0


@pytest.fixture
def door():
    with zmq.Context() as context, context.socket(zmq.PAIR) as inside, context.socket(zmq.PAIR) as outside:
        inside.bind("inproc://door")
        outside.connect("inproc://door")
        yield inside, outside


@pytest.mark.parametrize("way", ["ring", "message", "ring before"])
def test_whoever_waits_is_woken(door, way):  # M3
    with closing(Bell(door[0])) as bell:
        begun = time.monotonic()
        if way == "ring before":
            bell.ring()
        else:
            threading.Timer(0.05, bell.ring if way == "ring" else lambda: door[1].send(b"news")).start()
        bell.wait(LONG)
        assert time.monotonic() - begun < LONG / 2


def test_many_rings_wake_once(door):
    with closing(Bell(door[0])) as bell:
        for _ in range(100_000):
            bell.ring()
        bell.wait(LONG)
        begun = time.monotonic()
        bell.wait(0.02)
        assert time.monotonic() - begun >= 0.02


def test_a_ring_when_nobody_is_left_does_nothing(door):
    bell = Bell(door[0])
    bell.close()
    bell.ring()
