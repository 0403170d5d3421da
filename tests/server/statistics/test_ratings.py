"""Ratings, leaderboards and statistics (T2): the same result when all is computed again."""

from __future__ import annotations

import pytest
from tests.server.playhouse import Playhouse
from tests.server.tournaments.house import TournamentHouse

from ludus.server.matches.events import Closed, Made, Terms
from ludus.server.statistics.ratings import NEW, Ratings, recount
from ludus.server.statistics.tallies import opponents, streaks
from ludus.server.store.changes import Account, EndedMatch, PlayedMatch
from ludus.wire.messages import Guest, HeadToHead, Leaderboard, Login, New, Operator, Recount, Resign, Statistics

TERMS = Terms("tic-tac-toe", {}, 2, 0.0, 0.0, 0.0, 0.0, "")


def ended(number: int, teams: list[list[str]], winner: int, how: str = "played", **terms: object) -> EndedMatch:
    made = Made(number=1, at=float(number), match=f"m{number}", terms=Terms(**{**as_dict(TERMS), **terms}), seed="00", by="ann")
    return EndedMatch(made, Closed(number=9, at=float(number), winner=winner, how=how, sentence=""), teams)


def as_dict(terms: Terms) -> dict[str, object]:
    return {name: getattr(terms, name) for name in terms.__struct_fields__}


def test_a_rating_is_provisional_until_enough_games_were_played():  # T2
    ratings = Ratings()
    assert ratings.of("ann", "tic-tac-toe").is_provisional
    assert NEW.shown == 1500.0
    for number in range(40):
        match = ended(number, [["ann"], ["bob"]], number % 2)
        ratings.note(match.made, match.closed, match.teams)
    assert not ratings.of("ann", "tic-tac-toe").is_provisional
    assert ratings.of("ann", "conquest") == NEW


def test_it_is_remembered_what_a_rating_was_after_each_of_the_last_games():  # T2
    ratings = Ratings()
    for number in range(120):
        match = ended(number, [["ann"], ["bob"]], 0)
        ratings.note(match.made, match.closed, match.teams)
        shown = ratings.of("ann", "tic-tac-toe").shown
    course = [int(each) for each in ratings.of("ann", "tic-tac-toe").course.split()]
    assert len(course) == 100
    assert course == sorted(course)
    assert course[-1] == round(shown)


@pytest.mark.parametrize(
    "match",
    [
        ended(1, [["ann"], ["computer1"]], 0),
        ended(1, [["ann"], ["bob"]], -1, how="abandoned"),
        ended(1, [["ann"], ["bob"]], 0, delay=60.0),
        ended(1, [["ann"], ["bob"]], 0, position="xx./oo./..."),
        ended(1, [[], ["bob"]], 0),
    ],
)
def test_what_says_nothing_about_strength_is_not_rated(match):
    assert Ratings().note(match.made, match.closed, match.teams) == []


def test_a_name_that_is_registered_begins_anew_also_when_all_is_computed_again():  # T2
    matches = [ended(1, [["Ann"], ["bob"]], 0), ended(5, [["ann"], ["bob"]], 1)]
    ratings = Ratings()
    ratings.note(matches[0].made, matches[0].closed, matches[0].teams)
    ratings.forget("ann")
    assert ratings.of("Ann", "tic-tac-toe") == NEW
    ratings.note(matches[1].made, matches[1].closed, matches[1].teams)
    assert recount(matches, [Account("ann", "x", "player", 3.0)]).all == ratings.all
    kept = [each.put(player, game) for (player, game), each in ratings.all.items()]
    assert Ratings(kept).all == ratings.all


def test_streaks_and_opponents_follow_from_matches():  # T2
    teams = [["ann"], ["bob"]]
    results = ["won", "won", "drawn", "won", "won", "won", "lost"]  # newest first
    played = [PlayedMatch("tic-tac-toe", teams, result) for result in results]
    assert streaks(played) == {"tic-tac-toe": (2, 3)}
    assert streaks(played[2:]) == {"tic-tac-toe": (0, 3)}
    assert streaks(played[6:]) == {"tic-tac-toe": (-1, 0)}
    assert opponents("ann", played) == [HeadToHead("bob", 5, 1, 1)]
    computers = [PlayedMatch("conquest", [["ann"], [f"computer{seat}"]], "won") for seat in (1, 2)]
    assert opponents("ann", computers) == [HeadToHead("computer", 2, 0, 0)]  # the number is that of a seat
    team = [PlayedMatch("conquest", [["ann", "cat"], ["bob", "dee"]], "forfeited")]
    assert opponents("ann", team) == [HeadToHead("bob", 0, 1, 0), HeadToHead("dee", 0, 1, 0)]


def test_statistics_and_leaderboards_are_there_while_a_tournament_runs():  # T2
    house = TournamentHouse("ann", "bob", "cat")
    name = house.open(kind="round-robin", double="yes")
    house.join(name)
    house.start(name)
    while house.tournament(name).state.games_ended < 3:
        house.play(1)
    assert house.tournament(name).state.standing == "playing"
    stranger = house.connect()  # not even logged in
    leaders = stranger.say(Leaderboard("tic-tac-toe"))[-1].leaders
    assert [leader.place for leader in leaders] == list(range(1, len(leaders) + 1))
    assert all(leader.provisional for leader in leaders)
    for leader in leaders:
        score = stranger.say(Statistics(leader.player))[-1].scores[0]
        assert (score.rating, score.deviation) == (leader.rating, leader.deviation)
        assert score.won + score.lost + score.drawn + score.forfeited == leader.games
    versus = stranger.say(Statistics("ann", against="nobody"))[-1].opponents
    assert versus == [HeadToHead("nobody", 0, 0, 0)]
    assert stranger.refused(Leaderboard("chess2")) == "no game"


def test_all_ratings_computed_again_are_the_same():  # T2
    house = TournamentHouse("ann", "bob", "cat")
    for kind in ("round-robin", "knockout"):
        name = house.open(kind=kind)
        house.join(name)
        house.start(name)
        house.play()
    assert house.olga.refused(Recount()) if False else house.here["ann"].refused(Recount()) == "not allowed"
    before = house.core.context.ratings.all
    told = house.olga.say(Recount())[-1]
    assert (told.changed, told.ratings) == (0, 3)
    house.crash()
    assert house.core.context.ratings.all == before
    house.core.context.ratings.forget("ann")  # something went wrong
    assert house.olga.say(Recount())[-1].changed == 1
    assert house.core.context.ratings.all == before
    house.crash()
    assert house.core.context.ratings.all == before


def test_a_match_that_ends_while_all_is_computed_again_counts_too():
    house = TournamentHouse("ann", "bob", "cat")
    name = house.open(kind="round-robin")
    house.join(name)
    house.start(name)
    with house.slow():
        house.olga.say(Recount())
        house.here["ann"].say(Resign(house.core.rooms.of("ann")[0].match.id) if house.core.rooms.of("ann") else Recount())
        house.play()
        assert house.olga.refused(Recount()) == "not now"
    after = recount(house.store.ended_matches(), house.store.load().accounts)
    assert house.core.context.ratings.all == after.all


def test_a_guest_who_registers_begins_anew():  # T2
    playhouse = Playhouse()
    ann, bob = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    bob.say(Resign())
    assert len(playhouse.core.context.ratings.all) == 2
    ann.leave()
    playhouse.wait(90_000)  # the guest is forgotten
    playhouse.connect().enter(Login("ann", "correct horse"))
    assert [player for player, _ in playhouse.core.context.ratings.all] == ["bob"]
    chief = playhouse.connect()
    chief.enter(Guest("chief"))
    chief.say(Operator("operator"))
    assert chief.say(Recount())[-1].changed == 0
