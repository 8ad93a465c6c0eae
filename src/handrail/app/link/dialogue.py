"""An app's side of the app protocol, without a socket, a thread or a clock: what to send, and when which handler runs.

The rules are few: without control everything runs at once. Under control each event waits for its own verdict, which it
uses up. Where none comes, what commits does not run and the rest does. Source: docs/app-protocol.md; held to the
dialogues in sdk/conformance.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Generic, TypeAlias, TypeVar

Document: TypeAlias = Mapping[str, Any]
Handler = TypeVar("Handler")

MOST_IN_A_REPORT = 500


@dataclass(frozen=True, slots=True)
class Say:
    """A message for the server."""

    document: Document


@dataclass(frozen=True, slots=True)
class Run(Generic[Handler]):
    """Run this handler now, then say `ran` with the id, if there is one."""

    handler: Handler
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Withhold(Generic[Handler]):
    """This handler does not run, and never will for this event."""

    handler: Handler
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Hold(Generic[Handler]):
    """This handler waits: what has changed by itself goes back to what it was."""

    handler: Handler


@dataclass(frozen=True, slots=True)
class Control:
    """Whether an agent is in control from here on, and with which task."""

    on: bool
    task: str = ""


Effect: TypeAlias = Say | Run[Handler] | Withhold[Handler] | Hold[Handler] | Control


@dataclass(slots=True)
class _Waiting(Generic[Handler]):
    """An event without a verdict. `fails_closed`: without one its handler does not run."""

    handler: Handler
    fails_closed: bool
    until: float


@dataclass(slots=True)
class Dialogue(Generic[Handler]):
    """One app's side, over all its connections. `keys` are the key variables of each state; times are in seconds."""

    hello: Document
    define: Document
    keys: Mapping[str, tuple[str, ...]]
    prefix: str = "e"
    session: str | None = None
    now: float = 0.0
    _left: str | None = None
    """The session that was in control when the connection was lost: another server may go on with it."""
    _welcome: bool = False
    _verdict_seconds: float = 5.0
    _ask_seconds: float = 300.0
    _waiting: dict[str, _Waiting[Handler]] = field(default_factory=dict)
    _rows: dict[tuple[str, Hashable], dict[str, Any]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def is_welcome(self) -> bool:
        """Whether the server has said that it speaks the protocol and takes the app."""
        return self._welcome

    def connected(self) -> list[Effect[Handler]]:
        """The transport is there."""
        return [Say(self.hello if self._left is None else {**self.hello, "session": self._left})]

    def lost(self) -> list[Effect[Handler]]:
        """The connection is gone, and with it the control. Nobody hears what becomes of what waited."""
        self._welcome = False
        self._left = self.session or self._left
        return [*(effect for effect in self._released() if not isinstance(effect, Say))]

    def event(self, proposed: Document, handler: Handler) -> list[Effect[Handler]]:
        """Something is done to the user interface: `proposed` is what it is about to do."""
        if self.session is None:
            return [Run(handler)]
        id = f"{self.prefix}-{next(self._numbers)}"
        fails_closed = any(proposed.get(member) for member in ("commits", "irreversible", "unknown"))
        self._waiting[id] = _Waiting(handler, fails_closed, self.now + self._verdict_seconds)
        return [Hold(handler), Say({**proposed, "id": id, "session": self.session})]

    def passed(self, now: float) -> list[Effect[Handler]]:
        """It is this late now: what had no verdict in time is decided."""
        self.now = now
        late = [id for id, waiting in self._waiting.items() if waiting.until <= now]
        return [effect for id in late for effect in self._without_verdict(id)]

    def due(self) -> float | None:
        """When `passed` has something to do; None where nothing waits."""
        return min((waiting.until for waiting in self._waiting.values()), default=None)

    def ran(self, id: str | None, ran: bool | None, updates: Iterable[Document] = ()) -> list[Effect[Handler]]:
        """What became of a handler that was to run, and what changed with it."""
        changed = list(updates)
        self._remember(changed)
        if id is None or not self._welcome:
            return []
        return [Say({"type": "outcome", "id": id, "ran": ran, "updates": changed})]

    def report(self, updates: Iterable[Document]) -> list[Effect[Handler]]:
        """Something has changed."""
        changed = list(updates)
        self._remember(changed)
        return [Say({"type": "report", "updates": changed})] if self._welcome else []

    def release(self, why: str) -> list[Effect[Handler]]:
        """The person takes the app back: nothing that waits runs, and nobody goes on later."""
        self._left = None
        session, self.session = self.session, None
        stopped = [Withhold(waiting.handler, "the person took the app back") for waiting in self._waiting.values()]
        self._waiting.clear()
        if session is None:
            return []
        return [*stopped, Say({"type": "release", "session": session, "why": why}), Control(on=False)]

    def receive(self, text: str | bytes) -> list[Effect[Handler]]:
        """What the server says. What is no message of the protocol is ignored."""
        try:
            said = json.loads(text)
        except ValueError:
            return []
        answers: dict[str, Callable[[Document], list[Effect[Handler]]]] = {
            "verdict": self._verdict,
            "control": self._control,
            "error": self._error,
            "ping": lambda _: [Say({"type": "pong"})],
        }
        kind = said.get("type") if isinstance(said, dict) else None
        if not self._welcome:
            return self._welcomed(said) if kind == "welcome" else []
        answer = answers.get(kind) if isinstance(kind, str) else None
        return [] if answer is None else answer(said)

    def _welcomed(self, said: Document) -> list[Effect[Handler]]:
        self._welcome = True
        self._verdict_seconds = _seconds(said.get("verdict_seconds"), self._verdict_seconds)
        self._ask_seconds = _seconds(said.get("ask_seconds"), self._ask_seconds)
        rows = [{"state": state, "set": row} for (state, _), row in self._rows.items()]
        parts = [rows[start : start + MOST_IN_A_REPORT] for start in range(0, len(rows), MOST_IN_A_REPORT)]
        return [Say(self.define), *(Say({"type": "report", "updates": part}) for part in parts)]

    def _verdict(self, said: Document) -> list[Effect[Handler]]:
        id, decision = said.get("id"), said.get("decision")
        if not isinstance(id, str) or id not in self._waiting or not isinstance(decision, str):
            return []
        waiting = self._waiting[id]
        if decision == "ask":
            waiting.fails_closed, waiting.until = True, self.now + self._ask_seconds
            return []
        del self._waiting[id]
        return (
            [Run(waiting.handler, id)]
            if decision == "allow"
            else [Withhold(waiting.handler, str(said.get("feedback", "")))]
        )

    def _error(self, said: Document) -> list[Effect[Handler]]:
        about = said.get("about")
        waiting = self._waiting.pop(about, None) if isinstance(about, str) else None
        return [] if waiting is None else [Withhold(waiting.handler, str(said.get("message", "")))]

    def _control(self, said: Document) -> list[Effect[Handler]]:
        on, session = said.get("on"), said.get("session")
        if not isinstance(on, bool) or not isinstance(session, str):
            return []
        confirmed: Effect[Handler] = Say({"type": "controlled", "session": session, "on": on})
        if session == self.session:
            return [confirmed] if on else [*self._released(), confirmed]
        if not on:
            return [confirmed]
        ended = self._released()
        self.session, self._left = session, None
        return [*ended, confirmed, Control(on=True, task=str(said.get("task", "")))]

    def _released(self) -> list[Effect[Handler]]:
        """Control ends: what waits is decided as if the time were over."""
        was, self.session = self.session, None
        decided = [effect for id in tuple(self._waiting) for effect in self._without_verdict(id)]
        return [*decided, *([] if was is None else [Control(on=False)])]

    def _without_verdict(self, id: str) -> list[Effect[Handler]]:
        waiting = self._waiting.pop(id)
        if not waiting.fails_closed:
            return [Run(waiting.handler, id)]
        return [Withhold(waiting.handler, "nobody answered in time"), Say({"type": "outcome", "id": id, "ran": False})]

    def _remember(self, updates: Iterable[Document]) -> None:
        for update in updates:
            state = str(update.get("state"))
            named = update.get("delete") if update.get("set") is None else update.get("set")
            if not isinstance(named, Mapping):
                continue
            place = state, tuple(repr(named.get(key)) for key in self.keys.get(state, ()))
            if update.get("set") is None:
                self._rows.pop(place, None)
            else:
                self._rows.setdefault(place, {}).update(named)


def _seconds(said: object, otherwise: float) -> float:
    is_sane = isinstance(said, int | float) and not isinstance(said, bool) and 0 < said <= 86_400
    return float(said) if is_sane and isinstance(said, int | float) else otherwise
