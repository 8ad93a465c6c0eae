"""The blocking calls to one phone: `adbutils` for the shell, `uiautomator2` for tree and input where it is installed.

Both are imported here only, and when a phone is opened. Everything that goes wrong on the way is `DeviceLost`.
"""

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from handrail.device.adb_observer import Answer
from handrail.device.adb_text import clearing_command, typing_commands
from handrail.error import DeviceLost, MissingExtra

INSTALL = "pip install 'handrail[adb]'"
SHELL_TIMEOUT_SECONDS = 60.0
_DUMP = "/data/local/tmp/handrail-screen.xml"
_LONG_PRESS_MS = 800
_SWIPE_MS = 400
_FOCUS_SECONDS = 2.0


@dataclass(slots=True)
class AdbHand:
    """One phone. `phone` is adbutils' device; `helper` is uiautomator2's, None for plain adb."""

    serial: str
    phone: Any
    helper: Any | None
    errors: tuple[type[Exception], ...] = field(default=(OSError,))

    def shell(self, command: str) -> Answer:
        """Run a line on the phone."""
        with self.guarded(f"shell {command.split(' ')[0]}"):
            done = self.phone.shell2(command, timeout=SHELL_TIMEOUT_SECONDS)
            return Answer(str(done.output), int(done.returncode))

    def hierarchy(self) -> str:
        """The tree of the screen, as `uiautomator dump` writes it."""
        if self.helper is not None:
            with self.guarded("read the screen"):
                return str(self.helper.dump_hierarchy())
        answer = self.shell(f"uiautomator dump {_DUMP} >/dev/null && cat {_DUMP}")
        start = answer.output.find("<?xml")
        if answer.status or start < 0:
            raise DeviceLost(f"`adb:{self.serial}`: the screen could not be read: {answer.output.strip()[:120]}")
        return answer.output[start:]

    def picture(self) -> bytes:
        """A screenshot as PNG."""
        with self.guarded("take a picture"):
            picture = self.phone.shell("screencap -p", encoding=None, timeout=SHELL_TIMEOUT_SECONDS)
        if not isinstance(picture, bytes) or not picture.startswith(b"\x89PNG"):
            raise DeviceLost(f"`adb:{self.serial}`: `screencap -p` printed no PNG")
        return picture

    def tap(self, x: int, y: int) -> None:
        """A short touch."""
        self._input(f"tap {x} {y}", lambda helper: helper.click(x, y))

    def hold(self, x: int, y: int) -> None:
        """A long touch."""
        self._input(
            f"swipe {x} {y} {x} {y} {_LONG_PRESS_MS}", lambda helper: helper.long_click(x, y, _LONG_PRESS_MS / 1000)
        )

    def swipe(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """A finger's way."""
        line = f"swipe {x1} {y1} {x2} {y2} {_SWIPE_MS}"
        self._input(line, lambda helper: helper.swipe(x1, y1, x2, y2, _SWIPE_MS / 1000))

    def key(self, code: int) -> None:
        """One of Android's key codes."""
        self.shell(f"input keyevent {code}")

    def type_text(self, text: str, replaces: int | None) -> str:
        """Type into the field with the focus, in place of the `replaces` letters there; why not, or the empty text."""
        if self.helper is not None:
            with self.guarded("type"):
                focused = self.helper(focused=True)
                if not focused.exists(timeout=_FOCUS_SECONDS):
                    return "no text field has the focus"
                before = "" if replaces is not None else str(focused.get_text() or "")
                focused.set_text(before + text)
                return ""
        commands = typing_commands(text)
        if commands is None:
            return f"plain adb types only ASCII; for other text: {INSTALL}"
        for command in ([clearing_command(replaces)] if replaces else []) + list(commands):
            self.shell(command)
        return ""

    def _input(self, line: str, do: Callable[[Any], object]) -> None:
        if self.helper is None:
            self.shell(f"input {line}")
            return
        with self.guarded(line.split(" ")[0]):
            do(self.helper)

    @contextmanager
    def guarded(self, what: str) -> Iterator[None]:
        """Whatever goes wrong on the way to the phone is `DeviceLost`; `what` is what was tried."""
        try:
            yield
        except self.errors as error:
            raise DeviceLost(
                f"`adb:{self.serial}` does not answer; tried: {what} ({str(error) or type(error).__name__})"
            ) from error


def connect(serial: str, *, plain: bool = False) -> AdbHand:
    """The phone with a serial number; `plain` leaves uiautomator2 out. Raises `MissingExtra` without adbutils."""
    try:
        adbutils = importlib.import_module("adbutils")
    except ModuleNotFoundError as error:
        raise MissingExtra(INSTALL) from error
    errors: tuple[type[Exception], ...] = (OSError, adbutils.AdbError)
    hand = AdbHand(serial, adbutils.AdbClient().device(serial), None, errors)
    hand.shell("true")
    if plain:
        return hand
    try:
        uiautomator2 = importlib.import_module("uiautomator2")
    except ModuleNotFoundError:
        return hand
    hand.errors = (*errors, importlib.import_module("uiautomator2.exceptions").BaseException)
    with hand.guarded("start uiautomator2"):
        hand.helper = uiautomator2.connect(hand.phone)
    return hand
