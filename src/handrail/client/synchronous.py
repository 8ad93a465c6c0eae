"""The client for programs without an event loop."""

import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self, TypeAlias, Unpack
from uuid import uuid4

import httpx2

from handrail.app.update import Update
from handrail.client import call
from handrail.client.answer import Decision, SessionState, SessionView
from handrail.client.connection import PAUSES_SECONDS, client_options, is_forgotten, lost, ran_by, says_more
from handrail.client.errors import RefusedByServer
from handrail.device.action import Action
from handrail.device.device import Execution
from handrail.device.screen import Screen

Looks: TypeAlias = Callable[[], Screen]
"""Reads what the phone shows now."""

Presses: TypeAlias = Callable[[Action], Execution | None]
"""Carries an action out: nothing or `Executed` says that it ran, `Refused` and `StaleScreen` that it did not."""


class Server:
    """A server of sessions; use it as a context manager. `sleep` waits between two tries to reach it."""

    def __init__(self, url: str, key: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._http = httpx2.Client(**client_options(url, key))
        self._sleep = sleep

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection. Sessions stay open: `find` them again."""
        self._http.close()

    def open(self, *, id: str | None = None, **opening: Unpack[call.Opening]) -> "Session":
        """Open a session. `id` names it for you: said again, also by another process, it finds the same one.

        Raises `RefusedByServer` with all that is wrong.
        """
        return Session(self, SessionState.read(self.send(call.open_session(id or uuid4().hex, opening))))

    def find(self, id: str) -> "Session":
        """A session that was opened before, by its id. Raises `RefusedByServer` where there is none."""
        return Session(self, SessionState.read(self.send(call.session(id))))

    def send(self, request: call.ServerCall) -> Any:
        """Send a request, again where the connection is lost, and read the answer. Raises `Lost`, `RefusedByServer`."""
        for pause in (*PAUSES_SECONDS, None):
            try:
                answer = self._http.request(request.method, request.path, content=request.content, params=request.query)
                if pause is None or says_more(answer):
                    return request.read(answer.status_code, answer.content)
            except httpx2.TransportError as error:
                if pause is None:
                    raise lost(self._http.base_url, error) from error
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
        **words: Unpack[call.Words],
    ) -> Decision:
        """Have an action verified, carry it out if it may run, and say what came of it.

        Waits for a person where one is asked. What `execute` raises is raised, after the server was told that nobody
        knows whether the action ran. `finish` is an action, too, and is not given to `execute`.
        """
        decision = self.propose(action, screen(), picture and picture(), **words)
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
        *,
        id: str | None = None,
        **words: Unpack[call.Words],
    ) -> Decision:
        """The decision about an action, after a person answered where one was asked. `allow`: run it, and say so."""
        return self._decided(call.propose(self.id, id or uuid4().hex, action, screen, picture, words))

    def finish(self, text: str | None = None, screen: Screen | None = None) -> Decision:
        """Say that the task is done; it is over if that is verified. The text `infeasible` ends it as not done."""
        return self._decided(call.finish(self.id, uuid4().hex, text, screen))

    def outcome(
        self,
        id: str,
        ran: bool | None,
        screen: Screen | None = None,
        picture: bytes | None = None,
        *,
        reason: str = "",
        observed: Sequence[Update] = (),
    ) -> Decision:
        """Say what became of an action that was allowed; `ran` is None where nobody knows.

        `observed` is what became of states that no model of an app reads, beside the `updates` of the proposal.
        """
        return self._told(call.outcome(self.id, id, ran, screen, picture, reason, observed))

    def refresh(self) -> SessionState:
        """How it stands now."""
        return self.stands(self.server.send(call.session(self.id)))

    def end(self) -> SessionState:
        """Stop it, as not done."""
        return self.stands(self.server.send(call.end(self.id)))

    def _decided(self, asked: call.ServerCall) -> Decision:
        decision = self._told(asked)
        while decision.waits:
            try:
                decision = self._told(call.proposal(self.id, decision.id))
            except RefusedByServer as refused:
                if not is_forgotten(refused):
                    raise
                decision = self._told(asked)  # the process that asked was killed, and no other knows of it
        return decision

    def _told(self, request: call.ServerCall) -> Decision:
        return self.decided(self.server.send(request))
