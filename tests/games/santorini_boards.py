"""Santorini positions for tests: their moves, what follows, and states from random games."""

import random

from ludus.rules import ONGOING
from ludus.rules.movetext import move_text, read_move, why_not
from ludus.rules.notation import square_number
from ludus.rules.positions import read_position

FLAT = "000000/000000/000000/000000/000000/000000"
EXAMPLE = "6 1 b2,e5 b5,e2 000000/010000/000000/000000/002000/000000"


def moves(rules, position, start=""):
    """The legal moves of a position that begin so, in alphabetical order."""
    state = read_position(rules, position)
    texts = (move_text(rules, state, move) for move in rules.moves(state))
    return sorted(text for text in texts if text.startswith(start))


def after(rules, position, *texts):
    """The state after some moves."""
    state = read_position(rules, position)
    for text in texts:
        state = rules.play(state, read_move(rules, state, text))
    return state


def walks(rules, position, start):
    """The squares to which the worker on a square may move."""
    return {text[3:5] for text in moves(rules, position, start)}


def builds(rules, position, start):
    """The squares on which may be built after a move."""
    return {text.partition("+")[2] for text in moves(rules, position, f"{start}+")}


def refusal(rules, position, *names):
    """Why the move over these squares is refused."""
    state = read_position(rules, position)
    squares = [square_number(name, rules.game.board) for name in names]
    assert rules.find(state, squares) is None
    return why_not(rules, state, [rules.xy(square) for square in squares])


def random_states(rules, games, seed=1):
    """The states of some random games."""
    luck = random.Random(seed)
    for _ in range(games):
        state = rules.start()
        while rules.outcome(state) == ONGOING:
            yield state
            lots = rules.chances(state)
            state = rules.happen(state, luck.randrange(lots)) if lots else rules.play(state, luck.choice(rules.moves(state)))
        yield state
