"""The search of a game of two: negamax with null windows, a shared transposition table, and a move order learned on the way.

    value of a position = the highest, over its moves, of minus the value of the position that the move leads to

Values count for the seat to move: see `constants.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import DRAW, ONGOING, inner, rule
from ludus.rules.state import copy_into
from ludus.search.constants import (
    ALL_NODE,
    BEST_UNKNOWN,
    BUSY_BITS,
    CUT_NODE,
    DECIDED,
    DEEPEST,
    EXACT,
    HISTORY_SLOTS,
    LOWER,
    MIX,
    NO_VALUE,
    PROOF,
    UPPER,
    WIN,
)
from ludus.search.intrinsics import load_word, next_record, prefetch, store_word

legal: Callable[..., int]
safe: Callable[..., int]
wins: Callable[..., int]
weight: Callable[..., int]
chances: Callable[..., int]
outcome: Callable[..., int]
value: Callable[..., int]
order: Callable[..., int]
make: Callable[..., None]
make_chance: Callable[..., None]
repetition_key: Callable[..., Any]
table_key: Callable[..., Any]
bucket_of: Callable[..., Any]
probe: Callable[..., int]
store: Callable[..., None]
cutoff: Callable[..., int]
drop_equivalent: Callable[..., int]
enhanced_cutoff: Callable[..., int]
undecided: Callable[..., int]
entry_best: Callable[..., int]
entry_mark: Callable[..., Any]
entry_on_path: Callable[..., bool]
mark_of: Callable[..., Any]
value_to_entry: Callable[..., int]
value_from_entry: Callable[..., int]
is_repetition: Callable[..., bool]
poll_stop: Callable[..., None]
quiescence: Callable[..., int]
follow_news: Callable[..., None]
is_marked: Callable[..., bool]
announce: Callable[..., None]
withdraw: Callable[..., None]
rotate: Callable[..., bool]
send: Callable[..., None]
settled_child: Callable[..., int]
same_move: Callable[..., int]
tell: Callable[..., None]
is_shared: Callable[..., bool]
expect: Callable[..., None]
STUCK_LOSES: bool
REPEATS: bool
HAS_WINS: bool
HAS_SAFE: bool
HAS_NOISY: bool
HAS_CHANCE: bool
HAS_ORDER: bool
CLUSTERED: bool  # whether other machines search the same position; see `exchange.py`

MOST_LOTS = 64  # outcomes of one chance that are looked at
SPREAD = np.uint64(MIX)
BUSY_SHIFT = np.uint64(64 - BUSY_BITS)
ROTATED, LATER, DONE = -(1 << 59), -(1 << 61), -(1 << 62)  # scores of moves that were put off, and of moves that have been tried
POSTPONED = -1  # why a search was stopped: all that is left is what others are busy with
NOWHERE = 1 << 20  # the ply of no position


@inner
def history_slot(move: int, turn: int) -> int:
    """Where the history heuristic counts how often a move was good."""
    return ((move ^ (move >> 12)) * 2 + turn) & (HISTORY_SLOTS - 1)


@rule
def search(ctx: Any, state: Any, frame: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of a position searched to a depth, if it lies within the window; otherwise a bound (fail-soft)."""
    # 1. Stop when told to.
    ctx.nodes += 1
    poll_stop(ctx)
    if CLUSTERED:
        ctx.reach = NOWHERE
        if ctx.heard != 0 and ctx.stopped == 0:
            follow_news(ctx, frame, ply)
    if ctx.stopped != 0:
        return 0

    # 2. Start fetching the bucket of this position; memory answers while the next steps run.
    code = table_key(state)
    bucket = bucket_of(ctx, code)
    prefetch(bucket)
    frame.key = code
    if REPEATS:
        frame.position = repetition_key(state)

    # 3. The game may be over, chance may decide, or this may be the last depth; and no line beats a win with the next move.
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
        # Before chance decides, a position is worth the average of what may follow; where there are very many outcomes, a few of
        # them, evenly spread, are looked at. The position is won or lost only if it is so after every outcome. This is not a
        # function of its own because Numba cannot load two functions that call each other from its cache.
        lots = chances(state)
        step = 1 + lots // (MOST_LOTS + 1)
        total, weights, least, most = 0, 0, WIN, -WIN
        if CLUSTERED:
            frame.depth, next_record(frame).kind, next_record(frame).marked, next_record(frame).insists = 0, 0, 0, 1
        for chance in range(step // 2, lots, step):
            after = next_record(state)
            copy_into(after, state)
            make_chance(after, chance)
            average = search(ctx, after, next_record(frame), depth, np.int64(-WIN), np.int64(WIN), ply + 1)
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
        return quiescence(ctx, state, frame, alpha, beta, ply) if HAS_NOISY else value(state)
    soonest = 1
    if HAS_WINS:
        if wins(state) >= 0 and ply > 0:
            return WIN - ply - 1
        soonest = 3
    if ply > 0 and beta > WIN - ply - soonest:
        beta = WIN - ply - soonest
        if alpha >= beta:
            return beta

    # 4. A position that comes up again counts as a draw.
    if REPEATS and ply > 0 and is_repetition(ctx, frame, ply):
        return 0

    # 5. Having no move ends the game, and having no safe move nearly does.
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

    # 6. Probe the table.
    best, mark = BEST_UNKNOWN, np.uint64(0)
    entry = probe(bucket, code)
    if entry != 0:
        best, mark = entry_best(entry), entry_mark(entry)
        worth = cutoff(ctx, entry, depth, alpha, beta, ply)
        if worth != NO_VALUE and ply > 0:
            if CLUSTERED and REPEATS and entry_on_path(entry):
                ctx.reach = 0
            return worth

    # 7. Order the moves, the most promising first. In a proof, history misleads and the game's own order is better; but there one
    #    of the moves may lead to a position that the table already knows well enough. `wins` implies that turns alternate.
    if count < 0:
        count = legal(state, frame.moves)
    if count == 0:
        return ply - WIN if STUCK_LOSES else 0
    proving = HAS_WINS and not REPEATS and depth > PROOF
    if proving:
        count = drop_equivalent(ctx, state, frame, count)
        worth = enhanced_cutoff(ctx, frame, count, depth, beta, ply)
        if worth != NO_VALUE and ply > 0:
            return worth
    for index in range(count):
        move = frame.moves[index]
        first = mark_of(np.uint64(frame.scores[index])) == mark and entry != 0 if proving else index == best
        score = order(state, move) << 20 if HAS_ORDER else 0
        if depth < PROOF:
            score += ctx.history[history_slot(move, state.turn)]
            if move == frame.killer:
                score += 1 << 19
        if first:
            score += 1 << 60
        frame.scores[index] = score

    # 8. Try them in turn: the first with the whole window, the others with a null window that is widened when they surprise. What
    #    another thread or machine is busy with is put off; by then its result, or that of this position, may be known.
    highest, lower, tried = -WIN, alpha, 0
    chosen, leads_to = BEST_UNKNOWN, code
    child = next_record(state)
    if CLUSTERED:
        began, reach, following, kind, rotated, shared = ctx.nodes, NOWHERE, False, frame.kind, False, is_shared(ctx, depth)
        frame.depth, frame.alpha, frame.lower, frame.beta = depth, alpha, lower, beta
        if shared and not REPEATS and not proving and ply > ctx.base:
            worth = settled_child(ctx, state, frame, count, depth, beta, ply)
            if worth != NO_VALUE:
                return worth
    while tried < count:
        if CLUSTERED and (shared or following):
            following, entry = False, probe(bucket, code)
            worth = cutoff(ctx, entry, depth, alpha, beta, ply) if ply > ctx.base else NO_VALUE
            if worth != NO_VALUE:
                ctx.reach = 0 if entry_on_path(entry) else NOWHERE
                return worth
            better = same_move(state, frame, count, entry, depth, lower, beta, ply)
            if better >= 0:
                highest = value_from_entry(entry, ply)
                lower, frame.lower, chosen, leads_to = highest, highest, better, entry_mark(entry)
                reach = 0 if entry_on_path(entry) else reach
                if ply == ctx.base:
                    ctx.best, ctx.worth = frame.moves[better], highest
            if tried == 1 and not rotated:
                rotated = rotate(ctx, frame, count, ROTATED)
        index = 0
        for other in range(1, count):
            if frame.scores[other] > frame.scores[index]:
                index = other
        move = frame.moves[index]
        busy_slot = 0
        if ctx.threads > 1 and depth > 2:
            task = (code ^ np.uint64(move)) * SPREAD
            busy_slot = ctx.busy + 8 * np.int64(task >> BUSY_SHIFT)
            if tried > 0 and frame.scores[index] > LATER and load_word(busy_slot) == task:
                frame.scores[index] = LATER
                continue
            if tried > 0 and ply > 0:
                worth = cutoff(ctx, probe(bucket, code), depth, alpha, beta, ply)
                if worth != NO_VALUE:
                    ctx.reach = 0
                    return worth
            store_word(busy_slot, task)
        copy_into(child, state)
        make(child, move)
        turned = child.turn != state.turn
        upper = beta if tried == 0 else lower + 1
        if CLUSTERED:
            marked = False
            if shared:
                task = table_key(child)
                entry = probe(bucket_of(ctx, task), task)
                above, below = (-lower, -upper) if turned else (upper, lower)
                if entry == 0 or cutoff(ctx, entry, depth - 1, below, above, ply + 1) == NO_VALUE:
                    splits = tried > 0 or kind == ALL_NODE
                    if splits and (frame.scores[index] > LATER or frame.insists == 0) and is_marked(ctx, task, depth - 1):
                        if busy_slot != 0:
                            store_word(busy_slot, np.uint64(0))
                        if frame.scores[index] <= LATER:
                            ctx.stopped = POSTPONED
                            return 0
                        frame.scores[index] = LATER - (index + ctx.number) % count
                        continue
                    announce(ctx, task, depth - 1)
                    marked = True
            expect(frame, next_record(frame), tried, frame.scores[index] <= LATER, marked)
        frame.scores[index] = DONE
        worth = 0
        for _ in range(2):  # one call for both signs, because the compiler goes through all of this again for every such call
            low, high = (-upper, -lower) if turned else (lower, upper)
            worth = search(ctx, child, next_record(frame), depth - 1, low, high, ply + 1)
            worth = -worth if turned else worth
            if upper == beta or not lower < worth < beta:
                break
            upper = beta
        tried += 1
        if busy_slot != 0:
            store_word(busy_slot, np.uint64(0))
        if CLUSTERED:
            if marked:
                withdraw(ctx, task)
            if ctx.stopped == POSTPONED and (kind != CUT_NODE or frame.insists != 0):
                ctx.stopped = 0
                frame.scores[index], tried = LATER - (index + ctx.number) % count, tried - 1
                continue
            if ctx.stopped == ply + 2:
                ctx.stopped = 0
                frame.scores[index], tried, following = 1 << 60, tried - 1, True
                continue
        if ctx.stopped != 0:
            return 0
        if ply == (ctx.base if CLUSTERED else 0):
            ctx.done = tried
        if CLUSTERED and REPEATS:
            reach = ctx.reach if worth >= beta else min(reach, ctx.reach)
        if worth > highest:
            highest = worth
            chosen, leads_to = index, next_record(frame).key
            if worth > lower:
                lower = worth
                if ply == (ctx.base if CLUSTERED else 0):
                    ctx.best, ctx.worth = move, worth
                if CLUSTERED and worth < beta:
                    frame.lower = worth
                    if ctx.nodes - began >= ctx.send_nodes:
                        ctx.on_path = ctx.reach < ply
                        store(ctx, bucket, code, value_to_entry(worth, ply), depth, LOWER, min(chosen, BEST_UNKNOWN), leads_to)
                        send(ctx, bucket, code)
            if worth >= beta:
                frame.killer = move
                slot = history_slot(move, state.turn)
                ctx.history[slot] += min(depth, 30) ** 2
                if ctx.history[slot] > 1 << 18:
                    for spot in range(HISTORY_SLOTS):
                        ctx.history[spot] >>= 1
                break

    # 9. Store the result.
    bound = LOWER if highest >= beta else UPPER if highest <= alpha else EXACT
    if CLUSTERED:
        ctx.on_path, ctx.reach = reach < ply, reach if reach < ply else NOWHERE
    store(ctx, bucket, code, value_to_entry(highest, ply), depth, bound, min(chosen, BEST_UNKNOWN), leads_to)
    if CLUSTERED:
        tell(ctx, frame, bucket, code, depth, ctx.nodes - began)
    return highest
