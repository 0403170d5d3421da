"""What HELP answers, made from the messages themselves: their docstrings, fields and examples."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from textwrap import wrap
from types import ModuleType

from msgspec import structs
from msgspec.structs import replace

from ludus.wire.aliases import ALIASES
from ludus.wire.error_sentences import Kind
from ludus.wire.grammar import COMMANDS, FORMS, Form
from ludus.wire.limits import SHORTEST_PASSWORD
from ludus.wire.messages import (
    TOPICS,
    Helped,
    Problem,
    Request,
    admin,
    analysis,
    chat,
    description,
    lists,
    lobby,
    match,
    queue,
    records,
    session,
    standings,
    statistics,
    talk,
    tournament,
    trial,
)
from ludus.wire.mistakes import MEANT, no_command
from ludus.wire.words import MoveSeconds, expected

WIDEST = 75
"""The longest line of help, in characters: a terminal has 80 columns, and `HELP ` takes five."""

MEANINGS = {
    "team": "a team, counted from 1; 0 for any with a free seat",
    "players": "players in all teams together; 0 for one per team",
    "move": "seconds for each move; 0 for no limit",
    "main": "seconds for the whole game; 0 for no limit",
    "increment": "seconds that each move adds to main",
    "delay": "seconds until spectators see a move; 0 for none",
    "computer": "the computer's level, from 1 to 10; 0 for no computer",
    "level": "how well the computer plays, from 1 to 10",
    "after": "the number of an event",
    "best_of": "games in a pairing; odd in a knockout",
    "double": "round robin: whether every pair meets twice",
    "rounds": "Swiss: rounds; 0 for as many as the players need",
    "slots": "knockout: 2, 4, 8 and so on; 0 for as few as hold all players",
    "seconds": "arena: seconds in which new games begin",
    "order": "the starting order: as they came, random, or by rating",
    "wait": "seconds until it starts by itself; 0 for never",
    "replays": "knockout: drawn games of a match that are played again",
    "grace": "seconds that somebody who has vanished has to return",
    "at_once": "games that one player plays at the same time",
    "talk": "whether players may chat during their games",
    "position": "as the game or SAVE writes it, after a colon, its lines joined by semicolons",
}
"""What a field means, where its name does not say it."""

FIRST_STEPS = (
    "Type one command per line, in upper or lower case.",
    "  GUEST                   come in; or LOGIN <name> <password>",
    "  NEW othello computer=3  play the computer; GAMES lists the games",
    "  SEEK othello            play a person; WHO lists them, MATCH bob othello",
    "  d3                      move; MOVES lists yours, BOARD draws, HINT helps",
    "  DRAW, UNDO, RESIGN      offer or give up; ACCEPT and DECLINE answer",
    "  SAY, TELL bob, SHOUT    talk in your match, to one player, to everybody",
    "  OBSERVE m7, RECORD m7   watch a match, read the moves of one",
    "  QUIT                    leave; your games go on, and you can come back",
    "HELP TOPICS and HELP <command> tell more, HELP ALL lists every command.",
)
"""How to play a first game, in ten lines."""

ABOUT = {
    "connection": session,
    "lists": lists,
    "rules": description,
    "ratings": statistics,
    "lobby": lobby,
    "waiting": queue,
    "playing": match,
    "looking": trial,
    "offers": chat,
    "talking": talk,
    "records": records,
    "analysing": analysis,
    "contests": tournament,
    "tables": standings,
    "running": admin,
}
"""Every topic, under the word that HELP knows it by."""

NEW_PASSWORD = f"at least {SHORTEST_PASSWORD} characters, if it is new"


def first_steps_in(title: str, move: str) -> Helped:
    """The first steps on a server for one game, where everybody is seated already: how to move there, by an example."""
    seated = f"This server plays {title}: whoever comes is given a seat."
    how = f"  {move:<23} move: how many squares, then x and y of each"
    moves = "  MOVES, BOARD            list your moves, see the board again"
    return Helped(lines=[seated, how, moves, *FIRST_STEPS[5:]])


def explain(about: str = "") -> Helped | Problem:
    """The first steps; the topics, one topic, one command or all that begin with the same word; with `all` every command, with
    `errors` what can go wrong.
    """
    asked = about.lower()
    if not asked:
        return Helped(lines=list(FIRST_STEPS))
    pages = {"all": _overview, "topics": _topics, "errors": _errors}
    if asked in pages:
        return Helped(lines=list(pages[asked]()))
    if asked in ABOUT and asked not in COMMANDS:
        return Helped(lines=list(_topic(ABOUT[asked])))
    family = [form for form in FORMS.values() if form.word.lower().startswith(f"{asked} ")]
    if asked not in COMMANDS and len(family) > 1:
        return Helped(lines=[f"Commands that begin with {asked.upper()}", *_listed(family)])
    meant = MEANT.get(asked, asked).lower()  # HELP UNDO explains OFFER
    form = COMMANDS.get(asked) or COMMANDS.get(meant) or COMMANDS.get(meant.partition(" ")[0])
    if form is None:
        return replace(no_command(about, COMMANDS), field="about")
    return Helped(lines=list(_explanation(form)))


def _overview() -> Iterator[str]:
    yield "Type one command per line, in upper or lower case."
    for topic in TOPICS:
        yield ""
        yield from _topic(topic)
    yield ""
    yield from wrap("HELP <command> explains a command. HELP ERRORS lists what can go wrong.", WIDEST)


def _topics() -> Iterator[str]:
    yield "HELP and one of these words lists the commands of a topic."
    for word, topic in ABOUT.items():
        yield from _beside(word.upper(), topic.TITLE)
    yield from wrap("HELP ERRORS lists what can go wrong. These words are understood, too:", WIDEST)
    others = ", ".join(f"{word} = {meant}" for word, meant in ALIASES.items())
    yield from wrap(others, WIDEST, initial_indent="  ", subsequent_indent="  ")


def _topic(topic: ModuleType) -> Iterator[str]:
    """The commands of a topic."""
    yield topic.TITLE
    forms = [form for message, form in FORMS.items() if message.__module__ == topic.__name__]
    yield from _listed(forms)


def _listed(forms: Sequence[Form]) -> Iterator[str]:
    """Commands with the first sentence about each."""
    column = max(12, *(len(form.word) + 2 for form in forms))
    for form in forms:
        yield from _beside(form.word, _paragraphs(form.message)[0], column)


def _explanation(form: Form) -> Iterator[str]:
    yield from wrap(form.usage, WIDEST, subsequent_indent="    ")
    yield ""
    for paragraph in _paragraphs(form.message):
        yield from wrap(paragraph, WIDEST)
    yield ""
    for field in structs.fields(form.message):
        says = _repeated(form) if field.name == "id" else expected(field.type)
        if meaning := NEW_PASSWORD if field.name == "password" else MEANINGS.get(field.name):
            says = f"{meaning} ({says})"
        usual = f"; {field.default:g} by default" if isinstance(field.default, (int, float)) else ""
        usual = "; -1 for 180, or no limit against the computer" if field.type is MoveSeconds else usual
        yield from _beside(field.name, says + usual)
    yield ""
    yield f"Example: {form.message.example}"


def _repeated(form: Form) -> str:
    """What an id is, and where it goes: inside a text it would be part of the text."""
    return "any word, such as id=5; the answer repeats it" + (f"; it goes before the {form.text}" if form.text else "")


def _paragraphs(message: type[Request]) -> list[str]:
    return inspect.cleandoc(message.__doc__ or "").replace("`", "").split("\n\n")


def _errors() -> Iterator[str]:
    yield "What can go wrong: the code that JSON clients read, and the sentence."
    yield ""
    for kind in Kind:
        yield from _beside(kind.code, kind.says("..."), column=22)


def _beside(word: str, says: str, column: int = 12) -> Iterator[str]:
    """A word, and next to it what it means."""
    yield from wrap(says, WIDEST, initial_indent=f"  {word:{column}}", subsequent_indent=" " * (column + 2))
