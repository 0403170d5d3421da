"""The process that `Precompilation` starts: it compiles a game, says how far it has come, and leaves a mark at the end.

python -m ludus.search.precompiler NICE MEGABYTES SECONDS      the task is the first line of its input, as JSON
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from pathlib import Path
from typing import Any

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile, read_game_file
from ludus.rules.rulebook import Rulebook
from ludus.rules.trial import try_out
from ludus.search.limit import Limit
from ludus.search.player import kind_for, player_for
from ludus.search.precompilation import PLAYER, RULES, mark_of

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

KERNELS = {RULES: "../rules/compiled/kernels/referee.py", PLAYER: "kernels/[!em]*.py"}
"""The files, from here, whose functions are compiled besides those of the game; not the exchange, and not Monte Carlo."""

EVENT = "numba:compile"


def main() -> None:
    """Compile what the first line of the input asks for; ends at once when the input does."""
    nice, megabytes, seconds = map(int, sys.argv[1:4])
    task = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    _hold_back(nice, megabytes, seconds)
    try:
        compile_parts(read_game_file(Path(task["path"]), task["options"]), task["parts"])
    except LudusError as error:
        sys.exit(f"ludus: {error}")
    except MemoryError:
        sys.exit(1)


def compile_parts(file: GameFile, parts: list[str]) -> None:
    """Compile parts of a game into the cache, with a mark for each."""
    rulebook = Rulebook(file)
    _tell_progress(_expected(file, parts))
    for part in parts:
        if part == RULES:
            try_out(rulebook)
        else:
            _warm_player(rulebook)
        mark_of(file, part).touch()


def _warm_player(rulebook: Rulebook) -> None:
    """Have the computer choose a move, which compiles all it needs."""
    player = player_for(rulebook, threads=1, megabytes=1)
    state = rulebook.start()
    while rulebook.chances(state):
        state = rulebook.happen(state, 0)
    player.choose(state, rulebook.acting(state)[0], Limit(seconds=0.01, depth=1))
    player.close()


def _hold_back(nice: int, megabytes: int, seconds: int) -> None:
    """Give way to others, and keep within the memory and the processor time that are allowed."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    if megabytes and resource:
        room = megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (room, room))
    if seconds and resource:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def _end_with_input() -> None:
    """Nobody waits for the result any more: whoever started this process has closed its input, or is gone."""
    sys.stdin.read()
    os._exit(1)


def _expected(file: GameFile, parts: list[str]) -> int:
    """About how many functions will be compiled."""
    here, sources = Path(__file__).parent, [file.source]
    for part in parts:
        if part == RULES or kind_for(file.game) == "search":
            sources += [path.read_text("utf-8") for path in here.glob(KERNELS[part])]
    return sum(len(re.findall(r"^@(?:rule|inner)$", source, re.MULTILINE)) for source in sources)


def _tell_progress(expected: int) -> None:
    """Print how many functions are compiled, whenever another one is."""
    from numba.core import event

    class Counted(event.Listener):  # type: ignore[misc]
        """Counts functions of games and kernels, not what the compiler needs for itself."""

        functions = 0

        def on_start(self, event: Any) -> None:
            """Wait for the end."""

        def on_end(self, event: Any) -> None:
            """Count one more."""
            if event.data["dispatcher"].py_func.__module__.startswith("ludus"):
                self.functions += 1
                print(self.functions, max(expected, self.functions), flush=True)

    print(0, expected, flush=True)
    event.register(EVENT, Counted())


if __name__ == "__main__":
    main()
