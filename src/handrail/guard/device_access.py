"""The device with a limit to every wait, and with nothing it does left open."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar, assert_never, get_args

from handrail.device.action import Action, ActionType
from handrail.device.aim import aim
from handrail.device.device import Device, Executed, Refused, StaleScreen
from handrail.device.element import Bounds
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.guard.decision import Reason, Source
from handrail.guard.sources import breaks_lines, focused
from handrail.language.words import quoted

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class DeviceAccess:
    """A device, how many seconds each of its answers may take, and whether pictures are taken at all."""

    device: Device
    seconds: float
    pictures: bool

    async def observe(self) -> Screen:
        """What the phone shows now. Raises what the driver raises, or `TimeoutError`."""
        return await within(self.seconds, self.device.observe())

    async def trace(self) -> SystemTrace:
        """What the system did since the last call. Raises what the driver raises, or `TimeoutError`."""
        return await within(self.seconds, self.device.trace())

    async def picture(self, screen: Screen) -> bytes | None:
        """A screenshot; none where a field hides what is typed into it, or where the phone gives none."""
        if not self.pictures or any(element.password for element in screen.elements()):
            return None
        try:
            return await within(self.seconds, self.device.screenshot())
        except Exception:  # a picture is for people; without one the step goes on
            return None

    async def execute(self, action: Action) -> tuple[str, str]:
        """Carry an action out: `executed`, `stale` or `refused` with the reason, or `lost` where nobody knows."""
        try:
            execution = await within(self.seconds, self.device.execute(action))
        except Exception as error:
            return "lost", f"the phone did not say whether it ran: {told(error)}"
        match execution:
            case Executed():
                return "executed", ""
            case StaleScreen(reason):
                return "stale", reason
            case Refused(reason):
                return "refused", reason
            case _:
                assert_never(execution)


async def within(seconds: float, waiting: Awaitable[Result]) -> Result:
    """Wait, but not for ever. Raises `TimeoutError`."""
    async with asyncio.timeout(seconds):
        return await waiting


def told(error: BaseException) -> str:
    """An error as a clause."""
    return str(error) or ("it took too long" if isinstance(error, TimeoutError) else type(error).__name__)


def why_not_aimed(action: Action, screen: Screen) -> Reason | None:
    """Why an action cannot be aimed at anything on the screen as it is now."""
    if action.type not in get_args(ActionType):
        known = ", ".join(get_args(ActionType))
        return Reason(Source.DEVICE, "refused", f"there is no action {quoted(str(action.type))}; there are {known}")
    if action.type == "finish":
        return None
    if action.type == "input" and action.element is None and breaks_lines(action.text):
        text = "a line break is the enter key, and the text names no field; name the field, or press `enter` by itself"
        return Reason(Source.DEVICE, "refused", text)
    aimed = aim(action, screen)
    match aimed:
        case StaleScreen(reason):
            return Reason(Source.DEVICE, "stale", f"{reason}; look at the screen as it is now and propose again")
        case Refused(reason):
            return Reason(Source.DEVICE, "refused", reason)
        case _:
            return None


def place_of(action: Action) -> Bounds | None:
    """Where the action's element stands."""
    return action.element.bounds if action.element is not None else None


def hides_text(action: Action, screen: Screen) -> bool:
    """Whether what is typed goes into a field that hides it, named or with the focus.

    Where it cannot be said which field that is, any such field on the screen may be meant.
    """
    if action.type != "input":
        return False
    path = action.element.path if action.element is not None else focused(screen)
    element = screen.at(path) if path is not None else None
    if element is None or why_not_aimed(action, screen) is not None:
        return any(one.password for one in screen.elements())
    return element.password
