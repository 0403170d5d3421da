"""What a rating was after each of the last games, for a chart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """A new column; `ludus admin ratings` fills it in for games that were played before."""
    op.add_column("ratings", sa.Column("course", sa.Text, nullable=False, server_default=""))
