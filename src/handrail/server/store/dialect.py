"""The little in which the two databases differ: their clock, and how a row is put in that may be there already."""

from typing import Any

from sqlalchemy import BigInteger, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction


class now_ms(GenericFunction[int]):  # noqa: N801 - it is written as a function of SQL is
    """The clock of the database, which is the same for every process that asks it, in whole milliseconds."""

    type = BigInteger()
    inherit_cache = True


@compiles(now_ms, "sqlite")
def _now_of_sqlite(_: now_ms, __: SQLCompiler, **___: Any) -> str:
    return "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"


@compiles(now_ms, "postgresql")
def _now_of_postgresql(_: now_ms, __: SQLCompiler, **___: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


def insert_or_conflict(dialect: str, table: Table) -> "postgresql.Insert | sqlite.Insert":
    """An `insert` that takes `on_conflict_do_nothing` and `on_conflict_do_update`, which both databases know alike."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
