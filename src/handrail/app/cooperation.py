"""The part of the developer library that runs inside an app: expected updates first, then the app's own handler.

An app that cooperates hands its events to `Cooperation.handle`. The updates that its triggers expect are shown to
whoever drives the app *before* the handler runs, and only a yes lets it run: once, for that event. What the app learns
later it reports with `update_state`. Source: VeriSafe Agent, section 4.2. The published library sends a fixed array
made when the listener was created, and runs the handler at a second tap; here the expectation is computed at the event,
so it sees what was typed, and a yes is good for one event only.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from handrail.app.app import App
from handrail.app.trigger import Anticipation, Event
from handrail.app.update import RefusedUpdate, Update, read_update

Result = TypeVar("Result")
Gate: TypeAlias = Callable[[Event, Anticipation], bool | str]
"""Whoever drives the app: may this event, with these consequences, run? A text is a no, and says why."""
Became: TypeAlias = Callable[[Event, bool | None], object]
"""Hears whether the handler of an event that was let through ran to its end; None where it failed on the way."""
Reports: TypeAlias = Callable[[tuple[Update, ...]], object]
"""Hears what has changed."""


def _nobody(*_: object) -> None:
    """Nobody wants to hear it."""


@dataclass(frozen=True, slots=True)
class Ran(Generic[Result]):
    """The handler ran, and this is what it gave."""

    anticipation: Anticipation
    result: Result


@dataclass(frozen=True, slots=True)
class Withheld:
    """The handler did not run. `reason` is why, as far as whoever drives the app says it."""

    anticipation: Anticipation
    reason: str = ""


@dataclass(slots=True)
class Cooperation:
    """One running app and whoever drives it."""

    app: App
    gate: Gate
    became: Became = _nobody
    reports: Reports = _nobody
    _observed: list[Update] = field(default_factory=list)

    def handle(self, event: Event, handler: Callable[[], Result]) -> Ran[Result] | Withheld:
        """Say what the event is about to change, and run its handler if that is allowed.

        An expectation that fails, and a gate that does, let nothing run: their exception goes on to the caller.
        """
        anticipation = self.app.anticipate(event)
        allowed = self.gate(event, anticipation)
        if allowed is not True:
            return Withheld(anticipation, allowed if isinstance(allowed, str) else "")
        ran: bool | None = None
        try:
            result = handler()
            ran = True
        finally:
            self.became(event, ran)
        return Ran(anticipation, result)

    def update_state(self, *updates: Update) -> tuple[RefusedUpdate, ...]:
        """Report what has changed; returns the updates that do not fit the declaration, which are not reported."""
        refused: list[RefusedUpdate] = []
        fitting: list[Update] = []
        for update in updates:
            read = read_update(update, self.app.states)
            if isinstance(read, RefusedUpdate):
                refused.append(read)
            else:
                fitting.append(update)
        self._observed += fitting
        if fitting:
            self.reports(tuple(fitting))
        return tuple(refused)

    def take_observed(self) -> tuple[Update, ...]:
        """What was reported since the last call, in order."""
        observed, self._observed = tuple(self._observed), []
        return observed
