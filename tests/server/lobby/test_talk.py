"""Words between players, challenges, and answers that need not say what they answer (B14)."""

from __future__ import annotations

import pytest
from tests.server.playhouse import Playhouse, first_move

from ludus.wire.messages import (
    Accept,
    Challenge,
    Challenged,
    Chat,
    Decline,
    Declined,
    Ended,
    Join,
    MatchBoard,
    New,
    Offer,
    Offered,
    Problem,
    Said,
    Seated,
    Shout,
    Shouted,
    Tell,
    Told,
    Unchallenged,
    Watch,
)


def test_one_player_is_told_and_everybody_hears_a_shout():
    playhouse = Playhouse()
    ann, bob, cat = playhouse.guests("ann", "bob", "cat")
    ann.say(Tell("BOB", "hi"))
    assert bob.last(Told).prose() == ["ann tells you: hi"]
    assert not cat.heard(Told)
    ann.say(Shout("hello"))
    assert bob.last(Shouted).prose() == cat.last(Shouted).prose() == ["ann shouts: hello"]
    assert ann.refused(Tell("nobody", "hi")) == "no player"
    cat.leave()
    assert ann.refused(Tell("cat", "hi")) == "not possible"


def test_nobody_can_flood_the_others_with_words():  # B15
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    for _ in range(30):
        ann.say(Shout("buy"))
    assert len(bob.heard(Shouted)) == 10
    assert ann.last(Problem).code == "too fast"
    playhouse.wait(2)
    ann.say(Tell("bob", "once more"))
    assert bob.last(Told).text == "once more"


def test_a_challenge_is_accepted_with_a_single_word():
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(Challenge("bob", "tic-tac-toe", team=2, move=60))
    assert bob.last(Challenged).prose() == [
        "ann challenges bob to tic-tac-toe, 1 minute for each move. bob may ACCEPT or DECLINE."
    ]
    bob.say(Accept())
    assert bob.last(MatchBoard).teams == [["bob"], ["ann"]]
    assert ann.last(Seated).team == 2
    assert playhouse.match().terms.move == 60
    assert bob.refused(Accept()) == "not offered"


def test_a_challenge_ends_when_it_is_declined_taken_back_or_somebody_goes():
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(Challenge("bob", "tic-tac-toe"))
    bob.say(Decline())
    assert ann.last(Unchallenged).prose() == ["bob declines the challenge of ann."]
    ann.say(Challenge("bob", "tic-tac-toe"))
    ann.say(Decline("challenge"))
    assert bob.last(Unchallenged).prose() == ["ann takes back the challenge to bob."]
    ann.say(Challenge("bob", "tic-tac-toe"))
    ann.leave()
    assert bob.refused(Accept("challenge")) == "not offered"


@pytest.mark.parametrize("wrong", [Challenge("ann", "tic-tac-toe"), Challenge("bob", "tic-tac-toe", team=3)])
def test_a_challenge_that_cannot_be_played_is_refused(wrong):
    playhouse = Playhouse()
    ann, _ = playhouse.guests("ann", "bob")
    assert ann.refused(wrong) == "not possible"
    assert ann.refused(Challenge("bob", "chess960")) == "no game"


def test_accept_alone_means_the_only_thing_that_is_open():
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(New("tic-tac-toe"))
    bob.say(Join("m2"))
    ann.say(Offer("draw", match="m1"))
    ann.say(Challenge("bob", "othello"))
    assert bob.refused(Accept()) == "not possible"
    assert "draw match=m1, challenge player=ann" in bob.last(Problem).sentence
    bob.say(Decline("challenge"))
    bob.say(Accept())
    accepted = ann.heard(Offered)[-1]
    assert (accepted.accepts, accepted.prose()) == (True, ["m1: bob accepts the draw."])
    assert accepted.render() == ["ACCEPTED DRAW bob 2 m1"]
    assert ann.last(Ended).result == "draw"
    ann.say(Offer("rematch", match="m1"))
    bob.say(Accept())
    assert bob.last(MatchBoard).match == "m3"


def test_the_computer_declines_a_draw_in_so_many_words():
    playhouse = Playhouse(think=first_move)
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", computer=1))
    ann.say(Offer("draw"))
    assert ann.last(Declined).prose() == ["m1: computer1 declines the draw."]
    assert not playhouse.match().closed


def test_a_team_talks_among_itself_and_nobody_else_hears_it_even_later():  # B5, B15
    playhouse = Playhouse()
    ann, bob, cat, dan = playhouse.begin(New("conquest", players=4, delay=5), "ann", "bob", "cat", "dan")
    (eve,) = playhouse.guests("eve")
    eve.say(Watch("m1"))
    ann.say(Chat("attack", to="team"))
    assert cat.last(Said).prose() == ["m1: ann says to the team: attack"]
    assert cat.last(Said).render() == ["TEAMCHAT m1 ann attack"]
    playhouse.wait(10)
    for other in (bob, dan, eve):
        assert not other.heard(Said)
        other.say(Watch("m1", after=1))
        assert not other.heard(Said)
    cat.forget()
    cat.say(Watch("m1", after=1))
    assert cat.last(Said).text == "attack"
    assert eve.refused(Chat("me too", match="m1", to="team")) in ("not possible", "not your match")
