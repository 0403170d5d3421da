"""Positions as one line of text, in the game's own notation or as the joined lines of a saved file."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.rules.errors import PositionError
from ludus.rules.game import Game
from ludus.rules.rulebook import Rulebook
from ludus.rules.savefile import load_lines, saved_lines
from ludus.rules.state import PlainState, StateRecord


def write_position(rulebook: Rulebook, state: StateRecord) -> str:
    """The position on one line."""
    notation = rulebook.game.notation
    return notation.write(PlainState(state)) if notation else "; ".join(saved_lines(rulebook, state))


def read_position(rulebook: Rulebook, text: str) -> StateRecord:
    """The position that a line of text describes; raises `PositionError`, which says what is wrong and where."""
    game = rulebook.game
    try:
        if game.notation is None or text.lstrip().startswith(game.board_name):
            parts = [(number, part.strip()) for number, part in enumerate(text.split(";"), 1) if part.strip()]
            return load_lines(rulebook, parts, "part")
        state = game.state.blank()
        game.notation.read(text.strip(), PlainState(state))
        rulebook.normalise_turn(state)
        flaw = game.flaw(PlainState(state)) if game.flaw else None
        if flaw:
            raise PositionError(flaw)
    except PositionError as error:
        raise PositionError(f"position {_shortened(text)!r}: {error}") from None
    return state


def options_in(game: Game, text: str) -> Mapping[str, int]:
    """The options that the text of a position itself names, such as the size of the board."""
    return game.notation.options(text.strip()) if game.notation and game.notation.options else {}


def _shortened(text: str) -> str:
    return text if len(text) <= 100 else text[:97] + "..."
