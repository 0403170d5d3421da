"""`strip_module`, `strip_style`: a file of the web client without what only its readers need: comments, indentation, empty lines.

    // Each is drawn twice.
    const cased = (shape) => [                         const cased = (shape) => [
        svg(shape, { class: "case" }), // below   ──►  svg(shape, { class: "case" }),
    ]                                                  ]

What is left stays as it was written, line by line. Nothing has to be parsed for that, since every text of a module ends on the
line where it begins: so `//` at the beginning of a line begins a comment, and so does `//` with no quotation mark behind it.
"""

from __future__ import annotations

import re

NO_CODE = re.compile(r"^[ \t]*(?://.*)?\n|^[ \t]+|[ \t]+//[ \t][^\"'`\n]*$", re.MULTILINE)
"""Whole lines without code, then indentation, then comments after code."""

NO_STYLE = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*)?\n|^[ \t]+|(?<=[},]) +", re.MULTILINE)
"""Whole lines without a rule, then indentation, then spaces between two rules and after a comma."""


def strip_module(name: str, source: str) -> str:
    """A JavaScript file with the same code in fewer bytes; refused if a text in it goes on in the next line."""
    code = NO_CODE.sub("", source)
    for line in code.splitlines():
        if line.count("`") % 2 or line.endswith("\\"):
            raise ValueError(f"{name}: a text must end on the line where it begins, but this one may go on: {line}")
    return code


def strip_style(source: str) -> str:
    """A stylesheet with the same rules in fewer bytes; only comments that are a line of their own are left out.

    A text in it would lose its spaces after a comma, so there may be none.
    """
    if text := re.search(r"([\"'])[^\"'\n]*[},] [^\"'\n]*\1", source):
        raise ValueError(f"the style has a text that would lose a space: {text[0]}")
    return NO_STYLE.sub("", source)
