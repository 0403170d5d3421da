"""Checks of the hints for the computer player: each may be left out, none may be wrong."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.rules.kit.faults import guarded
from ludus.rules.kit.sample import Sample
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord

HINTS = ("value", "quick", "remaining", "noisy", "wins", "safe", "key")
"""The hints that can be wrong; an order is only an opinion."""

TURNS = 40
"""How often a strategy is asked."""

ALIKE = 200
"""Of how many moves of a position it is looked at where they lead."""

BOUND = 10_000
"""Heuristic values lie between minus this and this."""


def hints_are_true(sample: Sample) -> Iterator[str]:
    """Values are in their bounds, quick moves legal, skipped moves lost, mirror images alike."""
    game, rulebook = sample.file.game, sample.compiled
    if not any(getattr(game, hint) for hint in HINTS):
        return
    for state in sample.awaiting():
        text, moves = sample.shown(state), rulebook.moves(state)
        if game.value is not None:
            value = rulebook.hint("value", state)
            if not -BOUND <= value <= BOUND:
                yield f"{_place(sample, 'value')}value says {value} in {text}; it must be between {-BOUND} and {BOUND}"
        if game.quick is not None:
            quick = rulebook.hint("quick", state)
            if quick != -1 and quick not in moves:
                yield f"{_place(sample, 'quick')}quick says {quick} in {text}, which is not a legal move"
        if game.remaining is not None and rulebook.hint("remaining", state) < 1:
            yield f"remaining says that no move is left in {text}, but there is"
        if game.noisy is not None:
            loud, forced = rulebook.noisy_moves(state)
            if not set(loud) <= set(moves) or (forced and set(loud) != set(moves)):
                yield f"noisy lists {loud} in {text}, where the legal moves are {moves}"
        if game.wins is not None:
            yield from _wins_are_wins(rulebook, state, moves, text)
        if game.safe is not None and not _wins_at_once(rulebook, state, moves):
            yield from _skipped_moves_lose(rulebook, state, moves, text)
    if game.key is not None:
        yield from _sharers_are_alike(sample)


def strategy_plays_by_the_rules(sample: Sample) -> Iterator[str]:
    """The game's own computer player makes legal moves, and decides on nothing that its seat cannot see."""
    rulebook, luck = sample.compiled, sample.luck()
    if rulebook.strategy is None:
        return
    turns = list(sample.turns())
    for state, seat in luck.sample(turns, min(TURNS, len(turns))):
        move = guarded(sample.file, rulebook.strategy.choose, rulebook, state, seat)
        if move not in rulebook.moves(state, seat):
            yield f"the strategy chooses {move} for seat {seat} in {sample.shown(state)}, which is not a legal move"
        if guarded(sample.file, rulebook.strategy.choose, rulebook, rulebook.imagined(state, seat, luck), seat) != move:
            yield f"what seat {seat} cannot see in {sample.shown(state)} makes a difference to the strategy"


def _place(sample: Sample, hint: str) -> str:
    return sample.source.place(sample.source.line_of(hint))


def _wins_at_once(rulebook: Rulebook, state: StateRecord, moves: list[int]) -> list[int]:
    """The moves that win at once."""
    mover = int(state["turn"])
    return [move for move in moves if rulebook.outcome(rulebook.play(state, move)) == mover]


def _wins_are_wins(rulebook: Rulebook, state: StateRecord, moves: list[int], text: str) -> Iterator[str]:
    claimed, found = rulebook.hint("wins", state), _wins_at_once(rulebook, state, moves)
    if claimed == -1 and found:
        yield f"wins says that no move wins at once in {text}, but {found[0]} does"
    if claimed != -1 and claimed not in found:
        yield f"wins says that {claimed} wins at once in {text}, but it does not"


def _skipped_moves_lose(rulebook: Rulebook, state: StateRecord, moves: list[int], text: str) -> Iterator[str]:
    kept = set(rulebook.safe_moves(state))
    if not kept <= set(moves):
        yield f"safe lists {sorted(kept - set(moves))} in {text}, which are not legal moves"
    for move in set(moves) - kept:
        after = rulebook.play(state, move)
        if rulebook.outcome(after) != ONGOING or not _wins_at_once(rulebook, after, rulebook.moves(after)):
            yield f"safe leaves out {move} in {text}, yet it does not lose at once"


def _sharers_are_alike(sample: Sample) -> Iterator[str]:
    """Positions that share a key must be worth the same: as far as can be seen, and so for all that their moves lead to.

    Mirror images rarely come up in random games, so what each move leads to is looked at, too.
    """
    rulebook = sample.compiled
    first: dict[int, StateRecord] = {}
    for state in sample.awaiting():
        for after in (state, *(rulebook.play(state, move) for move in rulebook.moves(state)[:ALIKE])):
            known = first.setdefault(rulebook.hint("key", after), after)
            if known.tobytes() != after.tobytes() and _prospects(rulebook, known) != _prospects(rulebook, after):
                pair = f"{sample.shown(known)} and {sample.shown(after)}"
                yield f"key gives {pair} the same number, but they are not worth the same"


def _prospects(rulebook: Rulebook, state: StateRecord) -> tuple[object, ...]:
    """What equal positions have in common, from the side of the seat to move: outcome, value, and where the moves lead."""
    outcome, mover = rulebook.outcome(state), int(state["turn"])
    ended = outcome == mover if outcome >= 0 else outcome
    if outcome != ONGOING or rulebook.chances(state):
        return (ended, rulebook.chances(state))
    moves = rulebook.moves(state)
    leads = {rulebook.hint("key", rulebook.play(state, move)) for move in moves}
    return (ended, len(moves), rulebook.hint("value", state), leads)
