"""A check of what rules are written with, before any of them runs."""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Iterator
from typing import Any

from ludus.rules.game import RULES
from ludus.rules.kit.remark import Remark
from ludus.rules.kit.sample import Sample

CURES = {
    "print": "rules only compute; to see a position, use ludus show, or step through the rule with a debugger",
    "input": "rules only compute; players choose among the moves that legal lists",
    "open": "rules only compute; read files at the top level, where constants are made",
}
"""Functions that no rule may call, and what to do instead."""

RANDOM = "rules never draw lots; say with chances and happen what may happen, and Ludus draws"
CLOCK = "rules never look at a clock; the same moves must always lead to the same position"

CONSTRUCTS: tuple[tuple[tuple[type[ast.AST], ...], str], ...] = (
    ((ast.Global, ast.Nonlocal), "changes a name outside of it: whatever changes during a game is a field of the state"),
    ((ast.Try,), "uses try: compiled rules raise no errors that could be caught; look first whether something is possible"),
    ((ast.Yield, ast.YieldFrom), "uses yield: write the moves into moves, and return how many there are"),
)
"""What no rule may be written with, and what to do instead."""

MODULES = {
    "random": RANDOM,
    "secrets": RANDOM,
    "uuid": RANDOM,
    "numpy.random": RANDOM,
    "time": CLOCK,
    "datetime": CLOCK,
}
"""Modules that no rule may use."""

MAKERS = {"zeros", "ones", "array", "empty", "full", "arange", "zeros_like", "copy"}
"""What makes an array."""


def rules_only_compute(sample: Sample) -> Iterator[str]:
    """Rules do not print, read files, look at the clock or draw random numbers; and making lists, arrays and texts, as if there
    were all the time in the world, makes them slow.
    """
    known = _names(sample)
    for name, rule in sample.source.rules.items():
        seen: set[tuple[int, str]] = set()
        for node in _below(rule):
            said, line = _forbidden(node, known) or _slow(node, known), getattr(node, "lineno", rule.lineno)
            if said and (line, said.split(":")[-1]) not in seen:  # random.random is both a function and a module
                seen.add((line, said.split(":")[-1]))
                text = f"{sample.source.place(line)}the rule {name} {said}"
                yield Remark(text) if isinstance(said, Remark) else text


def _names(sample: Sample) -> dict[str, Any]:
    """The names that the file's rules can see."""
    rule: Any = next(filter(None, (getattr(sample.file.game, part) for part in RULES)))
    return dict(getattr(rule, "__globals__", {}))


def _below(rule: ast.FunctionDef) -> Iterator[ast.AST]:
    """All that a rule does, without its docstring."""
    body = rule.body[1:] if ast.get_docstring(rule) is not None else rule.body
    return (node for statement in body for node in ast.walk(statement))


def _forbidden(node: ast.AST, known: dict[str, Any]) -> str | None:
    for kinds, said in CONSTRUCTS:
        if isinstance(node, kinds):
            return said
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return _import(node)
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return None
    meant, text = _meant(node, known), ast.unparse(node)
    if text in CURES and meant is getattr(builtins, text):
        return f"uses {text}: {CURES[text]}"
    module = meant.__name__ if isinstance(meant, types.ModuleType) else getattr(meant, "__module__", None)
    owner = getattr(meant, "__self__", None)  # random.random is a method of a hidden object
    if module is None and type(owner).__module__ in ("random", "numpy.random.mtrand"):
        module = "random"
    cure = MODULES.get(str(module).replace("numpy.random.mtrand", "numpy.random"))
    return f"uses {text}: {cure}" if cure else None


def _import(node: ast.Import | ast.ImportFrom) -> str:
    modules = [node.module or "."] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    cures = (MODULES[module] for module in modules if module in MODULES)
    return f"imports {', '.join(modules)}: {next(cures, 'import at the top of the file')}"


def _slow(node: ast.AST, known: dict[str, Any]) -> Remark | None:
    made = None
    if isinstance(node, (ast.List, ast.ListComp)) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        made = "a list"
    elif isinstance(node, (ast.Dict, ast.DictComp, ast.Set, ast.SetComp)):
        made = "a dictionary or set"
    elif isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and ast.unparse(node.func) in ("str", "chr", "repr")):
        made = "a text"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MAKERS:
        made = "an array" if isinstance(_meant(node.func.value, known), types.ModuleType) else None
    if made is None:
        return None
    return Remark(f"makes {made} each time it is asked, which is slow; use numbers, a tuple, or a table at the top level")


def _meant(node: ast.AST, known: dict[str, Any]) -> Any:
    """What a name in a rule stands for, as far as that can be told without running it."""
    if isinstance(node, ast.Name):
        return known.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute):
        owner = _meant(node.value, known)
        return getattr(owner, node.attr, None) if isinstance(owner, types.ModuleType) else None
    return None
