"""`table.json`: the table, every pairing and every game of a tournament, for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ludus.cli.tournament.director import game_names
from ludus.cli.tournament.places import Places
from ludus.cli.tournament.plan import Plan
from ludus.server.tournaments.bracket import BracketPairing
from ludus.server.tournaments.pairer import bracket_of, standings_of
from ludus.server.tournaments.state import Pairing
from ludus.server.tournaments.tournament import Tournament
from ludus.wire.messages import StandingEntry


def results(plan: Plan, tournament: Tournament) -> dict[str, Any]:
    """Everything about a tournament, as JSON can say it."""
    state = tournament.state
    facts = {
        "game": plan.terms.game,
        "options": plan.options,
        "kind": plan.terms.kind,
        "best_of": plan.terms.best_of,
        "seed": plan.seed,
        "standing": state.standing,
        "winners": state.winners or [],
        "games": state.games_ended,
        "members": {entry.name: [member.name for member in entry.members] for entry in plan.players if entry.members},
        "table": [_row(row) for row in standings_of(state)],
        "pairings": [_pairing(pairing) for pairing in state.pairings],
    }
    if plan.terms.kind == "knockout":
        facts["bracket"] = [[_place(place) for place in round_] for round_ in bracket_of(state)]
    return facts


def write_results(facts: dict[str, Any], places: Places) -> Path:
    """Write the file; it is never half written."""
    path = places.folder / "table.json"
    draft = path.with_suffix(".new")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(facts)))
    draft.replace(path)
    return path


def _row(row: StandingEntry) -> dict[str, Any]:
    return msgspec.structs.asdict(row)


def _pairing(pairing: Pairing) -> dict[str, Any]:
    games = [
        {"game": game.number, "name": name, "winner": game.winner, "how": game.how, "sentence": game.sentence}
        for game, name in zip(pairing.games, game_names(pairing), strict=True)
    ]
    ended = pairing.ended
    return {
        "pairing": pairing.number,
        "round": pairing.round,
        "first": pairing.first,
        "second": pairing.second,
        "winner": ended.winner if ended else None,
        "how": ended.how if ended else None,
        "sentence": ended.sentence if ended else "",
        "games": games,
    }


def _place(place: BracketPairing) -> dict[str, Any]:
    return {"round": place.round + 1, "index": place.index, "first": place.first, "second": place.second, "winner": place.winner}
