"""SQLite as it is today, ready-made for most machines: the system's own is often too old for WAL (see `sqlite.journal_mode`)."""

from __future__ import annotations

try:
    import pysqlite3 as sqlite3  # type: ignore[import-untyped,import-not-found,unused-ignore]
except ImportError:
    import sqlite3

__all__ = ["sqlite3"]
