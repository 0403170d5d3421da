"""`ludus arena`: two settings meet."""

from __future__ import annotations

import json
import random

import pytest

from ludus.rules.errors import LudusError
from ludus.rules.gametext import game_text, replay
from ludus.rules.play import Play
from ludus.search.arena.contest import play_game
from ludus.search.arena.openings import openings
from ludus.search.arena.settings import Setting

MATCH = ["arena", "tic-tac-toe", "--a", "depth=9", "--b", "depth=1", "--opening", "1"]


def test_the_deeper_search_never_loses(ludus, rulebook, tmp_path):
    ran = ludus(*MATCH, "--games", "18", "--save", "games.txt", "--json")
    assert (ran.status, ran.errors) == (0, "")
    facts = json.loads(ran.out)
    assert facts["wins"] + facts["draws"] == 18
    assert facts["wins"] > 9
    assert facts["losses"] == 0
    assert facts["low"] > 0

    lines = (tmp_path / "games.txt").read_text("utf-8").splitlines()
    plays = list(replay(rulebook("tic-tac-toe"), lines))
    said = [line for line in lines if line.startswith("# ")][1:]
    assert len(plays) == len(said) == 18
    for number, (play, told) in enumerate(zip(plays, said, strict=True)):
        ours = ("X", "O")[number % 2]
        assert told.startswith(f"# {number + 1}: A is {ours}, B is {'XO'.replace(ours, '')}; ")
        assert told.endswith(play.result.sentence)
    pairs = [(one.steps[0], other.steps[0]) for one, other in zip(plays[::2], plays[1::2], strict=True)]
    assert all(one == other for one, other in pairs)
    assert len(set(pairs)) == 9  # every first move once


def test_the_same_seed_gives_the_same_games(ludus, tmp_path):
    for name in ("once", "again"):
        ludus(*MATCH, "--games", "6", "--seed", "7", "--save", name)
    assert (tmp_path / "once").read_text() == (tmp_path / "again").read_text()


def test_the_result_is_said_in_words(ludus):
    said = ludus(*MATCH, "--games", "4", "--sprt", "0,400").out.splitlines()
    assert said[0] == "Tic-tac-toe: A depth=9 against B depth=1, seed 1"
    assert said[1].startswith("A: ")
    assert said[1].endswith(" percent of the points")
    assert said[2].startswith("Elo of A above B: ")
    assert said[3].startswith("SPRT: ")


def test_the_match_ends_when_the_test_is_decided(ludus):
    facts = json.loads(ludus(*MATCH, "--games", "1000", "--sprt", "0,200", "--json").out)
    assert facts["better"] is True
    assert facts["ratio"] >= facts["bounds"][1]
    assert facts["wins"] + facts["draws"] < 100


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--a", "depth"], "'depth' is not a setting; write one such as depth=2 or seconds=0.2,threads=2"),
        (
            ["--a", "speed=2"],
            "there is no setting 'speed'; the settings are seconds, depth, nodes, threads, megabytes, level, player",
        ),
        (["--a", "player=oracle,depth=1"], "player=oracle: the players are strategy, search, montecarlo"),
        (["--a", "player=strategy"], "Tic-tac-toe has no strategy of its own"),
        (["--a", "player=montecarlo"], "'player=montecarlo' sets no limit; add level=, seconds=, depth= or nodes="),
        (["--a", "depth=two"], "depth=two: a whole number is expected"),
        (["--a", "seconds=nan"], "seconds=nan: the number must be more than 0"),
        (["--a", "depth=0"], "depth=0: the number must be more than 0"),
        (["--a", "level=3,depth=2"], "'level=3,depth=2' sets a level and a limit; give one of them"),
        (["--a", "level=11"], "level=11: the number must be at most 10"),
        (["--a", "threads=2"], "'threads=2' sets no limit; add level=, seconds=, depth= or nodes="),
        (["--a", "seconds=inf"], "seconds=inf: the number must be at most 1,000,000"),
        (["--a", "depth=1,threads=2000"], "threads=2000: the number must be at most 1,024"),
        (["--a", "depth=1,megabytes=2000000"], "megabytes=2000000: the number must be at most 1,048,576"),
        (["--a", "depth=1,depth=2"], "'depth=1,depth=2' sets depth twice"),
        (["--opening", "100"], "an opening of 100 moves is too long: Tic-tac-toe is nearly always over by then"),
        (["--sprt=-1000000,0"], "the test of -1e+06,0: Elo differences lie between -4000 and 4000"),
        (["--games", "5"], "--games 5: games come in pairs, so give an even number"),
        (["--sprt", "10"], "'10' is not a test; write two Elo differences such as 0,20"),
        (["--save", "no/such/file"], "no/such/file cannot be written: No such file or directory"),
    ],
)
def test_what_goes_wrong_is_one_sentence(ludus, words, says):
    ran = ludus(*MATCH, *words)
    assert (ran.status, ran.errors.replace("\\", "/")) == (1, f"ludus: {says}\n")


def test_at_yahtzee_the_strategy_beats_games_played_out_at_random(ludus):  # G6
    ran = ludus("arena", "yahtzee", "--a", "player=strategy", "--b", "player=montecarlo,nodes=2000", "--games", "4", "--json")
    assert (json.loads(ran.out)["wins"], ran.errors) == (4, "")


def test_levels_play_each_other(ludus):
    ran = ludus("arena", "tic-tac-toe", "--a", "level=5", "--b", "level=1", "--games", "2", "--threads", "1", "--json")
    assert (ran.status, ran.errors) == (0, "")


def test_the_arena_is_for_two(ludus):
    ran = ludus("arena", "yahtzee", "--option", "players=3", "--a", "player=strategy", "--b", "player=strategy")
    assert ran.errors == "ludus: the arena is for games of two; Yahtzee has 3 seats here\n"


def test_a_search_beats_games_played_out_at_random(ludus):  # M1
    facts = json.loads(ludus(*MATCH, "--b", "player=montecarlo,nodes=50", "--games", "10", "--json").out)
    assert facts["losses"] == 0
    assert facts["wins"] > 0


def test_openings_are_short_different_and_not_over(rulebook):
    rules = rulebook("santorini")
    found = list(openings(rules, 10, 4, random.Random(1)))
    assert len(set(found)) == 10
    assert {len(steps) for steps in found} == {5}  # chance says who begins
    assert not any(Play.replay(rules, steps).result for steps in found)
    over_early = list(openings(rulebook("tic-tac-toe"), 3, 9, random.Random(1)))
    assert all(Play.replay(rulebook("tic-tac-toe"), steps).result is None for steps in over_early)


def test_a_game_with_a_chance_is_written_and_replayed(rulebook):
    rules = rulebook("santorini")
    opening = next(openings(rules, 1, 4, random.Random(1)))
    play = play_game(rules, (Setting(depth=1), Setting(depth=1)), opening, random.Random(1))
    line = game_text(rules, play.steps)
    assert line.startswith("*")
    (again,) = replay(rules, ["# a comment", "", line])
    assert (again.steps, again.result) == (play.steps, play.result)
    assert play.result


def test_a_line_that_cannot_be_replayed_says_where(rulebook):
    with pytest.raises(LudusError, match="line 2, word 3: 'a1' cannot be played there"):
        list(replay(rulebook("tic-tac-toe"), ["a1 b1", "a1 b1 a1"]))
