"""The Yahtzee card: its boxes, its place on the board, its pictures, and what is impossible about a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations_with_replacement
from typing import Any

from ludus.rules import Piece
from ludus.rules.pictures import label, pips, ring, svg, team_colour, tile

BOXES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("three of a kind", "four of a kind", "full house", "small straight", "large straight", "yahtzee", "chance"),
)

# The bottom row holds the viewer's own dice. Above it each team has its card, upper boxes over lower ones:
#
#     y=5 | ones   twos   threes fours fives sixes   bonus   total     team 2
#     y=4 | 3-kind 4-kind house  small large yahtzee chance  extra
#     y=3 | ones   twos   threes fours fives sixes   bonus   total     team 1
#     y=2 | 3-kind 4-kind house  small large yahtzee chance  extra
#     y=1 | die    die    die    die   die           roll
#       x =  1      2      3      4     5     6       7       8
ROLL, BONUS, EXTRA, TOTAL = 6, 13, 14, 15  # the roll square, and what a card shows besides boxes 0 to 12
ON_CARD = (6, 7, 8, 9, 10, 11, 12, EXTRA, 0, 1, 2, 3, 4, 5, BONUS, TOTAL)  # by square of the card, from its lower left
NO_BOXES = ("bonus", "extra", "total", "die", "roll", "blank")
SQUARE_TYPES = (*BOXES[:6], "3-kind", "4-kind", "house", "small", "large", *BOXES[11:], *NO_BOXES)
BOTTOM_ROW = (16, 16, 16, 16, 16, 18, 17, 18)  # the types of the squares there

FACES = range(1, 7)


def picture(piece: Piece) -> str:
    """A white die, a green ring with the rolls left, or points in the team's colour."""
    (number,) = piece.details
    if piece.type == "die":
        return svg(tile("#fdfcf5"), pips(number, "#222"))
    return svg(ring("#3aa655") if piece.type == "rolls" else "", label(str(number), team_colour(piece.team)))


def first_flaw(state: Any, rerolls: int, score: Callable[..., int], may_fill: Callable[..., bool]) -> str | None:
    """The first thing that is impossible, in a sentence, or None; `score` and `may_fill` are rules of the game."""
    flaws = chain(flaws_of_cards(state, score), flaws_of_dice(state), flaws_of_hands(state, rerolls, may_fill))
    return next((sentence for is_so, sentence in flaws if is_so), None)


def filled(card: Any) -> int:
    """How many boxes of a card are filled."""
    return sum(points >= 0 for points in card)


def flaws_of_cards(state: Any, score: Callable[..., int]) -> Iterator[tuple[bool, str]]:
    """Points that five dice cannot be worth, cards of different length, and bonuses that nobody earned."""
    hands = list(combinations_with_replacement(FACES, 5))
    for box, name in enumerate(BOXES):
        worths = {-1, 0, *(score(*hand, box) for hand in hands)}
        for team, card in enumerate(state.scores, 1):
            yield card[box] not in worths, f"team {team} cannot have {card[box]} points in {name}"
    rounds = filled(state.scores[0])
    for team, (card, bonuses) in enumerate(zip(state.scores, state.bonuses, strict=True), 1):
        most = filled(card) - 1 if card[BOXES.index("yahtzee")] > 0 else 0
        yield filled(card) != rounds, f"team {team} has filled {filled(card)} boxes, but team 1 has filled {rounds}"
        yield not 0 <= bonuses <= most, f"team {team} has {bonuses} yahtzee bonuses, not 0 to {most}"


def flaws_of_dice(state: Any) -> Iterator[tuple[bool, str]]:
    """Dice on the table when there should be none, or a pool that is not fifteen dice."""
    rounds = filled(state.scores[0])
    fits = 0 <= state.thrown <= (rounds < len(BOXES))
    yield not fits, f"thrown cannot be {state.thrown} with {rounds} boxes filled: it is 1 while dice lie on the table"
    yield (state.pool.any() or state.dice.any()) and not state.thrown, "there are dice, but no line says thrown 1"
    fits = not state.thrown or set(state.pool) <= set(FACES)
    yield not fits, f"the pool is fifteen dice from 1 to 6, not {' '.join(map(str, state.pool))}"


def flaws_of_hands(state: Any, rerolls: int, may_fill: Callable[..., bool]) -> Iterator[tuple[bool, str]]:
    """Hands that cannot come from the pool, and choices that the rules do not allow."""
    pool = list(state.pool)
    for seat, hand in enumerate(state.dice if state.thrown else ()):
        cannot, dice, used, rolls = f"team {seat + 1} cannot", list(hand), state.used[seat], state.rolls[seat]
        possible = 0 <= rolls <= rerolls and len(dice) <= used <= len(pool) - len(dice) * rolls
        yield not possible, f"{cannot} have {rolls} rolls left and {used} dice of the pool used"
        possible = dice == sorted(dice) and all(dice.count(die) <= pool[:used].count(die) for die in dice)
        yield not possible, f"{cannot} hold {' '.join(map(str, dice))}: dice are sorted, and come from the used part of the pool"
        box = state.chosen[seat] - 1
        possible = box == -1 or (rolls == 0 and 0 <= box < len(BOXES) and may_fill(state, seat, box))
        yield not possible, f"{cannot} have chosen box {box + 1}"
    yield state.chosen.all(), "every team has chosen a box, so the round is over"
