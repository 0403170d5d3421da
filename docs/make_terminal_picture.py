"""Make the picture of the terminal client anew, from the running program.

python docs/make_terminal_picture.py

A server is started, and somebody plays Conquest in a real pseudo-terminal; what it shows is written as SVG.
"""

from __future__ import annotations

import sys
import tempfile
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server_process import start_server  # noqa: E402
from tests.terminal.window import Window  # noqa: E402

PICTURE = ROOT / "docs" / "pictures" / "terminal-conquest.svg"
WIDE, HIGH = 9, 19
"""The size of a character."""


def main() -> None:
    """Play a little, and draw what is seen."""
    with tempfile.TemporaryDirectory() as folder, start_server(folder=Path(folder)) as server:
        window = Window(f"127.0.0.1:{server.port}", "--name", "ann", "--guest")
        window.wait_for("Conquest", "(Q)uit").click("Conquest").press("c").wait_for("Your move")
        window.press("m", "4 1 4 6 5 6", "enter").wait_for("2. ", "Your move")
        window.press("c", "Good luck!", "enter").wait_for("ann: Good luck!")
        window.click("536").wait_for("1,1 ...")
        PICTURE.write_text(drawn(window), "utf-8")
        window.press("\x03").wait_until_gone()


def drawn(window: Window) -> str:
    """The window as SVG: its grounds as rectangles, its characters one by one, so that every font keeps the columns."""
    screen = window.screen
    grounds, characters = [], []
    for y in range(screen.lines):
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            ink, ground = (cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg)
            if x and grounds[-1][2] == ground:
                grounds[-1][3] += WIDE
            else:
                grounds.append([x * WIDE, y * HIGH, ground, WIDE])
            if cell.data.strip():
                weight = ' font-weight="bold"' if cell.bold else ""
                place = f'x="{x * WIDE}" y="{y * HIGH + 14}" fill="{_colour(ink, "#d0d0d0")}"'
                characters.append(f"<text {place}{weight}>{escape(cell.data)}</text>")
    boxes = [
        f'<rect x="{x}" y="{y}" width="{width}" height="{HIGH + 0.3}" fill="{_colour(ground, "#1c1c1c")}"/>'
        for x, y, ground, width in grounds
    ]
    size = f'viewBox="0 0 {screen.columns * WIDE} {screen.lines * HIGH}"'
    font = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>\n' + "\n".join([*boxes, *characters]) + "\n</svg>\n"


def _colour(name: str, default: str) -> str:
    return default if name == "default" else f"#{name}"


if __name__ == "__main__":
    main()
