"""The connection of Appium's Python client, with every request judged before it is sent.

It raises, since the client takes an answer that says 500 for one to look at later.
"""

import string
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from appium.webdriver.appium_connection import AppiumConnection
from appium.webdriver.client_config import AppiumClientConfig
from selenium.common.exceptions import WebDriverException

from handrail.device.action import Action
from handrail.device.device import Device
from handrail.device.element import Bounds
from handrail.device.screen import Screen
from handrail.integrations.appium.command import Command, NewSession, OnElement, read_command
from handrail.integrations.client.gesture import on_field
from handrail.integrations.client.guarded_calls import GuardedCalls
from handrail.integrations.client.meaning import Acts, Meaning, MeaningOnScreen, NotUnderstood, Reads
from handrail.integrations.client.own_thread import GuardThread
from handrail.integrations.client.task import Task, open_guard
from handrail.integrations.tools.typed_text import standing_in

AGENT = "appium"
_SECOND = NotUnderstood("one session is guarded; end it, and begin another task for another one")
_SOCKET = NotUnderstood("`webSocketUrl` opens a second way to the server, beside this one")


class NotExecuted(WebDriverException):
    """The request was not sent, or nobody knows how far it came; the text says why, and is for the agent."""


class GuardedConnection(AppiumConnection):
    """`handrail` is the task that the session is used for; it outlives the session, and `with` closes it."""

    def __init__(self, server: str, thread: GuardThread) -> None:
        super().__init__(client_config=AppiumClientConfig(remote_server_addr=server))
        self.handrail = thread
        self._has_session = False

    def finish(self, *, infeasible: bool = False) -> None:
        """End the task, verified, or as one that cannot be done. Raises `NotExecuted` while something is missing."""
        self.handrail.finish(infeasible=infeasible)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.handrail.close()

    def execute(self, command: str, params: Mapping[str, Any] | None) -> Any:
        """Send a request, if it may be sent."""
        given = dict(params or {})
        verb, template = self.get_command(command) or ("", "")
        path = string.Template(template).substitute(given)
        meaning = self._meaning(read_command(verb, path, given), given)
        send = super().execute
        return self.handrail.perform(meaning, lambda: send(command, given))

    def _meaning(self, command: Command, given: Mapping[str, Any]) -> Meaning | MeaningOnScreen:
        if isinstance(command, OnElement):
            return lambda screen: self._on_element(command, str(given["sessionId"]), screen)
        if not isinstance(command, NewSession):
            return command
        if self._has_session:
            return _SECOND
        if "webSocketUrl" in str(given):
            return _SOCKET
        self._has_session = True
        return Reads()

    def _on_element(self, command: OnElement, session: str, screen: Screen) -> Meaning:
        """Where the server has the element now, and what is there on the guard's own screen."""
        rect = self._asked("getElementRect", session, command.identifier)
        left, top = round(rect["x"]), round(rect["y"])
        bounds = Bounds(left, top, left + round(rect["width"]), top + round(rect["height"]))
        if command.does == "click":
            return Acts(Action("click", point=bounds.center))
        class_name = str(self._asked("getElementAttribute", session, command.identifier, name="class") or "")
        resource_id = str(self._asked("getElementAttribute", session, command.identifier, name="resource-id") or "")
        meant = on_field(screen, class_name, resource_id, bounds, "")
        if command.does == "clear" or not isinstance(meant, Acts) or meant.action.element is None:
            return meant
        standing = screen.at(meant.action.element.path)
        before = standing_in(standing) if standing is not None else ""
        return on_field(screen, class_name, resource_id, bounds, before + command.text)

    def _asked(self, command: str, session: str, identifier: str, **more: str) -> Any:
        answer = super().execute(command, {"sessionId": session, "id": identifier, **more})
        value = answer.get("value")
        if isinstance(value, dict) and "error" in value:
            raise NotExecuted(f"Blocked. The element is not there (any more): {value.get('message', '')}")
        return value


def open_guarded(server: str, device: Device, task: Task) -> GuardedConnection:
    """The connection with a guard that is open; closed again where something fails."""
    thread = GuardThread()
    try:
        guard = thread.wait(open_guard(device, AGENT, **task))
        thread.open(GuardedCalls(guard, device, NotExecuted))
        return GuardedConnection(server, thread)
    except BaseException:
        thread.close()
        raise
