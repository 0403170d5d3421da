"""The environments keep the promises that Gymnasium and PettingZoo check."""

from __future__ import annotations

import warnings

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import ludus
from ludus.rl import SeatsEnv, SingleEnv


@pytest.mark.parametrize("name", ["connect-four", "checkers", "yahtzee"])
def test_gymnasium_finds_nothing_wrong(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SingleEnv(ludus.load(name)), skip_render_check=True)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "checkers", "yahtzee"])
def test_pettingzoo_finds_nothing_wrong(name):
    game = ludus.load(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(SeatsEnv(game), num_cycles=100)
        seed_test(lambda: SeatsEnv(game), num_cycles=20)


def test_a_learner_plays_against_an_opponent():
    game = ludus.load("tic-tac-toe")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = SingleEnv(game, seat=1, opponent=game.player(4))
    seen, _ = env.reset(seed=1)
    assert seen["observation"][0].sum() == 1  # the opponent has begun
    assert seen["action_mask"].sum() == 8
    over, reward = False, 0.0
    while not over:
        seen, reward, over, _, told = env.step(int(seen["action_mask"].argmax()))
    assert reward in (-1.0, 0.0)
    assert told["ending"] in env.render()


def test_an_illegal_action_ends_the_game_and_is_told():
    env = SingleEnv(ludus.load("tic-tac-toe"))
    env.reset(seed=1)
    _, reward, over, _, told = env.step(99)
    assert (reward, over) == (-1.0, True)
    assert told == {"illegal": "the mask of actions does not allow it"}
