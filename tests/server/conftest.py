"""Databases for the tests of the server: each of them of both kinds, and a new one for every test."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from server.postgres import Cluster

collect_ignore_glob = [] if find_spec("sqlalchemy") else ["store/*"]  # the control room is an extra


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Cluster]":
    """A PostgreSQL for all tests of a process."""
    from server.postgres import cluster, programs

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
