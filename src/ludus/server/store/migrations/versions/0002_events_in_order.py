"""Events one after the other as they happen. Sorted by match, every move of a group was written to a page of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The same events, in the order of time."""
    op.create_table(
        "events_in_order",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity()),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="events_by_id"),
        sa.UniqueConstraint("match", "number", name="events_by_number"),
    )
    columns = "match, number, at, body"
    op.execute(f"INSERT INTO events_in_order ({columns}) SELECT {columns} FROM events ORDER BY at, match, number")  # noqa: S608
    op.drop_table("events")
    op.rename_table("events_in_order", "events")
