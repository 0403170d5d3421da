"""What every store promises, whether in memory, in SQLite or in PostgreSQL."""

from __future__ import annotations

import threading

import pytest

from ludus.server.matches import events
from ludus.server.matches.events import Terms
from ludus.server.policy import StorePolicy
from ludus.server.store.changes import (
    Account,
    AddEvent,
    DropSession,
    GameTally,
    KnownNetworks,
    MatchSummary,
    PutAccount,
    PutAnswer,
    PutNetworks,
    PutSession,
    PutSummary,
    Session,
)
from ludus.server.store.errors import StoreError

LATER = 1_000_000.0
"""When everybody may know everything."""

TERMS = Terms(game="conquest", options={"size": 5}, players=2, move=180.0, main=0.0, increment=0.0, delay=0.0, position="")

EVERY_EVENT = [
    events.Made(number=1, at=10.25, match="m1", terms=TERMS, seed="5eed", by="ann", before="m0"),
    events.Sat(number=2, at=11.0, player="ann", seat=0),
    events.Sat(number=3, at=11.5, player="computer", seat=1, level=3),
    events.Stood(number=4, at=12.0, player="ann"),
    events.Began(number=5, at=13.0),
    events.Drawn(number=6, at=13.0, chance=466001211670),
    events.Played(number=7, at=14.0, seat=0, player="ann", move=12, path=[(1, 1), (1, 6)], ref="5-abc"),
    events.Erred(number=8, at=15.0, seat=1, player="bob"),
    events.Proposed(number=9, at=16.0, what="draw", seat=0, player="ann"),
    events.Rejected(number=10, at=17.0, what="draw", seat=1, player="bob"),
    events.Undone(number=11, at=18.0, steps=2, seat=1),
    events.Spoke(number=12, at=19.0, player="ann", text='"Grüß Gott" 将棋 \U0001f3b2 \\ %s :name'),
    events.Slept(number=13, at=20.0, seconds=3600.5),
    events.Closed(number=14, at=21.0, winner=0, how="played", sentence="Team 1 wins", loser=1),
    events.Renewed(number=15, at=22.0, match="m2"),
    events.Mixed(number=16, at=23.0, player="ann", word="x8Kq"),
    events.SteppedIn(number=17, at=24.0, seat=0, player="cid"),
]


def added(happened, match="m1"):
    return [AddEvent(match, event) for event in happened]


def made(match, at=1.0):
    return AddEvent(match, events.Made(number=1, at=at, match=match, terms=TERMS, seed="s", by="ann"))


def over(match, teams, winner, *, how="played", game="conquest", ended=50.0):
    return PutSummary(MatchSummary(match, game, "over", teams, 9, 1.0, ended, "It is over", winner, how))


def test_a_new_store_is_empty(shop):
    kept = shop.store.load()
    assert (kept.accounts, kept.sessions, kept.matches, kept.answers, kept.last_match, kept.alive) == ([], [], {}, [], 0, 0.0)
    assert shop.store.events("m1") == []
    assert shop.store.statistics("ann", LATER) == []
    assert shop.store.last_matches("ann", 5, LATER) == []


def test_every_event_is_read_back_as_it_was(shop):  # B8 T10
    shop.store.commit(added(EVERY_EVENT[:5]), 20.0)
    shop.store.commit(added(EVERY_EVENT[5:]), 21.0)
    assert {type(event) for event in EVERY_EVENT} == set(events.AnyEvent.__args__)
    assert shop.store.events("m1") == EVERY_EVENT
    assert shop.again().events("m1") == EVERY_EVENT
    assert shop.store.events("m2") == []


def test_the_networks_of_an_owner_are_kept_as_they_were_last(shop):  # security
    ann, bob = KnownNetworks("ann", ["c0ffee"]), KnownNetworks("bob", [])
    shop.store.commit([PutNetworks(bob), PutNetworks(KnownNetworks("ann", ["beef"])), PutNetworks(ann)], 1.0)
    shop.store.commit([PutNetworks(bob)], 2.0)
    assert shop.again().load().networks == [ann, bob]


def test_the_events_of_a_match_come_in_the_order_of_their_numbers(shop):
    spoke = [events.Spoke(number=number, at=1.0, player="ann", text=str(number)) for number in range(1, 13)]
    shop.store.commit(added(reversed(spoke)), 1.0)
    assert shop.store.events("m1") == spoke


def test_a_restart_finds_every_match_that_is_not_over(shop):  # T10
    shop.store.commit([made("m2"), made("m10"), made("m9")], 1.0)
    shop.store.commit([PutSummary(MatchSummary("m9", "conquest", "playing", [["ann"], ["bob"]], 3, 1.0, 0.0, "", -1, ""))], 2.0)
    shop.store.commit([over("m2", [["ann"], ["bob"]], 0)], 3.0)
    kept = shop.again().load()
    assert list(kept.matches) == ["m9", "m10"]
    assert kept.matches["m9"] == [made("m9").event]
    assert (kept.last_match, kept.alive) == (10, 3.0)
    assert shop.store.events("m2") == [made("m2").event]


def test_an_empty_commit_only_says_that_the_server_is_alive(shop):
    shop.store.commit([], 1234.5)
    kept = shop.again().load()
    assert kept.alive == 1234.5
    assert (kept.accounts, kept.matches) == ([], {})


def test_accounts_and_sessions_are_as_they_were_last(shop):  # T1
    ann, bob = Account("ann", "$argon2id$a", "player", 1.0), Account("bob", "$argon2id$b", "admin", 2.0)
    one, two = Session("hash1", "ann", False, 3.0), Session("hash2", "guest7", True, 4.0)
    shop.store.commit([PutAccount(bob), PutAccount(ann), PutSession(two), PutSession(one)], 5.0)
    banned = Account("bob", "$argon2id$c", "player", 2.0, "for cheating")
    shop.store.commit([PutAccount(bob), PutAccount(banned), DropSession("hash1"), DropSession("unknown")], 6.0)
    kept = shop.again().load()
    assert kept.accounts == [ann, banned]
    assert kept.sessions == [two]


def test_in_one_group_the_last_word_counts(shop):
    one, two = Session("one", "ann", False, 1.0), Session("two", "ann", False, 2.0)
    shop.store.commit([PutSession(one), DropSession("one"), DropSession("two"), PutSession(two)], 3.0)
    assert shop.store.load().sessions == [two]


def test_a_group_with_something_wrong_in_it_is_not_kept_at_all(shop):
    shop.store.commit([made("m1")], 1.0)
    group = [PutAccount(Account("ann", "x", "player", 1.0)), made("m3"), made("m1", at=7.0)]
    with pytest.raises(StoreError, match="already"):
        shop.store.commit(group, 2.0)
    kept = shop.again().load()
    assert (kept.accounts, list(kept.matches), kept.alive) == ([], ["m1"], 1.0)
    assert kept.matches["m1"] == [made("m1").event]


# Statistics


def test_statistics_count_what_every_player_of_a_team_has_done(shop):  # T2
    teams = [["ann", "bob"], ["cid"]]
    shop.store.commit([over("m1", teams, 0), over("m2", teams, 1), over("m3", teams, -1, how="agreed")], 60.0)
    shop.store.commit([over("m4", teams, 0, how="resigned"), over("m5", teams, 1, game="checkers")], 61.0)
    assert shop.store.statistics("bob", LATER) == [GameTally("checkers", 0, 1, 0, 0), GameTally("conquest", 2, 1, 1, 0)]
    assert shop.again().statistics("cid", LATER) == [GameTally("checkers", 1, 0, 0, 0), GameTally("conquest", 1, 2, 1, 0)]
    assert shop.store.statistics("dan", LATER) == []


@pytest.mark.parametrize("how", ["time", "forfeit", "abandoned"])
def test_who_runs_out_of_time_or_leaves_has_forfeited(shop, how):  # T2 T13
    shop.store.commit([over("m1", [["ann"], ["bob"]], 1, how=how)], 60.0)
    assert shop.store.statistics("ann", LATER) == [GameTally("conquest", 0, 0, 0, 1)]
    assert shop.store.statistics("bob", LATER) == [GameTally("conquest", 1, 0, 0, 0)]


def test_a_match_that_everybody_left_counts_for_nobody(shop):
    shop.store.commit([made("m1"), over("m1", [["ann"], []], -1, how="abandoned")], 60.0)
    assert shop.store.statistics("ann", LATER) == []
    assert shop.store.load().matches == {}


def test_with_three_teams_one_may_lose_and_the_others_win(shop):
    closed = events.Closed(number=2, at=50.0, winner=-1, how="time", sentence="Team 2 has run out of time", loser=1)
    summary = over("m1", [["ann"], ["bob"], ["cid"]], -1, how="time")
    shop.store.commit([made("m1"), AddEvent("m1", closed), summary], 60.0)
    tallies = [shop.store.statistics(player, LATER) for player in ("ann", "bob", "cid")]
    assert tallies == [
        [GameTally("conquest", 1, 0, 0, 0)],
        [GameTally("conquest", 0, 0, 0, 1)],
        [GameTally("conquest", 1, 0, 0, 0)],
    ]


def test_a_result_that_is_told_twice_counts_once(shop):
    for _ in range(2):
        shop.store.commit([over("m1", [["ann"], ["bob"]], 0)], 60.0)
    assert shop.store.statistics("ann", LATER) == [GameTally("conquest", 1, 0, 0, 0)]


def test_the_last_matches_of_a_player_come_newest_first(shop):  # T2
    finished = [over(f"m{number}", [["ann"], [f"p{number}"]], 0, ended=100.0 + number // 2) for number in range(1, 13)]
    shop.store.commit([*finished, over("m99", [["eve"], ["bob"]], 0)], 200.0)
    last = shop.store.last_matches("ann", 3, LATER)
    assert last == [finished[11].summary, finished[10].summary, finished[9].summary]
    assert [summary.match for summary in shop.store.last_matches("p4", 3, LATER)] == ["m4"]


def test_a_match_counts_when_everybody_may_know_that_it_is_over(shop):  # T2
    shop.store.commit([over("m1", [["ann"], ["bob"]], 0, ended=50.0), over("m2", [["ann"], ["bob"]], 1, ended=90.0)], 60.0)
    assert shop.store.statistics("ann", 89.9) == [GameTally("conquest", 1, 0, 0, 0)]
    assert [summary.match for summary in shop.store.last_matches("ann", 3, 89.9)] == ["m1"]
    assert shop.store.statistics("ann", 90.0) == [GameTally("conquest", 1, 1, 0, 0)]
    assert [summary.match for summary in shop.store.last_matches("ann", 3, 90.0)] == ["m2", "m1"]


# Answers


def test_the_newest_answers_of_each_player_are_remembered(shop):  # T4
    for start in range(0, 700, 70):
        group = [PutAnswer("ann", f"r{number}", b"%d" % number, 5.0) for number in range(start, start + 70)]
        shop.store.commit([*group, PutAnswer("bob", f"b{start}", b"{}", 5.0)], 6.0)
    answers = shop.again().load().answers
    of_ann = [answer for answer in answers if answer.player == "ann"]
    assert [answer.request for answer in of_ann] == [f"r{number}" for number in range(700 - StorePolicy().answers, 700)]
    assert of_ann[-1] == PutAnswer("ann", "r699", b"699", 5.0)
    assert len(answers) - len(of_ann) == 10
    shop.store.commit([PutAnswer("ann", "later", b"", 7.0)], 7.0)
    assert shop.again().load().answers[-1].request == "later"


def test_answers_are_forgotten_after_a_day(shop):
    shop.store.commit([PutAnswer("ann", "old", b"1", 10.0), PutAnswer("bob", "new", b"2", 90.0)], 100.0)
    shop.store.commit([], 50.0 + StorePolicy().answer_seconds)
    assert [answer.request for answer in shop.again().load().answers] == ["new"]
    shop.store.commit([], 95.0 + StorePolicy().answer_seconds)
    assert shop.again().load().answers == []


def test_an_answer_that_is_given_again_replaces_the_first(shop):
    shop.store.commit([PutAnswer("ann", "r1", b"1", 1.0), PutAnswer("ann", "r2", b"2", 1.0)], 1.0)
    shop.store.commit([PutAnswer("ann", "r1", b"3", 2.0)], 2.0)
    assert [(answer.request, answer.reply) for answer in shop.store.load().answers] == [("r2", b"2"), ("r1", b"3")]


# Large groups


def test_a_group_may_be_larger_than_one_statement_can_hold(shop):
    happened = [events.Spoke(number=number, at=1.0, player="ann", text="x" * (number % 50)) for number in range(2, 20_002)]
    shop.store.commit([made("m1"), *added(happened)], 1.0)
    assert shop.again().events("m1")[1:] == happened


# Threads


def test_one_thread_commits_while_others_read(shop):
    store = shop.store
    store.commit([made("m1")], 1.0)
    done = threading.Event()
    torn = []

    def read():
        while not done.is_set():
            seen = len(store.events("m1"))
            if seen % 10 != 1:
                torn.append(seen)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        for start in range(2, 302, 10):
            group = [events.Spoke(number=start + each, at=1.0, player="ann", text="x") for each in range(10)]
            store.commit(added(group), 2.0)
    finally:
        done.set()
        for reader in readers:
            reader.join()
    assert torn == []
    assert len(store.events("m1")) == 301


def test_what_somebody_else_of_the_same_name_has_done_before_does_not_count(shop):  # T2
    shop.store.commit([over("m1", [["ann"], ["bob"]], 0, ended=50.0), over("m2", [["ann"], ["bob"]], 1, ended=90.0)], 90.0)
    assert shop.store.statistics("ann", LATER, 60.0) == [GameTally("conquest", 0, 1, 0, 0)]
    assert [summary.match for summary in shop.store.last_matches("ann", 5, LATER, 60.0)] == ["m2"]
