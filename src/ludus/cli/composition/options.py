"""`ServerOptions`: what may be asked of a server. Each option is said once, here: its name, its default and its help text."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.terminal.arguments import complete_game
from ludus.edges.origin import is_origin
from ludus.edges.trusted_proxy import TrustedProxies
from ludus.rules.errors import LudusError
from ludus.server.policy import Policy
from ludus.wire.words import Seconds, expected, is_value

USUAL = Policy()
"""Options that set a number of the policy are None unless they are given, so that a file or the environment can set it."""

LOG_FORMATS = ("text", "json")

DEFAULT_STORE = ""
"""Whatever `store_or_usual` finds."""

WHERE = "ludus.db in the data folder"
"""How that is said in help texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """The options of `ludus serve`; raises `LudusError` for values that cannot be used."""

    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=complete_game,
            help="Seat everybody who connects for this game: a name or a game file.",
        ),
    ] = None
    players: Annotated[
        int,
        typer.Option("-p", "--players", metavar="N", min=0, max=100, help="Players in each match of GAME; 0 means one per team."),
    ] = 0
    option: Annotated[
        list[str],
        typer.Option("-o", "--option", metavar="NAME=NUMBER", help="Set an option of GAME, such as size=5; may be repeated."),
    ] = field(default_factory=list)
    position: Annotated[
        str,
        typer.Option(metavar="TEXT|@FILE", help="Begin every match of GAME in this position, or in one from a saved file."),
    ] = ""
    debug: Annotated[
        bool,
        typer.Option("-d", "--debug", help="Log every request, event and answer, also into debug.log in the current folder."),
    ] = False
    files: Annotated[
        list[Path], typer.Option("--game", metavar="FILE", help="Also offer the game in this file; may be repeated.")
    ] = field(default_factory=list)
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for every address of this machine.")
    ] = "127.0.0.1"
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port for the line protocol and JSON; 0 picks a free one.")
    ] = 8765
    web_port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port for HTTP and WebSocket; 0 picks a free one.")
    ] = 8080
    grpc: Annotated[bool, typer.Option("--grpc", help="Also offer analyses by gRPC, and let helpers join.")] = False
    grpc_port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Port for users of gRPC; 0 picks a free one.")] = (
        14783
    )
    worker_port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port for helpers, which need --grpc, too; 0 picks a free one.")
    ] = 14782
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Let a cluster think: HOST:PORT of its head, or auto for the one started here."),
    ] = None
    store: Annotated[
        str,
        typer.Option(
            metavar="URL",
            show_default=WHERE,
            help="Where everything is kept: a file, postgresql://..., or memory: ($LUDUS_STORE).",
        ),
    ] = DEFAULT_STORE
    welcome: Annotated[str, typer.Option(metavar="TEXT", help="Greeting for everybody who connects.")] = ""
    move_seconds: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            show_default=f"{USUAL.matches.move_seconds:g}",
            help="Time for each move in matches of GAME; 0 for no limit.",
        ),
    ] = None
    patience: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            show_default=str(USUAL.matches.illegal_moves),
            help="Illegal moves before a program forfeits.",
        ),
    ] = None
    per_address: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            show_default=str(USUAL.connections.per_address),
            help="Connections allowed from one address; also limits its new guests and accounts.",
        ),
    ] = None
    connections: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, show_default=str(USUAL.connections.total), help="Connections allowed in total."),
    ] = None
    origins: Annotated[
        list[str],
        typer.Option("--origin", metavar="URL", help="Also accept web pages from here, such as https://host; may be repeated."),
    ] = field(default_factory=list)
    server_names: Annotated[
        list[str],
        typer.Option(
            "--server-name", metavar="NAME", help="Also answer browsers under this name, such as games.org; may be repeated."
        ),
    ] = field(default_factory=list)
    trusted_proxies: Annotated[
        list[str],
        typer.Option(
            "--trusted-proxy", metavar="ADDRESS", help="Believe a reverse proxy here for whom it comes; may be repeated."
        ),
    ] = field(default_factory=list)
    tls_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate file (PEM); turns on TLS on all ports.")] = (
        None
    )
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Private key file (PEM) of the certificate.")] = None
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="TOML file with settings; docs/server.md lists them all.")
    ] = None
    settings: Annotated[
        list[str],
        typer.Option("--set", metavar="NAME=NUMBER", help="Change a setting, such as matches.players=8; may be repeated."),
    ] = field(default_factory=list)
    supervise: Annotated[
        bool, typer.Option("--supervise", help="Start again within a second, should the server be killed or crash.")
    ] = False
    log_format: Annotated[str, typer.Option(metavar="FORMAT", help=f"Format of the log: {' or '.join(LOG_FORMATS)}.")] = "text"

    def __post_init__(self) -> None:
        if self.log_format not in LOG_FORMATS:
            raise LudusError(f"--log-format {self.log_format}: write {' or '.join(LOG_FORMATS)}")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise LudusError("--tls-cert and --tls-key belong together: give both, or neither")
        if self.move_seconds is not None and not is_value(Seconds, self.move_seconds):
            raise LudusError(f"--move-seconds {self.move_seconds:g}: {expected(Seconds)} is expected")
        for page in self.origins:
            if not is_origin(page):
                raise LudusError(
                    f"--origin {page}: write where the page comes from, such as https://example.org or http://localhost:3000"
                )

        TrustedProxies(self.trusted_proxies)
        for name in self.server_names:
            if not is_origin(f"http://{name.lower()}") or ":" in name:
                raise LudusError(f"--server-name {name}: write a name alone, such as games.example.org")

    @property
    def tls(self) -> tuple[Path, Path] | None:
        """The certificate and its key, when the server speaks TLS."""
        return (self.tls_cert, self.tls_key) if self.tls_cert and self.tls_key else None
