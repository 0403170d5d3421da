"""A tournament survives whatever happens to the server (T10), and the same seeds do the same again."""

from __future__ import annotations

import gc

import pytest
from tests.server.tournaments.chaos import run
from tests.server.tournaments.house import TournamentHouse

from ludus.server.tournaments.events import read_event, write_event
from ludus.server.tournaments.tournament import Tournament
from ludus.wire.messages import Ask, TournamentOver, Tournaments, TournamentShow

PLAYERS = ("ann", "bob", "cat", "dee")
CHUNK, CHUNKS, QUICK = 50, 40, 1
"""2,000 seeds in all; the first chunk is tried every time, the others with the slow tests."""


def begun(**rules: object) -> TournamentHouse:
    house = TournamentHouse(*PLAYERS)
    name = house.open(**rules)
    house.join(name)
    house.start(name)
    return house


def come_back(house: TournamentHouse) -> None:
    for player in PLAYERS:
        house.come(player)


def test_after_a_crash_it_goes_on_from_the_last_acknowledged_move_and_nobody_has_lost_a_point():  # T10
    house = begun(kind="round-robin", double="yes", grace=30.0)
    for _ in range(4):
        house.play(7)
        before = house.tournament().state
        boards = {room.match.id: room.match.play.steps for room in house.core.rooms if not room.match.closed}
        house.crash(after=300.0)
        assert [pairing.games for pairing in house.tournament().state.pairings] == [pairing.games for pairing in before.pairings]
        assert {room.match.id: room.match.play.steps for room in house.core.rooms if not room.match.closed} == boards
        house.wait(25)  # everybody has the same time to come back as somebody who vanishes
        come_back(house)
        assert house.tournament().state.away == {}
    house.play()
    state = house.tournament().state
    assert state.standing == "over"
    assert {game.how for pairing in state.pairings for game in pairing.games} == {"played"}
    assert house.olga.last(TournamentOver).winners == state.winners
    assert vars(Tournament.restored(house.store.tournament_events("t1")).state) == vars(state)


def test_a_question_after_a_crash_holds_what_came_before_it():  # T3, T10
    house = begun(best_of=5)
    while not any(pairing.on > 1 for pairing in house.tournament().state.pairings):
        house.play(1)
    asked = {ask.match: ask.tournament for _, ask in house.asked()}
    house.crash()
    come_back(house)
    again = {ask.match: ask.tournament for person in house.here.values() for ask in person.heard(Ask)}
    assert {match: again[match] for match in asked} == asked
    assert any(each.records for each in asked.values())


def test_whoever_does_not_come_back_after_a_crash_has_vanished():  # T7, T10
    house = begun(kind="round-robin", grace=30.0)
    house.crash()
    for player in PLAYERS[1:]:
        house.come(player)
    house.wait(29)
    assert house.tournament().state.away == {}
    house.wait(2)
    assert list(house.tournament().state.away) == ["ann"]
    house.wait(31)
    assert list(house.tournament().state.withdrawn) == ["ann"]
    house.play()
    assert house.tournament().state.standing == "over"


def test_the_time_the_server_is_down_takes_nobody_s_time_to_come_back():  # T7, T10
    house = begun(kind="round-robin", grace=30.0)
    house.go("ann")
    house.wait(20)
    house.crash(after=1000.0)
    for player in PLAYERS[1:]:
        house.come(player)
    house.wait(25)  # with the 20 seconds before it would be too late, but nobody could come in between
    assert list(house.tournament().state.away) == ["ann"]
    house.come("ann")
    assert house.tournament().state.away == {}


def test_an_open_tournament_is_open_after_a_crash_and_its_name_is_not_given_again():  # T10
    house = TournamentHouse(*PLAYERS)
    first = house.open(start="ready")
    house.join(first, "ann", "bob")
    house.crash()
    come_back(house)
    assert [player.name for player in house.olga.say(TournamentShow(first))[-1].players] == ["ann", "bob"]
    assert house.open() == "t2"
    assert [entry.tournament for entry in house.olga.say(Tournaments())[-1].tournaments] == ["t2", "t1"]


def test_a_tournament_that_is_over_is_read_from_the_store():
    house = begun()
    house.play()
    house.crash()
    assert "t1" not in house.core.context.tournaments.hosted
    shown = house.olga.say(TournamentShow("T1"))[-1]
    assert (shown.standing, len(shown.pairings)) == ("over", 3)


def test_every_event_is_kept_as_it_was():
    house = begun(kind="swiss", options={})
    house.play()
    happened = house.tournament().events
    assert [read_event(write_event(event)) for event in happened] == happened == house.store.tournament_events("t1")


@pytest.mark.parametrize(
    "chunk", [pytest.param(chunk, marks=[] if chunk < QUICK else [pytest.mark.slow]) for chunk in range(CHUNKS)]
)
def test_whatever_goes_wrong_every_tournament_ends_and_its_table_is_that_of_the_stored_matches(chunk):  # T7, T9, T10
    print(f"seeds {chunk * CHUNK} to {(chunk + 1) * CHUNK - 1}")
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        run(seed)
    gc.collect()
