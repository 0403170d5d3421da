"""`Compilations`: games compiled for a server, in processes of their own, a few at a time and within limits.

                        on disk?   ── yes ──────────────────────────────► loaded, in a tenth of a second
    NEW with options ──►           ── no ──► CompileQueue ──► a process ──► on disk, then loaded
                                             (job_queues.py)

The compiler takes seconds and hundreds of megabytes. In a process of its own it holds up nobody's move, its memory is gone when
it ends, and what a stranger can make it do is limited. What is loaded and not used any more is unloaded.
"""

from __future__ import annotations

import sys
import threading
import time
import weakref
from collections import Counter

import structlog

from ludus.rules.gamefile import GameFile
from ludus.rules.rulebook import Rulebook
from ludus.search.precompilation import CompileError, CompileLimits, Precompilation, is_compiled, mark_of
from ludus.server.policy import CompilationPolicy

NICE = 10
"""How much a process that compiles gives way to the server."""

log = structlog.get_logger("ludus")


class Compilations:
    """Compiles games apart; for any thread, each of which waits for its own."""

    def __init__(self, policy: CompilationPolicy) -> None:
        self.limits = CompileLimits(policy.seconds, policy.megabytes, NICE)
        self.counts: Counter[str] = Counter()
        """compilations by how they ended: done, failed"""
        self.seconds = 0.0
        self._places = threading.BoundedSemaphore(policy.processes)

    def compile(self, file: GameFile, part: str) -> None:
        """Have a part of a game compiled and kept on disk; raises `CompileError` where the limits do not allow it."""
        if is_compiled(file, part):
            return
        with self._places:
            if not is_compiled(file, part):  # it may have been compiled while we waited
                self._compile(file, part)

    def _compile(self, file: GameFile, part: str) -> None:
        begun, outcome = time.monotonic(), "failed"
        try:
            Precompilation(file, (part,), self.limits).wait()
            outcome = "done"
        except CompileError as error:
            log.warning("not compiled", game=file.game.slug, options=dict(file.chosen), part=part, why=str(error))
            raise
        finally:
            seconds = time.monotonic() - begun
            self.counts[outcome] += 1
            self.seconds += seconds
        log.info("compiled", game=file.game.slug, options=dict(file.chosen), part=part, seconds=round(seconds, 1))


def compile_pool(file: GameFile, part: str) -> str:
    """Who has to do with a part of a game: what is on disk is loaded at once, what is not waits for its turn to be compiled."""
    return "games" if is_compiled(file, part) else "compilations"


def unload_with(rulebook: Rulebook) -> None:
    """When nobody uses these rules any more, let go of their machine code: the modules that hold it refer to each other."""
    name, _, key = mark_of(rulebook.file, "").parent.name.rpartition("-")
    weakref.finalize(rulebook, _unload, f"ludus_compiled_{name}_{key}_")


def _unload(prefix: str) -> None:
    for name in [name for name in sys.modules if name.startswith(prefix)]:
        sys.modules.pop(name).__dict__.clear()
