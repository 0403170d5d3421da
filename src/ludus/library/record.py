"""Matches as text, the same text that a server writes; numbers and tags may be left out.

[Game "connect-four"]
[Options "width=8"]
[Result "1-0"]

1. 4 2. 4 3. 3 ...
"""

from __future__ import annotations

import re

from ludus.library.match import LocalMatch
from ludus.rules.errors import PositionError
from ludus.rules.gametext import CHANCE
from ludus.rules.recordtext import NO_RESULT, begin, move_lines, moves_by_text, read_tag, result_text, tag_line, words_in
from ludus.rules.savefile import COMMENT

_NUMBER = re.compile(r"^\d+\.$")


def write_record(match: LocalMatch, game: str) -> str:
    """A match as text, for a game that is found by this name."""
    chosen = " ".join(f"{name}={value}" for name, value in match.rulebook.file.chosen.items())
    outcome, result = match.outcome, NO_RESULT
    if outcome:
        result = result_text(match.game.seats, -1 if outcome.winner is None else outcome.winner, -1, "played")
    tags = {"Game": game, "Options": chosen, "Position": match.begun or "", "Seed": str(match.seed) if match.game.chances else ""}
    tags |= {"Result": result, "Ending": outcome.sentence if outcome else ""}
    lines = [tag_line(name, text) for name, text in tags.items() if text]
    return "\n".join([*lines, "", *move_lines(begin(match.rulebook, match.begun or ""), match.steps)]) + "\n"


def tags_of(text: str) -> dict[str, str]:
    """The tags of a record."""
    return dict(tag for tag in map(read_tag, text.splitlines()) if tag)


def play_record(match: LocalMatch, text: str) -> None:
    """Make the moves of a record in a match; raises `PositionError` with the line of the first that cannot be made."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("[", COMMENT)):
            continue
        for word in words_in(line):
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
        step = moves_by_text(match.rulebook, match.record, match.acting, seat).get(word)
        if step is not None:
            return match.play_move(step.move, seat)
    return False
