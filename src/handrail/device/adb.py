"""A phone or an emulator on adb: `adb:SERIAL` with uiautomator2 where it is installed, `adb:SERIAL,plain` without."""

import asyncio
from dataclasses import dataclass

from handrail.device.action import Action
from handrail.device.adb_hand import AdbHand, connect
from handrail.device.adb_observer import Observer
from handrail.device.adb_text import is_package_name, packages_called, read_front, read_size, turned
from handrail.device.adb_trace import Unreadable, read_packages
from handrail.device.aim import OnDevice, OnElement, aim
from handrail.device.device import Executed, Execution, Refused
from handrail.device.element import Bounds
from handrail.device.hierarchy import read_hierarchy
from handrail.device.screen import Screen
from handrail.device.swipe import swipe_for
from handrail.device.touch_point import touch_point
from handrail.device.trace import SystemTrace
from handrail.error import DeviceLost, Misuse

BACK, HOME, ENTER = 4, 3, 66


@dataclass(slots=True)
class AdbDevice:
    """Blocking calls run in threads; the decisions between them are pure."""

    hand: AdbHand
    observer: Observer
    wait_seconds: float = 1.0
    _size: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """`adb:` and the serial number."""
        return f"adb:{self.hand.serial}"

    async def observe(self) -> Screen:
        """What the phone shows now."""
        return await asyncio.to_thread(self._observe)

    async def screenshot(self) -> bytes:
        """A picture of the screen, as PNG."""
        return await asyncio.to_thread(self.hand.picture)

    async def execute(self, action: Action) -> Execution:
        """Read the tree again, and carry the action out on exactly the element that it names."""
        if action.type == "wait":
            await asyncio.sleep(self.wait_seconds)
        if action.type in ("wait", "finish"):
            return Executed()
        return await asyncio.to_thread(self._execute, action)

    async def trace(self) -> SystemTrace:
        """What the system did since the last call."""
        return await asyncio.to_thread(self.observer.look)

    async def close(self) -> None:
        """The connection closes with each command; nothing to let go of."""

    def _observe(self) -> Screen:
        hierarchy = read_hierarchy(self.hand.hierarchy())
        front = read_front(self.hand.shell("dumpsys window windows").output)
        if not front.package:
            front = read_front(self.hand.shell("dumpsys activity activities").output)
        if self._size is None:
            self._size = read_size(self.hand.shell("wm size").output)
            if self._size is None:
                raise DeviceLost(f"`{self.name}`: `wm size` told no size")
        return hierarchy.screen(*front, *turned(self._size, hierarchy.rotation))

    def _execute(self, action: Action) -> Execution:
        screen = self._observe()
        found = aim(action, screen)
        match found:
            case OnElement(element, path):
                point = touch_point(screen.windows[: path[0] + 1], path)
                if action.type in ("click", "long_click", "input") and point is None:
                    return Refused("something lies over all of the element, so a touch would be taken by that")
                return self._act(action, element.bounds, point, len(element.text))
            case OnDevice():
                whole = Bounds(0, 0, screen.width_pixels, screen.height_pixels)
                return self._act(action, whole, None, None)
            case _:
                return found

    def _act(self, action: Action, bounds: Bounds, point: tuple[int, int] | None, letters: int | None) -> Execution:
        match action.type:
            case "click" | "long_click" if point is not None:
                (self.hand.tap if action.type == "click" else self.hand.hold)(*point)
            case "input":
                return self._type(action.text, point, letters)
            case "scroll":
                swipe = swipe_for(action.direction, bounds)
                if isinstance(swipe, Refused):
                    return swipe
                self.hand.swipe(*swipe)
            case "back":
                self.hand.key(BACK)
            case "home":
                self.hand.key(HOME)
            case "enter":
                self.hand.key(ENTER)
            case "open_app":
                return self._open_app(action.target or "")
            case _:
                return Refused(f"`{action.type}` cannot be carried out here")
        return Executed()

    def _type(self, text: str | None, point: tuple[int, int] | None, letters: int | None) -> Execution:
        """A named field is touched first, which gives it the focus, and its text is replaced."""
        if text is None:
            return Refused("`input` says no text")
        if point is not None:
            self.hand.tap(*point)
        trouble = self.hand.type_text(text, letters)
        return Refused(trouble) if trouble else Executed()

    def _open_app(self, name: str) -> Execution:
        try:
            packages = read_packages(self.hand.shell("pm list packages").output)
        except Unreadable as problem:
            return Refused(f"the apps could not be listed: {problem}")
        found = packages_called(name, packages)
        if len(found) != 1 or not is_package_name(found[0]):
            hint = f"it may be {', '.join(found[:8])}" if found else "no package is called so"
            return Refused(f"`{name}` is not clear: {hint}; name the package")
        answer = self.hand.shell(f"monkey -p {found[0]} -c android.intent.category.LAUNCHER 1")
        if "No activities found" in answer.output or answer.status:
            return Refused(f"`{found[0]}` has no screen that could be opened")
        return Executed()


def open_adb(place: str) -> AdbDevice:
    """The device `adb:SERIAL`; blocks until the phone answers."""
    serial, _, mode = place.partition(",")
    if not serial or mode not in ("", "plain"):
        raise Misuse("an adb device is written `adb:SERIAL` or `adb:SERIAL,plain`; `adb devices` lists the serials")
    hand = connect(serial, plain=mode == "plain")
    return AdbDevice(hand, Observer(hand.shell))
