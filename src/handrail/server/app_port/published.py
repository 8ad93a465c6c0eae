"""The published VeriSafe protocol, as its Java library and its stand-in speak it, without a socket.

It has no ids, no acknowledgements and no word for what is committed. So each update that comes while an agent is in
control is a step of its own, a second one has to wait, and the flag that lets a handler run is taken back as soon as
that step is over. Source: docs/app-protocol.md, "The published protocol".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from handrail.app import Anticipation, Update
from handrail.language.declaration import State
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.language.value import Type
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
    Send,
)
from handrail.server.app_port.limits import AppPortLimits
from handrail.server.app_port.message import MOST_UPDATES, EventDocument, MessageFault, read_document
from handrail.server.app_port.reported import MOST_LIKELY, Reported, why_unfit

TYPES: Final = frozenset({"defineState", "updateState"})
_NAMES_A_STATE: Final = ("stateName", "Predicate", "state")
_BESIDE_VALUES: Final = frozenset({*_NAMES_A_STATE, "Update_Rule", "Reasoning"})
_IN_CONTROL: Final = {"Agent_Control": True}
_FREE: Final = {"Agent_Control": False}
_VERIFIED: Final = {"Action_Verified": True}
_NOT_VERIFIED: Final = {"Action_Verified": False}
LONGEST_KEY: Final = 1_000
_BRING_A_KEY: Final = 'this server lets in who brings a key: add "token": "…"'
_WAITS: Final = "a step waits for its verdict, and this protocol has no ids: one update at a time"


@dataclass(slots=True)
class _Step:
    """The step that is not over: `allowed_at` is when its flag was put up."""

    id: str
    allowed_at: float | None = None


@dataclass(slots=True)
class PublishedClient:
    """One client of the published protocol."""

    identifier: str
    limits: AppPortLimits = field(default_factory=AppPortLimits)
    needs_key: bool = False
    package: str = ""
    declared: DeclaredApp | None = None
    reported: Reported | None = None
    session: str | None = None
    returns_to: str = ""
    """It has no word for that."""
    now: float = 0.0
    _states: dict[str, Any] = field(default_factory=dict)
    _first: Mapping[str, Any] | None = None
    _closed: bool = False
    _step: _Step | None = None
    _steps: int = 0

    def receive(self, content: bytes | str, now: float) -> list[Effect]:
        """What a message leads to. Never raises for what a client says."""
        self.now = now
        if self._closed:
            return []
        try:
            return self._let_in(read_document(content))
        except MessageFault as fault:
            return self.refuse(fault)

    def admitted(self, admitted: bool) -> list[Effect]:
        """Whether the key that the first message brought lets the app in."""
        first, self._first = self._first, None
        try:
            if first is None or not admitted:
                raise MessageFault("unauthorized", _BRING_A_KEY, fatal=True)
            self.needs_key = False
            return self._received(first)
        except MessageFault as fault:
            return self.refuse(fault)

    def refuse(self, fault: MessageFault) -> list[Effect]:
        """Tell what was wrong, in words that the published library passes over."""
        self._closed = self._closed or fault.fatal
        return [Send(fault.document()), *([Close()] if fault.fatal else [])]

    def tick(self, now: float) -> list[Effect]:
        """Time has passed: a flag that was up long enough is taken back. The handler counts as run."""
        self.now = now
        step = self._step
        if step is None or step.allowed_at is None or now - step.allowed_at < self.limits.flag_seconds:
            return []
        return self._over(step)

    def take_control(self, session: str, task: str) -> list[Effect]:  # noqa: ARG002 - it has no word for the task
        """The app is told that an agent is in control. It has no way to say that it heard."""
        self.session, self._step = session, None
        return [Send(_IN_CONTROL), Send(_NOT_VERIFIED), ControlChanged(session, on=True)]

    def let_go(self, why: str) -> list[Effect]:  # noqa: ARG002 - it has no word for the reason
        """Give the app back to its user."""
        was, self.session, self._step = self.session, None, None
        return [] if was is None else [Send(_NOT_VERIFIED), Send(_FREE)]

    def answer(self, id: str, decision: Answer, reasons: Sequence[str] = (), feedback: str = "") -> list[Effect]:  # noqa: ARG002
        """The verdict: a flag where it is a yes, and nothing where it is not."""
        step = self._step
        if step is None or step.id != id or step.allowed_at is not None or decision == "ask":
            return []
        if decision == "allow":
            step.allowed_at = self.now
            return [Send(_VERIFIED)]
        self._step = None
        return [Send(_NOT_VERIFIED)]

    def _let_in(self, document: Mapping[str, Any]) -> list[Effect]:
        """Where apps need a key, the first message of this protocol brings it as `token`."""
        if not self.needs_key:
            return self._received(document)
        token = document.get("token")
        if not isinstance(token, str):
            raise MessageFault("unauthorized", _BRING_A_KEY, fatal=True)
        self._first = document
        return [Admit(token[:LONGEST_KEY])]

    def _received(self, document: Mapping[str, Any]) -> list[Effect]:
        named = document.get("appName")
        if not self.package and isinstance(named, str):
            self.package = named[:200]
        kind = document.get("type")
        if kind == "defineState":
            return self._define(document)
        if kind == "updateState":
            return self._update(document)
        help = did_you_mean(str(kind), tuple(sorted(TYPES)), "there are")
        raise MessageFault("unknown_type", f"there is no message of type `{excerpt(str(kind))}`; {help}")

    def _define(self, document: Mapping[str, Any]) -> list[Effect]:
        if self.session is not None:
            raise MessageFault(
                "bad_declaration", "an agent is in control; declare before or after a task, not during one"
            )
        if not self.package:
            raise MessageFault("bad_declaration", "`appName` is missing: which app declares this?")
        states = document.get("state", document.get("states"))
        if not isinstance(states, list) or not all(isinstance(state, dict) for state in states):
            raise MessageFault("bad_declaration", "`state` is a list of states, each with `name` and `variables`")
        together = {**self._states, **{str(state.get("name")): state for state in states}}
        self.declared = declare(self.package, self.package, list(together.values()))
        self._states = together
        self.reported = Reported(self.declared.app.states)
        return [Declared()]

    def _update(self, document: Mapping[str, Any]) -> list[Effect]:
        if self.declared is None or self.reported is None:
            raise MessageFault("not_defined", "the app has not said what it has; send `defineState` first")
        raw = document.get("updates")
        if not isinstance(raw, list) or len(raw) > MOST_UPDATES:
            raise MessageFault("bad_message", f"`updates` is a list of at most {MOST_UPDATES:,} updates")
        updates = tuple(self._read(entry) for entry in raw)
        for update in updates:
            if reason := why_unfit(update, self.declared.app.states):
                raise MessageFault("bad_update", reason)
        step = self._step
        if self.session is None:
            self.reported.take(updates)
            return []
        if step is None:
            return self._propose(updates)
        if step.allowed_at is None:
            raise MessageFault("too_many", _WAITS)
        self.reported.take(updates)
        return self._over(step)

    def _propose(self, updates: tuple[Update, ...]) -> list[Effect]:
        self._steps += 1
        self._step = _Step(f"p-{self._steps}")
        said = Anticipation(updates)  # not covered: it says what changes, and not what is committed
        return [
            Proposed(
                ProposedEvent(self._step.id, EventDocument(kind="click", target="", text=None, checked=None), said)
            )
        ]

    def _over(self, step: _Step) -> list[Effect]:
        self._step = None
        return [Send(_NOT_VERIFIED), EventOutcome(step.id, ran=True)]

    def _read(self, raw: Any) -> Update:
        if not isinstance(raw, dict):
            raise MessageFault("bad_message", 'an update is a JSON object, as {"stateName": "…", "name": "…"}')
        name = next((raw[key] for key in _NAMES_A_STATE if key in raw), None)
        assert self.declared is not None
        state = self.declared.app.states.get(name) if isinstance(name, str) else None
        if state is None:
            help = did_you_mean(str(name), tuple(self.declared.app.states)[:MOST_LIKELY], "the app declares")
            raise MessageFault("bad_update", f"no state `{excerpt(str(name))}` is declared; {help}")
        values = {key: value for key, value in raw.items() if key in state.variables and key not in _BESIDE_VALUES}
        named = {key: _as_declared(state, key, value) for key, value in values.items()}
        if raw.get("Update_Rule") == "Delete":
            return Update(state.name, delete={key: named.get(key) for key in state.keys})
        return Update(state.name, set=named)


def _as_declared(state: State, name: str, value: Any) -> Any:
    """A value that came as text, as its variable has it; what does not fit stays, and is refused with the reason."""
    if not isinstance(value, str):
        return str(value) if state.variables[name].type is Type.TEXT and value is not None else value
    match state.variables[name].type:
        case Type.BOOLEAN:
            return {"true": True, "false": False}.get(value.strip().lower(), value)
        case Type.NUMBER:
            return _number(value)
        case _:
            return value


def _number(text: str) -> Any:
    try:
        return read_document(f'{{"number": {text.strip()}}}')["number"]
    except MessageFault:
        return text
