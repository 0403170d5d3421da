"""Matches of several games: when they end, and who has won (T6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.server.tournaments.series import DRAWN, GameResult, match_verdict, mini_match_verdict, mover


def games(text: str) -> list[GameResult]:
    """`a` and `b` are games won by ann and bob, `=` is drawn, a capital is a game that the other lost by failing."""
    winners = {"a": "ann", "b": "bob", "=": DRAWN}
    return [
        GameResult(number, winners[letter.lower()], "vanished" if letter.isupper() else "played")
        for number, letter in enumerate(text, 1)
    ]


def winner(text: str, best_of: int, replays: int = 3) -> str | None:
    verdict = match_verdict("ann", "bob", games(text), best_of, replays, better="bob")
    return verdict and verdict.winner


@pytest.mark.parametrize(
    ("text", "best_of", "expected"),
    [("", 1, None), ("a", 1, "ann"), ("a", 3, None), ("ab", 3, None), ("abb", 3, "bob"), ("aa", 3, "ann"), ("ababa", 5, "ann")],
)
def test_a_match_ends_at_more_than_half_of_its_games(text, best_of, expected):
    assert winner(text, best_of) == expected


def test_a_drawn_game_is_played_again_up_to_a_limit():
    assert winner("===", 1) is None
    assert winner("===a", 1) == "ann"
    assert winner("====", 1) == "bob"  # the better place in the starting order
    assert winner("a====", 3) == "ann"  # more games won
    assert winner("Ab====", 5) == "ann"  # bob has lost one by failing
    assert winner("=", 1, replays=0) == "bob"


def test_the_tie_break_is_stated():
    verdict = match_verdict("ann", "bob", games("===="), 1, 3, better="bob")
    assert verdict
    assert (verdict.how, verdict.sentence) == (
        "tie-break",
        "bob goes on after 4 drawn games: the better place in the starting order",
    )


def test_the_first_move_alternates():
    assert [mover("ann", "bob", number) for number in range(1, 6)] == ["ann", "bob", "ann", "bob", "ann"]


@pytest.mark.parametrize(
    ("text", "best_of", "expected"),
    [("=", 1, DRAWN), ("a", 1, "ann"), ("a=", 2, "ann"), ("ab", 2, DRAWN), ("a=", 3, None), ("aa", 3, "ann")],
)
def test_elsewhere_drawn_games_count(text, best_of, expected):
    verdict = mini_match_verdict("ann", "bob", games(text), best_of)
    assert (verdict and verdict.winner) == expected


@given(st.text("ab=", max_size=30), st.sampled_from([1, 3, 5, 7]), st.integers(0, 5))
def test_every_match_ends_once_and_somebody_goes_on(text, best_of, replays):
    verdicts = [winner(text[:length], best_of, replays) for length in range(len(text) + 1)]
    ended = [length for length, verdict in enumerate(verdicts) if verdict is not None]
    if len(text) >= best_of + replays:
        assert ended
    if ended:
        assert ended[0] <= best_of + replays
        assert verdicts[ended[0]] in ("ann", "bob")
