"""Random games at full speed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludus.rules.compiled.loader import KERNELS
from ludus.rules.perft import as_arguments, search_memory
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import PlainState, StateRecord


@dataclass(frozen=True, slots=True)
class RandomGames:
    """How random games ended: wins by seat, draws, games that went on for too long, and moves in all."""

    wins: tuple[int, ...]
    draws: int
    endless: int
    moves: int


def random_games(rulebook: Rulebook, state: StateRecord, games: int, seed: int = 1, most: int = 10_000) -> RandomGames:
    """Play random games from a state to their end, or for at most `most` moves."""
    tally_type = np.dtype([("ended", "i8", (rulebook.game.seats + 1,)), ("moves", "i8"), ("endless", "i8")])
    tally = np.zeros(1, tally_type)[0]
    kernel = rulebook.loaded.kernel(KERNELS / "playout.py")
    states, buffers = search_memory(rulebook, 2)
    counted = tally if rulebook.compiled else PlainState(tally)
    luck = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64 or 1) if rulebook.compiled else seed * 0x9E3779B97F4A7C15 % 2**64 or 1
    rulebook.loaded.ask(kernel["playout"], *as_arguments(rulebook, state, states, buffers), counted, games, luck, most)
    ended = tally["ended"].tolist()
    return RandomGames(tuple(ended[1:]), ended[0], int(tally["endless"]), int(tally["moves"]))
