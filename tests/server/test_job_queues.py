"""Whose game is compiled next."""

from __future__ import annotations

from ludus.server.job_queues import CompileQueue


def order(queue: CompileQueue[str]) -> str:
    found = []
    while (item := queue.pop()) is not None:
        found.append(item)
        queue.done()
    return " ".join(found)


def test_players_take_turns_however_many_variants_one_wants():  # security
    queue: CompileQueue[str] = CompileQueue(places=1, most=100)
    for number in range(4):
        queue.push(f"m{number}", "mallory")
    queue.push("a", "ann")
    queue.push("b", "bob")
    assert order(queue) == "m0 a b m1 m2 m3"


def test_what_is_usual_comes_first():
    queue: CompileQueue[str] = CompileQueue(places=1, most=100)
    queue.push("m", "mallory")
    queue.push("othello", "ann", usual=True)
    assert order(queue) == "othello m"


def test_only_so_many_are_compiled_at_once():
    queue: CompileQueue[str] = CompileQueue(places=2, most=100)
    for name in "abc":
        queue.push(name, name)
    assert [queue.pop(), queue.pop(), queue.pop()] == ["a", "b", None]
    queue.done()
    assert queue.pop() == "c"


def test_whoever_wants_the_most_is_turned_away_first():
    queue: CompileQueue[str] = CompileQueue(places=1, most=3)
    assert [queue.push(f"m{number}", "mallory") for number in range(3)] == [None, None, None]
    assert queue.push("a", "ann") == "m2"
    assert order(queue) == "m0 a m1"
