"""A game on its way to other machines: its name if it ships with Ludus, or else its file, signed by whoever sends it.

A worker runs what it is sent, so it takes a file only with the signature of its own cluster, and only from the same version of
Ludus: rules that were compiled differently would find different values.
"""

from __future__ import annotations

import hashlib
import hmac
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from ludus import __version__
from ludus.games.finder import GAMES, find_game
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile, read_game_file
from ludus.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Parcel:
    """A game with its options chosen."""

    name: str
    """The stem of its file."""
    source: str
    """The text of its file; empty for a game that ships."""
    digest: str
    """A hash of the text."""
    chosen: Mapping[str, int]
    version: str
    signature: str

    @property
    def key(self) -> str:
        """What tells this game from others."""
        return f"{self.name}-{self.digest[:12]}-{sorted(self.chosen.items())}"


def pack(file: GameFile, secret: bytes) -> Parcel:
    """A game ready to be sent, signed with the secret of the cluster."""
    ships = file.path.parent == Path(find_game(GAMES[0]).path).parent
    digest = hashlib.sha256(file.source.encode()).hexdigest()
    parcel = Parcel(file.path.stem, "" if ships else file.source, digest, dict(file.chosen), __version__, "")
    return replace(parcel, signature=_signature(parcel, secret))


def unpack(parcel: Parcel, secret: bytes) -> Rulebook:
    """The rules in a parcel; raises `LudusError` if they are not the sender's, or not of this version."""
    if not hmac.compare_digest(_signature(parcel, secret), parcel.signature):
        raise LudusError(f"the file of {parcel.name} was not signed by this cluster; it is not run")
    if parcel.version != __version__:
        raise LudusError(f"this worker has Ludus {__version__}, but the cluster has {parcel.version}; install the same version")
    file = _sent_file(parcel) if parcel.source else find_game(parcel.name, parcel.chosen)
    if hashlib.sha256(file.source.encode()).hexdigest() != parcel.digest:
        raise LudusError(f"this worker has another version of {parcel.name} than the cluster; install the same one")
    return Rulebook(file)


def _sent_file(parcel: Parcel) -> GameFile:
    """The file in a parcel, written where it can be read as a game file."""
    if not parcel.name.isidentifier():
        raise LudusError(f"{parcel.name!r} is not the name of a game file")
    folder = Path(tempfile.mkdtemp(prefix="ludus-game-"))
    path = folder / f"{parcel.name}.py"
    path.write_text(parcel.source, "utf-8", newline="\n")
    return read_game_file(path, parcel.chosen)


def _signature(parcel: Parcel, secret: bytes) -> str:
    told = msgspec.json.encode([parcel.name, parcel.source, parcel.digest, sorted(parcel.chosen.items()), parcel.version])
    return hmac.new(secret, told, hashlib.sha256).hexdigest()
