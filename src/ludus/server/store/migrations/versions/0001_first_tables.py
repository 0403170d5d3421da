"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    _create_match_tables()
    _create_player_tables()
    meta = op.create_table(
        "meta",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("alive", sa.Double, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
    )
    op.execute(meta.insert().values(id=1, alive=0.0, version=""))


def _create_match_tables() -> None:
    op.create_table(
        "events",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "matches",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("teams", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("ended", sa.Double, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("winner", sa.Integer, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
    )
    op.create_index("matches_by_number", "matches", ["number"])
    op.create_index("matches_by_standing", "matches", ["standing"])
    op.create_table(
        "results",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _create_player_tables() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("banned", sa.Text, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("reply", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
