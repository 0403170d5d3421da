"""Many games at once go the way each of them would go alone."""

from __future__ import annotations

import numpy as np
import pytest

import ludus
from ludus.rl import GameBatch


@pytest.mark.parametrize("name", ["connect-four", "tic-tac-toe", "checkers"])
def test_a_batch_plays_like_matches(name):
    game = ludus.load(name)
    batch = GameBatch(game, 6, again=False)
    matches = [game.start() for _ in range(6)]
    for _ in range(60):
        actions = batch.random_actions()
        before = batch.outcome.copy()
        for at, match in enumerate(matches):
            if before[at] == -2:
                moves = match.listed()
                allowed = np.flatnonzero(batch.mask[at]).tolist()
                assert allowed == (sorted(moves) if batch.kind == "number" else list(range(len(moves))))
                match.play_move(int(actions[at]) if batch.kind == "number" else moves[actions[at]])
        batch.step(actions)
        for at, match in enumerate(matches):
            assert batch.states[at].tobytes() == match.record.tobytes()
            if not match._repeated:  # a batch does not count how often a position has come up
                assert bool(batch.over[at]) == match.over
                assert batch.turn[at] == (-1 if match.over else match.turn)
    if name == "tic-tac-toe":
        winners = [match.outcome.winner for match in matches]
        assert batch.outcome.tolist() == [-1 if winner is None else winner for winner in winners]
        assert batch.rewards().tolist() == [[0, 0] if w is None else [1 - 2 * w, 2 * w - 1] for w in winners]


def test_games_that_are_over_begin_anew():
    batch = GameBatch(ludus.load("tic-tac-toe"), 50)
    for _ in range(200):
        ended = batch.over
        batch.step(batch.random_actions())
        assert (batch.states["cells"][ended] == 0).all()
        assert (batch.mask.any(axis=1) == ~batch.over).all()


def test_an_illegal_action_is_refused_with_the_game_it_is_in():
    batch = GameBatch(ludus.load("tic-tac-toe"), 3)
    batch.step([4, 4, 4])
    with pytest.raises(ludus.LudusError, match=r"action 4 is not legal in game 1; its mask allows \[0 1 2 3 5 6 7 8\]"):
        batch.step([0, 4, 0])
    with pytest.raises(ludus.LudusError, match="3 actions are expected"):
        batch.step([1])
    with pytest.raises(ludus.LudusError, match="give actions=9"):
        GameBatch(ludus.load("tic-tac-toe"), 3, actions=5)


def test_the_board_can_be_seen_and_chance_happens_by_the_seed():
    batch = GameBatch(ludus.load("tic-tac-toe"), 2)
    batch.step([4, 0])
    assert batch.observation()[0].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert repr(batch) == "<2 games of Tic-tac-toe, 0 over, 9 actions>"
    first, second = (GameBatch(ludus.load("santorini"), 64, seed=seed) for seed in (1, 1))
    assert (first.states == second.states).all()
    assert len({state.tobytes() for state in first.states}) > 1
