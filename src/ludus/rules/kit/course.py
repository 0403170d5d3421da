"""Checks of how a game goes on and ends."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.rules.errors import LudusError
from ludus.rules.kit.sample import Sample
from ludus.rules.kit.walks import step_at_random
from ludus.rules.play import Happened, Play
from ludus.rules.rule import DRAW, ONGOING


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
    """Random games come to an end within 5,000 moves, or four for each square of a large board; a win names a seat; and where
    `remaining` says how long a game can last, it does not last longer.
    """
    place = sample.source.place(sample.source.line_of("outcome"))
    seats = sample.file.game.seats
    for game in sample.games.played:
        if game.outcome == ONGOING and game.steps >= sample.longest:
            yield (
                f"{place}a random game is still going after {sample.longest} moves, in {sample.shown(game.last)}; "
                f"add a rule that ends it, such as a draw after many moves without a capture"
            )
            break
        if not DRAW <= game.outcome < seats and game.outcome != ONGOING:
            yield (
                f"{place}outcome says {game.outcome} in {sample.shown(game.last)}; it must be ONGOING, DRAW or the seat that has "
                f"won, 0 to {seats - 1}: seats count from 0, teams from 1"
            )
    yield from _remaining_is_true(sample)


def _remaining_is_true(sample: Sample) -> Iterator[str]:
    if sample.file.game.remaining is None:
        return
    for walk in sample.walks:
        for at, state in enumerate(walk.states[:-1]):
            if sample.plain.chances(state):
                continue
            rest = sum(not isinstance(step, Happened) for step in walk.steps[at:])
            claimed = sample.plain.hint("remaining", state)
            if claimed < rest:
                place = sample.source.place(sample.source.line_of("remaining"))
                yield f"{place}remaining says {claimed} in {sample.shown(state)}, but a random game went on for {rest} moves"
                break


def outcome_is_in_time(sample: Sample) -> Iterator[str]:
    """A game whose last mover had a choice, and lost at once whatever it chose, had been lost before that move.

    Now and then that is the nature of a game; when it is how most games end, `outcome` looks a move too late.
    """
    rulebook = sample.compiled
    decided, late, example = 0, 0, None
    for game in sample.games.played:
        before = game.before
        if game.outcome < 0 or before is None or rulebook.chances(before) or len(rulebook.acting(before)) != 1:
            continue
        seat = rulebook.acting(before)[0]
        moves = rulebook.moves(before, seat)
        if len(moves) < 2:
            continue
        decided += 1
        if game.outcome != seat and all(rulebook.raw_outcome(rulebook.play(before, move)) == game.outcome for move in moves):
            late += 1
            example = before
    if example is not None and late * 2 > decided:
        yield (
            f"{sample.source.place(sample.source.line_of('outcome'))}outcome says ONGOING in {sample.shown(example)}, yet every "
            f"one of the moves there loses at once; so it went in {late} of {decided} games: look at the player who has just "
            f"moved"
        )


def replay_equals_play(sample: Sample) -> Iterator[str]:
    """The recorded steps must lead to the same state again."""
    for walk in sample.walks:
        try:
            again = Play.replay(sample.compiled, walk.steps, walk.states[0])
        except LudusError as error:
            if sample.file.game.repeats:  # the walk went on where the game was drawn by repetition
                continue
            yield f"a game cannot be replayed: {error}"
            continue
        if again.state.tobytes() != walk.states[-1].tobytes():
            yield f"a game that ended in {sample.shown(walk.states[-1])} ends in {sample.shown(again.state)} when replayed"


def chance_is_well_defined(sample: Sample) -> Iterator[str]:
    """When a chance happens, something changes; and chances have weights above 0."""
    luck = sample.luck()
    for state in sample.states():
        if sample.compiled.chances(state) <= 0:
            continue
        step, _ = step_at_random(sample.compiled, state, luck)
        if isinstance(step, Happened) and sample.compiled.happen(state, step.chance).tobytes() == state.tobytes():
            yield f"in {sample.shown(state)} a chance happens and nothing changes, so it would happen for ever"
