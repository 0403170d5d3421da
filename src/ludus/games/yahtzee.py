"""Yahtzee: everybody rolls the same dice at the same time; the best thirteen boxes win."""

from importlib import import_module
from itertools import combinations_with_replacement

from ludus.rules import DRAW, ONGOING, Game, Piece, State, option, rule
from ludus.rules.pictures import label, pips, ring, svg, team_colour, tile

SEATS = option("players", 2, choices=range(1, 9), says="players")

BOXES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("three of a kind", "four of a kind", "full house", "small straight", "large straight", "yahtzee", "chance"),
)
UPPER, EVERY = 6, 13  # ones to sixes are the upper boxes, the other seven the lower boxes
THREE_OF_A_KIND, FOUR_OF_A_KIND, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE = range(UPPER, EVERY)
PRIZES = (25, 30, 40, 50)  # for a full house, small straight, large straight, yahtzee
ENOUGH, UPPER_BONUS, YAHTZEE_BONUS = 63, 35, 100  # enough points in the upper boxes earn the upper bonus

DICE, POOL, REROLLS = 5, 15, 2
POWERS = tuple(6**place for place in range(POOL + 1))  # a chance is one number, with a digit to base 6 for each die
KEEP_ALL, FILL = 31, 32  # a move below 32 keeps the dice whose bits are set, bit 0 the leftmost; 32 + box fills a box

# The bottom row holds the dice of the player who looks; above it each team has its card, upper boxes over lower ones:
#
#     y=5 | ones   twos   threes fours fives sixes   bonus   total     team 2
#     y=4 | 3-kind 4-kind house  small large yahtzee chance  extra
#     y=3 | ones   twos   threes fours fives sixes   bonus   total     team 1
#     y=2 | 3-kind 4-kind house  small large yahtzee chance  extra
#     y=1 | die    die    die    die   die           roll
#       x =  1      2      3      4     5     6       7       8
WIDTH, HEIGHT, CARD = 8, 2 * SEATS + 1, 16  # a card has so many squares
ROLL, BONUS, EXTRA, TOTAL = 6, 13, 14, 15  # the roll square; what a card shows besides its boxes 0 to 12
ON_CARD = (6, 7, 8, 9, 10, 11, 12, EXTRA, 0, 1, 2, 3, 4, 5, BONUS, TOTAL)  # by square of the card, from its lower left
NO_BOXES = ("bonus", "extra", "total", "die", "roll", "blank")
SQUARE_TYPES = (*BOXES[:6], "3-kind", "4-kind", "house", "small", "large", *BOXES[11:], *NO_BOXES)
BOTTOM_ROW = (16, 16, 16, 16, 16, 18, 17, 18)  # the types of its squares
ROLLS_LEFT, SCORES = 7, 10  # pieces: 1 to 6 a die, 7 to 9 how many rolls are left, then points and whose they are

state = State(
    scores=("i1", (SEATS, EVERY)),  # the points in each box, -1 while it is open
    bonuses=("i1", (SEATS,)),  # how many further yahtzees earned a bonus
    thrown="i1",  # 1 while the dice of a round lie on the table
    pool=("i1", (POOL,)),  # the fifteen dice of the round, in the order in which they are used
    dice=("i1", (SEATS, DICE)),  # sorted, so that equal hands are equal
    used=("i1", (SEATS,)),  # how many of the pool each player has used
    rolls=("i1", (SEATS,)),  # how many rolls each player has left
    chosen=("i1", (SEATS,)),  # the box each player fills in this round, counted from 1; 0 before the choice
    turn="i1",
)


@rule
def setup(state):
    """Every box is open."""
    state.scores[:, :] = -1


@rule
def chances(state):
    """Between the rounds the fifteen dice of the next are due."""
    return 0 if state.thrown else POWERS[POOL]


@rule
def happen(state, chance):
    """The dice are drawn; every player gets the same first five."""
    state.thrown = 1
    for place in range(POOL):
        state.pool[place] = chance // POWERS[place] % 6 + 1
    for seat in range(SEATS):
        deal(state, seat)


@rule
def deal(state, seat):
    """A player begins a turn with the first five dice."""
    state.dice[seat, :] = state.pool[:DICE]
    sort_dice(state, seat)
    state.used[seat], state.rolls[seat] = DICE, REROLLS


@rule
def sort_dice(state, seat):
    """Lay a player's dice out from low to high."""
    for left in range(DICE - 1):
        for right in range(left + 1, DICE):
            if state.dice[seat, left] > state.dice[seat, right]:
                state.dice[seat, left], state.dice[seat, right] = state.dice[seat, right], state.dice[seat, left]


@rule
def imagine(state, seat, luck):
    """Any dice may be in the pool, except that one's own are the last one has used; the others may be about to begin."""
    for place in range(POOL if state.thrown else 0):
        mine = place - state.used[seat] + DICE
        state.pool[place] = state.dice[seat, mine] if 0 <= mine < DICE else luck // POWERS[place] % 6 + 1
    for other in range(SEATS if state.thrown else 0):
        if other != seat:
            deal(state, other)
    return 0


@rule
def acts(state, seat):
    """All play at once, each until a box is chosen."""
    return state.thrown == 1 and state.chosen[seat] == 0


@rule
def legal(state, moves):
    """While there are rolls left, any of the dice may be kept; then one box is filled."""
    seat = state.turn
    if state.rolls[seat] > 0:
        for keep in range(FILL):
            moves[keep] = keep
        return FILL
    count = 0
    for box in range(EVERY):
        if acts(state, seat) and may_fill(state, seat, box):
            moves[count] = FILL + box
            count += 1
    return count


@rule
def play(state, move):
    """Roll the dice that are not kept, or choose a box; the last to choose ends the round."""
    seat = state.turn
    if move == KEEP_ALL:
        state.rolls[seat] = 0
    elif move < FILL:
        for place in range(DICE):
            if move >> place & 1 == 0:
                state.dice[seat, place] = state.pool[state.used[seat]]
                state.used[seat] += 1
        sort_dice(state, seat)
        state.rolls[seat] -= 1
    else:
        state.chosen[seat] = move - FILL + 1
        if state.chosen.all():
            end_round(state)


@rule
def end_round(state):
    """When all have chosen, the choices are written on the cards for everybody to see, and the dice are taken away."""
    for seat in range(SEATS):
        box = state.chosen[seat] - 1
        points = worth(state, seat, box)
        if is_further_yahtzee(state, seat) and state.scores[seat, YAHTZEE] > 0:
            state.bonuses[seat] += 1
        state.scores[seat, box] = points
    state.thrown = state.pool[:] = state.dice[:, :] = state.used[:] = state.chosen[:] = 0


@rule
def score(a, b, c, d, e, box):
    """The points that five dice, given from low to high, are worth in a box, the joker rule aside."""
    if box < UPPER:
        number = box + 1
        return number * ((a == number) + (b == number) + (c == number) + (d == number) + (e == number))
    if box == THREE_OF_A_KIND:
        return a + b + c + d + e if a == c or b == d or c == e else 0
    if box == FOUR_OF_A_KIND:
        return a + b + c + d + e if a == d or b == e else 0
    if box == FULL_HOUSE:  # five equal dice are none
        return PRIZES[0] if a == b and d == e and (b == c) != (c == d) else 0
    faces = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
    four_in_a_row = faces & faces >> 1 & faces >> 2 & faces >> 3
    if box == SMALL_STRAIGHT:
        return PRIZES[1] if four_in_a_row else 0
    if box == LARGE_STRAIGHT:
        return PRIZES[2] if four_in_a_row & four_in_a_row >> 1 else 0
    if box == YAHTZEE:
        return PRIZES[3] if a == e else 0
    return a + b + c + d + e


@rule
def is_further_yahtzee(state, seat):
    """Whether a player has five equal dice with the yahtzee box filled already: then the joker rule holds."""
    return state.dice[seat, 0] == state.dice[seat, DICE - 1] and state.scores[seat, YAHTZEE] >= 0


@rule
def may_fill(state, seat, box):
    """An open box; a further yahtzee goes into its number's upper box, else into a lower box, else into any."""
    if state.scores[seat, box] >= 0:
        return False
    if not is_further_yahtzee(state, seat):
        return True
    number = state.dice[seat, 0] - 1
    if state.scores[seat, number] < 0:
        return box == number
    if box < UPPER:
        for lower in range(UPPER, EVERY):
            if state.scores[seat, lower] < 0:
                return False
    return True


@rule
def worth(state, seat, box):
    """What a player's dice are worth in a box; as a joker a further yahtzee is a full house and a straight too."""
    if FULL_HOUSE <= box < YAHTZEE and is_further_yahtzee(state, seat):
        return PRIZES[box - FULL_HOUSE]
    dice = state.dice
    return score(dice[seat, 0], dice[seat, 1], dice[seat, 2], dice[seat, 3], dice[seat, 4], box)


@rule
def points(state, seat, item):
    """What a card shows: the points of a box, -1 while it is open; the upper bonus, the extra for yahtzees, the total."""
    if item < EVERY:
        return state.scores[seat, item]
    upper, total = 0, YAHTZEE_BONUS * state.bonuses[seat]
    for box in range(EVERY):
        total += max(0, state.scores[seat, box])
        upper += max(0, state.scores[seat, box]) if box < UPPER else 0
    upper_bonus = UPPER_BONUS if upper >= ENOUGH else 0
    if item == BONUS:
        return upper_bonus
    return YAHTZEE_BONUS * state.bonuses[seat] if item == EXTRA else total + upper_bonus


@rule
def outcome(state):
    """When the cards are full the highest total wins; two highest draw. A player alone always wins."""
    for box in range(EVERY):
        if state.scores[0, box] < 0:
            return ONGOING
    best, winner = -1, DRAW
    for seat in range(SEATS):
        total = points(state, seat, TOTAL)
        if total >= best:
            best, winner = total, DRAW if total == best else seat
    return winner


@rule
def squares(state, move, path):
    """The dice to keep from left to right, then the roll square; or the box on one's own card."""
    if move >= FILL:
        box = move - FILL
        path[0] = WIDTH + state.turn * CARD + (box + WIDTH if box < UPPER else box - UPPER)
        return 1
    count = 0
    for place in range(DICE):
        if move >> place & 1:
            path[count] = place
            count += 1
    path[count] = ROLL
    return count + 1


@rule
def cell(state, square):
    """The dice in the bottom row; above it the points, and at once the choice of the seat that looks."""
    # A view has zeros for what others hold, so the first seat with dice is the one that looks; where all is open, the first seat.
    if square >= WIDTH:
        seat, item = (square - WIDTH) // CARD, ON_CARD[(square - WIDTH) % CARD]
        shown = worth(state, seat, item) if state.chosen[seat] == item + 1 else points(state, seat, item)
        return SCORES + shown * SEATS + seat if shown >= 0 else 0
    for looking in range(SEATS):
        if state.dice[looking, 0] > 0:
            if square < DICE:
                return state.dice[looking, square]
            return ROLLS_LEFT + state.rolls[looking] if square == ROLL else 0
    return 0


@rule
def kind(state, square):
    """Each square of a card has its name; below are the dice and where to roll."""
    return ON_CARD[(square - WIDTH) % CARD] if square >= WIDTH else BOTTOM_ROW[square]


def piece(code):
    """A die, how many rolls are left, or a team's points."""
    if code < SCORES:
        word, number = ("die", code) if code < ROLLS_LEFT else ("rolls", code - ROLLS_LEFT)
        return Piece(word, 0, details=(number,))
    points, seat = divmod(code - SCORES, SEATS)
    return Piece("score", seat + 1, details=(points,))


def picture(piece):
    """A white die, a green ring with the rolls left, or points in the team's colour."""
    (number,) = piece.details
    if piece.type == "die":
        return svg(tile("#fdfcf5"), pips(number, "#222"))
    return svg(ring("#3aa655") if piece.type == "rolls" else "", label(str(number), team_colour(piece.team)))


def move_text(state, move, squares):
    """`keep 3 3 5`, `keep none`, `score fives`."""
    if move >= FILL:
        return f"score {BOXES[move - FILL]}"
    return f"keep {' '.join(str(state.dice[state.turn, place]) for place in squares[:-1]) or 'none'}"


def ending(state, outcome):
    """Who won, and the totals."""
    totals = " : ".join(str(points(state, seat, TOTAL)) for seat in range(SEATS))
    if SEATS == 1:
        return f"The card is full: {totals} points"
    return f"{'The game is drawn' if outcome == DRAW else f'Team {outcome + 1} wins'}: the totals are {totals}"


def no_dice(state, squares):
    """You have no dice to play with until the next round begins"""
    return not acts(state, state.turn)


def disorder(state, squares):
    """Name the dice to keep from left to right, then the roll square; keep all five to fill a box"""
    return state.rolls[state.turn] > 0 and list(squares) != [*sorted({square for square in squares if square < DICE}), ROLL]


def no_box(state, squares):
    """You cannot roll again: name one of the thirteen boxes on your own card"""
    return state.rolls[state.turn] == 0 and box_named(state, squares) < 0


def box_named(state, squares):
    """The box on the player's own card that these squares name, -1 for none or while there are rolls left."""
    card, place = divmod(squares[0] - WIDTH, CARD)
    named = len(squares) == 1 and card == state.turn and state.rolls[state.turn] == 0 and ON_CARD[place] < EVERY
    return ON_CARD[place] if named else -1


def filled(state, squares):
    """That box is filled already"""
    return box_named(state, squares) >= 0 and state.scores[state.turn, box_named(state, squares)] >= 0


def not_the_jokers_box(state, squares):
    """A further yahtzee fills the upper box of its number if that is open, else an open lower box, else a zero"""
    return box_named(state, squares) >= 0 and not may_fill(state, state.turn, box_named(state, squares))


def flaws(state):
    """What may be impossible about a position: for each thing whether it is so, and the sentence that says it."""
    boxes = [sum(points >= 0 for points in card) for card in state.scores]
    hands = list(combinations_with_replacement(range(1, 7), 5))
    for box, name in enumerate(BOXES):
        worths = {-1, 0, *(score(*hand, box) for hand in hands)}
        for team, card in enumerate(state.scores, 1):
            yield card[box] not in worths, f"team {team} cannot have {card[box]} points in {name}"
    for seat, card in enumerate(state.scores):
        has, most = f"team {seat + 1} has", boxes[seat] - 1 if card[YAHTZEE] == PRIZES[3] else 0
        yield boxes[seat] != boxes[0], f"{has} filled {boxes[seat]} boxes, but team 1 has filled {boxes[0]}"
        yield not 0 <= state.bonuses[seat] <= most, f"{has} {state.bonuses[seat]} yahtzee bonuses, not 0 to {most}"
    fits = 0 <= state.thrown <= (boxes[0] < EVERY)
    yield not fits, f"thrown cannot be {state.thrown} with {boxes[0]} boxes filled: it is 1 while dice lie on the table"
    yield (state.pool.any() or state.dice.any()) and not state.thrown, "there are dice, but no line says thrown 1"
    pool, fits = list(state.pool), not state.thrown or set(state.pool) <= set(range(1, 7))
    yield not fits, f"the pool is fifteen dice from 1 to 6, not {' '.join(map(str, pool))}"
    for seat, hand in enumerate(state.dice if state.thrown else ()):
        cannot, dice, used, rolls = f"team {seat + 1} cannot", list(hand), state.used[seat], state.rolls[seat]
        possible = 0 <= rolls <= REROLLS and DICE <= used <= POOL - DICE * rolls
        yield not possible, f"{cannot} have {rolls} rolls left and {used} dice of the pool used"
        possible = dice == sorted(dice) and all(dice.count(die) <= pool[:used].count(die) for die in dice)
        yield not possible, f"{cannot} hold {' '.join(map(str, dice))}: dice are sorted, and used ones of the pool"
        box = state.chosen[seat] - 1
        possible = box == -1 or (rolls == 0 and 0 <= box < EVERY and may_fill(state, seat, box))
        yield not possible, f"{cannot} have chosen box {box + 1}"
    yield state.chosen.all(), "every team has chosen a box, so the round is over"


GAME = Game(
    name="Yahtzee",
    board=(WIDTH, HEIGHT),
    state=state,
    most_moves=FILL,
    seats=SEATS,
    pieces=piece,
    square_types=SQUARE_TYPES,
    legal=legal,
    play=play,
    outcome=outcome,
    setup=setup,
    acts=acts,
    chances=chances,
    happen=happen,
    squares=squares,
    cell=cell,
    kind=kind,
    secret=("pool",),
    private=("dice", "used", "rolls", "chosen"),
    imagine=imagine,
    reasons=(no_dice, disorder, no_box, filled, not_the_jokers_box),
    ending=ending,
    move_text=move_text,
    on_board=(),
    flaw=lambda state: next((sentence for is_so, sentence in flaws(state) if is_so), None),
    picture=picture,
    strategy=lambda: import_module("ludus.games.strategies.yahtzee").load_strategy(),  # NumPy and the table come when needed
)
