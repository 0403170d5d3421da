"""Checks of what is shown around the board: the status, chance in words, points, and the labels of squares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludus.rules.kit.faults import guarded
from ludus.rules.kit.remark import Remark
from ludus.rules.kit.sample import Sample
from ludus.rules.movetext import move_text
from ludus.rules.rulebook import WATCHER
from ludus.rules.state import StateRecord

CHANCES = 8
"""Outcomes of chance that are looked at in each position."""


def lines_are_lines(sample: Sample) -> Iterator[str]:
    """The status and the words for chance are one line each, and scores are whole numbers."""
    game, rulebook = sample.file.game, sample.compiled
    if not (game.status or game.chance_text or game.score):
        return
    for state in sample.states():
        for seat in (*range(game.seats), WATCHER) if game.status else ():
            yield from _one_line(sample, "status", guarded(sample.file, rulebook.status, state, seat), state, may_be_empty=True)
        if game.chance_text and not game.secret:
            yield from _chances_are_told_apart(sample, state)
        for points in guarded(sample.file, rulebook.scores, state):
            if type(points) is not int:
                yield f"{_place(sample, 'score')}score says {points!r} in {sample.shown(state)}, not a whole number"


def _chances_are_told_apart(sample: Sample, state: StateRecord) -> Iterator[str]:
    """Every outcome of chance has words, and those that lead to different positions have different words."""
    rulebook, leads_to = sample.compiled, dict[str, tuple[int, bytes]]()
    for chance in range(min(CHANCES, rulebook.chances(state))):
        text = guarded(sample.file, rulebook.chance_text, state, chance)
        wrong = list(_one_line(sample, "chance_text", text, state))
        yield from wrong
        if not wrong:
            after = rulebook.happen(state, chance).tobytes()
            first, position = leads_to.setdefault(text, (chance, after))
            if position != after:
                yield (
                    f"{_place(sample, 'chance_text')}chance_text says {text!r} for chance {first} and for chance {chance} in "
                    f"{sample.shown(state)}, but they lead to different positions; give each words of its own"
                )


def labels_agree(sample: Sample) -> Iterator[str]:
    """Where moves are written with squares, they are called as on the board; on a board of points, pieces stand on points."""
    game, layout, rulebook = sample.file.game, sample.file.game.layout, sample.compiled
    points = {rulebook.square(x, y) for x, y in layout.points}
    alike = texts = 0
    example = ""
    for state, seat in sample.turns():
        for move in rulebook.moves(state, seat)[:20]:
            squares = rulebook.squares(rulebook.asked(state, seat), move)
            for square in squares if points else ():
                if square not in points:
                    where = rulebook.xy(square)
                    yield f"in {sample.shown(state)} a move names {where}, where no line ends; give it one in lines="
            names = [layout.name(*rulebook.xy(square)) for square in squares]
            if game.move_text and all(names):
                text = guarded(sample.file, move_text, rulebook, state, move, seat)
                texts += 1
                alike += any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)
                example = example or f"{text!r}, but its first square is labelled {names[0]!r}"
    if texts and not alike:
        parts = "column_labels=, row_labels= or square_labels="
        yield Remark(f"{_place(sample, 'move_text')}a move is written {example}; {parts} make the board agree with the notation")


def _one_line(sample: Sample, part: str, text: object, state: object, *, may_be_empty: bool = False) -> Iterator[str]:
    if not isinstance(text, str) or "\n" in text or not (text.strip() or may_be_empty):
        yield f"{_place(sample, part)}{part} says {text!r} in {sample.shown(state)}; it should be one line of text"  # type: ignore[arg-type]


def _place(sample: Sample, part: str) -> str:
    return sample.source.place(sample.source.line_of(part))
