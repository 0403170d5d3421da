"""Checking the record of a tournament: every pairing follows from its games, and the table, bracket and winner from the pairings.

It is computed anew from what is told, without the events; whether each game was played by the rules is the business of its own
record.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict

from ludus.rules.errors import LudusError
from ludus.server.records.record import MatchRecord
from ludus.server.tournaments import events, news
from ludus.server.tournaments.berger import round_robin
from ludus.server.tournaments.bracket import BYE
from ludus.server.tournaments.events import Opened
from ludus.server.tournaments.pairer import bracket_of, standings_of
from ludus.server.tournaments.series import GameResult, match_verdict, mini_match_verdict, mover
from ludus.server.tournaments.state import Pairing, TournamentState
from ludus.server.tournaments.swiss import swiss_round
from ludus.server.tournaments.terms import TournamentTerms
from ludus.wire.messages import PairingEntry, PairingGame, TournamentShown
from ludus.wire.messages.tournament_entries import NOBODY_THERE


def check_tournament(shown: TournamentShown, records: Mapping[str, MatchRecord]) -> None:
    """Raise `LudusError` with a sentence where a record cannot be right; `records` are those of its games, by match."""
    state = _state(shown)
    for entry, pairing in zip(shown.pairings, state.pairings, strict=True):
        for game in entry.games:
            _check_game(entry, game, records, {player.name: set(player.members or [player.name]) for player in shown.players})
        _check_verdict(state, pairing)
    _check_pairings(state)
    left = next(state.undecided(), None)
    if shown.winners and left:
        raise LudusError(f"the tournament is said to be over, but pairing {left.number} is not decided")
    table = standings_of(state)
    if table != shown.table:
        wrong = next((row.player for row, told in zip(table, shown.table, strict=False) if row != told), "somebody")
        raise LudusError(f"the table is not the one that the pairings give: {wrong} stands elsewhere, or with other points")
    if shown.kind == "knockout" and news.tree_of(state).rounds != shown.bracket:
        raise LudusError("the bracket is not the one that the pairings give")
    first = [row.player for row in table if row.place == 1]
    if shown.standing == "over" and shown.winners and shown.winners != first:
        raise LudusError(f"{' and '.join(shown.winners)} cannot have won: by the table it is {' and '.join(first)}")


def _state(shown: TournamentShown) -> TournamentState:
    """The state that a record tells of, from what it says about players and pairings."""
    rules = asdict(shown.rules)
    said = {name: rules[name] for name in TournamentTerms.__struct_fields__ if name in rules}
    try:
        terms = TournamentTerms(game=shown.game, kind=shown.kind, **said)  # type: ignore[arg-type]
    except TypeError as error:
        raise LudusError(f"the rules of the tournament are not complete: {error}") from None
    state = TournamentState(Opened(number=1, at=0.0, tournament=shown.tournament, terms=terms, seed=0))
    for player in shown.players:
        state.apply(events.Registered(number=1, at=0.0, player=player.name, rating=player.rating))
    if shown.standing == "open" or not shown.pairings:
        return state
    state.apply(events.Started(number=1, at=0.0, order=[player.name for player in shown.players]))
    state.withdrawn = {player.name: "" for player in shown.players if player.out}
    for number, entry in enumerate(shown.pairings, 1):
        if entry.pairing != number:
            raise LudusError(f"pairing {number} is missing, or stands in the wrong place")
        pairing = _pairing(entry)
        if not set(pairing.players) - {BYE} <= set(state.order):
            raise LudusError(f"pairing {number} has a player who does not take part")
        state.pairings.append(pairing)
    return state


def _pairing(entry: PairingEntry) -> Pairing:
    second = BYE if entry.second == NOBODY_THERE else entry.second
    games = [GameResult(each.game, each.winner, each.how, each.sentence, each.match) for each in entry.games]  # type: ignore[arg-type]
    pairing = Pairing(entry.pairing, entry.round, entry.index, entry.first, second, games)
    if entry.how:
        what = {"pairing": entry.pairing, "winner": entry.winner, "how": entry.how, "sentence": entry.sentence}
        pairing.ended = events.PairingEnded(number=1, at=0.0, **what)  # type: ignore[arg-type]
    return pairing


def _check_game(
    entry: PairingEntry, game: PairingGame, records: Mapping[str, MatchRecord], members: Mapping[str, set[str]]
) -> None:
    """A game has its record, which tells of the same players and the same winner; of a team, some may have left before it."""
    where = f"game {game.game} of pairing {entry.pairing}"
    if game.mover != mover(entry.first, entry.second, game.game):
        raise LudusError(f"{where}: the first move alternates, so {game.mover} cannot have made it")
    if not game.match:
        return  # nobody has begun it
    record = records.get(game.match)
    if record is None:
        raise LudusError(f"{where}: the record of {game.match} is missing")
    other = entry.second if game.mover == entry.first else entry.first
    if not all(set(seated) <= members[side] for seated, side in zip(record.teams, (game.mover, other), strict=True)):
        raise LudusError(f"{where}: the record of {game.match} is about others")
    winner = {"1-0": game.mover, "0-1": other}.get(record.result, "")
    if winner != game.winner:
        told, by_record = game.winner or "nobody", winner or "nobody"
        raise LudusError(f"{where}: {told} is said to have won it, but by the record of {game.match} it was {by_record}")


def _check_verdict(state: TournamentState, pairing: Pairing) -> None:
    """A pairing that was played ended as its games say, and no other one earlier or later."""
    first, second = pairing.players
    ended, terms = pairing.ended, state.terms
    if pairing.is_bye or (ended and ended.how == "forfeit"):
        loser = "" if pairing.is_bye or not ended else pairing.opponent(ended.winner)
        if loser and loser not in state.withdrawn:
            raise LudusError(f"pairing {pairing.number}: {loser} is said to have forfeited it, but was never out")
        return
    if terms.kind == "knockout":
        better = min(pairing.players, key=state.order.index)
        verdict = match_verdict(first, second, pairing.games, terms.best_of, terms.replays, better)
    else:
        verdict = mini_match_verdict(first, second, pairing.games, terms.best_of)
    told = (ended.winner, ended.how) if ended else None
    if told != ((verdict.winner, verdict.how) if verdict else None):
        should = f"{verdict.winner or 'nobody'} ({verdict.how})" if verdict else "nobody yet"
        raise LudusError(f"pairing {pairing.number}: by its games it goes to {should}")


def _check_pairings(state: TournamentState) -> None:
    """Everybody met whom the kind of tournament says."""
    made = [(each.round, each.first, each.second) for each in state.pairings]
    if state.terms.kind == "knockout":
        places = {(each.round + 1, each.first, each.second) for places in bracket_of(state) for each in places}
        wrong = next((pair for pair in made if pair not in places), None) if made else None
    elif state.terms.kind == "round-robin" and made:
        rounds = round_robin(state.order, double=state.terms.double)
        should = [(number, *pair) for number, pairs in enumerate(rounds, 1) for pair in pairs]
        wrong = next((pair for pair, other in zip(made, should, strict=False) if pair != other), None)
        wrong = wrong or (made[-1] if len(made) != len(should) else None)
    elif state.terms.kind == "swiss" and not state.withdrawn:
        wrong = _wrong_swiss(state)
    else:
        wrong = None
    if wrong:
        raise LudusError(f"round {wrong[0]}: {wrong[1]} and {wrong[2] or 'nobody'} do not meet there by the rules")


def _wrong_swiss(state: TournamentState) -> tuple[int, str, str] | None:
    rounds = state.terms.rounds_for(len(state.order))
    for number in range(1, 1 + max((each.round for each in state.pairings), default=0)):
        before = [each.result() for each in state.pairings if each.round < number]
        made = {(each.first, each.second) for each in state.pairings if each.round == number}
        wrong = made - set(swiss_round(state.order, before, number, rounds) or [])
        if wrong:
            return (number, *min(wrong))
    return None
