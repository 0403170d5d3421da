"""Whose password is worked on next: whoever registers by the dozen holds up nobody who logs in."""

from __future__ import annotations

from ludus.server.accounts.password_queue import PasswordQueue

HOME, ELSEWHERE, BUSY = "192.0.2.7", "198.51.100.1", "203.0.113.5"


def drained(queue, registers=frozenset()):
    """Everything that waits, in the order in which it is begun, with one thread after the other."""
    order = []
    while (item := queue.pop()) is not None:
        order.append(item)
        queue.done(registers=item in registers)
    return order


def test_logins_come_before_registrations():  # security
    queue = PasswordQueue(threads=1, most=10)
    for item in ("new1", "new2"):
        queue.push(item, BUSY, registers=True)
    queue.push("ann", HOME, registers=False)
    assert drained(queue, {"new1", "new2"}) == ["ann", "new1", "new2"]


def test_networks_take_turns():  # security
    queue = PasswordQueue(threads=1, most=10)
    for item in ("busy1", "busy2", "busy3"):
        queue.push(item, BUSY, registers=False)
    queue.push("home", HOME, registers=False)
    queue.push("elsewhere", ELSEWHERE, registers=False)
    assert drained(queue) == ["busy1", "home", "elsewhere", "busy2", "busy3"]


def test_one_thread_is_kept_free_of_registrations():  # security
    queue = PasswordQueue(threads=2, most=10)
    for item in ("new1", "new2", "new3"):
        queue.push(item, BUSY, registers=True)
    assert [queue.pop(), queue.pop()] == ["new1", None]
    queue.push("ann", HOME, registers=False)
    assert [queue.pop(), queue.pop()] == ["ann", None]
    queue.done(registers=True)
    assert queue.pop() == "new2"


def test_when_no_more_may_wait_the_busiest_network_loses_its_last_one():  # security
    queue = PasswordQueue(threads=1, most=3)
    assert [queue.push(f"busy{number}", BUSY, registers=True) for number in range(1, 5)] == [None, None, None, "busy4"]
    assert queue.push("home", HOME, registers=True) == "busy3"
    assert queue.push("ann", ELSEWHERE, registers=False) is None  # there is room for logins
    assert drained(queue, {"busy1", "busy2", "home"}) == ["ann", "busy1", "home", "busy2"]
