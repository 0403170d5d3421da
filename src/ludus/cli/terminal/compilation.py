"""Many games compiled side by side, one process a core, with a line of progress."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

import typer

from ludus.cli.terminal.live_line import LiveLine
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile
from ludus.search.precompilation import PARTS, CompileError, Precompilation, is_compiled

TICK = 0.1


def compile_games(files: Sequence[GameFile]) -> None:
    """Compile what is not compiled yet, and say so; raises `LudusError` at the end if some could not be."""
    begun = time.monotonic()
    waiting = [file for file in files if not all(is_compiled(file, part) for part in PARTS)]
    waiting.sort(key=lambda file: len(file.source), reverse=True)  # the longest first, so that none is left over at the end
    missing, running, failed = len(waiting), list[Precompilation](), list[str]()
    try:
        with LiveLine() as line:
            while waiting or running:
                while waiting and len(running) < (os.cpu_count() or 1):
                    running.append(Precompilation(waiting.pop(0)))
                time.sleep(TICK)
                failed += [problem for each in running if each.is_over and (problem := _problem(each))]
                running = [each for each in running if not each.is_over]
                line.show(_progress(missing - len(waiting) - len(running), missing, running))
    finally:
        for each in running:
            each.stop()
    if failed:
        raise LudusError("; ".join(failed))
    took = f" in {time.monotonic() - begun:.0f} s" if missing else ""
    typer.echo(f"{len(files)} games are compiled: {missing} now{took}, {len(files) - missing} before")


def _problem(done: Precompilation) -> str:
    try:
        done.wait()
    except CompileError as error:
        return str(error)
    return ""


def _progress(done: int, games: int, running: list[Precompilation]) -> str:
    parts = (f"{each.file.game.slug} {each.progress.functions}/{each.progress.expected}" for each in running)
    return f"Compiling (first time only): {done} of {games} games done; {', '.join(parts)}"
