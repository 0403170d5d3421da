"""A game file as it is written: where its rules, the parts of its game and the fields of its state stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ludus.rules.game import Game
from ludus.rules.syntax import parse


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a rule: the rule it belongs to, and the lines on which it begins and ends."""

    rule: str
    first: int
    last: int
    """For a statement with others below it, such as a loop, the last line of its heading."""


class Source:
    """The text of a game file, taken apart."""

    def __init__(self, path: Path, text: str, game: Game) -> None:
        self.path, self.game = path, game
        self._text, self._lines = text, text.splitlines()

    @cached_property
    def tree(self) -> ast.Module:
        """The file as Python's parser sees it."""
        return parse(self._text)

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        """The functions at the top level of the file, by name."""
        return {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}

    @cached_property
    def rules(self) -> dict[str, ast.FunctionDef]:
        """The functions that have `@rule` above them."""
        return {name: node for name, node in self.functions.items() if any(_is_mark(mark) for mark in node.decorator_list)}

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Every statement of every rule."""
        return tuple(statement for name, node in self.rules.items() for statement in _statements(name, node.body))

    def text(self, line: int) -> str:
        """What stands on a line."""
        return self._lines[line - 1].strip() if 0 < line <= len(self._lines) else ""

    def line_of(self, part: str) -> int | None:
        """The line on which the function begins that a part of the game, such as `play`, names."""
        function = self.functions.get(getattr(getattr(self.game, part, None), "__name__", ""))
        return function.lineno if function else self.line_of_part(part)

    def line_of_part(self, part: str) -> int | None:
        """The line of an argument of `Game(...)`."""
        return self._argument("Game", part)

    def line_of_field(self, field: str) -> int | None:
        """The line of a field in `State(...)`."""
        return self._argument("State", field)

    def place(self, line: int | None) -> str:
        """A line as messages begin with it."""
        return place(self.path, line)

    def at_line(self, line: int) -> list[ast.AST]:
        """The innermost statement on a line, with all that it is made of."""
        holding = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or line)
        ]
        return list(ast.walk(max(holding, key=lambda node: node.lineno))) if holding else []

    def _argument(self, callee: str, name: str) -> int | None:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == callee:
                for keyword in node.keywords:
                    if keyword.arg == name:
                        return keyword.value.lineno
        return None


def place(path: Path, line: int | None) -> str:
    """A place in a file as messages begin with it: `mygame.py, line 12: `."""
    return f"{path}, line {line}: " if line else f"{path}: "


def _is_mark(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id == "rule") or (isinstance(node, ast.Attribute) and node.attr == "rule")


def _statements(rule: str, body: list[ast.stmt]) -> Iterator[Statement]:
    for at, node in enumerate(body):
        if at == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # the docstring
        below = [part for part in (getattr(node, name, []) for name in ("body", "orelse", "finalbody")) if part]
        last = max(node.lineno, below[0][0].lineno - 1) if below else node.end_lineno or node.lineno
        yield Statement(rule, node.lineno, last)
        for part in below:
            yield from _statements(rule, part)
