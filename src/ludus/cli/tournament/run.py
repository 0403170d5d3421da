"""`ludus tournament run`."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
import typer

from ludus.cli.terminal.cluster_hosts import watched_hosts
from ludus.cli.tournament.director import Director
from ludus.cli.tournament.game_processes import GameProcesses, cores
from ludus.cli.tournament.live import LiveStandings, final_lines
from ludus.cli.tournament.local_workers import LocalWorkers
from ludus.cli.tournament.places import Places, bring_along
from ludus.cli.tournament.plan import Plan
from ludus.cli.tournament.plan_reader import read_plan
from ludus.cli.tournament.report import write_report
from ludus.cli.tournament.results import results, write_results
from ludus.cli.tournament.sandbox import supports_namespaces
from ludus.games import find_game
from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.server.tournaments.pairer import standings_of

if TYPE_CHECKING:
    from ludus.cli.tournament.cluster_workers import ClusterWorkers


REACHED_WITHIN = 60.0
"""Seconds in which a cluster must answer."""


def run_tournament(file: Path, out: Path, games: int | None, played_by: GameProcesses | str) -> None:
    """Hold the tournament that a file describes, or what is left of it, in processes here or on the cluster at an address."""
    plan = read_plan(file)
    game = _game(plan)
    places = _places(plan, out)
    director = Director(plan, places)
    size = games or _cores(plan)
    title = f"{game.name}, {plan.terms.kind}, {len(plan.players)} players"
    typer.echo(f"{title}; results go to {out}{'; going on where it was left' if director.resumed else ''}")
    for entry in plan.players:
        if entry.members:
            typer.echo(f"{entry.name}: {', '.join(member.name for member in entry.members)}")
    if plan.programs and not places.namespaces:
        typer.echo("Programs can reach the network and each other's files: this system does not let us forbid it", err=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: what it has started is ended in order
    try:
        if director.tournament.state.standing != "over":
            with _workers(size, plan, places, played_by) as workers, LiveStandings(title) as live:
                live.begin(director.tournament)
                director.run(workers, live.show)
    except KeyboardInterrupt:
        again = f"ludus tournament run {file}" + ("" if out == file.with_suffix("") else f" --out {out}")
        again += f" --cluster {played_by}" if isinstance(played_by, str) else ""
        typer.echo(f"Stopped; `{again}` goes on where it was left", err=True)
        raise
    finally:
        director.close()
        facts = results(plan, director.tournament)
        write_results(facts, places)
    report = write_report(plan, game, facts, places)
    typer.echo("\n".join(final_lines(standings_of(director.tournament.state), plan.terms.kind)))
    typer.echo(f"{' and '.join(director.tournament.state.winners or [])} won; every game can be replayed in {report}")


def _workers(size: int, plan: Plan, places: Places, played_by: GameProcesses | str) -> LocalWorkers | ClusterWorkers:
    """Who plays the games: processes here, or a cluster and they."""
    if isinstance(played_by, GameProcesses):
        return LocalWorkers(played_by, size, plan, places)
    here = [entry.name for entry in plan.players if not entry.is_computer]
    if len(here) == len(plan.players):
        raise LudusError("--cluster: all players are programs or teams, which are not sent to other machines; leave it out")
    from ludus.cli.tournament.cluster_workers import ClusterWorkers

    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))  # a cluster that is lost, or back
    hosts = watched_hosts(played_by)
    try:
        hosts.wait(REACHED_WITHIN)
    except LudusError:
        hosts.close()
        raise
    from ludus.cluster.cluster import Cluster

    if here:
        typer.echo(f"Programs and teams are not sent to other machines: the games of {', '.join(here)} are played here")
    return ClusterWorkers(Cluster(hosts), size, plan, places)


def _game(plan: Plan) -> Game:
    """The game, which must be one for two."""
    try:
        game = find_game(plan.terms.game, plan.options).game
    except LudusError as error:
        raise LudusError(f"{plan.game_place}: {error}") from None
    if game.seats != 2:
        raise LudusError(f"{plan.game_place}: tournaments are for games of two; {game.name} has {game.seats} seats")
    return game


def _places(plan: Plan, out: Path) -> Places:
    places = Places(out)
    places.make()
    for entry in plan.programs:
        bring_along(plan, entry, places)
    return Places(out, bool(plan.programs) and supports_namespaces(places.program(plan.programs[0].name).resolve()))


def _cores(plan: Plan) -> int:
    """How many games the cores of this machine can play at once."""
    threads = max((entry.setting.threads for entry in plan.everybody if entry.setting), default=1)
    return max(1, cores() // threads)
