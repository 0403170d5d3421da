# ruff: noqa: F821  the rules of the game are filled in by the loader
"""The compiled loops of the Yahtzee strategy, over the rules of the game file for a player alone.

Ways to keep dice are numbered by how many are kept, so that one more die is always a higher number:

    0 nothing | 1..6 one die | 7..27 two | 28..83 three | 84..209 four | 210..461 all five: the hands

`worth` has a row for each of them and a column for each upper total that is looked at, the first for `lowest`. What a hand is
worth when it must be scored stands in its row first; `keep_dice` fills the rows above from it, `choose_keeps` brings each hand
to its best way to keep, and that is what hands are worth one roll earlier. `lore` holds what never changes, `desk` is working
memory; both are made by `yahtzee_solver`.
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
SPREAD, TOP_BITS = bits(0x2545_F491_4F6C_DD1D), bits(20)  # multiply a random number by the first, and drop so many low bits


# One turn, backwards


@rule
def score_hands(table: Any, lore: Any, desk: Any, filled: int, fifty: int, lowest: int, columns: int, worth: Any) -> None:
    """What each hand is worth when it must be scored: every box the rules allow is played out, and the best one counts."""
    state, after = desk.state, desk.after
    state.thrown = 1
    for box in range(lore.boxes):
        state.scores[0, box] = 0 if filled >> box & 1 else -1
    if fifty:
        state.scores[0, lore.yahtzee] = 50
    for row in range(KEEPS, ROWS):
        for place in range(DICE):
            state.dice[0, place] = lore.dice[row - KEEPS, place]
        for column in range(columns):
            worth[row, column] = 0.0
        for index in range(legal(state, desk.moves)):
            box = desk.moves[index] - lore.fill
            copy_into(after, state)
            play(after, desk.moves[index])
            points = after.scores[0, box]
            gain = points + lore.extra * after.bonuses[0]
            rise = lowest + (points if box < lore.upper else 0)
            then = table[filled | 1 << box, 1 if after.scores[0, lore.yahtzee] > 0 else 0]
            for column in range(columns):
                best = gain + then[min(column + rise, lore.enough)]
                if best > worth[row, column]:
                    worth[row, column] = best


@rule
def keep_dice(lore: Any, worth: Any, columns: int) -> None:
    """What each way to keep dice is worth, from what the hands are worth that may come of it."""
    for row in range(KEEPS - 1, -1, -1):
        a, b, c = lore.more[row, 0], lore.more[row, 1], lore.more[row, 2]
        d, e, f = lore.more[row, 3], lore.more[row, 4], lore.more[row, 5]
        for column in range(columns):
            three = worth[a, column] + worth[b, column] + worth[c, column]
            worth[row, column] = (three + worth[d, column] + worth[e, column] + worth[f, column]) / 6.0


@rule
def choose_keeps(lore: Any, worth: Any, columns: int) -> None:
    """Bring each row to its best: the way itself, or a way to keep one die fewer, which is at its best already."""
    for row in range(1, ROWS):
        for face in range(FACES):
            fewer = lore.less[row, face]
            if fewer != row:
                for column in range(columns):
                    if worth[fewer, column] > worth[row, column]:
                        worth[row, column] = worth[fewer, column]


@rule
def roll_back(lore: Any, worth: Any, columns: int) -> None:
    """From what hands are worth to what they are worth with one more roll."""
    keep_dice(lore, worth, columns)
    choose_keeps(lore, worth, columns)


@rule
def columns_of(lore: Any, filled: int) -> int:
    """How many upper totals can be reached with these boxes filled, from 0 on."""
    most = 0
    for box in range(lore.upper):
        most += DICE * (box + 1) * (filled >> box & 1)
    return min(most, lore.enough) + 1


@rule
def solve(table: Any, lore: Any, desk: Any, cards: Any, worth: Any) -> None:
    """Write the expected further points of these cards, given by their filled boxes, into the table."""
    for filled in cards:
        columns = columns_of(lore, filled)
        for fifty in range(1 + (filled >> lore.yahtzee & 1)):
            score_hands(table, lore, desk, filled, fifty, 0, columns, worth)
            roll_back(lore, worth, columns)
            roll_back(lore, worth, columns)
            keep_dice(lore, worth, columns)
            for column in range(columns):
                table[filled, fifty, column] = worth[0, column]


# One turn, forwards


@rule
def best_keep(lore: Any, dice: Any, kept: Any, scored: Any, column: int) -> int:
    """The dice to keep, as bits: the best of `kept`, or all five where nothing is better than to score them."""
    best, most = EVERY_KEEP, 0.0
    for keep in range(EVERY_KEEP, -1, -1):
        row = row_of(lore, dice, keep)
        found = scored[row, column] if keep == EVERY_KEEP else kept[row, column]
        if keep == EVERY_KEEP or found > most:
            best, most = keep, found
    return best


@rule
def row_of(lore: Any, dice: Any, keep: int) -> int:
    """The number of a way to keep some of these dice."""
    row = 0
    for place in range(DICE):
        if keep >> place & 1:
            row = lore.more[row, dice[place] - 1]
    return row


@rule
def best_box(table: Any, lore: Any, desk: Any, state: Any, filled: int, upper: int) -> int:
    """The move that fills the best box with the dice of a state."""
    best, most = -1, -1.0
    for index in range(legal(state, desk.moves)):
        move = desk.moves[index]
        box = move - lore.fill
        copy_into(desk.after, state)
        play(desk.after, move)
        points = desk.after.scores[0, box]
        rise = points if box < lore.upper else 0
        fifty = 1 if desk.after.scores[0, lore.yahtzee] > 0 else 0
        gain = points + lore.extra * (desk.after.bonuses[0] - state.bonuses[0])
        found = gain + table[filled | 1 << box, fifty, min(upper + rise, lore.enough)]
        if found > most:
            best, most = move, found
    return best


@rule
def final_hands(lore: Any, scored: Any, first: int, chance: Any) -> None:
    """Write down how likely each hand is at the end of a turn played for the mean, from a first hand or, 0, from no dice yet."""
    later = scored.copy()
    keep_dice(lore, later, 1)
    sooner = later.copy()
    choose_keeps(lore, sooner, 1)
    keep_dice(lore, sooner, 1)
    chance[first] = 1.0
    throw(lore, chance)
    for rolls in range(2, 0, -1):
        kept = sooner if rolls == 2 else later
        for row in range(KEEPS, ROWS):
            likely = chance[row]
            if likely > 0.0:
                hand = lore.dice[row - KEEPS]
                keep = best_keep(lore, hand, kept, scored, 0)
                if keep != EVERY_KEEP:
                    chance[row] = 0.0
                    chance[row_of(lore, hand, keep)] += likely
        throw(lore, chance)


@rule
def throw(lore: Any, chance: Any) -> None:
    """Roll the dice that are not kept, one after the other."""
    for row in range(KEEPS):
        for face in range(FACES):
            chance[lore.more[row, face]] += chance[row] / 6.0
        chance[row] = 0.0


# Whole games


@rule
def simulate(table: Any, lore: Any, desk: Any, states: Any, luck: int, totals: Any) -> None:
    """Play a game from each of these states to the end by the table, and write down the totals.

    Games wait in lists, one for each card. Filling a box makes the number of a card higher, so that going through the cards
    once plays all games to the end, and each card is thought about once.
    """
    cards = 2 * table.shape[0]
    first, following = np.full(cards, -1), np.empty(len(states), np.int64)
    scored = np.empty((ROWS, table.shape[2]))
    for game in range(len(states)):
        wait(lore, states[game], game, first, following)
    for card in range(cards):
        game, filled = first[card], card // 2
        if game < 0 or filled + 1 == table.shape[0]:
            continue
        columns = columns_of(lore, filled)
        score_hands(table, lore, desk, filled, card % 2, 0, columns, scored)
        later = scored.copy()
        keep_dice(lore, later, columns)
        sooner = later.copy()
        choose_keeps(lore, sooner, columns)
        keep_dice(lore, sooner, columns)
        while game >= 0:
            after, state = following[game], states[game]
            luck = next_random(luck)
            happen(state, int(((luck * SPREAD) & FULL) >> TOP_BITS) % lore.throws)
            column = upper_total(lore, state)
            play(state, best_keep(lore, state.dice[0], sooner, scored, column))
            if state.rolls[0] > 0:
                play(state, best_keep(lore, state.dice[0], later, scored, column))
            play(state, best_box(table, lore, desk, state, filled, column))
            wait(lore, state, game, first, following)
            game = after
    for game in range(len(states)):
        scores = states[game].scores[0]
        fifty, upper = 1 if scores[lore.yahtzee] > 0 else 0, upper_total(lore, states[game])
        totals[game] = scores.sum() + lore.extra * states[game].bonuses[0] + table[table.shape[0] - 1, fifty, upper]


@rule
def wait(lore: Any, state: Any, game: int, first: Any, following: Any) -> None:
    """Put a game into the list of its card."""
    card = 1 if state.scores[0, lore.yahtzee] > 0 else 0
    for box in range(lore.boxes):
        card += 2 << box if state.scores[0, box] >= 0 else 0
    following[game] = first[card]
    first[card] = game


@rule
def upper_total(lore: Any, state: Any) -> int:
    """The points in the upper boxes, as far as they count."""
    upper = 0
    for box in range(lore.upper):
        upper += max(0, state.scores[0, box])
    return min(upper, lore.enough)
