"""A phone, as far as the rest of Handrail is concerned."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

from handrail.device.action import Action
from handrail.device.element import ElementIdentity
from handrail.device.precondition import Precondition
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace

__all__ = ["Device", "Executed", "Execution", "Refused", "StaleScreen"]


@dataclass(frozen=True, slots=True)
class Executed:
    """The action was carried out on the element that it names."""


@dataclass(frozen=True, slots=True)
class StaleScreen:
    """The element is gone or has moved, so nothing was done. `screen` is what there is now.

    `moved_to` is the one element that looks the same elsewhere: propose the action again with it, or look anew.
    """

    reason: str
    screen: Screen
    moved_to: ElementIdentity | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The device cannot carry the action out, and nothing was done: a clause that says why."""

    reason: str


Execution: TypeAlias = Executed | StaleScreen | Refused


class Device(Protocol):
    """A phone that shows a screen, takes actions and can say what its system did.

    Each method may raise `DeviceLost` when the phone is gone. Nothing is executed on an element that is not the one
    the action names.
    """

    @property
    def name(self) -> str:
        """How the device is called in journals and reports, as in `adb:emulator-5554`."""
        ...

    async def observe(self) -> Screen:
        """What the phone shows now."""
        ...

    async def screenshot(self) -> bytes:
        """A picture of the screen, as PNG."""
        ...

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """Carry out one action on exactly the element that it names.

        The screen is read again first, and nothing is touched where `on` does not hold on it: `StaleScreen`.
        """
        ...

    async def clock(self) -> datetime:
        """The phone's own time, in its own zone."""
        ...

    async def resolve_app(self, name: str) -> str | Refused:
        """The package that `open_app` means by a name, before anything is decided about it."""
        ...

    async def trace(self) -> SystemTrace:
        """What the system did since the last call; the first call says that nothing was observed before it."""
        ...

    async def close(self) -> None:
        """Let go of the phone."""
        ...
