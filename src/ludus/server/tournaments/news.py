"""What players and watchers are told about a tournament: an event as a message, and how everything stands as messages."""

from __future__ import annotations

from collections.abc import Container

from msgspec.structs import asdict

from ludus.server.tournaments import events
from ludus.server.tournaments.bracket import BYE, Slot
from ludus.server.tournaments.events import AnyTournamentEvent
from ludus.server.tournaments.pairer import bracket_of, standings_of
from ludus.server.tournaments.progress import progress_of
from ludus.server.tournaments.series import mover
from ludus.server.tournaments.state import Pairing, TournamentState
from ludus.server.tournaments.teams import level_of
from ludus.server.tournaments.tournament import Tournament
from ludus.wire.messages import (
    BracketEntry,
    EntrantEntry,
    PairingEntry,
    PairingGame,
    TournamentNews,
    TournamentOver,
    TournamentPairings,
    TournamentPlayers,
    TournamentRules,
    TournamentShown,
    TournamentStanding,
    TournamentTree,
)
from ludus.wire.messages.tournament_entries import NOBODY_THERE, NOT_KNOWN


def news_of(event: AnyTournamentEvent, state: TournamentState) -> TournamentNews | None:
    """An event as a message; None where the list of players says it."""
    about = {"tournament": state.id, "number": event.number}
    match event:
        case events.Started(order=order):
            return TournamentNews(**about, what="started", sentence=f"{state.id} has begun with {len(order)} players")  # type: ignore[arg-type]
        case events.Vanished(player=player):
            sentence = f"{player} has vanished, and has {state.terms.grace:g} seconds to come back"
            return TournamentNews(**about, what="vanished", sentence=sentence, player=player)  # type: ignore[arg-type]
        case events.Returned(player=player):
            return TournamentNews(**about, what="returned", sentence=f"{player} is back", player=player)  # type: ignore[arg-type]
        case events.Withdrew(player=player, why=why):
            return TournamentNews(**about, what="withdrew", sentence=f"{player} is out: {why}", player=player)  # type: ignore[arg-type]
        case events.MemberLeft(team=team, player=player, why=why):
            left = state.teams.players(team)
            sentence = f"{player} {why}; {' and '.join(left)} play{'s' * (len(left) == 1)} on for {team}"
            return TournamentNews(**about, what="withdrew", sentence=sentence, player=player)  # type: ignore[arg-type]
        case events.TournamentResumed():
            return TournamentNews(**about, what="resumed", sentence=f"{state.id} goes on; nobody has lost time")  # type: ignore[arg-type]
        case events.TournamentStopped(why=why):
            return TournamentNews(**about, what="stopped", sentence=why)  # type: ignore[arg-type]
        case events.Paired() | events.GameBegan() | events.GameEnded() | events.PairingEnded():
            return _pairing_news(event, state)
    return None


def _pairing_news(
    event: events.Paired | events.GameBegan | events.GameEnded | events.PairingEnded, state: TournamentState
) -> TournamentNews:
    pairing = state.pairings[event.pairing - 1]
    first, second, round_ = pairing.first, pairing.second, pairing.round
    about = {"tournament": state.id, "number": event.number, "pairing": pairing.number, "round": round_, "player": first}
    match event:
        case events.Paired():
            meet = f"{first} has a bye" if pairing.is_bye else f"{first} meets {second}"
            return TournamentNews(**about, what="paired", sentence=f"Round {round_}: {meet}")  # type: ignore[arg-type]
        case events.GameBegan(game=game, match=match, mover=moves):
            sentence = f"Game {game} between {first} and {second} begins, as {match}; {moves} moves first"
            return TournamentNews(**about, what="game began", sentence=sentence, game=game, match=match)  # type: ignore[arg-type]
        case events.GameEnded(game=game, winner=winner, sentence=says):
            match_ = next((each.match for each in pairing.games if each.number == game), "")
            sentence = f"{winner} beats {pairing.opponent(winner)}: {says}" if winner else f"{first} and {second} draw: {says}"
            found = {"game": game, "match": match_, "winner": winner, "sentence": sentence}
            return TournamentNews(**about, **found, what="game ended")  # type: ignore[arg-type]
        case events.PairingEnded(winner=winner, sentence=says):
            return TournamentNews(**about, what="pairing ended", winner=winner, sentence=f"Round {round_}: {says}")  # type: ignore[arg-type]


def concerned(event: AnyTournamentEvent, state: TournamentState) -> list[str]:
    """The players whom an event concerns more than others; whoever watches is told of every event."""
    match event:
        case events.Started():
            return list(state.order)
        case events.TournamentResumed() | events.TournamentStopped():
            return list(state.ratings)
        case events.Vanished(player=player) | events.Returned(player=player) | events.Withdrew(player=player):
            return [player, *(pairing.opponent(player) for pairing in state.of_player(player))]
        case events.MemberLeft(team=team):
            return [team]
        case events.Paired(pairing=number) | events.PairingEnded(pairing=number):
            return [player for player in state.pairings[number - 1].players if player]
    return []


# How it stands


def players_of(state: TournamentState, absent: Container[str]) -> TournamentPlayers:
    """Who takes part."""
    return TournamentPlayers(state.id, state.number, state.standing, _entrants(state, absent))


def table_of(tournament: Tournament, now: float) -> TournamentStanding:
    """The table."""
    state = tournament.state
    progress = progress_of(state, now)
    return TournamentStanding(state.id, state.number, state.standing, progress.played, progress.expected, standings_of(state))


def tree_of(state: TournamentState) -> TournamentTree:
    """The bracket of a knockout, nothing for others."""
    return TournamentTree(state.id, state.number, _bracket(state))


def games_of(state: TournamentState) -> TournamentPairings:
    """The pairings with their games."""
    return TournamentPairings(state.id, [_pairing(pairing) for pairing in state.pairings])


def over_of(state: TournamentState) -> TournamentOver:
    """How it has ended."""
    winners = list(state.winners or [])
    if state.stopped:
        sentence = f"{state.id} was ended early: {state.stopped}"
    else:
        names = " and ".join(winners)
        sentence = f"{names} {'share the first place in' if len(winners) > 1 else 'has won'} {state.id}"
    return TournamentOver(state.id, state.number, winners, sentence, standings_of(state))


def shown(tournament: Tournament, absent: Container[str], now: float) -> TournamentShown:
    """Everything about a tournament but the moves of its games."""
    state, progress = tournament.state, progress_of(tournament.state, now)
    return TournamentShown(
        tournament=state.id,
        number=state.number,
        game=state.terms.game,
        kind=state.terms.kind,
        by=state.arrangement.by,
        standing=state.standing,
        winners=list(state.winners or []),
        rules=_rules(state),
        players=_entrants(state, absent),
        games=progress.played,
        expected=progress.expected,
        table=standings_of(state),
        pairings=[_pairing(pairing) for pairing in state.pairings],
        bracket=_bracket(state),
    )


def _rules(state: TournamentState) -> TournamentRules:
    said = {**asdict(state.terms), **asdict(state.arrangement)}
    return TournamentRules(**{name: said[name] for name in TournamentRules.__struct_fields__})


def _entrants(state: TournamentState, absent: Container[str]) -> list[EntrantEntry]:
    is_open = state.standing == "open"
    return [
        EntrantEntry(
            name=name,
            rating=state.ratings[name],
            ready=is_open and state.is_ready(name),
            away=name in (absent if is_open else state.away),
            out=name in state.withdrawn,
            members=state.teams.everybody(name) if name in state.teams else [],
            level=level_of(name),
        )
        for name in state.order or state.ratings
    ]


def _bracket(state: TournamentState) -> list[list[BracketEntry]]:
    if state.terms.kind != "knockout" or not state.order:
        return []
    return [
        [BracketEntry(each.round + 1, each.index, _slot(each.first), _slot(each.second), _slot(each.winner)) for each in places]
        for places in bracket_of(state)
    ]


def _slot(slot: Slot) -> str:
    return NOT_KNOWN if slot is None else slot or NOBODY_THERE


def _pairing(pairing: Pairing) -> PairingEntry:
    first, second = pairing.players
    games = [
        PairingGame(each.number, each.match, mover(first, second, each.number), each.winner, each.how, each.sentence)
        for each in pairing.games
    ]
    ended = pairing.ended
    return PairingEntry(
        pairing=pairing.number,
        round=pairing.round,
        index=pairing.index,
        first=first,
        second=second if second != BYE else NOBODY_THERE,
        games=games,
        on=pairing.match,
        winner=ended.winner if ended else "",
        how=ended.how if ended else "",
        sentence=ended.sentence if ended else "",
    )
