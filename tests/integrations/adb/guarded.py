"""A simulated phone behind its ADB server, Handrail in front of that, and clients that know only a port."""

import asyncio
import importlib
import json
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from handrail.device.adb import open_adb
from handrail.device.adb_protocol.request import block
from handrail.device.adb_protocol.stream import Listener
from handrail.guard import Guard
from handrail.guard.approval import nobody
from handrail.guard.approval.question import Approver
from handrail.integrations.adb.guarded_phone import GuardedPhone
from handrail.integrations.adb.proxy import PhoneGate, guarded_server
from handrail.integrations.adb.pushing import pinned_files
from handrail.integrations.adb.reading import is_scratch
from handrail.integrations.adb.upstream import Upstream
from handrail.integrations.task import Task
from handrail.language.specification import Specification
from handrail.phone.adb import Handset
from handrail.phone.models import load
from handrail.phone.snapshot import Snapshot
from phone.adb.served import PATIENCE_S, Adb, Served, adb_binary, serving
from phone.model_walk import data_of

Result = TypeVar("Result")

RESTAURANTS = "com.example.restaurants"
HELPER = "tcp:9008"
BEFORE_SEVEN = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""


def posted(body: bytes, more: str = "") -> bytes:
    """A remote call as it travels."""
    return f"POST /jsonrpc/0 HTTP/1.1\r\n{more}Content-Length: {len(body)}\r\n\r\n".encode() + body


def booking_guard(device: Any, folder: Path, approver: Approver = nobody, rules: str = BEFORE_SEVEN) -> Guard:
    """A guard for a table at Blue Harbor Grill before seven today."""
    app = load("restaurant")
    specification = Specification.parse(rules, app) if rules else Specification.none()
    asked_for = "Book a table at Blue Harbor Grill today before seven." if rules else ""
    return Guard(device, app, specification, instruction=asked_for, approver=approver, journal=folder)


def state(handset: Handset) -> tuple[Any, ...]:
    """All there is, but the files that `is_scratch` names, and how often something was written."""
    taken: Snapshot = handset.phone.snapshot()
    kept: Mapping[str, Any] = {path: entry for path, entry in taken.system.files.items() if not is_scratch(path)}
    same = replace(taken, generation=0, log=(), counters={}, system=taken.system._replace(files={}))
    return same, kept, dict(handset.properties), dict(handset.reverses), handset.uiautomator_port


@dataclass
class Guarded:
    """A phone, and the port on which its clients are guarded; the phone's own port where nobody guards them."""

    served: Served
    port: int
    folder: Path
    guard: GuardedPhone | None = None
    renew: Callable[[], None] = lambda: None
    run: Callable[[Coroutine[Any, Any, Any]], Any] = asyncio.run
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
        found = [
            element for element in self.served.phone.screen().elements() if words in (element.text, element.description)
        ]
        return found[-1].bounds.center

    def ask(self, *requests: str, then: bytes = b"") -> bytes:
        """What comes back on a connection where each request is said yes to, with what is said after the last."""
        with (
            socket.create_connection(("127.0.0.1", self.port), PATIENCE_S) as connection,
            connection.makefile("rwb") as file,
        ):
            for request in requests:
                file.write(block(request))
                file.flush()
                said = file.read(4)
                if said != b"OKAY":
                    return said + file.read()
                if ":tport" in request:
                    file.read(8)
            file.write(then)
            file.flush()
            connection.shutdown(socket.SHUT_WR)
            return file.read()

    def service(self, service: str, then: bytes = b"") -> bytes:
        """What a service of the phone says."""
        return self.ask(f"host:transport:{self.serial}", service, then=then)

    def shell(self, line: str) -> bytes:
        return self.service(f"shell:{line}")

    def call(self, method: str, *parameters: Any) -> dict[str, Any]:
        """What uiautomator2's server answers."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
        return self.posted(body)

    def posted(self, body: bytes, service: str = HELPER) -> dict[str, Any]:
        said = self.service(service, posted(body))
        found: dict[str, Any] = json.loads(said.rpartition(b"\r\n\r\n")[2] or b"{}")
        return found

    @contextmanager
    def helper(self) -> Iterator[None]:
        """uiautomator2's server, as its client starts it."""
        jar = Path(importlib.import_module("uiautomator2").__file__ or "").parent / "assets" / "u2.jar"
        self.adbutils().sync.push(jar, "/data/local/tmp/u2.jar")
        line = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE_S) as connection:
            for request in (f"host:transport:{self.serial}", f"shell:{line}"):
                connection.sendall(block(request))
                assert connection.recv(4) == b"OKAY"
            assert b"Starting Server" in connection.recv(1000)
            yield

    def tap(self, words: str) -> str:
        """How a shell touches what says that."""
        x, y = self.place(words)
        return f"input tap {x} {y}"

    def bookings(self) -> list[tuple[str, str, str, int]]:
        data: Any = data_of(self.served.phone, RESTAURANTS)
        mine = (taken for taken in data.bookings if taken.restaurant != "Chez Margot")
        return [(booking.restaurant, str(booking.day), booking.at, booking.people) for booking in mine]

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
        phone = GuardedPhone(Upstream(served.server_port, served.handset.serial), task)
        gate = PhoneGate(phone, pinned_files())
        server: Listener = guarded_server(gate)
        proxy = Guarded(served, run(server.start()), folder, phone)

        async def renew() -> None:
            await phone.close()
            await task.open(make(device, folder / f"session-{next(proxy.numbers)}", **more))

        proxy.renew = lambda: run(renew())
        proxy.run = run
        try:
            proxy.renew()
            yield proxy
        finally:
            run(server.stop())
            run(gate.close())
            run(phone.close())
