"""`ludus serve`: the server program."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ludus.rules.errors import LudusError


def serve(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Seat everybody for this game, or game file.")] = None,
    players: Annotated[int, typer.Option("-p", "--players", min=0, max=100, help="How many play; 0: one a team.")] = 0,
    debug: Annotated[bool, typer.Option("-d", "--debug", help="Log what was called with what.")] = False,
    file: Annotated[list[Path] | None, typer.Option("--game", metavar="FILE", help="Offer the game in this file too.")] = None,
    host: Annotated[str, typer.Option(help="Listen only on this address; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="For the line protocol and JSON; 0: any.")] = 8765,
    web_port: Annotated[int, typer.Option(min=0, max=65535, help="For HTTP and WebSocket; 0: any.")] = 8080,
    store: Annotated[str, typer.Option(metavar="URL", help="A file, postgresql://..., or memory:")] = "ludus.db",
    welcome: Annotated[str, typer.Option(metavar="TEXT", help="What is said to everybody who comes.")] = "",
    move_seconds: Annotated[float, typer.Option(help="Time for a move in games we seat people for; 0: any.")] = 180.0,
    patience: Annotated[int, typer.Option(min=1, help="So many illegal moves lose a program the game.")] = 3,
    per_address: Annotated[int, typer.Option(min=1, help="So many connections and guests from one address.")] = 200,
    connections: Annotated[int, typer.Option(min=1, help="So many connections altogether.")] = 20_000,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="Let pages from there in too: https://host.")] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="Certificate file: speak TLS on both ports.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Key file of the certificate.")] = None,
    log_format: Annotated[str, typer.Option(help="text or json.")] = "text",
) -> None:
    """Start the server: the line protocol and JSON on one port, browsers and HTTP on another.

    With a GAME, whoever connects by telnet is seated for it as they come; without one they choose in the lobby. Ctrl-C lets the
    games that are on finish; a second Ctrl-C ends at once. Nothing that was acknowledged is lost either way.
    """
    from ludus.edges.origin import is_origin
    from ludus.edges.serving import Options, run
    from ludus.wire.words import Seconds, expected, is_value

    if log_format not in ("text", "json"):
        raise LudusError(f"--log-format {log_format}: write text or json")
    if (tls_cert is None) != (tls_key is None):
        raise LudusError("--tls-cert and --tls-key belong together: give both, or neither")
    if not is_value(Seconds, move_seconds):
        raise LudusError(f"--move-seconds {move_seconds:g}: {expected(Seconds)} is expected")
    for page in origin or ():
        if not is_origin(page):
            raise LudusError(
                f"--origin {page}: write where the page comes from, such as https://example.org or http://localhost:3000"
            )
    still_working = run(
        Options(
            game=game,
            players=players,
            debug=debug,
            files=tuple(file or ()),
            host=host,
            port=port,
            web_port=web_port,
            store=store,
            welcome=welcome,
            move_seconds=move_seconds,
            patience=patience,
            per_address=per_address,
            connections=connections,
            origins=tuple(origin or ()),
            tls=(tls_cert, tls_key) if tls_cert and tls_key else None,
            log_format=log_format,
        ),
        say=typer.echo,
    )
    if still_working:
        sys.stdout.flush()
        os._exit(0)  # Python would wait for these threads
