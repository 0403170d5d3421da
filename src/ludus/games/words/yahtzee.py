"""The Yahtzee card: its boxes, its place on the board, its pictures, why a move is refused, and what is impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations_with_replacement
from typing import Any

from ludus.rules import DRAW, Piece
from ludus.rules.pictures import label, pips, ring, svg, team_colour, tile
from ludus.rules.shared_reasons import Reason

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

NAMES = {
    **{name: box for box, name in enumerate(BOXES)},
    **{name: box for box, name in enumerate(SQUARE_TYPES[: len(BOXES)])},
    **{f"{digit} of a kind": 3 + int(digit) for digit in "34"},
}
"""Every box by its full name, and by the name on the board."""

FACES = range(1, 7)
FILL = 32  # a move from here on fills a box; below, it keeps dice
ROLLS_LEFT, SCORES = 7, 10  # pieces: 1 to 6 a die, 7 to 9 the rolls left, then points and whose they are
DICE, WIDTH, CARD = 5, 8, 16  # dice of a player, columns of the board, squares of a card


def piece(code: int, seats: int) -> Piece:
    """A die, the rolls left, or a team's points."""
    if code < SCORES:
        word, number = ("die", code) if code < ROLLS_LEFT else ("rolls", code - ROLLS_LEFT)
        return Piece(word, 0, str(number), details=(number,))
    points, seat = divmod(code - SCORES, seats)
    return Piece("score", seat + 1, str(points), details=(points,))  # drawn above the name of its box


def whose_cards(seats: int) -> Callable[[Any, int], str]:
    """The line below the board: whose cards they are, since all look alike."""

    def status(_state: Any, seat: int) -> str:
        teams = [f"Team {team + 1}{' (you)' if team == seat else ''}" for team in reversed(range(seats))]
        return f"Cards from the top: {', '.join(teams)}" if seats > 1 else ""

    return status


def move_text(state: Any, move: int, squares: tuple[int, ...]) -> str:
    """`keep 3 3 5`, `keep none`, `score fives`."""
    if move >= FILL:
        return f"score {BOXES[move - FILL]}"
    return f"keep {' '.join(str(state.dice[state.turn, place]) for place in squares[:-1]) or 'none'}"


def read_squares(state: Any, text: str) -> tuple[int, ...] | None:
    """The squares of a move as people say it: `keep 4 3` in any order, `keep all`, `roll`, `roll 2 5`, `chance`."""
    verb, _, rest = text.strip().partition(" ")
    if verb in ("score", "fill", "take") and rest:
        return read_squares(state, rest)
    if text in NAMES:
        box = NAMES[text]
        return (WIDTH + state.turn * CARD + ON_CARD.index(box),)
    if verb not in ("keep", "roll"):
        return None
    named = _places(list(state.dice[state.turn]), rest.split())
    if named is None:
        return None
    kept = named if verb == "keep" else [place for place in range(DICE) if rest and rest != "all" and place not in named]
    return (*kept, ROLL)


def _places(dice: list[int], words: list[str]) -> list[int] | None:
    """Where dice with these numbers lie, from left to right; None if they are not all there."""
    if words in (["none"], ["nothing"], []):
        return []
    if words == ["all"]:
        return list(range(DICE))
    left = dict(enumerate(dice))
    for word in words:
        place = next((place for place, die in left.items() if str(die) == word), None)
        if place is None:
            return None
        del left[place]
    return [place for place in range(DICE) if place not in left]


def picture(piece: Piece) -> str:
    """A white die, a green ring with the rolls left, or points in the team's colour."""
    (number,) = piece.details
    if piece.type == "die":
        return svg(tile("#fdfcf5"), pips(number, "#222"))
    return svg(ring("#3aa655") if piece.type == "rolls" else "", label(str(number), team_colour(piece.team)))


def ending(outcome: int, totals: list[int]) -> str:
    """Who won, and the totals."""
    told = " : ".join(map(str, totals))
    if len(totals) == 1:
        return f"The card is full: {told} points"
    return f"{'The game is drawn' if outcome == DRAW else f'Team {outcome + 1} wins'}: the totals are {told}"


def box_named(state: Any, squares: tuple[int, ...]) -> int:
    """The box on the player's own card that these squares name, -1 for none or while there are rolls left."""
    card, place = divmod(squares[0] - WIDTH, CARD)
    named = len(squares) == 1 and card == state.turn and state.rolls[state.turn] == 0 and ON_CARD[place] < len(BOXES)
    return ON_CARD[place] if named else -1


def reasons(acts: Callable[..., bool], may_fill: Callable[..., bool]) -> tuple[Reason, ...]:
    """Why a move is refused; `acts` and `may_fill` are rules of the game."""

    def no_dice(state: Any, squares: tuple[int, ...]) -> bool:
        """You have no dice to play until the next round begins"""
        del squares
        return not acts(state, state.turn)

    def box_too_early(state: Any, squares: tuple[int, ...]) -> bool:
        """You have rolls left: keep all your dice first, then name the box"""
        return state.rolls[state.turn] > 0 and len(squares) == 1 and squares[0] >= WIDTH

    def disorder(state: Any, squares: tuple[int, ...]) -> bool:
        """Name the dice to keep from left to right, then the roll square; keep all five to fill a box"""
        return state.rolls[state.turn] > 0 and list(squares) != [*sorted({square for square in squares if square < DICE}), ROLL]

    def no_box(state: Any, squares: tuple[int, ...]) -> bool:
        """You cannot roll again: name one of the thirteen boxes on your own card"""
        return state.rolls[state.turn] == 0 and box_named(state, squares) < 0

    def already_filled(state: Any, squares: tuple[int, ...]) -> bool:
        """That box is already filled"""
        return box_named(state, squares) >= 0 and state.scores[state.turn, box_named(state, squares)] >= 0

    def not_the_jokers_box(state: Any, squares: tuple[int, ...]) -> bool:
        """A further yahtzee goes in the upper box of its number if that is open, else in an open lower box, else scores zero"""
        return box_named(state, squares) >= 0 and not may_fill(state, state.turn, box_named(state, squares))

    return no_dice, box_too_early, disorder, no_box, already_filled, not_the_jokers_box


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
