"""Game files: executed plainly, with the options chosen; errors say clearly what is wrong."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import math
import re
import sys
import traceback
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ludus.nearest import nearest
from ludus.rules.errors import GameFileError, LudusError
from ludus.rules.game import RULES, Game, part_docs
from ludus.rules.options import choosing
from ludus.rules.rule import is_rule
from ludus.rules.source import Source
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

    @cached_property
    def version(self) -> str:
        """What tells this text of the file from any other, in a few letters."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:12]

    @property
    def built_in(self) -> dict[str, Any]:
        """All that is built into the compiled code besides the source; the default of an option counts as if it were chosen."""
        return {**self.constants, **{option.name: option.default for option in self.game.options}, **self.chosen}

    @cached_property
    def taken_apart(self) -> Source:
        """The source, for finding lines in it."""
        return Source(self.path, self.source, self.game)


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
    for complaint, line in _contradictions(game, Source(path, source, game)):
        raise GameFileError(complaint, path, line)
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
        word = str(error).rsplit("'", 2)[-2]
        near = nearest(word, part_docs())
        return f"Game(...) has no part {word!r}; {f'did you mean {near}?' if near else 'the reference lists its parts'}"
    if isinstance(error, ImportError) and error.name == "ludus":
        return f"{str(error).split(' (')[0]}; game files import from ludus.rules: from ludus.rules import Game, State, rule"
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


def _contradictions(game: Game, source: Source) -> Iterator[tuple[str, int | None]]:
    """What cannot be used in a game whose parts are all there, with the line to look at."""
    for part, form in _forms().items():
        given = getattr(game, part)
        if given is not None and not _can_take(given, form.count(",") + (not form.endswith("()"))):
            yield f"{part} is called as {form}, but takes {_arguments(given)}; write def {form}:", source.line_of(part)
    for reason in game.reasons:
        if not _can_take(reason, 2):
            name = reason.__name__
            found, wanted = source.functions.get(name), f"{name}(state, squares)"
            line = found.lineno if found else None
            yield f"{name} is called as {wanted}, but takes {_arguments(reason)}; write def {wanted}:", line
    width, height = game.board
    cells = game.state.shapes.get("cells", ())
    if game.cell is None and (math.prod(cells) < width * height or (len(cells) == 2 and (cells[0] < height or cells[1] < width))):
        wanted = f'cells=("i1", {width * height})' if len(cells) == 1 else f'cells=("i1", ({height}, {width}))'
        have = f"{cells[0]}" if len(cells) == 1 else f"{cells}"
        yield (
            f"cells has room for {have}, but board={game.board} has {width * height} squares; write {wanted}",
            (source.line_of_field("cells")),
        )
    lines = [name for name in game.state.fields if name not in game.on_board] if game.on_board else []
    for piece in () if callable(game.pieces) else game.pieces.values():
        if piece.type in lines:
            yield (
                f"a piece is called {piece.type!r}, and so is a field of the state: a saved file could not tell their lines "
                f"apart; rename one of them",
                source.line_of_field(piece.type),
            )


@cache
def _forms() -> dict[str, str]:
    """How the functions among a game's parts are called, as the contract writes it: `play(state, move)`."""
    forms = {part: re.search(rf"`({part}\([^)]*\))`", meaning) for part, meaning in part_docs().items()}
    return {part: form[1] for part, form in forms.items() if form}


def _can_take(function: Any, count: int) -> bool:
    """Whether a function can be called with this many arguments."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def _arguments(function: Any) -> str:
    """The arguments of a function, in words."""
    names = list(inspect.signature(function).parameters)
    return f"({', '.join(names)})" if names else "no arguments"


def _constants(module: types.ModuleType) -> dict[str, Any]:
    names = {name: value for name, value in module.__dict__.items() if not name.startswith("__")}
    kinds = (bool, int, float, str, tuple)
    return {name: value for name, value in names.items() if isinstance(value, kinds) or type(value).__module__ == "numpy"}
