"""Estimates get better with what came of them."""

from __future__ import annotations

import pytest

from ludus.server.analysis.experience import Experience


def test_what_was_expected_too_long_is_expected_shorter_next_time():  # E9
    experience = Experience()
    sort = ("othello", True, 3)
    assert experience.expect(sort, 2.0) == 2.0
    for _ in range(20):
        experience.note(sort, 2.0, 0.5)
    assert experience.expect(sort, 2.0) == pytest.approx(0.5, rel=0.01)
    assert experience.expect(sort, 4.0) == pytest.approx(1.0, rel=0.01)


def test_a_stage_that_was_never_seen_is_taken_to_be_like_the_nearest():  # E9
    experience = Experience()
    experience.note(("othello", True, 3), 1.0, 3.0)
    experience.note(("othello", True, 9), 1.0, 0.5)
    assert experience.expect(("othello", True, 5), 1.0) == pytest.approx(3.0)
    assert experience.expect(("othello", True, 8), 1.0) == pytest.approx(0.5)
    assert experience.expect(("checkers", True, 3), 1.0) == 1.0  # other games are other games
    assert experience.expect(("othello", False, 3), 1.0) == 1.0


def test_the_operator_sees_how_good_estimates_were():  # E9
    experience = Experience()
    assert experience.typical_ratio is None
    for took in (1.0, 2.0, 4.0):
        experience.judge(2.0, took)
    assert experience.typical_ratio == 1.0
