"""What every store keeps of tournaments, scores and ratings (T2, T10)."""

from __future__ import annotations

import pytest

from ludus.server.matches.events import Closed, Made, Terms
from ludus.server.store.changes import (
    AddEvent,
    AddTournamentEvent,
    DropRatings,
    MatchSummary,
    PutRating,
    PutScore,
    PutSummary,
    PutTournament,
    TournamentSummary,
)
from ludus.server.store.errors import StoreError
from ludus.server.tournaments.events import Opened, Registered
from ludus.server.tournaments.terms import TournamentTerms

TERMS = Terms("tic-tac-toe", {}, 2, 0.0, 0.0, 0.0, 0.0, "")


def test_a_tournament_is_kept_until_it_is_over_and_can_be_read_after_that(shop):  # T10
    opened = Opened(number=1, at=1.0, tournament="t12", terms=TournamentTerms(game="tic-tac-toe", kind="swiss"), seed=7)
    entered = Registered(number=2, at=2.0, player="ann", rating=1500.0)
    going = TournamentSummary("t12", "tic-tac-toe", "swiss", "open", 1, "olga", [], 1.0, 0.0)
    shop.store.commit([AddTournamentEvent("t12", opened), AddTournamentEvent("t12", entered), PutTournament(going)], 2.0)
    kept = shop.again().load()
    assert (kept.tournaments, kept.last_tournament) == ({"t12": [opened, entered]}, 12)
    with pytest.raises(StoreError):
        shop.store.commit([AddTournamentEvent("t12", entered)], 3.0)
    over = TournamentSummary("t12", "tic-tac-toe", "swiss", "over", 1, "olga", ["ann"], 1.0, 3.0)
    shop.again().commit([PutTournament(over)], 3.0)
    assert shop.store.load().tournaments == {}
    assert shop.store.tournament_events("t12") == [opened, entered]
    assert shop.store.tournament_events("t13") == []
    assert shop.store.last_tournaments(5) == ([over], 1)
    assert shop.store.last_tournaments(0) == ([], 1)


def test_scores_and_ratings_are_kept_as_they_were_put_last(shop):  # T2
    scores = [PutScore("ann", "match", "t1/1", "won", 5.0), PutScore("ann", "match", "t1/2", "lost", 6.0)]
    shop.store.commit(
        [*scores, PutScore("ann", "match", "t1/2", "drawn", 7.0), PutScore("bob", "tournament", "t1", "won", 7.0)], 7.0
    )
    assert shop.again().scores("ann") == {"match": {"won": 1, "drawn": 1}}
    assert shop.store.scores("ann", since=6.5) == {"match": {"drawn": 1}}
    ratings = [PutRating("ann", "conquest", 26.5, 8.0, 1), PutRating("bob", "conquest", 23.5, 8.0, 1)]
    shop.store.commit([PutRating("ann", "conquest", 1.0, 1.0, 9), DropRatings("ann"), *ratings], 8.0)
    assert shop.again().load().ratings == ratings
    shop.store.commit([DropRatings("ann")], 9.0)
    assert shop.store.load().ratings == ratings[1:]
    shop.store.commit([DropRatings("")], 9.0)
    assert shop.again().load().ratings == []


def test_matches_that_are_over_come_in_the_order_in_which_they_ended(shop):  # T2
    for match in ("m1", "m2", "m3"):
        shop.store.commit([AddEvent(match, Made(number=1, at=1.0, match=match, terms=TERMS, seed="00", by="ann"))], 1.0)
    for match in ("m3", "m1"):
        closed = Closed(number=2, at=2.0, winner=0, how="played", sentence="X wins")
        teams = [["ann"], ["bob"]]
        summary = MatchSummary(match, "tic-tac-toe", "over", teams, 5, 1.0, 2.0, "X wins", 0, "played")
        shop.store.commit([AddEvent(match, closed), PutSummary(summary)], 2.0)
    ended = shop.again().ended_matches()
    assert [(each.made.match, each.closed.winner, each.teams) for each in ended] == [("m3", 0, teams), ("m1", 0, teams)]
    assert [each.result for each in shop.store.played("bob", 5, 9.0)] == ["lost", "lost"]
    assert shop.store.played("bob", 5, 1.0) == []
