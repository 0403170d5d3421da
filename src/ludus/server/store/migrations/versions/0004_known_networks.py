"""From where the owners of accounts have logged in: after a restart, too, nobody can lock them out by guessing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """A new table."""
    op.create_table(
        "networks",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("networks", sa.Text, nullable=False),
    )
