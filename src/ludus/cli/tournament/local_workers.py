"""The games of a tournament on this machine: as many at once as there are cores; results come as they are ready."""

from __future__ import annotations

from ludus.cli.tournament.game_processes import GameProcesses
from ludus.cli.tournament.places import Places
from ludus.cli.tournament.plan import Plan
from ludus.cli.tournament.worker import AnalysisResult, PrepareTask, Task
from ludus.games import find_game
from ludus.rules.errors import LudusError
from ludus.search.precompilation import PARTS, is_compiled

AHEAD = 3
"""Games a core that wait in the queue while it plays one: the shortest take less time than handing out the next."""


class LocalWorkers:
    """Plays games in processes on this machine, as many at once as there are processes."""

    def __init__(self, processes: GameProcesses, size: int, plan: Plan, places: Places) -> None:
        self.cores, self._open = size, 0
        self._room = size if plan.programs else (1 + AHEAD) * size
        self._file = find_game(plan.terms.game, plan.options)
        self._processes = processes
        processes.begin(size, plan, places)

    def __enter__(self) -> LocalWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        self._processes.stop()

    def prepare(self) -> None:
        """Have everything compiled once, for all; what is on disk already, each process loads by itself."""
        if not all(is_compiled(self._file, part) for part in PARTS):
            self.give(PrepareTask())
            self.findings(None)

    @property
    def free(self) -> int:
        """How many more tasks they take now: one for each to do and, unless a program may have to be started again, some more."""
        return self._room - self._open

    def can_take(self, *players: str) -> bool:  # noqa: ARG002  a process plays for anybody
        """Whether there is room for another task."""
        return self.free > 0

    def give(self, task: Task) -> None:
        """Let the next process that is free do a task."""
        self._processes.give(task)
        self._open += 1

    def findings(self, seconds: float | None) -> list[AnalysisResult]:
        """What has been found since, waiting for at most some seconds; raises `LudusError` when a process has died."""
        found: list[AnalysisResult] = []
        try:
            heard = self._processes.heard(seconds)
        except EOFError:
            raise LudusError("one of our own processes has died; run the same command again to go on") from None
        for finding, wrong in heard:
            if finding is None:
                raise LudusError(wrong)
            found.append(finding)
            self._open -= 1
        return found
