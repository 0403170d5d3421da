"""A group of changes as rows: nothing is left out, and of what changes twice only the last counts."""

from __future__ import annotations

from typing import get_args

from ludus.server.matches.events import Made, Terms
from ludus.server.store.changes import (
    AddEvent,
    Change,
    DropRatings,
    DropSession,
    MatchSummary,
    PutAnswer,
    PutRating,
    PutSession,
    PutSummary,
    Session,
)
from ludus.server.store.rows import TAKEN_BY, Rows
from ludus.server.store.schema import answers, events, matches, meta, metadata, ratings, results, sessions
from ludus.server.store.sql import WRITTEN

TERMS = Terms("tic-tac-toe", {}, 2, 0.0, 0.0, 0.0, 0.0, "")


def test_every_change_is_taken_and_every_table_written():  # T10
    assert set(TAKEN_BY) == set(get_args(Change))
    assert {*WRITTEN, meta} == set(metadata.tables.values())


def test_a_table_in_which_nothing_changes_has_no_rows():
    assert Rows([], 7).put == {}
    assert set(Rows([PutRating("ann", "conquest", 25.0, 8.0, 1)], 7).put) == {ratings}


def test_answers_are_numbered_on_from_the_last():  # T4
    rows = Rows([PutAnswer("ann", "r1", b"1", 1.0), PutAnswer("bob", "r2", b"2", 1.0)], 7)
    assert [(row["player"], row["number"]) for row in rows.put[answers]] == [("ann", 8), ("bob", 9)]
    assert rows.last_answer == 9


def test_what_is_dropped_is_put_only_when_it_was_put_later():  # T2
    one, two = Session("one", "ann", False, 1.0), Session("two", "ann", False, 2.0)
    rows = Rows([PutSession(one), DropSession("one"), DropSession("two"), PutSession(two)], 0)
    assert ([row["token"] for row in rows.put[sessions]], rows.dropped) == (["two"], [{"gone": "one"}])
    first, last = PutRating("ann", "conquest", 1.0, 1.0, 9), PutRating("bob", "conquest", 25.0, 8.0, 1)
    rows = Rows([first, DropRatings("ann"), last], 0)
    assert ([row["player"] for row in rows.put[ratings]], rows.unrated) == (["bob"], ["ann"])


def test_a_match_stands_as_its_summary_says_wherever_that_is_in_the_group():  # T10
    made = AddEvent("m1", Made(number=1, at=1.0, match="m1", terms=TERMS, seed="00", by="ann"))
    over = PutSummary(MatchSummary("m1", "tic-tac-toe", "over", [["ann"], ["bob"]], 5, 1.0, 2.0, "X wins", 0, "played"))
    assert [row["standing"] for row in Rows([made], 0).put[matches]] == ["open"]
    for group in ([made, over], [over, made]):
        rows = Rows(group, 0)
        assert [row["standing"] for row in rows.put[matches]] == ["over"]
        assert [(row["player"], row["result"]) for row in rows.put[results]] == [("ann", "won"), ("bob", "lost")]
        assert len(rows.put[events]) == 1
