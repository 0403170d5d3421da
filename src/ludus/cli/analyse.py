"""`ludus analyse`: the best move in a position, and what it is worth."""

from __future__ import annotations

import atexit
import math
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options, Position, open_position
from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from ludus.cli.terminal.thinker import Thinker, Watch
    from ludus.rules.rulebook import Rulebook
    from ludus.rules.state import StateRecord
    from ludus.search.limit import Limit
    from ludus.search.report import Report

FOR_PEOPLE = 5.0
"""Seconds to search when no limit is given."""


Team = Annotated[
    str | None,
    typer.Option(metavar="TEAM", help="The team to find a move for, where several may move at once; by default the first."),
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", "-s", metavar="N", min=0, help=f"Time limit; {FOR_PEOPLE:.0f} if you set no limit, inf for none."),
]
Depth = Annotated[
    int | None, typer.Option("--depth", "-d", metavar="N", min=1, max=100, help="Look at most this many moves ahead.")
]
Nodes = Annotated[int | None, typer.Option("--nodes", "-n", metavar="N", min=1, help="Stop after about this many positions.")]
Threads = Annotated[
    int | None, typer.Option(metavar="N", min=1, max=1024, help="Threads to search with; by default one per core.")
]
Megabytes = Annotated[int, typer.Option(metavar="MB", min=1, max=2**20, help="Memory for positions that have been searched.")]
BatchFile = Annotated[
    str | None, typer.Option(metavar="FILE", help="Analyse every position in a file, one per line; - reads standard input.")
]
Best = Annotated[
    int, typer.Option("--best", "-b", metavar="N", min=1, max=100, help="Show this many moves, each with its value and its line.")
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Where chance decides first, draw it; by default, average over it.")
]
OnCluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Search on a cluster: HOST:PORT, or auto for the one started here."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON: one object, or with --batch one per line.")]


def analyse(
    game: GameName,
    position: Position = None,
    option: Options = None,
    team: Team = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    threads: Threads = None,
    table: Megabytes = 128,
    batch: BatchFile = None,
    best: Best = 1,
    seed: Seed = None,
    as_json: AsJson = False,
    cluster: OnCluster = None,
) -> None:
    """Find the best move in a position, and say what it is worth.

    The search stops at the first limit it reaches, when the value is proven, or when you press Ctrl-C; you get the best so far.
    """
    from ludus.cli.terminal.batch import Batch, lines_of
    from ludus.cli.terminal.chance import AveragedAnalysis, drawn
    from ludus.cli.terminal.seats import seat_asked
    from ludus.cli.terminal.summary import as_object, as_objects, best_moves
    from ludus.cli.terminal.thinker import Thinker

    limit = limit_of(seconds, depth, nodes)
    if batch is None:
        rulebook, state = open_position(game, option, position)
        thinker = Thinker(rulebook, threads, table) if cluster is None else _on_cluster(rulebook, cluster, table)
        if rulebook.chances(state) and seed is None:
            found = AveragedAnalysis(thinker, state, limit)
            typer.echo(found.as_object() if as_json else found.summary())
            return
        state, happened = drawn(rulebook, state, seed or 0)
        seat = seat_asked(rulebook, state, team)
        for words in () if as_json else happened:
            typer.echo(words)
        if best > 1:
            ranking = thinker.rank(state, seat, limit, best)
            typer.echo(as_objects(rulebook, state, seat, ranking) if as_json else best_moves(rulebook, state, seat, ranking))
        elif as_json:
            written = None if position is None or position.startswith("@") else position
            typer.echo(as_object(rulebook, state, seat, _best_so_far(thinker, state, seat, limit), written))
        else:
            _tell(thinker, state, seat, limit)
        return
    if position is not None:
        raise LudusError("give --position or --batch, not both")
    if best > 1:
        raise LudusError("--best is for one position, not for --batch")
    if cluster is not None:
        from ludus.cli.terminal.cluster_batch import analyse_on_cluster

        analyse_on_cluster(cluster, game, option, limit, table, lines_of(batch), as_json=as_json, seed=seed)
        return
    Batch(game, option, team, limit, threads, table, as_json, seed).analyse(lines_of(batch))


def _on_cluster(rulebook: Rulebook, address: str, megabytes: int) -> Thinker:
    """A thinker that thinks on a cluster, once its machines know the game."""
    from ludus.cli.terminal.thinker import Thinker
    from ludus.cluster.cluster import Cluster
    from ludus.cluster.player import ClusterPlayer
    from ludus.cluster.ray_hosts import RayHosts

    cluster = Cluster(RayHosts(address), megabytes=megabytes)
    atexit.register(cluster.close)
    machines = cluster.prepare(rulebook)
    typer.echo(f"ludus: searching on {machines} machine{'s' * (machines != 1)}", err=True)
    return Thinker(rulebook, player=ClusterPlayer(rulebook, cluster))


def limit_of(seconds: float | None, depth: int | None, nodes: int | None) -> Limit:
    """The limit that was asked for; without one, a search that people do not have to stop themselves."""
    from ludus.search.limit import Limit

    if seconds is None and depth is None and nodes is None:
        seconds = FOR_PEOPLE
    return Limit(None if seconds == math.inf else seconds, depth, nodes, patient=True)


def _tell(thinker: Thinker, state: StateRecord, seat: int, limit: Limit) -> None:
    """Draw the position, show progress, and say what the search has found."""
    from ludus.cli.terminal.live_line import LiveLine
    from ludus.cli.terminal.summary import progress, summary
    from ludus.rules.diagram import draw

    rulebook = thinker.player.rulebook
    typer.echo(draw(rulebook.board(state, seat)) + "\n")
    with LiveLine() as line:
        report = _best_so_far(thinker, state, seat, limit, lambda *seen: line.show(progress(rulebook, state, seat, *seen)))
    typer.echo(summary(rulebook, state, seat, limit, report))


def _best_so_far(thinker: Thinker, state: StateRecord, seat: int, limit: Limit, watch: Watch | None = None) -> Report:
    """What a search finds, also when Ctrl-C ends it."""
    from ludus.cli.terminal.thinker import Interrupted

    try:
        return thinker.think(state, seat, limit, watch=watch)
    except Interrupted as interrupted:
        return interrupted.report
