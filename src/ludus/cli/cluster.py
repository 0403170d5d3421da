"""`ludus cluster`: start, look at and stop a cluster, or find out beforehand what one would be good for."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options, Position, open_position
from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from ludus.cluster.simulator.worker import VirtualPlan

app = typer.Typer(no_args_is_help=True, help="Start, look at and stop a cluster of machines that search together.")

Port = Annotated[int, typer.Option("--port", metavar="PORT", min=1024, max=65535, help="The port that machines join at.")]
Cores = Annotated[
    int | None, typer.Option("--cores", metavar="N", min=0, max=1024, help="Cores of this machine; by default all.")
]
Address = Annotated[
    str, typer.Option("--address", "--cluster", metavar="HOST:PORT", help="The cluster; by default the one here.")
]
Once = Annotated[bool, typer.Option("--once", help="Print it once, as into a pipe.")]
Workers = Annotated[
    str, typer.Option("--workers", metavar="LIST", help="Workers and their speeds: 8x1.0,8x0.5 is eight, and eight half as fast.")
]
Latency = Annotated[str, typer.Option("--latency", metavar="TIME", help="How long a message takes, one way: 1ms, 200us.")]
SchemeName = Annotated[str, typer.Option("--scheme", metavar="NAME", help="How the search is shared: shared, jobs or root.")]
Ahead = Annotated[int | None, typer.Option("--depth", "-d", metavar="N", min=1, max=100, help="Look this many moves ahead.")]
Seconds = Annotated[float | None, typer.Option("--seconds", "-s", metavar="N", min=0, help="Stop after this much virtual time.")]
Speed = Annotated[float, typer.Option("--speed", metavar="N", min=1000, help="Positions a second of a worker of speed 1.0.")]
Dying = Annotated[int, typer.Option("--deaths", metavar="N", min=0, help="Let this many workers die in mid-search.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Decides who dies when; the same seed gives the same result.")]


@app.command("up")
def up(port: Port = 6379, cores: Cores = None) -> None:
    """Start a cluster on this machine; others join it with `ludus worker`."""
    from ludus.cluster.ray_hosts import make_token, start_head

    lent = os.cpu_count() or 1 if cores is None else cores
    if _running() is not None:
        raise LudusError("a cluster is already up on this machine; stop it with: ludus cluster down")
    process = start_head(port, lent)
    path = _process_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{process.pid}\n", "utf-8")
    typer.echo(f"A cluster is up on this machine, with {lent} of its cores.")
    typer.echo(f"Its token is in {make_token()}; a machine that joins needs the same file.")
    typer.echo(f"Join from another machine with: ludus worker --join THIS-MACHINE:{port}")
    typer.echo("Search with: ludus analyse GAME --cluster auto")


@app.command("status")
def status(address: Address = "auto", once: Once = False) -> None:
    """Show the machines of a cluster and what each does; in a terminal anew every second, until you press Ctrl-C.

    *told* counts the entries and marks that a machine has sent to the others, *of use* the share of those it received that told
    it something new.
    """
    from ludus.cli.terminal.cluster_table import show_cluster
    from ludus.cluster.ray_hosts import RayHosts

    hosts = RayHosts(address)
    try:
        show_cluster(hosts, once=once)
    finally:
        hosts.close()


@app.command("down")
def down() -> None:
    """Stop the cluster that was started on this machine."""
    process = _running()
    if process is None:
        raise LudusError("no cluster was started on this machine")
    os.kill(process, signal.SIGTERM)
    end = time.monotonic() + 30
    while _running() is not None and time.monotonic() < end:
        time.sleep(0.1)
    _process_file().unlink(missing_ok=True)
    typer.echo("The cluster is down.")


def _process_file() -> Path:
    """Where the process of the cluster on this machine is noted."""
    from platformdirs import user_state_path

    return user_state_path("ludus") / "cluster.pid"


def _running() -> int | None:
    """The process of the cluster on this machine, if there is one."""
    try:
        process = int(_process_file().read_text("utf-8"))
        os.kill(process, 0)
    except (OSError, ValueError):
        return None
    return process


@app.command("simulate")
def simulate(
    game: GameName,
    workers: Workers = "4x1.0",
    position: Position = None,
    option: Options = None,
    depth: Ahead = None,
    seconds: Seconds = None,
    latency: Latency = "1ms",
    scheme: SchemeName = "shared",
    speed: Speed = 2e6,
    deaths: Dying = 0,
    seed: Seed = 1,
) -> None:
    """Find out in virtual time how much sooner many machines would search a position than one.

    The searches are real, one after the other on one core, so this takes about as long as all of them together.
    """
    from ludus.cluster.question import Question
    from ludus.cluster.simulator.simulation import Network, Simulation
    from ludus.cluster.simulator.worker import VirtualPlan
    from ludus.rules.movetext import move_text
    from ludus.search.limit import Limit

    rulebook, state = open_position(game, option, position)
    if depth is None and seconds is None:
        raise LudusError("say how far to look, with --depth, or how long, with --seconds")
    question = Question(rulebook, state, Limit(seconds, depth))
    plans, network = read_workers(workers, speed), Network(read_seconds(latency))
    alone = Simulation(question, [VirtualPlan(speed)], scheme="shared", network=network).run()
    plans = with_deaths(plans, deaths, alone.seconds, seed)
    together = Simulation(question, plans, scheme=scheme, network=network).run()
    for name, found in (("one worker of speed 1.0", alone), (f"{len(plans)} workers, scheme {scheme}", together)):
        move = "-" if found.report.move is None else move_text(rulebook, state, found.report.move, int(state["turn"]))
        typer.echo(f"{name}: {move}, value {found.report.value}, {found.report.depth} moves ahead")
        typer.echo(f"  {found.seconds:.3f} s, {found.nodes:,} positions, busy {found.busy:.0%}, {found.items:,} items sent")
    sooner, more = alone.seconds / together.seconds, together.nodes / alone.nodes
    typer.echo(f"{sooner:.2f} times as soon, with {more:.2f} times the positions")


def read_workers(text: str, speed: float) -> list[VirtualPlan]:
    """The workers that a list such as 8x1.0,8x0.5 means."""
    from ludus.cluster.simulator.worker import VirtualPlan

    plans: list[VirtualPlan] = []
    for part in text.split(","):
        found = re.fullmatch(r"(\d+)x(\d+(?:\.\d+)?)", part.strip())
        if not found or not 1 <= int(found[1]) <= 64 or not 0.01 <= float(found[2]) <= 100:
            raise LudusError(f"--workers {part}: write a number and a speed, such as 8x1.0")
        plans += [VirtualPlan(speed * float(found[2]))] * int(found[1])
    if len(plans) > 64:
        raise LudusError(f"--workers {text}: at most 64 workers can be simulated")
    return plans


def read_seconds(text: str) -> float:
    """A short time in seconds: 1ms, 200us, 0.5s."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(us|ms|s)", text.strip())
    if not found:
        raise LudusError(f"--latency {text}: write a time, such as 1ms or 200us")
    return float(found[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1.0}[found[2]]


def with_deaths(plans: list[VirtualPlan], deaths: int, seconds: float, seed: int) -> list[VirtualPlan]:
    """The same workers, of which some die at random times within what one worker alone would take."""
    import random
    from dataclasses import replace

    if deaths >= len(plans):
        raise LudusError(f"--deaths {deaths}: at least one of the {len(plans)} workers must live")
    luck = random.Random(seed)
    doomed = set(luck.sample(range(len(plans)), deaths))
    return [replace(plan, dies=luck.uniform(0, seconds / len(plans))) if n in doomed else plan for n, plan in enumerate(plans)]
