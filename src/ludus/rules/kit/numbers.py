"""Checks of the numbers that rules give and count with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ludus.rules.kit.faults import in_authors_words
from ludus.rules.kit.remark import Remark
from ludus.rules.kit.sample import Sample
from ludus.rules.rule import ONGOING
from ludus.rules.state import PlainState, StateRecord

ASKED = 60
"""In how many positions the rules are asked."""


def answers_are_whole_numbers(sample: Sample) -> Iterator[str]:
    """Every rule answers with a whole number: a fraction would be cut off here, and break the computer player there."""
    told: set[str] = set()
    states = list(sample.states())
    for state in states[:: max(1, len(states) // ASKED)]:
        with in_authors_words(sample.file, lambda state=state: sample.shown(state)):  # type: ignore[misc]
            for rule, answer in _answers(sample, state):
                if rule not in told and not isinstance(answer, (int, np.integer, np.bool_)):
                    told.add(rule)
                    yield _not_whole(sample, state, rule, answer)


def _not_whole(sample: Sample, state: StateRecord, rule: str, answer: Any) -> str:
    line = sample.source.place(sample.source.line_of(rule))
    if answer is None:
        return f"{line}{rule} returns nothing in {sample.shown(state)}; end it with return and a number"
    cure = "; divide with // instead of /" if isinstance(answer, (float, np.floating)) else ""
    return f"{line}{rule} returns {answer!r} in {sample.shown(state)}, which is not a whole number{cure}"


def _answers(sample: Sample, state: StateRecord) -> Iterator[tuple[str, Any]]:
    """What each rule that gives a number says about a state."""
    game, rulebook = sample.file.game, sample.plain
    rules, plain = rulebook.loaded.slots, PlainState(state)
    yield "outcome", rules["outcome"](plain)
    for square in range(0, rulebook.width * rulebook.height, max(1, rulebook.width * rulebook.height // 100)):
        for rule in ("cell", "kind"):
            if getattr(game, rule):
                yield rule, rules[rule](plain, square)
    if rulebook.raw_outcome(state) != ONGOING:
        return
    chances = rulebook.chances(state)
    if chances:
        for chance in range(min(chances, 4)):
            if game.weight:
                yield "weight", rules["weight"](plain, chance)
        return
    for rule in ("value", "quick", "wins", "remaining", "key"):
        if getattr(game, rule) and rulebook.moves(state):
            yield rule, rules[rule](plain)
    for seat in rulebook.acting(state):
        asked, buffer = PlainState(rulebook.asked(state, seat)), PlainState(np.zeros(1, rulebook.buffer_type)[0])
        for rule in ("legal", "noisy"):
            if getattr(game, rule):
                yield rule, rules[rule](asked, buffer.moves)
        for move in rulebook.moves(state, seat)[:4]:
            for rule, arguments in (("order", (move,)), ("squares", (move, buffer.path))):
                if getattr(game, rule):
                    yield rule, rules[rule](asked, *arguments)


def counters_have_room(sample: Sample) -> Iterator[str]:
    """A field that counts has room for the longest game: compiled code goes on at the other end of the field's room."""
    told: set[str] = set()
    for counter in sample.games.counters.all():
        if counter.field in told or counter.position is None:
            continue
        line = sample.source.place(sample.source.line_of_field(counter.field))
        written, shown = f'{counter.field}="{counter.kind}"', sample.shown(counter.position)
        cure = f'give the field more room: "{counter.wider}"'
        if counter.wrapped:
            told.add(counter.field)
            high, low = counter.wrapped
            yield f"{line}{written} is full: after {high} came {low}, in {shown}; {cure}"
        elif counter.is_near:
            told.add(counter.field)
            yield Remark(f"{line}{written} is nearly full: it counted up to {counter.highest}, in {shown}; {cure}")
