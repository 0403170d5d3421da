"""Many games at once: one call makes a move in each of them, lets chance happen, and notes who is to move and what is legal.

Every array has a row for each game. A lane is what is noted about a game: its luck, whose turn it is, its outcome, and how many
moves are legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import DRAW, ONGOING, bits, rule
from ludus.rules.state import copy_into

legal: Callable[..., int]
outcome: Callable[..., int]
chances: Callable[..., int]
make: Callable[..., None]
make_chance: Callable[..., None]
next_random: Callable[..., Any]
pick_chance: Callable[..., int]
cell: Callable[..., int]
SEVERAL: bool  # whether several seats may act at once
STUCK_LOSES: bool
LISTED: bool  # whether an action is a place in the list of legal moves, and not the number of a move

NOBODY = -1
TWO, THIRTY_ONE, THIRTY_THREE = bits(2), bits(31), bits(33)


@rule
def refresh(state: Any, lane: Any, moves: Any, masks: Any, at: int) -> int:
    """Let chance happen in one game, then note its outcome, who is to move and which actions are legal.

    Gives 0, or one more than a move that is beyond the actions.
    """
    known = outcome(state)
    while known == ONGOING:
        lots = chances(state)
        if lots == 0:
            break
        lane.luck = next_random(lane.luck)
        make_chance(state, pick_chance(state, lots, np.int64(lane.luck >> TWO)))
        known = outcome(state)
    for action in range(masks.shape[1]):
        masks[at, action] = 0
    lane.turn, lane.count, beyond = NOBODY, 0, 0
    if known == ONGOING:
        count = legal(state, moves)
        if count == 0 and not SEVERAL:
            known = 1 - state.turn if STUCK_LOSES else DRAW
        else:
            lane.turn, lane.count = state.turn, count
        for index in range(count):
            action = index if LISTED else moves[index]
            if action < masks.shape[1]:
                masks[at, action] = 1
            else:
                beyond = action + 1
    lane.outcome = known
    return beyond


@rule
def restart(states: Any, start: Any, lanes: Any, moves: Any, masks: Any, which: Any) -> int:
    """Begin the chosen games anew."""
    beyond = 0
    for at in range(states.shape[0]):
        if which[at]:
            copy_into(states[at], start[0])
            beyond = max(beyond, refresh(states[at], lanes[at], moves, masks, at))
    return beyond


@rule
def advance(states: Any, start: Any, lanes: Any, moves: Any, masks: Any, actions: Any, again: bool) -> int:
    """Make a move in every game that goes on, and begin those that are over anew if `again`.

    Gives what `refresh` does, or -1 minus the number of the first game whose action is not legal.
    """
    beyond = 0
    for at in range(states.shape[0]):
        state, lane, action = states[at], lanes[at], actions[at]
        if lane.outcome != ONGOING:
            if not again:
                continue
            copy_into(state, start[0])
        elif action < 0 or action >= masks.shape[1] or masks[at, action] == 0:
            return -1 - at
        elif LISTED:
            legal(state, moves)
            make(state, moves[action])
        else:
            make(state, action)
        beyond = max(beyond, refresh(state, lane, moves, masks, at))
    return beyond


@rule
def look(states: Any, codes: Any) -> None:
    """Write the number of the piece on every square of every game."""
    for at in range(states.shape[0]):
        for square in range(codes.shape[1]):
            codes[at, square] = cell(states[at], square)


@rule
def choose(lanes: Any, masks: Any, actions: Any) -> None:
    """A legal action for every game that goes on, at random."""
    for at in range(masks.shape[0]):
        lane = lanes[at]
        lane.luck = next_random(lane.luck)
        left = np.int64(((lane.luck >> THIRTY_THREE) * np.uint64(lane.count)) >> THIRTY_ONE)  # quicker than a division
        actions[at] = 0
        for action in range(masks.shape[1]):
            if masks[at, action]:
                if left == 0:
                    actions[at] = action
                    break
                left -= 1


@rule
def highest(states: Any, start: Any, luck: Any, moves: Any, games: int, most: int) -> int:
    """The highest number of a move in random games."""
    found = 0
    for _ in range(games):
        copy_into(states[0], start[0])
        for _ in range(most):
            luck[0] = next_random(luck[0])
            if outcome(states[0]) != ONGOING:
                break
            lots = chances(states[0])
            if lots > 0:
                make_chance(states[0], pick_chance(states[0], lots, np.int64(luck[0] >> TWO)))
                continue
            count = legal(states[0], moves)
            if count == 0:
                break
            for index in range(count):
                found = max(found, moves[index])
            make(states[0], moves[np.int64(luck[0] >> TWO) % count])
    return found
