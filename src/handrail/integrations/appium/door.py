"""The door at which the plugin of an Appium server asks before each command, and tells what became of it.

HTTP on loopback, below a path that only who started both knows. A command that may run is made by the server; the
guard waits for it within its decision, so nothing else is judged meanwhile. What is never told counts as perhaps done.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from handrail.device.adb_protocol.http import BadRequest, http_response, read_http
from handrail.device.adb_protocol.stream import Listener, SocketStream
from handrail.error import DeviceLost, HandrailError
from handrail.integrations.appium.command import NewSession, OnElement, read_command
from handrail.integrations.appium.on_element import FoundElement, action_on, bounds_of
from handrail.integrations.appium.one_session import OneSession
from handrail.integrations.client.acts_in_turn import ActsInTurn
from handrail.integrations.meaning import Act, Acts, Meaning, NotUnderstood, OnFound, Reads
from handrail.integrations.task import Task
from handrail.strict_json import read_json

Answer = Mapping[str, Any]
_NEVER_TOLD = "nobody said what became of it"
_NOT_UNDERSTOOD = NotUnderstood("the plugin and Handrail do not understand each other; install both of one version")


@dataclass(frozen=True, slots=True)
class _Held:
    """A command that may run, until the server says what became of it."""

    judged: "asyncio.Task[None]"
    ended: "asyncio.Future[None]"


@dataclass
class Door:
    """Answers the plugin for one task; `secret` is the path below which it listens."""

    task: Task
    secret: str
    _session: OneSession = field(default_factory=OneSession)
    _held: dict[str, _Held] = field(default_factory=dict)
    _counted: int = 0

    def __post_init__(self) -> None:
        self._acts = ActsInTurn(self.task.open_guard)

    def listener(self) -> Listener:
        """The port on which it answers."""
        return Listener(self._talk)

    async def close(self) -> None:
        """End the task; what was held counts as perhaps done."""
        for held in tuple(self._held.values()):
            if not held.ended.done():
                held.ended.set_exception(DeviceLost(_NEVER_TOLD))
        await self._acts.close()
        await self.task.close()

    async def _talk(self, client: SocketStream) -> None:
        try:
            request = await read_http(client)
        except BadRequest as problem:
            await client.write(http_response("400 Bad Request", str(problem).encode(), "text/plain"))
            return
        if request is None:
            return
        _, _, verb = request.path.partition(f"/{self.secret}/")
        if request.method != "POST" or not verb:
            await client.write(http_response("404 Not Found", b"", "text/plain"))
            return
        try:
            said = await self._answer(verb, read_json(request.body, "the request", exact=False))
        except HandrailError as error:
            said = {"refused": str(error)}
        await client.write(http_response("200 OK", json.dumps(said).encode(), "application/json"))

    async def _answer(self, verb: str, given: object) -> Answer:
        match verb, given:
            case "before", {"verb": str(method), "path": str(path), "body": dict(body), "found": found}:
                return await self._before(self._meaning(method, path, body, found))
            case "after", {"call": str(call), "failed": None | str() as failed}:
                return await self._after(call, failed)
            case "ask", {"words": list(words)}:
                status, said = await self.task.answer(tuple(map(str, words)))
                return {"said": said} if status == 0 else {"refused": said}
        return {"refused": _NOT_UNDERSTOOD.told()}

    def _meaning(self, verb: str, path: str, body: Mapping[str, Any], found: object) -> Meaning:
        command = read_command(verb, path, body)
        match command:
            case NewSession():
                return self._session.begins(body)
            case OnElement():
                seen = _found(found)
                return Acts(OnFound(lambda screen: action_on(command, seen, screen))) if seen else _NOT_UNDERSTOOD
        return command

    async def _before(self, meaning: Meaning) -> Answer:
        match meaning:
            case Reads():
                return {"reads": True}
            case NotUnderstood():
                return {"refused": meaning.told()}
            case Acts(act):
                return await self._hold(act)

    async def _hold(self, act: Act) -> Answer:
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[None] = loop.create_future()
        ended: asyncio.Future[None] = loop.create_future()

        async def does() -> None:
            begun.set_result(None)
            await ended

        judged = loop.create_task(self._acts.act(act, does))
        await asyncio.wait((begun, judged), return_when=asyncio.FIRST_COMPLETED)
        if not begun.done():
            await judged  # raises why not
        self._counted += 1
        self._held[str(self._counted)] = _Held(judged, ended)
        return {"call": str(self._counted)}

    async def _after(self, call: str, failed: str | None) -> Answer:
        held = self._held.pop(call, None)
        if held is None:
            return {"refused": NotUnderstood(f"no call {call:.20} is held").told()}
        if failed is None and not held.ended.done():
            held.ended.set_result(None)
        elif not held.ended.done():
            held.ended.set_exception(DeviceLost(failed or _NEVER_TOLD))
        await held.judged
        return {"said": ""}


def _found(told: object) -> FoundElement | None:
    match told:
        case {"rect": dict(rect), "class": str(class_name), "resource-id": str(resource_id)}:
            try:
                return FoundElement(bounds_of(rect), class_name, resource_id)
            except (KeyError, TypeError, ValueError, OverflowError):
                return None
    return None
