"""Checks of hidden information."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludus.rules.kit.faults import guarded
from ludus.rules.kit.sample import Sample
from ludus.rules.kit.walks import walk_at_random
from ludus.rules.rulebook import WATCHER, Rulebook
from ludus.rules.state import PlainState, StateRecord, copy_of

IMAGINED = 40
"""In how many positions a seat imagines what it cannot see."""

FOLLOWED = 200
"""How many steps are taken from what it imagines."""


def hidden_stays_hidden(sample: Sample) -> Iterator[str]:
    """What a seat may not know makes no difference to what it sees.

    Where several act at once, whatever another seat has chosen must not show to those who have still to act, nor to those who
    watch. And whatever stands in a hidden field, the board and the line below it look the same.
    """
    rulebook = sample.compiled
    hides = bool(sample.file.game.secret or sample.file.game.private)
    for state in sample.awaiting() if hides or sample.file.game.acts else ():
        if hides:
            yield from _scrambled(sample, state)
        seats = rulebook.acting(state)
        for mover in seats if len(seats) > 1 else []:
            futures = [rulebook.play(state, move, mover) for move in rulebook.moves(state, mover)[:6]]
            for watcher in [seat for seat in seats if seat != mover] + [WATCHER]:
                views = {_view(rulebook, future, watcher) for future in futures if _waits(rulebook, future, watcher, seats)}
                if len(views) > 1:
                    who = "somebody who watches" if watcher == WATCHER else f"seat {watcher}, who has still to act,"
                    yield f"in {sample.shown(state)} {who} can see what seat {mover} has chosen; name that field private"


def hidden_can_be_imagined(sample: Sample) -> Iterator[str]:
    """What a seat cannot see can be filled in: it sees and may do the same then, and the game can be played to its end."""
    game, luck = sample.file.game, sample.luck()
    if not (game.secret or game.private):
        return
    turns = list(sample.turns())
    for state, seat in luck.sample(turns, min(IMAGINED, len(turns))):
        text, seed = f"in {sample.shown(state)} what seat {seat} cannot see", luck.random()
        imagined = guarded(sample.file, sample.plain.imagined, state, seat, random.Random(seed))
        if sample.compiled.imagined(state, seat, random.Random(seed)) != imagined:
            yield f"{text} is imagined otherwise by compiled code than by plain Python"
        if sample.plain.seen_by(imagined, seat).tobytes() != sample.plain.seen_by(state, seat).tobytes():
            yield f"{text} is imagined so that the seat sees something else; imagine may only write over what is hidden"
        if sample.plain.moves(imagined, seat) != sample.plain.moves(state, seat):
            yield f"{text} decides which moves it has; they may depend only on what it sees"
        flaw = game.flaw and guarded(sample.file, game.flaw, PlainState(imagined))
        if flaw:
            yield f"{text} is imagined as something impossible: {flaw}"
        walk_at_random(sample.plain, luck, most=FOLLOWED, start=imagined)


def _waits(rulebook: Rulebook, future: StateRecord, watcher: int, seats: list[int]) -> bool:
    """Whether this watcher still waits for somebody's choice."""
    acting = rulebook.acting(future)
    return watcher in acting if watcher != WATCHER else bool(set(acting) & set(seats))


def _view(rulebook: Rulebook, state: StateRecord, seat: int) -> bytes:
    board = repr(rulebook.board(state, seat).squares) + rulebook.status(state, seat)
    return rulebook.seen_by(state, seat).tobytes() + board.encode()


def _scrambled(sample: Sample, state: StateRecord) -> Iterator[str]:
    rulebook, game = sample.compiled, sample.file.game
    for seat in range(game.seats):
        other = copy_of(state)
        for name in game.secret:
            other[name] = 1 - other[name]
        for name in game.private:
            for row in range(game.seats):
                if row != seat:
                    other[name][row] = 1 - other[name][row]
        if _view(rulebook, state, seat) != _view(rulebook, other, seat):
            yield f"in {sample.shown(state)} seat {seat} sees something of a hidden field"
