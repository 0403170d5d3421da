"""A server that seats everybody for one game: the plainest client needs to know nothing but moves (B16)."""

from __future__ import annotations

import pytest
from tests.server.playhouse import Playhouse

from ludus.server.policy import MatchPolicy, Policy
from ludus.server.settings import Settings
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import (
    Accept,
    Ask,
    Changed,
    Done,
    Ended,
    Guest,
    Help,
    Leave,
    LoggedIn,
    Login,
    MatchBoard,
    Move,
    Offer,
    Problem,
    Resign,
    Resume,
    Seek,
)

CONQUEST = Settings(game="conquest", players=4)
TIC_TAC_TOE = Settings(game="tic-tac-toe")
LONG = "a long password"


def test_plain_clients_are_put_into_teams_in_turn_and_told_nothing_but_the_game():  # B16
    playhouse = Playhouse(CONQUEST)
    people = [playhouse.connect(line=True) for _ in range(4)]
    for team, person in zip((1, 2, 1, 2), people, strict=True):
        assert isinstance(person.inbox[0], MatchBoard)
        assert person.last(MatchBoard).team == team
    assert [bool(person.heard(Ask)) for person in people] == [True, False, False, False]
    people[0].say(Move([(1, 1), (1, 5)]))
    assert people[0].inbox[-2].sentence == "The range does not match the value shown"
    assert isinstance(people[0].inbox[-1], Ask)  # READY again
    people[0].say(Move([(1, 1), (1, 6)]))
    assert people[1].inbox[-1] == people[1].last(Ask)
    assert [square.x for square in people[3].last(Changed).squares] == [1, 1]


def test_plain_clients_are_seated_the_same_way_when_the_game_has_to_be_compiled_first():  # B16
    playhouse = Playhouse(CONQUEST)
    playhouse.catalogue = playhouse.core.context.catalogue = type(playhouse.catalogue)()
    with playhouse.slow():
        people = [playhouse.connect(line=True) for _ in range(4)]
        assert not any(person.inbox for person in people)
    assert all(isinstance(person.inbox[0], MatchBoard) for person in people)
    assert people[0].last(MatchBoard).teams[1] == ["guest2", "guest4"]


def test_quitting_means_resigning_for_the_last_of_a_team_and_so_does_hanging_up():  # B12 B13
    playhouse = Playhouse(CONQUEST)
    people = [playhouse.connect(line=True) for _ in range(4)]
    people[0].say(Leave())
    assert not people[2].heard(Ended)
    people[2].say(Leave())
    assert (people[2].last(Ended).result, people[2].last(Ended).sentence) == ("lose", "Your team has resigned")
    assert people[1].last(Ended).result == people[3].last(Ended).result == "win"
    winners, newcomers = [people[1], people[3]], [playhouse.connect(line=True) for _ in range(2)]
    assert all(person.last(MatchBoard).match == "m2" for person in winners + newcomers)  # who did not leave plays the next game
    newcomers[0].leave()
    winners[0].leave()
    assert newcomers[1].last(Ended).result == "win"
    assert people[2].last(Ended).match == "m1"


def test_plain_clients_play_on_but_not_who_ran_out_of_time():  # B9 B16 T13
    playhouse = Playhouse(Settings(game="tic-tac-toe", policy=Policy(matches=MatchPolicy(move_seconds=10.0))))
    ann, bob = playhouse.connect(line=True), playhouse.connect(line=True)
    ann.say(Resign())
    assert ann.last(MatchBoard).match == bob.last(MatchBoard).match == "m2"
    playhouse.wait(11.0)
    assert ann.last(Ended).sentence == "Your team has run out of time"
    cid = playhouse.connect(line=True)
    assert bob.last(MatchBoard).match == cid.last(MatchBoard).match == "m3"
    assert ann.last(MatchBoard).match == "m2"


def test_who_says_first_who_they_are_is_seated_under_that_name():  # B16 T1
    playhouse = Playhouse(TIC_TAC_TOE)
    silent = playhouse.connect(line=True)
    ann = playhouse.connect(line=True, silent=False)
    ann.say(Login("ann", LONG))
    assert ann.last(MatchBoard).teams == [["guest1"], ["ann"]]
    assert silent.last(Ask).match == "m1"
    assert not silent.heard(Ended)
    bob, cid = (playhouse.connect(line=True, silent=False) for _ in range(2))
    bob.say(Guest("bob"))
    cid.say(Help())
    assert bob.last(MatchBoard).teams == [["bob"], ["guest2"]]


def test_who_waits_keeps_a_seat_when_they_log_in_and_who_plays_is_not_let_lose_by_it():  # B9 B16 T1
    playhouse = Playhouse(TIC_TAC_TOE)
    ann, bob = playhouse.connect(line=True), None
    ann.say(Login("ann", LONG))
    bob = playhouse.connect(line=True)
    assert bob.last(MatchBoard).teams == [["ann"], ["guest2"]]
    for request in (Login("bob", LONG), Guest("bob"), Resume(ann.last(LoggedIn).token)):
        assert bob.refused(request) == "not possible"
        assert bob.last(Problem).sentence == "You are playing as guest2; end that game first"
    assert not ann.heard(Ended)
    bob.say(Leave())
    assert ann.last(Ended).result == "win"
    bob.say(Login("bob", LONG))
    assert bob.last(MatchBoard).teams == [["ann"], ["bob"]]


def test_who_cannot_be_understood_is_seated_like_who_says_nothing():  # B16
    playhouse = Playhouse(TIC_TAC_TOE)
    ann = playhouse.connect(line=True, silent=False)
    playhouse.core.complain(ann.number, Problem.of(Kind.UNREADABLE), playhouse.now)
    playhouse.settle()
    playhouse.connect(line=True)
    assert ann.last(MatchBoard).teams == [["guest1"], ["guest2"]]


def test_a_wrong_password_seats_nobody():  # B16 T1
    playhouse = Playhouse(TIC_TAC_TOE)
    playhouse.connect(line=True, silent=False).say(Login("ann", LONG))
    mallory = playhouse.connect(line=True, silent=False)
    assert mallory.refused(Login("ann", "another password")) == "wrong password"
    assert playhouse.match().free == 1


def test_who_leaves_is_told_so_and_can_come_back_by_seeking():  # B9 B12
    playhouse = Playhouse(CONQUEST)
    people = [playhouse.connect(line=True) for _ in range(3)]
    assert people[2].say(Leave()) == [Done()]  # who only waits
    people += [playhouse.connect(line=True) for _ in range(2)]
    assert people[0].say(Leave()) == [Done()]  # whose team plays on
    (ended,) = people[3].say(Leave())
    assert ended.sentence == "Your team has resigned"
    playhouse = Playhouse(TIC_TAC_TOE)
    ann, bob = playhouse.connect(line=True), playhouse.connect(line=True)
    ann.say(Leave())
    ann.say(Seek("tic-tac-toe"))
    assert bob.last(MatchBoard).teams == [["guest2"], ["guest1"]]


def test_a_plain_client_can_do_all_that_others_can_when_it_says_more():  # B9 B14
    playhouse = Playhouse(TIC_TAC_TOE)
    ann, bob = playhouse.connect(line=True), playhouse.connect(line=True)
    ann.say(Leave())
    ann.say(Offer("rematch", match="m1"))
    bob.say(Accept("rematch", match="m1"))
    assert (ann.last(MatchBoard).match, ann.last(MatchBoard).team) == ("m3", 2)  # in m2 bob waits for whoever comes next
    bob.say(Leave("m3"))
    assert ann.last(Ended).result == "win"


@pytest.mark.parametrize("wrong", [{"match": "m9"}, {"ref": "nonsense"}])
def test_after_an_error_to_a_move_a_person_is_ready_again(wrong):  # B12
    playhouse = Playhouse(TIC_TAC_TOE)
    ann, _ = playhouse.connect(line=True), playhouse.connect(line=True)
    said = ann.say(Move([(1, 1)], **wrong))
    assert [type(reply) for reply in said] == [Problem, Ask]
