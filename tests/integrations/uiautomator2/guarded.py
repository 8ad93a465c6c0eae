"""A guarded device on a phone that is served, and the plain one in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from handrail.integrations.uiautomator2 import connect
from integrations.client.booking import Booking, booking


@contextmanager
def guarded(folder: Path, **more: Any) -> Iterator[tuple[Any, Booking]]:
    """As a script has it: `connect` in place of uiautomator2's own."""
    with booking(folder) as b, connect(b.serial, **(b.task() | more)) as d:
        yield d, b
        d._plain.stop_uiautomator(wait=False)
