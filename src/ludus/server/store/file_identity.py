"""Whether the files of a database are still the ones that were opened.

ludus.db  ──► file 7        SQLite goes on writing to file 7
rm ludus.db, mv copy.db ludus.db
ludus.db  ──► file 9        which nobody will ever find again
"""

from __future__ import annotations

from pathlib import Path

from ludus.server.store.errors import StoreError


class FileIdentity:
    """Remembers which files some names stood for, and notices when they do not any more."""

    def __init__(self, *paths: Path) -> None:
        self._known: dict[Path, tuple[int, int] | None] = dict.fromkeys(paths)  # None: not seen yet
        self.check()

    def check(self) -> None:
        """Raise `StoreError` when a file that was there is gone, or is another one."""
        for path, known in self._known.items():
            try:
                found = path.stat()
            except OSError:
                if known:
                    raise StoreError(f"{path} was deleted or moved while the server was using it") from None
                continue
            now = (found.st_dev, found.st_ino)
            if known is None:
                self._known[path] = now
            elif known != now:
                raise StoreError(f"{path} was replaced by another file while the server was using it")
