"""The folders in which compiled games are kept.

    <cache>/kernels/connect_four-3f9c…/      used  game.py  defaults_….py  questions_….py …  __pycache__/

Another key is another folder, so nothing in a folder is ever stale; folders that nobody uses any more are removed. The file
`used` is touched whenever a process opens the folder, and locked for as long as the process needs it:

    a process that uses a folder      holds a shared lock
    a process that prunes             removes a folder only under an exclusive lock, so never one that is in use
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import platformdirs

try:
    import fcntl
except ImportError:  # Windows, which refuses to rename a folder while a file in it is open; that is lock enough
    fcntl = None  # type: ignore[assignment]

STAMP = "used"
"""The file in each folder whose date says when the folder was last opened."""

DAY = 24 * 60 * 60

LONGEST_UNUSED = 30 * DAY
"""Seconds after which a folder that nobody has opened is removed."""

MOST_FOLDERS = 100
"""Folders kept when there are many; beyond them, the ones unused for longest are removed."""

SAFE_FOR = DAY
"""Seconds for which a folder is kept however many there are."""

_REMOVED = ".removed-"


def cache_folder() -> Path:
    """Where compiled games are kept: `$LUDUS_CACHE`, or the system's folder for caches."""
    chosen = os.environ.get("LUDUS_CACHE")
    folder = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("ludus", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:  # a read-only home: compile for this run only
        return _folder_for_this_run()
    return folder


@cache
def _folder_for_this_run() -> Path:
    return Path(tempfile.mkdtemp(prefix="ludus-"))


class CacheFolder:
    """The folder of one key, in use for as long as this object lives."""

    def __init__(self, name: str) -> None:
        self.path = cache_folder() / "kernels" / name
        is_new = not self.path.exists()
        weakref.finalize(self, os.close, _opened(self.path))
        if is_new:  # only now and then, because looking through all folders takes a while
            prune(self.path.parent)

    def write(self, name: str, source: str) -> Path:
        """Write a source where no other process can see half of it; a fixed date keeps Numba's stamp the same for all."""
        path = self.path / name
        if not path.exists():
            handle, temporary = tempfile.mkstemp(dir=self.path)
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(source)
            os.utime(temporary, (0, 0))
            Path(temporary).replace(path)
        return path


def prune(folders: Path, *, now: float | None = None) -> None:
    """Remove the folders that have not been used for long, or are too many; never one that is in use."""
    now = time.time() if now is None else now
    found = sorted(_last_used(folders), reverse=True)
    for place, (used, path) in enumerate(found):
        unused = now - used
        if path.name.startswith(_REMOVED) or unused > LONGEST_UNUSED or (place >= MOST_FOLDERS and unused > SAFE_FOR):
            _remove(path, used)


def _last_used(folders: Path) -> Iterator[tuple[float, Path]]:
    for path in folders.iterdir():
        with contextlib.suppress(OSError):  # removed by another process meanwhile
            if path.is_dir():
                stamp = path / STAMP
                yield (stamp if stamp.exists() else path).stat().st_mtime, path


def _remove(path: Path, used: float) -> None:
    """Remove a folder unless a process has it in use, or has opened it since; what goes wrong is left to the next time."""
    with contextlib.suppress(OSError):
        if path.name.startswith(_REMOVED):  # left over by a process that was interrupted
            shutil.rmtree(path)
            return
        stamp = path / STAMP
        known = stamp.exists()
        with stamp.open("ab") as file:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not _is_at(file.fileno(), stamp) or (known and stamp.stat().st_mtime != used):
                return
            if not fcntl:
                file.close()
            renamed = path.rename(path.with_name(f"{_REMOVED}{path.name}"))
        shutil.rmtree(renamed)


def _opened(path: Path) -> int:
    """The open stamp of a folder, touched and locked; made again if the folder is removed at the same moment."""
    while True:
        with contextlib.suppress(FileNotFoundError):
            _make_folder(path)
            stamp = os.open(path / STAMP, os.O_RDWR | os.O_CREAT)
            with contextlib.suppress(FileNotFoundError):
                if fcntl:
                    fcntl.flock(stamp, fcntl.LOCK_SH)
                os.utime(path / STAMP)
                if _is_at(stamp, path / STAMP):
                    return stamp
            os.close(stamp)


def _is_at(stamp: int, path: Path) -> bool:
    """Whether an open stamp is still the one at its path, not one of a folder that was removed while waiting for the lock."""
    return os.path.samestat(os.fstat(stamp), path.stat())


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # either it was there and has just been removed, or it is not a folder
        if path.exists() and not path.is_dir():
            raise
