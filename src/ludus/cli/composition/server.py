"""The server put together from its options, and run from start to stop.

options ──► catalogue of games ─┐
store ──────────────┼──► house ──► runner ──► ports ──► announcement ... signal ──► everything closed in order
accounts ───────────┘
"""

from __future__ import annotations

import asyncio
import secrets
import ssl
import time
from collections.abc import Callable
from pathlib import Path

from ludus.cli.composition.announcement import announce
from ludus.cli.composition.options import ServerOptions
from ludus.cli.composition.ports import Ports
from ludus.cli.composition.process import prefer_short_pauses, quick_loop
from ludus.cli.composition.signals import Shutdown
from ludus.edges.logs import set_up_logs
from ludus.edges.operator import key_for_operator
from ludus.edges.securing import secured
from ludus.games.finder import is_path
from ludus.rules.errors import LudusError
from ludus.server.accounts import Accounts
from ludus.server.changes import Store
from ludus.server.house import House
from ludus.server.lobby import MOST_PLAYERS
from ludus.server.running import Runner
from ludus.server.settings import Settings
from ludus.server.shelf import Shelf
from ludus.server.store.opening import open_store
from ludus.server.throttle import Limits as LoginLimits
from ludus.server.throttle import Rate


def run(options: ServerOptions, say: Callable[[str], None]) -> bool:
    """Run a server until it is stopped; raises `LudusError` when it cannot start.

    True when threads are still at work for which nobody should wait: everything is kept and closed.
    """
    set_up_logs(options.log_format, debug=options.debug)
    games = _games(options)
    settings = _settings(options, games)
    tls = secured(options.tls)
    store = open_store(options.store)
    try:
        with asyncio.Runner(loop_factory=quick_loop()) as runner:
            return runner.run(_serve(options, settings, games, store, tls, say))
    finally:
        store.close()


def _games(options: ServerOptions) -> Shelf:
    """Every game that can be played: those in files first."""
    named = [Path(options.game)] if options.game and is_path(options.game) else []
    return Shelf([*named, *options.files])


def _settings(options: ServerOptions, games: Shelf) -> Settings:
    """What the house needs to know of the options."""
    return Settings(
        welcome=options.welcome,
        game=_game_to_seat(options, games),
        players=options.players,
        patience=options.patience,
        move_seconds=options.move_seconds,
    )


def _game_to_seat(options: ServerOptions, games: Shelf) -> str:
    """The game for which everybody is seated; empty when none was named."""
    if options.game is None:
        if options.players:
            raise LudusError(f"-p {options.players}: say which GAME they play, as in: ludus serve conquest -p {options.players}")
        return ""
    slug = next(iter(games.games)) if is_path(options.game) else games.finder.find(options.game).game.slug
    rules = games.games[slug].game
    most = max(MOST_PLAYERS, rules.seats)
    if options.players and not rules.seats <= options.players <= most:
        raise LudusError(f"-p {options.players}: {rules.name} is for {rules.seats} to {most} players")
    return slug


async def _serve(
    options: ServerOptions,
    settings: Settings,
    games: Shelf,
    store: Store,
    tls: ssl.SSLContext | None,
    say: Callable[[str], None],
) -> bool:
    """Open the house and the ports, wait for the end, and close everything in order."""
    operator = secrets.token_urlsafe(32)
    house = _house(options, settings, games, store, operator)
    prefer_short_pauses()
    runner = Runner(house, store, time.time, tracing=options.debug)
    ports = Ports(options, runner, store)
    try:
        await ports.open(tls)
    except LudusError:
        await runner.close()
        raise
    shutdown = Shutdown(runner, say)
    with key_for_operator(options.store, "tls" if tls else "tcp", options.host, ports.line_number, operator):
        announce(options, ports.line_number, ports.web_number, say)
        await asyncio.wait([shutdown.done, runner.failed], return_when=asyncio.FIRST_COMPLETED)
        ports.close()
        await runner.close()
        await ports.end()
    if runner.failed.done() and (error := runner.failed.exception()):
        raise LudusError(f"the server stopped because the store failed: {error}")
    say("Goodbye.")
    return runner.working


def _house(options: ServerOptions, settings: Settings, games: Shelf, store: Store, operator: str) -> House:
    """The house with everything the store has kept: accounts, logins, and matches that go on."""
    if settings.game:
        games.prepare(settings.game, {})
    kept = store.load()
    newcomers = Rate(burst=max(60, options.per_address), every=60.0 / max(12, options.per_address))
    accounts = Accounts(
        kept.accounts, kept.sessions, secrets.token_bytes, operator=operator, limits=LoginLimits(newcomers=newcomers)
    )
    house = House(kept, store, games, settings, accounts, secrets.token_bytes)
    matches = house.revive(kept)  # before the clocks run again
    house.restore(kept, matches, time.time())
    return house
