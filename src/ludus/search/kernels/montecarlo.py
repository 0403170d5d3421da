"""Monte Carlo tree search for any game: play it out over and over, and learn on the way which choices do well.

Every seat learns for itself. What it has learned about a situation is kept in a node, found by what *this seat can see* of the
state: so nobody reacts to what is hidden, and players who act at the same time do not see each other's choice.

    imagine what the seat cannot see ─► choose by the nodes, each seat for itself ─► a new node for each seat ─► go on at random
                 ▲                                                                                                    │
                 └──────────── note the result in every node passed, as seen by the seat that chose there ◄───────────┘
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np

from ludus.rules.rule import DRAW, ONGOING, bits, inner, rule
from ludus.rules.state import copy_into
from ludus.search.constants import BOUND, MIX
from ludus.search.intrinsics import address_of, load_flag, load_word

legal: Callable[..., int]
outcome: Callable[..., int]
chances: Callable[..., int]
imagine: Callable[..., int]
value: Callable[..., int]
make: Callable[..., None]
make_chance: Callable[..., None]
next_random: Callable[..., Any]
pick_chance: Callable[..., int]
STUCK_LOSES: bool
HAS_VALUE: bool  # whether a game of two says how good a position is
WORDS: int  # the length of a state
SEEN: Any  # which bits of a state each seat can see

LONGEST = 500  # a game is broken off after this many moves and chances
CURIOSITY = 0.7  # how much credit a choice gets for having been tried seldom
PROBES = 8  # slots that are looked at for a node
AGE, PLACE = 32, 0xFFFF_FFFF  # the upper half of a slot is the age in which it was written, the lower the place of its node
MOST_IMAGINED = 10_000  # calls of `imagine` before a state
SPREAD, HALF, MIDDLE = np.uint64(MIX), np.uint64(32), np.uint64(20)
TWO, THIRTY_ONE, THIRTY_THREE = bits(2), bits(31), bits(33)


@rule
def sample(ctx: Any, states: Any, buffers: Any, nodes: Any, slots: Any) -> None:
    """Play games from `states[0]`, as the seat `ctx.seat` sees it, until the stop flag is up or enough positions were seen."""
    luck = ctx.luck
    while ctx.nodes < ctx.most_nodes and load_flag(ctx.stop) == 0:
        # 1. Imagine a state that may be the true one
        copy_into(states[1], states[0])
        for _ in range(MOST_IMAGINED):
            luck = next_random(luck)
            if not imagine(states[1], ctx.seat, np.int64(luck >> TWO)):
                break
        # 2. Play it out
        ctx.length, ctx.grown = 0, 0
        winner = ONGOING
        for _ in range(LONGEST):
            winner = outcome(states[1])
            if winner != ONGOING:
                break
            lots = chances(states[1])
            luck = next_random(luck)
            if lots > 0:
                make_chance(states[1], pick_chance(states[1], lots, np.int64(luck >> TWO)))
                continue
            count = legal(states[1], buffers[0].moves)
            if count == 0:
                winner = 1 - states[1].turn if STUCK_LOSES else DRAW
                break
            mover = states[1].turn
            place = node_for(ctx, states[1], mover, nodes, slots)
            if place >= 0:
                choice = promising(nodes[place], count, luck)
                ctx.places[ctx.length], ctx.choices[ctx.length], ctx.movers[ctx.length] = place, choice, mover
                ctx.length += 1
            else:
                choice = np.int64(((luck >> THIRTY_THREE) * count) >> THIRTY_ONE)
            make(states[1], buffers[0].moves[choice])
            ctx.nodes += 1
        # 3. Note the result wherever somebody chose
        ahead = value(states[1]) / BOUND if HAS_VALUE and winner == ONGOING else 0.0
        for step in range(ctx.length):
            node, choice, mover = nodes[ctx.places[step]], ctx.choices[step], ctx.movers[step]
            node.visits += 1
            node.tried[choice] += 1
            if winner >= 0:
                node.points[choice] += 1.0 if winner == mover else 0.0
            else:
                node.points[choice] += 0.5 + (0.5 * ahead if states[1].turn == mover else -0.5 * ahead)
        ctx.games += 1
        ctx.deepest = max(ctx.deepest, ctx.length)
    ctx.luck = luck


@inner
def node_for(ctx: Any, state: Any, mover: int, nodes: Any, slots: Any) -> int:
    """The place of the node for what the seat to move can see, or -1: each seat gets one new node a game, and no more.

    Nodes are used in order, so a short search touches little memory. A slot, found by the key, says where its node is; a slot
    of an earlier age is free.
    """
    if ctx.length >= ctx.depth or ctx.grown >> mover & 1:
        return -1
    place, mixed = address_of(state), SPREAD * np.uint64(mover + 1)
    for word in range(WORDS):
        mixed = (mixed ^ (load_word(place + 8 * word) & SEEN[mover, word])) * SPREAD
        mixed ^= mixed >> HALF
    for probe in range(PROBES):
        spot = np.int64((mixed >> MIDDLE) + np.uint64(probe)) & ctx.mask
        known = slots[spot]
        if known >> AGE != ctx.age:
            if ctx.used == nodes.shape[0]:
                return -1
            slots[spot] = ctx.age << AGE | ctx.used
            node = nodes[ctx.used]
            node.key, node.visits = mixed, 0
            node.tried[:] = 0
            node.points[:] = 0.0
            ctx.grown |= 1 << mover
            ctx.used += 1
            return np.int64(ctx.used - 1)
        if nodes[known & PLACE].key == mixed:
            return np.int64(known & PLACE)
    return -1


@inner
def promising(node: Any, count: int, luck: int) -> int:
    """The choice to try next: one never tried before, else the best once rarely tried ones get some credit (UCB1)."""
    first = np.int64(((luck >> THIRTY_THREE) * count) >> THIRTY_ONE)
    curious = CURIOSITY * sqrt(log(node.visits + 1.0))
    best, most = first, -1.0
    for step in range(count):
        choice = first + step if first + step < count else first + step - count
        tried = node.tried[choice]
        if tried == 0:
            return choice
        found = node.points[choice] / tried + curious / sqrt(tried)
        if found > most:
            best, most = choice, found
    return best
