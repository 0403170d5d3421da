"""`ludus analyse --batch --cluster`: many positions, one for each core of a cluster, results in the order of the lines."""

from __future__ import annotations

import json
from collections.abc import Iterable

import typer

from ludus.cli.terminal.arguments import open_rulebook
from ludus.cli.terminal.chance import drawn
from ludus.cli.terminal.summary import as_object
from ludus.cluster.cluster import Cluster
from ludus.cluster.messages import Solved
from ludus.cluster.ray_hosts import RayHosts
from ludus.rules.errors import LudusError
from ludus.rules.movetext import move_text
from ludus.rules.positions import read_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.savefile import COMMENT
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Report


def analyse_on_cluster(
    address: str,
    game: str,
    options: list[str] | None,
    limit: Limit,
    megabytes: int,
    lines: Iterable[str],
    *,
    as_json: bool,
    seed: int | None = None,
) -> None:
    """Print a line for each position; a mistake in one does not stop the others."""
    rulebook = open_rulebook(game, options)
    read: list[tuple[str, StateRecord | None, str]] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith(COMMENT):
            try:
                read.append((text, _decided(rulebook, read_position(rulebook, text), seed), ""))
            except LudusError as error:
                read.append((text, None, f"line {number}: {error}"))
    cluster = Cluster(RayHosts(address), megabytes=megabytes)
    try:
        cluster.prepare(rulebook)
        results = cluster.solve(rulebook, [state for _, state, _ in read if state is not None], limit)
        for text, state, wrong in read:
            if state is None:
                typer.echo(json.dumps({"position": text, "error": wrong}) if as_json else wrong)
            else:
                typer.echo(_written(rulebook, text, state, next(results), as_json=as_json))
    finally:
        cluster.close()
    bad = sum(state is None for _, state, _ in read)
    if bad:
        raise LudusError(f"{bad} of {len(read)} positions could not be analysed")


def _decided(rulebook: Rulebook, state: StateRecord, seed: int | None) -> StateRecord:
    """A position in which a player chooses; where chance decides first, it is drawn."""
    if rulebook.chances(state) and seed is None:
        raise LudusError("chance decides first; give --seed N to draw what happens")
    return drawn(rulebook, state, seed or 0)[0]


def _written(rulebook: Rulebook, text: str, state: StateRecord, solved: Solved, *, as_json: bool) -> str:
    if solved.wrong:
        return json.dumps({"position": text, "error": solved.wrong}) if as_json else solved.wrong
    seat = int(state["turn"])
    if as_json:
        found = (
            solved.move,
            solved.value,
            solved.exact,
            solved.line,
            solved.depth,
            solved.nodes,
            solved.seconds,
            solved.completed,
        )
        return as_object(rulebook, state, seat, Report(*found), text)
    best = "-" if solved.move is None else move_text(rulebook, state, solved.move, seat)
    return f"{text}\t{best}\t{solved.value}"
