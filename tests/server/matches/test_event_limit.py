"""What happens beside the game is kept, and has a bound: nobody fills the disk with offers, talk or refused moves (B15)."""

from __future__ import annotations

from tests.server.playhouse import Playhouse

from ludus.server.matches import commands
from ludus.server.matches.event_limit import is_full
from ludus.server.matches.events import Erred, Rejected
from ludus.server.policy import MatchPolicy, Policy
from ludus.server.settings import Settings
from ludus.wire.messages import (
    Accept,
    Accepted,
    Ask,
    Chat,
    Decline,
    Done,
    Ended,
    Join,
    Leave,
    Move,
    New,
    Offer,
    Problem,
    Resign,
    Seated,
    Seek,
    Watch,
)

FEW = 20


SOON_FULL = Settings(policy=Policy(matches=MatchPolicy(remarks=FEW)))


def a_full_match(playhouse):
    """Two players in a match in which nothing more is taken down."""
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    while not is_full(playhouse.match().log, FEW):
        ann.say(Offer("draw"))
        bob.say(Decline("draw"))
    return ann, bob


def test_a_person_may_try_for_ever_and_only_so_much_of_it_is_kept():  # B15 B12 T8
    playhouse = Playhouse(SOON_FULL)
    ann, _ = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    for _ in range(3 * FEW):
        answer, again = ann.say(Move([(9, 9)], match="m1", ref=ann.last(Ask).ref))
        assert (answer.code, type(again)) == ("illegal", Ask)  # the refusal, then the question again
    kept = playhouse.kept()
    assert sum(isinstance(event, Erred) for event in kept) == FEW - 2  # two sat down
    assert len(kept) == FEW + 2  # it was made, and it began
    assert isinstance(ann.move((2, 2)), Accepted)


def test_a_program_that_errs_loses_however_much_has_happened():  # T8
    playhouse = Playhouse(SOON_FULL)
    ann, _ = a_full_match(playhouse)
    playhouse.core.connections.get(ann.number).program = True
    for _ in range(3):
        ann.move((9, 9))
    assert ann.last(Ended).sentence.endswith("has lost by 3 moves that are not legal")


def test_offers_come_to_an_end_but_the_last_one_is_answered():  # B15
    playhouse = Playhouse(SOON_FULL)
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    while ann.say(Offer("draw"))[-1] == Done():
        assert bob.say(Decline("draw"))[-1] == Done()
        assert len(playhouse.kept()) <= FEW + 3
    assert ann.last(Problem).sentence == "Enough has been offered in this match"
    assert isinstance(playhouse.kept()[-1], Rejected)


def test_what_is_on_offer_when_enough_has_happened_can_be_accepted():  # B15
    playhouse = Playhouse(SOON_FULL)
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Offer("draw"))
    while bob.say(Chat("let me think"))[-1] == Done():
        pass
    assert bob.last(Problem).sentence == "Enough has been said in this match"
    assert bob.say(Accept("draw"))[-1] == Done()
    assert ann.last(Ended).result == "draw"


def test_who_comes_and_goes_all_the_time_is_not_let_in_again():  # B15
    playhouse = Playhouse(SOON_FULL)
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("conquest", players=4))
    while isinstance(bob.say(Join("m1"))[-1], Seated):
        bob.say(Leave("m1"))
        assert len(playhouse.kept()) <= FEW + 3
    assert bob.last(Problem).sentence == "Too many have come to m1 and gone; make another match"
    assert ann.say(Leave("m1"))[-1] == Done()  # who sits can always go


def test_who_seeks_is_not_sent_to_a_match_where_nobody_is_let_in():  # B15
    playhouse = Playhouse(SOON_FULL)
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(Seek("tic-tac-toe"))
    while not is_full(playhouse.match().log, FEW):
        playhouse.do(commands.say(playhouse.match(), "ann", "is anybody there?", playhouse.now))
    bob.say(Seek("tic-tac-toe"))
    assert bob.last(Seated).match == "m2"


def test_who_only_watches_cannot_talk_others_out_of_a_seat_or_a_rematch():  # B15
    playhouse = Playhouse(SOON_FULL)
    ann, bob, eve = playhouse.guests("ann", "bob", "eve")
    ann.say(New("tic-tac-toe"))
    eve.say(Watch("m1"))
    for _ in range(FEW):
        eve.say(Chat("me too", match="m1"))
    assert eve.last(Problem).sentence == "Enough has been said in this match"
    assert ann.say(Chat("at last some peace"))[-1] == Done()
    assert isinstance(bob.say(Join("m1"))[-1], Seated)
    bob.say(Resign())
    while ann.say(Chat("well played"))[-1] == Done():
        pass
    assert ann.say(Offer("rematch"))[-1] == Done()
