"""Matches that nobody comes back to are given up, and what is over is cleared away."""

from __future__ import annotations

import gc
import weakref

from tests.server.playhouse import Playhouse, first_move

from ludus.server.matches.events import Closed
from ludus.server.settings import Settings
from ludus.wire.messages import Ended, Join, LoggedIn, Login, Move, New, Resign, Seated, Seek, Watch


def test_an_open_match_whose_players_do_not_come_back_after_a_restart_is_given_up():
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("tic-tac-toe"))
    bob.say(New("tic-tac-toe"))
    playhouse.restart()
    bob = bob.back()
    assert bob.last(LoggedIn).matches == ["m2"]
    (cid,) = playhouse.guests("cid")
    cid.say(Seek("tic-tac-toe"))
    assert cid.last(Seated).match == "m2"  # ann is not there to play with
    playhouse.wait(90)
    assert isinstance(playhouse.kept("m1")[-1], Closed)
    assert playhouse.kept("m1")[-1].how == "abandoned"


def test_a_match_without_a_clock_waits_a_week_for_its_players_and_no_longer():  # B15
    playhouse, week = Playhouse(), 7 * 86400.0
    ann, bob = playhouse.connect(), playhouse.connect()
    for person, name in ((ann, "ann"), (bob, "bob")):
        person.enter(Login(name, "a long password"))
    ann.say(New("tic-tac-toe", move=0.0))
    bob.say(Join("m1"))
    ann.move((2, 2))
    playhouse.store.commit([], playhouse.now)  # the heartbeat
    playhouse.restart(after=3 * week)  # the time of the server's absence is nobody's
    playhouse.now += week - 100
    playhouse.wait(20)
    assert not playhouse.match().closed
    ann = ann.back()
    playhouse.now += 100
    playhouse.wait(20)
    assert not playhouse.match().closed  # she is there
    ann.leave()
    playhouse.wait(20)
    closed = playhouse.kept()[-1]
    assert (closed.how, closed.winner, closed.sentence) == ("abandoned", -1, "Nobody has come back to it")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    assert (eve.last(Ended).result, eve.last(Ended).winner) == ("over", 0)
    bob = bob.back()
    bob.say(Watch("m1"))
    assert bob.last(Ended).result == "over"  # neither won, nor lost, nor drawn


def test_a_match_of_guests_without_a_clock_waits_only_an_hour():  # B15
    playhouse = Playhouse(think=first_move)
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", move=0.0, computer=1))
    ann.leave()
    playhouse.wait(3590.0)
    assert not playhouse.match().closed
    playhouse.wait(30.0)
    assert playhouse.kept()[-1].how == "abandoned"


def test_who_does_not_come_back_after_a_restart_loses_the_seat_in_a_match_that_has_not_begun():  # B16
    playhouse = Playhouse()
    ann, bob, cid = playhouse.guests("ann", "bob", "cid")
    ann.say(New("tic-tac-toe", players=4))
    bob.say(Join("m1"))
    cid.say(Join("m1"))
    playhouse.restart()
    ann = ann.back()
    playhouse.wait(90.0)
    assert [team.players for team in playhouse.match().teams] == [["ann"], []]


def test_a_house_of_many_matches_clears_them_all_away():
    playhouse = Playhouse(Settings(game="tic-tac-toe"), think=first_move)
    for _ in range(20):
        ann, bob = playhouse.connect(line=True), playhouse.connect(line=True)
        ann.say(Move([(2, 2)]))
        bob.leave()
        assert ann.last(Ended).result == "win"
        ann.leave()
    playhouse.wait(2000)
    assert not list(playhouse.core.rooms)
    assert not playhouse.core.rooms.of_player
    assert not playhouse.core.rooms.open
    assert all(isinstance(playhouse.kept(f"m{number}")[-1], Closed) for number in range(1, 21))


def test_a_match_that_is_cleared_away_is_freed_at_once_and_not_left_to_the_garbage_collector():
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("tic-tac-toe"))
    bob.say(Join("m1"))
    watched = weakref.ref(playhouse.core.rooms.get("m1").match)
    ann.say(Resign())
    assert watched() is not None
    gc.disable()
    try:
        playhouse.wait(2000)
        assert watched() is None
    finally:
        gc.enable()
