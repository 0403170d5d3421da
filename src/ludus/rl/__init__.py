"""Ludus for reinforcement learning: `pip install ludus[rl]`.

GameBatch        many games at once, stepped in compiled code; needs nothing but NumPy
SingleEnv    one seat of a game for Gymnasium, against an opponent
SeatsEnv     all seats as agents of a PettingZoo environment
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludus.rl.batch import GameBatch as GameBatch
    from ludus.rl.seats import SeatsEnv as SeatsEnv
    from ludus.rl.single import SingleEnv as SingleEnv

_HOMES = {"GameBatch": "batch", "SeatsEnv": "seats", "SingleEnv": "single"}

__all__ = ["GameBatch", "SeatsEnv", "SingleEnv"]


def __getattr__(name: str) -> object:
    """Load what is asked for: a batch needs neither Gymnasium nor PettingZoo."""
    if name not in _HOMES:
        raise AttributeError(f"ludus.rl has no {name!r}; it offers {', '.join(__all__)}")
    from importlib import import_module

    try:
        return getattr(import_module(f"ludus.rl.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        raise ImportError(f"{name} needs {error.name}; install it with: pip install 'ludus[rl]'") from error
