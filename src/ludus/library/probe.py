"""`Probe`: one rule of a game file asked in one position, compiled or as plain Python.

    probe.ask("outcome", "4453")                  what the rule returns
    probe.ask("legal", match)                     a rule that writes a list: the list
    probe.ask("play", "4453", 3)                  a rule that changes the state: the state after it
    probe.debug("outcome", "4453")                in Python's debugger, at the rule's first line

Any function with `@rule` can be asked, whether `Game(...)` names it or another rule calls it.
"""

from __future__ import annotations

import pdb
from typing import Any

import numpy as np

from ludus.library.match import LocalMatch
from ludus.nearest import nearest
from ludus.rules.errors import GameFileError, LudusError
from ludus.rules.gamefile import read_game_file
from ludus.rules.positions import read_position
from ludus.rules.referee import MOST_SQUARES
from ludus.rules.rule import is_rule
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import PlainState, PlainTable

LISTS = ("moves", "path")
"""Arguments of these names are lists for a rule to write into."""

STATE = "state"


class Probe:
    """Asks the rules of one game file, one at a time."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._plain = vars_of(read_game_file(rulebook.file.path, rulebook.file.chosen).game.legal)

    def ask(self, name: str, position: LocalMatch | str | None = None, *numbers: int, plain: bool = False) -> Any:
        """What a rule says in a position."""
        return self._call(name, position, numbers, plain=plain or not self.rulebook.compiled, debugged=False)

    def debug(self, name: str, position: LocalMatch | str | None = None, *numbers: int) -> Any:
        """The same in the debugger, as plain Python."""
        return self._call(name, position, numbers, plain=True, debugged=True)

    def _call(
        self, name: str, position: LocalMatch | str | None, numbers: tuple[int, ...], *, plain: bool, debugged: bool
    ) -> Any:
        written = self._rule(name)
        function = written if plain else vars_of(self.rulebook.loaded.slots["legal"])[written.__name__]
        record = self._record(position)
        before, lists, given = record.tobytes(), [], list(numbers)
        arguments: list[Any] = []
        for parameter in written.__code__.co_varnames[: written.__code__.co_argcount]:
            if parameter == STATE:
                arguments.append(PlainState(record) if plain else record)
            elif parameter in LISTS:
                lists.append(np.zeros(self.rulebook.game.most_moves if parameter == "moves" else MOST_SQUARES, np.int64))
                arguments.append(PlainTable(lists[-1]) if plain else lists[-1])
            elif given:
                arguments.append(given.pop(0))
            else:
                raise LudusError(f"the rule {name} needs a number for {parameter}: ask({name!r}, position, ...)")
        if given:
            raise LudusError(f"the rule {name} takes {len(numbers) - len(given)} numbers after the position, not {len(numbers)}")
        run = pdb.runcall if debugged else self.rulebook.loaded.ask
        answer = run(function, *arguments)
        if lists and answer is not None:
            return lists[0][: abs(int(answer))].tolist()
        if answer is None and record.tobytes() != before:
            return PlainState(record)
        return answer.item() if isinstance(answer, np.generic) else answer

    def _rule(self, name: str) -> Any:
        """The rule of this name as the author wrote it: a part of `Game(...)`, or any function with `@rule`."""
        part: Any = getattr(self.rulebook.game, name, None)
        if is_rule(part):
            name = part.__name__
        rule = self._plain.get(name)
        if not is_rule(rule):
            known = [known for known, value in self._plain.items() if is_rule(value) and known != "rule"]
            near = nearest(name, known)
            hint = f"did you mean {near}?" if near else f"its rules are {', '.join(known)}"
            raise GameFileError(f"there is no rule {name!r}; {hint}", self.rulebook.file.path)
        return rule

    def _record(self, position: LocalMatch | str | None) -> Any:
        if isinstance(position, LocalMatch):
            return position.record
        return self.rulebook.start() if position is None else read_position(self.rulebook, position)


def vars_of(function: Any) -> dict[str, Any]:
    """The names in the file in which a rule is written."""
    return getattr(function, "py_func", function).__globals__  # type: ignore[no-any-return]
