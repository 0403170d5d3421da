"""Writing many rows with one statement.

    bulk = BulkInsert(insert(events), dialect)
    bulk.write(connection, rows)          INSERT INTO events (...) VALUES (?, ?), (?, ?), (?, ?)

Python's lock is let go and taken again around every statement, and beside a busy thread each time costs up to milliseconds: a
group of two hundred moves, written one row at a time, would wait two hundred times.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.dml import Insert

from ludus.server.store.rows import Row

MOST_VALUES = 30_000
"""The most values in one statement; SQLite takes 32,766, PostgreSQL 65,535."""


class BulkInsert:
    """A statement that inserts a row, made once, for any number of rows."""

    def __init__(self, statement: Insert, dialect: Dialect) -> None:
        style: Any = "qmark" if dialect.paramstyle == "qmark" else "format"  # values by place, not by name
        given = [column.name for column in statement.table.columns if column.identity is None]
        compiled = statement.inline().compile(dialect=type(dialect)(paramstyle=style), column_keys=given)  # type: ignore[call-arg]
        self._names: list[str] = list(compiled.positiontup or ())
        self._most = MOST_VALUES // len(self._names)
        self._values_of = itemgetter(*self._names)
        mark = "?" if style == "qmark" else "%s"
        head, _, self._tail = str(compiled).partition("VALUES (")
        inner, _, self._tail = self._tail.partition(")")
        if inner.count(",") != len(self._names) - 1:
            raise ValueError(f"no list of values to repeat in {compiled}")
        self._head = f"{head}VALUES "
        self._one = f"({', '.join([mark] * len(self._names))})"

    def write(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Insert all of these."""
        for begin in range(0, len(rows), self._most):
            part = rows[begin : begin + self._most]
            text = self._head + ", ".join([self._one] * len(part)) + self._tail
            connection.exec_driver_sql(text, tuple(chain.from_iterable(map(self._values_of, part))))
