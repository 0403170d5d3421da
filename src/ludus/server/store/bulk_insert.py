"""The pieces of a statement that writes any number of rows at once.

    INSERT INTO events (...) VALUES    (?, ?), (?, ?), (?, ?)    ON CONFLICT ...
    head                               row     row     row       tail

Python's lock is let go and taken again around every statement, and beside a busy thread each time costs up to milliseconds: a
group of two hundred moves, written one row at a time, would wait two hundred times.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from sqlalchemy.engine import Dialect
from sqlalchemy.sql.dml import Insert

MOST_VALUES = 30_000
"""The most values in one statement; SQLite takes 32,766, PostgreSQL 65,535."""


class BulkInsert:
    """A statement that inserts a row, taken apart once."""

    def __init__(self, statement: Insert, dialect: Dialect) -> None:
        style: Any = "qmark" if dialect.paramstyle == "qmark" else "format"  # values by place, not by name
        given = [column.name for column in statement.table.columns if column.identity is None]
        compiled = statement.inline().compile(dialect=type(dialect)(paramstyle=style), column_keys=given)  # type: ignore[call-arg]
        names: list[str] = list(compiled.positiontup or ())
        self.most = MOST_VALUES // len(names)
        """The most rows in one statement."""
        self.values_of = itemgetter(*names)
        """Gives the values of a row, in order."""
        mark = "?" if style == "qmark" else "%s"
        head, _, self.tail = str(compiled).partition("VALUES (")
        inner, _, self.tail = self.tail.partition(")")
        if inner.count(",") != len(names) - 1:
            raise ValueError(f"no list of values to repeat in {compiled}")
        self.head = f"{head}VALUES "
        self.row = f"({', '.join([mark] * len(names))})"
