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
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import structlog

from ludus.cli.composition.announcement import announce
from ludus.cli.composition.computation import computers_for
from ludus.cli.composition.options import ServerOptions
from ludus.cli.composition.policy import policy_of
from ludus.cli.composition.ports import Ports
from ludus.cli.composition.process import give_memory_back, prefer_short_pauses, quick_loop
from ludus.cli.composition.signals import Shutdown
from ludus.cli.terminal.arguments import chosen_options
from ludus.edges.logs import set_up_logs
from ludus.edges.operator import key_for_operator
from ludus.edges.store_location import store_or_usual
from ludus.edges.tls import tls_context
from ludus.games.finder import is_path
from ludus.rules.errors import LudusError
from ludus.server.accounts.accounts import Accounts
from ludus.server.analysis.computation import Computation
from ludus.server.catalogue import Catalogue
from ludus.server.compilation import Compilations
from ludus.server.core import Core
from ludus.server.matches.history import hidden_fields
from ludus.server.policy import Policy
from ludus.server.runner import Runner
from ludus.server.settings import Settings
from ludus.server.store.address import open_store
from ludus.server.store.changes import Store

DEBUG_LOG = Path("debug.log")
"""What `-d` writes, in the current folder."""

log = structlog.get_logger("ludus")


def run(options: ServerOptions, say: Callable[[str], None], games: Catalogue | None = None) -> bool:
    """Run a server until it is stopped; raises `LudusError` when it cannot start.

    True when threads are still at work for which nobody should wait: everything is kept and closed.
    """
    options = replace(options, store=store_or_usual(options.store))
    set_up_logs(options.log_format, debug=_debug_file(options))
    policy = policy_of(options, os.environ)
    games = games or catalogue_of(options, policy)
    compilations = games.compilations or Compilations(policy.compilation)
    game = _game_to_seat(options, games, policy)
    settings = Settings(
        welcome=options.welcome,
        game=game,
        options=chosen_options(options.option),
        position=_position(options),
        players=options.players,
        policy=policy,
    )
    tls = tls_context(options.tls)
    store = open_store(options.store, policy.store)
    try:
        with asyncio.Runner(loop_factory=quick_loop()) as runner:
            return runner.run(_serve(options, settings, games, compilations, store, tls, say))
    finally:
        store.close()


def _debug_file(options: ServerOptions) -> Path | None:
    """Where everything is written down, if it is; raises `LudusError` if that is not possible."""
    if not options.debug:
        return None
    try:
        DEBUG_LOG.open("a").close()
    except OSError as error:
        raise LudusError(f"-d: {DEBUG_LOG} cannot be written in this folder: {error.strerror}") from None
    return DEBUG_LOG


def catalogue_of(options: ServerOptions, policy: Policy) -> Catalogue:
    """Every game that can be played: those in files first."""
    named = [Path(options.game)] if options.game and is_path(options.game) else []
    return Catalogue([*named, *options.files], Compilations(policy.compilation), policy.compilation.variants)


def _game_to_seat(options: ServerOptions, games: Catalogue, policy: Policy) -> str:
    """The game for which everybody is seated; empty when none was named."""
    if options.game is None:
        given = {"-p": options.players, "--option": " ".join(options.option), "--position": options.position}
        for name, value in given.items():
            if value:
                raise LudusError(f"{name} {value}: say which GAME is meant, as in: ludus serve conquest {name} {value}")
        return ""
    slug = next(iter(games.games)) if is_path(options.game) else games.finder.find(options.game).game.slug
    rules = games.games[slug].game
    most = max(policy.matches.players, rules.seats)
    if options.players and not rules.seats <= options.players <= most:
        raise LudusError(f"-p {options.players}: {rules.name} is for {rules.seats} to {most} players")
    return slug


def _position(options: ServerOptions) -> str:
    """The position to begin with, on one line; a saved file has a line for each piece."""
    if not options.position.startswith("@"):
        return options.position
    path = Path(options.position[1:])
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LudusError(f"--position {path}: {getattr(error, 'strerror', None) or error}") from None
    return "; ".join(line.strip() for line in lines if line.strip())


def _prepare_game(settings: Settings, games: Catalogue) -> None:
    """Compile the game that everybody is seated for, and see whether it can begin as it should."""
    chosen = games.chosen(settings.game, settings.options, settings.position)
    rulebook = games.prepare(settings.game, chosen)
    try:
        start = games.position(rulebook, settings.position)
    except LudusError as error:
        raise LudusError(f"--position: {error}") from None
    if start is not None and (known := hidden_fields(rulebook, start)):
        raise LudusError(f"--position: the position says what nobody may know: {', '.join(known)}")


async def _serve(
    options: ServerOptions,
    settings: Settings,
    games: Catalogue,
    compilations: Compilations,
    store: Store,
    tls: ssl.SSLContext | None,
    say: Callable[[str], None],
) -> bool:
    """Open the core and the ports, wait for the end, and close everything in order."""
    operator = secrets.token_urlsafe(32)
    computers = computers_for(options, settings.policy, compilations)
    core = _core(settings, games, store, operator, computers.computation)
    prefer_short_pauses()
    give_memory_back()
    runner = Runner(core, store, tracing=options.debug)
    ports = Ports(options, settings.policy.connections, runner, store, computers, games.list())
    try:
        await ports.open(tls)
    except LudusError:
        await ports.end()
        await runner.close()
        computers.close()
        raise
    shutdown = Shutdown(runner, say)
    with key_for_operator(options.store, "tls" if tls else "tcp", options.host, ports.line_number, operator):
        announce(options, ports, computers.token_file, say)
        if settings.policy.compilation.at_start:
            threading.Thread(target=_warm_up, args=(games, compilations), name="ludus-warming", daemon=True).start()
        await asyncio.wait([shutdown.done, runner.failed], return_when=asyncio.FIRST_COMPLETED)
        ports.close()
        await runner.close()
        await ports.end()
        computers.close()
    if runner.failed.done() and (error := runner.failed.exception()):
        raise LudusError(f"the server stopped because the store failed: {error}")
    say("Goodbye.")
    return runner.workers.are_busy


def _warm_up(games: Catalogue, compilations: Compilations) -> None:
    """Have every game ready before somebody wants to play it."""
    for problem in games.warm_up():
        log.warning("not ready", why=problem)
    log.info("games ready", games=len(games.games), compiled=compilations.counts["done"])


def _core(settings: Settings, games: Catalogue, store: Store, operator: str, computation: Computation) -> Core:
    """The core with everything the store has kept: accounts, logins, and matches that go on."""
    if settings.game:
        _prepare_game(settings, games)
    kept = store.load()
    policy = settings.policy.accounts
    accounts = Accounts(
        kept.accounts, kept.sessions, secrets.token_bytes, operator=operator, policy=policy, networks=kept.networks
    )
    core = Core(kept, store, games, settings, accounts, secrets.token_bytes, computation)
    matches = core.revive(kept)  # before the clocks run again
    core.restore(kept, matches, time.time())
    return core
