"""`WorkerLoop`: asks a server for work, searches what it is given, and brings the results with the next question."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import typer

from ludus.edges.grpc.channel import Channel, Unreachable, WrongToken
from ludus.games.finder import find_game
from ludus.rules.errors import LudusError
from ludus.rules.positions import options_in, read_position
from ludus.rules.rulebook import Rulebook
from ludus.search.limit import Limit
from ludus.server.analysis.analyst import Assignment
from ludus.server.analysis.local import LocalAnalyst

PATIENCE = 10.0
"""Seconds for the server's answer, which may take two if there is no work."""

AGAIN = 1.0
"""Seconds before a server that did not answer is asked again."""

WRONG_TOKEN = "the token is wrong; give the server's token with --token-file"  # noqa: S105  a sentence
NO_TOKEN = "the server wants its token; give it with --token-file"  # noqa: S105  a sentence


class WorkerLoop:
    """A helper at work."""

    def __init__(self, channel: Channel, games: tuple[str, ...], cores: int | None) -> None:
        self.games, self.done = games, 0
        self._channel, self._analyst = channel, LocalAnalyst(threads=cores, megabytes=64)
        self._rulebooks: dict[tuple[str, tuple[tuple[str, int], ...]], Rulebook] = {}
        self.leaving = threading.Event()

    def run(self, seconds: float | None = None, sleep: Callable[[float], None] = time.sleep) -> None:
        """Work until it is time to leave, or Ctrl-C is pressed; then tell the server."""
        end = None if seconds is None else time.monotonic() + seconds
        results: list[dict[str, Any]] = []
        known, silent = False, False
        try:
            while not self.leaving.is_set() and (end is None or time.monotonic() < end):
                try:
                    if not known:
                        self._arrive()
                    known = True
                    work = self._channel.call("SlaveService", "GetWork", PATIENCE, result=results)
                except Unreachable as away:
                    if not silent:
                        typer.echo(f"ludus: {away}\nTrying again every second. Ctrl-C ends.", err=True)
                    known, silent, results = False, True, []
                    sleep(AGAIN)
                    continue
                silent = False
                share = work.timeLimitMillis / 1000 / max(1, len(work.state))
                results = [found for state in work.state if (found := self._search(state, share)) is not None]
        except KeyboardInterrupt:
            pass
        except WrongToken:
            raise LudusError(WRONG_TOKEN if self._channel.has_token else NO_TOKEN) from None
        self._leave()

    def _arrive(self) -> None:
        """See whether the server lets us in, and say so."""
        self._channel.call("HelperService", "IsRegistered", PATIENCE)
        for game in self.games:  # nobody should wait for the compiler later
            self._analyst.prepare(self._rulebook(game, ""))
        typer.echo(f"Helping {self._channel.address} with {', '.join(self.games) or 'every game'}. Ctrl-C leaves.")

    def _search(self, state: bytes, seconds: float) -> dict[str, Any] | None:
        """What a position is worth; nothing if it cannot be searched, which the server notices."""
        name, _, text = state.decode().partition("\n")
        try:
            rulebook = self._rulebook(name, text)
            position = read_position(rulebook, text) if text else rulebook.start()
            assignment = Assignment(rulebook, position, int(position["turn"]), Limit(seconds=seconds, patient=True))
            report = self._analyst.search(assignment, lambda _: None, self.leaving.is_set).report
        except LudusError as error:
            typer.echo(f"ludus: {name}: {error}", err=True)
            return None
        self.done += 1
        return {"state": state, "value": report.value, "numStatesAnalyzed": report.nodes}

    def _rulebook(self, name: str, text: str) -> Rulebook:
        game = find_game(name, {})
        chosen = dict(options_in(game.game, text)) if text else {}
        key = game.game.slug, tuple(sorted(chosen.items()))
        if key not in self._rulebooks:
            self._rulebooks[key] = Rulebook(find_game(name, chosen) if chosen else game)
        return self._rulebooks[key]

    def _leave(self) -> None:
        try:
            self._channel.call("HelperService", "Unregister", AGAIN)
        except LudusError:
            return  # it is gone already
