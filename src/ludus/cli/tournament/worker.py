"""Games played in processes of their own, as many at once as there are cores; results come as they are ready."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from contextlib import ExitStack, closing
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.queues import SimpleQueue
from typing import Protocol, TypeAlias, cast

from ludus.cli.tournament.contender import contender_for
from ludus.cli.tournament.places import Places, confinement_for
from ludus.cli.tournament.plan import Plan
from ludus.cli.tournament.program import Program, ProgramLog, Silence
from ludus.cli.tournament.sandbox import MEGABYTE
from ludus.games import find_game
from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.search.player import player_for
from ludus.search.precompilation import PARTS, is_compiled
from ludus.server.tournaments.offline.game import GameReport, GameTask, TournamentGame, play_out

ALIVE = 1.0
"""A program that has run for this many seconds after its start is back."""


@dataclass(frozen=True)
class ReturnTask:
    """A program that has ended is to be started again, to see whether it runs."""

    player: str


@dataclass(frozen=True)
class ReturnReport:
    """Whether a program runs again."""

    player: str
    is_back: bool


@dataclass(frozen=True)
class PrepareTask:
    """The rules and the computer players are to be compiled, before others need them."""


@dataclass(frozen=True)
class PrepareReport:
    """Everything is compiled."""


Task: TypeAlias = GameTask | ReturnTask | PrepareTask
AnalysisResult: TypeAlias = GameReport | ReturnReport | PrepareReport


class GameWorkers(Protocol):
    """Those who play the games of a tournament, many at once."""

    def prepare(self) -> None:
        """Wait until the first game can begin."""

    @property
    def free(self) -> int:
        """How many tasks could be begun now."""

    def can_take(self, *players: str) -> bool:
        """Whether a task in which these players take part could be begun now."""

    def give(self, task: Task) -> None:
        """Have a task done."""

    def findings(self, seconds: float | None) -> list[AnalysisResult]:
        """What has been found since, waiting for at most some seconds."""


class GamePlayer:
    """Plays games, one after the other."""

    def __init__(self, plan: Plan, places: Places) -> None:
        self.plan, self.places = plan, places
        self.entries = {entry.name: entry for entry in plan.players}
        self.rulebook = Rulebook(find_game(plan.terms.game, plan.options))
        self._prepare()  # now, so that it takes nobody's time to think

    def do(self, task: Task) -> AnalysisResult:
        """Do a task."""
        if isinstance(task, GameTask):
            return self.play(task)
        if isinstance(task, ReturnTask):
            return ReturnReport(task.player, self.is_back(task.player))
        return PrepareReport()

    def _prepare(self) -> None:
        """Compile or load everything; raises `LudusError` where a computer player cannot play the game."""
        self.rulebook.start()
        kinds = {entry.setting.player if entry.setting else None for entry in self.plan.players if not entry.is_program}
        for kind in kinds:
            player_for(self.rulebook, threads=1, megabytes=1, kind=kind).close()

    def play(self, task: GameTask) -> GameReport:
        """Play a game."""
        game = TournamentGame(self.rulebook, task, self.plan.move, self.plan.refusals)
        with ExitStack() as stack:
            contenders = [
                stack.enter_context(closing(contender_for(self.plan, self.entries[name], game, seat, self.places)))
                for seat, name in enumerate(task.players)
            ]
            play_out(game, contenders, self.plan.opening)
        return game.report()

    def is_back(self, player: str) -> bool:
        """Start a program, and see whether it stays."""
        entry = self.entries[player]
        log = ProgramLog(self.places.log(player))
        log.title(f"{player} is started again")
        program = Program(entry.command, confinement_for(self.plan, entry, self.places), MEGABYTE, log)
        stays = isinstance(program.listen(ALIVE), Silence)
        program.close()
        log.close()
        return stays


class Workers:
    """Processes on this machine that play games; whoever is done takes the next task from one queue, so no core waits for us."""

    def __init__(self, size: int, plan: Plan, places: Places) -> None:
        spawning = multiprocessing.get_context("spawn")
        self.size, self._open = size, 0
        self._room = size if any(entry.is_program for entry in plan.players) else 2 * size
        self._file = find_game(plan.terms.game, plan.options)
        self._tasks: SimpleQueue[Task] = spawning.SimpleQueue()
        self._processes: list[BaseProcess] = []
        self._results: list[Connection] = []
        for _ in range(size):
            ours, theirs = spawning.Pipe(duplex=False)
            self._processes.append(spawning.Process(target=_work, args=(self._tasks, theirs, plan, places), daemon=True))
            self._processes[-1].start()
            theirs.close()  # so that the end of the process is the end of the pipe
            self._results.append(ours)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(timeout=5.0)
            process.kill()
            process.join()

    def prepare(self) -> None:
        """Have everything compiled once, for all; what is on disk already, each process loads by itself."""
        if not all(is_compiled(self._file, part) for part in PARTS):
            self.give(PrepareTask())
            self.findings(None)

    @property
    def free(self) -> int:
        """How many more tasks they take now: one for each to do and, unless a program may have to be started again, to wait."""
        return self._room - self._open

    def can_take(self, *players: str) -> bool:  # noqa: ARG002  a process plays for anybody
        """Whether there is room for another task."""
        return self.free > 0

    def give(self, task: Task) -> None:
        """Let the next process that is free do a task."""
        self._tasks.put(task)
        self._open += 1

    def findings(self, seconds: float | None) -> list[AnalysisResult]:
        """What has been found since, waiting for at most some seconds; raises `LudusError` when a process has died."""
        found: list[AnalysisResult] = []
        for pipe in cast("list[Connection]", wait(self._results, seconds)):
            try:
                finding, wrong = pipe.recv()
            except (EOFError, ConnectionError):
                raise LudusError("one of our own processes has died; run the same command again to go on") from None
            if wrong:
                raise LudusError(wrong)
            found.append(finding)
            self._open -= 1
        return found


def _leave(*_: object) -> None:
    """End the programs that are running, and then ourselves."""
    raise SystemExit


def _follow_parent() -> None:
    """End this process when the one that started it is gone, however it went."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _work(tasks: SimpleQueue[Task], pipe: Connection, plan: Plan, places: Places) -> None:
    """What a process does: take a task, send what was found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process at the keyboard, which ends this one
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_follow_parent, daemon=True).start()
    player: GamePlayer | None = None
    while True:
        task = tasks.get()
        try:
            player = player or GamePlayer(plan, places)
            found: tuple[AnalysisResult | None, str] = player.do(task), ""
        except LudusError as error:
            found = None, str(error)
        try:
            pipe.send(found)
        except (BrokenPipeError, ConnectionError):
            return
