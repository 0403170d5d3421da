"""The server program: a house, its store and its ports, from start to stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import importlib.util
import re
import secrets
import signal
import socket
import ssl
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from ludus.edges.limits import Addresses, ConnectionLimits
from ludus.edges.logs import set_up_logs
from ludus.edges.operator import key_for_operator
from ludus.edges.tcp import TcpPort
from ludus.edges.tls import tls_context
from ludus.edges.web import Web
from ludus.rules.errors import LudusError
from ludus.server.accounts.accounts import Accounts
from ludus.server.accounts.login_throttle import LoginLimits
from ludus.server.catalogue import Catalogue
from ludus.server.core import Core
from ludus.server.lobby.lobby import MOST_PLAYERS
from ludus.server.rate_limit import Rate
from ludus.server.runner import Runner
from ludus.server.settings import Settings
from ludus.server.store.address import open_store
from ludus.server.store.changes import Store

OTHER_FILES = 100
"""So many open files are for the store, the log and the ports."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line."""

    game: str | None
    players: int
    debug: bool
    files: tuple[Path, ...]
    host: str
    port: int
    web_port: int
    store: str
    welcome: str
    move_seconds: float
    patience: int
    per_address: int
    connections: int
    origins: tuple[str, ...]
    tls: tuple[Path, Path] | None
    log_format: str


def run(options: Options, say: Callable[[str], None]) -> bool:
    """Run a server until it is stopped; raises `LudusError` when it cannot start.

    True when threads are still at work for which nobody should wait: everything is kept and closed.
    """
    set_up_logs(options.log_format, debug=options.debug)
    files = [*([Path(options.game)] if options.game and _is_file(options.game) else []), *options.files]
    catalogue = Catalogue(files)
    game = _named_game(catalogue, options)
    tls = tls_context(options.tls)
    store = open_store(options.store)
    try:
        with asyncio.Runner(loop_factory=quick_loop()) as runner:
            return runner.run(_serve(options, catalogue, game, store, tls, say))
    finally:
        store.close()


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop's event loop, which moves bytes with half the work; where there is none, Python's own does as well."""
    if importlib.util.find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop


def _is_file(word: str) -> bool:
    return word.endswith(".py")


def _named_game(catalogue: Catalogue, options: Options) -> str:
    """The game everybody is seated for, if one was named."""
    if options.game is None:
        if options.players:
            raise LudusError(f"-p {options.players}: say which GAME they play, as in: ludus serve conquest -p {options.players}")
        return ""
    game = next(iter(catalogue.games)) if _is_file(options.game) else catalogue.find(options.game)  # the named file comes first
    if game is None:
        raise LudusError(f"there is no game {options.game!r}; the games are {', '.join(catalogue.games)}")
    seats = catalogue.games[game].game.seats
    if options.players and not seats <= options.players <= max(MOST_PLAYERS, seats):
        name = catalogue.games[game].game.name
        raise LudusError(f"-p {options.players}: {name} is for {seats} to {max(MOST_PLAYERS, seats)} players")
    return game


async def _serve(
    options: Options, catalogue: Catalogue, game: str, store: Store, tls: ssl.SSLContext | None, say: Callable[[str], None]
) -> bool:
    """Open the house and the ports, wait for the end, and close everything in order."""
    operator = secrets.token_urlsafe(32)
    settings = Settings(
        welcome=options.welcome,
        game=game,
        players=options.players,
        patience=options.patience,
        move_seconds=options.move_seconds,
    )
    if game:
        catalogue.prepare(game, {})
    kept = store.load()
    newcomers = Rate(burst=max(60, options.per_address), every=60.0 / max(12, options.per_address))
    accounts = Accounts(
        kept.accounts, kept.sessions, secrets.token_bytes, operator=operator, limits=LoginLimits(newcomers=newcomers)
    )
    core = Core(kept, store, catalogue, settings, accounts, secrets.token_bytes)
    matches = core.revive(kept)  # before the clocks run again
    core.restore(kept, matches, time.time())
    _share_the_time()
    runner = Runner(core, store, time.time, tracing=options.debug)
    limits = ConnectionLimits(per_address=options.per_address, connections=_with_files(options.connections))
    addresses = Addresses(limits)
    port, web = TcpPort(runner, limits, addresses), Web(runner, store, limits, addresses, options.origins)
    try:
        number = await _open(options, "port", options.port, port.open(options.host, options.port, tls))
        web_number = await _open(options, "web-port", options.web_port, web.open(options.host, options.web_port, options.tls))
    except LudusError:
        await runner.close()
        raise
    stopping = _stop_on_signals(runner, say)
    web.line_port = number
    with key_for_operator(options.store, "tls" if options.tls else "tcp", options.host, number, operator):
        _announce(options, number, web_number, say)
        await asyncio.wait([stopping, runner.failed], return_when=asyncio.FIRST_COMPLETED)
        port.close()
        web.close()
        await runner.close()
        await port.end()
        await web.end()
    if runner.failed.done() and (error := runner.failed.exception()):
        raise LudusError(f"the server has ended, because the store failed: {error}")
    say("Goodbye.")
    return runner.working


def _with_files(connections: int) -> int:
    """As many connections as there may be: each is an open file, and a system may allow only 1,024 until it is asked for more."""
    try:
        import resource
    except ImportError:  # Windows counts them otherwise
        return connections
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if resource.RLIM_INFINITY in (allowed, most) or wanted <= allowed:
        return connections
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most), most))
    return min(connections, most - OTHER_FILES)


def _share_the_time() -> None:
    """Nobody's move should wait long for work that is not theirs.

    Matches are freed without the garbage collector. It looks at new objects, a few at a time, and hardly ever at older ones:
    there are hundreds of thousands of them, and everybody would wait. The thread that writes to the disk gets Python's lock ten
    times as soon as usual, since everybody waits for what it writes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10_000, 1_000)
    sys.setswitchinterval(0.0005)


async def _open(options: Options, name: str, wanted: int, opening: Awaitable[int]) -> int:
    try:
        return await opening
    except socket.gaierror:
        raise LudusError(f"--host {options.host}: there is no such address; 127.0.0.1 is this machine") from None
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise LudusError(f"--host {options.host}: that is not an address of this machine; 0.0.0.0 stands for all") from None
        taken = error.errno == errno.EADDRINUSE
        why = "address already in use; give another number" if taken else f"{error.strerror or error}; look at --host, too"
        raise LudusError(f"--{name} {wanted}: {why}") from None


def _stop_on_signals(runner: Runner, say: Callable[[str], None]) -> asyncio.Future[None]:
    """Ctrl-C once: begin nothing new, and end when the games are over; twice: end at once. The result is there at the end."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def end() -> None:
        if not ended.done():
            ended.set_result(None)

    def look() -> None:
        if runner.stop():
            end()
        else:
            loop.call_later(0.2, look)

    asked = 0

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked > 1:
            end()
            return
        playing = runner.core.playing_now
        if playing:
            games = "1 game is" if playing == 1 else f"{playing} games are"
            say(f"Stopping when {games} over; Ctrl-C again ends now.")
        look()

    for name in ("SIGINT", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None:
            _on_signal(loop, number, stop)
    return ended


def _on_signal(loop: asyncio.AbstractEventLoop, number: signal.Signals, call: Callable[[], None]) -> None:
    """Call something on a signal; on Windows the loop cannot, so the plain way is taken there."""
    try:
        loop.add_signal_handler(number, call)
    except NotImplementedError:
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(call))


def _without_password(store: str) -> str:
    """The store as it may be shown."""
    return re.sub(r"(://[^:/@]+):[^@]*@", r"\1:***@", store)


def _announce(options: Options, port: int, web_port: int, say: Callable[[str], None]) -> None:
    """Say where the server can be found."""
    host = "localhost" if options.host in ("127.0.0.1", "0.0.0.0", "::") else options.host  # noqa: S104
    secure = "s" if options.tls else ""
    say("Ludus is ready.")
    say(f"  browser   http{secure}://{host}:{web_port}/")
    say(f"  telnet    telnet {host} {port}" if not options.tls else f"  terminal  openssl s_client -quiet -connect {host}:{port}")
    say(f"  programs  JSON lines on {host}:{port}, or ws{secure}://{host}:{web_port}/ws")
    say(f"  kept in   {_without_password(options.store)}")
