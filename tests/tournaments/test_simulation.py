"""Whole tournaments from seeds, with crashes, returns, leavers, restarts and jumps of the clock (T7, T9, T10, T12)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.tournaments.simulation import Simulation

from ludus.server.tournaments import events
from ludus.server.tournaments.bracket import BYE
from ludus.server.tournaments.pairer import standings_of
from ludus.server.tournaments.tournament import Tournament

FEW, MANY = 300, 2000


def check(seed: int) -> None:
    """What is true of every tournament, whatever happened in it."""
    tournament = Simulation(seed).run()
    state, happened = tournament.state, tournament.events
    assert vars(Tournament.restored(happened).state) == vars(state), seed
    assert [event.number for event in happened] == list(range(1, len(happened) + 1)), seed
    assert all(pairing.ended and not pairing.on for pairing in state.pairings), seed
    check_points(tournament, seed)
    check_games(tournament, seed)
    {"knockout": check_knockout, "round-robin": check_round_robin, "swiss": check_swiss, "arena": check_arena}[state.terms.kind](
        tournament, seed
    )


def check_points(tournament, seed):
    """The table, counted again from the events alone."""
    points = Counter(dict.fromkeys(tournament.state.order, 0.0))
    met = {event.pairing: event for event in tournament.events if isinstance(event, events.Paired)}
    for event in tournament.events:
        if isinstance(event, events.PairingEnded):
            pair = met[event.pairing]
            if event.winner:
                points[event.winner] += 1
            else:
                points[pair.first] += 0.5
                points[pair.second] += 0.5
    assert {row.player: row.points for row in standings_of(tournament.state)} == dict(points), seed


def check_games(tournament, seed):
    """Nobody plays more at once than the terms allow, the first move alternates, and nobody is asked to play who is away."""
    state, on, away = tournament.state, Counter(), set()
    pairs, games = {}, {}
    for event in tournament.events:
        match event:
            case events.Paired():
                pairs[event.pairing], games[event.pairing] = event, 0
            case events.Vanished(player=player):
                away.add(player)
            case events.Returned(player=player) | events.Withdrew(player=player):
                away.discard(player)
            case events.GameBegan(pairing=pairing, game=game, mover=mover):
                pair = pairs[pairing]
                assert not {pair.first, pair.second} & away, seed
                on.update((pair.first, pair.second))
                assert max(on.values()) <= state.terms.at_once, seed
                assert game == games[pairing] + 1, seed
                assert mover == (pair.first if game % 2 else pair.second), seed
            case events.GameEnded(pairing=pairing):
                games[pairing] += 1
                on.subtract((pairs[pairing].first, pairs[pairing].second))


def check_knockout(tournament, seed):
    state = tournament.state
    assert len(state.pairings) == len(state.order) - 1, seed
    assert len(state.winners) == 1, seed
    lost = Counter(pairing.opponent(pairing.ended.winner) for pairing in state.pairings)
    assert set(lost) == set(state.order) - set(state.winners), seed
    assert set(lost.values()) <= {1}, seed
    for pairing in state.pairings:
        if pairing.ended.how == "played":
            assert pairing.wins(pairing.ended.winner) == state.terms.best_of // 2 + 1, seed


def check_round_robin(tournament, seed):
    state, count = tournament.state, len(tournament.state.order)
    assert len(state.pairings) == count * (count - 1) // (1 if state.terms.double else 2), seed


def check_swiss(tournament, seed):
    met = Counter(
        frozenset(pairing.players) for pairing in tournament.state.pairings if BYE not in pairing.players and pairing.games
    )
    assert set(met.values()) <= {1}, seed


def check_arena(tournament, seed):
    state = tournament.state
    for event in tournament.events:
        if isinstance(event, events.Paired):
            assert event.at < state.started + state.terms.seconds, seed


@pytest.mark.parametrize("start", range(0, FEW, 50))
def test_every_tournament_ends_and_its_table_follows_from_its_events(start):
    for seed in range(start, start + 50):
        check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(FEW, FEW + MANY, 100))
def test_two_thousand_tournaments(start):
    for seed in range(start, start + 100):
        check(seed)
