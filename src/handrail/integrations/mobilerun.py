"""mobilerun: a driver in front of its own, whose every verb that touches the phone is verified first.

    driver = guard(AndroidDriver(serial=serial), f"adb:{serial},plain", instruction=goal)
    agent = MobileAgent(goal, driver=driver, custom_tools=driver.tools)

A refusal is a `ValueError`, since that is what mobilerun hands on to its model. Read in mobilerun 0.7.0 and
mobilerun-core-local 0.7.1.
"""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

from handrail.device.action import Action
from handrail.device.device import Device
from handrail.device.open_device import open_device
from handrail.error import MissingExtra, install_line
from handrail.guard import Guard
from handrail.integrations.client import gesture
from handrail.integrations.client.closed import ClosedByDefault
from handrail.integrations.client.guarded_calls import ClientCalls
from handrail.integrations.client.task import Task, open_guard
from handrail.integrations.meaning import Acts, Meaning, NotUnderstood

try:
    from mobilerun_core_local import DeviceDriver
except ModuleNotFoundError:
    raise MissingExtra(install_line("handrail[adb]", "mobilerun==0.7.0")) from None

__all__ = ["GuardedDriver", "NotExecuted", "guard"]

Result = TypeVar("Result")
AGENT = "mobilerun"

KNOWN = """
    clear_app_data connect drag ensure_connected get_apps get_clipboard get_date get_ui_tree grant_permission
    input_coordinate_size input_text install_app list_packages open_deep_link platform press_button press_key_code
    screenshot set_clipboard start_app stop_app supported supported_buttons swipe tap uninstall_app
    close complete finish finished guard tools
"""
"""What was read, and what is ours. What a driver has beside the verbs of its base class is not handed on."""

_BUTTONS = {"back": "BACK", "home": "HOME", "enter": "ENTER"}
_GRANTS = NotUnderstood("a permission is a person's to give; no action stands for it")
_INSTALLS = NotUnderstood("it gives the app its permissions, too; have it put on before the task")
_COMPLETE: dict[str, Any] = {
    "parameters": {
        "success": {"type": "boolean", "required": True},
        "message": {"type": "string", "required": False, "default": ""},
    },
    "description": (
        "Mark the task as complete. success=true only when the whole task is done: it is verified, and refused with "
        "the reason while something is missing. success=false where it cannot be done; say why in message."
    ),
}


class NotExecuted(ValueError):
    """The call was not made, or nobody knows how far it came; the text says why, and is for the model."""


def guard(inner: DeviceDriver, device: Device | str, **task: Unpack[Task]) -> "GuardedDriver":
    """A driver that stands before `inner`, for one task on the phone `device` (or its name, as `adb:SERIAL,plain`).

    `task` says what the user asked for; see `handrail.integrations.client.task.Task`. The guard is opened with the
    first verb that needs it, or by `async with`.
    """
    return GuardedDriver(inner, open_device(device) if isinstance(device, str) else device, task)


class GuardedDriver(ClosedByDefault, DeviceDriver, known=KNOWN, refusal=NotExecuted):
    """`inner` with every verb judged first; `tools` takes the place of the agent's own way to end its task."""

    def __init__(self, inner: DeviceDriver, device: Device, task: Task) -> None:
        self._inner, self._device, self._task = inner, device, task
        self._calls: ClientCalls | None = None
        self._opening = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self._opened()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    # What is ours

    @property
    def guard(self) -> Guard | None:
        """The guard, once it is open."""
        return self._calls.guard if self._calls is not None else None

    @property
    def finished(self) -> bool:
        """Whether the task ended verified."""
        return self._calls is not None and self._calls.guard.finished

    @property
    def tools(self) -> dict[str, Any]:
        """`complete`, verified: for `custom_tools`, of which mobilerun registers the last one of a name."""
        return {"complete": {**_COMPLETE, "function": self.complete}}

    async def complete(self, success: bool, reason: str = "", message: str = "", *, ctx: Any) -> str:
        """The tool by which the agent ends its task. What it answers begins with `Failed` where it is refused."""
        if not success and not (reason or message):
            return "Failed to complete: say why it cannot be done."
        try:
            await self.finish(infeasible=not success)
        except NotExecuted as refused:
            return f"Failed to complete: {refused}"
        await ctx.shared_state.complete(success, reason=reason, message=message)
        return str(ctx.shared_state.answer)

    async def finish(self, *, infeasible: bool = False) -> None:
        """End the task, verified, or as one that cannot be done. Raises `NotExecuted` while something is missing."""
        await (await self._opened()).finish(infeasible=infeasible)

    async def close(self) -> None:
        """End the session, and leave the phone to others."""
        calls, self._calls = self._calls, None
        if calls is not None:
            await calls.close()

    # What reads

    @property
    def platform(self) -> str:
        """As the driver has it."""
        return str(self._inner.platform)

    @property
    def supported(self) -> set[str]:
        """As the driver has it, without what is never let through."""
        return set(self._inner.supported) - {"install_app", "grant_permission"}

    @property
    def supported_buttons(self) -> set[str]:
        """As the driver has it."""
        return set(self._inner.supported_buttons)

    async def connect(self) -> None:
        """Connect the driver."""
        await self._inner.connect()

    async def ensure_connected(self) -> None:
        """Connect the driver, where it is not."""
        await self._inner.ensure_connected()

    async def get_apps(self, include_system: bool = True) -> Any:  # mobilerun's own
        """The apps on the phone."""
        return await self._inner.get_apps(include_system)

    async def list_packages(self, include_system: bool = False) -> Any:  # mobilerun's own
        """The packages on the phone."""
        return await self._inner.list_packages(include_system)

    async def get_clipboard(self) -> Any:
        """What lies on the clipboard."""
        return await self._inner.get_clipboard()

    async def screenshot(self, hide_overlay: bool = True) -> Any:  # mobilerun's own
        """A picture of the screen."""
        return await self._inner.screenshot(hide_overlay)

    async def input_coordinate_size(self, screenshot_width: int, screenshot_height: int) -> Any:
        """The size that coordinates are for."""
        return await self._inner.input_coordinate_size(screenshot_width, screenshot_height)

    async def get_ui_tree(self, filter: bool = True) -> Any:  # mobilerun's own
        """The tree of the screen."""
        return await self._inner.get_ui_tree(filter)

    async def get_date(self) -> Any:
        """The phone's date."""
        return await self._inner.get_date()

    # What acts

    async def tap(self, x: int, y: int) -> None:
        """A touch."""
        at = gesture.point(x, y)
        await self._perform(gesture.tap(at), lambda: self._inner.tap(*(at or ())))

    async def swipe(self, x1: int, y1: int, x2: int, y2: int, duration_ms: float = 1000) -> None:
        """A finger's way."""
        start, end = gesture.point(x1, y1), gesture.point(x2, y2)
        meaning = gesture.swipe(start, end, duration_ms)
        await self._perform(meaning, lambda: self._inner.swipe(*(start or ()), *(end or ()), duration_ms))

    async def drag(self, x1: int, y1: int, x2: int, y2: int, duration: float = 3.0) -> None:
        """A touch that is held and then moved."""
        if "drag" not in self._inner.supported:
            raise NotImplementedError("the driver has no drag")
        start, end = gesture.point(x1, y1), gesture.point(x2, y2)
        meaning = gesture.drag(start, end)
        await self._perform(meaning, lambda: self._inner.drag(*(start or ()), *(end or ()), duration))

    async def input_text(self, text: str, clear: bool = False, **_more: Any) -> bool:
        """Typing, judged with what stands in the field unless that is cleared."""
        meaning = gesture.typed(text, adds=not clear)
        return bool(await self._perform(meaning, lambda: self._inner.input_text(text, clear)))

    async def press_button(self, button: str) -> None:
        """A button by its name."""
        name = _BUTTONS.get(str(button).lower())
        meaning = gesture.press(name) if name else NotUnderstood(f"`{button!s:.40}` is none of {', '.join(_BUTTONS)}")
        await self._perform(meaning, lambda: self._inner.press_button(button))

    async def press_key_code(self, key_code: int) -> None:
        """A key by its number."""
        await self._perform(gesture.press(int(key_code)), lambda: self._inner.press_key_code(int(key_code)))

    async def start_app(self, package: str, activity: str | None = None) -> Any:
        """Start an app, and not one of its pages."""
        meaning = gesture.on_package("open_app", package)
        if activity:
            meaning = NotUnderstood("nobody can say what a page inside an app does as it opens; start the app")
        return await self._perform(meaning, lambda: self._inner.start_app(package))

    async def stop_app(self, package: str) -> Any:
        """Stop an app."""
        return await self._perform(gesture.on_package("force_stop", package), lambda: self._inner.stop_app(package))

    async def uninstall_app(self, package: str) -> Any:
        """Take an app away."""
        return await self._perform(gesture.on_package("uninstall", package), lambda: self._inner.uninstall_app(package))

    async def clear_app_data(self, package: str) -> Any:
        """Take what an app keeps away."""
        meaning = gesture.on_package("clear_data", package)
        return await self._perform(meaning, lambda: self._inner.clear_app_data(package))

    async def open_deep_link(self, deep_link: str, package: str | None = None, action: str | None = None) -> None:
        """Open an address, with the app that the phone chooses for it."""
        meaning: Meaning = Acts(Action("open_url", target=deep_link))
        if package or action:
            meaning = NotUnderstood("an address is opened as one, without a package or an action of its own")
        await self._perform(meaning, lambda: self._inner.open_deep_link(deep_link))

    async def set_clipboard(self, text: str) -> None:
        """Put a text on the clipboard."""
        await self._perform(Acts(Action("copy", text=text)), lambda: self._inner.set_clipboard(text))

    async def install_app(self, path: str, **_more: Any) -> Any:  # noqa: ARG002  # mobilerun's own
        """Refused."""
        return await self._perform(_INSTALLS, self._inner.get_date)

    async def grant_permission(self, package: str, permission: str) -> None:  # noqa: ARG002  # mobilerun's own
        """Refused."""
        await self._perform(_GRANTS, self._inner.get_date)

    async def _perform(self, meaning: Meaning, make: Callable[[], Awaitable[Result]]) -> Result:
        return await (await self._opened()).perform(meaning, make)

    async def _opened(self) -> ClientCalls:
        async with self._opening:
            if self._calls is None:
                opened = await open_guard(self._device, AGENT, **self._task)
                self._calls = ClientCalls(await opened.__aenter__(), NotExecuted)
            return self._calls
