"""G1: tic-tac-toe."""

from __future__ import annotations

from ludus.rules.movetext import why_not
from ludus.rules.perft import perft
from ludus.rules.play import Play
from ludus.rules.positions import read_position, write_position
from ludus.rules.random_games import random_games
from ludus.rules.rule import ONGOING


def reachable(rules) -> dict[bytes, int]:
    """Every position that can come up, with its outcome."""
    start = rules.start()
    known, waiting = {start.tobytes(): rules.outcome(start)}, [start]
    while waiting:
        state = waiting.pop()
        if known[state.tobytes()] != ONGOING:
            continue
        for move in rules.moves(state):
            after = rules.play(state, move)
            if after.tobytes() not in known:
                known[after.tobytes()] = rules.outcome(after)
                waiting.append(after)
    return known


def counts(golden) -> dict[str, list[int]]:
    return {row[0]: [int(word) for word in row[1].replace("/", " ").split()] for row in golden("tic_tac_toe_counts.tsv")[1:]}


def test_as_many_move_sequences_as_everybody_counts(rulebook, golden):  # G1
    rules = rulebook("tic-tac-toe")
    expected = counts(golden)["perft depth 1..9 (moves played, no play after a win)"]
    assert [perft(rules, rules.start(), depth) for depth in range(1, 10)] == expected


def test_there_are_255168_games(rulebook, golden):  # G1
    rules = rulebook("tic-tac-toe")

    def games(state) -> int:
        if rules.outcome(state) != ONGOING:
            return 1
        key = state.tobytes()
        if key not in known:
            known[key] = sum(games(rules.play(state, move)) for move in rules.moves(state))
        return known[key]

    known: dict[bytes, int] = {}
    assert games(rules.start()) == 255_168 == counts(golden)["games (move sequences to the end)"][0]


def test_5478_positions_can_come_up(rulebook, golden):  # G1
    outcomes = list(reachable(rulebook("tic-tac-toe")).values())
    assert len(outcomes) == 5_478
    expected = counts(golden)["reachable: in play / X won / O won / drawn"]
    assert [outcomes.count(outcome) for outcome in (ONGOING, 0, 1, -1)] == expected


def test_plain_rules_count_the_same(rulebook):  # G1
    rules = rulebook("tic-tac-toe", compiled=False)
    assert [perft(rules, rules.start(), depth) for depth in range(1, 5)] == [9, 72, 504, 3024]


def test_with_best_play_it_is_a_draw(rulebook):  # G1
    rules = rulebook("tic-tac-toe")
    known: dict[bytes, int] = {}

    def value(state) -> int:
        """1 when the seat to move wins, -1 when it loses."""
        outcome = rules.outcome(state)
        if outcome != ONGOING:
            return 0 if outcome < 0 else 1 if outcome == state["turn"] else -1
        key = state.tobytes()
        if key not in known:
            known[key] = max(-value(rules.play(state, move)) for move in rules.moves(state))
        return known[key]

    assert value(rules.start()) == 0


def test_random_games_end_as_often_as_counting_says(rulebook):  # G1
    rules = rulebook("tic-tac-toe")
    tally = random_games(rules, rules.start(), 100_000, seed=5)
    assert tally.endless == 0
    assert sum(tally.wins) + tally.draws == 100_000
    # Exactly 737/1260, 121/420 and 8/63 of games between random players.
    assert abs(tally.wins[0] / 100_000 - 737 / 1260) < 0.01
    assert abs(tally.wins[1] / 100_000 - 121 / 420) < 0.01
    assert abs(tally.draws / 100_000 - 8 / 63) < 0.01


def test_positions_are_nine_letters_top_row_first(rulebook):  # G1
    rules = rulebook("tic-tac-toe")
    play = Play(rules)
    for seat, square in ((0, (1, 3)), (1, (3, 1)), (0, (2, 2))):
        play.move(seat, [square])
    assert write_position(rules, play.state) == "x...x...o"
    assert read_position(rules, "x...x...o").tobytes() == play.state.tobytes()


def test_refusals_name_their_rule(rulebook):  # B7
    rules = rulebook("tic-tac-toe")
    state = read_position(rules, "....x....")
    assert why_not(rules, state, [(2, 2)]) == "That square is taken"
    assert why_not(rules, state, [(1, 1), (2, 1)]) == "Name one square"
