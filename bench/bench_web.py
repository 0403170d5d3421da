"""How quick the web client is: from opening the page to the first move, and until a move is seen in the other window.

    python -m bench.bench_web

A real server, a real Chromium, on one machine. The game is loaded before anything is measured.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FILES = ROOT / "src" / "ludus" / "clients" / "web" / "files"
GAME, ROUNDS = "connect-four", 7

WATCH = """() => new Promise((done) => {
  const list = document.querySelector('.moves ol'), before = list.childElementCount
  new MutationObserver(() => { if (list.childElementCount > before) done(performance.timeOrigin + performance.now()) })
    .observe(list, { childList: true })
})"""


def main() -> None:
    """Measure, and print a table."""
    from playwright.sync_api import sync_playwright

    found, process = import_module("tests.browser"), import_module("tests.server_process")
    path = found.find_browser() or sys.exit(found.WITHOUT)
    with (
        tempfile.TemporaryDirectory() as folder,
        process.start_server(folder=Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        home = f"http://127.0.0.1:{server.web_port}"
        first_move(browser, home)  # loads the game
        opening = [first_move(browser, home) for _ in range(ROUNDS)]
        seen = moves_seen(browser, home)
        browser.close()
    size = sum(path.stat().st_size for path in FILES.rglob("*") if path.is_file())
    print("| what | median | worst |\n|---|---:|---:|")
    print(f"| opening the page to the first move being answered, two clicks | {_ms(opening)} |")
    print(f"| a click until the move is in the other window | {_ms(seen)} |")
    print(f"| all own code, uncompressed | {size / 1000:.0f} KB | |")


def _ms(seconds: list[float]) -> str:
    return f"{1000 * statistics.median(seconds):.0f} ms | {1000 * max(seconds):.0f} ms"


def first_move(browser: Any, home: str) -> float:
    """Seconds from an empty window to a first move that the server has taken."""
    page = browser.new_page()
    begun = time.perf_counter()
    page.goto(home, wait_until="commit")  # nobody waits for the last picture before they click
    page.locator(".cta .go").click()
    page.locator(".grid .next").first.click()
    page.locator(".moves li button").first.wait_for()
    taken = time.perf_counter() - begun
    page.context.close()
    return taken


def moves_seen(browser: Any, home: str) -> list[float]:
    """Seconds from a click in one window until the other window shows the move."""
    host, guest = browser.new_page(), browser.new_page()
    host.goto(f"{home}/new?game={GAME}&way=friend")
    host.locator("form .btn.go.big").click()
    host.wait_for_url("**/m/*")
    guest.goto(host.url)
    guest.locator(".invite .btn.go").first.click()
    taken: list[float] = []
    for _ in range(2 * ROUNDS):
        mover, other = (host, guest) if len(taken) % 2 == 0 else (guest, host)
        mover.locator(".say.mine").wait_for()
        other.evaluate(f"() => {{ window.shown = ({WATCH})() }}")
        clicked = mover.evaluate(
            "() => { const cell = document.querySelector('.grid .next'); const box = cell.getBoundingClientRect();"
            "const at = { clientX: box.x + 5, clientY: box.y + 5, bubbles: true, pointerId: 1, button: 0 };"
            "const now = performance.timeOrigin + performance.now();"
            "cell.dispatchEvent(new PointerEvent('pointerdown', at)); cell.dispatchEvent(new PointerEvent('pointerup', at));"
            "return now }"
        )
        taken.append((other.evaluate("window.shown") - clicked) / 1000)
    return taken


if __name__ == "__main__":
    main()
