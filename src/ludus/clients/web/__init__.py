"""The web client: the files in `files/`, which a browser loads as they are, and the addresses at which it opens."""

from __future__ import annotations

from pathlib import Path

FILES = Path(__file__).parent / "files"
"""Everything the browser loads; index.html is the page, and names the rest."""

PAGES = (
    "/",
    "/new",
    "/watch",
    "/m/{match}",
    "/m/{match}/review",
    "/games",
    "/games/{game}",
    "/players",
    "/@{player}",
    "/archive",
    "/tournaments",
    "/t/{tournament}",
    "/settings",
    "/connect",
    "/operator",
)
"""The addresses that open the page; it shows what the address says."""

FIRST = ("main.js", "pages/home.js", "pages/play.js")
"""The modules that are loaded with the page, and with them all that they import: enough to open it and to play."""
