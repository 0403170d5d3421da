"""Which games begin first: rounds in their order, until a row of games takes as long as everything that is left."""

from __future__ import annotations

from types import SimpleNamespace

from ludus.cli.tournament.schedule import Schedule
from ludus.server.tournaments.terms import TournamentTerms
from ludus.server.tournaments.tournament import Tournament

CORES = 2


def begun(players="abcd", at_once=100, best_of=10):
    tournament = Tournament.open("t", TournamentTerms(game="tic-tac-toe", kind="round-robin", best_of=best_of), 1, 0.0)
    for player in players:
        tournament.enter(player, 0.0, at_once=at_once)
    tournament.start(0.0)
    return tournament


def took(schedule, pairing, seconds):
    """A game of a pairing took so many seconds."""
    task = SimpleNamespace(pairing=pairing.number, players=pairing.players)
    schedule.see(SimpleNamespace(task=task, seconds=seconds))


def order(schedule, tournament, cores=CORES):
    return [game.pairing for game in schedule.sort(tournament.ready(), tournament.state, cores)]


def test_rounds_are_played_in_their_order_while_nothing_takes_long():
    tournament, schedule = begun(), Schedule()
    assert order(schedule, tournament) == [1, 2, 3, 4, 5, 6]
    for pairing in tournament.state.pairings:
        took(schedule, pairing, 1.0)
    assert order(schedule, tournament) == [1, 2, 3, 4, 5, 6]


def test_a_pairing_whose_games_take_as_long_as_all_that_is_left_goes_first():
    """Its games are played one after the other: the last would keep one core busy while the others wait."""
    tournament, schedule = begun(), Schedule()
    for pairing in tournament.state.pairings:
        took(schedule, pairing, 12.0 if pairing.number == 5 else 1.0)
    assert order(schedule, tournament) == [5, 1, 2, 3, 4, 6]
    assert order(schedule, tournament, cores=1) == [5, 1, 2, 3, 4, 6]  # 120 of 170 seconds


def test_with_one_core_nobody_waits_for_a_row_that_is_short():
    tournament, schedule = begun(), Schedule()
    for pairing in tournament.state.pairings:
        took(schedule, pairing, 2.0 if pairing.number == 5 else 1.0)
    assert order(schedule, tournament, cores=1) == [1, 2, 3, 4, 5, 6]


def test_a_pairing_that_has_not_begun_takes_as_long_as_the_games_of_its_slower_player():
    tournament, schedule = begun(), Schedule()
    slow = next(pairing for pairing in tournament.state.pairings if pairing.players == ("a", "d"))
    quick = next(pairing for pairing in tournament.state.pairings if set(pairing.players) == {"b", "c"})
    took(schedule, slow, 100.0)
    took(schedule, quick, 1.0)
    assert order(schedule, tournament, cores=6)[-1] == quick.number


def test_whoever_plays_one_game_at_a_time_begins_with_it_when_their_games_take_longest():
    tournament, schedule = begun(players="abcdef", at_once=1, best_of=1), Schedule()
    for pairing in tournament.state.pairings:
        took(schedule, pairing, 50.0 if "d" in pairing.players else 1.0)
    first = tournament.state.pairings[order(schedule, tournament)[0] - 1]
    assert "d" in first.players
