"""The connection of Appium's Python client, with every request judged before it is sent.

It raises, since the client takes an answer that says 500 for one to look at later.
"""

import string
from collections.abc import Mapping
from functools import partial
from types import TracebackType
from typing import Any, Self

from appium.webdriver.appium_connection import AppiumConnection
from appium.webdriver.client_config import AppiumClientConfig
from selenium.common.exceptions import WebDriverException

from handrail.device.action import Action
from handrail.device.device import Device
from handrail.device.screen import Screen
from handrail.integrations.appium.command import Command, NewSession, OnElement, read_command
from handrail.integrations.appium.on_element import FoundElement, action_on, bounds_of
from handrail.integrations.appium.one_session import OneSession
from handrail.integrations.client.guarded_calls import ClientCalls
from handrail.integrations.client.own_thread import GuardThread
from handrail.integrations.client.task import Task, open_guard
from handrail.integrations.meaning import Acts, Meaning, NotUnderstood, OnFound

AGENT = "appium"


class NotExecuted(WebDriverException):
    """The request was not sent, or nobody knows how far it came; the text says why, and is for the agent."""


class GuardedConnection(AppiumConnection):
    """`handrail` is the task that the session is used for; it outlives the session, and `with` closes it."""

    def __init__(self, server: str, thread: GuardThread) -> None:
        super().__init__(client_config=AppiumClientConfig(remote_server_addr=server))
        self.handrail = thread
        self._session = OneSession()

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

    def _meaning(self, command: Command, given: Mapping[str, Any]) -> Meaning:
        match command:
            case OnElement():
                return Acts(OnFound(lambda screen: self._on_element(command, str(given["sessionId"]), screen)))
            case NewSession():
                return self._session.begins(given)
        return command

    def _on_element(self, command: OnElement, session: str, screen: Screen) -> Action | NotUnderstood:
        asked = partial(self._asked, session, command.identifier)
        try:
            bounds = bounds_of(asked("getElementRect"))
            names = ("class", "resource-id") if command.does != "click" else ()
            told = [str(asked("getElementAttribute", name=name) or "") for name in names] or ["", ""]
        except _Gone as why:
            return NotUnderstood(f"the element is not there (any more): {why}")
        return action_on(command, FoundElement(bounds, *told), screen)

    def _asked(self, session: str, identifier: str, command: str, **more: str) -> Any:
        answer = super().execute(command, {"sessionId": session, "id": identifier, **more})
        value = answer.get("value")
        if isinstance(value, dict) and "error" in value:
            raise _Gone(str(value.get("message", "")))
        return value


class _Gone(Exception):
    """What a server says of an element that it does not have."""


def open_guarded(server: str, device: Device, task: Task) -> GuardedConnection:
    """The connection with a guard that is open; closed again where something fails."""
    thread = GuardThread()
    try:
        guard = thread.wait(open_guard(device, AGENT, **task))
        thread.open(ClientCalls(guard, NotExecuted))
        return GuardedConnection(server, thread)
    except BaseException:
        thread.close()
        raise
