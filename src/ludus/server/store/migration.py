"""Bringing a database up to the tables this program knows, however old it is: Alembic, without any file of settings."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, column, inspect, select, table, update

from ludus import __version__
from ludus.server.store.errors import StoreError
from ludus.server.store.schema import events, matches, meta

SCRIPTS = Path(__file__).parent / "migrations"
NEWEST = max(path.name.partition("_")[0] for path in (SCRIPTS / "versions").glob("[0-9]*.py"))
OURS = {events.name, matches.name, meta.name}
NOTE = table("alembic_version", column("version_num"))
"""Where Alembic notes what the database has been brought up to."""


def bring_up_to_date(engine: Engine, place: str) -> None:
    """Make the tables, or change those of an older version, all in one transaction."""
    with engine.begin() as connection:
        tables = set(inspect(connection).get_table_names())
        if tables and not tables >= OURS:
            raise StoreError(f"{place} is not a Ludus database: it has other tables; give Ludus one of its own")
        stands = connection.scalar(select(NOTE.c.version_num)) if NOTE.name in tables else None
        if stands != NEWEST:
            _migrate(connection, place, stands, NEWEST)
        connection.execute(update(meta).values(version=__version__))


def make_tables(connection: Connection, place: str, version: str) -> None:
    """Make the tables of a version in an empty database."""
    _migrate(connection, place, None, version)


def _migrate(connection: Connection, place: str, stands: str | None, wanted: str) -> None:
    from alembic import command  # takes a fifth of the time of a whole start, and is seldom needed
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if stands is not None and stands not in known:
        newer = connection.scalar(select(meta.c.version))
        raise StoreError(
            f"{place} was last used by Ludus {newer}, which is newer than this Ludus {__version__}; upgrade this one"
        )
    if wanted not in known:
        raise StoreError(f"{place} is for a newer Ludus than this Ludus {__version__}; upgrade this one")
    command.upgrade(config, wanted)
