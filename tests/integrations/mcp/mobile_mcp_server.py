"""A simulated phone, the real mobile-mcp that drives it, and Handrail in between: as a client sees all that."""

import json
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import mcp_types
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastmcp import Client

from handrail.device.open_device import open_device
from handrail.guard import Guard
from handrail.guard.approval import nobody
from handrail.guard.approval.question import Approver
from handrail.integrations.mcp.guarded_tools import GuardedTools
from handrail.integrations.mcp.open_profile import open_profile
from handrail.integrations.mcp.proxy import close, guarded_proxy, upstream
from handrail.integrations.task import Begins, Task
from handrail.language.specification import Specification
from handrail.phone.models import load
from handrail.phone.snapshot import Snapshot
from integrations.mcp.installed_server import node_server
from phone.adb.served import Served, adb_binary, serving
from phone.model_walk import data_of

RESTAURANTS = "com.example.restaurants"
CLICK, LIST, TYPE, PRESS = (
    "mobile_click_on_screen_at_coordinates",
    "mobile_list_elements_on_screen",
    "mobile_type_keys",
    "mobile_press_button",
)
BEFORE_SEVEN = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""


def mobile_mcp() -> list[str]:
    return [*node_server("@mobilenext/mobile-mcp", "lib/index.js"), "--stdio"]


@dataclass(frozen=True)
class Answer:
    """What a tool answered."""

    text: str
    is_error: bool


@dataclass
class Assistant:
    """A client that knows what a person would touch, and nothing of Handrail."""

    served: Served
    client: Client[Any]
    portal: BlockingPortal
    renew: Callable[[], Awaitable[None]] | None = None
    said: list[Answer] = field(default_factory=list)

    @property
    def serial(self) -> str:
        return self.served.handset.serial

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        return self.call_as_is(tool, {"device": self.serial, **arguments})

    def call_as_is(self, tool: str, arguments: Mapping[str, Any]) -> Answer:
        async def work() -> mcp_types.CallToolResult:
            return await self.client.call_tool_mcp(tool, dict(arguments))

        result = self.portal.call(work)
        texts = [part.text for part in result.content if isinstance(part, mcp_types.TextContent)]
        self.said.append(Answer("\n".join(texts), bool(result.is_error)))
        return self.said[-1]

    def anew(self, taken: Snapshot) -> None:
        """The phone as it was then, and a guard that has seen nothing yet."""
        self.served.phone.restore(taken)
        if self.renew is not None:
            self.portal.call(self.renew)

    def tools(self) -> list[str]:
        return [tool.name for tool in self.portal.call(self.client.list_tools)]

    def ref(self, words: str) -> str:
        """The reference of what says exactly that, as the list tells it now."""
        listed = self.call(LIST, format="json").text.partition(": ")[2]
        found = [
            listed_element
            for listed_element in json.loads(listed)
            if words in (listed_element.get("text"), listed_element.get("label"))
        ]
        assert found, f"`{words}` is not listed: {listed}"
        return str(found[-1]["ref"])

    def tap(self, words: str) -> Answer:
        return self.call(CLICK, ref=self.ref(words))

    def place(self, words: str) -> dict[str, int]:
        """The middle of what says that, read from the phone itself."""
        found = [
            element for element in self.served.phone.screen().elements() if words in (element.text, element.description)
        ]
        x, y = found[-1].bounds.center
        return {"x": x, "y": y}

    def bookings(self) -> list[tuple[str, str, str, int]]:
        data: Any = data_of(self.served.phone, RESTAURANTS)
        mine = (taken for taken in data.bookings if taken.restaurant != "Chez Margot")
        return [(booking.restaurant, str(booking.day), booking.at, booking.people) for booking in mine]


Connected: TypeAlias = tuple[Client[Any], Callable[[], Awaitable[None]] | None]
Guards = Callable[[Any, Path], Guard]


def booking_guard(device: Any, folder: Path, approver: Approver = nobody, rules: str = BEFORE_SEVEN) -> Guard:
    """A guard for a table at Blue Harbor Grill before seven today."""
    app = load("restaurant")
    specification = Specification.parse(rules, app) if rules else Specification.none()
    asked_for = "Book a table at Blue Harbor Grill today before seven." if rules else ""
    return Guard(device, app, specification, instruction=asked_for, approver=approver, journal=folder)


@contextmanager
def assistant(
    folder: Path, make: Guards | None = booking_guard, begins: Callable[[Any], Begins] | None = None, **options: Any
) -> Iterator[Assistant]:
    """A client of mobile-mcp, with Handrail in between; without where `make` and `begins` are None."""
    with serving() as served, started(served, folder) as environment, start_blocking_portal() as portal:
        work = (
            _bare(environment)
            if make is None and begins is None
            else _guarded(served, environment, folder, make, begins, options)
        )
        with portal.wrap_async_context_manager(work) as (client, renew):
            yield Assistant(served, client, portal, renew)


@contextmanager
def started(served: Served, folder: Path) -> Iterator[dict[str, str]]:
    """The environment in which mobile-mcp finds the phone; mobilecli's own process, kept for later calls, is ended."""
    home = folder / "home"
    home.mkdir()
    changed = {
        "ANDROID_ADB_SERVER_PORT": str(served.server_port),
        "ANDROID_ADB_SERVER_HOST": "127.0.0.1",
        "HOME": str(home),
        "PATH": os.pathsep.join((str(Path(adb_binary()).parent), os.environ["PATH"])),  # there may be no other adb
        "MOBILEMCP_DISABLE_TELEMETRY": "1",
        "XDG_STATE_HOME": str(home / "state"),
    }
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield dict(os.environ)
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
        daemon = home / ".mobilecli" / "daemon.pid"
        if daemon.is_file():
            os.kill(int(json.loads(daemon.read_text())["pid"]), signal.SIGTERM)


@asynccontextmanager
async def _bare(environment: dict[str, str]) -> AsyncIterator[Connected]:
    transport = upstream(mobile_mcp(), environment)
    async with Client(transport) as client:
        yield client, None
    await close(transport)


@asynccontextmanager
async def _guarded(
    served: Served,
    environment: dict[str, str],
    folder: Path,
    make: Guards | None,
    begins: Callable[[Any], Begins] | None,
    options: Mapping[str, Any],
) -> AsyncIterator[Connected]:
    device = open_device(f"adb:{served.handset.serial}{',plain' if options.get('plain', True) else ''}")
    transport = upstream(options.get("command") or mobile_mcp(), environment)
    task = Task(begins(device) if begins is not None else None, options.get("has_end", True))
    sessions = count()

    async def renew() -> None:
        await task.close()
        if make is not None:
            await task.open(make(device, folder / f"session-{next(sessions)}"))

    await renew()
    allowed = frozenset(options.get("allowed", ()))
    tools = GuardedTools(open_profile(options.get("profile", "mobile-mcp")), served.handset.serial, task, allowed)
    how = {"elicitation_handler": options["answers"]} if "answers" in options else {}
    try:
        async with Client(guarded_proxy(transport, tools), mode=options.get("mode", "legacy"), **how) as client:
            yield client, renew
    finally:
        await task.close()
        await close(transport)
