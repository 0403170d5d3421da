"""A game's rules completed with the defaults, and the kernels over them: compiled, or as plain Python."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ludus.rules.compiler import Workshop
from ludus.rules.explain import explain, is_compilers
from ludus.rules.game import LOSES, RULES
from ludus.rules.gamefile import GameFile, execute_plainly
from ludus.rules.options import choosing

HERE = Path(__file__).parent
KERNELS = HERE / "kernels"

SHARED = ("make", "chance_makes", "scramble", "pick")
"""What the desk has for the other kernels."""


class LoadedRules:
    """One game's rules in one way of running them."""

    def __init__(self, file: GameFile, *, compiled: bool) -> None:
        self.file = file
        self.compiled = compiled
        self._kernels: dict[tuple[Path, str], types.ModuleType] = {}

    @cached_property
    def _workshop(self) -> Workshop:
        return Workshop(self.file.path.stem, self.file.source, {**self.file.constants, **self.file.chosen})

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
        defaults = self._module(HERE / "defaults.py", {}, facts).__dict__
        if self.compiled:
            with choosing(self.file.chosen):
                game = self._workshop.load("game", self.file.source, {}).GAME
        rules = {name: getattr(game, name) or defaults.get(name) for name in RULES}
        if len(game.state.shapes.get("cells", ())) == 2:
            rules["cell"] = game.cell or defaults["cell_in_rows"]
            rules["place"] = game.place or defaults["place_in_rows"]
        rules["safe"] = rules["safe"] or rules["legal"]
        return {**rules, **facts}

    def kernel(self, path: Path, upon: Mapping[str, Any] = MappingProxyType({}), **facts: Any) -> Mapping[str, Any]:
        """The functions of a kernel file for this game, with functions of a kernel beside it and further facts filled in."""
        known = (path, repr(sorted(facts.items())))
        if known not in self._kernels:
            desk = KERNELS / "desk.py"
            further = {} if path == desk else {name: self.kernel(desk)[name] for name in SHARED}
            self._kernels[known] = self._module(path, {**self.slots, **further, **upon}, facts)
        return self._kernels[known].__dict__

    def at_addresses(self, path: Path, **facts: Any) -> Mapping[str, Any]:
        """A kernel whose functions are called with the addresses of records."""
        if not self.compiled:
            return self.kernel(path, **facts)
        from ludus.rules.intrinsics import record_at

        return self.kernel(path, {"record_at": record_at}, **facts)

    def _module(self, path: Path, filled: Mapping[str, Any], facts: Mapping[str, Any]) -> types.ModuleType:
        if self.compiled:
            return self._workshop.kernel(path, filled, facts)
        module = execute_plainly(path, path.read_text("utf-8"))
        module.__dict__.update({**filled, **facts})
        return module

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a rule or a kernel; what the compiler has against it is said in the author's words."""
        try:
            return function(*arguments)
        except Exception as error:
            if self.compiled and is_compilers(error):
                raise explain(error, self.file, self._workshop.folder) from error
            raise
