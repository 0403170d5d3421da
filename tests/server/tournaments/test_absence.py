"""What happens in a tournament to those who vanish, come back or leave (T7, T12)."""

from __future__ import annotations

from tests.server.tournaments.house import TournamentHouse

from ludus.wire.messages import Ask, Ended, Leave, Resign, Resume, Statistics, TournamentLeave, TournamentNews, TournamentOver

FOUR = ("ann", "bob", "cat", "dee")


def started(*players: str, **rules: object) -> TournamentHouse:
    house = TournamentHouse(*players)
    name = house.open(**rules)
    house.join(name)
    house.start(name)
    return house


def test_whoever_vanishes_loses_the_game_at_once_and_goes_on_when_back_in_time():  # T7
    house = started("ann", "bob", best_of=3, grace=30.0)
    house.play(2)
    house.go("ann")
    first = house.tournament().state.pairings[0].games[0]
    assert (first.winner, first.how) == ("bob", "vanished")
    assert house.here["bob"].last(Ended).result == "win"
    assert "30 seconds to come back" in house.here["bob"].last(TournamentNews).sentence
    house.wait(29)
    assert house.core.playing_now == 0
    house.come("ann")
    assert house.core.playing_now == 1
    assert house.here["bob"].last(Ask).forfeited == [1]
    house.play()
    assert house.tournament().state.pairings[0].ended.how == "played"
    assert house.olga.say(Statistics("ann"))[-1].scores[0].forfeited == 1


def test_whoever_comes_back_too_late_has_forfeited_the_match():  # T7
    house = started("ann", "bob", best_of=3, grace=30.0)
    house.go("ann")
    house.wait(30)
    assert house.tournament().state.winners == ["bob"]
    assert house.tournament().state.pairings[0].ended.sentence == "ann did not come back within 30 seconds"
    house.come("ann")
    assert house.olga.say(Statistics("ann"))[-1].matches.forfeited == 1
    assert house.olga.say(Statistics("ann"))[-1].tournaments.forfeited == 1


def test_whoever_was_away_at_the_end_is_told_of_it_once():  # T9
    house = started("ann", "bob", best_of=3, grace=30.0)
    house.go("ann")
    house.wait(30)
    ann = house.come("ann")
    assert [over.winners for over in ann.heard(TournamentOver)] == [["bob"]]
    house.go("ann")
    assert house.come("ann").heard(TournamentOver) == []


def test_between_matches_the_slot_of_whoever_stays_away_becomes_a_bye():  # T7
    house = started(*FOUR, grace=30.0, replays=0)
    state = house.tournament().state
    while not any(pairing.ended for pairing in state.pairings):
        house.play(1)
    winner = next(pairing.ended.winner for pairing in state.pairings if pairing.ended)
    house.go(winner)
    house.play()
    house.wait(31)
    assert state.standing == "over"
    assert state.winners != [winner]
    assert state.pairings[-1].ended.how == "forfeit"


def test_if_both_vanish_the_one_whose_time_runs_out_first_is_out():  # T7
    house = started("ann", "bob", best_of=3, grace=30.0)
    house.go("bob")
    house.wait(1)
    house.go("ann")
    house.wait(60)
    assert house.tournament().state.winners == ["ann"]


def test_somebody_who_is_not_there_at_the_start_has_the_same_time():  # T7
    house = TournamentHouse("ann", "bob")
    name = house.open(grace=30.0, players="ann bob")
    house.go("bob")
    house.start(name)
    assert house.core.playing_now == 0
    house.wait(20)
    house.come("bob")
    assert house.core.playing_now == 1


def test_a_second_connection_keeps_a_player_in_the_game():  # T1, T7
    house = started("ann", "bob")
    phone = house.connect()
    phone.enter(Resume(house.tokens["ann"]))
    house.go("ann")
    assert house.core.playing_now == 1
    phone.leave()
    assert house.core.playing_now == 0


def test_a_leaver_forfeits_what_is_left_and_what_was_played_counts():  # T12
    house = started(*FOUR, kind="round-robin", double="yes")
    while not any(each.ended and "dee" in each.players for each in house.tournament().state.pairings):
        house.play(1)
    played = [each for each in house.tournament().state.pairings if each.ended and "dee" in each.players]
    house.here["dee"].say(TournamentLeave("t1"))
    house.play()
    state = house.tournament().state
    assert state.standing == "over"
    left = [each for each in state.pairings if "dee" in each.players and each not in played]
    assert [each.ended.how for each in left if not each.games] == ["forfeit"] * len([each for each in left if not each.games])
    assert {game.how for each in left for game in each.games} <= {"forfeit"}  # the one that was on
    assert {each.ended.how for each in played} == {"played"}
    assert "dee" not in {each.ended.winner for each in left}


def test_resigning_or_leaving_a_game_is_not_leaving_the_tournament():
    house = started("ann", "bob", best_of=3)
    house.here["ann"].say(Leave(house.here["ann"].last(Ask).match))
    house.here["ann"].say(Resign(house.core.rooms.of("ann")[0].match.id))
    assert house.tournament().state.winners == ["bob"]
    assert house.tournament().state.pairings[0].ended.sentence == "bob has won 2 of 2 games"
