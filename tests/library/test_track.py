"""A match goes the way a `Play` goes, which is slower and obvious."""

from __future__ import annotations

import random

import pytest

import ludus
from ludus.rules.play import Play

GAMES = [
    ("connect-four", True),
    ("connect-four", False),
    ("checkers", True),
    ("santorini", True),
    ("yahtzee", True),
    ("tic-tac-toe", False),
]


@pytest.mark.parametrize(("name", "compiled"), GAMES)
def test_a_match_equals_a_play(name, compiled):
    game = ludus.load(name, compiled=compiled)
    luck = random.Random(name)
    for _ in range(3 if compiled else 1):
        match, play = game.start(draw=False), Play(game.rulebook)
        while not play.result and len(play.steps) < 200:
            assert (match.acting, match.chances, match.outcome) == (play.acting, play.chances, None)
            if play.chances:
                chance = luck.randrange(play.chances)
                play.happen(chance)
                match.happen(chance)
                continue
            seat = luck.choice(play.acting)
            moves = game.rulebook.moves(play.state, seat)
            assert match.listed(seat) == moves
            move = luck.choice(moves)
            assert match.path(move, seat) == game.rulebook.squares(game.rulebook.asked(play.state, seat), move)
            assert match.named(match.path(move, seat), seat) == move
            play.play(seat, move)
            match.push(move, seat if len(play.acting) > 1 or game.file.game.acts else None)
            assert match.record.tobytes() == play.state.tobytes()
        assert match.steps == play.steps
        assert match.outcome == play.result


def test_taking_back_leads_through_the_same_states():
    game = ludus.load("connect-four")
    match, seen = game.start(), []
    for move in (3, 3, 2, 4, 1):
        seen.append(match.record.tobytes())
        match.push(move)
    for state in reversed(seen):
        assert match.undo().record.tobytes() == state


def test_perft_by_pushing_and_taking_back():
    game = ludus.load("connect-four")
    match = game.start()

    def count(depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in match.listed() if not match.over else []:
            match.push(move)
            total += count(depth - 1)
            match.undo()
        return total

    assert count(4) == game.perft(4) == sum(game.divide(4).values()) == 2401
