"""One way to ask for a move, whatever the game: the right player is found, and decides by what its seat may see."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.naive import naive_value

from ludus.games import GAMES
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import check_game
from ludus.rules.play import Play
from ludus.rules.positions import read_position
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import copy_of
from ludus.search.limit import Limit
from ludus.search.player import KINDS, kind_for, player_for

FEW = Limit(nodes=3_000)


@cache
def small(name: str) -> Rulebook:
    """One of the small games next to this file."""
    return Rulebook(read_game_file(Path(__file__).with_name(f"{name}.py")))


def sampling(rules, seed: int = 1, **settings):
    return player_for(rules, kind="montecarlo", luck=random.Random(seed), **{"threads": 1, "megabytes": 4, **settings})


def first_turn(rules, luck: random.Random):
    state = rules.start()
    while rules.chances(state):
        state = rules.happen(state, luck.randrange(rules.chances(state)))
    return state


def otherwise(rules, state, seat: int, luck: random.Random):
    """The same state as this seat sees it, with something else in everything that is hidden from it."""
    other = copy_of(state)
    for name in rules.game.secret:
        other[name] = luck.randint(1, 2)
    for name in rules.game.private:
        for row in range(rules.game.seats):
            if row != seat:
                other[name][row] = luck.randint(0, 1)
    return other


# Which player


@pytest.mark.parametrize("name", GAMES)
def test_every_game_that_ships_has_a_player(rulebook, name):  # M1 G6
    rules = rulebook(name)
    player, state = player_for(rules, threads=1, megabytes=4), first_turn(rules, random.Random(1))
    assert player.kind == kind_for(rules.game) == ("strategy" if name == "yahtzee" else "search")
    seat = rules.acting(state)[0]
    assert player.choose(state, seat, Limit(seconds=0)).move in rules.moves(state, seat)
    player.close()


@pytest.mark.parametrize("name", ["last_stone", "pennies", "hidden_coin"])
def test_games_with_three_players_simultaneous_moves_or_secrets_are_played_by_sampling(name):  # M1
    rules = small(name)
    assert not [report for report in check_game(rules.file, positions=60) if report.problems]
    player = player_for(rules, threads=1, megabytes=4)
    assert player.kind == "montecarlo"
    with pytest.raises(LudusError, match="is not a two-player game in which both move in turn and see everything"):
        player_for(rules, kind="search")
    player.close()


def test_an_unknown_kind_of_player_is_refused_with_a_sentence(rulebook):
    with pytest.raises(LudusError, match="there is no player 'oracle'; the players are strategy, search, montecarlo"):
        player_for(rulebook("tic-tac-toe"), kind="oracle")
    with pytest.raises(LudusError, match="Tic-tac-toe has no strategy of its own"):
        player_for(rulebook("tic-tac-toe"), kind="strategy")


@pytest.mark.parametrize("kind", KINDS)
def test_a_seat_that_has_nothing_to_choose_is_told_so(rulebook, kind):
    rules = rulebook("yahtzee" if kind == "strategy" else "tic-tac-toe")
    player = player_for(rules, kind=kind, threads=1, megabytes=4)
    begun = first_turn(rules, random.Random(1))
    for seat in (2, -1):
        with pytest.raises(LudusError, match=f"there is no seat {seat}; seats are counted from 0 to 1"):
            player.choose(begun, seat, FEW)
    if kind == "strategy":
        with pytest.raises(LudusError, match="chance decides here, not a player"):
            player.choose(rules.start(), 0, FEW)
        for move in (31, 32):
            begun = rules.play(begun, move, 1)
    with pytest.raises(LudusError, match=f"{rules.game.team(1)} has nothing to choose now"):
        player.choose(begun, 1, FEW)
    player.close()


@pytest.mark.parametrize("kind", KINDS)
def test_when_the_game_is_over_there_is_no_move(rulebook, kind):
    rules = rulebook("yahtzee" if kind == "strategy" else "tic-tac-toe")
    state = rules.start() if kind == "strategy" else read_position(rules, "xxxoo....")
    if kind == "strategy":
        state["scores"][:] = 0
        state["scores"][0, 0] = 3
    report = player_for(rules, kind=kind, threads=1, megabytes=4).choose(state, 0, FEW)
    assert (report.move, report.exact, report.line) == (None, True, ())
    assert report.value > 0


# Only what the seat may see


@pytest.mark.parametrize("kind", ["strategy", "montecarlo"])
def test_in_yahtzee_hidden_dice_make_no_difference(rulebook, kind):  # G6
    rules, luck = rulebook("yahtzee"), random.Random(5)
    for seat in (0, 1):
        state = first_turn(rules, luck)
        for move in (0b00111, 0b00001)[:seat]:
            state = rules.play(state, move, seat)
        given = [state, rules.seen_by(state, seat), *(otherwise(rules, state, seat, luck) for _ in range(4))]
        chosen = {player_for(rules, kind=kind, threads=1, luck=random.Random(7)).choose(each, seat, FEW).move for each in given}
        assert len(chosen) == 1


def test_a_choice_made_at_the_same_time_is_not_seen():
    rules = small("pennies")
    for seed in range(8):
        answers = {sampling(rules, seed).choose(rules.play(rules.start(), coin, 0), 1, FEW).move for coin in range(3)}
        assert len(answers) == 1


def test_a_coin_under_a_cup_is_guessed_by_its_odds():
    rules = small("hidden_coin")
    for coin in (0, 1):
        report = sampling(rules).choose(rules.happen(rules.start(), coin), 0, Limit(nodes=20_000))
        assert report.move == 0
        assert report.share == pytest.approx(0.75, abs=0.02)
        assert report.value == round(10_000 * (2 * report.share - 1))


# What the sampling player finds


def test_pennies_are_mixed_and_never_thrown_away():
    rules = small("pennies")
    for seat in (0, 1):
        chosen = Counter(sampling(rules, seed).choose(rules.start(), seat, FEW).move for seed in range(40))
        assert min(chosen[0], chosen[1]) >= 8
        assert chosen[2] == 0


@pytest.mark.parametrize(
    ("position", "moves"),
    [("xx.oo....", ["c3"]), ("xx..o....", ["c3"]), ("oxx.o.x..", ["c1"]), ("x...o...x", ["b1", "b3", "a2", "c2"])],
)
def test_at_tic_tac_toe_it_wins_at_once_and_blocks(rulebook, position, moves):
    rules = rulebook("tic-tac-toe")
    state = read_position(rules, position)
    report = sampling(rules).choose(state, int(state["turn"]), Limit(nodes=60_000))
    x, y = rules.xy(report.move)
    assert "abc"[x - 1] + str(y) in moves
    assert not report.exact


def test_with_enough_games_it_agrees_with_plain_minimax(rulebook):
    rules, luck, checked = rulebook("tic-tac-toe"), random.Random(3), 0
    player = sampling(rules)
    while checked < 30:
        play = Play(rules)
        for _ in range(4):
            play.play(play.acting[0], luck.choice(rules.moves(play.state)))
        seat = int(play.state["turn"])
        after = {move: rules.play(play.state, move) for move in rules.moves(play.state)}
        worth = {move: _sign(rules, state, seat) for move, state in after.items()}
        report = player.choose(play.state, seat, Limit(nodes=100_000))
        assert worth[report.move] == max(worth.values())
        assert report.share == pytest.approx((max(worth.values()) + 1) / 2, abs=0.1)
        checked += 1


def _sign(rules, state, seat: int) -> int:
    """Whether a position is won, drawn or lost for a seat, with the other seat to move."""
    outcome = rules.outcome(state)
    if outcome != ONGOING:
        return 0 if outcome < 0 else 1 if outcome == seat else -1
    value = -naive_value(rules, state, 9)
    return (value > 0) - (value < 0)


def test_among_three_it_wins_more_than_its_share():
    rules, luck, wins = small("last_stone"), random.Random(2), 0
    player = sampling(rules)
    assert player.choose(read_position(rules, "LastStoneBoard; taken 5; turn 2"), 1, FEW).move == 6
    for game in range(90):
        play, ours = Play(rules), game % 3
        while not play.result:
            seat = play.acting[0]
            chosen = (
                player.choose(play.state, seat, Limit(nodes=500)).move if seat == ours else luck.choice(rules.moves(play.state))
            )
            play.play(seat, chosen)
        wins += play.result.winner == ours
    assert wins > 45


def test_at_yahtzee_without_the_strategy_it_beats_random_play(rulebook):  # G6
    rules, luck = rulebook("yahtzee"), random.Random(1)
    player = sampling(rules, megabytes=32)
    for ours in (0, 1, 0, 1):
        play = Play(rules)
        while not play.result:
            if play.chances:
                play.happen(luck.randrange(play.chances))
                continue
            seat = play.acting[0]
            moves = rules.moves(play.state, seat)
            chosen = player.choose(play.state, seat, Limit(nodes=20_000)).move if seat == ours else luck.choice(moves)
            play.play(seat, chosen)
        assert play.result.winner == ours


# Limits


def test_the_same_luck_gives_the_same_choice(rulebook):
    rules = rulebook("yahtzee")
    state = first_turn(rules, random.Random(1))
    reports = [sampling(rules, 4).choose(state, 0, FEW) for _ in range(2)]
    assert (reports[0].move, reports[0].share, reports[0].nodes) == (reports[1].move, reports[1].share, reports[1].nodes)


@pytest.mark.parametrize("threads", [1, 2])
def test_it_looks_at_about_as_many_positions_as_allowed(rulebook, threads):  # M3
    report = sampling(rulebook("tic-tac-toe"), threads=threads).choose(rulebook("tic-tac-toe").start(), 0, FEW)
    assert 3_000 <= report.nodes < 3_000 + 10 * threads
    assert report.completed == 1.0


def test_it_keeps_to_its_time_and_reports_progress(rulebook):  # M3
    rules, told = rulebook("connect-four"), []
    player = sampling(rules)
    begun = time.perf_counter()
    report = player.choose(rules.start(), 0, Limit(seconds=0.35), progress=told.append)
    assert 0.35 <= time.perf_counter() - begun < 1.5
    assert report.completed == 1.0
    assert told
    assert all(each.nodes <= report.nodes and each.move in range(7) for each in told)


def test_no_time_at_all_still_gives_a_legal_move(rulebook):  # M3
    rules = rulebook("tic-tac-toe")
    report = sampling(rules).choose(read_position(rules, "xo......."), 0, Limit(seconds=0))
    assert report.move in range(9)
    assert (report.share, report.depth, report.nodes) == (None, 0, 0)


def test_it_can_be_stopped_from_outside(rulebook):  # M3
    rules, found = rulebook("tic-tac-toe"), []
    player = sampling(rules)
    begun = threading.Event()
    thinking = threading.Thread(
        target=lambda: found.append(player.choose(rules.start(), 0, Limit(), progress=lambda _: begun.set()))
    )
    thinking.start()
    assert begun.wait(20)
    player.stop()
    thinking.join(20)
    assert found[0].move == 4
    assert found[0].completed == 0.0


def test_a_depth_alone_does_not_end_it(rulebook):
    rules = rulebook("tic-tac-toe")
    with pytest.raises(LudusError, match="a depth of 3 does not end a Monte Carlo player; give seconds or nodes"):
        sampling(rules).choose(rules.start(), 0, Limit(depth=3))
    assert sampling(rules).choose(rules.start(), 0, Limit(depth=3, nodes=5_000)).depth == 3


def test_a_table_that_is_full_does_no_harm(rulebook):
    rules = rulebook("connect-four")
    player = sampling(rules, megabytes=0)
    assert player.choose(read_position(rules, "121212"), 0, Limit(nodes=50_000)).move == 0
