"""An event of the app while it waits, and what is done when it is decided."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

Post = Callable[[Callable[[], None]], object]
"""Has a function called where the app's handlers run, as on the thread of its user interface; comes back at once."""


class Held(Protocol):
    """What waits for a verdict."""

    def hold(self) -> None:
        """It waits: what has changed by itself goes back."""
        ...

    def run(self, id: str | None) -> None:
        """It may run, once. Without an id nobody was asked."""
        ...

    def withhold(self, feedback: str) -> None:
        """It does not run."""
        ...


@dataclass(slots=True)
class Waited:
    """An event of which the caller waits for the decision, and runs the handler itself."""

    id: str | None = None
    may_run: bool = False
    feedback: str = ""
    decided: threading.Event = field(default_factory=threading.Event)

    def hold(self) -> None:
        """The caller waits."""

    def run(self, id: str | None) -> None:
        """The caller goes on."""
        self.id, self.may_run = id, True
        self.decided.set()

    def withhold(self, feedback: str) -> None:
        """The caller goes on without its handler, and hears why."""
        self.feedback = feedback
        self.decided.set()


@dataclass(slots=True)
class Posted:
    """An event whose handler is called later, where `post` has it called. `told` says what became of it."""

    handler: Callable[[], object]
    post: Post
    told: Callable[[str, bool | None], None]
    restore: Callable[[], object]
    apply: Callable[[], object]

    def hold(self) -> None:
        """What has changed by itself goes back to what it was; the app's own thread says so."""
        self.restore()

    def run(self, id: str | None) -> None:
        """At once where nobody was asked: it is the person's."""
        if id is None:
            self.handler()
        else:
            self.post(lambda: self._run(id))

    def withhold(self, feedback: str) -> None:
        """Nothing is called."""

    def _run(self, id: str) -> None:
        ran: bool | None = None
        try:
            self.apply()
            self.handler()
            ran = True
        finally:
            self.told(id, ran)


def in_a_thread(work: Callable[[], None]) -> None:
    """Where an app has no thread of its own for handlers: each in a new one."""
    threading.Thread(target=work, name="handrail handler", daemon=True).start()


def nothing() -> None:
    """There is nothing to put back."""
