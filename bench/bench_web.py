"""How quick the web client is: the first move, moves in the other window, frames, large boards, and many who watch.

    python -m bench.bench_web           about five minutes
    python -m bench.bench_web --quick   fewer rounds, games and watchers; about one minute

A real server, a real Chromium, on one machine. Nothing is measured before the server says that its games are ready, some seconds
after its start. Frames are counted in the trace that the browser itself writes: while an animation is on, or while a board pans.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, cast

from ludus.edges.site import served

ROOT = Path(__file__).parents[1]
FILES = ROOT / "src" / "ludus" / "clients" / "web" / "files"
GAME = "connect-four"
QUICK = "--quick" in sys.argv
ROUNDS, GAMES, WATCHERS = (3, 20, 50) if QUICK else (7, 200, 500)
OPTIONS = ("--per-address", "2000", "--set", "compilation.at_start=1", "--set", "compilation.seconds=600")
THINK = 2.0
"""Seconds that a program thinks on average in the games that are played besides."""

SEEN_AS_ONE = 0.005
"""Seconds: of two frames that follow each other sooner, a screen shows one."""

WATCH = """() => new Promise((done) => {
  const list = document.querySelector('.moves ol'), before = list.childElementCount
  new MutationObserver(() => { if (list.childElementCount > before) done(performance.timeOrigin + performance.now()) })
    .observe(list, { childList: true })
})"""

CLICK = """() => {
  const cell = document.querySelector('.grid .next'), box = cell.getBoundingClientRect()
  const at = { clientX: box.x + 5, clientY: box.y + 5, bubbles: true, pointerId: 1, button: 0 }
  const now = performance.timeOrigin + performance.now()
  cell.dispatchEvent(new PointerEvent('pointerdown', at)); cell.dispatchEvent(new PointerEvent('pointerup', at))
  return now
}"""

AT_REST = """(selector) => new Promise((done, fail) => {
  setTimeout(fail, 60000, `${selector} cannot be clicked`)
  let before = ''
  const look = () => {
    const found = document.querySelector(selector), box = found?.getBoundingClientRect()
    const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0], now = `${x} ${y}`
    if (now === before && found?.contains(document.elementFromPoint(x, y))) done([x, y])
    else { before = now; requestAnimationFrame(look) }
  }
  look()
})"""
"""Where the middle of something is, as soon as two frames show it there: nobody clicks on what is not there or moves."""

PAN = """(seconds) => new Promise((done) => {
  const map = document.querySelector('.map'), box = map.getBoundingClientRect(), begun = performance.now()
  const step = (now) => {
    const part = (now - begun) / 1000 / seconds
    const clientX = box.x + box.width * (0.5 + 0.45 * Math.cos(6 * part))
    const clientY = box.y + box.height * (0.5 + 0.45 * Math.sin(6 * part))
    map.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, buttons: 1, bubbles: true }))
    part < 1 ? requestAnimationFrame(step) : done()
  }
  requestAnimationFrame(step)
})"""


def main() -> None:
    """Measure, and print a table."""
    from playwright.sync_api import sync_playwright

    found, process = import_module("tests.browser"), import_module("tests.server_process")
    path = found.find_browser() or sys.exit(found.WITHOUT)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "marks.py").write_text(import_module("tests.large_game").BIG_GAME, "utf-8")
        with (
            process.start_server(*OPTIONS, "--game", str(folder / "marks.py"), folder=folder) as server,
            sync_playwright() as playwright,
        ):
            while "games ready" not in server.log:
                time.sleep(0.1)
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            measure(browser, f"http://127.0.0.1:{server.web_port}", server)
            browser.close()


def measure(browser: Any, home: str, server: Any) -> None:
    """All figures, each as soon as it is known."""
    load = os.getloadavg()[0]
    print(f"load average {load:.1f} at the beginning\n\n| what | median | worst | aim |\n|---|---:|---:|---|", flush=True)
    first_move(browser, home)  # loads the game
    opening = [first_move(browser, home) for _ in range(ROUNDS)]
    line("opening the page to the first move being taken, two clicks", opening, "< 1 s")
    with games_besides(server):
        line(f"a click until the move is in the other window, {GAMES} games besides", moves_seen(browser, home), "<= 50 ms")
    frames, still = gliding(browser, home)
    print(f"| frames a second while pieces move, by the trace | {frames:.0f} | longest pause {still:.0f} ms | 60 |", flush=True)
    frames, still = panning(browser, home)
    print(f"| frames a second while a board of 100 x 100 pans | {frames:.0f} | longest pause {still:.0f} ms | 60 |", flush=True)
    line(f"a move until the last of {WATCHERS} watchers has it", watched(browser, home, server), "<= 200 ms")
    files = {path.relative_to(FILES).as_posix(): path.read_bytes() for path in FILES.rglob("*") if path.is_file()}
    size = sum(map(len, served(files).values()))
    print(f"| all own code as it is sent, uncompressed | {size / 1000:.1f} KB | | < 200 KB |")


def line(what: str, seconds: list[float], aim: str) -> None:
    """One row of the table."""
    print(f"| {what} | {1000 * statistics.median(seconds):.0f} ms | {1000 * max(seconds):.0f} ms | {aim} |", flush=True)


def new_page(browser: Any) -> Any:
    """A window of its own; on a busy machine a game takes a while to be loaded."""
    page = browser.new_page()
    page.set_default_timeout(120_000)
    return page


def first_move(browser: Any, home: str) -> float:
    """Seconds from an empty window to a first move that the server has taken and the window shows.

    The clicks are real ones, and come as soon as there is something to click at. Playwright's own clicks would look again only
    after 20, 100 or 500 ms if something was not there yet.
    """
    page = new_page(browser)
    begun = time.perf_counter()
    page.goto(home, wait_until="commit")  # nobody waits for the last picture before they click
    for wanted in (".cta .go", ".grid .next"):
        page.mouse.click(*page.evaluate(AT_REST, wanted))
    page.evaluate(AT_REST, ".moves li button")
    taken = time.perf_counter() - begun
    page.context.close()
    return taken


@contextmanager
def games_besides(server: Any) -> Iterator[None]:
    """Other games on the same server, between programs that think a little."""
    words = [sys.executable, "-m", "bench.server_load", "127.0.0.1", str(server.port), str(GAMES), "600", str(THINK)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as programs:
        cast(IO[str], programs.stdout).readline()  # `counting`: everybody has come in
        yield
        programs.kill()


def two_players(browser: Any, home: str, game: str = GAME) -> tuple[Any, Any]:
    """Two windows at one table."""
    host, guest = new_page(browser), new_page(browser)
    host.goto(f"{home}/new?game={game}&way=friend")
    host.locator("form .btn.go.big").click()
    host.wait_for_url("**/m/*")
    guest.goto(host.url)
    guest.locator(".invite .btn.go").first.click()
    return host, guest


def moves_seen(browser: Any, home: str) -> list[float]:
    """Seconds from a click in one window until the other window shows the move."""
    host, guest = two_players(browser, home)
    taken: list[float] = []
    for _ in range(2 * ROUNDS):
        mover, other = (host, guest) if len(taken) % 2 == 0 else (guest, host)
        mover.locator(".say.mine").wait_for()
        other.evaluate(f"() => {{ window.shown = ({WATCH})() }}")
        clicked = mover.evaluate(CLICK)
        taken.append((other.evaluate("window.shown") - clicked) / 1000)
    host.context.close()
    guest.context.close()
    return taken


@contextmanager
def traced(browser: Any, page: Any) -> Iterator[list[list[float]]]:
    """The moments at which frames were drawn, from the browser's own trace; there when the block is over.

    First those of the whole block, then those of each animation, from its begin to its end.
    """
    moments: list[list[float]] = []
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline.frame", "devtools.timeline"])
    yield moments
    events = json.loads(browser.stop_tracing())["traceEvents"]
    drawn: list[float] = []
    for moment in sorted(event["ts"] / 1e6 for event in events if event["name"] == "DrawFrame"):
        if not drawn or moment - drawn[-1] > SEEN_AS_ONE:
            drawn.append(moment)
    moments += [drawn, *([each for each in drawn if begun <= each <= ended] for begun, ended in animations(events))]


def animations(events: list[Any]) -> Iterator[tuple[float, float]]:
    """When each animation began and ended, in seconds."""
    begun: dict[str, float] = {}
    for event in sorted((each for each in events if each["name"] == "Animation"), key=lambda each: each["ts"]):
        name = str(event.get("id2") or event.get("id"))
        if event["ph"] == "b":
            begun[name] = event["ts"] / 1e6
        elif event["ph"] == "e" and name in begun:
            yield begun.pop(name), event["ts"] / 1e6


def rate(moving: list[list[float]]) -> tuple[float, float]:
    """Frames a second while something moved, and the longest time without a frame, in milliseconds."""
    steps = [later - earlier for moments in moving for earlier, later in pairwise(moments)]
    return (len(steps) / sum(steps), 1000 * max(steps)) if steps else (0.0, 0.0)


def gliding(browser: Any, home: str) -> tuple[float, float]:
    """Frames while a game is played again by itself: a piece falls with every move."""
    host, guest = two_players(browser, home)
    for turn in range(8):
        mover = (host, guest)[turn % 2]
        mover.locator(".say.mine").wait_for()
        mover.evaluate(CLICK)
    host.locator(".moves li button").nth(7).wait_for()
    page = new_page(browser)
    page.goto(f"{host.url}/review#0")
    page.locator(".transport .go").wait_for()
    page.keyboard.press("Home")
    with traced(browser, page) as moments:
        page.locator(".transport .go").click()
        page.wait_for_timeout(1000 * ROUNDS)
    for each in (host, guest, page):
        each.context.close()
    return rate(moments[1:])


def panning(browser: Any, home: str) -> tuple[float, float]:
    """Frames while a board of 100 x 100 is moved about by its map."""
    page, other = two_players(browser, home, "marks")
    other.context.close()
    page.locator(".map canvas").wait_for()
    with traced(browser, page) as moments:
        page.evaluate(PAN, float(ROUNDS))
    page.context.close()
    return rate(moments[:1])


def watched(browser: Any, home: str, server: Any) -> list[float]:
    """Seconds from a click until the last of many watchers has heard of the move."""
    host, guest = two_players(browser, home)
    host.locator(".say.mine").wait_for()
    words = [sys.executable, "-m", "bench.watchers", str(server.web_port), host.url.rpartition("/")[2], str(WATCHERS)]
    taken: list[float] = []
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as audience:
        said = cast(IO[str], audience.stdout)
        said.readline()
        for turn in range(2 * ROUNDS):
            mover = (host, guest)[turn % 2]
            mover.locator(".say.mine").wait_for()
            clicked = mover.evaluate(CLICK) / 1000
            heard = json.loads(said.readline())
            taken.append(heard["heard"][2] - clicked)
        audience.kill()
    return taken


if __name__ == "__main__":
    main()
