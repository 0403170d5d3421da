"""Many long thoughts at once: nobody else's computer player is held up by them."""

from __future__ import annotations

import time

import pytest
from tests.edges.clients import Bot
from tests.server_process import start_server


@pytest.mark.slow
def test_a_quick_answer_does_not_wait_for_forty_slow_ones(tmp_path):  # T13
    with start_server(folder=tmp_path) as server, Bot(server.port) as ann:
        ann.come_in().tell("new", game="tic-tac-toe", computer=1)
        question = ann.told("ask")
        crowd = [Bot(server.port).come_in() for _ in range(5)]
        try:
            for guest in crowd:
                for _ in range(8):
                    guest.tell("new", game="connect-four", team=2, computer=10)
            began = time.monotonic()
            ann.tell("move", squares=[[2, 2]], match=question["match"], ref=question["ref"])
            ann.told("ask")
            assert time.monotonic() - began < 4.0  # in turn, it would take minutes
        finally:
            for guest in crowd:
                guest.__exit__()
