"""`Director`: holds a tournament from its first game to its last, on all cores, and goes on where it was left."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

import msgspec

from ludus.cli.tournament.journal import Journal, read_journal
from ludus.cli.tournament.places import Places
from ludus.cli.tournament.plan import Plan
from ludus.cli.tournament.schedule import Schedule
from ludus.cli.tournament.worker import AnalysisResult, GameWorkers, PrepareReport, ReturnReport, ReturnTask
from ludus.rules.errors import LudusError
from ludus.server.tournaments.events import Opened
from ludus.server.tournaments.offline.game import GameTask
from ludus.server.tournaments.series import FAILURES
from ludus.server.tournaments.state import Pairing
from ludus.server.tournaments.terms import MOST_PLAYERS
from ludus.server.tournaments.tournament import NextGame, Tournament

BETWEEN_RETURNS = 1.0
"""Seconds between two attempts to start a program that has ended."""

NO_LIMIT = 2 * MOST_PLAYERS
"""Games that the computer plays at the same time: it plays each as if there were no other. Nobody has more pairings than that."""

SHOW_EVERY = 0.25
"""Seconds between two looks at the live table."""


class Director:
    """Puts the pure tournament, its journal and the processes together."""

    def __init__(self, plan: Plan, places: Places) -> None:
        self.plan, self.places = plan, places
        self._digest = _digest(plan)
        self._computers = {entry.name for entry in plan.players if entry.is_computer}
        self._teams = {entry.name: tuple(member.name for member in entry.members) for entry in plan.players}
        happened = read_journal(places.events)
        self._real = time.monotonic()
        self.resumed = len(happened) > 1
        self._base = happened[-1].at if happened else time.time()
        self.tournament = self._resume(Tournament.restored(happened)) if happened else self._open()
        self.journal = Journal(places.events, len(happened))
        self._schedule = Schedule()
        self._drop_games()
        self.journal.keep(self.tournament)
        self._returning: dict[str, float] = {}  # when to try again to start a program that has ended

    @property
    def now(self) -> float:
        """The tournament's time: it stands still while nobody holds it."""
        return self._base + time.monotonic() - self._real

    def run(self, workers: GameWorkers, show: Callable[[Tournament], None]) -> None:
        """Play until the tournament is over."""
        workers.prepare()
        self._real = time.monotonic()  # the time of the tournament begins when everything is compiled
        while self.tournament.state.standing != "over":
            self.tournament.tick(self.now)
            self._give(workers)
            self.journal.keep(self.tournament)
            show(self.tournament)
            for finding in workers.findings(self._patience()):
                self._take(finding)  # kept on disk once the next games have begun, so that no core waits for it
        self.journal.keep(self.tournament)
        show(self.tournament)

    def close(self) -> None:
        """Let the journal go."""
        self.journal.close()

    # Beginning, or going on

    def _open(self) -> Tournament:
        plan = self.plan
        tournament = Tournament.open(self._digest, plan.terms, plan.seed, self.now)
        for entry in plan.players:
            tournament.enter(entry.name, self.now, entry.rating, at_once=NO_LIMIT if entry.is_computer else 0)
        fault = tournament.start(self.now)
        if fault:
            raise LudusError(fault.sentence)
        return tournament

    def _resume(self, tournament: Tournament) -> Tournament:
        opened = tournament.events[0]
        if not isinstance(opened, Opened) or opened.tournament != self._digest:
            raise LudusError(
                f"{self.places.folder} holds another tournament, or this one before {self.plan.path} was changed; "
                "give another folder with --out, or delete that one"
            )
        if tournament.state.standing == "open":
            return self._open()
        return tournament

    def _drop_games(self) -> None:
        """Games that were being played when we were stopped are played anew."""
        for pairing in list(self.tournament.state.undecided()):
            if pairing.on:
                self.tournament.drop_game(pairing.number, pairing.on, self.now)

    # Giving and taking

    def _give(self, workers: GameWorkers) -> None:
        for player, at in list(self._returning.items()):
            if workers.can_take(player) and at <= self.now and player in self.tournament.state.away:
                self._returning[player] = float("inf")
                workers.give(ReturnTask(player))
        for game in self._schedule.sort(self.tournament.ready(), self.tournament.state, workers.cores):
            if not workers.free:
                return
            if workers.can_take(game.mover, game.other) and self.tournament.begin_game(game, self.now) is None:
                workers.give(self._task(game))

    def _take(self, finding: AnalysisResult) -> None:
        if isinstance(finding, PrepareReport):
            return
        if isinstance(finding, ReturnReport):
            if finding.is_back:
                self.tournament.come_back(finding.player, self.now)
                self._returning.pop(finding.player, None)
            else:
                self._returning[finding.player] = self.now + BETWEEN_RETURNS
            return
        self._schedule.see(finding)
        task = finding.task
        self.places.record(task.name).write_text(finding.record, "utf-8")
        self.places.replay(task.name).write_bytes(msgspec.json.encode(finding.replay))
        self.tournament.end_game(task.pairing, task.game, finding.winner, finding.how, finding.sentence, self.now)
        state = self.tournament.state
        elsewhere = any(pairing.on for pairing in state.of_player(finding.vanished))  # there it runs in another process
        if finding.vanished and state.standing != "over" and not elsewhere:
            self.tournament.vanish(finding.vanished, self.now)
            self._returning[finding.vanished] = self.now

    def _patience(self) -> float:
        """How long to wait for something to happen."""
        times = [self.now + SHOW_EVERY, *self._returning.values()]
        deadline = self.tournament.deadline()
        return max(0.0, min([*times, *([] if deadline is None else [deadline])]) - self.now)

    def _task(self, game: NextGame) -> GameTask:
        pairing = self.tournament.state.pairings[game.pairing - 1]
        players = (game.mover, game.other)
        failed = [each.number for each in pairing.games if each.how in FAILURES]
        told = [] if self._computers.issuperset(players) else game_names(pairing)  # to programs only
        opening = f"{self.plan.seed} {' '.join(sorted(players))} {(pairing.next_game - 1) // 2}" if self.plan.opening else ""
        return GameTask(
            pairing=pairing.number,
            game=game.game,
            round=pairing.round,
            players=players,
            seed=_seed(self._digest, self.plan.seed, pairing.number, game.game),
            best_of=self.plan.terms.best_of,
            wins=(pairing.wins(players[0]), pairing.wins(players[1])),
            score=(_points(pairing, players[0]), _points(pairing, players[1])),
            forfeited=tuple(failed),
            records=tuple(path.read_text("utf-8") for path in map(self.places.record, told) if path.exists()),
            opening=opening,
            teams=(self._teams[players[0]], self._teams[players[1]]),
        )


def game_names(pairing: Pairing) -> list[str]:
    """What the finished games of a pairing are called; games that nobody began have no record."""
    return [_name(pairing, game.number) for game in pairing.games]


def _name(pairing: Pairing, number: int) -> str:
    players = pairing.players if number % 2 else pairing.players[::-1]
    return f"r{pairing.round:02}-p{pairing.number:04}-g{number}-{players[0]}-{players[1]}"


def _points(pairing: Pairing, player: str) -> float:
    return sum(game.points(player) for game in pairing.games)


def _seed(digest: str, seed: int, pairing: int, game: int) -> str:
    """What all chance of a game follows from; the same file gives the same."""
    return hashlib.sha256(f"{digest} {seed} {pairing} {game}".encode()).hexdigest()[:32]


def _digest(plan: Plan) -> str:
    """The same for the same tournament: its terms, its players and its seed."""
    entries = [repr(each) for entry in plan.players for each in (entry, *entry.members)]
    facts = (plan.terms, plan.seed, sorted(plan.options.items()), plan.opening, entries)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
