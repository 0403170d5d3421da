"""What `ludus arena` prints and saves: each game, the score so far, and what it proves."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass, field
from typing import IO

import typer

from ludus.rules.game import Game
from ludus.search.arena.contest import GameRecord
from ludus.search.arena.elo import ArenaScore, SequentialTest


@dataclass
class Scoreboard:
    """Prints and saves a match as it goes on."""

    rules: Game
    title: str
    as_json: bool
    failures: list[str] = field(default_factory=list)
    """How programs have failed."""

    def begin(self, saved: IO[str] | None) -> None:
        """Write the title."""
        if saved:
            saved.write(f"# {self.title}\n")
        if not self.as_json:
            typer.echo(self.title)

    def game(self, record: GameRecord, score: ArenaScore, games: int, saved: IO[str] | None) -> None:
        """Save a finished game, and show the score so far on a terminal."""
        if record.failed:
            self.failures.append(f"{record.sentence} in game {score.games:.0f}")
        if saved:
            sides = f"A is {self.rules.team(record.a_seat)}, B is {self.rules.team(1 - record.a_seat)}"
            saved.write(f"# {score.games:.0f}: {sides}; {record.sentence}\n{record.moves}\n")
            saved.flush()
        if sys.stderr.isatty():
            typer.echo(f"\r{score.games:.0f} of {games}: {_counts(score)}, {_elo(score)}\033[K", err=True, nl=False)

    def end(self, score: ArenaScore, test: SequentialTest | None) -> None:
        """Print the result."""
        if sys.stderr.isatty():
            typer.echo("\r\033[K", err=True, nl=False)
        if self.as_json:
            typer.echo(json.dumps(_facts(score, test) | ({"failures": self.failures} if self.failures else {})))
            return
        typer.echo(f"A: {_counts(score)}, {100 * score.share:.1f} percent of the points")
        typer.echo(f"Elo of A above B: {_elo(score)}")
        if test:
            typer.echo(f"SPRT: {_verdict(score, test)}")
        if self.failures:
            count = len(self.failures)
            typer.echo(f"{count} game{'s' * (count != 1)} ended because a program failed; the first: {self.failures[0]}")


def _counts(score: ArenaScore) -> str:
    return f"{score.wins:.0f} wins, {score.draws:.0f} draws, {score.losses:.0f} losses"


def _elo(score: ArenaScore) -> str:
    """The difference with its error; only a bound is known when one side has all the points."""
    low, high = score.elo_bounds
    if math.isinf(low) and math.isinf(high):
        return "unknown"
    if math.isinf(low) or math.isinf(high):
        return f"more than {low:+.0f}" if math.isinf(high) else f"less than {high:+.0f}"
    return f"{score.elo:+.0f} +- {(high - low) / 2:.0f} ({low:+.0f} to {high:+.0f}, 95 percent)"


def _verdict(score: ArenaScore, test: SequentialTest) -> str:
    low, high = test.bounds
    found = f"{test.ratio(score):.2f} in {low:.2f} to {high:.2f}"
    better = test.is_better(score)
    if better is None:
        return f"undecided between {test.elo0:+g} and {test.elo1:+g} ({found})"
    return f"A is {'better by' if better else 'not better by'} {test.elo1:+g} rather than {test.elo0:+g} ({found})"


def _facts(score: ArenaScore, test: SequentialTest | None) -> dict[str, object]:
    """The result for programs; numbers that are not finite become null."""
    low, high = score.elo_bounds
    elo = {name: value if math.isfinite(value) else None for name, value in (("elo", score.elo), ("low", low), ("high", high))}
    counts = {"wins": int(score.wins), "draws": int(score.draws), "losses": int(score.losses)}
    facts: dict[str, object] = {**counts, "share": score.share, **elo}
    if test:
        facts |= {"ratio": test.ratio(score), "bounds": test.bounds, "better": test.is_better(score)}
    return facts
