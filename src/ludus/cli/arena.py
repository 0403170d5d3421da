"""`ludus arena`: two settings of the computer player, or programs, play each other."""

from __future__ import annotations

from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import IO, Annotated

import typer

from ludus.cli.terminal.arguments import GameName, Options, open_rulebook
from ludus.rules.errors import LudusError

OnCluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on a cluster, a pair of games on each core: HOST:PORT, or auto."),
]
Sprt = Annotated[
    str | None,
    typer.Option(
        "--sprt", metavar="ELO0,ELO1", help="Stop as soon as it is clear which of these Elo differences is nearer the truth."
    ),
]


def arena(
    game: GameName,
    a: Annotated[str, typer.Option("--a", metavar="SETTING", help="Settings of A: seconds=0.2, or 'program=python bot.py'.")],
    b: Annotated[str, typer.Option("--b", metavar="SETTING", help="Settings of B, such as depth=2 or nodes=50000,threads=2.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=2, help="Games to play, in pairs with sides swapped.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed for the random openings.")] = 1,
    opening: Annotated[int, typer.Option("--opening", metavar="N", min=0, help="Random moves at the start of each pair.")] = 4,
    sprt: Sprt = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the games, one line of moves each.")] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", min=1, max=1024, help="Threads to use in all; by default one per core."),
    ] = None,
    move: Annotated[float, typer.Option("--move", metavar="N", min=0.01, help="Seconds a program has for each move.")] = 10.0,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FOLDER", help="Write what programs were asked and have said, a file a game.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    cluster: OnCluster = None,
    option: Options = None,
) -> None:
    """Let two computer players or programs play a match on all cores, and say how much stronger A is, in Elo.

    SETTING is a list with commas of level= (1 to 10) or seconds=, depth=, nodes= (limits for each move), threads=, megabytes=
    (for positions that have been searched) and player= (strategy, search or montecarlo; by default the best for the game).
    It can also be program= and a command: a program that is asked in lines of JSON, as in `ludus tournament run`.
    """
    from ludus.cli.terminal.cluster_contest import contest_on_cluster
    from ludus.cli.terminal.scoreboard import Scoreboard
    from ludus.cli.tournament.duel import DuelTerms, duel, read_side
    from ludus.search.arena.contest import contest
    from ludus.search.arena.elo import ArenaScore, SequentialTest

    if games % 2:
        raise LudusError(f"--games {games}: games come in pairs, so give an even number")
    test = SequentialTest.read(sprt) if sprt is not None else None
    ours, theirs = read_side("A", a), read_side("B", b)
    file = open_rulebook(game, option).file
    board = Scoreboard(file.game, f"{file.game.name}: A {a} against B {b}, seed {seed}", as_json)
    score = ArenaScore()
    with ExitStack() as stack:
        if cluster is not None:
            if not ours.setting or not theirs.setting:
                raise LudusError("--cluster plays settings, not programs: a program is on this machine only")
            played = contest_on_cluster(cluster, file, ours.setting, theirs.setting, games=games, seed=seed, opening=opening)
        elif ours.setting and theirs.setting:
            played = contest(file, ours.setting, theirs.setting, games=games, seed=seed, opening=opening, threads=threads or 0)
        else:
            terms = DuelTerms(games, seed, opening, threads or 0, move, str(log or ""))
            played = duel(file, ours, theirs, terms)
        match = stack.enter_context(closing(played))
        saved = stack.enter_context(_opened(save)) if save else None
        board.begin(saved)
        with suppress(KeyboardInterrupt):  # then the score so far is the answer
            for record in match:
                score = score.with_game(record.points)
                board.game(record, score, games, saved)
                if test and score.games % 2 == 0 and test.is_better(score) is not None:
                    break
    board.end(score, test)


def _opened(path: Path) -> IO[str]:
    try:
        return path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise LudusError(f"{path} cannot be written: {error.strerror}") from None
