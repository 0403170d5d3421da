"""`ludus arena`: two settings of the computer player against each other."""

from __future__ import annotations

import json
import math
import sys
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from ludus.cli.opening import GameName, Options, open_rulebook
from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from ludus.rules.game import Game
    from ludus.search.arena.contest import GameRecord
    from ludus.search.arena.elo import ArenaScore, SequentialTest


def arena(
    game: GameName,
    a: Annotated[str, typer.Option("--a", metavar="SETTING", help="How A thinks, such as seconds=0.2 or player=strategy.")],
    b: Annotated[str, typer.Option("--b", metavar="SETTING", help="How B thinks, such as depth=2 or nodes=50000,threads=2.")],
    games: Annotated[int, typer.Option("--games", min=2, help="How many games; they come in pairs, sides swapped.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Choose other random openings.")] = 1,
    opening: Annotated[int, typer.Option("--opening", min=0, help="Random moves at the beginning of each pair.")] = 4,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as it is clear which of the two A is better by."),
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Write the games, one line of moves each.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    option: Options = None,
) -> None:
    """Let two settings of the computer player meet on all cores, and say how much better A is in Elo.

    A setting is one or more of seconds=, depth=, nodes= (limits for a move), threads=, megabytes= (table) and player= (strategy,
    search or montecarlo; by default the best for the game), commas between.
    """
    from ludus.search.arena.contest import contest
    from ludus.search.arena.elo import ArenaScore, SequentialTest
    from ludus.search.arena.settings import Setting

    if games % 2:
        raise LudusError(f"--games {games}: games come in pairs, so give an even number")
    test = SequentialTest.read(sprt) if sprt is not None else None
    ours, theirs = Setting.read(a), Setting.read(b)
    file = open_rulebook(game, option).file
    said = Said(file.game, f"{file.game.name}: A {a} against B {b}, seed {seed}", as_json)
    score = ArenaScore()
    with ExitStack() as stack:
        match = stack.enter_context(closing(contest(file, ours, theirs, games=games, seed=seed, opening=opening)))
        saved = stack.enter_context(_opened(save)) if save else None
        said.begin(saved)
        with suppress(KeyboardInterrupt):  # the score so far is the answer then
            for record in match:
                score = score.with_game(record.points)
                said.game(record, score, games, saved)
                if test and score.games % 2 == 0 and test.is_better(score) is not None:
                    break
    said.end(score, test)


def _opened(path: Path) -> IO[str]:
    try:
        return path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise LudusError(f"{path} cannot be written: {error.strerror}") from None


@dataclass
class Said:
    """What is printed and saved of a match."""

    rules: Game
    title: str
    as_json: bool

    def begin(self, saved: IO[str] | None) -> None:
        """The title."""
        if saved:
            saved.write(f"# {self.title}\n")
        if not self.as_json:
            typer.echo(self.title)

    def game(self, record: GameRecord, score: ArenaScore, games: int, saved: IO[str] | None) -> None:
        """A game is over: write it down, and show the score to whoever watches."""
        if saved:
            sides = f"A is {self.rules.team(record.a_seat)}, B is {self.rules.team(1 - record.a_seat)}"
            saved.write(f"# {score.games:.0f}: {sides}; {record.sentence}\n{record.moves}\n")
            saved.flush()
        if sys.stderr.isatty():
            typer.echo(f"\r{score.games:.0f} of {games}: {_counts(score)}, {_elo(score)}\033[K", err=True, nl=False)

    def end(self, score: ArenaScore, test: SequentialTest | None) -> None:
        """The result."""
        if sys.stderr.isatty():
            typer.echo("\r\033[K", err=True, nl=False)
        if self.as_json:
            typer.echo(json.dumps(_facts(score, test)))
            return
        typer.echo(f"A: {_counts(score)}, {100 * score.share:.1f} percent of the points")
        typer.echo(f"Elo of A above B: {_elo(score)}")
        if test:
            typer.echo(f"SPRT: {_verdict(score, test)}")


def _counts(score: ArenaScore) -> str:
    return f"{score.wins:.0f} wins, {score.draws:.0f} draws, {score.losses:.0f} losses"


def _elo(score: ArenaScore) -> str:
    """The difference with its error; where one side has all the points, only a bound is known."""
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
    """The result for programs; null where a number is not finite."""
    low, high = score.elo_bounds
    elo = {name: value if math.isfinite(value) else None for name, value in (("elo", score.elo), ("low", low), ("high", high))}
    counts = {"wins": int(score.wins), "draws": int(score.draws), "losses": int(score.losses)}
    facts: dict[str, object] = {**counts, "share": score.share, **elo}
    if test:
        facts |= {"ratio": test.ratio(score), "bounds": test.bounds, "better": test.is_better(score)}
    return facts
