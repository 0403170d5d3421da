"""Checks of texts: moves, positions, saved files."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.rules.errors import LudusError
from ludus.rules.kit.faults import guarded
from ludus.rules.kit.sample import Sample
from ludus.rules.movetext import move_text, read_move
from ludus.rules.positions import read_position, write_position
from ludus.rules.savefile import load, save
from ludus.rules.state import StateRecord

MANY = 1_000
"""With this many moves in a position, finding one of them takes long."""


def move_texts_read_back(sample: Sample) -> Iterator[str]:
    """Moves with equal texts do the same, and a text read back is its move."""
    rulebook = sample.compiled
    for state, seat in sample.turns():
        seen: dict[str, int] = {}
        for move in rulebook.moves(state, seat):
            text = guarded(sample.file, move_text, rulebook, state, move, seat)
            known = seen.setdefault(text, move)
            if known != move and rulebook.play(state, known, seat).tobytes() != rulebook.play(state, move, seat).tobytes():
                yield f"in {sample.shown(state)} the different moves {known} and {move} are both written {text!r}"
        for text, move in list(seen.items())[: 4 if len(seen) < MANY else 1]:
            if read_move(rulebook, state, text, seat) != move:
                yield f"in {sample.shown(state)} the move {move} is written {text!r}, which reads as another move"


def positions_read_back(sample: Sample) -> Iterator[str]:
    """A position text is one line, and reading it gives the same position, but for counters that it may leave out."""
    for state in sample.states():
        text = guarded(sample.file, write_position, sample.compiled, state)
        if "\n" in text:
            yield f"the position text {text!r} has more than one line"
        try:
            again = guarded(sample.file, read_position, sample.compiled, text)
        except LudusError as error:
            yield f"the position written {text!r} cannot be read: {error}"
            continue
        yield from _differences(sample, state, again, text, sample.file.game.apart)


def saved_games_load(sample: Sample) -> Iterator[str]:
    """What save writes, load reads back equal."""
    for state in sample.states():
        text = guarded(sample.file, save, sample.compiled, state)
        try:
            again = guarded(sample.file, load, sample.compiled, text)
        except LudusError as error:
            yield f"a saved position cannot be loaded: {error}"
            continue
        yield from _differences(sample, state, again, text.replace("\n", "; "), ())


def _differences(sample: Sample, state: StateRecord, again: StateRecord, text: str, apart: tuple[str, ...]) -> Iterator[str]:
    fields = [name for name in sample.file.game.state.fields if name not in apart]
    changed = [name for name in fields if (state[name] != again[name]).any()]
    if changed:
        yield f"{text!r} reads back with another {', '.join(changed)}"
