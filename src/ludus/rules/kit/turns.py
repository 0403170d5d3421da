"""Checks of who moves: the turn passes, everybody moves, dice are rolled again."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.rules.kit.remark import Remark
from ludus.rules.kit.sample import Sample
from ludus.rules.play import Happened, Moved
from ludus.rules.state import StateRecord, copy_of

ENOUGH = 12
"""Fewer moves than this that another follows prove nothing: in some games, one player chooses once."""


def the_turn_passes(sample: Sample) -> Iterator[str]:
    """The turn passes from seat to seat, and no seat is left out for whole games."""
    game = sample.file.game
    moved, followed, passed = [0] * game.seats, 0, False
    for walk in sample.walks:
        last = max((at for at, step in enumerate(walk.steps) if isinstance(step, Moved)), default=0)
        for at, step in enumerate(walk.steps):
            if isinstance(step, Moved):
                moved[step.seat] += 1
                followed += at < last
                passed |= int(walk.states[at + 1]["turn"]) != step.seat
    moves, line = sum(moved), sample.source.place(sample.source.line_of("play"))
    if game.seats == 1 or followed < ENOUGH:
        return
    if not passed and game.acts is None:
        state = sample.walks[0].states[0]
        cure = "1 - state.turn" if game.seats == 2 else f"(state.turn + 1) % {game.seats}"
        yield (
            f"{line}play never passes the turn: in {sample.shown(state)} and after each of the {moves} moves played from there "
            f"it is the same seat's turn; end play with state.turn = {cure}"
        )
        return
    for seat in range(game.seats):
        if moved[seat] == 0:
            who = f"{game.team(seat)} (seat {seat})"
            yield f"{line}{who} never moves: {moves} moves in {len(sample.walks)} random games, none of them by that seat"


def dice_are_rolled_again(sample: Sample) -> Iterator[str | Remark]:
    """What chance decides before the first move, and what the rules then depend on, is decided again or used up later."""
    game = sample.file.game
    walks = [walk for walk in sample.walks if any(isinstance(step, Happened) for step in walk.steps)]
    hidden = {*game.secret, *game.private}
    rolled: set[str] = set()
    moves = 0
    for walk in walks:
        seen_move = False
        for at, step in enumerate(walk.steps):
            changed = _changed(sample, walk.states[at], walk.states[at + 1])
            if isinstance(step, Happened):
                if seen_move:
                    return
                rolled |= changed
            else:
                seen_move = True
                moves += 1
                if changed & rolled:
                    return
    if not rolled or rolled & hidden or moves < ENOUGH or not _matters(sample, sorted(rolled)):
        return
    line = sample.source.place(sample.source.line_of("chances"))
    names = " and ".join(sorted(rolled))
    last = walks[0].states[-1]
    yield Remark(
        f"{line}chance decides {names} before the first move and never again: in {sample.shown(last)} the same {names} still "
        f"stands; if it is a die, let play set the field back, so that chances asks for another roll"
    )


def _changed(sample: Sample, before: StateRecord, now: StateRecord) -> set[str]:
    return {name for name in sample.file.game.state.fields if before[name].tobytes() != now[name].tobytes()}


def _matters(sample: Sample, fields: list[str]) -> bool:
    """Whether other numbers in these fields would make other moves, or moves do something else."""
    rulebook = sample.plain
    rolls = [
        (walk.states[at], walk.states[at + 1])
        for walk in sample.walks
        for at, step in enumerate(walk.steps)
        if isinstance(step, Happened)
    ]
    others = {tuple(now[name].tobytes() for name in fields): now for _, now in rolls}
    if len(others) < 2:
        return False
    for walk in sample.walks:
        for state in walk.states[-4:-1]:
            found = set()
            for other in others.values():
                changed = copy_of(state)
                for name in fields:
                    changed[name] = other[name]
                if rulebook.raw_outcome(changed) >= -1 or rulebook.chances(changed):
                    continue
                moves = rulebook.moves(changed)
                after = rulebook.play(changed, moves[0]) if moves else changed
                for name in fields:
                    after[name] = 0
                found.add((tuple(moves), after.tobytes()))
            if len(found) > 1:
                return True
    return False
