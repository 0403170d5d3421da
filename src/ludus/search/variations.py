"""The best moves of a position, each with its value and its line.

    ranked(player, state, seat, limit, most=3)       [(move, Report), ...], the best first

A search only proves that the other moves are no better. To rank them, each move is made and what follows is searched, all moves
to the same depth, deeper and deeper; a depth that not every move has reached does not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ludus.rules.errors import LudusError
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.state import StateRecord
from ludus.search.constants import BOUND, DECIDED, WIN
from ludus.search.engine import Engine
from ludus.search.limit import Limit
from ludus.search.montecarlo import MonteCarlo
from ludus.search.player import ComputerPlayer
from ludus.search.report import Report

MOST_CHANCES = 64
"""More things than this that may happen by chance after a move are not looked at one by one."""

DEEPEST = 99


def ranked(
    player: ComputerPlayer, state: StateRecord, seat: int, limit: Limit, most: int, *, past: Iterable[StateRecord] = ()
) -> list[tuple[int, Report]]:
    """The best moves of a seat that may act, the best first; a strategy knows only its own."""
    if isinstance(player, Engine) and most > 1:
        return _searched(player, state, limit, list(past))[:most]
    report = player.choose(state, seat, limit, past=past)
    if report.move is None:
        return []
    return (
        _sampled(player, state, seat, report)[:most] if isinstance(player, MonteCarlo) and most > 1 else [(report.move, report)]
    )


def _searched(engine: Engine, state: StateRecord, limit: Limit, past: list[StateRecord]) -> list[tuple[int, Report]]:
    """Every move, searched to the same depth."""
    begun, nodes, rulebook = time.perf_counter(), 0, engine.rulebook
    mover, past = int(state["turn"]), [*past, state]
    if rulebook.outcome(state) != ONGOING:
        return []
    found: dict[int, Report] = {}
    for depth in range(1, (limit.depth or DEEPEST) + 1):
        deeper: dict[int, Report] = {}
        order = sorted(found, key=lambda move: -found[move].value) if found else rulebook.moves(state)
        for move in order:
            if depth > 1 and found[move].exact:
                deeper[move] = found[move]
                continue
            spent = time.perf_counter() - begun
            left = None if limit.seconds is None or depth == 1 else limit.seconds - spent
            rest = None if limit.nodes is None or depth == 1 else limit.nodes - nodes
            if (left is not None and left <= 0) or (rest is not None and rest <= 0):
                break
            report = _after(engine, rulebook.play(state, move), mover, move, Limit(left, depth - 1, rest, patient=True), past)
            nodes += report.nodes
            if report.completed < 1.0 and depth > 1:
                break
            deeper[move] = report
        seconds = time.perf_counter() - begun
        if len(deeper) == len(order):
            found = deeper
        if len(deeper) < len(order) or all(report.exact for report in found.values()):
            break
    best = sorted(found.items(), key=lambda each: -each[1].value)
    return [(move, replace(report, nodes=nodes, seconds=seconds)) for move, report in best]


def _after(engine: Engine, state: StateRecord, mover: int, move: int, limit: Limit, past: list[StateRecord]) -> Report:
    """What a move is worth for the seat that made it, when the position after it is searched."""
    rulebook = engine.rulebook
    outcome, chances = rulebook.outcome(state), rulebook.chances(state)
    if outcome != ONGOING:
        worth = 0 if outcome == DRAW else WIN - 1 if outcome == mover else 1 - WIN
        return Report(move, worth, True, (move,), 1, 1, 0.0, 1.0)
    if chances:
        return _averaged(engine, state, mover, move, limit, past)
    if limit.depth == 0:
        worth = rulebook.hint("value", state)
        return Report(move, worth if int(state["turn"]) == mover else -worth, False, (move,), 1, 1, 0.0, 1.0)
    below = engine.search(state, limit, past=past)
    worth = below.value if int(state["turn"]) == mover else -below.value
    worth -= (worth > DECIDED) - (worth < -DECIDED)  # a win is one move further away from here
    line, depth = (move, *below.line), below.depth + 1
    return replace(below, move=move, value=worth, line=line, depth=depth, estimate=None, from_book=False)


def _averaged(engine: Engine, state: StateRecord, mover: int, move: int, limit: Limit, past: list[StateRecord]) -> Report:
    """The same where chance decides what follows: the average over everything that may happen."""
    rulebook, chances = engine.rulebook, engine.rulebook.chances(state)
    if chances > MOST_CHANCES:
        raise LudusError(f"{chances} things may happen after a move, too many to compare moves by; ask for the best one only")
    weights = rulebook.weights(state) or [1] * chances
    reports = [_after(engine, rulebook.happen(state, chance), mover, move, limit, past) for chance in range(chances)]
    worth = sum(weight * report.value for weight, report in zip(weights, reports, strict=True)) / sum(weights)
    done, depth = min(report.completed for report in reports), min(report.depth for report in reports)
    return Report(move, round(worth), False, (move,), depth, sum(report.nodes for report in reports), 0.0, done)


def _sampled(player: MonteCarlo, state: StateRecord, seat: int, report: Report) -> list[tuple[int, Report]]:
    """The moves by how often they were tried in games played out at random."""
    moves = player.rulebook.moves(player.rulebook.seen_by(state, seat), seat)
    tried, points = (sum(sampler.found(name, len(moves)) for sampler in player.samplers) for name in ("tried", "points"))
    order = np.argsort(-(tried + points / (tried + 1.0)), kind="stable")
    told = []
    for at in order.tolist():
        share = float(points[at] / tried[at]) if tried[at] else None
        value = 0 if share is None else round((2 * share - 1) * BOUND)
        told.append((moves[at], replace(report, move=moves[at], value=value, share=share, line=(moves[at],))))
    return told
