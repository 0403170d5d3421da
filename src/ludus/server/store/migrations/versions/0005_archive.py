"""The archive by day and by result, without looking at every match."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Two indexes."""
    op.create_index("matches_by_end", "matches", ["ended"])
    op.create_index("results_by_match", "results", ["match"])
