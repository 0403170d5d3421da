"""The queue: whom it pairs with whom, and that nobody meets the same again while somebody else is there (T11)."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.playhouse import Playhouse
from tests.server.tournaments.house import TournamentHouse

from ludus.server.lobby.queue import Waiter, WaitingList
from ludus.server.matches.events import Terms
from ludus.server.policy import QueuePolicy
from ludus.wire.messages import Ask, Queue, Queued, Seated, Unqueue

TERMS = Terms("tic-tac-toe", {}, 2, 60.0, 0.0, 0.0, 0.0, "")
OTHER = Terms("tic-tac-toe", {}, 2, 30.0, 0.0, 0.0, 0.0, "")
EQUAL = dict.fromkeys("abcdefgh", 1500.0)


def queue_of(names: str, again: bool = True, since: float = 0.0) -> WaitingList:
    waiting = WaitingList(QueuePolicy())
    for name in names:
        waiting.enter(Waiter(name, TERMS, since, again))
    return waiting


def pairs(groups: list[list[Waiter]]) -> set[str]:
    return {"".join(sorted(waiter.player for waiter in group)) for group in groups}


def test_ratings_that_are_near_come_first_and_waiting_brings_those_together_that_are_not():  # T11
    waiting = queue_of("abcd")
    ratings = {"a": 1500.0, "b": 1900.0, "c": 1520.0, "d": 1880.0}
    assert pairs(waiting.pair(0.0, ratings, ())) == {"ac", "bd"}
    waiting, ratings = queue_of("ab"), {"a": 1000.0, "b": 2000.0}
    assert waiting.pair(0.0, ratings, ()) == []
    assert waiting.next_time is not None
    assert waiting.pair(30.0, ratings, ()) == []
    assert pairs(waiting.pair(41.0, ratings, ())) == {"ab"}


def test_only_those_on_the_same_terms_who_are_not_in_a_game_are_paired():  # T11
    waiting = queue_of("ab")
    waiting.enter(Waiter("c", OTHER, 0.0))
    assert pairs(waiting.pair(0.0, EQUAL, {"a"})) == set()
    waiting.note_end("m1", 1.0)
    assert pairs(waiting.pair(1.0, EQUAL, ())) == {"ab"}


def test_everybody_meets_everybody_before_anybody_meets_the_same_again():  # T11
    waiting, met = queue_of("abcdef"), []
    for round_ in range(10):
        groups = waiting.pair(100.0 * round_, EQUAL, ())
        met += sorted(pairs(groups))
        for number, group in enumerate(groups):
            waiting.note_begin(f"m{round_}-{number}", group)
        for number in range(len(groups)):
            waiting.note_end(f"m{round_}-{number}", 100.0 * round_ + 50.0)
    assert len(set(met[:15])) == 15
    assert len(met) > 20


def test_somebody_waits_a_while_for_a_new_opponent_who_is_still_playing():  # T11
    waiting = queue_of("abcd")
    first = waiting.pair(0.0, EQUAL, ())
    for number, group in enumerate(first):
        waiting.note_begin(f"m{number}", group)
    waiting.note_end("m0", 10.0)
    assert waiting.pair(10.0, EQUAL, ()) == []  # both others are still playing
    assert waiting.pair(69.0, EQUAL, ()) == []
    assert pairs(waiting.pair(71.0, EQUAL, ())) == pairs(first[:1])  # but not for ever


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.lists(st.integers(0, 7), max_size=25))
def test_no_pairing_is_repeated_while_a_fresh_one_exists(count, ends):  # T11
    waiting, met, playing, now = queue_of("abcdefgh"[:count]), set(), {}, 0.0
    for step, end in enumerate([*ends, 0]):
        here = set(waiting.waiting)
        for group in waiting.pair(now, EQUAL, ()):
            pair = frozenset(waiter.player for waiter in group)
            fresh = [set(each) for each in combinations(sorted(here), 2) if frozenset(each) not in met]
            assert pair not in met or not any(each & pair for each in fresh)
            here -= pair
            met.add(pair)
            playing[f"m{step}-{min(pair)}"] = group
            waiting.note_begin(f"m{step}-{min(pair)}", group)
        now += 10.0
        if playing:
            name = sorted(playing)[end % len(playing)]
            del playing[name]
            waiting.note_end(name, now)


def test_two_in_the_queue_are_seated_and_play_and_wait_again_if_they_wish():  # T11
    house = TournamentHouse("ann", "bob")
    ann, bob = house.here["ann"], house.here["bob"]
    assert ann.say(Queue("Tic-Tac-Toe", move=60.0, again="yes"))[-1] == Queued("tic-tac-toe", 0)
    assert isinstance(bob.say(Queue("tic-tac-toe", move=30.0))[0], Queued)  # other terms
    assert house.core.playing_now == 0
    bob.say(Queue("tic-tac-toe", move=60.0))
    assert {ann.last(Seated).team, bob.last(Seated).team} == {1, 2}
    house.play()
    eve = house.come("eve")
    eve.say(Queue("tic-tac-toe", move=60.0))
    assert eve.last(Seated).match == ann.last(Seated).match != bob.last(Seated).match
    assert ann.last(Ask)


def test_whoever_goes_or_says_so_waits_no_more():
    house = TournamentHouse("ann", "bob", "cat")
    house.here["ann"].say(Queue("tic-tac-toe"))
    house.go("ann")
    house.here["bob"].say(Queue("tic-tac-toe"))
    assert house.here["bob"].say(Unqueue())[-1].render() == ["OK"]
    assert house.here["bob"].refused(Unqueue()) == "not possible"
    house.here["cat"].say(Queue("tic-tac-toe"))
    assert house.core.playing_now == 0
    assert house.here["cat"].refused(Queue("chess2")) == "no game"
    assert Playhouse().connect().refused(Queue("tic-tac-toe")) == "login first"
