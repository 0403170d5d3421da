"""Game files: executed plainly, with the options chosen; errors say clearly what is wrong."""

from __future__ import annotations

import dataclasses
import sys
import traceback
import types
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludus.rules.errors import GameFileError, LudusError
from ludus.rules.game import RULES, Game
from ludus.rules.options import choosing
from ludus.rules.rule import is_rule
from ludus.rules.state import PlainTable


@dataclass(frozen=True, eq=False)
class GameFile:
    """A game file as read with certain options: its source and its game, with rules that are plain Python."""

    path: Path
    source: str
    game: Game
    chosen: Mapping[str, int]
    constants: Mapping[str, Any]
    """The numbers, tuples and tables at the top level of the file, which are built into the compiled code."""


def read_game_file(path: Path, chosen: Mapping[str, int] | None = None) -> GameFile:
    """Execute a game file plainly and return its game; raises `GameFileError` in the author's words."""
    chosen = dict(chosen or {})
    try:
        source = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameFileError(f"the file cannot be read: {getattr(error, 'strerror', None) or error}", path) from None
    with choosing(chosen) as asked:
        module = execute_plainly(path, source)
    game = module.__dict__.get("GAME")
    if not isinstance(game, Game):
        raise GameFileError("the file defines no GAME; its last statement should be GAME = Game(...)", path)
    _check_rules_are_here(game, module, path)
    says = (module.__doc__ or "").strip().splitlines()
    game = dataclasses.replace(game, options=tuple(asked), says=says[0] if says else "")
    constants = _constants(module)
    for name, value in constants.items():
        if hasattr(value, "shape"):  # rules that read the table get plain numbers, as from the state
            module.__dict__[name] = PlainTable(value)
    return GameFile(path, source, game, chosen, constants)


def execute_plainly(path: Path, source: str) -> types.ModuleType:
    """Execute a source as a module of its own, with rules left as plain Python."""
    module = types.ModuleType(f"ludus_plain_{path.stem}")
    module.__file__ = str(path)
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)  # noqa: S102  the author's own rules
    except SyntaxError as error:
        raise GameFileError(f"Python cannot read this: {error.msg}", path, error.lineno) from None
    except GameFileError as error:
        raise GameFileError(error.sentence, path, error.line or _line_in(path)) from None
    except LudusError:
        raise
    except Exception as error:
        raise GameFileError(_in_words(error), path, _line_in(path)) from error
    return module


def _in_words(error: Exception) -> str:
    if isinstance(error, TypeError) and "Game.__init__() got an unexpected keyword argument" in str(error):
        return f"Game(...) has no part {str(error).rsplit(' ', 1)[-1]}; the reference lists its parts"
    return f"the file does not load: {type(error).__name__}: {error}"


def _line_in(path: Path) -> int | None:
    """The line of the file where the current error was raised."""
    frames = traceback.extract_tb(sys.exc_info()[2])
    return next((frame.lineno for frame in reversed(frames) if frame.filename == str(path)), None)


def _check_rules_are_here(game: Game, module: types.ModuleType, path: Path) -> None:
    strangers = [value for value in module.__dict__.values() if is_rule(value) and value.__module__ != module.__name__]
    strangers += [rule for rule in (getattr(game, name) for name in RULES) if rule and rule.__module__ != module.__name__]
    if strangers:
        first = strangers[0]
        raise GameFileError(
            f"the rule {first.__name__} comes from {first.__module__}; all rules of a game must be in one file", path
        )


def _constants(module: types.ModuleType) -> dict[str, Any]:
    names = {name: value for name, value in module.__dict__.items() if not name.startswith("__")}
    kinds = (bool, int, float, str, tuple)
    return {name: value for name, value in names.items() if isinstance(value, kinds) or type(value).__module__ == "numpy"}
