"""Phones behind ADB, and the adb binary that talks to them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from phone.adb.served import Adb, Served, adb_binary, serving


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


@pytest.fixture
def adb(served: Served, tmp_path: Path) -> Adb:
    return Adb(adb_binary(), served.server_port, tmp_path)
