"""Yahtzee: everybody rolls the same dice at the same time; the highest total in thirteen boxes wins."""

from importlib import import_module

from ludus.games.words import yahtzee as words
from ludus.games.words.yahtzee import BONUS, BOTTOM_ROW, EXTRA, FILL, ON_CARD, ROLL, ROLLS_LEFT, SCORES, SQUARE_TYPES, TOTAL
from ludus.rules import DRAW, ONGOING, Game, State, option, rule

SEATS = option("players", 2, choices=range(1, 9), says="players")

UPPER, EVERY = 6, 13  # ones to sixes are the upper boxes, the other seven the lower ones
THREE_OF_A_KIND, FOUR_OF_A_KIND, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE = range(UPPER, EVERY)
PRIZES = (25, 30, 40, 50)  # for a full house, small straight, large straight, yahtzee
ENOUGH, UPPER_BONUS, YAHTZEE_BONUS = 63, 35, 100  # the upper bonus takes enough points in the upper boxes

DICE, POOL, REROLLS = 5, 15, 2
POWERS = tuple(6**place for place in range(POOL + 1))  # a chance is one number with a base-6 digit for each die
KEEP_ALL = 31  # a move below 32 keeps the dice whose bits are set, bit 0 the leftmost; 32 + box fills a box

WIDTH, HEIGHT, CARD = 8, 2 * SEATS + 1, 16  # CARD: the squares on a card; the board is drawn where ON_CARD is

state = State(
    scores=("i1", (SEATS, EVERY)),  # the points in each box, -1 while it is open
    bonuses=("i1", (SEATS,)),  # further yahtzees that earned a bonus
    thrown="i1",  # 1 while the dice of a round lie on the table
    pool=("i1", (POOL,)),  # the fifteen dice of the round, in order of use
    dice=("i1", (SEATS, DICE)),  # sorted, so that the same hand is always stored the same way
    used=("i1", (SEATS,)),  # dice of the pool that each player has used
    rolls=("i1", (SEATS,)),  # rolls that each player has left
    chosen=("i1", (SEATS,)),  # the box each player fills in this round, counted from 1; 0 before the choice
    turn="i1",
)


@rule
def setup(state):
    """Every box is open."""
    state.scores[:, :] = -1


@rule
def chances(state):
    """Before each round, its fifteen dice are drawn."""
    return 0 if state.thrown else POWERS[POOL]


@rule
def happen(state, chance):
    """The dice are on the table, and every player gets the same first five."""
    state.thrown = 1
    for place in range(POOL):
        state.pool[place] = chance // POWERS[place] % 6 + 1
    for seat in range(SEATS):
        deal(state, seat)


@rule
def deal(state, seat):
    """A player starts a turn with the first five dice."""
    state.dice[seat, :] = state.pool[:DICE]
    sort_dice(state, seat)
    state.used[seat], state.rolls[seat] = DICE, REROLLS


@rule
def sort_dice(state, seat):
    """Sort a player's dice from low to high."""
    for left in range(DICE - 1):
        for right in range(left + 1, DICE):
            if state.dice[seat, left] > state.dice[seat, right]:
                state.dice[seat, left], state.dice[seat, right] = state.dice[seat, right], state.dice[seat, left]


@rule
def imagine(state, seat, luck):
    """The pool may hold any dice, except that your own are the last ones you used. The others may not have started yet."""
    for place in range(POOL if state.thrown else 0):
        mine = place - state.used[seat] + DICE
        state.pool[place] = state.dice[seat, mine] if 0 <= mine < DICE else luck // POWERS[place] % 6 + 1
    for other in range(SEATS if state.thrown else 0):
        if other != seat:
            deal(state, other)
    return 0


@rule
def acts(state, seat):
    """Everybody plays at once, until they have chosen a box."""
    return state.thrown == 1 and state.chosen[seat] == 0


@rule
def legal(state, moves):
    """Keep any of the dice while there are rolls left; then fill one box."""
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
    """Once everybody has chosen, the choices go on the cards for all to see, and the dice are cleared away."""
    for seat in range(SEATS):
        box = state.chosen[seat] - 1
        points = worth(state, seat, box)
        if is_further_yahtzee(state, seat) and state.scores[seat, YAHTZEE] > 0:
            state.bonuses[seat] += 1
        state.scores[seat, box] = points
    state.thrown = state.pool[:] = state.dice[:, :] = state.used[:] = state.chosen[:] = 0


@rule
def score(a, b, c, d, e, box):
    """What five dice, given from low to high, are worth in a box, leaving the joker rule aside."""
    if box < UPPER:
        number = box + 1
        return number * ((a == number) + (b == number) + (c == number) + (d == number) + (e == number))
    if box == THREE_OF_A_KIND:
        return a + b + c + d + e if a == c or b == d or c == e else 0
    if box == FOUR_OF_A_KIND:
        return a + b + c + d + e if a == d or b == e else 0
    if box == FULL_HOUSE:  # five equal dice do not count as one
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
    """Whether a player has five equal dice and has already filled the yahtzee box: then the joker rule applies."""
    return state.dice[seat, 0] == state.dice[seat, DICE - 1] and state.scores[seat, YAHTZEE] >= 0


@rule
def may_fill(state, seat, box):
    """Any open box; but a further yahtzee goes in its number's upper box, or else in a lower box, or else anywhere."""
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
    """What a player's dice are worth in a box; as a joker, a further yahtzee is also a full house and a straight."""
    if FULL_HOUSE <= box < YAHTZEE and is_further_yahtzee(state, seat):
        return PRIZES[box - FULL_HOUSE]
    dice = state.dice
    return score(dice[seat, 0], dice[seat, 1], dice[seat, 2], dice[seat, 3], dice[seat, 4], box)


@rule
def points(state, seat, item):
    """What a card shows: a box's points (-1 while it is open), the upper bonus, the extra for yahtzees, or the total."""
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
    """When the cards are full, the highest total wins and a tie for it is a draw. A player alone always wins."""
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
    """The dice to keep from left to right, then the roll square; or a box on your own card."""
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
    """The dice in the bottom row; above them the points, including the viewer's own choice as soon as it is made."""
    # What others hold is 0 in a view, so the first seat with dice is the viewer; if nothing is hidden, it is the first seat.
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
    """Each square of a card has its own name; below are the dice and the roll square."""
    return ON_CARD[(square - WIDTH) % CARD] if square >= WIDTH else BOTTOM_ROW[square]


GAME = Game(
    name="Yahtzee",
    board=(WIDTH, HEIGHT),
    state=state,
    most_moves=FILL,
    seats=SEATS,
    pieces=lambda code: words.piece(code, SEATS),
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
    reasons=words.reasons(acts, may_fill),
    ending=lambda state, outcome: words.ending(outcome, [points(state, seat, TOTAL) for seat in range(SEATS)]),
    status=words.whose_cards(SEATS),
    move_text=words.move_text,
    read_squares=words.read_squares,
    on_board=(),
    column_labels=(),  # boxes and dice are called by what they are
    row_labels=(),
    flaw=lambda state: words.first_flaw(state, REROLLS, score, may_fill),
    picture=words.picture,
    strategy=lambda: import_module("ludus.games.strategies.yahtzee").load_strategy(),  # loaded only when needed
)
