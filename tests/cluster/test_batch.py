"""Who gets which task of a batch: every core is busy, nothing is lost, and nothing is taken twice."""

from __future__ import annotations

import random
import threading

from ludus.cluster.batch import AHEAD, Dealer, PositionSolver
from ludus.cluster.messages import PlayGame, Solve, Solved, decode, encode
from ludus.cluster.requests import BatchRequest
from ludus.search.arena.settings import Setting
from ludus.server.tournaments.offline.computer import ComputerGame
from ludus.server.tournaments.offline.game import GameTask


def dealer_with(count: int, first: int = 0) -> Dealer:
    dealer = Dealer(first)
    for _ in range(count):
        dealer.add()
    return dealer


def test_each_core_has_a_task_and_another_that_waits():
    dealer = dealer_with(20)
    dealer.joined("one", 1)
    dealer.joined("four", 4)
    given = list(dealer.orders())
    assert [number for _, number in given] == list(range(5 * (1 + AHEAD)))
    assert (len(dealer.given["one"]), len(dealer.given["four"])) == (1 + AHEAD, 4 * (1 + AHEAD))
    assert list(dealer.orders()) == []
    assert dealer.solved(dealer.given["one"][0])
    assert [worker for worker, _ in dealer.orders()] == ["one"]


def test_what_a_dead_machine_had_comes_first_and_late_results_count_once():  # E7
    dealer = dealer_with(6)
    dealer.joined("dying", 2)
    lost = [number for _, number in dealer.orders()]
    dealer.left("dying")
    dealer.joined("other", 2)
    assert [number for _, number in dealer.orders()] == lost
    assert dealer.solved(lost[0])
    assert not dealer.solved(lost[0])
    assert lost[0] not in dealer.given["other"]


def test_all_is_done_once_whoever_comes_goes_and_tells_late():  # E7
    luck, dealer, results = random.Random(3), dealer_with(200, first=1000), []
    pending: list[int] = []
    while dealer.left_over:
        event = luck.random()
        if event < 0.1:
            dealer.joined(f"w{luck.randrange(6)}", luck.randint(1, 4))
        elif event < 0.15:
            dealer.left(f"w{luck.randrange(6)}")
        elif pending:  # also what the dead had told before they died
            number = pending.pop(luck.randrange(len(pending)))
            results += [number] if dealer.solved(number) else []
        pending += [number for _, number in dealer.orders()]
    assert sorted(results) == list(range(1000, 1200))


def test_a_result_of_an_older_batch_is_not_taken_for_one_of_this():
    def solved(number: int) -> Solved:
        return Solved(number, 1, 0, False, (1,), 1, 1, 0.1, 1.0)

    batch = BatchRequest(lambda: None, dealer=Dealer(first=10))
    batch.add(Solve(0, b"", None, 1, None))
    assert batch.accept()
    batch.note(solved(0))
    assert batch.results.empty()
    batch.note(solved(10))
    batch.note(solved(10))
    assert batch.results.get().number == 0
    assert batch.results.empty()


def test_a_task_that_fails_in_any_way_has_a_result(rulebook):
    rung = threading.Event()
    solver = PositionSolver(rulebook("tic-tac-toe"), 1, 1, rung.set)
    solver.add(Solve(7, b"no state", None, 1, None))
    assert rung.wait(60)  # nobody has to look for results every now and then
    (result,) = solver.results()
    assert (result.number, solver.busy) == (7, 0)
    assert result.wrong
    solver.close()


def test_a_game_of_a_tournament_travels_and_comes_back(rulebook):  # T12
    solver = PositionSolver(rulebook("tic-tac-toe"), 1, 1, lambda: None)
    task = GameTask(3, 1, 1, ("ann", "bob"), "seed", 1, (0, 0), opening="1 ann bob 0")
    game = ComputerGame(task, (Setting(depth=2, megabytes=1, threads=4), Setting(level=1, megabytes=1)), 60.0, 2)
    solver.add(decode(encode(PlayGame(5, game))))
    solver._threads.shutdown(wait=True)
    (result,) = map(decode, map(encode, solver.results()))
    assert (result.number, result.wrong, result.report.task) == (5, "", task)
    assert result.report.winner in {"ann", "bob", ""}
    assert len(result.report.replay.steps) == result.report.moves >= 5
    solver.close()
