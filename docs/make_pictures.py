"""Make the pictures of the documentation: a server is started, games are played in Chromium, and its window is kept as PNG.

python docs/make_pictures.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import WITHOUT, find_browser  # noqa: E402
from tests.clients.person import Person  # noqa: E402
from tests.server_process import start_server  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
TABLES = (("conquest", False, False), ("santorini", True, False), ("connect-four", False, True), ("yahtzee", False, False))
"""The games that are shown, each in light or dark, on a desk or on a phone."""


def main() -> None:
    """Make all of them."""
    path = find_browser() or sys.exit(WITHOUT)
    PICTURES.mkdir(exist_ok=True)
    example = ROOT / "examples" / "games" / "nine_mens_morris.py"
    with (
        tempfile.TemporaryDirectory() as folder,
        start_server("--game", str(example), folder=Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        home = f"http://127.0.0.1:{server.web_port}"
        for game, dark, phone in TABLES:
            person = Person(browser, home, dark=dark, phone=phone).begin(game)
            person.play_at_random(4, seed=9)
            keep(person, f"{game}-{'dark' if dark else 'light'}{'-phone' if phone else ''}")
        finished = Person(browser, home).begin("tic-tac-toe")
        finished.play_at_random(9, seed=5)
        finished.page.get_by_role("link", name="Review").click()
        finished.page.locator(".transport").wait_for()
        finished.page.get_by_role("button", name="Ask the computer").click()
        finished.page.locator(".evalue").wait_for()
        keep(finished, "review-light")
        for name, dark, phone in (("home-light", False, False), ("home-dark", True, False), ("home-light-phone", False, True)):
            visitor = Person(browser, home, dark=dark, phone=phone).open()
            visitor.page.locator(".pickgame label:last-child .thumb svg").wait_for()  # small boards come when there is time
            keep(visitor, name)
        browser.close()


def keep(person: Person, name: str) -> None:
    """Keep what somebody sees."""
    person.page.wait_for_timeout(900)  # until nothing moves any more
    person.page.screenshot(path=PICTURES / f"{name}.png")
    person.leave()
    print(f"docs/pictures/{name}.png")


if __name__ == "__main__":
    main()
