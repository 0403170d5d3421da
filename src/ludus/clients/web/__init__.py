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

GAMES = "GAMES"
"""What stands in index.html for the games of the server: the page draws them at once, before it has asked for anything."""
