"""What the compiler says, in the author's words."""

from __future__ import annotations

import re
from pathlib import Path

from ludus.rules.errors import GameFileError
from ludus.rules.state import State

# What Numba writes, and what it means to the author of a rule. The groups are put into the sentence.
SAYINGS: tuple[tuple[str, str], ...] = (
    (r"Unknown attribute '(\w+)' of type Record", "the state has no field {0}; its fields are {fields}"),
    (r"Unknown attribute '?(\w+)'? of type ([^\n]+)", "compiled rules cannot use .{0} of {1}"),
    (r"NameError: name '(\w+)' is not defined", "{0} is not defined"),
    (
        r"Untyped global name '(\w+)':?\s*Cannot determine Numba type of <class 'function'>",
        "{0} is called from a rule, so it needs @rule above it, in this file",
    ),
    (
        r"Untyped global name '(\w+)'[^<]*<class '([\w.]+)'>",
        "compiled rules cannot use {0}: it is a {1}; use numbers, tuples of numbers or NumPy arrays",
    ),
    (r"Untyped global name '(\w+)'", "compiled rules cannot use {0}; use numbers, tuples of numbers or NumPy arrays"),
    (
        r"Cannot unify (\S+) and (\S+) for '(\w+)(?:\.\d+)?'",
        "{2} is sometimes {0} and sometimes {1}; let it always be one of them",
    ),
    (
        r"Can't unify return type from the following types: ([^\n]+)",
        "the rule returns different kinds of value ({0}); every path must return the same kind",
    ),
    (r"missing a required argument: '?(\w+)'?", "a rule is called without its argument {0}"),
    (
        r"too many positional arguments",
        "a rule takes other arguments than it is given; see the reference for what each rule is called with",
    ),
    (r"Use of unsupported opcode \((\w+)\)", "compiled rules cannot use this construct of Python ({0})"),
    (
        r"No implementation of function Function\(<[^>]*?(\w+)>\) found",
        "compiled rules cannot use {0} with these values",
    ),
    (r"cannot (?:assign|store)[^\n]*", "this value cannot be stored there"),
)

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


def explain(error: Exception, path: Path, copies: Path, state: State) -> GameFileError:
    """The complaint of the compiler about a game's rules as one sentence with the line in the author's file.

    The copy that is compiled has the same lines as the author's file, so places in it are places in the file.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    ours = [int(line) for file, line in _PLACE.findall(text) if Path(file).parent == copies and Path(file).name == "game.py"]
    for pattern, sentence in SAYINGS:
        found = re.search(pattern, text)
        if found:
            said = sentence.format(*found.groups(), fields=", ".join(state.fields))
            return GameFileError(said, path, ours[-1] if ours else None)
    first = next((line.strip() for line in text.splitlines() if line.strip() and "Failed in" not in line), text)
    return GameFileError(f"the rules cannot be compiled: {first}", path, ours[-1] if ours else None)
