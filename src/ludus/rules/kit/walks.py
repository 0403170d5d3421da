"""Random games, step by step."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from ludus.rules.game import LOSES
from ludus.rules.kit.faults import BrokenRule, in_authors_words
from ludus.rules.play import Happened, Moved, Step
from ludus.rules.positions import write_position
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord

LONGEST = 5_000
"""A game with more steps than this is called endless, or with more than four for each square of a large board."""

MOST_SHOWN = 300
"""Letters of a position that a message shows."""


@dataclass(slots=True)
class Walk:
    """One random game: its steps, and the state before each of them; the last state has no step."""

    states: list[StateRecord] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    outcome: int = ONGOING
    work: int = 0
    """Squares and legal moves that were looked at on the way."""
    beginning: bytes = b""
    """The first state, as it was before anything was asked about it."""


def walk_at_random(
    rulebook: Rulebook,
    luck: random.Random,
    most: int = LONGEST,
    start: StateRecord | None = None,
    work: int = 1 << 62,
) -> Walk:
    """One random game, from its beginning or from a position, with a limit on its steps and on its work."""
    with in_authors_words(rulebook.file):
        state = rulebook.start() if start is None else start
    walk = Walk([state], beginning=state.tobytes())
    while len(walk.steps) < most and walk.work < work:
        with in_authors_words(rulebook.file, lambda: shown(rulebook, walk.states[-1])):
            step = _next_step(rulebook, walk, luck)
            if step is None:
                break
            state = after(rulebook, state, step)
        walk.steps.append(step)
        walk.states.append(state)
    else:
        walk.outcome = rulebook.outcome(state)
    return walk


def _next_step(rulebook: Rulebook, walk: Walk, luck: random.Random) -> Step | None:
    """Anything that may happen in the last state of a walk, or None when nothing can; notes how it ended."""
    state, game = walk.states[-1], rulebook.game
    walk.outcome = rulebook.raw_outcome(state)
    if walk.outcome != ONGOING:
        return None
    step, looked = step_at_random(rulebook, state, luck)
    walk.work += looked + rulebook.width * rulebook.height
    if step is None and game.acts is None:
        walk.outcome = 1 - int(state["turn"]) if game.stuck == LOSES else DRAW
    return step


def step_at_random(rulebook: Rulebook, state: StateRecord, luck: random.Random) -> tuple[Step | None, int]:
    """Anything that may happen in a state in which the game goes on, or None when nothing can; and among how many moves."""
    chances = rulebook.loaded.number("chances", rulebook.loaded.slots["chances"], state) if rulebook.game.chances else 0
    source = rulebook.file.taken_apart
    if chances < 0:
        where = source.place(source.line_of("chances"))
        raise BrokenRule(f"{where}chances says {chances}; say how many things may happen, 0 when players are to act")
    if chances:
        weights = rulebook.weights(state)
        if weights and min(weights) <= 0:
            where, chance = source.place(source.line_of("weight")), weights.index(min(weights))
            raise BrokenRule(f"{where}weight says {min(weights)} for chance {chance}; every chance needs a weight above 0")
        return Happened(luck.choices(range(chances), weights)[0] if weights else luck.randrange(chances)), 0
    seats = rulebook.acting(state)
    moves = {seat: rulebook.moves(state, seat) for seat in seats}
    able = [seat for seat in seats if moves[seat]]
    if not able:
        return None, 0
    seat = luck.choice(able)
    return Moved(seat, luck.choice(moves[seat])), len(moves[seat])


def after(rulebook: Rulebook, state: StateRecord, step: Step) -> StateRecord:
    """The state after a step."""
    if isinstance(step, Happened):
        return rulebook.happen(state, step.chance)
    return rulebook.play(state, step.move, step.seat)


def shown(rulebook: Rulebook, state: StateRecord) -> str:
    """A position as it is written, for messages."""
    try:
        text = write_position(rulebook, state)
    except Exception:  # the check of positions says what is wrong with writing them
        text = state.tobytes().hex()
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
