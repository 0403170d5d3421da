"""A match, from the messages about it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ludus.clients.terminal.followed_match import FollowedMatch
from ludus.wire.messages import Ask, LegalMove, MoveList
from ludus.wire.messages.match import EXAMPLES

MOVES = [LegalMove("a1-a6", [(1, 1), (1, 6)]), LegalMove("b1-b2", [(2, 1), (2, 2)])]
QUESTION = next(example for example in EXAMPLES if isinstance(example, Ask))


def ask(ref, moves):
    return replace(QUESTION, match="m1", ref=ref, moves=moves)


@pytest.mark.parametrize("again", [ask("r2", MOVES), ask("r1", MOVES), MoveList(match="m1", moves=MOVES)])
def test_a_move_that_is_half_entered_stays_when_the_question_is_asked_again(again):  # B18
    match = FollowedMatch("m1")
    match.hear(ask("r1", MOVES), 0.0)
    match.entry.choose((1, 1))
    match.hear(again, 1.0)
    assert match.entry.entered == [(1, 1)]


@pytest.mark.parametrize("again", [ask("r2", MOVES[1:]), MoveList(match="m1", moves=MOVES[1:])])
def test_other_moves_begin_anew(again):  # B18
    match = FollowedMatch("m1")
    match.hear(ask("r1", MOVES), 0.0)
    match.entry.choose((1, 1))
    match.hear(again, 1.0)
    assert match.entry.entered == []
    assert match.entry.next == {(2, 1)}


def test_moves_too_many_to_come_with_a_question_are_asked_for():  # B18
    match = FollowedMatch("m1")
    match.hear(ask("r1", MOVES), 0.0)
    match.hear(ask("r2", []), 1.0)
    assert match.entry is None
