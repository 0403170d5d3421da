"""How far a tournament has come: how many games were played, and how many there will be, as far as anybody can tell."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.server.tournaments.state import TournamentState


@dataclass(frozen=True, slots=True)
class TournamentProgress:
    """Games that were played, those that are expected in all, and the part of the whole that is done, from 0 to 1."""

    played: int
    expected: int
    share: float


def progress_of(state: TournamentState, now: float) -> TournamentProgress:
    """How far a tournament has come."""
    if state.standing == "over":
        return TournamentProgress(state.games_ended, state.games_ended, 1.0)
    if state.terms.kind == "arena":
        share = min(1.0, (now - state.started) / state.terms.seconds) if state.started is not None else 0.0
        return TournamentProgress(state.games_ended, round(state.games_ended / share) if share > 0 else 0, share)
    decided = [pairing for pairing in state.pairings if pairing.ended and not pairing.is_bye]
    usual = sum(len(pairing.games) for pairing in decided) / len(decided) if decided else (state.terms.best_of + 1) / 2
    left = _pairings(state) - len(decided)
    begun = sum(len(pairing.games) for pairing in state.undecided())
    expected = max(state.games_ended + (left > 0), round(state.games_ended - begun + left * max(usual, 1.0)))
    return TournamentProgress(state.games_ended, expected, state.games_ended / expected if expected else 0.0)


def _pairings(state: TournamentState) -> int:
    """How many pairings of two there will be."""
    players = len(state.order)
    if state.terms.kind == "knockout":
        return players - 1
    if state.terms.kind == "round-robin":
        return players * (players - 1) // (1 if state.terms.double else 2)
    return state.terms.rounds_for(players) * (players // 2)
