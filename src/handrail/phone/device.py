"""The simulated phone as a device, in this process: no adb, no waiting, no clock but the phone's own."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime

from handrail.device import key_code
from handrail.device.action import Action, Point
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
from handrail.device.element import Path, identify
from handrail.device.reception import Received, Unclear, receive
from handrail.device.screen import Screen
from handrail.device.test_mark import Marked
from handrail.device.touch import element_at, taker_at
from handrail.device.trace import SystemTrace, nothing_observed
from handrail.error import DeviceLost, Misuse
from handrail.phone.phone import Phone
from handrail.phone.renderer import Renderer
from handrail.phone.snapshot import TraceMark

__all__ = ["WAIT_SECONDS", "PhoneDevice", "open_phone"]

WAIT_SECONDS = 2.0


@dataclass(slots=True)
class PhoneDevice:
    """A phone of your own, or a new one: `PhoneDevice(Phone(seed=7))`."""

    phone: Phone = field(default_factory=Phone)
    renderer: Renderer = field(default_factory=Renderer)
    _mark: TraceMark | None = None

    @property
    def name(self) -> str:
        """`phone`."""
        return "phone"

    async def observe(self) -> Screen:
        """What the phone shows now."""
        return self.phone.screen()

    async def screenshot(self) -> bytes:
        """A picture of the screen, as PNG."""
        return self.renderer.png(self.phone.screen(), f"{self.phone.now:%H:%M}", self.phone.toast or "")

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        """Carry out one action on exactly the element that it names; nothing comes between the look and the touch."""
        screen = self.phone.screen()
        rests_on = precondition_of(action, on)
        if rests_on is not None and not rests_on.holds(screen):
            return StaleScreen(OTHERWISE, screen)
        received = receive(action, screen)
        if isinstance(received, StaleScreen | Refused):
            return received
        if refused := self._why_not(action):
            return refused
        if action.type in ("click", "long_click", "double_tap", "scroll", "swipe", "drag"):
            self._touch(action, received)
        else:
            self._do(action, received.path)
        return Executed()

    async def clock(self) -> datetime:
        """What the phone's clock says, in its own zone."""
        return self.phone.now

    async def resolve_app(self, name: str) -> str | Refused:
        """By package, or by the label that a person reads; two apps with one label are not guessed between."""
        return self._app_called(name)

    async def version(self, package: str) -> PackageVersion | None:
        """The version of an installed app."""
        found = self.phone.packages.get(package)
        return None if found is None else PackageVersion(found.version_name, str(found.version_code))

    async def trace(self) -> SystemTrace:
        """What the system did since the last call; the first call says that nothing was observed before it."""
        before, self._mark = self._mark, self.phone.mark()
        return nothing_observed("nothing was observed before") if before is None else self.phone.trace_since(before)

    def lease(self, holder: str) -> AbstractContextManager[None]:
        """Nobody else acts on the same `Phone` meanwhile. Raises `LeaseTaken` where somebody does."""
        return self.phone.lease.held(self.name, holder)

    async def test_mark(self) -> Marked:
        """Nobody lives with it."""
        return Marked("it is simulated")

    async def close(self) -> None:
        """Nothing to let go of."""

    def _why_not(self, action: Action) -> Refused | None:
        """Why this phone cannot do it, said before anything is touched."""
        match action.type:
            case "open_app":
                found = self._app_called(action.target or "")
                if isinstance(found, Refused):
                    return found
                if not self.phone.packages[found].enabled:
                    return Refused(f"`{action.target}` cannot be opened; it is switched off")
            case "open_url":
                return Refused("no app on the simulated phone opens links")
            case "install":
                return Refused("the simulated phone has no shop; install an app with `Phone.install`")
            case "uninstall" | "clear_data" | "force_stop":
                package = self.phone.packages.get(action.target or "")
                if package is None:
                    return Refused(f"no package is called `{action.target or ''}`")
                if action.type == "uninstall" and package.system:
                    return Refused(f"`{package.name}` is part of the system and cannot be removed")
            case "paste" if action.text is not None and action.text != self.phone.clipboard.text:
                return Refused("another text lies on the clipboard")
        return None

    def _touch(self, action: Action, received: Received | Unclear) -> None:
        point, to = received.point, received.to
        assert point is not None  # `receive` says it for everything a finger does
        if to is not None:
            self.phone.swipe(*point, *to)
        elif action.type == "long_click":
            self.phone.long_press(*point)
        elif action.type == "click":
            self.phone.tap(*point)
        else:
            self._tap_twice(point)

    def _tap_twice(self, point: Point) -> None:
        """The second touch is not done where it would reach something else than the first."""
        before = self._touched(point)
        self.phone.tap(*point)
        if self._touched(point) == before:
            self.phone.tap(*point)

    def _touched(self, point: Point) -> object:
        windows = self.phone.screen().windows
        taker = taker_at(windows, point)
        return None if taker is None else identify(taker, element_at(windows, taker))

    def _do(self, action: Action, path: Path | None) -> None:
        phone, target, text = self.phone, action.target or "", action.text or ""
        match action.type:
            case "input":
                self._type(path, text)
            case "paste":
                self._type(path, phone.clipboard.text.replace("\n", " "))
            case "back" | "home":
                phone.key(key_code.BACK if action.type == "back" else key_code.HOME)
            case "recents":
                phone.key(key_code.APP_SWITCH)
            case "notifications":
                phone.open_notifications()
            case "enter":
                phone.key(key_code.ENTER)
            case "press_key":
                self._press(key_code.key_code(target) or 0)
            case "open_app":
                phone.launch(str(self._app_called(target)))
            case "share":
                phone.share(text)
            case "copy":
                phone.copy(text)
            case "uninstall":
                phone.uninstall(target)
            case "clear_data":
                phone.clear_data(target)
            case "force_stop":
                phone.stop(target)
            case "wait":
                phone.advance(WAIT_SECONDS)
            case _:
                pass  # nothing on this phone takes two fingers, and `finish` touches nothing

    def _type(self, path: Path | None, text: str) -> None:
        if path is None or not self.phone.type_into(path, text):
            raise DeviceLost("the text field was touched and did not take the focus; nothing was typed")

    def _press(self, code: int) -> None:
        character = key_code.typed_by(code)
        if character:
            self.phone.type_text(character)
        else:
            self.phone.key(code)

    def _app_called(self, name: str) -> str | Refused:
        packages = self.phone.packages
        if name in packages:
            app = packages[name]
            return name if app.manifest.in_launcher or app.activities else Refused(f"`{name}` has no screen to open")
        apps = [package for package in packages.values() if package.manifest.in_launcher]
        found = [package.name for package in apps if package.label.casefold() == name.casefold()]
        if not found:
            labels = ", ".join(sorted(package.label for package in apps))
            return Refused(f"no app is called `{name}`; there are {labels}")
        if len(found) > 1:
            return Refused(f"{len(found)} apps are called `{name}`: {', '.join(found)}; name the package")
        return found[0]


def open_phone(place: str) -> PhoneDevice:
    """The device `phone`, or `phone:SEED`."""
    if place and not place.isdecimal():
        raise Misuse(f"`phone:{place}`: the seed is a whole number, as in `phone:7`")
    return PhoneDevice(Phone(seed=int(place or 0)))
