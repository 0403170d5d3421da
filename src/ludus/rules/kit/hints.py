"""Checks of the hints for the computer player: each may be left out, none may be wrong."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.rules.kit.sample import Sample
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record

BOUND = 10_000
"""Heuristic values lie between minus this and this."""


def hints_are_true(sample: Sample) -> Iterator[str]:
    """Values are in their bounds, quick moves legal, skipped moves lost, mirror images alike."""
    game, rulebook = sample.file.game, sample.compiled
    mirrors: dict[int, tuple[int, int, str]] = {}
    for state in sample.awaiting():
        text, moves = sample.shown(state), rulebook.moves(state)
        if game.value is not None:
            value = rulebook.hint("value", state)
            if not -BOUND <= value <= BOUND:
                yield f"value says {value} in {text}; it must be between {-BOUND} and {BOUND}"
        if game.quick is not None:
            quick = rulebook.hint("quick", state)
            if quick != -1 and quick not in moves:
                yield f"quick says {quick} in {text}, which is not a legal move"
        if game.safe is not None:
            yield from _skipped_moves_lose(rulebook, state, moves, text)
        if game.same is not None:
            facts = (len(moves), rulebook.hint("value", state), text)
            known = mirrors.setdefault(rulebook.hint("same", state), facts)
            if known[:2] != facts[:2]:
                yield f"same calls {known[2]} and {text} mirror images, but they differ in value or number of moves"


def _skipped_moves_lose(rulebook: Rulebook, state: Record, moves: list[int], text: str) -> Iterator[str]:
    kept = set(rulebook.safe_moves(state))
    if not kept <= set(moves):
        yield f"safe lists {sorted(kept - set(moves))} in {text}, which are not legal moves"
    mover = int(state["turn"])
    for move in set(moves) - kept:
        after = rulebook.play(state, move)
        outcome = rulebook.outcome(after)
        lost = outcome not in (ONGOING, mover, -1) or any(
            rulebook.outcome(rulebook.play(after, reply)) not in (ONGOING, mover, -1)
            for reply in (rulebook.moves(after) if outcome == ONGOING else [])
        )
        if not lost:
            yield f"safe leaves out {move} in {text}, yet it does not lose at once"
