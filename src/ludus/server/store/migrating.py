"""Bringing a database up to the tables this program knows, however old it is: Alembic, without any file of settings."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, select, update

from ludus import __version__
from ludus.server.store.errors import StoreError
from ludus.server.store.schema import events, matches, meta

SCRIPTS = Path(__file__).parent / "migrations"
NEWEST = "head"
OURS = {events.name, matches.name, meta.name}


def bring_up_to_date(engine: Engine, place: str) -> None:
    """Make the tables, or change those of an older version, all in one transaction."""
    with engine.begin() as connection:
        tables = set(inspect(connection).get_table_names())
        if tables and not tables >= OURS:
            raise StoreError(f"{place} is not a Ludus database: it has other tables; give Ludus one of its own")
        _migrate(connection, place)
        connection.execute(update(meta).values(version=__version__))


def _migrate(connection: Connection, place: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    stands = MigrationContext.configure(connection).get_current_revision()
    if stands == scripts.as_revision_number(NEWEST):
        return
    if stands is not None and stands not in {script.revision for script in scripts.walk_revisions()}:
        newer = connection.scalar(select(meta.c.version))
        raise StoreError(
            f"{place} was last used by Ludus {newer}, which is newer than this Ludus {__version__}; upgrade this one"
        )
    command.upgrade(config, NEWEST)
