"""A phone as ADB sees it: the phone itself, its names, its pictures, and what clients asked of it in vain."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from handrail.device.hierarchy import write_hierarchy
from handrail.device.screen import Screen
from handrail.phone.adb.files import HandsetFiles
from handrail.phone.adb.identity import Identity
from handrail.phone.adb.input_injector import InputInjector
from handrail.phone.phone import Phone

Render: TypeAlias = Callable[[Screen], bytes]
_Shown: TypeAlias = tuple[int, int, str | None]

FEATURES = "shell_v2,cmd"
"""Each feature that is named obliges to its protocol; with these two adb 29 to 36 send the same requests."""

_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class CommandRecord:
    """A line that a shell ran, and the phone's generation before and after it."""

    line: str
    before: int
    after: int


class Handset:
    """A simulated phone with what ADB adds to it.

    `render` makes a PNG of a screen, `render_jpeg` a JPEG; without the latter uiautomator2 takes the PNG. Both are
    called once for what is shown, not once for each client that asks.
    """

    def __init__(
        self,
        phone: Phone,
        render: Render,
        *,
        render_jpeg: Render | None = None,
        identity: Identity | None = None,
    ) -> None:
        self.phone = phone
        self.identity = identity or Identity()
        self.files = HandsetFiles(phone)
        self.input_injector = InputInjector(phone)
        self.properties: dict[str, str] = dict(self.identity.properties())
        self.reverses: dict[str, str] = {}
        self.uiautomator_port: int | None = None
        self._render = render
        self._render_jpeg = render_jpeg
        self._hierarchy: tuple[Screen, str] | None = None
        self._pictures: dict[str, tuple[_Shown, bytes]] = {}
        self._gaps: deque[str] = deque(maxlen=_REMEMBERED)
        self._records: deque[CommandRecord] = deque(maxlen=_REMEMBERED)
        self._shells = 0

    @property
    def serial(self) -> str:
        """What `adb devices` calls it."""
        return self.identity.serial

    @property
    def gaps(self) -> tuple[str, ...]:
        """What clients asked for and the simulation does not have: commands, services, remote calls; oldest first."""
        return tuple(self._gaps)

    @property
    def commands(self) -> tuple[CommandRecord, ...]:
        """The lines that shells ran, oldest first."""
        return tuple(self._records)

    @property
    def shell_pid(self) -> int:
        """The process number of the latest shell."""
        return 4000 + self._shells % 20_000

    def record_gap(self, what: str) -> None:
        """Remember something that was asked for in vain."""
        self._gaps.append(what)

    def record_command(self, line: str, before: int) -> None:
        """Remember a line that was run, and the generation before it."""
        self._shells += 1
        self._records.append(CommandRecord(line, before, self.phone.generation))

    def hierarchy(self) -> str:
        """The screen as the XML of `uiautomator dump`, written once for each screen."""
        screen = self.phone.screen()
        if self._hierarchy is None or self._hierarchy[0] is not screen:
            self._hierarchy = screen, write_hierarchy(screen)
        return self._hierarchy[1]

    def png(self) -> bytes:
        """The screen as PNG."""
        return self._picture("png", self._render)

    def jpeg(self) -> bytes | None:
        """The screen as JPEG, where somebody makes them."""
        return self._picture("jpeg", self._render_jpeg) if self._render_jpeg else None

    def _picture(self, kind: str, render: Render) -> bytes:
        """A picture is kept until something that it shows may have changed: the screen, the minute, the toast."""
        screen = self.phone.screen()
        shown = self.phone.generation, self.phone.uptime_ms // 60_000, self.phone.toast
        known = self._pictures.get(kind)
        if known is not None and known[0] == shown:
            return known[1]
        picture = render(screen)
        self._pictures[kind] = shown, picture
        return picture

    def pid_of(self, package: str) -> int | None:
        """The process number of a running app."""
        for process in self.phone.processes:
            if process.name == package:
                return process.pid
        return None
