"""The computer as a player, in any seat of any game; it is asked like everybody else."""

from __future__ import annotations

import gc
import itertools
import random
import weakref
from types import SimpleNamespace

import pytest
from tests.server.playhouse import Playhouse, a_random_move, catalogue, first_move

from ludus.search.limit import Limit
from ludus.search.player import player_for
from ludus.search.report import Report
from ludus.server.analysis.analyst import AnalysisResult
from ludus.server.analysis.ticket import Ticket
from ludus.server.matches import computer as computer_module
from ludus.server.matches.computer import Thought
from ludus.server.matches.events import Played
from ludus.server.policy import ComputerPolicy
from ludus.wire.messages import Ask, Computer, Ended, Join, MatchBoard, New, Offer, Resign, Seated


@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four", "checkers", "othello", "santorini", "conquest", "yahtzee"])
@pytest.mark.parametrize("team", [1, 2])
def test_the_computer_plays_every_game_in_any_seat(game, team):
    playhouse, luck = Playhouse(), random.Random(0)
    (ann,) = playhouse.guests("ann")
    ann.say(New(game, team=team, computer=1))
    assert sorted(map(len, ann.last(MatchBoard).teams)) == [1, 1]
    for _ in range(3):
        if not playhouse.match().closed and team - 1 in playhouse.match().asked:
            a_random_move(ann, luck)
    moves = [event for event in playhouse.kept() if isinstance(event, Played)]
    assert sum(event.player == "computer1" for event in moves) >= 2
    assert all(event.path for event in moves)


def test_the_computer_takes_a_free_seat_of_a_team_beside_people():
    playhouse = Playhouse(think=first_move)
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("connect-four", players=4))
    bob.say(Join("m1"))
    assert bob.refused(Computer(team=3)) == "not possible"
    ann.say(Computer(team=1, level=2))
    bob.say(Computer(team=2, level=3))
    assert ann.last(MatchBoard).teams == [["ann", "computer1"], ["bob", "computer2"]]
    ann.move((7, 1))
    bob.move((7, 2))
    movers = [event.player for event in playhouse.kept() if isinstance(event, Played)]
    assert movers == ["ann", "bob", "computer1", "computer2"]


def test_only_who_plays_may_seat_the_computer():
    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("tic-tac-toe"))
    assert bob.refused(Computer(match="m1")) == "not your match"


def test_when_the_last_person_of_a_team_leaves_the_computer_does_not_go_on_alone():
    playhouse = Playhouse(think=first_move)
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("conquest", players=3))
    bob.say(Join("m1"))
    ann.say(Computer(team=1))
    ann.say(Resign())
    assert bob.last(Ended).result == "win"


def test_a_thought_that_comes_too_late_changes_nothing():
    playhouse = Playhouse(think=first_move)
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", computer=1))
    with playhouse.slow() as thoughts:
        ann.move((2, 2))
        assert len(thoughts) == 1
        ann.say(Offer("undo"))
        assert ann.last(Ask).board.history == []
    assert not playhouse.match().play.steps
    ann.move((2, 2))
    assert len(playhouse.match().play.steps) == 2


def test_the_computer_is_asked_again_after_a_restart():
    playhouse = Playhouse(think=first_move)
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", computer=1))
    with playhouse.slow() as thoughts:
        ann.move((2, 2))
        thoughts.clear()
    playhouse.restart()
    ann = ann.back()
    assert ann.last(Ask).board.history == ["b2", "a1"]


def nothing(thought: Thought) -> int:
    raise ZeroDivisionError


def no_move(thought: Thought) -> int:
    return 77


@pytest.mark.parametrize("wrong", [nothing, no_move])
def test_a_computer_that_cannot_think_loses_the_game_and_nothing_else_happens(wrong):  # B15
    playhouse = Playhouse(think=wrong)
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", computer=1))
    ann.move((2, 2))
    assert ann.last(Ended).result == "win"


def test_the_computer_uses_only_a_part_of_its_clock_and_only_what_its_seat_may_see():
    thoughts: list[Thought] = []
    playhouse = Playhouse(think=lambda thought: thoughts.append(thought) or first_move(thought))
    (ann,) = playhouse.guests("ann")
    ann.say(New("yahtzee", move=1.0, computer=10))
    assert ann.last(Seated).team == 1
    assert thoughts[0].limit.seconds <= 0.2
    assert thoughts[0].seat == 1


def test_the_time_a_question_has_waited_is_not_thought_away_as_well(monkeypatch):  # T13
    limits: list[Limit] = []

    class Noting:
        """Somebody who notes how long they may think."""

        def search(self, assignment, *_):
            limits.append(assignment.limit)
            return AnalysisResult(Report(0, 0, False, (0,), 0, 0, 0.0, 0.0))

    now = itertools.count(100.0, 6.0)  # it is asked, and six seconds later a thread is free
    monkeypatch.setattr(computer_module, "time", SimpleNamespace(monotonic=lambda: next(now)))
    rulebook = catalogue().prepare("tic-tac-toe", {})
    thought = Thought(rulebook, rulebook.start(), [], 0, 10, 10.0, ComputerPolicy())
    thought.analyst = Noting()
    thought.think()
    assert limits[0].seconds == pytest.approx(4.0 * ComputerPolicy().clock_share)


def test_a_player_that_is_not_kept_any_more_is_freed_without_waiting_for_the_garbage_collector():
    player = player_for(catalogue().prepare("tic-tac-toe", {}), threads=1, megabytes=1)
    player.choose(player.rulebook.start(), 0, Limit(depth=1))
    gone = weakref.ref(player)
    gc.disable()
    try:
        del player
        assert gone() is None
    finally:
        gc.enable()


def test_a_computer_that_has_to_wait_for_its_turn_moves_before_its_clock_runs_out():  # T13, M3
    playhouse = Playhouse()
    (ann,) = playhouse.guests("ann")
    queue = playhouse.core.context.computation.computers
    ann.say(New("tic-tac-toe", move=10.0, computer=10))
    for _ in range(queue.places):  # all places are taken, by thoughts that do not come to an end
        queue.running.append(Ticket("bob", "m9", 1000.0, playhouse.now, begun=playhouse.now))
    ann.move((2, 2))
    playhouse.wait(9.0)
    playhouse.take_turns()
    playhouse.settle()
    assert len(playhouse.match().play.steps) == 1
    playhouse.wait(0.6)
    playhouse.take_turns()
    playhouse.settle()
    assert len(playhouse.match().play.steps) == 2
    assert not playhouse.match().closed


def test_a_thought_is_dropped_when_its_match_is_over():
    thoughts = []
    playhouse = Playhouse(think=lambda thought: thoughts.append(thought) or first_move(thought))
    (ann,) = playhouse.guests("ann")
    ann.say(New("tic-tac-toe", computer=10))
    with playhouse.slow():
        ann.move((2, 2))
        ann.say(Resign())
    assert thoughts == []
    assert len(playhouse.core.context.computation.computers) == 0
    assert playhouse.core.context.computation.computers.running == []
