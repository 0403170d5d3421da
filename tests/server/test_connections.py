"""Who is who in a match, and whose move it is: names that change hands, teams that shrink, answers that come late or twice."""

from __future__ import annotations

import pytest
from tests.server.playhouse import Playhouse, first_move

from ludus.server.catalogue import Catalogue
from ludus.server.handlers import HANDLERS
from ludus.wire.messages import (
    Accept,
    Accepted,
    Announce,
    Ask,
    Ban,
    Done,
    Ended,
    Goodbye,
    Guest,
    Join,
    Leave,
    LoggedIn,
    Login,
    Logout,
    MatchBoard,
    Move,
    MoveList,
    Moves,
    New,
    Notice,
    Offer,
    Operator,
    Ping,
    Pong,
    Problem,
    Quit,
    Record,
    Recorded,
    Resign,
    Resume,
    Save,
    Saved,
    Statistics,
)

LONG = "a long password"

# Names


def test_a_guest_who_logs_out_on_one_connection_keeps_name_and_seat_on_the_other():  # T1, security
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    other = ann.back()
    ann.say(Logout())
    eve = playhouse.connect()
    assert eve.enter(Guest("ann")).name != "ann"
    assert eve.refused(Login("ann", LONG)) == "name taken"
    assert isinstance(other.move((2, 2)), Accepted)
    other.say(Logout())
    assert playhouse.match().closed.how == "resigned"  # now the name is free, and the seat is not


@pytest.mark.parametrize("again", [Login("ann", LONG), Resume("")])
def test_who_comes_in_again_as_the_same_player_keeps_the_seats(again):  # T1
    playhouse = Playhouse()
    ann = playhouse.connect()
    ann.enter(Login("ann", LONG))
    ann.say(New("tic-tac-toe"))
    ann.say(Resume(ann.token) if isinstance(again, Resume) else again)
    assert ann.last(LoggedIn).matches == ["m1"]
    assert not playhouse.match().closed


def test_a_request_that_waits_for_the_compiler_is_not_done_as_somebody_else():  # security
    playhouse = Playhouse(games=Catalogue())
    (ann,) = playhouse.guests("ann")
    with playhouse.slow():
        ann.say(New("tic-tac-toe", id="7"))
        ann.say(Guest("zoe"))
    assert list(playhouse.core.rooms) == []
    assert (ann.last(Problem).id, ann.last(Problem).sentence) == ("7", "You are a different player now; please say that again")


@pytest.mark.parametrize("line", [True, False])
def test_what_a_person_says_while_a_game_is_compiled_is_about_that_game(line):  # B14
    playhouse = Playhouse(games=Catalogue())
    ann = playhouse.connect(line=line)
    with playhouse.slow():
        for request in (Guest("ann"), New("tic-tac-toe"), Save(), Quit()):
            ann.say(request)
        assert bool(ann.heard(Problem)) != line  # programs go by the id, and wait for nothing
    assert bool(ann.heard(Saved)) == line
    assert ann.gone
    with playhouse.slow():
        bob = playhouse.connect(line=line)
        for request in (Guest("bob"), New("santorini", options={"size": 77}), Ping()):
            bob.say(request)
    assert [type(reply) for reply in bob.inbox[-2:]] == ([Problem, Pong] if line else [Pong, Problem])


def test_an_account_does_not_inherit_what_a_guest_of_that_name_has_done():  # T2
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Resign())
    bob.say(Logout())
    playhouse.wait(10.0)
    new = playhouse.connect()
    ann.say(New("tic-tac-toe"))
    playhouse.wait(10.0)
    new.enter(Login("bob", LONG))
    assert new.say(Statistics())[-1].scores == []
    new.say(Join("m2"))  # made before the account, and played by it
    new.say(Resign())
    assert [score.lost for score in new.say(Statistics())[-1].scores] == [1]


def test_who_is_no_longer_logged_in_does_not_run_the_server():  # security
    root = Playhouse().connect()
    root.enter(Login("root", LONG))
    root.say(Operator("operator"))
    assert root.say(Announce("hello"))[-1] == Done()
    root.say(Logout())
    assert root.refused(Announce("still here")) == "not allowed"


def test_who_is_shut_out_or_has_quit_is_not_listened_to_any_more():  # B15
    playhouse = Playhouse()
    root, mallory, zoe = playhouse.connect(), playhouse.connect(), playhouse.connect()
    root.say(Operator("operator"))
    mallory.enter(Login("mallory", LONG))
    zoe.enter(Guest("zoe"))
    receive = playhouse.core.receive
    receive(root.number, Ban("mallory", "cheats"), playhouse.now)
    receive(zoe.number, Quit(), playhouse.now)
    for person in (mallory, zoe):
        receive(person.number, New("tic-tac-toe", computer=1), playhouse.now)
    playhouse.settle()
    assert list(playhouse.core.rooms) == []


def test_a_mistake_of_ours_is_answered_and_holds_nobody_up(monkeypatch):  # B15
    playhouse = Playhouse()
    ann = playhouse.connect()
    with playhouse.slow():
        for request in (Login("ann", LONG), New("tic-tac-toe", id="1"), Ping(id="2")):
            ann.say(request)
        monkeypatch.setitem(HANDLERS, New, lambda *_: 1 // 0)
    assert (ann.last(Problem).code, ann.last(Problem).id) == ("not now", "1")
    assert ann.last(Pong).id == "2"


@pytest.mark.parametrize("number", ["--1", "1-", "½", "-"])
def test_a_position_with_a_number_that_is_none_is_refused(number):  # B8 B15
    (ann,) = Playhouse().guests("ann")
    assert ann.refused(New("conquest", position=f"ConquestBoard; die {number} 1 1 5 3 6")) == "wrong position"


# Teams


def test_when_a_team_mate_leaves_the_turn_stays_with_who_has_it():  # B5
    playhouse = Playhouse()
    people = {person.name: person for person in playhouse.begin(New("othello", players=6), "a1", "b1", "a2", "b2", "a3", "b3")}
    match = playhouse.match()
    for name in ("a1", "b1"):
        people[name].say(Moves())
        people[name].move(*people[name].last(MoveList).moves[0].path)
    ref = people["a2"].last(Ask).ref
    people["a1"].say(Leave())
    assert match.next_player(0) == "a2"
    people["a2"].say(Moves())
    path = people["a2"].last(MoveList).moves[0].path
    assert isinstance(people["a2"].move(*path, ref=ref), Accepted)  # the question is the same
    people["b2"].say(Leave())
    assert match.next_player(1) == "b3"  # whose turn it was has gone: the next one moves
    assert people["b3"].heard(Ask)


def test_who_leaves_a_team_shares_its_result():  # T2
    playhouse = Playhouse()
    a1, b1, a2, _ = playhouse.begin(New("tic-tac-toe", players=4), "a1", "b1", "a2", "b2")
    a1.say(Leave())
    a2.say(Resign())
    assert [score.lost for score in b1.say(Statistics("a1"))[-1].scores] == [1]


def test_others_are_told_when_a_player_is_gone_and_is_back():  # T13
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    bob.leave()
    assert ann.last(Notice).text == "bob has lost the connection (m1)"
    bob.back()
    assert ann.last(Notice).text == "bob is here again (m1)"


# ReplayCache


def test_an_answer_without_a_match_is_known_by_its_question():  # T4
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    for person, square in ((ann, (1, 1)), (bob, (1, 2)), (ann, (2, 1)), (bob, (2, 2))):
        person.move(square)
    ref = ann.last(Ask).ref
    ann.say(Move([(3, 1)], ref=ref))
    ann.say(New("tic-tac-toe"))
    assert ann.say(Move([(3, 1)], ref=ref))[-1].match == "m1"  # it was accepted before, and is again


def test_a_move_without_a_match_is_for_the_only_one_that_awaits_it():  # B12
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    bob.say(New("tic-tac-toe"))
    ann.say(Join("m2"))
    assert ann.say(Move([(2, 2)]))[0].match == "m1"
    assert bob.refused(Move([(1, 1)])) == "which match"  # both await one


# Time


def test_who_is_late_has_lost_before_anything_is_agreed():  # T13
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe", move=10.0), "ann", "bob")
    bob.say(Offer("draw"))
    playhouse.now += 11.0
    assert ann.refused(Accept("draw")) == "game over"
    assert bob.last(Ended).result == "win"


def test_taking_back_and_moving_again_gains_no_time():  # B6
    playhouse = Playhouse(think=first_move)
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", main=10.0, increment=5.0, computer=1))
    for _ in range(5):
        ann.move((2, 2))
        ann.say(Offer("undo"))
        assert ann.last(Ask).board.clocks[0].main == 10.0


def test_when_nobody_of_those_who_choose_at_once_is_there_nobody_wins():  # T13
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("yahtzee"), "ann", "bob")
    playhouse.wait(200.0)
    assert [person.last(Ended).result for person in (ann, bob)] == ["over", "over"]
    assert playhouse.kept()[-1].sentence == "Everybody has run out of time"


# What is hidden, and what takes long


def test_who_makes_a_match_cannot_choose_the_hidden_dice():  # T8, security
    (ann,) = Playhouse().guests("ann")
    pool = "6 6 6 6 6 1 1 1 1 1 1 1 1 1 1"
    position = f"YahtzeeBoard; thrown 1; pool {pool}; dice 6 6 6 6 6 6 6 6 6 6; used 5 5; rolls 2 2; turn 1; scores {'-1 ' * 26}"
    assert ann.refused(New("yahtzee", position=position.strip())) == "wrong position"
    assert ann.last(Problem).sentence.startswith("the position says what nobody may know: pool")


def test_a_position_with_something_hidden_in_it_is_not_saved_half():  # B8
    ann, _ = Playhouse().begin(New("yahtzee"), "ann", "bob")
    assert ann.refused(Save()) == "not possible"


def test_a_record_is_written_where_nobody_waits_for_it():  # B15
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Resign())
    with playhouse.slow() as waiting:
        ann.say(Record("m1"))
        assert len(waiting) == 1
        assert isinstance(ann.say(Ping())[-1], Pong)
    assert ann.heard(Recorded)


def test_who_quits_is_answered_first_what_was_asked_before():  # B14
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Resign())
    with playhouse.slow():
        ann.say(Record("m1"))
        ann.say(Quit(id="9"))
        ann.say(Ping())
        assert not ann.gone
    assert [type(reply) for reply in ann.inbox[-2:]] == [Recorded, Goodbye]
    assert (ann.inbox[-1].id, ann.gone) == ("9", True)


def test_a_seat_is_told_the_same_numbers_whatever_the_others_do_in_secret():  # T8
    told = []
    for keeps in ((), ((7, 1),)):  # bob rolls again, or does nothing
        playhouse = Playhouse(seed=5)
        ann, bob = playhouse.begin(New("yahtzee"), "ann", "bob")
        for square in keeps:
            assert isinstance(bob.move(square), Accepted)
            bob.move((9, 9))  # refused, which is nobody's business either
        accepted = ann.move((7, 1))
        told.append(
            (ann.last(MatchBoard).number, accepted.number, accepted.ref != "", ann.last(Ask).number, len(ann.last(Ask).ref))
        )
        playhouse.restart()
        ann = ann.back()
        told[-1] += (ann.last(MatchBoard).number, ann.last(Ask).number)
    assert told[0] == told[1]


def test_the_game_of_a_player_who_is_banned_is_lost_by_that_and_not_resigned():
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe"), "ann", "mallory")
    root = playhouse.connect()
    root.say(Operator("operator"))
    root.say(Ban("mallory", "cheats"))
    ended = ann.last(Ended)
    assert (ended.result, ended.sentence) == ("win", "O has lost because mallory was banned")
