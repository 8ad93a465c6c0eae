"""Databases for the tests of the server: each of them of both kinds, and a new one for every test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the control room is an extra: pip install 'handrail[server]'")

from server.postgres import Cluster, cluster, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for all tests of a process."""
    there = programs()
    if there is None:
        pytest.skip("there is no PostgreSQL on this computer: apt-get install postgresql")
    with cluster(there) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.sqlite3'}"
    running: Cluster = request.getfixturevalue("postgres")
    return running.database()
