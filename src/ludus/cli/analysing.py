"""`ludus analyse`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.opening import GameName, Options, Position, open_position
from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from ludus.cli.thinking import Thinker, Watch
    from ludus.rules.state import Record
    from ludus.search.limit import Limit
    from ludus.search.report import Report

FOR_PEOPLE = 5.0
"""So many seconds a search takes when nobody says how long."""


def analyse(
    game: GameName,
    position: Position = None,
    option: Options = None,
    team: Annotated[
        str | None,
        typer.Option("--team", metavar="TEAM", help="Whose move, where several may act at once; by default the first who may."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", "-s", min=0, help=f"At most so long; {FOR_PEOPLE:.0f} when no limit is given, inf for no end."),
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", min=1, max=100, help="At most so many moves ahead.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", "-n", min=1, help="At most about so many positions.")] = None,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, max=1024, help="How many threads; by default all cores.")
    ] = None,
    table: Annotated[
        int, typer.Option("--table", min=1, max=2**20, metavar="MB", help="Memory for positions already searched.")
    ] = 128,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch", metavar="FILE", help="Analyse the positions in a file, one a line; - reads what is typed or piped."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead, or one a line with --batch.")] = False,
) -> None:
    """Search a position for the best move, and say what it is worth.

    The search ends at the first limit it reaches, when the value is proven, or at Ctrl-C, with the best so far.
    """
    from ludus.cli.batch import Batch, lines_of
    from ludus.cli.findings import as_object
    from ludus.cli.seats import seat_asked
    from ludus.cli.thinking import Thinker

    limit = limit_of(seconds, depth, nodes)
    if batch is None:
        rulebook, state = open_position(game, option, position)
        seat = seat_asked(rulebook, state, team)
        thinker = Thinker(rulebook, threads, table)
        if as_json:
            written = None if position is None or position.startswith("@") else position
            typer.echo(as_object(rulebook, state, seat, _best_so_far(thinker, state, seat, limit), written))
        else:
            _tell(thinker, state, seat, limit)
        return
    if position is not None:
        raise LudusError("give --position or --batch, not both")
    Batch(game, option, team, limit, threads, table, as_json).analyse(lines_of(batch))


def limit_of(seconds: float | None, depth: int | None, nodes: int | None) -> Limit:
    """The limit that was asked for; people get an answer after a while even if they asked for none."""
    from ludus.search.limit import Limit

    if seconds is None and depth is None and nodes is None:
        seconds = FOR_PEOPLE
    return Limit(None if seconds == math.inf else seconds, depth, nodes, patient=True)


def _tell(thinker: Thinker, state: Record, seat: int, limit: Limit) -> None:
    """Draw the position, show how the search stands, and say what it has found."""
    from ludus.cli.findings import progress, summary
    from ludus.cli.live import LiveLine
    from ludus.rules.diagram import draw

    rulebook = thinker.player.rulebook
    if not rulebook.chances(state):  # otherwise there is nothing to tell: the search will refuse
        typer.echo(draw(rulebook.board(state, seat)) + "\n")
    with LiveLine() as line:
        report = _best_so_far(thinker, state, seat, limit, lambda *seen: line.show(progress(rulebook, state, seat, *seen)))
    typer.echo(summary(rulebook, state, seat, limit, report))


def _best_so_far(thinker: Thinker, state: Record, seat: int, limit: Limit, watch: Watch | None = None) -> Report:
    """What a search finds, also when Ctrl-C ends it."""
    from ludus.cli.thinking import Interrupted

    try:
        return thinker.think(state, seat, limit, watch=watch)
    except Interrupted as interrupted:
        return interrupted.report
