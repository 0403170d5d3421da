"""The lists of what is being played and who is here."""

from __future__ import annotations

from ludus.server.context import Context
from ludus.server.matches.events import times_of
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room
from ludus.server.store.changes import MatchSummary
from ludus.wire.messages import MatchEntry, MatchList, PlayerEntry, PlayerList


def list_matches(context: Context, game: str, now: float) -> MatchList:
    """The matches that are open or being played, as watchers see them; of too many those with a free seat, then the newest."""
    going = [room for room in context.rooms if _is_listed(room.seen.match, now) and game in ("", room.match.terms.game)]
    most = context.settings.policy.matches.listed
    if len(going) > most:
        going.sort(key=lambda room: room.match.status == "open")
    listed = going[-most:]
    return MatchList(matches=[_match_entry(room) for room in listed], more=len(going) - len(listed))


def list_players(context: Context) -> PlayerList:
    """Who is logged in; of too many those who came last."""
    here = context.connections.players
    listed = here[-context.settings.policy.matches.listed :]
    return PlayerList(players=[_player_entry(context, name) for name in listed], more=len(here) - len(listed))


def _is_listed(match: Match, now: float) -> bool:
    """Whether a match is going on, as watchers see it; a rematch would tell them that the match before is over."""
    return not match.closed and (not match.made.before or now >= match.made.at + match.terms.delay)


def _match_entry(room: Room) -> MatchEntry:
    """A match that is not over, with the number of moves that everybody may know of."""
    match = room.match
    return MatchEntry(
        match=match.id,
        game=match.terms.game,
        standing="open" if match.status == "open" else "playing",
        teams=[list(team.players) for team in match.teams],
        free=match.free,
        moves=room.seen.view.history.moves_known,
        options=match.terms.options,
        times=times_of(match.terms),
        watchers=len(room.watchers),
        hints=match.terms.hints,
    )


def finished_entry(summary: MatchSummary) -> MatchEntry:
    """A match that is over."""
    return MatchEntry(summary.match, summary.game, "over", summary.teams, 0, summary.moves, summary.sentence, ended=summary.ended)


def _player_entry(context: Context, name: str) -> PlayerEntry:
    connection = next(iter(context.connections.of(name)))
    known = [room.match.id for room in context.rooms.of(name) if room.late is None]  # with a delay, its end is not told here
    return PlayerEntry(name, connection.role, connection.guest, known)
