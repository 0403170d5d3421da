"""The server put together from its options, and run from start to stop.

options ──► catalogue of games ─┐
store ──────────────┼──► core ──► runner ──► ports ──► announcement ... signal ──► everything closed in order
accounts ───────────┘
"""

from __future__ import annotations

import asyncio
import os
import secrets
import ssl
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ludus.cli.composition.announcement import announce
from ludus.cli.composition.computation import computers_for
from ludus.cli.composition.options import ServerOptions
from ludus.cli.composition.policy import policy_of
from ludus.cli.composition.ports import Ports
from ludus.cli.composition.process import prefer_short_pauses, quick_loop
from ludus.cli.composition.signals import Shutdown
from ludus.edges.logs import set_up_logs
from ludus.edges.operator import key_for_operator
from ludus.edges.store_location import store_or_usual
from ludus.edges.tls import tls_context
from ludus.games.finder import is_path
from ludus.rules.errors import LudusError
from ludus.server.accounts.accounts import Accounts
from ludus.server.analysis.computation import Computation
from ludus.server.catalogue import Catalogue
from ludus.server.core import Core
from ludus.server.policy import Policy
from ludus.server.run_clock import RunClock
from ludus.server.runner import Runner
from ludus.server.settings import Settings
from ludus.server.store.address import open_store
from ludus.server.store.changes import Store


def run(options: ServerOptions, say: Callable[[str], None], games: Catalogue | None = None) -> bool:
    """Run a server until it is stopped; raises `LudusError` when it cannot start.

    True when threads are still at work for which nobody should wait: everything is kept and closed.
    """
    options = replace(options, store=store_or_usual(options.store))
    set_up_logs(options.log_format, debug=options.debug)
    policy = policy_of(options, os.environ)
    games = games or catalogue_of(options)
    game = _game_to_seat(options, games, policy)
    settings = Settings(welcome=options.welcome, game=game, players=options.players, policy=policy)
    tls = tls_context(options.tls)
    store = open_store(options.store, policy.store)
    try:
        with asyncio.Runner(loop_factory=quick_loop()) as runner:
            return runner.run(_serve(options, settings, games, store, tls, say))
    finally:
        store.close()


def catalogue_of(options: ServerOptions) -> Catalogue:
    """Every game that can be played: those in files first."""
    named = [Path(options.game)] if options.game and is_path(options.game) else []
    return Catalogue([*named, *options.files])


def _game_to_seat(options: ServerOptions, games: Catalogue, policy: Policy) -> str:
    """The game for which everybody is seated; empty when none was named."""
    if options.game is None:
        if options.players:
            raise LudusError(f"-p {options.players}: say which GAME they play, as in: ludus serve conquest -p {options.players}")
        return ""
    slug = next(iter(games.games)) if is_path(options.game) else games.finder.find(options.game).game.slug
    rules = games.games[slug].game
    most = max(policy.matches.players, rules.seats)
    if options.players and not rules.seats <= options.players <= most:
        raise LudusError(f"-p {options.players}: {rules.name} is for {rules.seats} to {most} players")
    return slug


async def _serve(
    options: ServerOptions,
    settings: Settings,
    games: Catalogue,
    store: Store,
    tls: ssl.SSLContext | None,
    say: Callable[[str], None],
) -> bool:
    """Open the core and the ports, wait for the end, and close everything in order."""
    operator = secrets.token_urlsafe(32)
    clock = RunClock()
    computers = computers_for(options, settings.policy)
    core = _core(settings, games, store, operator, computers.computation, clock)
    prefer_short_pauses()
    runner = Runner(core, store, clock, tracing=options.debug)
    ports = Ports(options, settings.policy.connections, runner, store, computers)
    try:
        await ports.open(tls)
    except LudusError:
        await ports.end()
        await runner.close()
        raise
    shutdown = Shutdown(runner, say)
    with key_for_operator(options.store, "tls" if tls else "tcp", options.host, ports.line_number, operator):
        announce(options, ports, computers.token_file, say)
        await asyncio.wait([shutdown.done, runner.failed], return_when=asyncio.FIRST_COMPLETED)
        ports.close()
        await runner.close()
        await ports.end()
    if runner.failed.done() and (error := runner.failed.exception()):
        raise LudusError(f"the server stopped because the store failed: {error}")
    say("Goodbye.")
    return runner.working


def _core(
    settings: Settings, games: Catalogue, store: Store, operator: str, computation: Computation, clock: Callable[[], float]
) -> Core:
    """The core with everything the store has kept: accounts, logins, and matches that go on."""
    if settings.game:
        games.prepare(settings.game, {})
    kept = store.load()
    policy = settings.policy.accounts
    accounts = Accounts(
        kept.accounts, kept.sessions, secrets.token_bytes, operator=operator, policy=policy, networks=kept.networks
    )
    core = Core(kept, store, games, settings, accounts, secrets.token_bytes, computation)
    matches = core.revive(kept)  # before the clocks run again
    core.restore(kept, matches, clock())
    return core
