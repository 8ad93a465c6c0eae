"""A simulated phone behind its ADB server, Handrail in front of that, and clients that know only a port."""

import asyncio
import importlib
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from handrail.device.adb import open_adb
from handrail.device.adb_protocol.stream import Listener
from handrail.guard import Guard
from handrail.guard.approval import nobody
from handrail.guard.approval.question import Approver
from handrail.integrations.adb.guarded_phone import GuardedPhone
from handrail.integrations.adb.proxy import Gate, guarded_server
from handrail.integrations.adb.pushing import pinned_files
from handrail.integrations.adb.upstream import Upstream
from handrail.integrations.task import Task
from handrail.language.specification import Specification
from handrail.phone.models import load
from handrail.phone.snapshot import Snapshot
from phone.adb.served import PATIENCE_S, Adb, Served, adb_binary, serving
from phone.model_walk import data_of

Result = TypeVar("Result")

RESTAURANTS = "com.example.restaurants"
BEFORE_SEVEN = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""


def booking_guard(device: Any, folder: Path, approver: Approver = nobody, rules: str = BEFORE_SEVEN) -> Guard:
    """A guard for a table at Blue Harbor Grill before seven today."""
    app = load("restaurant")
    specification = Specification.parse(rules, app) if rules else Specification.none()
    asked_for = "Book a table at Blue Harbor Grill today before seven." if rules else ""
    return Guard(device, app, specification, instruction=asked_for, approver=approver, journal=folder)


@dataclass
class Guarded:
    """A phone, and the port on which its clients are guarded; the phone's own port where nobody guards them."""

    served: Served
    port: int
    folder: Path
    task: Task | None = None
    renew: Callable[[], None] = lambda: None
    numbers: Iterator[int] = field(default_factory=count)

    @property
    def serial(self) -> str:
        return self.served.handset.serial

    @property
    def adb(self) -> Adb:
        return Adb(adb_binary(), self.port, self.folder, self.serial)

    def adbutils(self) -> Any:
        adbutils: Any = importlib.import_module("adbutils")
        return adbutils.AdbClient("127.0.0.1", self.port).device(self.serial)

    def place(self, words: str) -> tuple[int, int]:
        """The middle of what says that, read from the phone itself."""
        found = [one for one in self.served.phone.screen().elements() if words in (one.text, one.description)]
        return found[-1].bounds.center

    def tap(self, words: str) -> str:
        """How a shell touches what says that."""
        x, y = self.place(words)
        return f"input tap {x} {y}"

    def bookings(self) -> list[tuple[str, str, str, int]]:
        data: Any = data_of(self.served.phone, RESTAURANTS)
        mine = (one for one in data.bookings if one.restaurant != "Chez Margot")
        return [(one.restaurant, str(one.day), one.at, one.people) for one in mine]

    def anew(self, taken: Snapshot) -> None:
        """The phone as it was then, and a guard that has seen nothing yet."""
        self.served.phone.restore(taken)
        self.renew()


@contextmanager
def in_a_thread() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="proxy", daemon=True)
    thread.start()
    try:
        yield lambda work: asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE_S)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE_S)
        loop.close()


@contextmanager
def bare(folder: Path) -> Iterator[Guarded]:
    with serving() as served:
        yield Guarded(served, served.server_port, folder)


@contextmanager
def guarded(
    folder: Path, make: Callable[..., Guard] = booking_guard, *, plain: bool = True, has_end: bool = True, **more: Any
) -> Iterator[Guarded]:
    with serving() as served, in_a_thread() as run:
        device = open_adb(f"{served.handset.serial}{',plain' if plain else ''}", served.server_port)
        task = Task(None, has_end)
        phone = GuardedPhone(Upstream(served.server_port, served.handset.serial), device, task)
        gate = Gate(phone, pinned_files())
        server: Listener = guarded_server(gate)
        one = Guarded(served, run(server.start()), folder, task)

        async def renew() -> None:
            await phone.close()
            await task.open(make(device, folder / f"session-{next(one.numbers)}", **more))

        one.renew = lambda: run(renew())
        try:
            one.renew()
            yield one
        finally:
            run(server.stop())
            run(gate.close())
            run(phone.close())
