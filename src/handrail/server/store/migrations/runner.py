"""Bring a database up to date, or do nothing where it is."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

_LOCK = 5_146_301_147
"""The number under which processes that start at once on one PostgreSQL take turns."""


def migrate(connection: Connection) -> None:
    """Make what a part of the server has declared since, in the transaction of the connection.

    The parts' versions stand on `0001_runs_and_sessions`, side by side, so there may be several newest ones.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "heads")
