"""A phone or an emulator on adb: `adb:SERIAL` with uiautomator2 where it is installed, `adb:SERIAL,plain` without."""

import asyncio
import shlex
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from handrail.device import key_code
from handrail.device.action import Action, Point
from handrail.device.adb_client import CURRENT, AdbClient, CancellationToken, connect
from handrail.device.adb_observer import TraceObserver
from handrail.device.adb_text import (
    TIME_COMMAND,
    is_package_name,
    packages_called,
    read_front,
    read_size,
    read_time,
    read_version,
    turned,
)
from handrail.device.adb_trace import Unreadable, read_packages
from handrail.device.device import (
    OTHERWISE,
    Executed,
    Execution,
    PackageVersion,
    Precondition,
    Refused,
    StaleScreen,
    precondition_of,
)
from handrail.device.element import Element, Path
from handrail.device.hierarchy import read_hierarchy
from handrail.device.lease import locked
from handrail.device.reception import Received, Unclear, receive
from handrail.device.screen import Screen, focus_of, is_editable
from handrail.device.test_mark import TestMark, read_mark
from handrail.device.touch import element_at, taker_at, takes_touches
from handrail.device.trace import SystemTrace
from handrail.error import DeviceLost, Misuse

_KEYS = {
    "back": key_code.BACK,
    "home": key_code.HOME,
    "enter": key_code.ENTER,
    "recents": key_code.APP_SWITCH,
    "notifications": key_code.NOTIFICATION,
}
_ON_PACKAGES = ("open_app", "uninstall", "clear_data", "force_stop")


@dataclass(slots=True)
class AdbDevice:
    """Blocking calls run in threads; the decisions between them are pure.

    Whatever can be refused is refused before the first touch. What breaks after it is `DeviceLost`, since nobody knows
    then what was done.
    """

    client: AdbClient
    observer: TraceObserver
    wait_seconds: float = 1.0
    _size: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """`adb:` and the serial number."""
        return f"adb:{self.client.serial}"

    async def observe(self) -> Screen:
        """What the phone shows now."""
        return await asyncio.to_thread(self._observe)

    async def screenshot(self) -> bytes:
        """A picture of the screen, as PNG."""
        return await asyncio.to_thread(self.client.picture)

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """Read the tree again, and carry the action out on exactly the element that it names.

        Given up by its caller, cancelled or out of time, it touches nothing more.
        """
        on = precondition_of(action, on)
        if action.type == "wait":
            await asyncio.sleep(self.wait_seconds)
        if action.type in ("wait", "finish") and on is None:
            return Executed()
        attempt = CancellationToken()
        try:
            return await asyncio.to_thread(self._execute, action, on, attempt)
        except asyncio.CancelledError:
            attempt.give_up()
            raise

    async def clock(self) -> datetime:
        """The phone's own time, in its zone. Raises `DeviceLost` where it tells none."""
        answer = await asyncio.to_thread(self.client.shell, TIME_COMMAND)
        now = read_time(answer.output)
        if now is None:
            raise DeviceLost(f"`{self.name}`: `date` told no time")
        return now

    async def resolve_app(self, name: str) -> str | Refused:
        """A package by its name or a part of it, since adb tells no labels; more than one is not guessed between."""
        return await asyncio.to_thread(self._app_called, name)

    async def version(self, package: str) -> PackageVersion | None:
        """The version of an installed app, as `dumpsys package` tells it."""
        if not is_package_name(package):
            return None
        answer = await asyncio.to_thread(self.client.shell, f"dumpsys package {package}")
        return read_version(answer.output, package)

    async def trace(self) -> SystemTrace:
        """What the system did since the last call."""
        return await asyncio.to_thread(self.observer.look)

    def lease(self, holder: str) -> AbstractContextManager[None]:
        """Nobody else of this computer's user acts on the phone meanwhile. Raises `LeaseTaken` where somebody does."""
        return locked(f"{self.name}@{self.client.server}", holder)

    async def test_mark(self) -> TestMark:
        """Whether the phone is an emulator, in test harness mode, or marked by its owner."""
        return await asyncio.to_thread(read_mark, lambda line: self.client.shell(line).output)

    async def close(self) -> None:
        """The connection closes with each command; nothing to let go of."""

    def _observe(self) -> Screen:
        """The tree comes last, so that it is as fresh as can be when something is touched next."""
        if self._size is None:
            self._size = read_size(self.client.shell("wm size").output)
            if self._size is None:
                raise DeviceLost(f"`{self.name}`: `wm size` told no size")
        activities, tree = self.client.shown()
        hierarchy = read_hierarchy(tree)
        return hierarchy.screen(*read_front(activities), *turned(self._size, hierarchy.rotation))

    def _execute(self, action: Action, on: Precondition | None, attempt: CancellationToken) -> Execution:
        CURRENT.set(attempt)
        refused = self._why_not(action)
        if refused is not None:
            return refused
        screen = self._observe()
        if on is not None and not on.holds(screen):
            return StaleScreen(OTHERWISE, screen)
        received = receive(action, screen)
        if isinstance(received, StaleScreen | Refused):
            return received
        match action.type:
            case "click" | "long_click" | "double_tap" | "scroll" | "swipe" | "drag":
                self._touch(action, screen, received, attempt)
            case "input" | "paste":
                self._type(action, screen, received, attempt)
            case "press_key":
                attempt.touch(self.client.key, key_code.key_code(action.target or "") or 0)
            case "copy":
                attempt.touch(self.client.copy, action.text or "")
            case _ if action.type in _KEYS:
                attempt.touch(self.client.key, _KEYS[action.type])
            case _ if (line := _line(action)) is not None:
                return self._run(line, attempt)
        return Executed()

    def _why_not(self, action: Action) -> Refused | None:
        """Why this phone cannot do it, whatever it shows: said before anything is touched."""
        plain = self.client.helper is None
        match action.type:
            case "input" if action.text is not None and (why := self.client.why_not_typed(action.text)):
                return Refused(why)
            case "pinch":
                return Refused("`pinch` takes two fingers, and adb has one")
            case "copy" if plain:
                return Refused("plain adb has no clipboard; `handrail[adb]` has one")
            case "paste" if action.text is not None and action.text != self.client.clipboard():
                return Refused("it cannot be seen that this text lies on the clipboard; type it with `input`")
            case kind if kind in _ON_PACKAGES:
                found = self._packages()
                if isinstance(found, Refused):
                    return found
                name = action.target or ""
                if name not in found or not is_package_name(name):
                    return Refused(f"no package is called `{name}`; `resolve_app` tells which one a name may mean")
        return None

    def _touch(self, action: Action, screen: Screen, received: Received | Unclear, attempt: CancellationToken) -> None:
        point, to = received.point, received.to
        assert point is not None  # `receive` says it for everything a finger does
        if to is not None:
            attempt.touch(self.client.drag if action.type == "drag" else self.client.swipe, point, to)
        elif action.type == "long_click":
            attempt.touch(self.client.hold, point)
        elif action.type == "click":
            attempt.touch(self.client.tap, point)
        else:
            self._tap_twice(point, screen, attempt)

    def _tap_twice(self, point: Point, screen: Screen, attempt: CancellationToken) -> None:
        """What knows clicks takes them one by one, and the second is not done where it would reach something else."""
        taker = taker_at(screen.windows, point)
        if taker is None or not takes_touches(element_at(screen.windows, taker)):
            attempt.touch(self.client.tap_twice, point)
            return
        attempt.touch(self.client.tap, point)
        after = self._observe()
        now = taker_at(after.windows, point)
        if now == taker and _same(element_at(after.windows, now), element_at(screen.windows, taker)):
            attempt.touch(self.client.tap, point)

    def _type(self, action: Action, screen: Screen, received: Received | Unclear, attempt: CancellationToken) -> None:
        """A named field is touched first unless it has the focus; nothing is typed where it does not get it."""
        assert received.path is not None  # `receive` refuses typing without a field
        field = element_at(screen.windows, received.path)
        if received.point is not None:
            attempt.touch(self.client.tap, received.point)
            after = self._observe()
            path: Path | None = focus_of(after)
            focused = element_at(after.windows, path) if path is not None else None
            if focused is None or not is_editable(focused) or not _same(focused, field):
                raise DeviceLost("the text field was touched and did not take the focus; nothing was typed")
            field = focused
        if action.type == "paste":
            attempt.touch(self.client.paste, field)
        else:
            attempt.touch(self.client.type_text, action.text or "", field)

    def _run(self, line: str, attempt: CancellationToken) -> Execution:
        """A line of the phone's shell. Only what it says that it did not do was not done."""
        answer = attempt.touch(self.client.shell, line)
        said = answer.output.strip()
        if any(words in said for words in ("No activities found", "unable to resolve Intent", "Failure [", "Failed")):
            return Refused(f"the phone did not do it: {shlex.quote(said[:160])}")
        if answer.status:
            raise DeviceLost(f"`{self.name}`: `{line.split(' ')[0]}` ended with {answer.status}")
        return Executed()

    def _packages(self) -> frozenset[str] | Refused:
        try:
            return frozenset(read_packages(self.client.shell("pm list packages").output))
        except Unreadable as problem:
            return Refused(f"the apps could not be listed: {problem}")

    def _app_called(self, name: str) -> str | Refused:
        packages = self._packages()
        if isinstance(packages, Refused):
            return packages
        found = packages_called(name, packages)
        if len(found) != 1 or not is_package_name(found[0]):
            hint = f"it may be {', '.join(found[:8])}" if found else "no package is called so"
            return Refused(f"`{name}` is not clear: {hint}; name the package")
        return found[0]


def _line(action: Action) -> str | None:
    """The line of the phone's shell that does what needs no finger."""
    target, text = shlex.quote(action.target or ""), shlex.quote(action.text or "")
    match action.type:
        case "open_app":
            return f"monkey -p {target} -c android.intent.category.LAUNCHER 1"
        case "open_url":
            return f"am start -a android.intent.action.VIEW -d {target}"
        case "share":
            return f"am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT {text}"
        case "install":
            return f"pm install {target}"
        case "uninstall":
            return f"pm uninstall {target}"
        case "clear_data":
            return f"pm clear {target}"
        case "force_stop":
            return f"am force-stop {target}"
    return None


def _same(element: Element, other: Element) -> bool:
    """Whether it is the same view, though the keyboard may have moved it and it may have taken the focus."""
    return (element.class_name, element.resource_id, element.package) == (
        other.class_name,
        other.resource_id,
        other.package,
    )


def open_adb(place: str, server_port: int | None = None) -> AdbDevice:
    """The device `adb:SERIAL`, of the usual ADB server or of one on this computer; blocks until the phone answers."""
    serial, _, mode = place.partition(",")
    if not serial or mode not in ("", "plain"):
        raise Misuse("an adb device is written `adb:SERIAL` or `adb:SERIAL,plain`; `adb devices` lists the serials")
    client = connect(serial, plain=mode == "plain", server_port=server_port)
    return AdbDevice(client, TraceObserver(client.shell))
