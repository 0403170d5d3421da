"""Compiler errors, explained in the author's words."""

from __future__ import annotations

import ast
import re
import traceback
from pathlib import Path

from ludus.rules.errors import GameFileError
from ludus.rules.gamefile import GameFile

_INSTEAD = "use numbers, tuples of numbers, or a table at the top level"

# What Numba writes, and what that means to the author of a rule. The groups go into the sentence.
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
    (
        r"reflected (list|set).*?variable '(\w+)' in globals",
        "compiled rules cannot use {1}: it is a {0}; use a tuple or a NumPy array",
    ),
    (r"Invalid use of getiter with parameters \(Tuple\(\)\)", "this loop goes through something that is always empty"),
    (
        r"Invalid use of getiter with parameters \((?:Uni)?Tuple\(",
        "the entries of {unequal} are not all alike; let them have the same length, or use a NumPy array",
    ),
    (
        r"<built-in function (?:static_)?getitem>\) found for signature:\s+>>> (?:static_)?getitem\(Tuple\(",
        "the entries of {unequal} are not all alike; let them have the same length, or use a NumPy array",
    ),
    (
        r"imprecise type: \w*\(?DictType|DictType\[[^\n]*is forbidden|(?:>>> \w+|BoundFunction)\(DictType|typing of dict at",
        f"compiled rules cannot use this dictionary; {_INSTEAD}",
    ),
    (
        r"imprecise type: [\w ]*list|list\([^\n]*is forbidden|>>> \w+\((?:reflected )?list\(|BoundFunction\(list\.",
        f"compiled rules cannot use this list; {_INSTEAD}",
    ),
    (
        r"imprecise type: [\w ]*set|set\([^\n]*is forbidden|>>> \w+\((?:reflected )?set\(|BoundFunction\(set\.",
        f"compiled rules cannot use this set; {_INSTEAD}",
    ),
    (
        r"Cannot cast list\(",
        "this list cannot become a field of the state; write its numbers one by one, as in state.cells[0] = 1",
    ),
    (r"Illegal IR, del found", "compiled rules cannot use del"),
    (
        r"Undecided type|Type of variable '[^']*' cannot be determined",
        "the compiler cannot find out what kind of value this is; use numbers and tuples of numbers",
    ),
    (r"runaway recursion", "a rule calls itself without end; write a loop, or say when to stop"),
    (r"yield in a closure", "compiled rules cannot use generator expressions; write a loop"),
    (r"missing a required argument: '?(\w+)'?", "a rule is called without its argument {0}"),
    (
        r"too many positional arguments",
        "a rule takes other arguments than it is given; see the reference for what each rule is called with",
    ),
    (r"Use of unsupported opcode \(IMPORT_NAME\)", "a rule cannot import; import at the top of the file"),
    (r"Use of unsupported opcode \(LOAD_BUILD_CLASS\)", "a rule cannot make a class; the state holds whatever a game remembers"),
    (r"Use of unsupported opcode \((\w+)\)", "compiled rules cannot use this construct of Python ({0})"),
    (
        r"No implementation of function Function\(<[^>]*?(\w+)>\) found",
        "compiled rules cannot use {0} with these values",
    ),
    (r"cannot (?:assign|store)[^\n]*", "this value cannot be stored there"),
)

_MADE: dict[str, tuple[type[ast.expr], ...]] = {
    "this list": (ast.List, ast.ListComp),
    "this set": (ast.Set, ast.SetComp),
    "this dictionary": (ast.Dict, ast.DictComp),
}
"""What a rule can make that a sentence speaks of."""

_PLACES = re.compile(r'File "([^"]+)", line (\d+)|(?:typing of \S+ at|Raised from) (\S+) \((\d+)\)')


def is_compilers(error: Exception) -> bool:
    """Whether an exception comes from the compiler; for a field that does not exist, Numba raises a bare KeyError."""
    frames = traceback.extract_tb(error.__traceback__)
    return type(error).__module__.startswith("numba.") or any(
        "/numba/core/" in Path(frame.filename).as_posix() for frame in frames
    )


def explain(error: Exception, file: GameFile, copies: Path) -> GameFileError:
    """A compiler error in a game's rules as one sentence, with the line in the author's file.

    The compiled copy has the same lines as the author's file, so line numbers hold for both.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error)).strip()
    text = text or "typing of dict at"  # Numba has no words for a dictionary whose values are not alike
    fields = ", ".join(file.game.state.fields)
    if isinstance(error, KeyError):
        name = str(error.args[0])
        return GameFileError(f"the state has no field {name}; its fields are {fields}", file.path, _first_line_with(name, file))
    places = [(path or other, int(line or number)) for path, line, other, number in _PLACES.findall(text)]
    lines = [line for path, line in places if Path(path).resolve() == (copies / "game.py").resolve()]
    for pattern, sentence in SAYINGS:
        found = re.search(pattern, text)
        if found:
            line = (
                lines[-1] if lines else _first_line_with(found.group(1), file) if found.groups() else _first_made(sentence, file)
            )
            unequal = _unequal_tuples(file, line)
            return GameFileError(sentence.format(*found.groups(), fields=fields, unequal=unequal), file.path, line)
    first = next((line.strip() for line in text.splitlines() if line.strip() and "Failed in" not in line), text)
    return GameFileError(f"the rules cannot be compiled: {first}", file.path, lines[-1] if lines else None)


def _unequal_tuples(file: GameFile, line: int | None) -> str:
    """The names on a line that stand for tuples whose entries differ in length, with those lengths."""
    words = re.findall(r"\w+", file.source.splitlines()[line - 1]) if line else []
    found = []
    for name in dict.fromkeys(words):
        value = file.constants.get(name)
        if isinstance(value, tuple):
            lengths = sorted({len(entry) if isinstance(entry, tuple) else 0 for entry in value})
            if len(lengths) > 1:
                found.append(f"{name} (lengths {', '.join(map(str, lengths))})")
    return " and ".join(found) or "this tuple"


def _first_made(sentence: str, file: GameFile) -> int | None:
    """The first line of a rule on which what a sentence speaks of is made: a list, a set or a dictionary."""
    kinds = next((kinds for word, kinds in _MADE.items() if word in sentence), ())
    nodes = (node for rule in file.taken_apart.rules.values() for node in ast.walk(rule))
    return next((node.lineno for node in nodes if isinstance(node, kinds)), None)


def _first_line_with(word: str, file: GameFile) -> int | None:
    lines = enumerate(file.source.splitlines(), 1)
    return next((number for number, line in lines if re.search(rf"\b{re.escape(word)}\b", line)), None)
