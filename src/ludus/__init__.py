"""Ludus: write a board game's rules once, play it everywhere.

    import ludus

    game = ludus.load("connect-four")
    match = game.start()
    match.push("4")
    print(match, ludus.search(match, seconds=1))

Nothing is loaded before it is used: importing this takes a few milliseconds.

    LudusError                  everything below; catch this one to catch all
    ├── GameFileError           a game file that cannot be used: where, and what to change
    ├── PositionError           a position or a saved match that cannot be read: where, and why
    └── MoveError               a move that cannot be made
        └── IllegalMove         `match.push(...)`: the sentence of the rule that the move breaks; a `ValueError`, too
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in `typing`, which takes longer to load than all of this
if TYPE_CHECKING:
    from ludus.library.analysis import Analysis as Analysis
    from ludus.library.analysis import Variation as Variation
    from ludus.library.analyst import Analyst as Analyst
    from ludus.library.analyst import search as search
    from ludus.library.conformance import conformance as conformance
    from ludus.library.contest import Contest as Contest
    from ludus.library.contest import arena as arena
    from ludus.library.errors import IllegalMove as IllegalMove
    from ludus.library.game import LoadedGame as LoadedGame
    from ludus.library.game import game_names as game_names
    from ludus.library.game import load as load
    from ludus.library.match import LocalMatch as LocalMatch
    from ludus.library.opponent import ComputerOpponent as ComputerOpponent
    from ludus.library.saved import load_match as load_match
    from ludus.library.saved import match_text as match_text
    from ludus.library.saved import save_match as save_match
    from ludus.library.view import BoardView as BoardView
    from ludus.rules.errors import GameFileError as GameFileError
    from ludus.rules.errors import LudusError as LudusError
    from ludus.rules.errors import MoveError as MoveError
    from ludus.rules.errors import PositionError as PositionError
    from ludus.rules.play import Result as Result

__version__ = "0.1.0"

_HOMES = {
    "ludus.library.analysis": ("Analysis", "Variation"),
    "ludus.library.analyst": ("Analyst",),
    "ludus.library.conformance": ("conformance",),
    "ludus.library.contest": ("Contest", "arena"),
    "ludus.library.errors": ("IllegalMove",),
    "ludus.library.game": ("LoadedGame", "game_names", "load"),
    "ludus.library.match": ("LocalMatch",),
    "ludus.library.opponent": ("ComputerOpponent",),
    "ludus.library.saved": ("load_match", "match_text", "save_match"),
    "ludus.library.view": ("BoardView",),
    "ludus.rules.errors": ("GameFileError", "LudusError", "MoveError", "PositionError"),
    "ludus.rules.play": ("Result",),
}

__all__ = [
    "Analysis",
    "Analyst",
    "BoardView",
    "ComputerOpponent",
    "Contest",
    "GameFileError",
    "IllegalMove",
    "LoadedGame",
    "LocalMatch",
    "LudusError",
    "MoveError",
    "PositionError",
    "Result",
    "Variation",
    "arena",
    "conformance",
    "game_names",
    "load",
    "load_match",
    "match_text",
    "save_match",
    "search",
]


def __getattr__(name: str) -> object:
    """Load what is asked for, from where it is defined."""
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            found = globals()[name] = getattr(import_module(home), name)
            return found
    raise AttributeError(f"ludus has no {name!r}; it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Search(type(sys)):  # type: ignore[misc]
    """The package `ludus.search`, which can be called as well: `ludus.search(match, seconds=1)`."""

    def __call__(
        self,
        match: LocalMatch,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        best: int = 1,
        seat: int | None = None,
    ) -> Analysis:
        """Analyse a match as it stands: the best moves, what they are worth, and how the game is expected to go on."""
        from ludus.library.analyst import search

        return search(match, seconds, depth=depth, nodes=nodes, best=best, seat=seat)


if not TYPE_CHECKING:
    import ludus.search

    ludus.search.__class__ = _Search
