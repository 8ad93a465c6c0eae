"""The client for programs without an event loop."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypeAlias
from uuid import uuid4

import httpx2

from handrail.client import call
from handrail.client.answer import Decision, SessionState, SessionView
from handrail.client.connection import PAUSES_SECONDS, TIMEOUT, UNAVAILABLE, headers_for, lost, ran_by
from handrail.device.action import Action
from handrail.device.device import Execution
from handrail.device.screen import Screen

Looks: TypeAlias = Callable[[], Screen]
"""Reads what the phone shows now."""

Presses: TypeAlias = Callable[[Action], Execution | None]
"""Carries an action out: nothing or `Executed` says that it ran, `Refused` and `StaleScreen` that it did not."""


class Server:
    """A server of sessions; use it as a context manager. `sleep` waits between two tries to reach it."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        identifiers: Callable[[], str] = lambda: uuid4().hex,
    ) -> None:
        self._http = httpx2.Client(base_url=url, headers=headers_for(key), timeout=TIMEOUT, transport=transport)
        self._sleep = sleep
        self.identifiers = identifiers

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection. Sessions stay open: `find` them again."""
        self._http.close()

    def open(
        self,
        *,
        app: str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]],
        specification: str | None = None,
        instruction: str = "",
        policy: str | None = None,
        agent: str = "",
        device: str = "",
        screen: Screen | None = None,
        now: datetime | None = None,
        id: str | None = None,
    ) -> "Session":
        """Open a session: by the rules, or by an instruction where the server encodes. Raises `RefusedByServer`.

        `app` is the name of a model that the server has, a document, or several. `id` names the session for you: said
        again, also by another process, it finds the same one.
        """
        asked = call.open_session(
            id or self.identifiers(), app, specification, instruction, policy, agent, device, screen, now
        )
        return Session(self, SessionState.read(self.send(asked)))

    def find(self, id: str) -> "Session":
        """A session that was opened before, by its id. Raises `RefusedByServer` where there is none."""
        return Session(self, SessionState.read(self.send(call.session(id))))

    def send(self, one: call.Call) -> Any:
        """Send a request, again where the connection is lost, and read the answer. Raises `Lost`, `RefusedByServer`."""
        for pause in (*PAUSES_SECONDS, None):
            try:
                answer = self._http.request(one.method, one.path, content=one.content, params=one.query)
            except httpx2.TransportError as error:
                if pause is None:
                    raise lost(self._http.base_url, error) from error
                self._sleep(pause)
            else:
                if answer.status_code != UNAVAILABLE or pause is None:
                    return one.read(answer.status_code, answer.content)
                self._sleep(pause)
        raise AssertionError("the last try returns or raises")


class Session(SessionView):
    """One task. `state` is how it stood when the server was asked last, `last` the last decision since."""

    def __init__(self, server: Server, state: SessionState) -> None:
        super().__init__(state)
        self.server = server

    def act(
        self,
        action: Action,
        screen: Looks,
        execute: Presses,
        *,
        picture: Callable[[], bytes] | None = None,
        now: datetime | None = None,
        thought: str = "",
        commits: Collection[str] = (),
        irreversible: bool = False,
    ) -> Decision:
        """Have an action verified, carry it out if it may run, and say what came of it.

        Waits for a person where one is asked. What `execute` raises is raised, after the server was told that nobody
        knows whether the action ran. `finish` is an action, too, and is not given to `execute`.
        """
        decision = self.propose(
            action, screen(), picture and picture(), now, thought=thought, commits=commits, irreversible=irreversible
        )
        if decision.decision != "allow" or decision.outcome:
            return decision
        try:
            ran, reason = ran_by(execute(action))
        except BaseException as error:
            self.outcome(decision.id, None, reason=str(error))
            raise
        return self.outcome(decision.id, ran, screen(), picture and picture(), reason=reason)

    def propose(
        self,
        action: Action,
        screen: Screen,
        picture: bytes | None = None,
        now: datetime | None = None,
        *,
        id: str | None = None,
        thought: str = "",
        commits: Collection[str] = (),
        irreversible: bool = False,
    ) -> Decision:
        """The decision about an action, after a person answered where one was asked. `allow`: run it, and say so."""
        asked = call.propose(
            self.id, id or self.server.identifiers(), action, screen, picture, now, thought, commits, irreversible
        )
        decision = self._told(asked)
        while decision.waits:
            decision = self._told(call.proposal(self.id, decision.id))
        return decision

    def outcome(
        self,
        id: str,
        ran: bool | None,
        screen: Screen | None = None,
        picture: bytes | None = None,
        now: datetime | None = None,
        *,
        reason: str = "",
    ) -> Decision:
        """Say what became of an action that was allowed; `ran` is None where nobody knows."""
        return self._told(call.outcome(self.id, id, ran, reason, screen, picture, now))

    def finish(self, text: str | None = None, screen: Screen | None = None, now: datetime | None = None) -> Decision:
        """Say that the task is done; it is over if that is verified. The text `infeasible` ends it as not done."""
        decision = self._told(call.finish(self.id, self.server.identifiers(), text, screen, now))
        while decision.waits:
            decision = self._told(call.proposal(self.id, decision.id))
        return decision

    def refresh(self) -> SessionState:
        """How it stands now."""
        self.state, self.last = SessionState.read(self.server.send(call.session(self.id))), None
        return self.state

    def end(self) -> SessionState:
        """Stop it, as not done."""
        self.state, self.last = SessionState.read(self.server.send(call.end(self.id))), None
        return self.state

    def _told(self, one: call.Call) -> Decision:
        self.last = Decision.read(self.server.send(one))
        return self.last
