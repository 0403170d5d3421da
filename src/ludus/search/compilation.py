"""The kernels of the search, compiled for one game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ludus.rules.rulebook import Rulebook

KERNELS = Path(__file__).parent / "kernels"

HINTS = frozenset({"order", "wins", "safe", "key", "noisy"})
"""The hints that the search uses where a game gives them."""

KEYS = ("repetition_key", "table_key")
ENTRIES = (
    *("bucket_of", "probe", "store", "cutoff", "value_to_entry", "value_from_entry", "mark_of"),
    *("entry_age", "entry_best", "entry_bound", "entry_depth", "entry_mark", "entry_on_path"),
)
"""The functions of the transposition kernel that other kernels call."""


CHILDREN = ("drop_equivalent", "enhanced_cutoff", "undecided")
"""The functions of the children kernel that the search calls."""

EXCHANGE = (
    *("follow_news", "is_marked", "announce", "withdraw", "rotate", "send"),
    *("settled_child", "same_move", "is_shared", "expect", "tell"),
)
"""The functions of the exchange kernel that the search calls."""


def compile_search(rulebook: Rulebook, hints: frozenset[str] = HINTS, *, clustered: bool = False) -> Mapping[str, Any]:
    """The functions that a worker calls, compiled for a game and using some of its hints.

    A `clustered` search shares what it finds with other machines. A machine on its own is faster without.
    """
    facts = _facts(rulebook, hints) | {"CLUSTERED": clustered}

    def kernel(name: str, upon: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        return rulebook.loaded.kernel(KERNELS / f"{name}.py", upon=upon or {}, **facts)

    keys, transposition = kernel("keys"), kernel("transposition")
    table = {name: keys[name] for name in KEYS} | {name: transposition[name] for name in ENTRIES}
    quiescence, repetition = kernel("quiescence"), kernel("repetition")
    called = {name: quiescence[name] for name in ("quiescence", "poll_stop")} | {"is_repetition": repetition["is_repetition"]}
    exchange, children = kernel("exchange", table), kernel("children", table)
    called |= {name: exchange[name] for name in EXCHANGE} | {name: children[name] for name in CHILDREN}
    negamax = kernel("negamax", table | called)
    relay = {"relay": kernel("exchange_relay", {"take": exchange["take"]})["relay"]} if clustered else {}
    return {
        **relay,
        "search": negamax["search"],
        "prove": kernel("proof", {"search": negamax["search"]})["prove"],
        "trace": kernel("principal_variation", table)["trace"],
        "calibrate": kernel("calibration")["calibrate"],
        "repetition_key": keys["repetition_key"],
        "take": exchange["take"],
    }


def _facts(rulebook: Rulebook, hints: frozenset[str]) -> dict[str, Any]:
    """What fills the open names of the kernels besides the rules."""
    game = rulebook.game
    facts: dict[str, Any] = {f"HAS_{name.upper()}": name in hints and getattr(game, name) is not None for name in HINTS}
    facts |= {"HAS_CHANCE": game.chances is not None, "REPEATS": game.repeats > 0}
    counters = set(game.apart) if game.repeats else set()
    facts |= {"MASKS": _bits(rulebook, set(game.state.fields) - counters), "COUNTERS": _bits(rulebook, counters)}
    facts["WORDS"] = len(facts["MASKS"])
    return facts


def _bits(rulebook: Rulebook, names: set[str]) -> np.ndarray[Any, Any]:
    """Which bits of a state belong to these fields, as words; gaps between fields belong to none."""
    dtype = rulebook.game.state.dtype
    counted = np.zeros(-(-dtype.itemsize // 8) * 8, np.uint8)
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        if name in names:
            counted[offset : offset + kind.itemsize] = 255
    return counted.view(np.uint64)
