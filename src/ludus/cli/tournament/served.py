"""`ludus tournament new`, `join`, `start`, `list`, `show`, `stop` and `export`: tournaments of a running server."""

from __future__ import annotations

from pathlib import Path

import msgspec
import typer

from ludus.cli.terminal.local_server import ask_server, running_server
from ludus.rules.errors import LudusError
from ludus.server.tournaments.record import record_lines
from ludus.wire import line, messages
from ludus.wire.messages import (
    PairingEntry,
    Problem,
    Recorded,
    StandingEntry,
    TournamentExported,
    TournamentList,
    TournamentMade,
    TournamentShow,
    TournamentShown,
)
from ludus.wire.messages.base import counted
from ludus.wire.messages.tournament_entries import bracket_sentences

TIE_BREAKS = {"round-robin": ("S.-B.", "sonneborn_berger"), "swiss": ("Buchholz", "buchholz")}
"""The tie-break that a kind of tournament has a column for, and where it stands in an entry."""


def open_tournament(store: str, game: str, rules: list[str], players: list[str]) -> None:
    """Open a tournament, by the same words as in the protocol."""
    text = f" :{' '.join(players)}" if players else ""
    request = line.read(f"TOURNAMENT NEW {game} {' '.join(rules)}{text}".encode())
    if isinstance(request, Problem) or not isinstance(request, messages.TournamentNew):
        raise LudusError(request.sentence if isinstance(request, Problem) else f"{game!r} is no game")
    reply = ask_server(store, request)
    if isinstance(reply, TournamentMade):
        typer.echo(f"{reply.tournament} is open; `ludus tournament start {reply.tournament}` begins it.")


def list_tournaments(store: str) -> None:
    """List the tournaments."""
    reply = ask_server(store, messages.Tournaments())
    if not isinstance(reply, TournamentList):
        return
    for each in reply.tournaments:
        won = f"  won by {' and '.join(each.winners)}" if each.winners else ""
        typer.echo(
            f"{each.tournament:<6} {each.game:<14} {each.kind:<12} {each.standing:<8} {counted(each.players, 'player'):>11}{won}"
        )
    if not reply.tournaments:
        typer.echo("There are no tournaments.")


def show_tournament(store: str, name: str) -> None:
    """Show a tournament to people."""
    shown = ask_server(store, TournamentShow(tournament=name))
    if not isinstance(shown, TournamentShown):
        return
    typer.echo(f"{shown.tournament}: {shown.game}, {shown.kind}, {counted(len(shown.players), 'player')}, {shown.standing}")
    if shown.standing == "open":
        for player in shown.players:
            team = f" ({', '.join(player.members)})" if player.members else ""
            typer.echo(f"  {player.name}{team}{' is ready' if player.ready else ''}{' is away' if player.away else ''}")
        return
    played = f"{shown.games} of about {shown.expected} games" if shown.standing == "playing" else counted(shown.games, "game")
    typer.echo(f"{played} played")
    typer.echo("\n".join(table_lines(shown.table, shown.kind)))
    for line_ in bracket_sentences(shown.bracket):
        typer.echo(line_)
    for pairing in shown.pairings:
        typer.echo(_pairing_line(pairing))
    if shown.winners:
        typer.echo(f"{' and '.join(shown.winners)} won")


def table_lines(table: list[StandingEntry], kind: str) -> list[str]:
    """The table as people read it, with the tie-break that counts in this kind of tournament."""
    widest = max((len(row.player) for row in table), default=0)
    name, field = TIE_BREAKS.get(kind, ("", ""))
    head = f"{'':>4} {'':<{widest}} {'points':>7} {'won':>4} {'drawn':>6} {'lost':>5}" + (f" {name:>9}" if name else "")
    rows = [
        f"{row.place:>3}. {row.player:<{widest}} {row.points:>7g} {row.won:>4} {row.drawn:>6} {row.lost:>5}"
        f"{f' {getattr(row, field):>9g}' if field else ''}{'  out' if row.withdrawn else ''}"
        for row in table
    ]
    return [head, *rows]


def _pairing_line(pairing: PairingEntry) -> str:
    score = "-".join(str(sum(game.winner == player for game in pairing.games)) for player in (pairing.first, pairing.second))
    now = f", playing {pairing.on}" if pairing.on else ""
    said = pairing.sentence or f"{score}{now}"
    return f"round {pairing.round}: {pairing.first} - {pairing.second}: {said}"


def export_tournament(store: str, name: str, file: Path) -> None:
    """Write everything about a tournament to a file: as JSON if it is named so, otherwise as text. `ludus replay` checks both."""
    with running_server(store) as server:
        shown = server.ask(TournamentShow(tournament=name))
        if not isinstance(shown, TournamentShown):
            return
        records: dict[str, str] = {}
        for match in [game.match for pairing in shown.pairings for game in pairing.games if game.match]:
            reply = server.ask(messages.Record(match=match))  # one by one: all at once could be too much for the connection
            if isinstance(reply, Recorded):
                records[match] = "\n".join(reply.lines) + "\n"
    shown = msgspec.structs.replace(shown, id="")
    if file.suffix == ".json":
        file.write_bytes(msgspec.json.format(msgspec.json.encode(TournamentExported(shown=shown, records=records))))
    else:
        file.write_text("\n".join(record_lines(shown, list(records.values()))) + "\n", "utf-8")
    typer.echo(f"{shown.tournament} with {len(records)} games is in {file}.")
