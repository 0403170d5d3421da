"""In a rated match, a network has one seat: nobody sees with one seat what to choose with the other."""

from __future__ import annotations

from dataclasses import replace

from tests.server.playhouse import Person, Playhouse

from ludus.server.lobby.queue import Waiter, WaitingList
from ludus.server.matches.events import Terms
from ludus.server.policy import MatchPolicy, Policy, QueuePolicy
from ludus.server.settings import Settings
from ludus.wire.messages import Accept, Challenge, Computer, Join, New, Problem, Queue, Resign, Seated, Seek

HOME, AWAY = "203.0.113.5", "198.51.100.7"


def visitors(playhouse: Playhouse, *names: str) -> list[Person]:
    """People who come from home; the last of them from somewhere else."""
    people = playhouse.guests(*names)
    for person in people:
        place(person, AWAY if person is people[-1] else HOME)
    return people


def place(person: Person, address: str) -> None:
    person.playhouse.core.connections.get(person.number).address = address


def test_a_second_player_from_one_network_gets_no_seat_in_a_rated_match():  # security
    playhouse = Playhouse()
    ann, bob, cat = visitors(playhouse, "ann", "bob", "cat")
    ann.say(New("yahtzee", players=3))
    assert bob.refused(Join("m1")) == "not possible"
    assert bob.last(Problem).sentence == (
        "ann comes from the same network as you, which has one seat in a rated match; "
        "make one that is not rated: NEW yahtzee rated=no"
    )
    cat.say(Join("m1"))
    assert cat.last(Seated).match == "m1"
    assert playhouse.core.context.pressure.counts["refused", "a second seat from one network"] == 1


def test_being_away_while_the_other_sits_down_does_not_help():  # security
    playhouse = Playhouse(Settings(policy=replace(Policy(), matches=MatchPolicy(seat_seconds=1000.0))))
    ann, bob, cat = visitors(playhouse, "ann", "bob", "cat")
    ann.say(New("tic-tac-toe", players=3))
    place(ann, AWAY)  # as if by another connection
    assert bob.refused(Join("m1")) == "not possible"
    assert cat.refused(Join("m1")) == "not possible"


def test_a_match_that_is_not_rated_is_for_a_household_and_counts_for_nobody():
    playhouse = Playhouse()
    ann, bob, _ = visitors(playhouse, "ann", "bob", "cat")
    ann.say(New("tic-tac-toe", rated="no"))
    bob.say(Join("m1"))
    assert playhouse.match().begun
    ann.say(Resign("m1"))
    assert playhouse.core.context.ratings.all == {}


def test_a_challenge_between_neighbours_is_not_rated_and_others_are():  # security
    playhouse = Playhouse()
    ann, bob, cat = visitors(playhouse, "ann", "bob", "cat")
    for number, (challenger, other) in enumerate([(ann, bob), (cat, ann)], start=1):
        challenger.say(Challenge(other.name, "tic-tac-toe"))
        other.say(Accept())
        assert playhouse.match(f"m{number}").begun
    assert [playhouse.match(name).terms.rated for name in ("m1", "m2")] == [False, True]
    ann.say(Resign("m1"))
    assert playhouse.core.context.ratings.all == {}


def test_those_who_seek_or_queue_are_not_brought_together_with_their_neighbours():  # security
    playhouse = Playhouse()
    ann, bob, cat = visitors(playhouse, "ann", "bob", "cat")
    assert [person.say(Seek("tic-tac-toe"))[0].match for person in (ann, bob, bob)] == ["m1", "m2", "m2"]
    cat.say(Seek("tic-tac-toe"))
    assert cat.last(Seated).match == "m1"
    playhouse = Playhouse()
    ann, bob, cat = visitors(playhouse, "ann", "bob", "cat")
    for person in (ann, bob):
        person.say(Queue("tic-tac-toe"))
    playhouse.wait(100)
    assert not ann.heard(Seated)
    cat.say(Queue("tic-tac-toe"))
    assert [bool(person.heard(Seated)) for person in (ann, bob, cat)] == [True, False, True]


def test_three_seats_are_filled_from_three_networks():
    waiting = WaitingList(QueuePolicy())
    terms = Terms("yahtzee", {}, 3, 60.0, 0.0, 0.0, 0.0, "")
    for at, name in enumerate(("ann", "bob", "cat", "dan")):
        waiting.enter(Waiter(name, terms, float(at)))
    networks = {"ann": {HOME}, "bob": {HOME}, "cat": {AWAY}, "dan": {"192.0.2.9"}}
    groups = waiting.pair(10.0, dict.fromkeys(networks, 1500.0), (), networks)
    assert [sorted(waiter.player for waiter in group) for group in groups] == [["ann", "cat", "dan"]]


def test_the_operator_may_let_a_class_play_and_this_machine_is_nobodys_neighbour():
    settings = Settings(policy=replace(Policy(), matches=MatchPolicy(per_network=30)))
    ann, bob, _ = visitors(Playhouse(settings), "ann", "bob", "cat")
    ann.say(New("tic-tac-toe"))
    bob.say(Join("m1"))
    assert bob.last(Seated).match == "m1"
    ann, bob = Playhouse().guests("ann", "bob")
    ann.say(New("tic-tac-toe"))
    bob.say(Join("m1"))
    assert bob.last(Seated).match == "m1"


def test_against_the_computer_nothing_is_rated_so_nobody_is_refused():
    playhouse = Playhouse()
    ann, bob, _ = visitors(playhouse, "ann", "bob", "cat")
    ann.say(New("yahtzee", players=3))
    ann.say(Computer(match="m1"))
    bob.say(Join("m1"))
    assert bob.last(Seated).match == "m1"
