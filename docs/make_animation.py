"""Make the animated picture at the top of the README anew: a page is opened, and a game is begun and played, in Chromium.

python docs/make_animation.py
"""

from __future__ import annotations

import base64
import io
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import WITHOUT, find_browser  # noqa: E402
from tests.clients.person import Person  # noqa: E402
from tests.server_process import start_server  # noqa: E402

PICTURE = ROOT / "docs" / "pictures" / "play.webp"
COLUMNS = (4, 4, 3, 5)
"""Where discs are dropped."""

LEVEL = "8"
"""Of the computer: one that thinks for a second, so that a disc has fallen before the next one does."""

PAUSE, LONG_PAUSE = 0.7, 2.5
"""Seconds in which whoever looks can see what happened, and at the end."""

SIZE, SHOWN = (1280, 800), (800, 500)
ARROW = (0, 0), (0, 26), (6, 20), (11, 30), (15, 28), (10, 18), (18, 18)
QUALITY = 70


class Film:
    """What a page looked like, and when, with a pointer drawn where it was clicked."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[tuple[float, Image.Image]] = []
        self.pointer = SIZE[0] * 0.7, SIZE[1] * 0.8
        self._session = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._keep)
        self._session.send("Page.startScreencast", {"format": "png", "maxWidth": SIZE[0], "maxHeight": SIZE[1]})

    def _keep(self, frame: dict[str, Any]) -> None:
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        picture = Image.open(io.BytesIO(base64.b64decode(frame["data"]))).convert("RGB")
        arrow = [(self.pointer[0] + x, self.pointer[1] + y) for x, y in ARROW]
        ImageDraw.Draw(picture).polygon(arrow, fill="black", outline="white", width=2)
        self.frames.append((frame["metadata"]["timestamp"], picture.resize(SHOWN, Image.Resampling.LANCZOS)))

    def watch(self, seconds: float) -> None:
        """Let what happens be seen."""
        self.page.wait_for_timeout(1000 * seconds)

    def click(self, selector: str) -> None:
        """Move the pointer there, and click."""
        box = self.page.locator(selector).first.bounding_box() or sys.exit(f"{selector} cannot be seen")
        self.pointer = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(*self.pointer)
        self.watch(PAUSE / 2)
        self.page.mouse.click(*self.pointer)

    def save(self, path: Path) -> None:
        """Write the pictures with the pauses that were between them."""
        pauses = [max(20, round(1000 * (later - sooner))) for (sooner, _), (later, _) in pairwise(self.frames)]
        first, *others = [picture for _, picture in self.frames]
        pauses.append(round(1000 * LONG_PAUSE))
        first.save(path, save_all=True, append_images=others, duration=pauses, loop=0, quality=QUALITY, method=6)


def main() -> None:
    """Play, and keep what was seen."""
    browser_path = find_browser() or sys.exit(WITHOUT)
    with (
        tempfile.TemporaryDirectory() as folder,
        start_server(folder=Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        home = f"http://127.0.0.1:{server.web_port}"
        Person(browser, home).begin("connect-four").await_turn().leave()  # now the computer is ready
        person = Person(browser, home).open()
        person.page.locator(".pickgame label:last-child .thumb svg").wait_for()
        film = Film(person.page)
        film.click('.pickgame label:has-text("Connect Four")')
        person.page.get_by_label("Level").fill(LEVEL)
        film.watch(PAUSE)
        film.click(".cta .go")
        for column in COLUMNS:
            film.watch(PAUSE)
            person.await_turn()
            film.click(f'.grid [data-at="{column - 1}"]')
        film.watch(2 * PAUSE)
        film.save(PICTURE)
        browser.close()
    print(f"{PICTURE}: {PICTURE.stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main()
