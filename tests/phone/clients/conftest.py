"""A phone with the helper apps on it, and the adb binary that talks to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from phone.adb.served import Adb, Served, adb_binary
from phone.clients.environment import prepared_phone


@pytest.fixture
def served() -> Iterator[Served]:
    with prepared_phone() as found:
        yield found


@pytest.fixture
def adb(served: Served, tmp_path: Path) -> Adb:
    return Adb(adb_binary(), served.server_port, tmp_path)
