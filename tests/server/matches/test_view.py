"""What is told about a match: to each what it may know, and as late as was agreed."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.server.playhouse import Playhouse, a_random_move, somebody_asked

from ludus.server.matches.view_handlers import Retelling
from ludus.wire.messages import AnyReply, Ask, Changed, Chat, Clock, Ended, Leave, Left, MatchBoard, New, Resign, Said, Watch

NOT_RETOLD = ("Ask", "Accepted", "Seated", "LoggedIn", "Welcome", "Done", "Shown", "Saved", "MoveList", "Problem")


# Boards and changes


def test_everybody_gets_the_whole_board_at_first_and_then_only_what_changes():  # B11 T14
    ann, bob = Playhouse().begin(New("connect-four"), "ann", "bob")
    assert len(ann.last(MatchBoard).squares) == 42
    assert (ann.last(MatchBoard).team, bob.last(MatchBoard).team) == (1, 2)
    ann.move((4, 1))
    for person in (ann, bob):
        change = person.last(Changed)
        assert [(square.x, square.y, square.piece, square.team) for square in change.squares] == [(4, 1, "disc", 1)]
        assert (change.player, change.path, change.turn) == ("ann", [(4, 1)], [2])


def test_a_question_carries_everything_a_program_without_memory_needs():  # T3
    ann, bob = Playhouse().begin(New("connect-four", main=300.0), "ann", "bob")
    ann.move((4, 1))
    bob.move((4, 2))
    ask = ann.last(Ask)
    assert ask.board.history == ["4", "4"]
    assert len(ask.board.squares) == 42
    assert ask.board.teams == [["ann"], ["bob"]]
    assert ask.board.clocks[0] == Clock(180.0, 300.0, True)
    assert (ask.games, ask.score, ask.forfeited, ask.refused) == (1, [0.0, 0.0], [], 0)
    ann.move((4, 2))
    assert ann.last(Ask).refused == 1


def test_a_board_that_is_shown_again_tells_the_time_that_is_left_by_then():  # T14
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("connect-four"), "ann", "bob")
    assert ann.last(MatchBoard).clocks[0] == Clock(180.0, 0.0, True)
    playhouse.wait(10.0)
    again = ann.back()
    assert (again.last(MatchBoard).clocks[0], again.last(MatchBoard).team) == (Clock(170.0, 0.0, True), 1)


def test_at_the_end_all_are_told_the_result_as_it_is_for_them_and_the_seed():  # T14
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    bob.say(Resign())
    assert (ann.last(Ended).result, ann.last(Ended).sentence) == ("win", "O has resigned")
    assert (bob.last(Ended).result, bob.last(Ended).sentence) == ("lose", "Your team has resigned")
    assert (eve.last(Ended).result, eve.last(Ended).winner) == ("over", 1)
    assert ann.last(Ended).seed == playhouse.match().seed


def test_who_leaves_is_told_of_with_the_team():
    people = Playhouse().begin(New("conquest", players=4), "ann", "bob", "cid", "dan")
    people[3].say(Leave())
    assert (people[0].last(Left).player, people[0].last(Left).team) == ("dan", 2)


@pytest.mark.parametrize("game", ["connect-four", "yahtzee", "conquest"])
def test_who_was_away_is_told_again_exactly_what_was_told_after_the_last_number_seen(game):
    playhouse, luck = Playhouse(seed=4), random.Random(1)
    ann, bob = playhouse.begin(New(game), "ann", "bob")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    for step in range(7 if game == "connect-four" else 24):
        a_random_move(somebody_asked(playhouse, [ann, bob], luck), luck)
        if step == 4:
            bob.say(Chat("hm"))
    bob.say(Resign())
    match = playhouse.match()
    for person, seat in ((ann, 0), (bob, 1)):
        live = [reply for reply in person.inbox if type(reply).__name__ not in NOT_RETOLD]
        for after in (3, 4, 7, match.number - 1):
            assert Retelling(match, seat, after).go_on(match.log) == [reply for reply in live if reply.number > after]
    after = eve.last(MatchBoard).number
    live = [reply for reply in eve.inbox if type(reply).__name__ not in NOT_RETOLD and not isinstance(reply, MatchBoard)]
    assert Retelling(match, -1, after).go_on(match.log) == live


def test_a_client_resumes_from_the_last_event_it_saw_and_is_asked_again():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.move((2, 2))
    seen = ann.last(Changed).number
    ann.leave()
    bob.move((1, 1))
    bob.say(Chat("your turn"))
    ann = ann.back()
    again = ann.say(Watch("m1", after=seen))
    assert [type(reply) for reply in again[:3]] == [Changed, Said, Ask]
    assert again[0].squares[0].piece == "nought"
    assert ann.last(Ask).ref == playhouse.match().ref(0)


def test_who_comes_back_sees_the_board_as_it_is_now_also_where_something_is_hidden():
    playhouse, luck = Playhouse(), random.Random(2)
    ann, bob = playhouse.begin(New("yahtzee"), "ann", "bob")
    while 0 in playhouse.match().asked:
        a_random_move(ann, luck)
    ann.leave()
    while 1 in playhouse.match().asked and 0 not in playhouse.match().asked:
        a_random_move(bob, luck)
    ann = ann.back()
    fresh = playhouse.match().rulebook.board(playhouse.match().play.state, 0)
    shown = {(square.x, square.y): square.piece for square in ann.last(MatchBoard).squares}
    assert shown == {(square.x, square.y): square.piece.word if square.piece else "" for square in fresh.squares}
    assert len(ann.last(MatchBoard).history) > 4


def test_every_message_can_be_written_and_read_again():
    playhouse, luck = Playhouse(), random.Random(0)
    ann, bob = playhouse.begin(New("yahtzee"), "ann", "bob")
    for _ in range(8):
        a_random_move(somebody_asked(playhouse, [ann, bob], luck), luck)
    bob.say(Resign())
    for reply in ann.inbox + bob.inbox:
        assert msgspec.json.decode(msgspec.json.encode(reply), type=AnyReply) == reply
