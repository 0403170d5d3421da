"""Who meets whom next, by the kind of tournament: a function of the state and, in an arena, of the time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from ludus.server.tournaments.arena import Waiting, pair_waiting
from ludus.server.tournaments.berger import round_robin
from ludus.server.tournaments.bracket import BYE, BracketPairing, bracket, pairings_to_play
from ludus.server.tournaments.standings import ARENA, ROUND_ROBIN, SWISS, table
from ludus.server.tournaments.state import TournamentState
from ludus.server.tournaments.swiss import swiss_round
from ludus.server.tournaments.terms import StartOrder
from ludus.wire.messages import StandingEntry


@dataclass(frozen=True, slots=True)
class NewPairing:
    """A pairing to be made: its round from 1, its place in the round, and its players."""

    round: int
    index: int
    first: str
    second: str


def start_order(ratings: dict[str, float], order: StartOrder, seed: int) -> list[str]:
    """The starting order of these players, given in the order they came."""
    players = list(ratings)
    if order == "random":
        random.Random(seed).shuffle(players)
    elif order == "rating":
        players.sort(key=lambda player: -ratings[player])
    return players


def next_pairings(state: TournamentState, now: float) -> list[NewPairing]:
    """The pairings that can be made now."""
    if state.terms.kind == "arena":
        return list(_arena(state, now))
    return list({"knockout": _knockout, "round-robin": _round_robin, "swiss": _swiss}[state.terms.kind](state))


def bracket_of(state: TournamentState) -> list[list[BracketPairing]]:
    """The bracket of a knockout as it stands."""
    decided = {(each.round - 1, each.index): each.ended.winner for each in state.pairings if each.ended}
    return bracket(state.order, state.terms.slots_for(len(state.order)), decided)


def standings_of(state: TournamentState) -> list[StandingEntry]:
    """The table as it stands; in a knockout whoever got further stands higher, and those out in the same round share a place."""
    players = state.order or list(state.ratings)
    by = {"round-robin": ROUND_ROBIN, "swiss": SWISS, "arena": ARENA, "knockout": ("won",)}[state.terms.kind]
    if state.terms.kind != "knockout" or not state.order:
        return table(players, state.results(), by, state.withdrawn)
    depth = _depths(state)
    rows = {row.player: row for row in table(players, state.results(), by, state.withdrawn)}
    ranked = sorted(players, key=lambda player: -depth[player])
    places = {player: 1 + sum(depth[other] > depth[player] for other in players) for player in players}
    return [replace(rows[player], place=places[player]) for player in ranked]


def _depths(state: TournamentState) -> dict[str, int]:
    """How far each player got: the rounds they have survived."""
    depth = dict.fromkeys(state.order, 0)
    for number, pairings in enumerate(bracket_of(state), 1):
        for pairing in pairings:
            if pairing.winner:
                depth[pairing.winner] = number
    return depth


def _knockout(state: TournamentState) -> Iterator[NewPairing]:
    made = {(pairing.round - 1, pairing.index) for pairing in state.pairings}
    for pairing in pairings_to_play(bracket_of(state)):
        if (pairing.round, pairing.index) not in made and pairing.first and pairing.second:
            yield NewPairing(pairing.round + 1, pairing.index, pairing.first, pairing.second)


def _round_robin(state: TournamentState) -> Iterator[NewPairing]:
    if not state.pairings:
        for number, pairs in enumerate(round_robin(state.order, double=state.terms.double), 1):
            yield from (NewPairing(number, index, first, second) for index, (first, second) in enumerate(pairs))


def _swiss(state: TournamentState) -> Iterator[NewPairing]:
    """The next round, once nobody plays in the one before."""
    played, rounds = max((pairing.round for pairing in state.pairings), default=0), state.terms.rounds_for(len(state.order))
    if played >= rounds or any(True for _ in state.undecided()):
        return
    pairs = swiss_round(state.order, state.results(), played + 1, rounds, state.withdrawn) or []
    yield from (NewPairing(played + 1, index, first, second) for index, (first, second) in enumerate(pairs))


def _arena(state: TournamentState, now: float) -> Iterator[NewPairing]:
    if state.started is None or now >= state.started + state.terms.seconds:
        return
    busy = {player for pairing in state.undecided() for player in pairing.players}
    points = {row.player: row.points for row in standings_of(state)}
    free = [player for player in state.order if player not in busy | state.withdrawn.keys() | state.away.keys()]
    waiting = [_waiting(state, player, points[player]) for player in free]
    for index, (first, second) in enumerate(pair_waiting(waiting, all_are_free=not busy), len(state.pairings)):
        yield NewPairing(1 + max(_met(state, first), _met(state, second)), index, first, second)


def _waiting(state: TournamentState, player: str, score: float) -> Waiting:
    met = [pairing for pairing in state.pairings if player in pairing.players]
    balance = sum(1 if pairing.first == player else -1 for pairing in met)
    last = met[-1].opponent(player) if met else BYE
    return Waiting(player, score, state.free_since[player], last, balance)


def _met(state: TournamentState, player: str) -> int:
    return sum(player in pairing.players for pairing in state.pairings)
