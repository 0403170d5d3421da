"""G1: tic-tac-toe."""

from ludus.rules.counting import perft


def test_as_many_games_as_everybody_counts(rulebook, golden):  # G1
    rules = rulebook("tic-tac-toe")
    counts = {row[0]: row[1] for row in golden("tic_tac_toe_counts.tsv")}
    expected = [int(word) for word in counts["perft depth 1..9 (moves played, no play after a win)"].split()]
    assert [perft(rules, rules.start(), depth) for depth in range(1, 10)] == expected
