"""`JobQueues`: tasks that wait for their turn, for the runner: passwords by network, compilations by player."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Generic, Protocol, TypeVar

from ludus.server.accounts.password_queue import PasswordQueue
from ludus.server.call import Task
from ludus.server.policy import Policy

Item = TypeVar("Item")

THOUGHTS = 256
"""Threads that wait for thoughts; most of them for others who compute."""


class CompileQueue(Generic[Item]):
    """What waits to be compiled: what is `usual` first, then players in turns; `places` at once, at most `most` waiting.

    usual   Othello                                   a shipped game as it is usually played
    ann     ●                 ──► ann, mallory, bob, mallory, mallory, ...
    mallory ●●●●●●●
    bob     ●

    When no more may wait, the player with the most waiting loses the last one.
    """

    def __init__(self, places: int, most: int) -> None:
        self._places, self._most = places, most
        self._usual: list[Item] = []
        self._waiting: dict[str, list[Item]] = {}  # by player, in the order of their turns
        self._running = 0

    def __len__(self) -> int:
        return len(self._usual) + sum(map(len, self._waiting.values()))

    def push(self, item: Item, player: str, *, usual: bool = False) -> Item | None:
        """Have an item wait; the one that cannot wait any longer for it, if there is one."""
        (self._usual if usual else self._waiting.setdefault(player, [])).append(item)
        if usual or len(self) <= self._most:
            return None
        return self._take(max(self._waiting, key=lambda each: (len(self._waiting[each]), each == player)), -1)

    def pop(self) -> Item | None:
        """The next item; None when there is none, or no place for it."""
        if self._running >= self._places or not len(self):
            return None
        self._running += 1
        if self._usual:
            return self._usual.pop(0)
        player = next(iter(self._waiting))
        item = self._take(player, 0)
        if player in self._waiting:
            self._waiting[player] = self._waiting.pop(player)
        return item

    def done(self) -> None:
        """A place is free again."""
        self._running -= 1

    def _take(self, player: str, which: int) -> Item:
        item = self._waiting[player].pop(which)
        if not self._waiting[player]:
            del self._waiting[player]
        return item


class _Turns(Protocol):
    """One queue, as the runner uses it."""

    def push(self, task: Task) -> Task | None: ...
    def pop(self) -> Task | None: ...
    def done(self, task: Task) -> None: ...


class _PasswordTurns:
    """Passwords wait by network; whoever registers comes last."""

    def __init__(self, policy: Policy) -> None:
        self._queue: PasswordQueue[Task] = PasswordQueue(policy.accounts.password_threads, policy.accounts.passwords_waiting)
        self.pop = self._queue.pop

    def push(self, task: Task) -> Task | None:
        return self._queue.push(task, task.job.address, registers=task.job.registers)

    def done(self, task: Task) -> None:
        self._queue.done(registers=task.job.registers)


class _CompileTurns:
    """Compilations wait by player."""

    def __init__(self, policy: Policy) -> None:
        self.queue: CompileQueue[Task] = CompileQueue(policy.compilation.processes, policy.requests.compilations_waiting)
        self.pop = self.queue.pop

    def push(self, task: Task) -> Task | None:
        return self.queue.push(task, task.job.player or task.player, usual=task.job.usual)

    def done(self, task: Task) -> None:
        del task
        self.queue.done()


CAUSES = {"passwords": "too many passwords waiting", "compilations": "too many games to compile"}
"""Why somebody is turned away."""


class JobQueues:
    """The queues by the pools before which they stand."""

    def __init__(self, policy: Policy) -> None:
        self._compilations = _CompileTurns(policy)
        self._turns: dict[str, _Turns] = {"passwords": _PasswordTurns(policy), "compilations": self._compilations}

    def __contains__(self, pool: str) -> bool:
        return pool in self._turns

    @property
    def compilations_waiting(self) -> int:
        """How many wait for the compiler."""
        return len(self._compilations.queue)

    def push(self, task: Task) -> Task | None:
        """Have a task wait; the task that cannot wait any longer for it, if there is one."""
        return self._turns[task.job.pool].push(task)

    def take(self, pool: str, is_wanted: Callable[[Task], bool], drop: Callable[[Task], None]) -> Task | None:
        """The next task whose turn it is; those that nobody wants any more are dropped."""
        while (task := self._turns[pool].pop()) is not None:
            if is_wanted(task):
                return task
            self._turns[pool].done(task)
            drop(task)
        return None

    def done(self, task: Task) -> None:
        """The job of a task is done."""
        self._turns[task.job.pool].done(task)


def threads_for(policy: Policy) -> dict[str, tuple[Executor, int]]:
    """The threads that do the jobs of each pool, and the most jobs that may wait for them."""
    accounts, requests, compiling = policy.accounts, policy.requests, policy.compilation
    return {
        "passwords": (ThreadPoolExecutor(accounts.password_threads, "ludus-passwords"), accounts.password_threads),
        "games": (ThreadPoolExecutor(1, "ludus-games"), requests.compilations_waiting),
        "compilations": (ThreadPoolExecutor(compiling.processes, "ludus-compiling"), compiling.processes),
        "store": (ThreadPoolExecutor(2, "ludus-reading"), requests.reads_waiting),
        "thoughts": (ThreadPoolExecutor(THOUGHTS, "ludus-thought"), THOUGHTS),  # their queues see to it that few are enough
    }
