"""Conquest positions for tests: made from their pieces, played on, and drawn from random games."""

import random

from ludus.rules import ONGOING
from ludus.rules.movetext import move_text, read_move
from ludus.rules.positions import read_position

KEYS = "key 5 1 1; key 5 8 2"
SIDE = "die 1 1 1 5 3 6; die 2 1 1 1 3 5; die 3 1 1 2 3 1; die 4 1 1 6 3 2; key 5 1 1"  # as B8 gives it


def position(rules, pieces, turn=1, more=""):
    """The state with these pieces."""
    return read_position(rules, f"ConquestBoard; {pieces}; turn {turn}{more}")


def moves_from(rules, state, square):
    """The legal moves of the piece on a square, in alphabetical order."""
    texts = (move_text(rules, state, move) for move in rules.moves(state))
    return sorted(text for text in texts if text.startswith(f"{square}-"))


def played(rules, state, *texts):
    """The state after some moves."""
    for text in texts:
        state = rules.play(state, read_move(rules, state, text))
    return state


def words(rules, state):
    """The pieces by their squares: `{(1, 1): "die536"}`."""
    return {(square.x, square.y): square.piece.word for square in rules.board(state).squares if square.piece}


def random_states(rules, games, seed=1):
    """The states of some random games."""
    luck = random.Random(seed)
    for _ in range(games):
        state = rules.start()
        while rules.outcome(state) == ONGOING:
            yield state
            state = rules.play(state, luck.choice(rules.moves(state)))
        yield state
