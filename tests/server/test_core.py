"""The core: what is kept before it is told, requests that come twice, restarts, and what becomes of those who are away."""

from __future__ import annotations

import random

import pytest
from tests.server.playhouse import Playhouse, a_random_move, somebody_asked

from ludus.server.matches.events import Played, Slept
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record
from ludus.server.store.memory import PowerLost
from ludus.wire.messages import (
    Accepted,
    Ask,
    Changed,
    Chat,
    Done,
    Ended,
    Guest,
    Hello,
    LoggedIn,
    Login,
    Logout,
    MatchBoard,
    Move,
    New,
    Offer,
    Problem,
    Quit,
    Record,
    Recorded,
    Resign,
    Resume,
    Said,
    Seated,
    Seek,
    Show,
    Shown,
    Statistics,
    Watch,
)

# Kept before it is told


def test_nobody_is_told_of_a_move_that_is_not_on_disk():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    told = len(ann.inbox), len(bob.inbox)
    playhouse.store.lose_power()
    with pytest.raises(PowerLost):
        ann.move((2, 2))
    assert (len(ann.inbox), len(bob.inbox)) == told
    playhouse.restart()
    assert not any(isinstance(event, Played) for event in playhouse.kept())
    ann = ann.back()
    assert isinstance(ann.move((2, 2)), Accepted)  # the same question is asked again


def test_a_move_that_was_kept_but_not_told_is_accepted_again_with_the_same_words():  # T4
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    playhouse.store.lose_power(kept=True)
    ref = ann.last(Ask).ref
    with pytest.raises(PowerLost):
        ann.move((2, 2))
    playhouse.restart()
    ann, bob = ann.back(), bob.back()
    said = ann.say(Move([(2, 2)], match="m1", ref=ref))
    assert said == [Accepted(match="m1", number=5, ref=ref)]
    assert sum(isinstance(event, Played) for event in playhouse.kept()) == 1
    assert bob.last(Ask).board.history == ["b2"]


def test_the_last_move_of_a_match_is_accepted_again_after_a_restart_although_the_match_is_over():  # T4
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe", position="xx.oo...."), "ann", "bob")
    ref = ann.last(Ask).ref
    accepted = ann.move((3, 3))
    playhouse.restart()
    ann = ann.back()
    assert ann.last(LoggedIn).matches == []
    assert ann.say(Move([(3, 3)], match="m1", ref=ref)) == [accepted]
    assert ann.refused(Move([(3, 2)], match="m1", ref=ref)) == "stale"
    assert ann.refused(Move([(3, 2)], match="m9", ref=ref)) == "no match"


# The same request twice


def test_a_request_that_comes_again_with_the_same_id_is_answered_again_and_not_done_again():
    playhouse = Playhouse()
    (ann,) = playhouse.guests("ann")
    first = ann.say(New("tic-tac-toe", id="a"))[-1]
    assert ann.say(New("tic-tac-toe", id="a")) == [first]
    playhouse.restart()
    ann = ann.back()
    assert ann.say(New("tic-tac-toe", id="a")) == [first]
    assert ann.say(New("tic-tac-toe", id="b"))[-1].match == "m2"
    assert isinstance(first, Seated)


def test_a_request_that_comes_again_while_its_game_is_being_compiled_is_done_once():
    playhouse = Playhouse()
    playhouse.catalogue = playhouse.core.context.catalogue = type(playhouse.catalogue)()
    (ann,) = playhouse.guests("ann")
    with playhouse.slow():
        ann.say(New("tic-tac-toe", id="a"))
        ann.leave()
        ann = ann.back()
        ann.say(New("tic-tac-toe", id="a"))
        ann.say(New("tic-tac-toe", id="a"))
    assert [reply.match for reply in ann.heard(Seated)] == ["m1", "m1"]


def test_a_move_without_a_reference_is_not_made_twice_when_it_has_an_id():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("connect-four"), "ann", "bob")
    first = ann.say(Move([(4, 1)], id="a"))[-1]
    bob.move((4, 2))
    assert ann.say(Move([(4, 1)], id="a")) == [first]
    wrong = ann.say(Move([(9, 9)], id="b"))[0]
    assert ann.say(Move([(9, 9)], id="b")) == [wrong]
    assert playhouse.match().erred == {"ann": 1}


def test_who_logs_in_anew_counts_anew():
    playhouse = Playhouse()
    ann = playhouse.connect()
    ann.say(Login("ann", "correct horse"))
    assert ann.say(New("tic-tac-toe", id="1"))[-1].match == "m1"
    ann.leave()
    ann = playhouse.connect()
    ann.say(Login("ann", "correct horse"))
    assert ann.say(New("tic-tac-toe", id="1"))[-1].match == "m2"


def test_a_guest_who_logs_out_gives_up_the_seat_with_the_name():  # B6
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    bob.say(Logout())
    assert ann.last(Ended).result == "win"
    eve = playhouse.connect()
    assert eve.enter(Guest("bob")).matches == []


def test_a_match_whose_game_is_gone_is_set_aside_and_the_others_go_on(monkeypatch):  # B17
    playhouse = Playhouse()
    playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    playhouse.begin(New("connect-four"), "cid", "dot")
    kept = playhouse.store.load()
    monkeypatch.delitem(playhouse.core.context.catalogue.games, "connect-four")
    monkeypatch.setattr(playhouse.core.context.catalogue, "_usual", {})
    assert [match.id for match in playhouse.core.revive(kept)] == ["m1"]


def test_ids_of_one_player_mean_nothing_to_another():
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("tic-tac-toe", id="a"))
    assert bob.say(New("connect-four", id="a"))[-1].match == "m2"


# Saying nothing more


def test_who_will_say_nothing_more_goes_when_everything_is_answered():  # B10
    playhouse = Playhouse()
    ann = playhouse.connect()
    with playhouse.slow() as waiting:
        ann.say(Login("ann", "a long password"))
        ann.say(Show("m9"))
        playhouse.core.finish(ann.number)
        playhouse.settle()
        while waiting:
            assert not ann.gone
            playhouse.work(waiting.pop(0))
            playhouse.settle()
    assert [type(reply) for reply in ann.inbox[1:]] == [LoggedIn, Problem]
    assert ann.gone
    (bob,) = playhouse.guests("bob")
    playhouse.core.finish(bob.number)
    playhouse.settle()
    assert bob.gone


# Coming back


def test_who_comes_back_by_token_or_password_finds_the_match_and_the_question():  # T1
    playhouse = Playhouse()
    ann = playhouse.connect()
    ann.enter(Login("ann", "a long password"))
    (bob,) = playhouse.guests("bob")
    for person in (ann, bob):
        person.say(Seek("tic-tac-toe"))
    question = ann.last(Ask)
    ann.leave()
    for request in (Resume(ann.token), Login("Ann", "a long password")):
        again = playhouse.connect()
        assert again.enter(request).matches == ["m1"]
        assert again.last(Ask) == question
        assert again.last(MatchBoard).team == 1
    assert playhouse.connect().refused(Login("ann", "another password")) == "wrong password"


def test_a_restart_changes_nothing_but_the_connections():
    playhouse, luck = Playhouse(seed=5), random.Random(5)
    people = playhouse.begin(New("yahtzee", main=600.0, increment=2.0), "ann", "bob")
    people[0].say(Chat("hello"))
    for _ in range(9):
        a_random_move(somebody_asked(playhouse, people, luck), luck)
        playhouse.wait(7)
    playhouse.store.commit([], playhouse.now)  # the heartbeat
    before = [person.say(Show("m1"))[-1] for person in people]
    asks = {seat: playhouse.match().ref(seat) for seat in playhouse.match().asked}
    playhouse.restart(after=3600)
    people = [person.back() for person in people]
    after = [person.say(Show("m1"))[-1] for person in people]
    assert isinstance(playhouse.kept()[-1], Slept)
    for old, new in zip(before, after, strict=True):
        assert isinstance(old, Shown)
        for name in ("squares", "history", "clocks", "turn", "teams", "commitment", "options"):
            assert getattr(old.board, name) == getattr(new.board, name), name
        assert (old.ref, old.standing, old.refused) == (new.ref, new.standing, new.refused)
    assert asks == {seat: playhouse.match().ref(seat) for seat in playhouse.match().asked}


def test_nobody_loses_on_time_because_the_server_was_down():
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    playhouse.wait(100)
    playhouse.store.commit([], playhouse.now)
    playhouse.restart(after=1000)
    playhouse.wait(79)
    assert not playhouse.match().closed
    ann = ann.back()
    playhouse.wait(1)
    assert (ann.last(Ended).result, ann.last(Ended).sentence) == ("lose", "Your team has run out of time")


def test_who_loses_on_time_and_who_wins_are_told_why():  # T13
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe", move=10.0), "ann", "bob")
    playhouse.wait(10)
    assert (ann.last(Ended).result, ann.last(Ended).sentence) == ("lose", "Your team has run out of time")
    assert (bob.last(Ended).result, bob.last(Ended).sentence) == ("win", "X has run out of time")


# What is left of a match


def test_a_finished_match_is_shown_from_the_store_and_its_record_proves_itself():
    playhouse, luck = Playhouse(seed=1), random.Random(8)
    people = playhouse.begin(New("yahtzee"), "ann", "bob")
    while not playhouse.match().closed:
        a_random_move(somebody_asked(playhouse, people, luck), luck)
    playhouse.wait(700)
    assert playhouse.core.rooms.get("m1") is None
    stranger = playhouse.connect()
    assert stranger.say(Show("m1"))[-1].standing == "over"
    lines = stranger.say(Record("m1"))[-1]
    assert isinstance(lines, Recorded)
    record = read_record("\n".join(lines.lines))
    assert record.commitment == people[0].last(Ask).board.commitment
    check_record(playhouse.catalogue.prepare("yahtzee", {}), record)
    stranger.say(Watch("m1"))
    assert stranger.last(Ended).result == "over"
    assert stranger.refused(Show("m77")) == "no match"
    playhouse.wait(700)
    assert playhouse.core.rooms.get("m1") is None


def test_statistics_count_what_was_won_lost_and_forfeited():  # T2
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Resign())
    for person in (ann, bob):
        person.say(Offer("rematch"))
    playhouse.wait(200)
    score = ann.say(Statistics("bob"))[-1].scores[0]
    assert (score.won, score.lost, score.drawn, score.forfeited) == (1, 0, 0, 1)
    assert [entry.match for entry in ann.say(Statistics())[-1].last] == ["m2", "m1"]


def test_statistics_are_asked_for_in_any_spelling_and_of_somebody_who_is_known():  # T2
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe", position="xx.oo...."), "Ann", "bob")
    ann.move((3, 3))
    for name in ("ann", "ANN"):
        statistics = bob.say(Statistics(name))[-1]
        assert (statistics.player, statistics.scores[0].won) == ("Ann", 1)
    assert bob.refused(Statistics("zoe")) == "no player"
    assert playhouse.guests("zoe")[0].say(Statistics())[-1].scores == []  # she is here, and has not played yet
    ann.say(Logout())
    assert bob.say(Statistics("Ann"))[-1].scores[0].won == 1  # a guest who has gone has still won


# Programs, talk, farewell


def test_three_refused_moves_lose_the_game_for_a_program_however_it_is_known_to_be_one():  # T8
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    assert ann.say(Hello(kind="program")) == [Done()]
    for left in (2, 1, 0):
        assert isinstance(ann.move((4, 4)), Problem)
        assert bool(bob.heard(Ended)) == (left == 0)
    assert bob.last(Ended).sentence == "X has lost by 3 moves that are not legal"
    ann, bob = playhouse.begin(New("tic-tac-toe"), "cid", "dan", program=True)
    for _ in range(3):
        ann.move((4, 4))
    assert bob.last(Ended).result == "win"


def test_players_talk_and_who_has_no_business_there_does_not():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    ann.say(Chat("good luck"))
    assert bob.last(Said).text == "good luck"
    assert eve.refused(Chat("hi", match="m1")) == "not your match"
    assert eve.refused(Chat("hi")) == "not in a match"


def test_quitting_ends_the_connection_and_not_the_match():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Quit())
    assert ann.gone
    assert not playhouse.match().closed
    assert ann.back().last(Ask).match == "m1"
    assert bob.heard(Changed) == []
