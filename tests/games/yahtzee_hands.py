"""What the tests of Yahtzee have in common: hands, cards, and moves by their texts."""

import random
from itertools import combinations_with_replacement

from hypothesis import settings

from ludus.games.words import yahtzee as words
from ludus.rules import ONGOING
from ludus.rules.movetext import move_text, read_move, why_not
from ludus.rules.positions import read_position

BOXES = words.BOXES
HANDS = list(combinations_with_replacement(range(1, 7), 5))
LOWER = dict.fromkeys(BOXES[6:], 0)
no_flakes = settings(derandomize=True, deadline=None)


def chance_of(pool):
    """The chance that draws these fifteen dice, given as text: `11111 22222 33333`."""
    return sum((int(die) - 1) * 6**place for place, die in enumerate(pool.replace(" ", "")))


def scoring(alone, dice, **more):
    """The position of a player alone who has to fill a box with these dice."""
    dice, pool = " ".join(dice), " ".join(dice + "1" * 10)
    return read_position(alone, f"YahtzeeBoard; turn 1; {card(**more)}; thrown 1; pool {pool}; dice {dice}; used 5")


def card(bonuses=0, **boxes):
    """The lines of a card with these boxes filled: `card(yahtzee=50, three_of_a_kind=17)`."""
    points = [str(boxes.get(name.replace(" ", "_"), boxes.get(name, -1))) for name in BOXES]
    return f"scores {' '.join(points)}" + (f"; bonuses {bonuses}" if bonuses else "")


def played(rules, state, *texts, seat=None):
    """The position after these moves of one seat."""
    for text in texts:
        state = rules.play(state, read_move(rules, state, text, seat), seat)
    return state


def texts(rules, state, seat=None):
    """The legal moves as text."""
    return [move_text(rules, state, move, seat) for move in rules.moves(state, seat)]


def refused(rules, state, *squares, seat=None):
    """The sentence that refuses these squares."""
    named = [(y - 1) * rules.width + x - 1 for x, y in squares]
    assert rules.find(state, named, seat) is None
    return why_not(rules, state, squares, seat)


def random_game(rules, seed):
    """A random game: its chances and moves with their seats, and all its positions."""
    chance, state, story, positions = random.Random(seed), rules.start(), [], []
    while rules.outcome(state) == ONGOING:
        positions.append(state)
        if rules.chances(state):
            story.append((None, chance.randrange(rules.chances(state))))
            state = rules.happen(state, story[-1][1])
        else:
            seat = chance.choice(rules.acting(state))
            story.append((seat, chance.choice(rules.moves(state, seat))))
            state = rules.play(state, story[-1][1], seat)
    return story, [*positions, state]
