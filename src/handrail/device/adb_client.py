"""The blocking calls to one phone: `adbutils` for the shell, `uiautomator2` for tree and input where it is installed.

Both are imported here only, and when a phone is opened. Everything that goes wrong on the way is `DeviceLost`. Each try
to carry an action out runs in a thread, and from the moment its caller gives it up nothing is touched any more.
"""

import importlib
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, partial
from socket import SHUT_RDWR, SHUT_WR, socket
from threading import Event, Lock
from typing import Any, ParamSpec, TypeVar

from handrail.device.action import Point
from handrail.device.adb_observer import CommandOutput
from handrail.device.adb_text import clearing_command, typing_commands
from handrail.device.element import Element
from handrail.device.key_code import PASTE
from handrail.error import DeviceLost, MissingExtra, install_line

SHELL_TIMEOUT_SECONDS = 60.0
_ACTIVITIES = "dumpsys activity activities"
_DUMP = "/data/local/tmp/handrail-screen.xml"
_LONG_PRESS_MS = 800
_SWIPE_MS = 400
_DRAG_MS = 1200


Given = ParamSpec("Given")

Result = TypeVar("Result")


class GivenUp(DeviceLost):
    """Nobody waits for it any more."""


@dataclass(slots=True)
class CancellationToken:
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


CURRENT: ContextVar[CancellationToken | None] = ContextVar("handrail_attempt", default=None)
"""The attempt that this thread works for, if any."""


@dataclass(slots=True)
class AdbClient:
    """One phone. `phone` is adbutils' device; `helper` is uiautomator2's, None for plain adb."""

    serial: str
    phone: Any
    helper: Any | None
    errors: tuple[type[Exception], ...] = field(default=(OSError, ValueError))
    server: str = ""
    """Where the ADB server listens: a serial number means a phone only together with the server that gives it."""

    def shell(self, command: str) -> CommandOutput:
        """Run a line on the phone. What it prints that is no text is kept as far as it is."""
        with self.guarded(f"shell {command.split(' ')[0]}"):
            done = self.phone.shell2(command, timeout=SHELL_TIMEOUT_SECONDS, encoding=None)
            return CommandOutput(bytes(done.output).decode("utf-8", "replace"), int(done.returncode))

    def shown(self) -> tuple[str, str]:
        """What `dumpsys` says of the activities, and then the tree of the screen, as `uiautomator dump` writes it."""
        if self.helper is not None:
            activities = self.shell(_ACTIVITIES).output
            with self.guarded("read the screen"):
                return activities, str(self.helper.dump_hierarchy())
        answer = self.shell(f"{_ACTIVITIES}; uiautomator dump {_DUMP} >/dev/null && cat {_DUMP}")
        start = answer.output.rfind("<?xml")  # an app may write one into its own name, and none into a tree
        if answer.status or start < 0:
            raise DeviceLost(f"`adb:{self.serial}`: the screen could not be read: {answer.output.strip()[-120:]}")
        return answer.output[:start], answer.output[start:]

    def picture(self) -> bytes:
        """A screenshot as PNG."""
        with self.guarded("take a picture"):
            picture = self.phone.shell("screencap -p", encoding=None, timeout=SHELL_TIMEOUT_SECONDS)
        if not isinstance(picture, bytes) or not picture.startswith(b"\x89PNG"):
            raise DeviceLost(f"`adb:{self.serial}`: `screencap -p` printed no PNG")
        return picture

    def tap(self, point: Point) -> None:
        """A short touch."""
        x, y = point
        self._input(f"tap {x} {y}", lambda helper: helper.click(x, y))

    def tap_twice(self, point: Point) -> None:
        """Two short touches, one right after the other."""
        x, y = point
        self._input(f"tap {x} {y} && input tap {x} {y}", lambda helper: helper.double_click(x, y))

    def hold(self, point: Point) -> None:
        """A long touch."""
        x, y = point
        self._input(
            f"swipe {x} {y} {x} {y} {_LONG_PRESS_MS}", lambda helper: helper.long_click(x, y, _LONG_PRESS_MS / 1000)
        )

    def swipe(self, start: Point, end: Point) -> None:
        """A finger's way."""
        line = f"swipe {start[0]} {start[1]} {end[0]} {end[1]} {_SWIPE_MS}"
        self._input(line, lambda helper: helper.swipe(*start, *end, _SWIPE_MS / 1000))

    def drag(self, start: Point, end: Point) -> None:
        """A finger's way that takes along what it starts on."""
        line = f"draganddrop {start[0]} {start[1]} {end[0]} {end[1]} {_DRAG_MS}"
        self._input(line, lambda helper: helper.drag(*start, *end, _DRAG_MS / 1000))

    def key(self, code: int) -> None:
        """One of Android's key codes."""
        self.done(f"input keyevent {code}")

    def why_not_typed(self, text: str) -> str:
        """Why a text cannot be typed, before anything is touched; empty if it can."""
        if self.helper is None and typing_commands(text) is None:
            return "plain adb types only ASCII; `handrail[adb]` types any text"
        return ""

    def type_text(self, text: str, field: Element) -> None:
        """The field with the focus, which is `field`, holds another text."""
        if self.helper is not None:
            with self.guarded("type"):
                self._focused(field).set_text(text)
            return
        commands = typing_commands(text) or ()
        emptied = [clearing_command(len(field.text))] if field.text else []
        if emptied or commands:
            self.done(" && ".join([*emptied, *commands]))

    def paste(self, field: Element) -> None:
        """The field with the focus, which is `field`, holds what lies on the clipboard."""
        emptied = [clearing_command(len(field.text))] if field.text else []
        self.done(" && ".join([*emptied, f"input keyevent {PASTE}"]))

    def clipboard(self) -> str | None:
        """What lies on the clipboard; None where nobody says it."""
        if self.helper is None:
            return None
        with self.guarded("read the clipboard"):
            found = self.helper.clipboard
        return found if isinstance(found, str) else None

    def copy(self, text: str) -> None:
        """A text onto the clipboard; only with uiautomator2."""
        if self.helper is None:
            raise DeviceLost(f"`adb:{self.serial}`: plain adb has no clipboard")
        with self.guarded("copy"):
            self.helper.set_clipboard(text)

    def done(self, command: str) -> CommandOutput:
        """Run a line that changes something; raises `DeviceLost` where nobody knows whether it did."""
        answer = self.shell(command)
        if answer.status:
            said = shlex.quote(answer.output.strip()[:120])
            raise DeviceLost(f"`adb:{self.serial}`: `{command[:60]}` ended with {answer.status}: {said}")
        return answer

    def _focused(self, field: Element) -> Any:
        """uiautomator2's name for the field with the focus; a web page around it says that it has it, too."""
        assert self.helper is not None
        named = {"className": field.class_name} | ({"resourceId": field.resource_id} if field.resource_id else {})
        return self.helper(focused=True, **named)

    def _input(self, line: str, do: Callable[[Any], object]) -> None:
        if self.helper is None:
            self.done(f"input {line}")
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


def connect(serial: str, *, plain: bool = False, server_port: int | None = None) -> AdbClient:
    """The phone with a serial number; `plain` leaves uiautomator2 out. Raises `MissingExtra` without adbutils.

    `server_port` is where the ADB server of this computer listens, if not where the environment says.
    """
    try:
        adbutils = importlib.import_module("adbutils")
    except ModuleNotFoundError as error:
        raise MissingExtra(install_line("handrail[adb]")) from error
    errors: tuple[type[Exception], ...] = (OSError, ValueError, adbutils.AdbError)
    client = adbutils.AdbClient() if server_port is None else adbutils.AdbClient("127.0.0.1", server_port)
    client.make_connection = _for_attempts(_closing_at_once(client.make_connection))
    client.server_version = cache(client.server_version)  # it is asked for with each connection
    client = AdbClient(serial, client.device(serial), None, errors, f"{client.host}:{client.port}")
    client.shell("true")
    if plain:
        return client
    try:
        uiautomator2 = importlib.import_module("uiautomator2")
    except ModuleNotFoundError:
        return client
    client.errors = (*errors, importlib.import_module("uiautomator2.exceptions").BaseException)
    with client.guarded("start uiautomator2"):
        client.helper = uiautomator2.connect(client.phone)
    return client


def _closing_at_once(connect: Callable[..., Any]) -> Callable[..., Any]:
    """adbutils waits 10 ms with each close, for a shutdown that the system does by itself."""

    def connected(*given: Any, **named: Any) -> Any:
        made = connect(*given, **named)
        made.close = partial(_close, made.conn)
        return made

    return connected


def _close(connection: socket) -> None:
    with suppress(OSError):  # it was gone already
        connection.shutdown(SHUT_WR)
    connection.close()


def _for_attempts(connect: Callable[..., Any]) -> Callable[..., Any]:
    """Every way to the phone goes through a connection of its own: none is made for an attempt that was given up."""

    def connected(*given: Any, **named: Any) -> Any:
        attempt = CURRENT.get()
        if attempt is not None:
            attempt.still_wanted()
        made = connect(*given, **named)
        if attempt is not None:
            attempt.connected(lambda: _cut(made))
        return made

    return connected


def _cut(connection: Any) -> None:
    """Both directions at once, so that whoever waits for an answer gets none."""
    if not connection.closed:
        try:
            connection.conn.shutdown(SHUT_RDWR)
        except OSError:
            return  # it was gone already
