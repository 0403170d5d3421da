"""The tournament as a state machine: what may be done when, who vanishes and comes back, and who is out (T5-T9, T12, T17)."""

from __future__ import annotations

import pytest

from ludus.server.tournaments.pairer import standings_of
from ludus.server.tournaments.terms import TournamentTerms
from ludus.server.tournaments.tournament import Tournament

GRACE = 60.0


def tournament(kind, players="abcd", **terms):
    made = Tournament.open("t1", TournamentTerms(game="tic-tac-toe", kind=kind, **terms), 1, 0.0)
    for player in players:
        assert made.enter(player, 0.0) is None
    return made


def begun(kind, players="abcd", **terms):
    made = tournament(kind, players, **terms)
    assert made.start(0.0) is None
    return made


def play(held, winner, now=1.0, pairing=None):
    """Let somebody win the first game that is ready, in which they play."""
    game = next(each for each in held.ready() if winner in (each.mover, each.other) and pairing in (None, each.pairing))
    assert held.begin_game(game, now) is None
    assert held.end_game(game.pairing, game.game, winner, "played", "", now) is None


def sentence(fault):
    assert fault
    return fault.sentence


def test_bad_commands_are_refused_and_change_nothing():
    held = tournament("knockout", "a")
    assert sentence(held.start(0.0)) == "A tournament needs at least two players, not 1"
    assert sentence(held.enter("a", 0.0)) == "a takes part already"
    assert held.enter("b", 0.0) is None
    assert held.start(0.0) is None
    number = held.state.number
    assert sentence(held.start(0.0)) == "t1 has begun already"
    assert sentence(held.enter("c", 0.0)) == "t1 has begun; nobody can enter it any more"
    assert sentence(held.end_game(1, 1, "a", "played", "", 1.0)) == "Game 1 of pairing 1 is not being played"
    game = held.ready()[0]
    assert held.begin_game(game, 1.0) is None
    assert sentence(held.begin_game(game, 1.0)) == "Game 1 of pairing 1 cannot begin now"
    assert sentence(held.end_game(1, 1, "stranger", "played", "", 1.0)) == "stranger does not play in pairing 1"
    assert sentence(held.end_game(9, 1, "a", "played", "", 1.0)) == "Game 1 of pairing 9 is not being played"
    assert sentence(held.vanish("stranger", 1.0)) == "There is no player called stranger"
    assert held.state.number == number + 1


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"best_of": 2}, "best_of must be odd in a knockout, so that somebody wins, not 2"),
        ({"best_of": -1}, "best_of must be a whole number from 1 to 101, not -1"),
        ({"slots": 3}, "slots must be a power of two such as 2, 4 or 8, not 3"),
        ({"slots": 6}, "slots must be a power of two such as 2, 4 or 8, not 6"),
    ],
)
def test_terms_out_of_range_are_refused_at_the_start(terms, why):
    assert sentence(tournament("knockout", "abcd"[: terms.get("slots", 4)], **terms).start(0.0)) == why


def test_a_full_tournament_takes_nobody_else():  # T5
    assert sentence(tournament("knockout", "ab", slots=2).enter("c", 0.0)) == "t1 is full: it has room for 2 players"


def test_a_knockout_of_four():
    held = begun("knockout")
    assert {frozenset((game.mover, game.other)) for game in held.ready()} == {frozenset("ad"), frozenset("bc")}
    play(held, "d")
    play(held, "b")
    play(held, "d")
    assert held.state.winners == ["d"]
    assert [(row.player, row.place) for row in standings_of(held.state)] == [("d", 1), ("b", 2), ("a", 3), ("c", 3)]


def test_best_of_three_with_a_draw_and_alternating_first_moves():
    held = begun("knockout", "ab", best_of=3)
    movers = []
    for winner in ("a", "", "b", "a"):
        game = held.ready()[0]
        movers.append(game.mover)
        held.begin_game(game, 1.0)
        held.end_game(1, game.game, winner, "played", "", 1.0)
    assert movers == ["a", "b", "a", "b"]
    assert held.state.winners == ["a"]


def test_whoever_vanishes_loses_the_game_at_once_and_goes_on_when_back_in_time():
    held = begun("knockout", "ab", best_of=3)
    held.begin_game(held.ready()[0], 1.0)
    held.vanish("a", 2.0)
    assert held.state.pairings[0].wins("b") == 1
    assert held.ready() == []  # nobody plays without a
    assert held.deadline() == 2.0 + GRACE
    held.tick(61.9)
    assert held.come_back("a", 61.95) is None
    play(held, "a", 70.0)
    play(held, "a", 71.0)
    assert held.state.winners == ["a"]


def test_whoever_is_not_back_in_time_forfeits_the_match():
    held = begun("knockout", "ab", best_of=3)
    play(held, "a")
    held.vanish("a", 2.0)
    held.tick(62.0)
    assert held.state.winners == ["b"]
    assert sentence(held.come_back("a", 63.0)) == "There is no player called a"
    assert held.state.pairings[0].ended.sentence == "a did not come back within 60 seconds"


def test_between_matches_the_slot_becomes_a_bye():
    held = begun("knockout")
    play(held, "a")
    held.vanish("a", 2.0)
    held.tick(62.0)
    play(held, "b", 70.0)
    assert held.state.winners == ["b"]
    assert len(held.state.pairings) == 3
    assert held.state.pairings[2].ended.how == "forfeit"


def test_if_both_vanish_the_one_whose_time_runs_out_later_goes_on():
    held = begun("knockout", "ab")
    held.vanish("a", 2.0)
    held.vanish("b", 3.0)
    held.tick(62.5)
    assert held.state.winners == ["b"]


def test_if_both_run_out_in_the_same_moment_won_games_decide_and_then_the_starting_order():
    held = begun("knockout", "ab", best_of=3)
    held.vanish("a", 2.0)
    held.vanish("b", 2.0)
    held.tick(100.0)
    assert held.state.winners == ["a"]
    held = begun("knockout", "ab", best_of=3)
    play(held, "b")
    held.vanish("b", 2.0)
    held.vanish("a", 2.0)
    held.tick(100.0)
    assert held.state.winners == ["b"]


def test_in_a_round_robin_a_leaver_forfeits_the_games_left_and_those_played_count():
    held = begun("round-robin", "abc")
    play(held, "c", pairing=next(each.number for each in held.state.pairings if set(each.players) == {"c", "b"}))
    held.withdraw("c", 2.0)
    play(held, "a", 3.0)
    rows = {row.player: row for row in standings_of(held.state)}
    assert {player: row.points for player, row in rows.items()} == {"a": 2.0, "b": 0.0, "c": 1.0}
    assert rows["c"].withdrawn
    assert held.state.winners == ["a"]


def test_of_two_leavers_the_one_who_stayed_longer_gets_the_point():
    held = begun("round-robin", "abc")
    held.withdraw("b", 1.0)
    held.withdraw("c", 1.0)
    assert {row.player: row.points for row in standings_of(held.state)} == {"a": 2.0, "b": 0.0, "c": 1.0}  # b left first


def test_a_round_robin_plays_as_many_games_at_once_as_players_allow():
    held = begun("round-robin", "abcdef")
    assert len(held.ready()) == 3
    many = begun("round-robin", "abcdef", at_once=5)
    assert len(many.ready()) == 15


def test_a_game_that_was_broken_off_is_played_anew():
    held = begun("round-robin", "ab")
    game = held.ready()[0]
    held.begin_game(game, 1.0)
    assert held.ready() == []
    assert held.drop_game(1, 1, 2.0) is None
    assert held.ready() == [game]


def test_an_arena_goes_on_for_its_time():
    held = begun("arena", "abcd", seconds=100.0)
    for now in range(1, 50):
        play(held, held.ready()[0].mover, float(now))
    assert held.state.standing == "playing"
    game = held.ready()[0]
    held.begin_game(game, 99.0)
    held.end_game(game.pairing, 1, game.mover, "played", "", 101.0)
    while held.state.standing == "playing":
        play(held, held.ready()[0].mover, 102.0)
    assert held.state.winners


def test_several_tournaments_share_players():
    one, two = begun("knockout", "ab"), begun("round-robin", "ab")
    play(one, "a")
    play(two, "b")
    assert (one.state.winners, two.state.winners) == (["a"], ["b"])
