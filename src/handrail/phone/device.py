"""The simulated phone as a device, in this process: no adb, no waiting, no clock but the phone's own."""

from dataclasses import dataclass, field, replace
from typing import assert_never

from handrail.device.action import Action
from handrail.device.aim import OnDevice, OnElement, aim
from handrail.device.device import Executed, Execution, Refused
from handrail.device.element import Bounds, Path
from handrail.device.screen import Screen
from handrail.device.swipe import swipe_for
from handrail.device.touch_point import touch_point
from handrail.device.trace import SystemTrace, nothing_observed
from handrail.error import Misuse
from handrail.phone.phone import Phone
from handrail.phone.renderer import Renderer
from handrail.phone.snapshot import Mark

WAIT_SECONDS = 2.0
_ENTER = 66


@dataclass(slots=True)
class PhoneDevice:
    """A phone of your own, or a new one: `PhoneDevice(Phone(seed=7))`."""

    phone: Phone = field(default_factory=Phone)
    renderer: Renderer = field(default_factory=Renderer)
    _mark: Mark | None = None

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

    async def execute(self, action: Action) -> Execution:
        """Carry out one action on exactly the element that it names."""
        screen = self.phone.screen()
        found = aim(action, screen)
        match found:
            case OnElement(element, path):
                return self._on_element(action, screen, element.bounds, path)
            case OnDevice():
                return self._on_device(action, screen)
            case _:
                return found

    async def trace(self) -> SystemTrace:
        """What the system did since the last call; the first call says that nothing was observed before it."""
        before, self._mark = self._mark, self.phone.mark()
        return nothing_observed("nothing was observed before") if before is None else self.phone.trace_since(before)

    async def close(self) -> None:
        """Nothing to let go of."""

    def _on_element(self, action: Action, screen: Screen, bounds: Bounds, path: Path) -> Execution:
        if action.type in ("click", "long_click", "input", "scroll") and (covered := _covered(screen, path)):
            return Refused(covered)
        match action.type:
            case "click" | "long_click":
                point = touch_point(screen.windows, path)
                if point is None:
                    return Refused("something lies over all of the element, so a touch would be taken by that")
                touch = self.phone.tap if action.type == "click" else self.phone.long_press
                touch(*point)
            case "input":
                if action.text is None:
                    return Refused("`input` says no text")
                if not self.phone.set_text(path, action.text):
                    return Refused("the element is not a text field that can be typed into")
            case "scroll":
                return self._scroll(action, bounds)
            case _:
                return self._on_device(replace(action, element=None), screen)
        return Executed()

    def _on_device(self, action: Action, screen: Screen) -> Execution:
        match action.type:
            case "input":
                if action.text is None or not self.phone.type_text(action.text):
                    return Refused("no text field has the focus; name the field to type into")
            case "scroll":
                return self._scroll(action, Bounds(0, 0, screen.width_pixels, screen.height_pixels))
            case "back":
                self.phone.back()
            case "home":
                self.phone.home()
            case "enter":
                self.phone.key(_ENTER)
            case "open_app":
                return self._open_app(action.target)
            case "wait":
                self.phone.advance(WAIT_SECONDS)
            case "finish":
                pass
            case "click" | "long_click":
                return Refused(f"`{action.type}` names no element of the screen")
            case _:
                assert_never(action.type)
        return Executed()

    def _scroll(self, action: Action, bounds: Bounds) -> Execution:
        swipe = swipe_for(action.direction, bounds)
        if isinstance(swipe, Refused):
            return swipe
        self.phone.swipe(*swipe)
        return Executed()

    def _open_app(self, name: str | None) -> Execution:
        """By package, or by the label that a person reads; two apps with one label are not guessed between."""
        packages = self.phone.packages
        apps = [one for one in packages.values() if one.manifest.in_launcher]
        wanted = (name or "").casefold()
        found = [name] if name in packages else [one.name for one in apps if one.label.casefold() == wanted]
        if not found:
            labels = ", ".join(sorted(one.label for one in apps))
            return Refused(f"no app is called `{name or ''}`; there are {labels}")
        if len(found) > 1:
            return Refused(f"{len(found)} apps are called `{name}`: {', '.join(map(str, found))}; name the package")
        if not self.phone.launch(str(found[0])):
            return Refused(f"`{name}` cannot be opened; it is switched off or has no screen")
        return Executed()


def open_phone(place: str) -> PhoneDevice:
    """The device `phone`, or `phone:SEED`."""
    if place and not place.isdecimal():
        raise Misuse(f"`phone:{place}`: the seed is a whole number, as in `phone:7`")
    return PhoneDevice(Phone(seed=int(place or 0)))


def _covered(screen: Screen, path: Path) -> str:
    """A dialog of the app in front takes every touch, also beside it."""
    for window in screen.windows[path[0] + 1 :]:
        if window.package == screen.package and window.children:
            return "a dialog lies over it; answer the dialog first"
    return ""
