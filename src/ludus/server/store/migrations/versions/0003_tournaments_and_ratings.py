"""Tournaments, and what follows from results: scores and ratings. Matches from before are rated by `ludus admin ratings`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Four more tables."""
    op.create_table(
        "tournament_events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity()),
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="tournament_events_by_id"),
        sa.UniqueConstraint("tournament", "number", name="tournament_events_by_number"),
    )
    op.create_table(
        "tournaments",
        sa.Column("tournament", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("winners", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("ended", sa.Double, nullable=False),
    )
    op.create_index("tournaments_by_number", "tournaments", ["number"])
    op.create_index("tournaments_by_standing", "tournaments", ["standing"])
    op.create_table(
        "scores",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("what", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
