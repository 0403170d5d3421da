"""Random openings, from which pairs of games are played."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludus.rules.errors import LudusError
from ludus.rules.gametext import take
from ludus.rules.play import Happened, Moved, Play, Step
from ludus.rules.rulebook import Rulebook

ATTEMPTS, PATIENCE = 200, 20
"""How often an opening is tried, and after how many failures it becomes a move shorter."""

TRIES = 20
"""How often an opening is drawn again when it is the same as an earlier one."""


def openings(rulebook: Rulebook, count: int, moves: int, luck: random.Random) -> Iterator[tuple[Step, ...]]:
    """Random openings of `moves` moves that do not end the game; all different, as long as different ones are easy to find."""
    seen: set[bytes] = set()
    for _ in range(count):
        for _ in range(TRIES):
            play = _opening(rulebook, moves, luck)
            if play.state.tobytes() not in seen:
                break
        seen.add(play.state.tobytes())
        yield tuple(play.steps)


def _opening(rulebook: Rulebook, moves: int, luck: random.Random) -> Play:
    """One opening; where games keep ending too early, a shorter one."""
    for attempt in range(ATTEMPTS):
        play, left = Play(rulebook), max(0, moves - attempt // PATIENCE)
        while not play.result and (left or play.chances):
            if play.chances:
                take(play, draw_chance(play, luck))
            else:
                seat = play.acting[0]
                take(play, Moved(seat, luck.choice(rulebook.moves(play.state, seat))))
                left -= 1
        if not play.result:
            return play
    if moves >= ATTEMPTS // PATIENCE:
        raise LudusError(f"an opening of {moves} moves is too long: {rulebook.game.name} is nearly always over by then")
    raise LudusError(f"{rulebook.game.name} is over before it has begun; there is nothing to play")


def draw_chance(play: Play, luck: random.Random) -> Happened:
    """An outcome of chance, drawn with the probability that the game gives it."""
    weights = play.rulebook.weights(play.state)
    return Happened(luck.choices(range(len(weights)), weights)[0] if weights else luck.randrange(play.chances))
