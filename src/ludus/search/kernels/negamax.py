"""The search of a game of two: negamax with null windows, a shared table, and an order of moves learned on the way.

    value of a position = the best, over the moves, of minus the value of what the move leads to

Values count from the side of the seat to move. A win in n moves is WIN - n, a loss LOSS + n, so that shorter wins are better;
between them lie the heuristic values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import DRAW, ONGOING, rule
from ludus.rules.state import copy_into
from ludus.search.intrinsics import address_of, following, frame_size, load, load_flag, prefetch, store

legal: Callable[..., int]
safe: Callable[..., int]
wins: Callable[..., int]
noisy: Callable[..., int]
weight: Callable[..., int]
make_chance: Callable[..., None]
chances: Callable[..., int]
outcome: Callable[..., int]
make: Callable[..., None]
value: Callable[..., int]
order: Callable[..., int]
key_of: Callable[..., Any]
position_of: Callable[..., Any]
place_of: Callable[..., Any]
keep: Callable[..., None]
kept: Callable[..., int]
settled: Callable[..., int]
counted_from_here: Callable[..., int]
STUCK_LOSES: bool
REPEATS: bool
HAS_WINS: bool
HAS_SAFE: bool
HAS_NOISY: bool
HAS_CHANCE: bool
HAS_ORDER: bool

WIN, DECIDED = 100_000, 90_000  # beyond the second a value is a proven win or loss
DEEPEST = 100  # no line is longer, chances included: there is no memory for more
PROOF = 500  # depths beyond this are searched to prove a value
MOST_LOTS = 64  # outcomes of one chance that are looked at
AT_LEAST, AT_MOST, EXACTLY, BEST_UNKNOWN = 1, 2, 3, 4095  # as the entries of the table hold them
MIX = np.uint64(0x9E37_79B9_7F4A_7C15)
BUSY_SHIFT = np.uint64(64 - 14)  # there are 2**14 places to say what a thread is busy with
LATER, DONE = -(1 << 61), -(1 << 62)  # scores of moves that wait, and that have been tried
NOTHING = 1 << 40  # where a value is asked for and none is known
MARK = np.uint64(8191)


@rule
def repeated(ctx: Any, frame: Any, ply: int) -> bool:
    """Whether this position came up before in the line, or so often in the game that it is drawn now."""
    code = frame.position
    place = address_of(frame) - frame_size(frame)  # a frame begins with its position
    for _ in range(ply):
        if load(place) == code:
            return True
        place -= frame_size(frame)
    spot = np.int64(code & np.uint64(1023))
    while ctx.past[spot] != 0:
        if ctx.past[spot] == code:
            return True
        spot = (spot + 1) & 1023
    return False


@rule
def history_slot(move: int, turn: int) -> int:
    """Where it is noted how often a move was good."""
    return ((move ^ (move >> 12)) * 2 + turn) & 8191


@rule
def look_up(ctx: Any) -> None:
    """Stop when told to; asked now and then, as often as positions are looked at."""
    if ctx.nodes & 1023 == 0 and (load_flag(ctx.stop) != 0 or ctx.nodes >= ctx.most_nodes):
        ctx.stopped = 1


@rule
def calmed(ctx: Any, state: Any, frame: Any, alpha: int, beta: int, ply: int) -> int:
    """The heuristic value once the noise, such as an exchange of captures, is over; who may do without it need not join in."""
    count = noisy(state, frame.moves)
    highest = -WIN if count < 0 else value(state)
    if count == 0 or highest >= beta or ply >= DEEPEST:
        return value(state)
    child = following(state)
    for index in range(abs(count)):
        copy_into(child, state)
        make(child, frame.moves[index])
        ctx.nodes += 1
        look_up(ctx)
        if ctx.stopped != 0:
            return 0
        lower = max(alpha, highest)
        known = outcome(child)
        if known == DRAW:
            worth = 0
        elif known != ONGOING:
            worth = WIN - ply - 1 if known == state.turn else ply + 1 - WIN
        elif child.turn != state.turn:
            worth = -calmed(ctx, child, following(frame), -beta, -lower, ply + 1)
        else:
            worth = calmed(ctx, child, following(frame), lower, beta, ply + 1)
        if worth > highest:
            highest = worth
            if worth >= beta:
                break
    return highest


@rule
def told_apart(ctx: Any, state: Any, frame: Any, count: int) -> int:
    """Leave only one of the moves that lead to the same, such as mirror images; how many are left, with their keys as scores."""
    child = following(state)
    left = 0
    for index in range(count):
        copy_into(child, state)
        make(child, frame.moves[index])
        code = np.int64(key_of(child))
        known = False
        for other in range(left):
            known = known or frame.scores[other] == code
        if not known:
            prefetch(place_of(ctx, np.uint64(code)))
            frame.moves[left], frame.scores[left] = frame.moves[index], code
            left += 1
    return left


@rule
def answered(ctx: Any, frame: Any, count: int, depth: int, beta: int, ply: int) -> int:
    """What a move is worth that the table knows to be good enough, or `NOTHING`; the scores are the keys they lead to."""
    for index in range(count):
        code = np.uint64(frame.scores[index])
        packed = kept(place_of(ctx, code), code)
        worth = -counted_from_here((packed & 0xFFFFF) - (1 << 19), -ply - 1)
        if packed >> 30 & AT_MOST and worth >= beta and (worth > DECIDED or (packed >> 20 & 1023) >= depth - 1):
            keep(ctx, place_of(ctx, frame.key), frame.key, counted_from_here(worth, ply), depth, AT_LEAST, index, code)
            return worth
    return NOTHING


@rule
def undecided(worth: int) -> int:
    """A value as it counts for an average, in which a win or a loss is not yet one."""
    return worth - (WIN - DECIDED) if worth > DECIDED else worth + (WIN - DECIDED) if worth < -DECIDED else worth


@rule
def search(ctx: Any, state: Any, frame: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of a position searched so many moves deep, within a window; outside of it a bound."""
    # 1. Stop when told to.
    ctx.nodes += 1
    look_up(ctx)
    if ctx.stopped != 0:
        return 0

    # 2. Where the table may know this position; memory answers while the next steps are done.
    code = key_of(state)
    place = place_of(ctx, code)
    prefetch(place)
    frame.key = code
    if REPEATS:
        frame.position = position_of(state)

    # 3. The game may be over, and no line is better than a win with the next move.
    if ply > 0:
        known = outcome(state)
        if known != ONGOING:
            if known == DRAW:
                return 0
            return WIN - ply if known == state.turn else ply - WIN
    if ply >= DEEPEST:
        ctx.cut = 1
        return value(state)
    if HAS_CHANCE:
        # Before a chance a position is worth the average; of very many outcomes a few, evenly spread, are looked at. It is won or
        # lost only when it is so after every outcome. This stands here because Numba cannot load two functions that call each
        # other from its cache.
        lots = chances(state)
        step = 1 + lots // (MOST_LOTS + 1)
        total, weights, least, most = 0, 0, WIN, -WIN
        for chance in range(step // 2, lots, step):
            after = following(state)
            copy_into(after, state)
            make_chance(after, chance)
            average = search(ctx, after, following(frame), depth, np.int64(-WIN), np.int64(WIN), ply + 1)
            if ctx.stopped != 0:
                return 0
            heavy = weight(state, chance)
            if heavy > 0:
                worth = average if after.turn == state.turn else -average
                least, most = min(least, worth), max(most, worth)
                total += undecided(worth) * heavy
                weights += heavy
        if weights > 0:
            if step > 1:
                ctx.cut = 1
            elif least > DECIDED:
                return least
            elif most < -DECIDED:
                return most
            return total // weights
    if depth <= 0:
        return calmed(ctx, state, frame, alpha, beta, ply) if HAS_NOISY else value(state)
    soonest = 1
    if HAS_WINS:
        if wins(state) >= 0 and ply > 0:
            return WIN - ply - 1
        soonest = 3
    if ply > 0 and beta > WIN - ply - soonest:
        beta = WIN - ply - soonest
        if alpha >= beta:
            return beta

    # 4. A position that comes up again is as good as drawn.
    if REPEATS and ply > 0 and repeated(ctx, frame, ply):
        return 0

    # 5. Having no move is an end of the game, and having none that is safe is nearly one.
    count = -1
    if HAS_SAFE and depth > 1:
        count = safe(state, frame.moves)
        if count == 0:
            count = legal(state, frame.moves)
            if count > 0 and ply > 0:
                return ply + 2 - WIN
        elif ply > 0 and alpha < ply + 4 - WIN:
            alpha = ply + 4 - WIN
            if alpha >= beta:
                return alpha

    # 6. What the table knows.
    best, mark = BEST_UNKNOWN, np.uint64(0)
    packed = kept(place, code)
    if packed != 0:
        best, mark = packed >> 32 & 4095, np.uint64(packed >> 50)
        worth = settled(ctx, packed, depth, alpha, beta, ply)
        if worth != NOTHING and ply > 0:
            return worth

    # 7. The most promising move first. A proof is lost in lines where what was good elsewhere is not, so there the game's own
    #    order is better; but one of the moves may lead to a position of which enough is known. `wins` says that turns alternate.
    if count < 0:
        count = legal(state, frame.moves)
    if count == 0:
        return ply - WIN if STUCK_LOSES else 0
    proving = HAS_WINS and not REPEATS and depth > PROOF
    if proving:
        count = told_apart(ctx, state, frame, count)
        worth = answered(ctx, frame, count, depth, beta, ply)
        if worth != NOTHING and ply > 0:
            return worth
    for index in range(count):
        move = frame.moves[index]
        first = np.uint64(frame.scores[index]) & MARK == mark and packed != 0 if proving else index == best
        score = order(state, move) << 20 if HAS_ORDER else 0
        if depth < PROOF:
            score += ctx.history[history_slot(move, state.turn)]
            if move == frame.killer:
                score += 1 << 19
        if first:
            score += 1 << 60
        frame.scores[index] = score

    # 8. Try them in turn: the first with the whole window, the others with a null window that is opened when they surprise. A
    #    move that another thread is busy with is left for later, when its result, or that of this position, may be in the table.
    highest = -WIN
    lower = alpha
    chosen, leads_to = BEST_UNKNOWN, code
    child = following(state)
    tried = 0
    while tried < count:
        index = 0
        for other in range(1, count):
            if frame.scores[other] > frame.scores[index]:
                index = other
        move = frame.moves[index]
        desk = 0
        if ctx.threads > 1 and depth > 2:
            task = (code ^ np.uint64(move)) * MIX
            desk = ctx.busy + 8 * np.int64(task >> BUSY_SHIFT)
            if tried > 0 and frame.scores[index] > LATER and load(desk) == task:
                frame.scores[index] = LATER
                continue
            if tried > 0 and ply > 0:
                worth = settled(ctx, kept(place, code), depth, alpha, beta, ply)
                if worth != NOTHING:
                    return worth
            store(desk, task)
        frame.scores[index] = DONE
        copy_into(child, state)
        make(child, move)
        turned = child.turn != state.turn
        upper = beta if tried == 0 else lower + 1
        worth = 0
        for _ in range(2):
            if turned:
                worth = -search(ctx, child, following(frame), depth - 1, -upper, -lower, ply + 1)
            else:
                worth = search(ctx, child, following(frame), depth - 1, lower, upper, ply + 1)
            if upper == beta or not lower < worth < beta:
                break
            upper = beta
        tried += 1
        if desk != 0:
            store(desk, np.uint64(0))
        if ctx.stopped != 0:
            return 0
        if ply == 0:
            ctx.done = tried
        if worth > highest:
            highest = worth
            chosen, leads_to = index, following(frame).key
            if worth > lower:
                lower = worth
                if ply == 0:
                    ctx.best, ctx.worth = move, worth
            if worth >= beta:
                frame.killer = move
                slot = history_slot(move, state.turn)
                ctx.history[slot] += min(depth, 30) ** 2
                if ctx.history[slot] > 1 << 18:
                    for spot in range(8192):
                        ctx.history[spot] >>= 1
                break

    # 9. Remember.
    kind = AT_LEAST if highest >= beta else AT_MOST if highest <= alpha else EXACTLY
    keep(ctx, place, code, counted_from_here(highest, ply), depth, kind, min(chosen, BEST_UNKNOWN), leads_to)
    return highest
