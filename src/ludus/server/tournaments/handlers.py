"""Handlers for tournaments: opening them, taking part, starting, stopping and watching."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from ludus.rules.rulebook import Rulebook
from ludus.server.call import Answer, Call, Steps
from ludus.server.connections import Connection
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.handlers import find_rulebook
from ludus.server.tournaments import news
from ludus.server.tournaments.entrants import NamedEntrant, find_player, read_entries, wrong_entries, wrong_team
from ludus.server.tournaments.hosted import Hosted
from ludus.server.tournaments.state import TournamentState
from ludus.server.tournaments.terms import Arrangement, TournamentTerms, as_sentence, why_not, wrong_term
from ludus.wire import messages
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Done, Notice


def is_organiser(connection: Connection) -> bool:
    """Whether somebody may open tournaments, and change those of others."""
    return connection.operator or connection.role in ("organiser", "admin")


def new(context: Context, call: Call[messages.TournamentNew]) -> Steps[Answer]:
    """Open a tournament."""
    request = call.request
    if not is_organiser(call.connection):
        return Fault(Kind.NOT_ALLOWED)
    rulebook = yield from find_rulebook(context, call, request.game, request.options)
    if isinstance(rulebook, Fault):
        return rulebook
    terms, entries = _terms(rulebook, request), read_entries(context, request.players)
    if isinstance(entries, Fault):
        return entries
    fault = _unfit(rulebook, request, terms, entries)
    if fault:
        return fault
    arrangement = _arrangement(rulebook, request, call)
    hosted = context.tournaments.open(terms, arrangement, rulebook, call.now)
    if isinstance(hosted, Fault):
        return hosted
    if not call.player:
        context.tournaments.watch(hosted, call.connection)  # whoever runs the server has no name
    for entry in entries:
        context.tournaments.enter(hosted, entry.player, call.now, entry.team)
    if arrangement.entry == "open":
        _invite(context, hosted)
    return messages.TournamentMade(tournament=hosted.id)


def _terms(rulebook: Rulebook, request: messages.TournamentNew) -> TournamentTerms:
    said = asdict(request)
    same = {name: said[name] for name in TournamentTerms.__struct_fields__ if name not in ("game", "double")}
    return TournamentTerms(game=rulebook.game.slug, double=request.double == "yes", **same)


def _arrangement(rulebook: Rulebook, request: messages.TournamentNew, call: Call[Any]) -> Arrangement:
    return Arrangement(
        by=call.player,
        entry=request.entry,
        start=request.start,
        starts=call.now + request.wait if request.wait else 0.0,
        talk=request.talk == "yes",
        options=dict(rulebook.file.chosen),
        move=request.move,
        main=request.main,
        increment=request.increment,
    )


def _unfit(
    rulebook: Rulebook, request: messages.TournamentNew, terms: TournamentTerms, entries: list[NamedEntrant]
) -> Fault | None:
    """Why a tournament cannot be held like this."""
    why = wrong_term(terms)
    entrants = {entry.team or entry.player for entry in entries}
    if rulebook.game.seats != 2:
        why = f"tournaments are for games of two; {rulebook.game.name} has {rulebook.game.seats} seats"
    elif request.start == "full" and not terms.slots:
        why = "start=full needs the number of slots, such as slots=8"
    elif not why and len(entrants) >= 2:
        why = why_not(terms, len(entrants))
    why = as_sentence(why) or wrong_entries(terms, entries)
    return Fault(Kind.NOT_POSSIBLE, why) if why else None


def _invite(context: Context, hosted: Hosted) -> None:
    """Tell everybody who is here and may want to know: programs and the plainest clients do not."""
    people = [each.id for each in context.connections if each.player and not each.program and not each.plain]
    terms = hosted.tournament.state.terms
    text = f"A tournament is open: {terms.game}, {terms.kind}; TOURNAMENT JOIN {hosted.id} to take part"
    context.outbox.send(people, Notice(text=text))


# Taking part


def join(context: Context, call: Call[messages.TournamentJoin]) -> Answer:
    """Take part, or have somebody take part."""
    request, hosted = call.request, _going(context, call.request.tournament)
    player = _whom(context, call)
    if isinstance(hosted, Fault) or isinstance(player, Fault):
        return hosted if isinstance(hosted, Fault) else player  # type: ignore[return-value]
    known_teams = {team.lower(): team for team in hosted.tournament.state.ratings}
    team = known_teams.get(request.team.lower(), request.team)
    fault = wrong_team(context, player, team)
    if not fault and player == call.player and not is_organiser(call.connection):
        fault = _too_near(context, call, hosted, player, team)
    fault = fault or context.tournaments.enter(hosted, player, call.now, team, request.at_once, call.connection.id)
    return fault or news.players_of(hosted.tournament.state, context.tournaments.announcer.absent(hosted))


def _too_near(context: Context, call: Call[Any], hosted: Hosted, player: str, team: str) -> Fault | None:
    """Why somebody cannot enter by themselves because of those who come from the same network."""
    neighbours = context.tournaments.neighbours(hosted, player, team)
    if len(neighbours) < context.settings.policy.tournaments.per_network:
        return None
    context.pressure.note("refused", "a second seat from one network", call.connection.address)
    who = f"{neighbours[0]} comes from the same network as you"
    return Fault(Kind.NOT_POSSIBLE, f"{who}; ask the organiser to enter you: TOURNAMENT JOIN {hosted.id} {player}")


def ready(context: Context, call: Call[messages.TournamentReady]) -> Answer:
    """Be ready to start."""
    hosted = _going(context, call.request.tournament)
    if isinstance(hosted, Fault):
        return hosted
    fault = hosted.tournament.get_ready(call.player, call.now)
    context.tournaments.follow(hosted, call.now)
    return fault or Done()


def leave(context: Context, call: Call[messages.TournamentLeave]) -> Answer:
    """Leave, or stop watching."""
    hosted = _going(context, call.request.tournament)
    if isinstance(hosted, Fault):
        return hosted
    watched = call.connection.id in hosted.watchers
    state = hosted.tournament.state
    if not call.request.player and watched and not state.is_in(state.teams.entrant(call.player)):
        hosted.watchers.discard(call.connection.id)
        return Done()
    team = _team_named(call, state)
    player = team or _whom(context, call)
    if isinstance(player, Fault):
        return player
    entrant = team or state.teams.entrant(player)
    if not state.is_in(entrant):
        return Fault(Kind.NOT_POSSIBLE, f"{player} does not take part in {hosted.id}")
    why = "has left" if player == call.player else "was taken out"
    fault = hosted.tournament.withdraw(player, call.now, why)
    context.tournaments.note_gone(hosted, entrant, call.now)
    context.tournaments.follow(hosted, call.now)
    return fault or Done()


def _team_named(call: Call[messages.TournamentLeave], state: TournamentState) -> str:
    """The team that an organiser takes out, if one is named."""
    named = [team for team in state.ratings if team in state.teams and team.lower() == call.request.player.lower()]
    return named[0] if named and is_organiser(call.connection) else ""


def _whom(context: Context, call: Call[messages.TournamentJoin] | Call[messages.TournamentLeave]) -> str | Fault:
    """The player a request is about: oneself or, for organisers, anybody."""
    named = call.request.player
    if not named or named.lower() == call.player.lower():
        return call.player or Fault(Kind.LOGIN_FIRST)
    return find_player(context, named) if is_organiser(call.connection) else Fault(Kind.NOT_ALLOWED)


# Running it


def start(context: Context, call: Call[messages.TournamentStart]) -> Answer:
    """Start a tournament."""
    hosted = _own(context, call)
    return hosted if isinstance(hosted, Fault) else context.tournaments.start(hosted, call.now) or Done()


def stop(context: Context, call: Call[messages.TournamentStop]) -> Answer:
    """End a tournament early."""
    hosted = _own(context, call)
    if isinstance(hosted, Fault):
        return hosted
    fault = hosted.tournament.stop(call.request.reason or "The organiser has ended it", call.now)
    context.tournaments.follow(hosted, call.now)
    return fault or Done()


def announce(context: Context, call: Call[messages.TournamentAnnounce]) -> Answer:
    """Tell something to everybody in a tournament."""
    hosted = _own(context, call)
    if isinstance(hosted, Fault):
        return hosted
    context.tournaments.announcer.announce(hosted, f"{hosted.id}: {call.request.text}")
    return Done()


def watch(context: Context, call: Call[messages.TournamentWatch]) -> Answer:
    """Follow a tournament."""
    hosted = _going(context, call.request.tournament)
    if isinstance(hosted, Fault):
        return hosted
    context.tournaments.watch(hosted, call.connection)
    return news.shown(hosted.tournament, context.tournaments.announcer.absent(hosted), call.now)


def _going(context: Context, name: str) -> Hosted | Fault:
    """A tournament in memory: all that are not over are."""
    return context.tournaments.get(name) or Fault(Kind.NO_TOURNAMENT, name)


def _own(context: Context, call: Call[Any]) -> Hosted | Fault:
    """A tournament that somebody may run: organisers may run any."""
    hosted = _going(context, call.request.tournament)
    if isinstance(hosted, Hosted) and not is_organiser(call.connection):
        return Fault(Kind.NOT_ALLOWED)
    return hosted


HANDLERS: Handlers = {
    messages.TournamentNew: new,
    messages.TournamentJoin: join,
    messages.TournamentReady: ready,
    messages.TournamentLeave: leave,
    messages.TournamentStart: start,
    messages.TournamentStop: stop,
    messages.TournamentAnnounce: announce,
    messages.TournamentWatch: watch,
}
