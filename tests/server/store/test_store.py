"""A database is made, brought up to date, and changed in whole transactions."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select

import handrail.server.encodings.tables
import handrail.server.notify.tables
import handrail.server.people.tables
import handrail.server.risks.tables  # noqa: F401 - declare their tables
from handrail.error import Misuse
from handrail.server.store import open_store
from handrail.server.store.metadata import METADATA
from handrail.server.store.store import StoreFailed
from handrail.server.store.tables import LEASES


def test_the_migrations_make_what_the_tables_declare_and_a_second_start_changes_nothing(database_url: str) -> None:
    for _ in range(2):
        store = open_store(database_url)
        try:
            assert store.read_now(lambda c: compare_metadata(MigrationContext.configure(c), METADATA)) == []
        finally:
            store.close()


def test_processes_that_start_at_once_on_a_new_database_make_its_tables_once(database_url: str) -> None:
    with ThreadPoolExecutor(6) as starting:
        for store in starting.map(open_store, [database_url] * 6):
            store.close()


def test_the_file_of_a_database_is_its_owners_alone(tmp_path: Path) -> None:
    open_store(tmp_path / "store.sqlite3").close()
    assert (tmp_path / "store.sqlite3").stat().st_mode & 0o077 == 0


def test_a_server_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match=r"postgresql.*:\*\*\*@") as failed:
        open_store(f"postgresql://ann:secret@/runs?host={tmp_path}")
    assert "secret" not in str(failed.value)


def test_what_fails_half_way_changes_nothing(database_url: str) -> None:
    store = open_store(database_url)

    def fails(connection: Connection) -> None:
        connection.execute(insert(LEASES).values(name="a", owner="b", epoch=1, expires_ms=0))
        raise ZeroDivisionError

    try:
        with pytest.raises(ZeroDivisionError):
            store.write_now(fails)
        assert store.read_now(lambda c: c.execute(select(LEASES)).all()) == []
    finally:
        store.close()


@pytest.mark.parametrize("url", ["mysql://a/b", "nonsense", "sqlite://"])
def test_a_url_that_names_no_database_of_ours_is_told_what_would_be_right(url: str) -> None:
    with pytest.raises(Misuse, match="sqlite:///PATH"):
        open_store(url)
