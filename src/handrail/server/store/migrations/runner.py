"""Bring a database up to date, or do nothing where it is."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

_LOCK = 5_146_301_147
"""The number under which processes that start at once on one PostgreSQL take turns."""


def migrate(connection: Connection, version: str = "heads") -> None:
    """Make what a part of the server has declared since, up to a version, in the transaction of the connection.

    The parts' versions stand on `0001_runs_and_sessions`, side by side, so there may be several newest ones.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def is_current(connection: Connection) -> bool:
    """Whether it has what this version has, and nothing of a newer one."""
    heads = ScriptDirectory.from_config(_config()).get_heads()
    return set(MigrationContext.configure(connection).get_current_heads()) == set(heads)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
