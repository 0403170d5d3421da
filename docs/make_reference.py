"""`python docs/make_reference.py` writes docs/reference.md: what an author may say, in the words of the code's docstrings."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, fields
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import ludus.rules
from ludus.rules import (
    Game,
    Notation,
    Piece,
    State,
    bits,
    count_bits,
    defaults,
    errors,
    game,
    lowest_bit,
    notation,
    options,
    pictures,
    rule,
)
from ludus.rules.game import REQUIRED, RULES, part_docs
from ludus.rules.kit import CHECKS
from ludus.rules.state import NUMBERS
from ludus.server.policy_reader import policy_table

PAGE = Path(__file__).parent / "reference.md"
HANDBOOK = PAGE.with_name("server.md")

SETTINGS_BEGIN, SETTINGS_END = "<!-- settings: written by docs/make_reference.py -->", "<!-- end of settings -->"

INTRODUCTION = """\
# The reference

<!-- Written by docs/make_reference.py from the docstrings in the code. Change those, then run it again. -->

Everything a game file can say. A game file imports it with
`from ludus.rules import DRAW, DRAWS, LOSES, ONGOING, Game, Notation, Piece, PositionError, State, bits, count_bits, letters,
lowest_bit, option, rule, square_name`; pictures are in `ludus.rules.pictures`, shared rules and reasons in
`ludus.rules.shared_rules` and `ludus.rules.shared_reasons`, draughts notation in `ludus.rules.pdn`.
[The tutorial](tutorial.md) shows how to begin, [the contract](contract.md) how it all fits together.

- [Game](#game): [facts](#facts), [the board as people see it](#the-board-as-people-see-it), [rules](#rules),
  [squares](#squares), [hidden information](#hidden-information), [words and pictures](#words-and-pictures),
  [hints for the computer player](#hints-for-the-computer-player),
  [outcomes](#outcomes)
- [State](#state), [pieces](#pieces), [notation](#notation), [options](#options), [pictures](#pictures)
- [Inside a rule](#inside-a-rule)
- [What goes wrong](#what-goes-wrong)
- [What `ludus check` checks](#what-ludus-check-checks)
"""

OTHERWISE = {"ending": "`Black wins`, `The game is drawn`", "safe": "all legal moves"}
"""What holds when a part is left out, where neither its docstring nor its default says it well."""

# What compiled rules may and may not use: every example is compiled by a test, in a rule with a `state` and a `number`.

FILE = """\
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
STEPS = (1, -1)
NEAR = np.array([[1, 3], [0, 2], [1, 5]])
WAYS = [1, -1]
PIECES = {1: Piece("stone", 1, "x")}

state = State(cells=("i1", 9), turn="i1")


@rule
def double(number):
    return 2 * number


def plain(number):
    return number
"""

USABLE = (
    ("whole numbers, also as bits", "number = (7 * number - 1) // 2 % 4 | 1 << 3"),
    ("conditions", "number = 1 if 0 <= number < 9 and not number == 4 else 2"),
    ("several values at once", "number, rest = divmod(7, 3)"),
    ("the fields of the state, to read and to write", "state.cells[number] = state.turn + 1"),
    ("a whole table of the state at once", "state.cells[:] = 0"),
    ("`for`, `while`, `if`, `break`, `continue`", "for square in range(9): number += square"),
    ("tuples of the file, also of equally long tuples", "for a, b, c in ROWS: number += a * b * c"),
    ("`in`, with tuples", "number = 1 if number in STEPS else 2"),
    ("NumPy arrays of the file, to read", "number = NEAR[2, 1]"),
    ("`abs`, `min`, `max`, `len`, `sum`, `enumerate`, `zip`", "for at, step in enumerate(STEPS): number += at * abs(step)"),
    ("counting and finding bits", "number = count_bits(7) + lowest_bit(8)"),
    ("other rules of the same file", "number = double(number)"),
)

REFUSED = (
    ("a list, set or dictionary of the file", "number = WAYS[0]", "a tuple or a NumPy array"),
    ("a piece or another object", "number = PIECES[1].team", "its number"),
    ("a function without `@rule`", "number = plain(number)", "put `@rule` above it"),
    ("generator expressions", "number = sum(step for step in STEPS)", "a loop"),
    ("changing what belongs to the file", "NEAR[0, 0] = 1", "a field of the state"),
    ("a variable that is a number or something else", 'number = 1 if number == 0 else "none"', "-1 for none"),
    ("`import` inside a rule", "import math", "a table made when the file is read"),
)


def page() -> str:
    """The whole page."""
    sections = (
        *game_parts(),
        *state_and_pieces(),
        *notation_and_options(),
        *picture_shapes(),
        *inside_a_rule(),
        *what_goes_wrong(),
        *checks(),
    )
    return "\n".join(text.rstrip("\n") + "\n" for text in (INTRODUCTION, *sections))


# The sections, in the order of the page


def game_parts() -> Iterator[str]:
    """Every part of a game, under the headings of its source."""
    yield "## Game"
    yield doc(Game)
    yield (
        "All parts are given by name: `Game(name=..., board=..., ...)`. A part marked *rule* is a function with `@rule` above\n"
        "it; the other functions are plain Python. Squares are numbered from 0 at the lower left, row by row:"
    )
    yield fenced("text", drawing_in(game))
    docs = part_docs()
    for heading, names in sections_of_game():
        yield f"### {heading}"
        yield table(("part", "if left out", "meaning"), [(f"`{name}`", left_out(name, docs[name]), docs[name]) for name in names])
    yield "### Outcomes"
    yield table(("word", "meaning"), [*constants(module_of(rule)), *constants(game)])


def state_and_pieces() -> Iterator[str]:
    """What a game is made of."""
    yield "## State"
    yield doc(State)
    kinds = ", ".join(f"`{kind}`" for kind in sorted(NUMBERS))
    yield (
        'A field is a number, `turn="i1"`, or a table of numbers with its size, `cells=("i1", 9)` or `cells=("i1", (8, 8))`.\n'
        f"Numbers are whole: the letter says with a sign (`i`) or without (`u`), the digit in how many bytes: {kinds}."
    )
    yield "## Pieces"
    yield doc(Piece)
    yield table(("part", "meaning"), attributes(Piece))


def notation_and_options() -> Iterator[str]:
    """Positions as text, and choices before a game."""
    yield "## Notation"
    yield described(notation.letters)
    yield f"{heading_of(Notation)}{doc(Notation)}"
    yield table(("part", "meaning"), attributes(Notation))
    yield "Import these two from `ludus.rules.notation`:"
    yield described(notation.square_name)
    yield described(notation.square_number)
    yield "## Options"
    yield described(options.option)
    yield doc(options).partition("\n\n")[2]


def picture_shapes() -> Iterator[str]:
    """What pictures are put together from."""
    yield "## Pictures"
    yield doc(pictures)
    yield "Import what you need from `ludus.rules.pictures`."
    found = [each for each in vars(pictures).values() if inspect.isfunction(each) and each.__module__ == pictures.__name__]
    yield table(("function", "what it makes"), [(f"`{call(each)}`", doc(each)) for each in found])


def inside_a_rule() -> Iterator[str]:
    """The decorator, bits, and the part of Python that compiles."""
    yield "## Inside a rule"
    for function in (rule, bits, count_bits, lowest_bit):
        yield described(function)
    yield "### What rules may use"
    yield "Rules are compiled, so they are written in the part of Python that deals with numbers. If this stands in the file:"
    yield fenced("python", FILE)
    yield "then a rule may use"
    yield table(("what", "as in"), [(what, f"`{example}`") for what, example in USABLE])
    yield "and may not use"
    yield table(("what", "as in", "instead"), [(what, f"`{example}`", instead) for what, example, instead in REFUSED])


def what_goes_wrong() -> Iterator[str]:
    """Errors and refusals."""
    yield "## What goes wrong"
    yield fenced("text", drawing_in(errors))
    yield "Your own code raises `PositionError`, from the `read` of a notation; the platform raises the others."
    kinds = [errors.LudusError, errors.GameFileError, errors.PositionError, errors.MoveError, errors.Refusal, errors.RefusalKind]
    yield table(("name", "meaning"), [(f"`{kind.__name__}`", doc(kind)) for kind in kinds])
    yield f"The kinds of refusal are {', '.join(f'`{kind.name}`' for kind in errors.RefusalKind)}."


def checks() -> Iterator[str]:
    """The promises of the conformance kit."""
    yield "## What `ludus check` checks"
    yield "Each check looks at positions from random games. A game that keeps all these promises works everywhere."
    yield table(("promise", "in full"), [(promise, doc(check)) for promise, check in CHECKS])


# What the code says about itself


def sections_of_game() -> list[tuple[str, list[str]]]:
    """The parts of a game, under the comments that head them in its source."""
    sections: list[tuple[str, list[str]]] = []
    for line in inspect.getsource(Game).partition("def __post_init__")[0].splitlines():
        heading, part = re.match(r"    # (.+)", line), re.match(r"    (\w+): ", line)
        if heading:
            sections.append((heading[1], []))
        elif part:
            sections[-1][1].append(part[1])
    return sections


def left_out(name: str, meaning: str) -> str:
    """What holds when a part of a game is not given; nothing when its meaning says so already."""
    if name in REQUIRED:
        return "**needed**"
    if name in OTHERWISE or "by default" in meaning.lower():
        return OTHERWISE.get(name, "")
    if name in RULES:
        return first_line(getattr(defaults, name)).rstrip(".").lower()
    part = next(part for part in fields(Game) if part.name == name)
    value = part.default if part.default is not MISSING else None
    words = {game.LOSES: "`LOSES`", game.DRAWS: "`DRAWS`", 0: "0"}
    return "no" if value is False else words.get(value) or (f"`{value!r}`" if value else "none")


def attributes(owner: object) -> list[tuple[str, str]]:
    """The names to which a class or module gives a type or a value, with the docstrings below them."""
    tree: Any = ast.parse(inspect.getsource(owner))  # type: ignore[arg-type]
    body = tree.body[0].body if inspect.isclass(owner) else tree.body
    found = []
    for statement, following in pairwise(body):
        target = getattr(statement, "target", None) or (getattr(statement, "targets", None) or [None])[0]
        if isinstance(target, ast.Name) and isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            found.append((f"`{target.id}`", " ".join(str(following.value.value).split())))
    return found


def constants(module: ModuleType) -> list[tuple[str, str]]:
    """The constants of a module that authors import."""
    return [(name, meaning) for name, meaning in attributes(module) if name.strip("`") in ludus.rules.__all__]


def module_of(function: Callable[..., Any]) -> ModuleType:
    """The module in which a function stands; `ludus.rules.rule` means the function, not the module."""
    return sys.modules[function.__module__]


def doc(owner: object) -> str:
    """A docstring."""
    return inspect.getdoc(owner) or ""


def first_line(owner: object) -> str:
    """The first line of a docstring."""
    return doc(owner).partition("\n")[0]


def drawing_in(module: ModuleType) -> str:
    """The indented drawing in a module's docstring."""
    lines = [line for line in doc(module).splitlines() if line.startswith("    ")]
    return inspect.cleandoc("\n" + "\n".join(lines)) + "\n"


def call(owner: Callable[..., Any]) -> str:
    """How something is called: its name and its arguments with their defaults."""
    signature = inspect.signature(owner)
    bare = [argument.replace(annotation=inspect.Parameter.empty) for argument in signature.parameters.values()]
    return f"{owner.__name__}{signature.replace(parameters=bare, return_annotation=inspect.Signature.empty)}"


# How it looks on the page


def described(function: Callable[..., Any]) -> str:
    """A function and what it does."""
    return heading_of(function) + doc(function)


def heading_of(owner: Callable[..., Any]) -> str:
    """A line that stands out."""
    return f"**`{call(owner)}`**\n\n"


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table; what would end a cell is escaped."""
    cells = [[" ".join(cell.split()).replace("|", "\\|") for cell in row] for row in (heads, ["---"] * len(heads), *rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def fenced(language: str, text: str) -> str:
    """A block of code."""
    return f"```{language}\n{text}```"


def with_settings(handbook: str) -> str:
    """The server's handbook with the table of all settings."""
    before, _, rest = handbook.partition(SETTINGS_BEGIN)
    after = rest.partition(SETTINGS_END)[2]
    return f"{before}{SETTINGS_BEGIN}\n{policy_table()}\n{SETTINGS_END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8", newline="\n")
    HANDBOOK.write_text(with_settings(HANDBOOK.read_text("utf-8")), "utf-8", newline="\n")
