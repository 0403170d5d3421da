"""Somebody in front of a browser: opens pages, clicks squares, reads what is said."""

from __future__ import annotations

import random
import re
from typing import Any

SOON = 300_000
"""Milliseconds in which anything must have happened; the first game of its kind on a machine is compiled, perhaps a busy one."""

PATIENT = ("--set", "compilation.seconds=600")
"""The arguments of a server that compiles on a busy machine: a computer that cannot be compiled in time resigns."""

YOUR_TURN = ".say.mine"
OVER = ".say .btns a"

EXPECTED = re.compile(r"WebSocket connection|ERR_CONNECTION|ERR_INTERNET|net::ERR|status of 40[49]|status of 503")
"""What a browser logs when the network is gone, or when a picture that nobody has drawn is asked for."""


class Person:
    """A person with a window of their own."""

    def __init__(self, browser: Any, home: str, *, dark: bool = False, phone: bool = False, **more: Any) -> None:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        colours = "dark" if dark else "light"
        self.home, self.errors = home, []
        self.context = browser.new_context(viewport=size, color_scheme=colours, has_touch=phone, **more)
        self.context.set_default_timeout(SOON)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self._note(said.type, said.text))

    def _note(self, kind: str, text: str) -> None:
        if kind == "error" and not EXPECTED.search(text):
            self.errors.append(text)

    def leave(self) -> None:
        """Close the window."""
        self.context.close()

    def open(self, address: str = "/") -> Person:
        """Go to an address of the server."""
        self.page.goto(self.home + address)
        return self

    def register(self, name: str, password: str = "a good password") -> Person:  # noqa: S107
        """Sign in under a name that nobody has."""
        self.page.get_by_role("button", name="Sign in").first.click()
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.locator("dialog .btn.go").click()
        self.page.get_by_role("link", name=f"{name}, your page").wait_for()
        return self

    # At a table

    def begin(self, game: str, against: str = "computer", **query: str) -> Person:
        """Make a game on the page with all options."""
        more = "".join(f"&{name}={value}" for name, value in query.items())
        self.open(f"/new?game={game}&way={against}{more}")
        self.page.locator("form .btn.go.big").click()
        self.page.wait_for_url("**/m/*")
        return self

    def await_turn(self) -> Person:
        """Wait until it is their turn."""
        self.page.locator(YOUR_TURN).wait_for()
        return self

    def choose(self, *squares: tuple[int, int]) -> None:
        """Click squares, one after the other."""
        for x, y in squares:
            self.cell(x, y).click()

    def cell(self, x: int, y: int) -> Any:
        """A square of the board, as a screen reader finds it."""
        return self.page.locator(f'.grid [data-at="{(y - 1) * self.width + x - 1}"]')

    @property
    def width(self) -> int:
        """How many columns the board has."""
        return int(self.page.locator(".grid").get_attribute("aria-colcount"))

    @property
    def status(self) -> str:
        """The line under the board."""
        return " ".join(self.page.locator(".say .what").inner_text().split())

    @property
    def moves(self) -> list[str]:
        """The list of moves."""
        return [text.strip() for text in self.page.locator(".moves li button bdi").all_inner_texts()]

    def await_moves(self, count: int) -> list[str]:
        """Wait until there are so many moves."""
        self.page.locator(".moves li button").nth(count - 1).wait_for()
        return self.moves

    def play_at_random(self, most: int, seed: int) -> bool:
        """Click legal squares for so many moves of their own; true if the game is over before."""
        chance = random.Random(seed)
        for _ in range(most):
            self.page.locator(f"{YOUR_TURN}, {OVER}").first.wait_for()
            if self.page.locator(OVER).count():
                return True
            self._move_at_random(chance)
        self.page.locator(f"{YOUR_TURN}, {OVER}").first.wait_for()
        return self.page.locator(OVER).count() > 0

    def _move_at_random(self, chance: random.Random) -> None:
        before = self.page.locator(".moves li button").count()
        for _ in range(12):
            done = self.page.locator(".say .btns .btn.go")
            if done.count() and chance.random() < 0.5:
                done.click()
            elif squares := self.page.locator(".grid .next").all():
                at = chance.choice(squares).get_attribute("data-at")
                self.page.locator(f'.grid [data-at="{at}"]').click()
            if self.page.locator(".moves li button").count() > before or not self.page.locator(YOUR_TURN).count():
                return
