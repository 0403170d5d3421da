"""Checks of compiled rules: that there are any, and that they agree with plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ludus.rules.errors import GameFileError
from ludus.rules.kit.faults import guarded
from ludus.rules.kit.sample import Sample
from ludus.rules.kit.walks import after, walk_at_random
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord, copy_of

LATER = 5
"""How many steps are taken from a later position."""

FEW = 8
"""How many moves of a position are played in both ways."""

HINTS = ("value", "quick", "wins", "remaining")
"""The hints that are numbers about a position; a key may go beyond 64 bits in plain Python."""


def the_rules_compile(sample: Sample) -> Iterator[str]:
    """Every rule can be compiled; what cannot is told once, with its line."""
    if not sample.compiling:
        return
    told: set[str] = set()
    for rule, question in _questions(sample):
        sample.doing = f"compiling {rule}"
        try:
            question()
        except GameFileError as error:
            if str(error) not in told:
                told.add(str(error))
                yield str(error)
        except Exception:  # noqa: S112  rules that run are the business of other checks
            continue
    if not told:
        _add_later_positions(sample)


def _add_later_positions(sample: Sample) -> None:
    """Where plain Python was too slow to play a game to its end, go on from later positions that compiled rules lead to."""
    if all(walk.outcome != ONGOING for walk in sample.walks):
        return
    game, luck = sample.games.played[0], sample.luck()
    for start in (game.middle, game.tail[0]):
        sample.walks.append(walk_at_random(sample.plain, luck, most=LATER, start=copy_of(start)))


def _questions(sample: Sample) -> Iterator[tuple[str, Callable[[], Any]]]:
    """A question for each rule, so that each is compiled by itself, and then for what is made of them all."""
    rulebook, game, plain = sample.compiled, sample.file.game, sample.plain
    states = [state for walk in sample.walks for state in walk.states]
    first = states[0]
    yield "setup", rulebook.start
    yield "outcome", partial(rulebook.raw_outcome, first)
    yield "chances", partial(rulebook.chances, first)
    turn = next((state for state in states if plain.raw_outcome(state) == ONGOING and not plain.chances(state)), None)
    if game.chances:
        roll = next((state for state in states if plain.chances(state)), None)
        if roll is not None:
            yield "weight", partial(rulebook.weights, roll)
            yield "happen", partial(rulebook.happen, roll, 0)
    if turn is not None:
        yield "acts", partial(rulebook.acting, turn)
        seat = (plain.acting(turn) or [0])[0]
        yield "legal", partial(rulebook.moves, turn, seat)
        move = (plain.moves(turn, seat) or [0])[0]
        yield "play", partial(rulebook.play, turn, move, seat)
        yield "squares", partial(rulebook.squares, turn, move)
        for hint in (*HINTS, "key"):
            if getattr(game, hint):
                yield hint, partial(rulebook.hint, hint, turn)
        if game.order:
            yield "order", partial(rulebook.hint, "order", turn, move)
        yield "safe", partial(rulebook.safe_moves, turn)
        yield "noisy", partial(rulebook.noisy_moves, turn)
    yield "cell and kind", partial(rulebook.look, first)
    yield "the result", partial(rulebook.outcome, first)
    yield "the referee", lambda: rulebook.opening


def compiled_equals_plain(sample: Sample) -> Iterator[str]:
    """Both ways of running the rules must agree on everything."""
    if not sample.compiling:
        return
    for state in sample.states():
        plain = guarded(sample.file, everything, sample.plain, state)
        compiled = everything(sample.compiled, state)
        for question, answer in plain.items():
            if compiled.get(question) != answer:
                yield (
                    f"in {sample.shown(state)} {question} is {compiled.get(question)!r} compiled, but {answer!r} in plain Python"
                )


def asking_changes_nothing(sample: Sample) -> Iterator[str]:
    """Only `play`, `happen`, `setup` and `place` may change a state."""
    for rulebook in (sample.plain, sample.compiled):
        for at, state in enumerate(_fresh_states(sample, rulebook)):
            if at % sample.apart:
                continue
            before = state.tobytes()
            guarded(sample.file, everything, rulebook, state)
            if state.tobytes() != before:
                changed = [name for name in rulebook.game.state.fields if _differs(rulebook, before, state, name)]
                rule = _changer(sample, rulebook.game.state.from_bytes(before))
                line = sample.source.place(sample.source.line_of(rule)) if rule else ""
                who = f"{rule} changes" if rule else "asking changes"
                yield (
                    f"{line}{who} {', '.join(changed)} when asked about {sample.shown(rulebook.game.state.from_bytes(before))}; "
                    f"only play and happen may do that"
                )
                return


def _changer(sample: Sample, state: StateRecord) -> str | None:
    """The rule that changes a state when it is asked about it."""
    rulebook = sample.plain
    for rule, question in (("outcome", rulebook.raw_outcome), ("chances", rulebook.chances), ("legal", rulebook.moves)):
        asked = copy_of(state)
        question(asked)
        if asked.tobytes() != state.tobytes():
            return rule if getattr(sample.file.game, rule) else None
    return None


def everything(rulebook: Rulebook, state: StateRecord) -> dict[str, object]:
    """What can be asked about a state."""
    game = rulebook.game
    answers: dict[str, object] = {"outcome": rulebook.outcome(state), "chances": rulebook.chances(state)}
    answers["board"] = tuple(numbers.tobytes() for numbers in rulebook.look(state))
    if answers["outcome"] != ONGOING:
        return answers
    for seat in rulebook.acting(state):
        moves = rulebook.moves(state, seat)
        answers[f"legal for seat {seat}"] = moves
        asked = rulebook.asked(state, seat)
        for move in moves[:FEW]:
            answers[f"squares of move {move}"] = rulebook.squares(asked, move)
            answers[f"play of move {move}"] = rulebook.play(state, move, seat).tobytes().hex()
    for chance in range(min(4, rulebook.chances(state))):
        answers[f"happen of chance {chance}"] = rulebook.happen(state, chance).tobytes().hex()
    if not answers["chances"] and game.acts is None:
        answers.update({hint: rulebook.hint(hint, state) for hint in HINTS if getattr(game, hint)})
    return answers


def _fresh_states(sample: Sample, rulebook: Rulebook) -> Iterator[StateRecord]:
    """The states of the sample, made anew without asking anything on the way."""
    for walk in sample.walks:
        state = rulebook.game.state.from_bytes(walk.beginning)
        yield copy_of(state)
        for step in walk.steps:
            state = after(rulebook, state, step)
            yield copy_of(state)


def _differs(rulebook: Rulebook, before: bytes, state: StateRecord, name: str) -> bool:
    earlier = rulebook.game.state.from_bytes(before)
    return bool((earlier[name] != state[name]).any())
