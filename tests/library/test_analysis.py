"""What a search says about a match."""

from __future__ import annotations

import pytest

import ludus


@pytest.fixture(scope="module")
def engine():
    with ludus.load("tic-tac-toe").engine(threads=1, megabytes=1) as engine:
        yield engine


def test_a_win_is_found_and_proven(engine):
    found = engine.search(ludus.load("tic-tac-toe").start("xx.oo...."), seconds=5)
    assert (found.move, found.line, found.exact, found.ends_in) == ("c3", ("c3",), True, 1)
    assert found.in_words == "X wins in 1 move"
    assert "X wins in 1 move" in found._repr_html_()


def test_the_best_moves_are_ranked_by_what_they_are_worth(engine):
    match = ludus.load("tic-tac-toe").start("x...o....")
    found = engine.search(match, depth=9, best=9)
    assert len(found.best) == len(match.legal)
    values = [each.value for each in found.best]
    assert values == sorted(values, reverse=True)
    assert found.value == values[0] == 0
    assert found.exact
    assert all(each.exact and each.line[0] == each.move for each in found.best)
    assert found.best[-1].value <= 0
    for each in found.best:
        after = match.copy().push(each.move)
        below = engine.search(after, depth=9)
        assert (below.value > 0) == (each.value < 0)
        if below.ends_in is not None:
            assert abs(each.value) == abs(below.value) - 1


def test_the_best_is_what_a_plain_search_finds():
    match = ludus.load("connect-four").start("4455")
    plain, ranked = ludus.search(match, depth=6), ludus.search(match, depth=6, best=3)
    assert ranked.value == plain.value
    assert len(ranked.best) == 3
    assert str(ranked).splitlines()[1].startswith("1. ")


def test_time_is_kept_with_several_moves():
    found = ludus.search(ludus.load("connect-four").start(), seconds=0.2, best=7)
    assert len(found.best) == 7
    assert found.report.seconds < 2


def test_a_game_that_is_over_has_no_best_move(engine):
    found = engine.search(ludus.load("tic-tac-toe").start("xxxoo...."))
    assert (found.move, found.best, str(found)) == (None, (), "The game is over: X wins")


def test_hidden_and_sampled_games_are_analysed():
    match = ludus.load("yahtzee").start(seed=3)
    with ludus.load("yahtzee").engine(kind="montecarlo", threads=1, megabytes=8) as engine:
        found = engine.search(match, nodes=2000, best=2)
    assert len(found.best) == 2
    assert "of the points" in found.in_words


def test_opponents_play_at_their_level():
    game = ludus.load("tic-tac-toe")
    match, player = game.start("xx.oo...."), game.player(3)
    assert player.choose(match) == "c3"
    assert player.play(match) == "c3"
    assert match.over
    with pytest.raises(ludus.LudusError, match="the game is over"):
        player.choose(match)
    with pytest.raises(ludus.LudusError, match="there is no level 11; the levels are 1 to 10"):
        game.player(11)
    assert repr(player).startswith("<opponent at Tic-tac-toe, level 3")
    player.close()


def test_an_arena_counts_games():
    game = ludus.load("tic-tac-toe")
    found = ludus.arena(game, game.player(4), lambda match: match.legal.numbers[0], games=5, opening=1)
    assert found.wins + found.draws + found.losses == 5
    assert found.wins > found.losses
    assert len(found.games) == 5
    with pytest.raises(ludus.LudusError, match="two settings"):
        ludus.arena(game, "depth=1", game.player(1))


def test_random_games_are_counted():
    tally = ludus.load("tic-tac-toe").playouts(500)
    assert sum(tally.wins) + tally.draws == 500
