"""`Thinkers`: the tasks that wait for their turn to think. The queues decide, here the tasks are kept."""

from __future__ import annotations

from ludus.server.analysis.computation import Computation
from ludus.server.analysis.ticket import Ticket
from ludus.server.call import Task


class Thinkers:
    """Tasks by their tickets, in the queues of a computation."""

    def __init__(self, computation: Computation) -> None:
        self._queues = computation.queues
        self._tasks: dict[Ticket, Task] = {}
        self._late: list[Task] = []  # their turn had come before their group was on disk

    def wait(self, task: Task) -> None:
        """Keep a task whose ticket has entered its queue."""
        ticket = task.job.ticket
        if ticket is not None and ticket.begun is None:
            self._tasks[ticket] = task
        else:
            self._late.append(task)

    def turn(self, now: float) -> tuple[list[Task], list[Task]]:
        """The tasks whose turn it is, and those that nobody wants any more. Thoughts that have had their time are stopped."""
        for queue in self._queues:
            for ticket in queue.overdue(now):
                ticket.stop()
        begun, self._late = self._late, []
        dropped: list[Task] = []
        for queue in self._queues:
            for ticket in queue.release(now):
                task = self._tasks.pop(ticket, None)
                if task is not None:
                    (begun if ticket.wanted() else dropped).append(task)
        return begun, dropped

    def next_time(self) -> float | None:
        """When `turn` should be called next, at the latest."""
        times = [time for queue in self._queues if (time := queue.next_time()) is not None]
        return min(times, default=None)
