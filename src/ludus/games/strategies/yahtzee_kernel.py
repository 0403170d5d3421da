# ruff: noqa: F821  the rules of the game are filled in by the loader
"""The compiled loops of the Yahtzee strategy, over the rules of the game file for a player alone.

Ways to keep dice are numbered by how many are kept, so that one more die is always a higher number:

    0 nothing | 1..6 one die | 7..27 two | 28..83 three | 84..209 four | 210..461 all five: the hands

`worth` has a row for each of them and a column for each upper total that is looked at, the first for `lowest`. At first the row
of a hand holds what it is worth if it must be scored. `keep_dice` fills the rows above from that, and `choose_keeps` gives each
hand the worth of its best way to keep, which is what hands are worth one roll earlier. `constants` holds what never changes,
`buffer` is working memory; both are made by `yahtzee_solver`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import bits, rule
from ludus.rules.state import copy_into

legal: Callable[..., int]
play: Callable[..., None]
setup: Callable[..., None]
happen: Callable[..., None]
next_random: Callable[..., int]

KEEPS, ROWS, DICE, FACES = 210, 462, 5, 6  # rows below KEEPS keep fewer than all five dice
EVERY_KEEP = 31
FULL = bits(0xFFFF_FFFF_FFFF_FFFF)
SPREAD, TOP_BITS = bits(0x2545_F491_4F6C_DD1D), bits(20)  # multiply a random number by SPREAD, then drop TOP_BITS low bits


# One turn, backwards


@rule
def score_hands(table: Any, constants: Any, buffer: Any, filled: int, fifty: int, lowest: int, columns: int, worth: Any) -> None:
    """What each hand is worth if it must be scored: every box that the rules allow is tried, and the best one counts."""
    state, after = buffer.state, buffer.after
    state.thrown = 1
    for box in range(constants.boxes):
        state.scores[0, box] = 0 if filled >> box & 1 else -1
    if fifty:
        state.scores[0, constants.yahtzee] = 50
    for row in range(KEEPS, ROWS):
        for place in range(DICE):
            state.dice[0, place] = constants.dice[row - KEEPS, place]
        for column in range(columns):
            worth[row, column] = 0.0
        for index in range(legal(state, buffer.moves)):
            box = buffer.moves[index] - constants.fill
            copy_into(after, state)
            play(after, buffer.moves[index])
            points = after.scores[0, box]
            gain = points + constants.extra * after.bonuses[0]
            rise = lowest + (points if box < constants.upper else 0)
            then = table[filled | 1 << box, 1 if after.scores[0, constants.yahtzee] > 0 else 0]
            for column in range(columns):
                best = gain + then[min(column + rise, constants.enough)]
                if best > worth[row, column]:
                    worth[row, column] = best


@rule
def keep_dice(constants: Any, worth: Any, columns: int) -> None:
    """What each way to keep dice is worth, from the worth of the hands that may follow."""
    for row in range(KEEPS - 1, -1, -1):
        a, b, c = constants.more[row, 0], constants.more[row, 1], constants.more[row, 2]
        d, e, f = constants.more[row, 3], constants.more[row, 4], constants.more[row, 5]
        for column in range(columns):
            three = worth[a, column] + worth[b, column] + worth[c, column]
            worth[row, column] = (three + worth[d, column] + worth[e, column] + worth[f, column]) / 6.0


@rule
def choose_keeps(constants: Any, worth: Any, columns: int) -> None:
    """Give each row its best worth: its own, or that of keeping one die fewer, which is already the best."""
    for row in range(1, ROWS):
        for face in range(FACES):
            fewer = constants.less[row, face]
            if fewer != row:
                for column in range(columns):
                    if worth[fewer, column] > worth[row, column]:
                        worth[row, column] = worth[fewer, column]


@rule
def roll_back(constants: Any, worth: Any, columns: int) -> None:
    """Turn what hands are worth into what they are worth with one more roll."""
    keep_dice(constants, worth, columns)
    choose_keeps(constants, worth, columns)


@rule
def columns_of(constants: Any, filled: int) -> int:
    """How many upper totals can be reached with these boxes filled, from 0 on."""
    most = 0
    for box in range(constants.upper):
        most += DICE * (box + 1) * (filled >> box & 1)
    return min(most, constants.enough) + 1


@rule
def solve(table: Any, constants: Any, buffer: Any, cards: Any, worth: Any) -> None:
    """Write the expected further points of these cards, given by their filled boxes, into the table."""
    for filled in cards:
        columns = columns_of(constants, filled)
        for fifty in range(1 + (filled >> constants.yahtzee & 1)):
            score_hands(table, constants, buffer, filled, fifty, 0, columns, worth)
            roll_back(constants, worth, columns)
            roll_back(constants, worth, columns)
            keep_dice(constants, worth, columns)
            for column in range(columns):
                table[filled, fifty, column] = worth[0, column]


# One turn, forwards


@rule
def best_keep(constants: Any, dice: Any, kept: Any, scored: Any, column: int) -> int:
    """The dice to keep, as bits: the best of `kept`, or all five if nothing beats scoring them."""
    best, most = EVERY_KEEP, 0.0
    for keep in range(EVERY_KEEP, -1, -1):
        row = row_of(constants, dice, keep)
        found = scored[row, column] if keep == EVERY_KEEP else kept[row, column]
        if keep == EVERY_KEEP or found > most:
            best, most = keep, found
    return best


@rule
def row_of(constants: Any, dice: Any, keep: int) -> int:
    """The number of a way to keep some of these dice."""
    row = 0
    for place in range(DICE):
        if keep >> place & 1:
            row = constants.more[row, dice[place] - 1]
    return row


@rule
def best_box(table: Any, constants: Any, buffer: Any, state: Any, filled: int, upper: int) -> int:
    """The move that fills the best box with the dice of a state."""
    best, most = -1, -1.0
    for index in range(legal(state, buffer.moves)):
        move = buffer.moves[index]
        box = move - constants.fill
        copy_into(buffer.after, state)
        play(buffer.after, move)
        points = buffer.after.scores[0, box]
        rise = points if box < constants.upper else 0
        fifty = 1 if buffer.after.scores[0, constants.yahtzee] > 0 else 0
        gain = points + constants.extra * (buffer.after.bonuses[0] - state.bonuses[0])
        found = gain + table[filled | 1 << box, fifty, min(upper + rise, constants.enough)]
        if found > most:
            best, most = move, found
    return best


@rule
def final_hands(constants: Any, scored: Any, first: int, chance: Any) -> None:
    """Write down how likely each hand is at the end of a turn played for the mean, from a first hand, or from no dice yet (0)."""
    later = scored.copy()
    keep_dice(constants, later, 1)
    sooner = later.copy()
    choose_keeps(constants, sooner, 1)
    keep_dice(constants, sooner, 1)
    chance[first] = 1.0
    throw(constants, chance)
    for rolls in range(2, 0, -1):
        kept = sooner if rolls == 2 else later
        for row in range(KEEPS, ROWS):
            likely = chance[row]
            if likely > 0.0:
                hand = constants.dice[row - KEEPS]
                keep = best_keep(constants, hand, kept, scored, 0)
                if keep != EVERY_KEEP:
                    chance[row] = 0.0
                    chance[row_of(constants, hand, keep)] += likely
        throw(constants, chance)


@rule
def throw(constants: Any, chance: Any) -> None:
    """Roll the dice that are not kept, one by one."""
    for row in range(KEEPS):
        for face in range(FACES):
            chance[constants.more[row, face]] += chance[row] / 6.0
        chance[row] = 0.0


# Whole games


@rule
def simulate(table: Any, constants: Any, buffer: Any, states: Any, luck: int, totals: Any) -> None:
    """Play a game from each of these states to the end by the table, and write down the totals.

    Games wait in lists, one for each card. Filling a box makes the number of a card higher, so going through the cards once
    plays all games to the end, and each card is worked out once.
    """
    cards = 2 * table.shape[0]
    first, following = np.full(cards, -1), np.empty(len(states), np.int64)
    scored = np.empty((ROWS, table.shape[2]))
    for game in range(len(states)):
        wait(constants, states[game], game, first, following)
    for card in range(cards):
        game, filled = first[card], card // 2
        if game < 0 or filled + 1 == table.shape[0]:
            continue
        columns = columns_of(constants, filled)
        score_hands(table, constants, buffer, filled, card % 2, 0, columns, scored)
        later = scored.copy()
        keep_dice(constants, later, columns)
        sooner = later.copy()
        choose_keeps(constants, sooner, columns)
        keep_dice(constants, sooner, columns)
        while game >= 0:
            after, state = following[game], states[game]
            luck = next_random(luck)
            happen(state, int(((luck * SPREAD) & FULL) >> TOP_BITS) % constants.throws)
            column = upper_total(constants, state)
            play(state, best_keep(constants, state.dice[0], sooner, scored, column))
            if state.rolls[0] > 0:
                play(state, best_keep(constants, state.dice[0], later, scored, column))
            play(state, best_box(table, constants, buffer, state, filled, column))
            wait(constants, state, game, first, following)
            game = after
    for game in range(len(states)):
        scores = states[game].scores[0]
        fifty, upper = 1 if scores[constants.yahtzee] > 0 else 0, upper_total(constants, states[game])
        totals[game] = scores.sum() + constants.extra * states[game].bonuses[0] + table[table.shape[0] - 1, fifty, upper]


@rule
def wait(constants: Any, state: Any, game: int, first: Any, following: Any) -> None:
    """Put a game into the list of its card."""
    card = 1 if state.scores[0, constants.yahtzee] > 0 else 0
    for box in range(constants.boxes):
        card += 2 << box if state.scores[0, box] >= 0 else 0
    following[game] = first[card]
    first[card] = game


@rule
def upper_total(constants: Any, state: Any) -> int:
    """The points in the upper boxes, as far as they count."""
    upper = 0
    for box in range(constants.upper):
        upper += max(0, state.scores[0, box])
    return min(upper, constants.enough)
