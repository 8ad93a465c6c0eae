"""One connection of the app protocol, without a socket and without a clock of its own.

`receive` takes a message and says what follows; so do the calls by which a session takes control and answers. Both
transports drive it. Source: docs/app-protocol.md.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from handrail.server.app_port.declared import DeclaredApp, ProposedEvent, declare
from handrail.server.app_port.effect import (
    Admit,
    Answer,
    Close,
    ControlChanged,
    Declared,
    Effect,
    EventOutcome,
    Proposed,
    Released,
    Send,
)
from handrail.server.app_port.limits import AppPortLimits
from handrail.server.app_port.message import (
    PROTOCOL,
    Define,
    Hello,
    MessageFault,
    Ping,
    Pong,
    Propose,
    ReceivedMessage,
    Release,
    ReportedOutcome,
    StateReport,
    read_document,
    read_message,
)
from handrail.server.app_port.message import Controlled as ControlledMessage
from handrail.server.app_port.reported import Reported


@dataclass(slots=True)
class _Known:
    """An event that was proposed: by which message, what was answered last, and whether its outcome is known."""

    digest: str
    event: ProposedEvent
    answer: Mapping[str, Any] | None = None
    settled: bool = False
    told: bool = False


@dataclass(slots=True)
class Connection:
    """What is known of one client. `needs_key` says whether apps need one here."""

    identifier: str
    limits: AppPortLimits = field(default_factory=AppPortLimits)
    needs_key: bool = False
    package: str = ""
    name: str = ""
    declared: DeclaredApp | None = None
    reported: Reported | None = None
    session: str | None = None
    """The session that has control, once the app has confirmed it."""
    returns_to: str = ""
    """The session that had it when the app lost its server, as the app says."""
    _wanted: str | None = None
    _hello: Hello | None = None
    _greeted: bool = False
    _closed: bool = False
    _known: dict[str, _Known] = field(default_factory=dict)
    heard: float = 0.0
    _pinged: bool = False

    @property
    def is_greeted(self) -> bool:
        """Whether the client has said who it is."""
        return self._greeted

    def receive(self, content: bytes | str, now: float) -> list[Effect]:
        """What a message leads to. Never raises for what a client says."""
        if self._closed:
            return []
        self.heard, self._pinged = now, False
        try:
            return self._received(read_message(read_document(content)))
        except MessageFault as fault:
            return self.refuse(fault)

    def admitted(self, admitted: bool) -> list[Effect]:
        """Whether the key of `hello` lets the app in."""
        hello, self._hello = self._hello, None
        try:
            if hello is None or not admitted:
                raise MessageFault("unauthorized", _SAY_WHO, fatal=True)
            return self._greet(hello)
        except MessageFault as fault:
            return self.refuse(fault)

    def refuse(self, fault: MessageFault) -> list[Effect]:
        """Tell what was wrong. Who has not said who it is learns nothing but that."""
        if not self._greeted and self.needs_key:
            fault = MessageFault("unauthorized", _SAY_WHO, fatal=True)
        self._closed = self._closed or fault.fatal
        return [Send(fault.document()), *([Close()] if fault.fatal else [])]

    def tick(self, now: float) -> list[Effect]:
        """Time has passed: who is silent is asked whether it is there, and given up if it is not."""
        silent = now - self.heard
        if self._closed:
            return []
        if not self._greeted:
            if silent < self.limits.greeting_seconds:
                return []
            return self.refuse(MessageFault("protocol", _SAY_WHO, fatal=True))
        if silent >= self.limits.quiet_seconds + self.limits.pong_seconds:
            self._closed = True
            return [Close()]
        if silent >= self.limits.quiet_seconds and not self._pinged:
            self._pinged = True
            return [Send({"type": "ping"})]
        return []

    def take_control(self, session: str, task: str) -> list[Effect]:
        """Ask the app to take part in a session; `ControlChanged` follows when it does."""
        self._wanted = session
        return [Send({"type": "control", "on": True, "session": session, "task": task})]

    def let_go(self, why: str) -> list[Effect]:
        """Give the app back to its user."""
        session, self.session, self._wanted = self.session or self._wanted, None, None
        self._drop_waiting()
        if session is None:
            return []
        return [Send({"type": "control", "on": False, "session": session, "why": why})]

    def answer(self, id: str, decision: Answer, reasons: Sequence[str] = (), feedback: str = "") -> list[Effect]:
        """The verdict about an event that waits for one; nothing where none does."""
        known = self._known.get(id)
        if known is None or known.settled or self._closed:
            return []
        said = {"decision": decision, "reasons": list(reasons), "feedback": feedback}
        known.answer = {"type": "verdict", "id": id, **said}
        known.settled = decision != "ask"
        return [Send(known.answer)]

    def waits(self, id: str) -> bool:
        """Whether an event has no verdict yet that decides it."""
        known = self._known.get(id)
        return known is not None and not known.settled

    def _received(self, received: ReceivedMessage) -> list[Effect]:
        message = received.message
        if not self._greeted:
            if not isinstance(message, Hello):
                raise MessageFault("protocol", _SAY_WHO, fatal=True)
            if not self.needs_key:
                return self._greet(message)
            self._hello = message
            return [Admit(message.token)]
        match message:
            case Hello():
                raise MessageFault("bad_message", "`hello` is said once, as the first message")
            case Define():
                return self._define(message)
            case Propose():
                return self._propose(message, _digest(received.document))
            case ReportedOutcome():
                return self._outcome(message)
            case StateReport():
                return self._report(message)
            case ControlledMessage():
                return self._controlled(message)
            case Release():
                return self._release(message)
            case Ping():
                return [Send({"type": "pong"})]
            case Pong():
                return []
            case _:
                assert_never(message)

    def _greet(self, hello: Hello) -> list[Effect]:
        if hello.protocol != PROTOCOL:
            raise MessageFault("protocol", f"this server speaks {PROTOCOL}", fatal=True)
        self._greeted = True
        self.package, self.name, self.returns_to = hello.app, hello.name or hello.app, hello.session
        return [
            Send(
                {
                    "type": "welcome",
                    "protocol": PROTOCOL,
                    "connection": self.identifier,
                    "verdict_seconds": self.limits.verdict_seconds,
                    "ask_seconds": self.limits.ask_seconds,
                }
            )
        ]

    def _define(self, message: Define) -> list[Effect]:
        if self.session or self._wanted:
            raise MessageFault(
                "bad_declaration", "an agent is in control; declare before or after a task, not during one"
            )
        self.declared = declare(self.package, self.name, message.states, message.commitments)
        self.reported = Reported(self.declared.app.states)
        return [Send({"type": "defined", "states": len(self.declared.app.states)}), Declared()]

    def _propose(self, message: Propose, digest: str) -> list[Effect]:
        known = self._known.get(message.id)
        if known is not None:
            if known.digest != digest:
                raise MessageFault("id_used", "another event was proposed under this id; each event has its own",
                            about=message.id)  # fmt: skip
            return [] if known.answer is None else [Send(known.answer)]
        if self.declared is None:
            raise MessageFault("not_defined", _DEFINE_FIRST, about=message.id)
        if self.session is None or message.session != self.session:
            what = "no agent of that session is in control; let the event through, as if there were none"
            raise MessageFault("no_session", what, about=message.id)
        if sum(not known.settled for known in self._known.values()) >= self.limits.most_waiting:
            raise MessageFault("too_many", f"{self.limits.most_waiting} events wait already; propose fewer at once",
                        about=message.id)  # fmt: skip
        event = self.declared.proposed(message)
        self._known[message.id] = _Known(digest, event)
        self._forget_old()
        return [Proposed(event)]

    def _outcome(self, message: ReportedOutcome) -> list[Effect]:
        known = self._known.get(message.id)
        if known is None or self.reported is None:
            raise MessageFault("bad_message", "no event of that id was proposed here", about=message.id)
        if known.told:
            return [_noted(message.id, [])]
        known.told = known.settled = True
        if message.ran:
            self.reported.take(known.event.anticipation.updates)
        refused = self.reported.take(update.update() for update in message.updates)
        return [_noted(message.id, refused), EventOutcome(message.id, message.ran)]

    def _report(self, message: StateReport) -> list[Effect]:
        if self.reported is None:
            raise MessageFault("not_defined", _DEFINE_FIRST, about=message.id)
        return [
            _noted(message.id, self.reported.take((update.update() for update in message.updates), message.complete))
        ]

    def _controlled(self, message: ControlledMessage) -> list[Effect]:
        if not message.on or message.session != self._wanted:
            return []  # the answer to an end, or to what is over by now
        self.session, self._wanted = self._wanted, None
        return [ControlChanged(message.session, on=True)]

    def _release(self, message: Release) -> list[Effect]:
        session, self.session, self._wanted = self.session or self._wanted, None, None
        self._drop_waiting()
        return [] if session is None else [Released(session, message.why)]

    def _drop_waiting(self) -> None:
        for known in self._known.values():
            known.settled = True

    def _forget_old(self) -> None:
        for id in [id for id, known in self._known.items() if known.settled][: -self.limits.most_kept or None]:
            del self._known[id]


_SAY_WHO = 'say first who you are: {"type": "hello", "protocol": "handrail.app/1", "app": "…", "token": "…"}'
_DEFINE_FIRST = "the app has not said what it has; send `define` first"


def _noted(id: str | None, refused: Sequence[tuple[int, str]]) -> Send:
    named = {} if id is None else {"id": id}
    told = [{"index": number, "reason": reason} for number, reason in refused]
    return Send({"type": "noted", **named, "refused": told})


def _digest(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()
