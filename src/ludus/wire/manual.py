"""What HELP answers, made from the messages themselves: their docstrings, their fields, and an example of each."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from textwrap import wrap

from msgspec import structs
from msgspec.structs import replace

from ludus.wire.grammar import COMMANDS, FORMS, Form
from ludus.wire.limits import SHORTEST_PASSWORD
from ludus.wire.messages import TOPICS, Helped, Problem, Request
from ludus.wire.mistakes import MEANT, no_command
from ludus.wire.problem import Kind
from ludus.wire.words import expected

WIDEST = 75
"""A terminal has 80 columns, and `HELP ` takes five of them."""

_TIME = "seconds, 0 for no limit"
MEANINGS = {
    "team": "a team from 1 on, 0 for any that is free",
    "players": "how many play, all teams together, 0 for one a team",
    "move": f"{_TIME} to a move",
    "main": f"{_TIME} to the whole game",
    "increment": "seconds that each move adds to main",
    "delay": "seconds after which others see it, 0 for at once",
    "computer": "how well it plays, from 1 to 10, 0 for no computer",
    "level": "how well it plays, from 1 to 10",
    "after": "the number of an event",
    "position": "as the game or SAVE writes it, after a colon; lines are joined by ;",
}
"""What the numbers and texts of a command mean, where their names do not tell it."""

NEW_PASSWORD = f"{SHORTEST_PASSWORD} characters at least, where it is a new one"


def explain(about: str = "") -> Helped | Problem:
    """What can be said, all of it or about one command; `errors` are explained, too."""
    asked = about.lower()
    if not asked:
        return Helped(lines=list(_overview()))
    if asked == "errors":
        return Helped(lines=list(_errors()))
    meant = MEANT.get(asked, asked).lower()  # HELP UNDO explains OFFER
    form = COMMANDS.get(asked) or COMMANDS.get(meant) or COMMANDS.get(meant.partition(" ")[0])
    if form is None:
        return replace(no_command(about, COMMANDS), field="about")
    return Helped(lines=list(_explanation(form)))


def _overview() -> Iterator[str]:
    yield "One command a line, in either case."
    for topic in TOPICS:
        yield ""
        yield topic.TITLE
        for message, form in FORMS.items():
            if message.__module__ == topic.__name__:
                yield from _beside(form.word, _paragraphs(message)[0])
    yield ""
    yield from wrap("HELP <command> tells more about a command, HELP ERRORS what can go wrong.", WIDEST)


def _explanation(form: Form) -> Iterator[str]:
    yield from wrap(form.usage, WIDEST, subsequent_indent="    ")
    yield ""
    for paragraph in _paragraphs(form.message):
        yield from wrap(paragraph, WIDEST)
    yield ""
    for field in structs.fields(form.message):
        says = _repeated(form) if field.name == "id" else expected(field.type)
        if meaning := NEW_PASSWORD if field.name == "password" else MEANINGS.get(field.name):
            says = f"{meaning}: {says}"
        usual = f"; {field.default:g} if left out" if isinstance(field.default, (int, float)) else ""
        yield from _beside(field.name, says + usual)
    yield ""
    yield f"Example: {form.message.example}"


def _repeated(form: Form) -> str:
    """What an id is, and where it stands: after the beginning of a text it would be part of it."""
    return "a word of yours that the answer repeats, as id=5" + (f"; it stands before the {form.text}" if form.text else "")


def _paragraphs(message: type[Request]) -> list[str]:
    return inspect.cleandoc(message.__doc__ or "").replace("`", "").split("\n\n")


def _errors() -> Iterator[str]:
    yield "What can go wrong: the code that JSON clients get, and the sentence."
    yield ""
    for kind in Kind:
        yield from _beside(kind.code, kind.says("..."), column=22)


def _beside(word: str, says: str, column: int = 12) -> Iterator[str]:
    """A word, and beside it what it means."""
    yield from wrap(says, WIDEST, initial_indent=f"  {word:{column}}", subsequent_indent=" " * (column + 2))
