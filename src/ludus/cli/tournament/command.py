"""`ludus tournament`: `run` holds a tournament described in a file, `check` tries one program; the others are for those of a
running server.
"""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.composition.options import DEFAULT_STORE, WHERE

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Hold tournaments: `run` and `check` need no server, the other commands are for a running one.",
)

Store = Annotated[
    str, typer.Option("--store", metavar="URL", show_default=WHERE, help="The --store of the running server ($LUDUS_STORE).")
]
Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name, such as t1.")]


@app.command("run")
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="What to play, and who plays.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Where results go; by default beside the file, named like it.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="Games at once; by default as many as this machine has cores.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Play games between computers on a cluster, one a core: HOST:PORT, or auto.",
        ),
    ] = None,
) -> None:
    """Hold a tournament on all cores, and write its table, records, logs and a report to look at in a browser.

    After Ctrl-C the same command goes on where it was left. With --cluster, games in which a program plays stay on this machine.
    """
    from ludus.cli.tournament.game_processes import GameProcesses, cores

    with nullcontext(cluster) if cluster else GameProcesses(games or cores()) as played_by:
        from ludus.cli.tournament.run import run_tournament  # while they start

        run_tournament(file, out or file.with_suffix(""), games, played_by)


@app.command("check")
def check(
    command: Annotated[str, typer.Argument(metavar="COMMAND", help='How the program is started, such as "python bot.py".')],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="A name from `ludus games`, or a game file.")],
    move: Annotated[float, typer.Option("--move", min=0.01, help="Seconds for each move.")] = 10.0,
    games: Annotated[int, typer.Option("--games", min=1, max=100, help="Games to play against a simple opponent.")] = 2,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=NUMBER", help="Choose an option of the game.")
    ] = None,
) -> None:
    """Tell in sentences whether a program plays by the protocol."""
    from ludus.cli.tournament.check import check_program

    if not check_program(command, game, move, games, option):
        raise typer.Exit(1)


@app.command("new")
def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A name from `ludus games`.")],
    rules: Annotated[
        list[str] | None,
        typer.Argument(metavar="RULE=VALUE", help="As in TOURNAMENT NEW: kind=round-robin best_of=3 slots=8 move=60 ..."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player", metavar="NAME", help="Enter a player, the computer (computer3) or a team (reds:ann+bob); may be repeated."
        ),
    ] = None,
    store: Store = DEFAULT_STORE,
) -> None:
    """Open a tournament on a running server. Players join by TOURNAMENT JOIN."""
    from ludus.cli.tournament.served import open_tournament

    open_tournament(store, game, rules or [], player or [])


@app.command("join")
def join(
    tournament: Tournament,
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Somebody known to the server, or the computer: computer1 to computer10.")
    ],
    team: Annotated[
        str, typer.Option("--team", metavar="TEAM", help="The team that they play for; the first player makes it.")
    ] = "",
    store: Store = DEFAULT_STORE,
) -> None:
    """Enter a player, or the computer."""
    from ludus.cli.terminal.local_server import ask_server
    from ludus.wire.messages import TournamentJoin

    ask_server(store, TournamentJoin(tournament=tournament, player=player, team=team))
    typer.echo(f"{player} takes part in {tournament}{f' for {team}' if team else ''}.")


@app.command("start")
def start(tournament: Tournament, store: Store = DEFAULT_STORE) -> None:
    """Start a tournament."""
    from ludus.cli.terminal.local_server import ask_server
    from ludus.wire.messages import TournamentStart

    ask_server(store, TournamentStart(tournament=tournament))
    typer.echo(f"{tournament} has begun.")


@app.command("stop")
def stop(
    tournament: Tournament,
    reason: Annotated[str, typer.Argument(help="The reason; everybody in the tournament sees it.")] = "",
    store: Store = DEFAULT_STORE,
) -> None:
    """End a tournament early; nobody wins it."""
    from ludus.cli.terminal.local_server import ask_server
    from ludus.wire.messages import TournamentStop

    ask_server(store, TournamentStop(tournament=tournament, reason=reason))
    typer.echo(f"{tournament} was ended.")


@app.command("list")
def list_all(store: Store = DEFAULT_STORE) -> None:
    """List the tournaments of a running server."""
    from ludus.cli.tournament.served import list_tournaments

    list_tournaments(store)


@app.command("show")
def show(tournament: Tournament, store: Store = DEFAULT_STORE) -> None:
    """Show the table, the pairings and how far it has come."""
    from ludus.cli.tournament.served import show_tournament

    show_tournament(store, tournament)


@app.command("export")
def export(
    tournament: Tournament,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it: JSON if it ends in .json, otherwise text.")],
    store: Store = DEFAULT_STORE,
) -> None:
    """Write everything about a tournament, with the records of its games, to a file that `ludus replay` checks."""
    from ludus.cli.tournament.served import export_tournament

    export_tournament(store, tournament, file)
