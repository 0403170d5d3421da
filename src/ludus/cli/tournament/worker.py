"""Games played in a process of its own: the tasks, what comes of them, and who does them."""

from __future__ import annotations

from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ludus.cli.tournament.contender import contender_for
from ludus.cli.tournament.places import Places, confinement_for
from ludus.cli.tournament.plan import Entry, Plan
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
Heard: TypeAlias = tuple[AnalysisResult | None, str]
"""What a process has found, or in a sentence what went wrong."""


class GameWorkers(Protocol):
    """Those who play the games of a tournament, many at once."""

    def prepare(self) -> None:
        """Wait until the first game can begin."""

    @property
    def cores(self) -> int:
        """How many games they play at the same time."""

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
        kinds = {each.setting.player if each.setting else None for each in self.plan.everybody if not each.is_program}
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
        """Start a program, and see whether it stays; a team is back with any of its members."""
        return any(self._stays(entry) for entry in self.entries[player].everybody)

    def _stays(self, entry: Entry) -> bool:
        log = ProgramLog(self.places.log(entry.name))
        log.title(f"{entry.name} is started again")
        program = Program(entry.command, confinement_for(self.plan, entry, self.places), MEGABYTE, log)
        stays = isinstance(program.listen(ALIVE), Silence)
        program.close()
        log.close()
        return stays


class GameWorker:
    """Does tasks in a process of its own, and says in a sentence what went wrong."""

    def __init__(self, plan: Plan, places: Places) -> None:
        self._plan, self._places = plan, places
        self._player: GamePlayer | None = None
        if all(is_compiled(find_game(plan.terms.game, plan.options), part) for part in PARTS):
            with suppress(LudusError):  # the first task will say it again
                self._player = GamePlayer(plan, places)

    def do(self, task: Task) -> Heard:
        """Do a task; nothing is compiled before one is there, so that only one process does it."""
        try:
            self._player = self._player or GamePlayer(self._plan, self._places)
            return self._player.do(task), ""
        except LudusError as error:
            return None, str(error)
