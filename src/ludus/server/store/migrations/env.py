"""How Alembic runs the migrations: on the connection that is opening the store, in its transaction."""

from __future__ import annotations

from alembic import context

from ludus.server.store.schema import metadata

# SQLite cannot change most things about a table; in a batch Alembic makes a new table and copies the rows.
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
