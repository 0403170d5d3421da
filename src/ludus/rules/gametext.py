"""Games as lines of text: one line for each game, with all its moves from the start.

    # 1: A is Red, B is Yellow; Red wins
    4 4 3 5 2 5 1

A move is written as the game's players write it, with `_` for a space; `*3` is outcome 3 of chance. Lines that begin with `#`
are for people; `replay` skips them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludus.rules.errors import LudusError, Refusal
from ludus.rules.movetext import move_text
from ludus.rules.play import Happened, Moved, Play, Step
from ludus.rules.rulebook import Rulebook
from ludus.rules.savefile import COMMENT
from ludus.rules.state import StateRecord

CHANCE = "*"


def step_text(rulebook: Rulebook, state: StateRecord, step: Step) -> str:
    """A step as one word."""
    if isinstance(step, Happened):
        return f"{CHANCE}{step.chance}"
    return "_".join(move_text(rulebook, state, step.move, step.seat).split())


def game_text(rulebook: Rulebook, steps: Iterable[Step]) -> str:
    """A game as one line."""
    play = Play(rulebook)
    words = []
    for step in steps:
        words.append(step_text(rulebook, play.state, step))
        take(play, step)
    return " ".join(words)


def replay(rulebook: Rulebook, lines: Iterable[str]) -> Iterator[Play]:
    """The games that these lines hold."""
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith(COMMENT):
            play = Play(rulebook)
            for word in line.split():
                step = read_step(play, word)
                if step is None:
                    raise LudusError(f"line {number}, word {len(play.steps) + 1}: {word!r} cannot be played there")
                take(play, step)
            yield play


def take(play: Play, step: Step) -> None:
    """Take a step; raises `LudusError` if it cannot be taken."""
    done = play.happen(step.chance) if isinstance(step, Happened) else play.play(step.seat, step.move)
    if isinstance(done, Refusal):
        raise LudusError(done.sentence)


def read_step(play: Play, word: str) -> Step | None:
    """The step that a word means, or None if it cannot be taken."""
    if play.chances:
        chance = word.removeprefix(CHANCE)
        return Happened(int(chance)) if chance.isdecimal() and int(chance) < play.chances else None
    steps = (Moved(seat, move) for seat in play.acting for move in play.rulebook.moves(play.state, seat))
    return next((step for step in steps if step_text(play.rulebook, play.state, step) == word), None)
