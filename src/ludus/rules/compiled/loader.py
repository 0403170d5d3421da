"""A game's rules completed with the defaults, and the kernels over them: compiled, or as plain Python."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from ludus.rules.compiled.compiler import Compiler
from ludus.rules.compiled.explanation import explain, is_compilers
from ludus.rules.errors import GameFileError
from ludus.rules.game import LOSES, RULES
from ludus.rules.gamefile import GameFile, execute_plainly
from ludus.rules.options import choosing
from ludus.rules.state import PlainState

KERNELS = Path(__file__).parent / "kernels"
DEFAULTS = Path(__file__).parents[1] / "defaults.py"
QUESTIONS = KERNELS / "questions.py"

SHARED = ("make", "make_chance", "next_random", "pick_chance")
"""The functions of the questions kernel that every other kernel may call."""


class LoadedRules:
    """One game's rules in one way of running them."""

    def __init__(self, file: GameFile, *, compiled: bool) -> None:
        self.file = file
        self.compiled = compiled
        self._kernels: dict[tuple[Path, str], types.ModuleType] = {}

    @cached_property
    def _compiler(self) -> Compiler:
        return Compiler(self.file.path.stem, self.file.source, self.file.built_in)

    @cached_property
    def slots(self) -> dict[str, Any]:
        """What fills the open names of a kernel: every rule of the game, and a few facts."""
        game = self.file.game
        facts = {
            "WIDTH": game.board[0],
            "SEATS": game.seats,
            "SEVERAL": game.acts is not None,
            "STUCK_LOSES": game.stuck == LOSES,
            "HAS_WEIGHT": game.weight is not None,
        }
        defaults = self._module(DEFAULTS, {}, {}, facts).__dict__
        if self.compiled:
            with choosing(self.file.chosen):
                game = self._compiler.game().GAME
        rules = {name: getattr(game, name) or defaults.get(name) for name in RULES}
        if len(game.state.shapes.get("cells", ())) == 2:
            rules["cell"] = game.cell or defaults["cell_in_rows"]
            rules["place"] = game.place or defaults["place_in_rows"]
        rules["safe"] = rules["safe"] or rules["legal"]
        return {**rules, **facts}

    def kernel(self, path: Path, upon: Mapping[str, Any] = MappingProxyType({}), **facts: Any) -> Mapping[str, Any]:
        """The functions of a kernel file for this game, with functions of the kernels it calls and further facts filled in."""
        known = (path, repr(sorted(facts.items())))
        if known not in self._kernels:
            shared = {} if path == QUESTIONS else {name: self.kernel(QUESTIONS)[name] for name in SHARED}
            self._kernels[known] = self._module(path, {**self.slots, **shared}, upon, facts)
        return self._kernels[known].__dict__

    def kernel_at_addresses(self, path: Path, **facts: Any) -> Mapping[str, Any]:
        """A kernel whose functions are called with the addresses of records."""
        if not self.compiled:
            return self.kernel(path, **facts)
        from ludus.rules.compiled.intrinsics import record_at

        return self.kernel(path, {"record_at": record_at}, **facts)

    def _module(
        self, path: Path, rules: Mapping[str, Any], upon: Mapping[str, Any], facts: Mapping[str, Any]
    ) -> types.ModuleType:
        if self.compiled:
            return self._compiler.kernel(path, rules, upon, facts)
        module = execute_plainly(path, path.read_text("utf-8"))
        module.__dict__.update({**rules, **upon, **facts})
        return module

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a rule or a kernel; complaints of the compiler are put in the author's words."""
        if not self.compiled:
            return function(*(PlainState(each) if isinstance(each, np.void) else each for each in arguments))
        try:
            return function(*arguments)
        except Exception as error:
            if is_compilers(error):
                raise explain(error, self.file, self._compiler.folder) from error
            raise

    def number(self, name: str, function: Callable[..., Any], *arguments: Any) -> int:
        """The answer of a rule that must be a number; `name` is the rule to blame if it is not."""
        try:
            answer = self.ask(function, *arguments)
        except TypeError as error:  # how compiled code, and NumPy, say that they were given nothing
            if not any(words in str(error) for words in ("got None", "number, not 'NoneType'")):
                raise
            answer = None
        if answer is None:
            sentence = f"the rule {name} sometimes returns nothing; every path must return a number"
            raise GameFileError(sentence, self.file.path, self.file.taken_apart.line_of(name))
        return int(answer)
