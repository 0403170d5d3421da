"""The analysis of positions as clients ask for it: estimate, progress, decision, the end of a game, and what is refused."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from tests.server.analysis.doubles import Fake, Slow
from tests.server.playhouse import Playhouse, catalogue

from ludus.search.limit import Limit
from ludus.server.analysis.analyst import AnalystGone, Assignment, Succession
from ludus.server.analysis.computation import Computation
from ludus.server.policy import AnalysisPolicy, Policy
from ludus.server.settings import Settings
from ludus.wire.messages import (
    Analyse,
    BeginAnalysis,
    Decision,
    Estimated,
    GameTypes,
    GoodGame,
    ListWorkers,
    Login,
    Ping,
    Pong,
    Problem,
    Progressed,
    WorkerList,
)


def house(*remote, **policy) -> Playhouse:
    playhouse = Playhouse(Settings(policy=Policy(analysis=AnalysisPolicy(threads=1, megabytes=1, **policy))))
    computation = Computation.of(playhouse.settings.policy, remote)
    playhouse.core.context.computation = computation
    playhouse.thinkers = type(playhouse.thinkers)(computation)
    return playhouse


def test_a_client_names_an_encoding_and_gets_the_game_types():  # E1
    visitor = house().connect()
    visitor.say(BeginAnalysis(encoding="json"))
    assert visitor.last(GameTypes).games == list(catalogue().games)
    assert visitor.last(GameTypes).encoding == "json"
    assert visitor.refused(BeginAnalysis(encoding="morse")) == "no encoding"
    assert not visitor.gone


def test_a_request_is_first_told_its_estimated_time_and_then_decided():  # E2, E3, M1
    visitor = house().connect()
    told = visitor.say(Analyse(game="tic-tac-toe", depth=9, position="x.o......", id="a"))
    estimated, *_, decided = told  # on a busy machine there is progress in between
    assert isinstance(estimated, Estimated)
    assert estimated.ahead == 0
    assert estimated.id == decided.id == "a"
    assert (decided.move, decided.path, decided.position) == ("a1", [(1, 1)], "x.o...x..")
    assert (decided.value, decided.exact, decided.completed) == (99995, True, 1.0)
    assert decided.line[0] == "a1"
    assert (decided.workers, decided.jobs) == (1, 1)


def test_the_estimate_counts_what_is_queued_ahead_for_the_same_game_type():  # E2
    playhouse = house(Fake(takes=2.0), local=0)
    ann, bob = playhouse.guests("ann", "bob")
    with playhouse.slow():
        ann.say(Analyse(game="tic-tac-toe", seconds=2.0))
        for task in list(playhouse.held):  # the games are ready; the thoughts wait
            playhouse.held.remove(task)
            playhouse._do(task)
        playhouse.settle()
        bob.say(Analyse(game="tic-tac-toe", depth=5))  # by now the game is ready for everybody
    assert ann.last(Estimated).seconds == 2.0
    assert bob.last(Estimated).ahead == 2.0
    assert bob.last(Estimated).seconds == 4.0
    assert bob.last(Decision)


def test_a_position_in_json_is_answered_in_json():  # E1
    visitor = house().connect()
    visitor.say(BeginAnalysis(encoding="json"))
    visitor.say(Analyse(game="tic-tac-toe", depth=2, position='["TicTacToeBoard", "cross 1 1 1", "turn 2"]'))
    assert visitor.last(Decision).position.startswith('["TicTacToeBoard","cross 1 1 1",')


def test_the_game_and_the_depth_hold_until_others_are_named():  # E1
    visitor = house().connect()
    visitor.say(BeginAnalysis())
    visitor.say(Analyse(game="tic-tac-toe", depth=3))
    visitor.say(Analyse(position="x........"))
    assert [each.depth for each in visitor.heard(Decision)] == [3, 3]
    assert visitor.last(Decision).position.count("o") == 1


def test_when_the_move_ends_the_game_it_is_told_and_the_connection_closes():  # E3, E5
    visitor = house().connect()
    visitor.say(BeginAnalysis())
    visitor.say(Analyse(game="tic-tac-toe", position="xx.oo....", id="7"))
    assert visitor.last(Decision).position == "xxxoo...."
    assert visitor.last(Decision).completed == 1.0
    assert visitor.last(GoodGame) == GoodGame(game="tic-tac-toe", result="X wins", winner=1)
    assert (visitor.last(Decision).result, visitor.last(Decision).id) == ("X wins", "7")
    assert visitor.gone


def test_a_position_that_is_over_is_a_good_game_and_the_connection_closes():  # E3
    visitor = house().connect()
    visitor.say(BeginAnalysis())
    visitor.say(Analyse(game="tic-tac-toe", position="xxxoo...."))
    assert visitor.last(GoodGame).winner == 1
    assert visitor.gone
    stranger = house().connect()
    stranger.say(Analyse(game="tic-tac-toe", position="xxxoo...."))
    assert stranger.last(GoodGame).winner == 1
    assert not stranger.gone  # who came for something else stays


def test_a_game_type_that_nobody_computes_is_an_error_and_the_connection_closes():  # E3, E4
    playhouse = house(local=0)
    visitor = playhouse.connect()
    visitor.say(BeginAnalysis())
    assert visitor.last(GameTypes).games == []
    assert visitor.refused(Analyse(game="tic-tac-toe")) == "no worker"
    assert visitor.gone
    other = playhouse.connect()
    other.say(BeginAnalysis())
    assert other.refused(Analyse(game="nine-mens-morris")) == "no game"
    assert other.gone


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Analyse(game="chess960"), "no game"),
        (Analyse(), "wrong field"),
        (Analyse(game="tic-tac-toe", encoding="morse"), "no encoding"),
        (Analyse(game="tic-tac-toe", position="xxxxxxxxxxx"), "wrong position"),
        (Analyse(game="tic-tac-toe", encoding="json", position="{}"), "wrong position"),
        (Analyse(game="tic-tac-toe", seconds=0.01), "wrong field"),
        (Analyse(game="tic-tac-toe", seconds=10.5), "wrong field"),
        (Analyse(game="tic-tac-toe", team=2), "wrong position"),
        (Analyse(game="tic-tac-toe", options={"size": 7}), "wrong option"),
        (Analyse(game="yahtzee"), "wrong position"),
    ],
)
def test_what_cannot_be_analysed_is_refused_with_a_reason(request_, code):  # M3
    playhouse = house()
    visitor = playhouse.connect()
    assert visitor.refused(request_) == code
    visitor.say(Ping())
    assert visitor.last(Pong)


def test_somebody_with_an_account_may_ask_for_more_than_a_guest():
    playhouse = house(Fake(), local=0, seconds=60.0, guest_seconds=2.0, per_guest=1, per_account=2)
    (guest,) = playhouse.guests("bob")
    member = playhouse.connect()
    member.enter(Login("ann", "correct horse battery"))
    assert guest.refused(Analyse(game="tic-tac-toe", seconds=30.0)) == "wrong field"
    assert isinstance(member.say(Analyse(game="tic-tac-toe", seconds=30.0))[-1], Decision)
    for person, most in ((guest, 1), (member, 2)):
        with playhouse.slow():
            for _ in range(most):
                person.say(Analyse(game="tic-tac-toe", seconds=1.0))
            assert person.refused(Analyse(game="tic-tac-toe", seconds=1.0)) == "too fast"
    assert len(member.heard(Decision)) == 3


def test_the_work_of_a_client_that_has_left_is_dropped():
    fake = Fake()
    playhouse = house(fake, local=0)
    (ann,) = playhouse.guests("ann")
    with playhouse.slow():
        ann.say(Analyse(game="tic-tac-toe", seconds=2.0))
        playhouse._do(playhouse.held.pop())
        playhouse.settle()
        ann.leave()
    assert fake.asked == []
    assert not playhouse.core.context.computation.analyses.running
    assert len(playhouse.core.context.computation.analyses) == 0


def test_progress_is_told_as_often_as_it_is_wanted():  # M7
    slow = Slow()
    playhouse = house(slow, local=0)
    (ann,) = playhouse.guests("ann")
    ann_done = threading.Timer(0.25, slow.done.set)
    ann_done.start()
    ann.say(Analyse(game="tic-tac-toe", seconds=5.0, progress=0.1, id="p"))
    told = ann.heard(Progressed)
    assert 1 <= len(told) <= 3
    assert (told[0].depth, told[0].value, told[0].line, told[0].id) == (5, 3, ["b2", "a1"], "p")
    assert ann.last(Decision).workers == 4


def test_whoever_does_not_answer_in_time_is_not_waited_for():  # M3
    slow = Slow()
    (ann,) = house(slow, local=0).guests("ann")
    began = time.monotonic()
    ann.say(Analyse(game="tic-tac-toe", seconds=0.1))
    assert time.monotonic() - began < 5.0
    slow.done.set()
    decided = ann.last(Decision)
    assert (decided.move, decided.value, decided.completed) == ("b2", 3, 0.4)  # the best that was known


def test_the_cluster_is_asked_first_and_when_it_is_gone_this_machine_takes_over():  # E7
    fake = Fake()
    (ann,) = house(fake).guests("ann")
    ann.say(Analyse(game="tic-tac-toe", depth=2))
    assert ann.last(Decision).workers == 4
    fake.gone = True
    ann.say(Analyse(game="tic-tac-toe", position="x.o......", depth=9))
    assert ann.last(Decision).workers == 1
    assert ann.last(Decision).value == 99995
    ann.say(ListWorkers())
    assert [worker.name for worker in ann.last(WorkerList).workers] == ["this machine"]


def test_the_one_who_takes_over_has_only_the_time_that_is_left():  # M3
    first, second = Fake(gone=True), Fake()
    rulebook = catalogue().prepare("tic-tac-toe", {})
    assignment = Assignment(rulebook, rulebook.start(), 0, Limit(seconds=3.0))
    Succession(first, second).search(assignment, lambda _: None, lambda: False)
    assert first.asked[0].limit.seconds == 3.0
    assert second.asked[0].limit.seconds < 3.0
    with pytest.raises(AnalystGone, match="nobody is there"):
        Succession(first).search(assignment, lambda _: None, lambda: False)
    with pytest.raises(AnalystGone):
        Succession().search(replace(assignment, limit=Limit(depth=1)), lambda _: None, lambda: False)


def test_all_workers_dead_is_a_clear_error_and_the_service_goes_on():  # E7
    fake = Fake(gone=True)
    (ann,) = house(fake, local=0).guests("ann")
    assert ann.refused(Analyse(game="tic-tac-toe")) == "not now"
    assert "nobody is there" in ann.last(Problem).sentence.lower()
    fake.gone = False
    ann.say(Analyse(game="tic-tac-toe"))
    assert ann.last(Decision)
