"""Syntax trees of Python's source text, one at a time: Python 3.11 fails now and then when two threads make them at once."""

from __future__ import annotations

import ast
import threading

_parsing = threading.Lock()


def parse(text: str) -> ast.Module:
    """The syntax tree of a source text; raises SyntaxError if it has none. For any thread."""
    with _parsing:
        return ast.parse(text)
