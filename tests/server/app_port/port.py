"""A port on this computer, and an app on it as anybody could write one: a socket, and lines of JSON."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from socket import socket
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the control room is an extra: pip install 'handrail[server]'")

from handrail.guard.approval.approvers import nobody
from handrail.guard.approval.question import Approver
from handrail.guard.policy import PolicySet
from handrail.language.specification import Specification
from handrail.server.app_port.app_session import AppSession, AppSessionOpening
from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.app_port.tcp import open_tcp

PACKAGE = "com.example.restaurants"
HELLO = {"type": "hello", "protocol": "handrail.app/1", "app": PACKAGE, "name": "Restaurants", "sdk": "test"}
DEFINE = {
    "type": "define",
    "states": [
        {"name": "RestaurantInfo", "description": "the restaurant", "variables": [{"name": "name", "type": "Text"}]},
        {
            "name": "ReserveInfo",
            "description": "the reservation form",
            "variables": [
                {"name": "date", "type": "Date"},
                {"name": "time", "type": "Time"},
                {"name": "people", "type": "Number"},
            ],
        },
        {"name": "ReserveResult", "variables": [{"name": "success", "type": "Boolean"}]},
    ],
    "commitments": [{"name": "Reserve", "kind": "record", "description": "reserves the table"}],
}
RULES = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(time < 19:00) -> Reserve
Reserve & ReserveResult(success = true) -> Done
"""
DEFINE_PUBLISHED = {
    "type": "defineState",
    "appName": PACKAGE,
    "state": [
        {"name": "RestaurantInfo", "description": "", "variables": [{"name": "String"}, {"location": "String"}]},
        {
            "name": "ReserveInfo",
            "description": "",
            "variables": [
                {"time": "Time"},
                {"name": "people", "type": "Integer"},
                {"outside": "Boolean", "is_key": False},
                {"name": "meal", "type": "Enum", "enum_values": ["lunch", "dinner"]},
            ],
        },
        {"name": "Favourite", "description": "", "variables": [{"label": "Text", "is_key": True}, {"stars": "Number"}]},
    ],
}
TRUSTING = """
format: handrail.policy/1
name: an app of the published protocol
unknown_effect: {no_binding: allow}
"""
"""Of what a step commits that protocol says nothing; who trusts its updates says so."""
NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
LONGEST_WAIT_SECONDS = 30.0


def reserve(id: str, session: str = "s-1", time: str = "18:30") -> dict[str, Any]:
    """The event of the button that reserves."""
    return {
        "type": "propose",
        "id": id,
        "session": session,
        "event": {"kind": "click", "target": "Reserve"},
        "updates": [{"state": "ReserveInfo", "set": {"date": "2026-03-02", "time": time, "people": 4}}],
        "commits": ["Reserve"],
    }


def looked_at(name: str = "Blue Harbor Grill") -> dict[str, Any]:
    """What the app reports while a restaurant is shown."""
    return {"type": "report", "id": "r-1", "updates": [{"state": "RestaurantInfo", "set": {"name": name}}]}


@dataclass(slots=True)
class Client:
    """An app at the other end of a socket."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def say(self, *documents: object) -> None:
        for document in documents:
            self.writer.write(json.dumps(document).encode() + b"\n")
        await self.writer.drain()

    async def say_bytes(self, content: bytes) -> None:
        self.writer.write(content)
        await self.writer.drain()

    async def hear(self) -> Any:
        """The next message; None where the connection has ended."""
        async with asyncio.timeout(LONGEST_WAIT_SECONDS):
            line = await self.reader.readline()
        return json.loads(line) if line else None

    async def ask(self, document: object) -> Any:
        await self.say(document)
        return await self.hear()

    async def is_over(self) -> bool:
        return await self.hear() is None

    async def introduce(self, **other: str) -> None:
        """Hello and what the app has."""
        assert (await self.ask({**HELLO, **other}))["type"] == "welcome"
        assert (await self.ask(DEFINE))["type"] == "defined"

    async def take_part(self) -> dict[str, Any]:
        """Wait for control and confirm it."""
        control = await self.hear()
        assert control["type"] == "control", control
        assert control["on"]
        await self.say({"type": "controlled", "session": control["session"], "on": True})
        return dict(control)


@dataclass(slots=True)
class Port:
    """A port that runs."""

    apps: ConnectedApps
    number: int
    runs: Path
    _clients: list[Client] = field(default_factory=list)

    async def client(self) -> Client:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.number, limit=2**22)
        client = Client(reader, writer)
        self._clients.append(client)
        return client

    async def app(self, **other: str) -> Client:
        """A client that has said what it is and what it has."""
        client = await self.client()
        await client.introduce(**other)
        return client

    @asynccontextmanager
    async def session(
        self,
        client: Client,
        rules: str = RULES,
        *,
        named: str = PACKAGE,
        name: str = "s-1",
        approver: Approver = nobody,
        policy: PolicySet | None = None,
        confirms: bool = True,
        now: Callable[[], datetime] = lambda: NOW,
    ) -> AsyncIterator[AppSession]:
        """A session with a client's app, which has confirmed that it takes part."""
        confirming = asyncio.create_task(client.take_part()) if confirms else None
        app = self.apps.find(named).app
        specification = Specification.parse(rules, app)
        beginning = AppSessionOpening(
            name, specification, "Reserve a table before 7 PM", self.runs / name, approver, now, policy
        )
        async with self.apps.session(named, lambda _: beginning) as session:
            if confirming is not None:
                await confirming
            yield session

    async def close(self) -> None:
        for client in self._clients:
            client.writer.close()


@asynccontextmanager
async def open_port(runs: Path, apps: ConnectedApps | None = None) -> AsyncIterator[Port]:
    """A port on a free number, until this is left."""
    listening = socket()
    listening.bind(("127.0.0.1", 0))
    made = ConnectedApps() if apps is None else apps
    async with open_tcp(made, listening), asyncio.TaskGroup() as group:
        watching = group.create_task(made.watch(0.02))
        port = Port(made, listening.getsockname()[1], runs)
        try:
            yield port
        finally:
            watching.cancel()
            await port.close()
