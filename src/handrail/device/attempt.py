"""One try to carry an action out, in a thread: from the moment its caller gives it up, nothing is touched any more."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import ParamSpec, TypeVar

from handrail.error import DeviceLost

Given = ParamSpec("Given")
Result = TypeVar("Result")


class GivenUp(DeviceLost):
    """Nobody waits for it any more."""


@dataclass(slots=True)
class Attempt:
    """Asked just before each touch, and for each connection that a library opens on its behalf."""

    _given_up: Event = field(default_factory=Event)
    _cut: list[Callable[[], object]] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def touch(self, deed: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        """Do it if it is still wanted. Raises `GivenUp`."""
        self.still_wanted()
        return deed(*arguments, **named)

    def still_wanted(self) -> None:
        """Raises `GivenUp` where it is not."""
        if self._given_up.is_set():
            raise GivenUp("the action was given up, so nothing more is touched")

    def connected(self, cut: Callable[[], object]) -> None:
        """A connection was made, with what cuts it off."""
        with self._lock:
            self._cut.append(cut)
        if self._given_up.is_set():
            cut()
            self.still_wanted()

    def give_up(self) -> None:
        """Touch nothing more, and drop every connection: what waits on the phone's side is not waited for."""
        self._given_up.set()
        with self._lock:
            for cut in self._cut:
                cut()


CURRENT: ContextVar[Attempt | None] = ContextVar("handrail_attempt", default=None)
"""The attempt that this thread works for, if any."""
