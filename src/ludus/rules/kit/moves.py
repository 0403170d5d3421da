"""Checks of how moves are named by squares, and refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludus.rules.kit.faults import guarded
from ludus.rules.kit.sample import Sample
from ludus.rules.movetext import broken_rule, sentence_of
from ludus.rules.notation import square_name
from ludus.rules.referee import MOST_SQUARES

TRIES = 30
"""How many wrong moves are tried in each position."""

PLAYED = 12
"""How many moves of a position are played."""

EXPLAINED = 200
"""How many legal moves of a position the reasons are asked about."""


def squares_are_distinct(sample: Sample) -> Iterator[str]:
    """Each move is named by squares of the board; no two by the same; none by the beginning of another."""
    rulebook = sample.compiled
    spots = rulebook.width * rulebook.height
    for state, seat in sample.turns():
        asked = rulebook.asked(state, seat)
        named: dict[tuple[int, ...], int] = {}
        for move in rulebook.moves(state, seat):
            path = rulebook.squares(asked, move)
            if len(path) >= MOST_SQUARES:
                far = f"{len(path)} squares; name it by fewer than {MOST_SQUARES}"
                yield f"in {sample.shown(state)} move {move} is named by {far}"
            elif not path or not all(0 <= square < spots for square in path):
                yield f"in {sample.shown(state)} move {move} is named by the squares {path}; the board's are 0 to {spots - 1}"
            elif path in named:
                yield f"in {sample.shown(state)} the moves {named[path]} and {move} have equal squares: {_names(sample, path)}"
            named[path] = move
        for path in named:
            for length in range(1, len(path)):
                if path[:length] in named:
                    yield (
                        f"in {sample.shown(state)} the move {_names(sample, path[:length])} is the beginning of the move "
                        f"{_names(sample, path)}, so that nobody knows when it is finished"
                    )


def squares_change(sample: Sample) -> Iterator[str]:
    """When a move changes the board, it changes a square by which it is named."""
    rulebook = sample.compiled
    for state, seat in sample.turns():
        if len(rulebook.acting(state)) != 1:
            continue
        asked = rulebook.asked(state, seat)
        pieces, kinds = rulebook.look(asked)
        for move in rulebook.moves(state, seat)[:PLAYED]:
            next_pieces, next_kinds = rulebook.look(rulebook.play(state, move, seat))
            changed = ((pieces != next_pieces) | (kinds != next_kinds)).nonzero()[0].tolist()
            named = rulebook.squares(asked, move)
            if changed and not set(changed) & set(named):
                yield (
                    f"in {sample.shown(state)} the move {_names(sample, named)} changes "
                    f"{_names(sample, tuple(changed))}, but no square by which it is named"
                )


def refusals_have_reasons(sample: Sample) -> Iterator[str]:
    """Where a game gives reasons, every wrong move breaks one of them, and no legal move does."""
    game, rulebook, luck = sample.file.game, sample.compiled, sample.luck()
    for reason in game.reasons:
        if not sentence_of(reason):
            yield f"the reason {reason.__name__} has no docstring; that is the sentence the player reads"
    if not game.reasons:
        return
    for state, seat in sample.turns():
        asked = rulebook.asked(state, seat)
        legal = {rulebook.squares(asked, move) for move in rulebook.moves(state, seat)}
        for path in legal if len(legal) <= EXPLAINED else luck.sample(sorted(legal), EXPLAINED):
            sentence = guarded(sample.file, broken_rule, rulebook, state, path, seat)
            if sentence:
                yield f"in {sample.shown(state)} the legal move {_names(sample, path)} breaks the rule {sentence!r}"
        for path in _wrong_moves(sample, legal, luck):
            if guarded(sample.file, broken_rule, rulebook, state, path, seat) is None:
                yield (
                    f"in {sample.shown(state)} the move {_names(sample, path)} is not legal, yet no reason says why: "
                    f"either a reason is missing, or legal misses this move"
                )


def _wrong_moves(sample: Sample, legal: set[tuple[int, ...]], luck: random.Random) -> Iterator[tuple[int, ...]]:
    """Moves that are not legal here: legal ones with a square changed, left out or added, and squares at random."""
    spots = sample.compiled.width * sample.compiled.height
    paths = sorted(legal)
    tried: set[tuple[int, ...]] = set()
    singles = [(square,) for square in range(spots)] if spots <= TRIES else []
    for attempt in range(TRIES):
        path = list(luck.choice(paths)) if paths else []
        kind = attempt % 4
        if kind == 0 or not path:
            path = [luck.randrange(spots) for _ in range(luck.randint(1, 3))]
        elif kind == 1:
            path[luck.randrange(len(path))] = luck.randrange(spots)
        elif kind == 2:
            path = path[:-1]
        else:
            path.insert(luck.randint(0, len(path)), luck.randrange(spots))
        singles.append(tuple(path))  # type: ignore[arg-type]
    for candidate in singles:
        if candidate and candidate not in legal and candidate not in tried:
            tried.add(candidate)
            yield candidate


def _names(sample: Sample, path: tuple[int, ...]) -> str:
    return "-".join(square_name(square, sample.compiled.width) for square in path)
