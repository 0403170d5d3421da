"""`ludus ask`: have a position analysed by a server."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.terminal.arguments import GameName, Options, Position, open_position

if TYPE_CHECKING:
    from ludus.rules.rulebook import Rulebook
    from ludus.rules.state import StateRecord

SLACK = 10.0
"""Seconds beyond the limit after which a server is not waited for; it may have to load the game first."""

Host = Annotated[str, typer.Argument(metavar="HOST[:PORT]", help="The server, which runs with --grpc; the usual port is 14783.")]
Seconds = Annotated[float, typer.Option("--seconds", "-s", metavar="N", min=0, help="Time limit; 0 for the server's estimate.")]
Depth = Annotated[int, typer.Option("--depth", "-d", metavar="N", min=0, max=100, help="Look at most this many moves ahead.")]
Certificate = Annotated[Path | None, typer.Option("--tls-ca", metavar="FILE", help="Certificate to trust (PEM); turns on TLS.")]


def ask(
    host: Host,
    game: GameName,
    position: Position = None,
    option: Options = None,
    seconds: Seconds = 1.0,
    depth: Depth = 0,
    tls_ca: Certificate = None,
) -> None:
    """Have a position analysed by a server, and show it, the move, the time it took, and how many computed.

    With $LUDUS_TOKEN, the token of your account on the server, you may ask for more than a guest.
    """
    from ludus.cli.terminal.live_line import LiveLine
    from ludus.edges.grpc.channel import Channel
    from ludus.rules.positions import write_position

    rulebook, state = open_position(game, option, position)
    _draw(rulebook, state)
    address = host if ":" in host else f"{host}:14783"
    asked: dict[str, Any] = {"game": rulebook.game.slug, "position": write_position(rulebook, state), "depth": depth}
    asked |= {"seconds": seconds, "options": dict(rulebook.file.chosen), "progress": 0.25}
    began, event = time.perf_counter(), None
    with Channel(address, token=os.environ.get("LUDUS_TOKEN", ""), tls=tls_ca) as channel, LiveLine() as line:
        for event in channel.stream("AnalysisService", "Analyse", max(seconds, 60.0 * (not seconds)) + SLACK, **asked):
            if event.HasField("estimate"):
                line.show(f"a decision is expected in {event.estimate.seconds:.2g} s")
            elif event.HasField("progress"):
                found = event.progress
                line.show(f"depth {found.depth}  value {found.value:+}  {found.positions:,} positions  {' '.join(found.line)}")
    took = time.perf_counter() - began
    if event is not None and event.HasField("good_game"):
        typer.echo(f"The game is over: {event.good_game.result}")
    elif event is not None:
        _tell(rulebook, state, event.decision, took)


def _tell(rulebook: Rulebook, state: StateRecord, decision: Any, took: float) -> None:
    """Show the position after the move, and what was found."""
    from ludus.library.words import seconds_in_words, value_in_words
    from ludus.rules.positions import read_position
    from ludus.search.report import Report

    seat = int(state["turn"])
    after = read_position(rulebook, decision.position)
    typer.echo(f"{rulebook.game.team(seat)} to move\n")
    _draw(rulebook, after)
    report = Report(0, decision.value, decision.exact, (), decision.depth, 0, 0.0, decision.completed)
    typer.echo(f"best move  {decision.move}")
    typer.echo(f"value      {value_in_words(rulebook.game, seat, report)}")
    typer.echo(f"line       {' '.join(decision.line)}")
    typer.echo(f"completed  {decision.completed:.0%}, depth {decision.depth}, {decision.positions:,} positions")
    typer.echo(f"time       {seconds_in_words(took)}, of which {seconds_in_words(decision.seconds)} searching")
    typer.echo(f"effort     workers {decision.workers}, jobs {decision.jobs}")
    if decision.result:
        typer.echo(f"The move ends the game: {decision.result}")


def _draw(rulebook: Rulebook, state: StateRecord) -> None:
    from ludus.rules.diagram import draw

    typer.echo(draw(rulebook.board(state, int(state["turn"]))) + "\n")
