"""Where a server keeps its data, unless it is told: the same from whatever folder it is started, and `ludus admin` with it.

--store URL, or else $LUDUS_STORE       whatever the operator says
ludus.db                                in the current folder, if it is there: from before there was a data folder
DATA/ludus.db                           otherwise; DATA is $LUDUS_DATA, or the folder that the system has for such things:
                                        ~/.local/share/ludus on Linux, ~/Library/Application Support/ludus on a Mac
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from ludus.rules.errors import LudusError

STORE, DATA = "LUDUS_STORE", "LUDUS_DATA"
"""Environment variables. A URL with a password is safer there than in the command, which everybody on the machine can read."""

NAME = "ludus.db"


def store_or_usual(given: str) -> str:
    """The store that was given or, if none was, the usual one."""
    if chosen := given or os.environ.get(STORE, ""):
        return chosen
    here = Path(NAME)
    return NAME if here.exists() else str(data_folder() / NAME)


def data_folder() -> Path:
    """The folder for everything that is kept; it is made when there is none, for its owner alone."""
    chosen = os.environ.get(DATA)
    folder = Path(chosen) if chosen else Path(platformdirs.user_data_dir("ludus", appauthor=False))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise LudusError(f"{folder}, the folder for data, cannot be made: {error.strerror}; choose one with {DATA}") from None
    return folder.resolve()
