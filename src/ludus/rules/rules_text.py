"""The rules of a game as people read them: from the docstrings of its file, with a legend of pieces, notation and options.

The docstrings of the rules are in the order of a rule book: how a game begins, what a player may do, what a move does, what
chance decides, and how it ends.
"""

from __future__ import annotations

import ast
import inspect
import random
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from ludus.rules.appearance import spoken
from ludus.rules.diagram import COLOURS
from ludus.rules.game import LOSES, Game
from ludus.rules.gamefile import GameFile
from ludus.rules.movetext import move_text, sentence_of
from ludus.rules.options import Option
from ludus.rules.positions import write_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.syntax import parse

WIDTH = 96
"""The most characters of a line."""

EXAMPLES = 4
"""Moves that are shown as examples."""

MOST_PIECES = 12
"""With more pieces than this, only their types are listed."""

TURN = (
    ("Setup", ("setup",)),
    ("Chance", ("chances", "happen")),
    ("Your turn", ("acts", "legal", "play")),
    ("The end", ("outcome",)),
)
"""The parts of a rule book, and the rules whose docstrings tell them."""


def rules_text(file: GameFile) -> list[str]:
    """The rules as lines of text."""
    game = file.game
    lines = [game.name, "=" * len(game.name), ""]
    for paragraph in _introduction(file):
        lines += [*_wrapped(paragraph), ""]
    for title, sentences in _sections(file):
        if sentences:
            lines += [title, *(line for sentence in sentences for line in _wrapped(sentence, "  ")), ""]
    return lines[:-1]


def _introduction(file: GameFile) -> list[str]:
    """What the file says about itself, a paragraph each; the first one without the name, which is above it."""
    text = inspect.cleandoc(ast.get_docstring(parse(file.source)) or "")
    paragraphs = [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text) if paragraph.strip()]
    if not paragraphs:
        return []
    first = re.sub(rf"^{re.escape(file.game.name)}[^:]{{0,40}}: *", "", paragraphs[0])
    return [_sentence(first), *(paragraph.replace("`", "") for paragraph in paragraphs[1:])]


def _sections(file: GameFile) -> Iterator[tuple[str, list[str]]]:
    game = file.game
    for title, names in TURN:
        yield title, [*_docs(game, names), *(_further_ends(game) if title == "The end" else [])]
    yield "Why a move may be refused", [f"- {_sentence(sentence_of(reason))}" for reason in game.reasons if sentence_of(reason)]
    yield "Teams", [_teams(game)]
    yield "Pieces", list(_pieces(game))
    special = [word for word in game.square_types if word not in COLOURS]
    yield "Special squares", [", ".join(special)] if special else []
    yield "Writing moves and positions", list(_notation(file))
    yield "Options", [_option(option) for option in game.options]
    yield "Also called", [", ".join(game.aliases)] if game.aliases else []


def _docs(game: Game, names: tuple[str, ...]) -> list[str]:
    """What the rules of these names say about themselves, where the author has written them."""
    return [
        _sentence(" ".join((rule.__doc__ or "").split()))
        for rule in (getattr(game, name) for name in names)
        if rule and rule.__doc__
    ]


def _further_ends(game: Game) -> list[str]:
    """The ends that are facts of the contract."""
    stuck = ["A player who cannot move has lost."] if game.stuck == LOSES else []
    return stuck + ([f"The game is drawn when a position comes up {_times(game.repeats)}."] if game.repeats else [])


def _times(count: int) -> str:
    return {2: "twice", 3: "three times"}.get(count, f"{count} times")


def _teams(game: Game) -> str:
    names = [game.team(seat) for seat in range(game.seats)]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def _pieces(game: Game) -> Iterator[str]:
    """Each piece with its letter, or only the types where there are too many pieces to list."""
    pieces = [] if callable(game.pieces) else list(game.pieces.values())
    if len(pieces) <= MOST_PIECES:
        wide = max((len(piece.letter) for piece in pieces), default=0)
        yield from (f"- {f'{piece.letter:<{wide}} {spoken(game, piece)}'.strip()}" for piece in pieces)
        return
    kinds = dict.fromkeys(piece.type for piece in pieces)
    counts = {kind: sum(piece.type == kind for piece in pieces) for kind in kinds}
    yield from (f"- {kind}, in {count} form{'s' * (count != 1)}" for kind, count in counts.items())


def _notation(file: GameFile) -> Iterator[str]:
    """How moves and positions are written, with examples from the start of a game."""
    game, rulebook = file.game, Rulebook(file, compiled=False)
    if game.move_text and game.move_text.__doc__:
        yield f"A move: {_sentence(' '.join(game.move_text.__doc__.split()))}"
    state, luck = rulebook.start(), random.Random(1)
    while chances := rulebook.chances(state):
        state = rulebook.happen(state, luck.randrange(chances))
    for seat in rulebook.acting(state)[:1]:
        texts = dict.fromkeys(move_text(rulebook, state, move, seat) for move in rulebook.moves(state, seat))
        yield f"For example: {', '.join(list(texts)[:EXAMPLES])}"
    position = (game.notation.example if game.notation else "") or write_position(rulebook, rulebook.start())
    if len(position) <= WIDTH:
        yield f"A position: {position}"


def _option(option: Option) -> str:
    choices = list(option.choices)
    whole = len(choices) > 2 and choices == list(range(choices[0], choices[-1] + 1))
    may = f"{choices[0]} to {choices[-1]}" if whole else " or ".join(map(str, choices))
    return f"{option.name}: {option.says}; {may}, usually {option.default}"


def _sentence(text: Any) -> str:
    """A text that begins with a capital letter and ends with a full stop, but for one that ends with what players type."""
    text = re.sub(r"`\.?$", "`", str(text).strip())
    ended = text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?`" else ".") if text else ""
    return ended.replace("`", "")


def _wrapped(text: str, indent: str = "") -> list[str]:
    hanging = indent + ("  " if text.startswith("- ") else "")
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
    )
