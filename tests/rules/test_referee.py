"""The referee: one call says what the rulebook says in many, compiled or not."""

from __future__ import annotations

import random
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.games import GAMES, find_game
from ludus.rules.compiled.loader import QUESTIONS
from ludus.rules.errors import GameFileError
from ludus.rules.gamefile import read_game_file
from ludus.rules.play import Play
from ludus.rules.referee import Facts
from ludus.rules.rulebook import Rulebook


def _walk(rules, luck, most):
    """Random states of a game, each with a step that is taken from it: a seat and its move, or None and a chance."""
    state = rules.start()
    for _ in range(most):
        if rules.outcome(state) >= -1:
            return
        lots = rules.chances(state)
        if lots:
            seat, number = None, luck.randrange(lots)
        else:
            seat = luck.choice(rules.acting(state))
            number = luck.choice(rules.moves(state, seat))
        yield state, seat, number
        state = rules.happen(state, number) if seat is None else rules.play(state, number, seat)


def _looks(rules, state):
    codes, kinds = rules.look(state)
    return list(zip(codes.tolist(), kinds.tolist(), strict=True))


def _by_the_rulebook(rules, before, after):
    """The facts about a position, and what has changed on the board, asked one by one."""
    outcome = rules.outcome(after)
    over = outcome >= -1
    facts = Facts(outcome, 0 if over else rules.chances(after), () if over else tuple(rules.acting(after)))
    looks = enumerate(zip(_looks(rules, before), _looks(rules, after), strict=True))
    return facts, [number for square, (old, new) in looks if new != old for number in (square, *new)]


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=15)
@given(luck=st.randoms(use_true_random=False))
def test_one_call_says_what_the_rulebook_says(rulebook, name, luck):  # B5
    rules = rulebook(name)
    for state, seat, number in _walk(rules, luck, 60):
        if seat is None:
            after, step = rules.happen(state, number), rules.referee.happen(state.tobytes(), number)
        else:
            after, step = rules.play(state, number, seat), rules.referee.play_move(state.tobytes(), seat, number)
            squares = rules.squares(rules.asked(state, seat), number)
            assert rules.referee.play_squares(state.tobytes(), seat, squares) == step
        assert (step.number, step.state) == (number, after.tobytes())
        assert (step.facts, step.changed) == _by_the_rulebook(rules, state, after)
        assert rules.referee.survey(step.state) == step.facts


@pytest.mark.parametrize("name", GAMES)
def test_plain_python_says_the_same(rulebook, name):  # B5
    rules, plain = rulebook(name), rulebook(name, compiled=False)
    for state, seat, number in _walk(rules, random.Random(3), 12):
        whole = state.tobytes()
        assert plain.referee.survey(whole) == rules.referee.survey(whole)
        if seat is None:
            assert plain.referee.happen(whole, number) == rules.referee.happen(whole, number)
        else:
            assert plain.referee.play_move(whole, seat, number) == rules.referee.play_move(whole, seat, number)


def test_counting_does_not_wait_for_the_referee_to_be_compiled():
    rules = Rulebook(find_game("tic-tac-toe"))
    rules.moves(rules.start())
    assert "referee" not in vars(rules)
    Play(rules)
    assert "referee" in vars(rules)


def test_what_is_not_legal_is_refused(rulebook):  # B7
    rules = rulebook("conquest")
    whole, _ = rules.opening
    assert rules.referee.play_move(whole, 0, 1_000_000) is None
    for squares in ([], [0], [0, 1, 2], [1, 1], [0] * 64, [0] * 65):
        assert rules.referee.play_squares(whole, 0, squares) is None


def test_each_thread_has_a_buffer_of_its_own(rulebook):
    rules = rulebook("othello")
    walks = {seed: list(_walk(rules, random.Random(seed), 40)) for seed in range(4)}
    wrong = []

    def follow(seed):
        for _ in range(20):
            for state, seat, move in walks[seed]:
                step = rules.referee.play_move(state.tobytes(), seat, move)
                if step is None or step.state != rules.play(state, move, seat).tobytes():
                    wrong.append(seed)

    threads = [threading.Thread(target=follow, args=[seed]) for seed in walks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


FORGETFUL = '''
"""Forgetful: the outcome is not always a number."""

from ludus.rules import ONGOING, Game, State, rule

state = State(cells=("i1", (2, 2)), turn="i1")


@rule
def legal(state, moves):
    moves[0] = 0
    return 1


@rule
def play(state, move):
    state.cells[0, 0] += 1


@rule
def outcome(state):
    if state.cells[0, 0] < 1:
        return ONGOING


GAME = Game(name="Forgetful", board=(2, 2), state=state, most_moves=1, legal=legal, play=play, outcome=outcome)
'''


def test_a_rule_that_returns_nothing_is_explained_in_the_authors_words(tmp_path):
    path = tmp_path / "forgetful.py"
    path.write_text(FORGETFUL, encoding="utf-8")
    for compiled in (True, False):
        rules = Rulebook(read_game_file(path), compiled=compiled)
        with pytest.raises(GameFileError, match="sometimes returns nothing; every path must return a number"):
            rules.referee.play_move(rules.opening[0], 0, 0)


def test_a_move_keeps_pythons_lock_and_what_takes_long_gives_it_away(rulebook):
    rules = rulebook("tic-tac-toe")
    assert not rules.referee._play_squares.targetoptions["nogil"]
    assert rules.loaded.kernel(QUESTIONS)["list_moves"].targetoptions["nogil"]  # rules that never end must not stop the watch
