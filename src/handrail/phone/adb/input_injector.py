"""The hand on the phone: fingers and keys as ADB and uiautomator2 send them, as the gestures that the phone takes.

The phone knows taps, long presses and swipes; here are the parts that arrive one by one: a finger that goes down, moves
and comes up, and `Ctrl+A` before the key that deletes.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from handrail.device import key_code as keys
from handrail.device.element import Bounds
from handrail.phone.phone import Phone

Way: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""Where a finger goes down, and where it comes up."""

LONG_PRESS_MS = 500
_STILL_PIXELS = 24
_POWER, _SLEEP, _WAKE_UP = 26, 223, 224
_SWITCHES: Mapping[int, bool | None] = {_POWER: None, _SLEEP: False, _WAKE_UP: True}


@dataclass(slots=True)
class RawTouch:
    """A finger as the kernel tells of it: parts of its place, and reports in which they count."""

    x: int = 0
    y: int = 0
    held: bool = False
    was_held: bool = False

    def report(self, input_injector: "InputInjector", at_s: float) -> None:
        """What was told since the last report is so."""
        if self.held and not self.was_held:
            input_injector.finger_down(self.x, self.y, at_s)
        elif self.was_held and not self.held:
            input_injector.finger_up(self.x, self.y, at_s)
        self.was_held = self.held


class InputInjector:
    """Turns what clients send into gestures."""

    def __init__(self, phone: Phone) -> None:
        self.awake = True
        """Whether the screen is on; while it is off, nothing that is touched or typed reaches the phone."""
        self._phone = phone
        self._down: tuple[int, int, float] | None = None
        self._all_selected_at: int | None = None

    def tap(self, x_pixels: int, y_pixels: int) -> None:
        """Touch a point."""
        if not self.awake:
            return
        self._phone.tap(x_pixels, y_pixels)

    def hold(self, x_pixels: int, y_pixels: int, duration_ms: int) -> None:
        """Touch a point for a while."""
        if not self.awake:
            return
        if duration_ms >= LONG_PRESS_MS:
            self._phone.long_press(x_pixels, y_pixels)
        else:
            self._phone.tap(x_pixels, y_pixels)

    def move(self, x1: int, y1: int, x2: int, y2: int, duration_ms: int) -> None:
        """Drag a finger; one that stays where it is taps or presses long."""
        if abs(x2 - x1) <= _STILL_PIXELS and abs(y2 - y1) <= _STILL_PIXELS:
            self.hold(x1, y1, duration_ms)
        elif self.awake:
            self._phone.swipe(x1, y1, x2, y2, duration_ms)

    def two_fingers(self, first: Way, second: Way) -> None:
        """Two fingers, each from a place to another: nearer or further apart they pinch, side by side they are one."""
        before, after = math.dist(first[0], second[0]), math.dist(first[1], second[1])
        middle = ((first[0][0] + second[0][0]) // 2, (first[0][1] + second[0][1]) // 2)
        end = ((first[1][0] + second[1][0]) // 2, (first[1][1] + second[1][1]) // 2)
        if abs(after - before) <= _STILL_PIXELS:
            self.move(*middle, *end, 300)
        elif self.awake:
            self._phone.pinch(*middle, round(100 * max(after, 1) / max(before, 1)))

    def pinch(self, bounds: Bounds, percent: int, *, apart: bool) -> None:
        """Two fingers between the middle of a place and two corners of it, over so many percent of the way."""
        x, y = bounds.center
        reach_x, reach_y = (bounds.right - x) * percent // 100, (bounds.bottom - y) * percent // 100
        near = ((x - _STILL_PIXELS, y), (x + _STILL_PIXELS, y))
        far = ((x - reach_x, y - reach_y), (x + reach_x, y + reach_y))
        starts, ends = (near, far) if apart else (far, near)
        self.two_fingers((starts[0], ends[0]), (starts[1], ends[1]))

    def finger_down(self, x_pixels: int, y_pixels: int, at_s: float) -> None:
        """A finger touches the glass."""
        self._down = x_pixels, y_pixels, at_s

    def finger_up(self, x_pixels: int, y_pixels: int, at_s: float) -> None:
        """It leaves the glass, here or elsewhere."""
        if self._down is not None:
            x_before, y_before, since_s = self._down
            self._down = None
            self.move(x_before, y_before, x_pixels, y_pixels, int((at_s - since_s) * 1000))

    def finger_lost(self) -> None:
        """The gesture is called off."""
        self._down = None

    def type_text(self, text: str) -> bool:
        """Type into the focused field, over what `Ctrl+A` selected; False if there is none."""
        if not self.awake:
            return False
        if self._takes_selection():
            self._phone.clear_text()
        return self._phone.type_text(text)

    def key(self, code: int) -> None:
        """Press a key; power, sleep and wake-up switch the screen."""
        if code in _SWITCHES:
            self.awake = not self.awake if _SWITCHES[code] is None else _SWITCHES[code] is True
        elif self.awake:
            self._press(code)

    def _press(self, code: int) -> None:
        character = keys.typed_by(code)
        if character:
            self.type_text(character)
        elif code in (keys.DELETE, keys.FORWARD_DELETE) and self._takes_selection():
            self._phone.clear_text()
        elif code == keys.PASTE:
            self._phone.paste()
        elif code in (keys.COPY, keys.CUT):
            self._copy(and_clear=code == keys.CUT)
        elif code == keys.NOTIFICATION:
            self._phone.open_notifications()
        else:
            self._phone.key(code)

    def combination(self, codes: tuple[int, ...]) -> bool:
        """Press keys together; False if together they mean nothing here."""
        if len(codes) != 2 or codes[0] not in (keys.CONTROL_LEFT, keys.CONTROL_RIGHT):
            return False
        match keys.typed_by(codes[1]):
            case "a":
                self._all_selected_at = self._phone.generation
            case "c":
                self._copy(and_clear=False)
            case "x":
                self._copy(and_clear=True)
            case "v":
                self._phone.paste()
            case _:
                return False
        return True

    def _takes_selection(self) -> bool:
        selected = self._all_selected_at == self._phone.generation
        self._all_selected_at = None
        return selected

    def _copy(self, *, and_clear: bool) -> None:
        screen = self._phone.screen()
        for _, element in screen.walk():
            if element.focused and element.text and not element.password:
                self._phone.copy(element.text, screen.package)
                if and_clear:
                    self._phone.clear_text()
                return
