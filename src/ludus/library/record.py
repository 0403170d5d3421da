"""Matches as text: tags, an empty line, and the moves, numbered; the same text that a server writes.

    [Game "connect-four"]
    [Options "width=8"]
    [Result "1-0"]

    1. 4 2. 4 3. 3 *5 4. 2 ...              *5 is chance number 5

Where several may move at once the team stands before the move, `4. 2:keep_6`; where several moves are written alike, `keep_6#2`
is the second of them. Numbers and tags may be left out.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterator

from ludus.library.match import LocalMatch
from ludus.rules.errors import PositionError
from ludus.rules.movetext import move_text
from ludus.rules.play import Moved

CHANCE = "*"
WIDTH = 80

_TAG = re.compile(r'^\[(\w+) +(".*")\]$')
_NUMBER = re.compile(r"^\d+\.$")


def write_record(match: LocalMatch, game: str) -> str:
    """A match as text, for a game that is found by this name."""
    chosen = " ".join(f"{name}={value}" for name, value in match.rulebook.file.chosen.items())
    outcome = match.outcome
    tags = {"Game": game, "Options": chosen, "Position": match.begun or "", "Seed": str(match.seed) if match.game.chances else ""}
    tags |= {"Result": _result(match), "Ending": outcome.sentence if outcome else ""}
    lines = [f"[{name} {json.dumps(text, ensure_ascii=False)}]" for name, text in tags.items() if text]
    moves = textwrap.wrap(" ".join(_words(match)), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves]) + "\n"


def _result(match: LocalMatch) -> str:
    outcome = match.outcome
    if outcome is None:
        return "*"
    if outcome.winner is None:
        return "1/2"
    return ("1-0", "0-1")[outcome.winner] if match.game.seats == 2 else str(outcome.winner + 1)


def _words(match: LocalMatch) -> Iterator[str]:
    """Every step as a word, moves with their number; played once more, since a word depends on the position."""
    again, moves = match.copy(), 0
    again.draw = False
    while len(again):
        again.back()
    for step in match.steps:
        if isinstance(step, Moved):
            moves += 1
            text = next(text for text, move in moves_by_word(again, step.seat).items() if move == step.move)
            yield f"{moves}."
            yield text
            again.play_move(step.move, step.seat)
        else:
            yield f"{CHANCE}{step.chance}"
            again.apply_chance(step.chance)


def moves_by_word(match: LocalMatch, seat: int) -> dict[str, int]:
    """Every move of a seat by how a record writes it: no two are written alike."""
    alike: Counter[str] = Counter()
    whose = f"{seat + 1}:" if len(match.acting) > 1 else ""
    found: dict[str, int] = {}
    for move in match.listed(seat):
        word = "_".join(move_text(match.rulebook, match.record, move, seat).split())
        alike[word] += 1
        found[f"{whose}{word}{f'#{alike[word]}' if alike[word] > 1 else ''}"] = move
    return found


def tags_of(text: str) -> dict[str, str]:
    """The tags of a record."""
    found = (_TAG.match(line.strip()) for line in text.splitlines())
    return {tag[1]: json.loads(tag[2]) for tag in found if tag}


def play_record(match: LocalMatch, text: str) -> None:
    """Make the moves of a record in a match; raises `PositionError` with the line of the first that cannot be made."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("[", "#")):
            continue
        for word in line.split():
            if not _NUMBER.match(word) and not _take(match, word):
                where = f"line {number}, after {len(match)} step{'s' * (len(match) != 1)}"
                raise PositionError(f"{where}: {word!r} cannot be played there")


def _take(match: LocalMatch, word: str) -> bool:
    """Take the step that a word means, if there is one."""
    if match.chances:
        chance = word.removeprefix(CHANCE)
        possible = chance.isdecimal() and int(chance) < match.chances
        if possible:
            match.apply_chance(int(chance))
        return possible
    for seat in match.acting:
        move = moves_by_word(match, seat).get(word)
        if move is not None:
            return match.play_move(move, seat)
    return False
