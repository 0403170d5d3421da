"""A check that no line of a rule is out of reach."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain

import numpy as np

from ludus.rules.kit.faults import in_authors_words
from ludus.rules.kit.games import SampleGames
from ludus.rules.kit.remark import Remark
from ludus.rules.kit.sample import Sample
from ludus.rules.kit.walks import shown, walk_at_random
from ludus.rules.rule import ONGOING
from ludus.rules.state import PlainState, StateRecord

FURTHER = 12
"""How many more games plain Python plays in search of lines that have not run."""

FURTHER_WORK = 150_000
"""Squares and legal moves that it looks at meanwhile."""


def every_line_runs(sample: Sample) -> Iterator[str]:
    """Every line of a rule runs in some random game; one that never does may be rare, or out of reach by mistake."""
    luck, positions = random.Random(sample.seed + 1), 0
    for state in chain(_known(sample), _further(sample, luck), _ends(sample, luck)):
        if not sample.reach.missing:
            return
        positions += 1
        _ask_the_rest(sample, state, luck)
    for statement in sample.reach.missing:
        yield Remark(
            f"{sample.source.place(statement.first)}this line of the rule {statement.rule} did not run in {positions} positions: "
            f"{sample.source.text(statement.first)}; is it rare, or out of reach?"
        )


def _known(sample: Sample) -> Iterator[StateRecord]:
    """The positions of the sample, and the last ones of its games."""
    for walk in sample.walks:
        yield from walk.states[:: 1 + 10 * walk.work // FURTHER_WORK]
    for game in sample.games.played:
        yield from (game.middle, *game.tail)


def _further(sample: Sample, luck: random.Random) -> Iterator[StateRecord]:
    """The positions of some more games."""
    work = 0
    for number in range(FURTHER):
        if work >= FURTHER_WORK:
            return
        sample.doing = f"looking for lines that have not run, game {number + 1} of {FURTHER}"
        walk = walk_at_random(sample.plain, luck, most=sample.positions, work=FURTHER_WORK // 2)
        work += walk.work
        yield from walk.states[:: 1 + 10 * walk.work // FURTHER_WORK]


def _ends(sample: Sample, luck: random.Random) -> Iterator[StateRecord]:
    """How many more games end, played at full speed: what is rare happens late."""
    games = SampleGames(sample.compiled, luck, sample.longest)
    while sample.compiling and games.has_time:
        sample.doing = f"looking for lines that have not run, end {len(games.played) + 1}"
        games.play_another()
        yield from (games.played[-1].middle, *games.played[-1].tail)


def _ask_the_rest(sample: Sample, state: StateRecord, luck: random.Random) -> None:
    """Ask the rules that playing and looking do not need."""
    rulebook, game = sample.plain, sample.file.game
    with in_authors_words(sample.file, lambda: shown(rulebook, state)):
        if game.place and game.on_board:
            _put_all_pieces(sample, state)
        if rulebook.outcome(state) != ONGOING or rulebook.chances(state):
            return
        for seat in rulebook.acting(state):
            moves = rulebook.moves(state, seat)
            for move in luck.sample(moves, min(3, len(moves))):
                rulebook.squares(rulebook.asked(state, seat), move)
            if game.imagine:
                rulebook.imagined(state, seat, luck)
        if game.acts is not None:
            return
        moves = rulebook.moves(state)
        for hint in ("value", "quick", "wins", "remaining", "key"):
            if getattr(game, hint):
                rulebook.hint(hint, state)
        for move in luck.sample(moves, min(3, len(moves))) if game.order else ():
            rulebook.hint("order", state, move)
        if game.noisy:
            rulebook.noisy_moves(state)
        if game.safe and not any(rulebook.outcome(rulebook.play(state, move)) == int(state["turn"]) for move in moves):
            rulebook.safe_moves(state)


def _put_all_pieces(sample: Sample, state: StateRecord) -> None:
    """Put every piece of a position onto an empty board, as loading does."""
    codes, _ = sample.compiled.look(state)
    board = sample.file.game.state.blank()
    board["turn"] = state["turn"]
    for square in np.flatnonzero(codes).tolist():
        sample.plain.loaded.slots["place"](PlainState(board), square, int(codes[square]))
