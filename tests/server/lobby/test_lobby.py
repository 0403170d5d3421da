"""AnalysisResult each other: lists, making, seeking and joining matches, the plainest client, rematches."""

from __future__ import annotations

import pytest
from tests.server.playhouse import Playhouse, first_move

from ludus.server.policy import MatchPolicy, Policy
from ludus.server.settings import Settings
from ludus.wire.codec import JSON, LINE
from ludus.wire.messages import (
    Accept,
    Accepted,
    Ask,
    Changed,
    Computer,
    Decline,
    Done,
    Ended,
    GameList,
    Games,
    Join,
    Joined,
    Leave,
    MatchBoard,
    Matches,
    MatchList,
    Move,
    New,
    Notice,
    Offer,
    Offered,
    PlayerList,
    Players,
    Problem,
    Resign,
    Save,
    Saved,
    Seated,
    Seek,
    Watch,
)

# Lists


def test_everybody_may_ask_what_can_be_played_and_what_is_played():
    playhouse = Playhouse()
    stranger = playhouse.connect()
    games = {entry.game: entry for entry in stranger.say(Games())[0].games}
    assert isinstance(stranger.last(GameList), GameList)
    assert set(games) >= {"tic-tac-toe", "connect-four", "checkers", "santorini", "conquest", "yahtzee"}
    assert games["santorini"].options[0].choices == [5, 6]
    playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    playhouse.begin(New("connect-four"), "cid")
    listed = stranger.say(Matches())[0].matches
    assert [(entry.match, entry.standing, entry.teams, entry.free) for entry in listed] == [
        ("m1", "playing", [["ann"], ["bob"]], 0),
        ("m2", "open", [["cid"], []], 1),
    ]
    assert [entry.match for entry in stranger.say(Matches("connect-four"))[0].matches] == ["m2"]
    assert stranger.refused(Matches("chess")) == "no game"
    assert [entry.name for entry in stranger.say(Players())[0].players] == ["ann", "bob", "cid"]
    assert stranger.last(PlayerList).players[0].matches == ["m1"]
    assert stranger.last(MatchList)


def test_of_too_many_the_newest_are_listed_and_matches_that_can_be_joined_before_others():  # B14 B15
    playhouse = Playhouse(Settings(policy=Policy(matches=MatchPolicy(listed=3))))
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe"))  # m1 waits, the others are played
    for number in range(4):
        playhouse.begin(New("connect-four"), f"p{number}", f"q{number}")
    listed = ann.say(Matches())[-1]
    assert ([entry.match for entry in listed.matches], listed.more) == (["m4", "m5", "m1"], 2)
    assert LINE.write(listed).decode().splitlines()[-2:] == ["MORE 2", "END MATCHES"]
    assert b'"more":2' in JSON.write(listed)
    few = ann.say(Matches("tic-tac-toe"))[-1]
    assert ([entry.match for entry in few.matches], few.more) == (["m1"], 0)
    assert b"MORE" not in LINE.write(few)
    here = ann.say(Players())[-1]
    assert ([entry.name for entry in here.players], here.more) == (["q2", "p3", "q3"], 6)
    assert LINE.write(here).decode().splitlines()[-2:] == ["MORE 6", "END PLAYERS"]


def test_whoever_wants_to_play_says_a_name_first():
    stranger = Playhouse().connect()
    for request in (New("tic-tac-toe"), Seek("tic-tac-toe"), Join("m1"), Move([(1, 1)]), Resign()):
        assert stranger.refused(request) == "login first"


# Making, seeking, joining


def test_a_match_is_made_with_a_seat_of_ones_choice_and_joined_by_its_name():
    playhouse = Playhouse()
    ann, bob, cid = playhouse.guests("ann", "bob", "cid")
    ann.say(New("tic-tac-toe", team=2, move=60.0))
    assert (ann.last(Seated).team, ann.last(Seated).free) == (2, 1)
    assert bob.refused(Join("m1", team=2)) == "no free seat"
    assert bob.refused(Join("m7")) == "no match"
    bob.say(Join("m1"))
    assert bob.last(Seated).team == 1
    assert ann.last(Joined).player == "bob"
    assert bob.last(Ask).board.clocks[0].move == 60.0
    assert cid.refused(Join("m1")) == "no free seat"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (New("chess"), "no game"),
        (New("santorini", options={"size": 7}), "wrong option"),
        (New("tic-tac-toe", options={"size": 3}), "wrong option"),
        (New("tic-tac-toe", position="xxxxxxxxx"), "wrong position"),
        (New("tic-tac-toe", position="xxx.oo..."), "wrong position"),
        (New("tic-tac-toe", players=1), "not possible"),
        (New("tic-tac-toe", players=17), "not possible"),
        (New("tic-tac-toe", team=3), "not possible"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(request_, code):
    (ann,) = Playhouse().guests("ann")
    assert ann.refused(request_) == code
    assert ann.say(Matches())[0].matches == []


def test_seekers_who_want_the_same_are_brought_together_whether_they_say_the_usual_option_or_not():
    playhouse = Playhouse()
    ann, bob, cid = playhouse.guests("ann", "bob", "cid")
    ann.say(Seek("santorini", options={"size": 6}))
    cid.say(Seek("santorini", options={"size": 5}))
    bob.say(Seek("santorini"))
    assert [person.last(Seated).match for person in (ann, bob, cid)] == ["m1", "m1", "m2"]
    assert ann.last(MatchBoard).width == 6


def test_the_lines_of_a_saved_position_are_joined_by_semicolons():  # B14
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("connect-four"), "ann", "bob")
    saved = "; ".join(ann.say(Save())[-1].lines)
    (cat,) = playhouse.guests("cat")
    assert isinstance(cat.say(New("connect-four", position=saved))[-1], Seated)
    problem = cat.say(New("connect-four", position=saved.replace(";", "")))[-1]
    assert problem.code == "wrong position"
    assert problem.sentence.endswith("; write it as the game does, or join the lines of SAVE by ;")


def test_a_match_begins_from_a_position_and_options_that_it_names():
    playhouse = Playhouse()
    position = "5 1 b2,d4 b4,d2 00000/00000/00000/00000/00000"
    ann, _ = playhouse.begin(New("santorini", position=position), "ann", "bob")
    assert (ann.last(MatchBoard).width, ann.last(MatchBoard).options) == (5, {"size": 5})
    ann, _ = playhouse.begin(New("tic-tac-toe", position="xx.oo...."), "dan", "eve")
    ann.move((3, 3))
    assert ann.last(Ended).result == "win"
    ann, _ = playhouse.begin(New("checkers", position="B:W8:B1"), "fay", "guy")
    assert sum(bool(square.piece) for square in ann.last(MatchBoard).squares) == 2
    assert ann.say(Save())[0] == ann.last(Saved)


def test_a_player_has_several_matches_at_once_and_then_says_which():
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    for _ in range(2):
        ann.say(New("tic-tac-toe"))
        bob.say(Join(ann.last(Seated).match))
    assert ann.refused(Move([(2, 2)])) == "which match"
    assert isinstance(ann.say(Move([(2, 2)], match="m1"))[-1], Accepted)
    ann.say(Resign("m2"))
    assert isinstance(bob.say(Move([(1, 1)]))[-1], Accepted)  # only one is left


def test_who_seeks_twice_waits_once():
    ann, bob = Playhouse().guests("ann", "bob")
    ann.say(Seek("tic-tac-toe"))
    ann.say(Seek("tic-tac-toe"))
    assert ann.last(Seated).match == "m1"
    bob.say(Seek("tic-tac-toe"))
    assert ann.last(MatchBoard).teams == [["ann"], ["bob"]]


@pytest.mark.parametrize(
    "request_",
    [New("tic-tac-toe"), Join("m1"), Seek("connect-four"), Seek("tic-tac-toe", move=60.0)],
    ids=["made", "joined", "found by seeking", "made by seeking"],
)
def test_nobody_is_in_more_than_eight_matches(request_):  # B15
    ann, bob = Playhouse().guests("ann", "bob")
    bob.say(New("connect-four"))
    for _ in range(8):
        assert isinstance(ann.say(New("tic-tac-toe"))[-1], Seated)
    assert ann.refused(request_) == "not possible"
    assert ann.last(Problem).sentence == "You are in 8 matches already; end or leave one first"
    ann.say(Leave("m9"))
    assert isinstance(ann.say(request_)[-1], Seated)


def test_seats_of_a_match_that_has_not_begun_are_free_again_when_somebody_goes():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("conquest", players=4), "ann", "bob")
    bob.leave()
    assert playhouse.match().free == 3
    ann.say(Leave())
    assert playhouse.match().closed.how == "abandoned"
    assert ann.say(Matches())[-1].matches == []


def test_who_sits_down_no_longer_watches_and_is_told_everything_once():
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("tic-tac-toe"))
    bob.say(Watch("m1"))
    bob.say(Join("m1"))
    ann.move((2, 2))
    assert len(bob.heard(Changed)) == 1


# Rematch


def test_a_rematch_swaps_sides_and_keeps_the_score():  # T3
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    bob.say(Resign())
    ann.say(Offer("rematch"))
    assert bob.last(Offered).what == "rematch"
    assert isinstance(bob.say(Decline("rematch"))[-1], Done)
    ann.say(Offer("rematch"))
    bob.say(Accept("rematch", match="m1"))
    assert (ann.last(MatchBoard).match, ann.last(MatchBoard).teams) == ("m2", [["bob"], ["ann"]])
    assert (bob.last(Ask).games, bob.last(Ask).score) == (2, [0.0, 1.0])
    playhouse.wait(181)  # bob runs out of time
    bob.say(Offer("rematch", match="m2"))
    ann.say(Offer("rematch", match="m2"))  # who offers what was offered accepts
    assert (ann.last(Ask).games, ann.last(Ask).score, ann.last(Ask).forfeited) == (3, [2.0, 0.0], [2])
    assert ann.refused(Offer("rematch", match="m2")) == "not possible"


def test_who_plays_again_is_told_the_new_seat():  # T3
    ann, bob = Playhouse().begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Resign())
    ann.say(Offer("rematch"))
    bob.say(Accept("rematch"))
    assert [(person.last(Seated).match, person.last(Seated).team) for person in (ann, bob)] == [("m2", 2), ("m2", 1)]


def test_nobody_is_drawn_into_a_rematch_who_has_gone():  # T1, security
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    bob.say(Resign())
    ann.say(Offer("rematch"))
    ann.leave()
    assert bob.refused(Accept("rematch")) == "not possible"
    assert bob.last(Problem).sentence == "ann is not here"
    ann.back()
    bob.say(Accept("rematch"))
    assert bob.last(MatchBoard).match == "m2"


@pytest.mark.parametrize("restart_before", [0, 1, 2])
def test_a_rematch_can_be_agreed_on_after_a_restart_and_only_once(restart_before):  # T3
    playhouse = Playhouse()
    people = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    people[1].say(Resign())
    for step, request in enumerate((Offer("rematch", match="m1"), Accept("rematch", match="m1"), Offer("rematch", match="m1"))):
        if step == restart_before:
            playhouse.restart()
            people = [person.back() for person in people]
        said = people[step % 2].say(request)
    assert playhouse.match("m2").status == "playing"
    assert [reply.sentence for reply in said] == ["It is being played already, as m2"]


def test_nobody_gets_into_too_many_matches_by_a_rematch():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Resign())
    for _ in range(MatchPolicy().per_player):
        bob.say(New("tic-tac-toe"))
    assert ann.refused(Offer("rematch")) == "not possible"
    assert ann.last(Problem).sentence == "bob is in 8 matches already"
    bob.say(Leave("m2"))
    assert isinstance(ann.say(Offer("rematch"))[-1], Done)
    bob.say(New("tic-tac-toe"))
    assert bob.refused(Accept("rematch", match="m1")) == "not possible"
    bob.say(Leave("m3"))
    bob.say(Accept("rematch", match="m1"))
    assert ann.last(MatchBoard).teams == [["bob"], ["ann"]]


def test_teams_stay_together_in_a_rematch_even_when_one_is_larger():
    playhouse = Playhouse()
    people = playhouse.begin(New("conquest", players=3), "ann", "bob", "cid")
    people[0].say(Resign())
    people[0].say(Offer("rematch"))
    people[1].say(Accept("rematch"))
    assert people[2].last(MatchBoard).teams == [["ann", "cid"], ["bob"]]


def test_the_computer_always_wants_another_game():
    playhouse = Playhouse(think=first_move)
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", computer=1))
    ann.say(Resign())
    ann.say(Offer("rematch"))
    assert ann.last(MatchBoard).teams == [["computer1"], ["ann"]]
    assert ann.last(Ask).board.history == ["a1"]


# Stopping


def test_a_server_that_stops_lets_games_finish_and_begins_no_new_one():  # B17
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    cid, dan = playhouse.guests("cid", "dan")
    cid.say(Seek("tic-tac-toe"))
    assert not playhouse.core.stop()
    playhouse.settle()
    assert ann.last(Notice)
    for request in (Seek("tic-tac-toe"), Join("m2"), New("tic-tac-toe")):
        assert dan.refused(request) == "stopping"
    assert cid.refused(Computer(level=1)) == "stopping"
    bob.say(Resign())
    assert playhouse.core.stop()
    ann.say(Offer("rematch"))
    assert bob.refused(Accept("rematch")) == "stopping"
    assert not bob.heard(Problem)[:-1]


def test_a_limit_of_one_match_is_said_as_one():  # B14
    playhouse = Playhouse(Settings(policy=Policy(matches=MatchPolicy(per_player=1))))
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe"))
    assert ann.refused(New("tic-tac-toe")) == "not possible"
    assert ann.last(Problem).sentence == "You are in 1 match already; end or leave one first"
