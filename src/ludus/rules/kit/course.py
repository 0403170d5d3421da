"""Checks of how a game goes on and ends."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.rules.errors import LudusError
from ludus.rules.kit.sample import LONGEST, Sample, after, guarded, step_at_random, walk_at_random
from ludus.rules.play import Play
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record, copy_of

FEW = 40
"""How many games the statistical checks play."""


def compiled_equals_plain(sample: Sample) -> Iterator[str]:
    """Both ways of running the rules must agree on everything."""
    for state in sample.states():
        plain = guarded(sample.file, _everything, sample.plain, state)
        compiled = _everything(sample.compiled, state)
        for question, answer in plain.items():
            if compiled.get(question) != answer:
                yield (
                    f"in {sample.shown(state)} {question} is {compiled.get(question)!r} compiled, but {answer!r} in plain Python"
                )


def _everything(rulebook: Rulebook, state: Record) -> dict[str, object]:
    """What can be asked about a state."""
    answers: dict[str, object] = {"outcome": rulebook.outcome(state), "chances": rulebook.chances(state)}
    answers["board"] = rulebook.board_unhidden(state).squares
    if answers["outcome"] != ONGOING:
        return answers
    for seat in rulebook.acting(state):
        moves = rulebook.moves(state, seat)
        answers[f"legal for seat {seat}"] = moves
        asked = rulebook.asked(state, seat)
        for move in moves[:8]:
            answers[f"squares of move {move}"] = rulebook.squares(asked, move)
            answers[f"play of move {move}"] = rulebook.play(state, move, seat).tobytes().hex()
    for chance in range(min(4, rulebook.chances(state))):
        answers[f"happen of chance {chance}"] = rulebook.happen(state, chance).tobytes().hex()
    return answers


def asking_changes_nothing(sample: Sample) -> Iterator[str]:
    """Only `play`, `happen`, `setup` and `place` may change a state."""
    for rulebook in (sample.plain, sample.compiled):
        for state in _fresh_states(sample, rulebook):
            before = state.tobytes()
            guarded(sample.file, _everything, rulebook, state)
            if state.tobytes() != before:
                changed = [name for name in rulebook.game.state.fields if _differs(rulebook, before, state, name)]
                yield f"asking about {sample.shown(state)} changes {', '.join(changed)}; only play and happen may do that"
                return


def _fresh_states(sample: Sample, rulebook: Rulebook) -> Iterator[Record]:
    """The states of the sample, made anew without asking anything on the way."""
    for walk in sample.walks:
        state = rulebook.start()
        yield copy_of(state)
        for step in walk.steps:
            state = after(rulebook, state, step)
            yield copy_of(state)


def _differs(rulebook: Rulebook, before: bytes, state: Record, name: str) -> bool:
    earlier = rulebook.game.state.from_bytes(before)
    return bool((earlier[name] != state[name]).any())


def somebody_can_move(sample: Sample) -> Iterator[str]:
    """While several may act at once, whoever may act has a move; `turn` is always a seat."""
    for state in sample.states():
        turn = int(state["turn"])
        if not 0 <= turn < sample.file.game.seats:
            yield f"in {sample.shown(state)} turn is {turn}, but the seats are 0 to {sample.file.game.seats - 1}"
            continue
        if sample.compiled.outcome(state) != ONGOING or sample.compiled.chances(state):
            continue
        seats = sample.compiled.acting(state)
        if not seats:
            yield f"{sample.shown(state)} is not over, yet nobody may act"
        for seat in seats:
            if not sample.compiled.moves(state, seat):
                yield f"{sample.shown(state)} is not over, yet seat {seat} may act and has no legal move"


def games_end(sample: Sample) -> Iterator[str]:
    """Random games must come to an end."""
    luck = sample.luck()
    for walk in (walk_at_random(sample.compiled, luck) for _ in range(FEW)):
        if walk.outcome == ONGOING and len(walk.steps) >= LONGEST:
            yield f"a random game is still going after {LONGEST} moves; add a rule that ends it"
            return
        if not DRAW <= walk.outcome < sample.file.game.seats and walk.outcome != ONGOING:
            yield f"outcome says {walk.outcome} in {sample.shown(walk.states[-1])}; it must be ONGOING, DRAW or a seat"


def outcome_is_in_time(sample: Sample) -> Iterator[str]:
    """A game whose last mover had a choice, and lost at once whatever it chose, had been lost before that move.

    Now and then that is the nature of a game; when it is how most games end, `outcome` looks a move too late.
    """
    rulebook, luck = sample.compiled, sample.luck()
    decided, late, example = 0, 0, None
    for _ in range(FEW):
        walk = walk_at_random(rulebook, luck)
        if walk.outcome < 0 or len(walk.states) < 2:
            continue
        before = walk.states[-2]
        if rulebook.chances(before) or len(rulebook.acting(before)) != 1:
            continue
        seat = rulebook.acting(before)[0]
        moves = rulebook.moves(before, seat)
        if len(moves) < 2:
            continue
        decided += 1
        if walk.outcome != seat and all(rulebook.raw_outcome(rulebook.play(before, move)) == walk.outcome for move in moves):
            late += 1
            example = before
    if example is not None and late * 2 > decided:
        yield (
            f"outcome says ONGOING in {sample.shown(example)}, yet every one of the moves there loses at once; "
            f"so it went in {late} of {decided} games: look at the player who has just moved"
        )


def replay_equals_play(sample: Sample) -> Iterator[str]:
    """The recorded steps must lead to the same state again."""
    for walk in sample.walks:
        try:
            again = Play.replay(sample.compiled, walk.steps)
        except LudusError as error:
            if sample.file.game.repeats:  # the walk went on where the game was drawn by repetition
                continue
            yield f"a game cannot be replayed: {error}"
            continue
        if again.state.tobytes() != walk.states[-1].tobytes():
            yield f"a game that ended in {sample.shown(walk.states[-1])} ends in {sample.shown(again.state)} when replayed"


def chance_is_well_defined(sample: Sample) -> Iterator[str]:
    """Chances have weights above 0, and something happens."""
    luck = sample.luck()
    for state in sample.states():
        chances = sample.compiled.chances(state)
        if chances < 0:
            yield f"chances says {chances} in {sample.shown(state)}; it must be 0 or more"
        if chances <= 0:
            continue
        weights = sample.compiled.weights(state)
        if weights and min(weights) <= 0:
            yield f"the weights in {sample.shown(state)} are {weights}; they must all be above 0"
        step = step_at_random(sample.compiled, state, luck)
        if step is not None and sample.compiled.happen(state, step.chance).tobytes() == state.tobytes():  # type: ignore[union-attr]
            yield f"in {sample.shown(state)} a chance happens and nothing changes, so it would happen for ever"
