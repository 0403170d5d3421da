"""`ludus analyse --batch`: reads one position per line, prints one result per line.

4453556    7    -30              the position as written, the best move, the value for the team to move; tabs in between
5 ? ...    *    12               chance decides first: nobody chooses a move, and the value is the average, for the first team
line 2: position '9': ...        a line that cannot be analysed; lines that begin with # are skipped
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import typer

from ludus.cli.terminal.arguments import open_rulebook
from ludus.cli.terminal.chance import AveragedAnalysis, drawn
from ludus.cli.terminal.seats import seat_asked
from ludus.cli.terminal.summary import as_object
from ludus.cli.terminal.thinker import Interrupted, Thinker
from ludus.rules.errors import LudusError
from ludus.rules.gametext import CHANCE
from ludus.rules.movetext import move_text
from ludus.rules.positions import options_in, read_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.savefile import COMMENT
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Report


def lines_of(name: str) -> Iterator[str]:
    """The lines of a file, or with `-` of the standard input."""
    if name == "-":
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        yield from sys.stdin
        return
    try:
        with Path(name).open(encoding="utf-8", errors="replace") as file:
            yield from file
    except OSError as error:
        raise LudusError(f"{name} cannot be read: {error.strerror}") from None


class Batch:
    """Analyses positions one after the other, and remembers what it has searched."""

    def __init__(
        self,
        game: str,
        options: list[str] | None,
        team: str | None,
        limit: Limit,
        threads: int | None,
        megabytes: int,
        as_json: bool,
        seed: int | None = None,
    ) -> None:
        self.seed = seed
        self.name, self.options, self.team, self.limit = game, options, team, limit
        self.threads, self.megabytes, self.as_json = threads, megabytes, as_json
        self.game = open_rulebook(game, options).game
        self.thinkers: dict[str, Thinker] = {}

    def analyse(self, lines: Iterable[str]) -> None:
        """Print a line for each position; a mistake in one does not stop the others.

        Ctrl-C prints the best so far for the current position, and ends the batch.
        """
        count = wrong = 0
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith(COMMENT):
                continue
            count += 1
            try:
                typer.echo(self._result(text))
            except LudusError as error:
                wrong += 1
                typer.echo(
                    json.dumps({"position": text, "error": f"line {number}: {error}"})
                    if self.as_json
                    else f"line {number}: {error}"
                )
        if wrong:
            raise LudusError(f"{wrong} of {count} positions could not be analysed")

    def _result(self, text: str) -> str:
        thinker = self._thinker_for(text)
        rulebook = thinker.player.rulebook
        state = read_position(rulebook, text)
        if rulebook.chances(state):
            if self.seed is None:
                found = AveragedAnalysis(thinker, state, self.limit)
                return found.as_object(text) if self.as_json else f"{text}\t{CHANCE}\t{found.value}"
            state, _ = drawn(rulebook, state, self.seed)
        seat = seat_asked(rulebook, state, self.team)
        try:
            report = thinker.think(state, seat, self.limit)
        except Interrupted as interrupted:
            typer.echo(self._written(rulebook, state, seat, text, interrupted.report))
            raise
        return self._written(rulebook, state, seat, text, report)

    def _written(self, rulebook: Rulebook, state: StateRecord, seat: int, text: str, report: Report) -> str:
        if self.as_json:
            return as_object(rulebook, state, seat, report, text)
        best = "-" if report.move is None else move_text(rulebook, state, report.move, seat)
        return f"{text}\t{best}\t{report.value}"

    def _thinker_for(self, text: str) -> Thinker:
        """The thinker for this game with the options that the position names."""
        named = repr(options_in(self.game, text))
        if named not in self.thinkers:
            self.thinkers[named] = Thinker(open_rulebook(self.name, self.options, text), self.threads, self.megabytes)
        return self.thinkers[named]
