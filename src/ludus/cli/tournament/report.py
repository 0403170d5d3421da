"""`report.html`: one page with the table or bracket, in which every game can be replayed; it needs nothing but itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ludus.cli.tournament.places import Places
from ludus.cli.tournament.plan import Plan
from ludus.rules.game import Game
from ludus.server.tournaments.offline.replay import Replay, pictures

PAGE = Path(__file__).with_name("report_page.html")
DATA = "{{ data }}"
"""Where the page wants its facts."""


def write_report(plan: Plan, game: Game, facts: dict[str, Any], places: Places) -> Path:
    """Write the page."""
    names = [each["name"] for pairing in facts["pairings"] for each in pairing["games"]]
    replays = {name: _replay(places, name) for name in names if places.replay(name).exists()}
    used = {number for replay in replays.values() for number in _pieces(replay)}
    data = {
        **facts,
        "name": game.name,
        "teams": [game.team(seat) for seat in range(game.seats)],
        "width": game.board[0],
        "height": game.board[1],
        "types": list(game.square_types),
        "pictures": pictures(game, used),
        "replays": replays,
        "double": plan.terms.double,
    }
    text = msgspec.json.encode(data).decode().replace("<", "\\u003c")  # so that nothing in it ends the script
    path = places.folder / "report.html"
    path.write_text(PAGE.read_text("utf-8").replace(DATA, text), "utf-8")
    return path


def _replay(places: Places, name: str) -> Replay:
    return msgspec.json.decode(places.replay(name).read_bytes(), type=Replay)


def _pieces(replay: Replay) -> set[int]:
    """The numbers of all pieces that are on the board at some time."""
    return {*replay.pieces, *(piece for step in replay.steps for _, piece, _ in step.squares)}
