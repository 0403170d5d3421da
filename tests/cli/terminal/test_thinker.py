"""Ctrl-C during a search."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

import pytest

from ludus.cli.terminal.thinker import Interrupted, Thinker
from ludus.search.limit import Limit


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_control_c_is_heard_although_it_is_pressed_where_exceptions_get_lost(rulebook):  # M3
    rules = rulebook("conquest")
    looks = []

    def watch(report, seconds):
        looks.append((report, seconds))
        with suppress(BaseException):
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(Interrupted) as interrupted:
        Thinker(rules, threads=1).think(rules.start(), 0, Limit(seconds=600), watch=watch)
    assert len(looks) == 1
    assert interrupted.value.report.move in rules.moves(rules.start())
    assert signal.getsignal(signal.SIGINT) is before
