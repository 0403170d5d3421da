"""How records write a game: tags, an empty line, and the moves, numbered, as the game's players write them.

    [Game "connect-four"]                   tags: a name and a text in quotes, escaped as in JSON
    [Result "1-0"]                          1/2 for a draw, * for none; with other than two teams the numbers of those that won

    1. 4 2. 4 *5 {Red rolls a 6} 3. 2 ...   *5 is chance number 5, in braces what it means where the game has words for it

Where several may move at once the team stands before the move, `4. 2:keep_6`; where several moves are written alike, as with two
sixes to keep one of, `keep_6#2` is the second of them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ludus.rules.gametext import CHANCE, step_text, take
from ludus.rules.play import Moved, Play, Step
from ludus.rules.positions import read_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord

NO_RESULT = "*"
DRAW = "1/2"
WIDTH = 80
"""The most characters in a line of moves."""

_TAG = re.compile(r'\[(\w+) +(".*")\]')
_MEANING = re.compile(rf"({re.escape(CHANCE)}\d+) \{{[^{{}}]*\}}")
_NO_BRACES = str.maketrans("{}", "()")


def tag_line(name: str, text: str) -> str:
    """A tag, on one line whatever it holds."""
    return f"[{name} {json.dumps(text, ensure_ascii=False)}]"


def read_tag(line: str) -> tuple[str, str] | None:
    """The name and the text of a tag, or None."""
    found = _TAG.fullmatch(line.strip())
    try:
        return (found[1], json.loads(found[2])) if found else None
    except ValueError:
        return None


def words_in(line: str) -> list[str]:
    """The words of a line of moves, without what is told in braces."""
    return _MEANING.sub(r"\1", line).split()


def result_text(seats: int, winner: int, loser: int, how: str) -> str:
    """Who has won, as a tag says it."""
    if winner < 0 and loser < 0:
        return DRAW if how in ("played", "agreed") else NO_RESULT
    won = [seat for seat in range(seats) if (seat == winner if winner >= 0 else seat != loser)]
    if seats == 2:
        return "1-0" if 0 in won else "0-1"
    return ",".join(str(seat + 1) for seat in won) or NO_RESULT


def begin(rulebook: Rulebook, position: str) -> Play:
    """The game before its first step."""
    return Play(rulebook, read_position(rulebook, position) if position else None)


def moves_by_text(rulebook: Rulebook, state: StateRecord, acting: Sequence[int], seat: int) -> dict[str, Moved]:
    """Every move that one of the acting seats can make, by how a record writes it: no two are written alike."""
    alike: Counter[str] = Counter()
    whose = f"{seat + 1}:" if len(acting) > 1 else ""
    found: dict[str, Moved] = {}
    for step in (Moved(seat, move) for move in rulebook.moves(state, seat)):
        word = step_text(rulebook, state, step)
        alike[word] += 1
        found[f"{whose}{word}{f'#{alike[word]}' if alike[word] > 1 else ''}"] = step
    return found


def move_lines(play: Play, steps: Iterable[Step]) -> list[str]:
    """The steps of a game that is about to begin, in lines; a move stays with its number, and chance with its meaning."""
    lines = [""]
    for word in _written(play, steps):
        longer = f"{lines[-1]} {word}".lstrip()
        lines[-1:] = [longer] if len(longer) <= WIDTH else [lines[-1], word]
    return [line for line in lines if line]


def _written(play: Play, steps: Iterable[Step]) -> Iterator[str]:
    """Each step as written; the game goes on with it, since the words depend on the position."""
    moves = 0
    for step in steps:
        if isinstance(step, Moved):
            moves += 1
            texts = moves_by_text(play.rulebook, play.state, play.acting, step.seat)
            yield f"{moves}. {next(text for text, move in texts.items() if move == step)}"
        else:
            meaning = play.rulebook.chance_text(play.state, step.chance).translate(_NO_BRACES)
            yield step_text(play.rulebook, play.state, step) + (f" {{{meaning}}}" if meaning else "")
        take(play, step)
