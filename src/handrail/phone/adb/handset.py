"""A phone as ADB sees it: the phone itself, its names, its pictures, and what clients asked of it in vain."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from handrail.device.adb_protocol.stream import Serve
from handrail.device.screen import Screen
from handrail.phone.adb.battery import Battery
from handrail.phone.adb.files import HandsetFiles
from handrail.phone.adb.hierarchy import write_windows
from handrail.phone.adb.input_injector import InputInjector, RawTouch
from handrail.phone.adb.pace import AtOnce, Pace
from handrail.phone.adb.pixels import darkness
from handrail.phone.adb.programs import RunningPrograms
from handrail.phone.phone import Phone
from handrail.phone.snapshot import Snapshot

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
    called once for what is shown, not once for each client that asks. `pace` is how clients wait for the phone.
    """

    def __init__(
        self,
        phone: Phone,
        render: Render,
        *,
        render_jpeg: Render | None = None,
        identity: Identity | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.phone = phone
        self.pace: Pace = pace or AtOnce(phone)
        self.identity = identity or Identity()
        self.files = HandsetFiles(phone)
        self.input_injector = InputInjector(phone)
        self.raw_touch = RawTouch()
        self.properties: dict[str, str] = dict(self.identity.properties())
        self.battery = Battery()
        self.snapshots: dict[str, Snapshot] = {}
        self.install_sessions: dict[int, list[bytes]] = {}
        self.app_operations: dict[tuple[str, str], str] = {}
        self.idle_exempt: set[str] = set()
        self.reverses: dict[str, str] = {}
        self.servers: dict[str, Serve] = {}
        """What programs that clients started serve, by address as in `localabstract:NAME`."""
        self.programs = RunningPrograms()
        self.uiautomator_port: int | None = None
        self.portal_listens = True
        self.log_cleared = 0
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
        """All windows as XML, as uiautomator2 reads them; written once for each screen."""
        screen = self.phone.screen()
        if self._hierarchy is None or self._hierarchy[0] is not screen:
            self._hierarchy = screen, write_windows(screen.windows, self.phone.rotation)
        return self._hierarchy[1]

    def active_window(self) -> str:
        """The active window as XML, as `uiautomator dump` writes it."""
        screen = self.phone.screen()
        if len(screen.windows) == 1:
            return self.hierarchy()
        active = self.phone.active_window
        return write_windows(screen.windows[active : active + 1], self.phone.rotation)

    def png(self) -> bytes:
        """The screen as PNG."""
        return self._picture("png", self._render)

    def jpeg(self) -> bytes | None:
        """The screen as JPEG, where somebody makes them."""
        return self._picture("jpeg", self._render_jpeg) if self._render_jpeg else None

    def _picture(self, kind: str, render: Render) -> bytes:
        """A picture is kept until something that it shows may have changed: the screen, the minute, the toast."""
        screen = self.phone.screen()
        if not self.input_injector.awake:
            return darkness(screen.width_pixels, screen.height_pixels, kind)
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


@dataclass(frozen=True, slots=True)
class Identity:
    """The names of one phone. `serial` is what `adb devices` lists."""

    serial: str = "handrail-5554"
    model: str = "Handrail Phone"
    product: str = "handrail_phone"
    device: str = "handrail"
    brand: str = "handrail"
    release: str = "14"
    sdk: int = 34
    density: int = 420

    def banner(self, features: str) -> bytes:
        """What adbd answers to the first message of a host."""
        return (
            f"device::ro.product.name={self.product};ro.product.model={self.model};"
            f"ro.product.device={self.device};features={features}"
        ).encode()

    def listing(self) -> str:
        """The details in `adb devices -l`."""
        model = self.model.replace(" ", "_")
        return f"product:{self.product} model:{model} device:{self.device}"

    def properties(self) -> Mapping[str, str]:
        """What `getprop` prints; the properties that clients ask for, and those that scripts commonly test."""
        fingerprint = f"{self.brand}/{self.product}/{self.device}:{self.release}/HR1A.260302.001/1:userdebug/dev-keys"
        return {
            "dev.bootcomplete": "1",
            "gsm.operator.alpha": "Handrail",
            "gsm.sim.state": "READY",
            "init.svc.adbd": "running",
            "init.svc.bootanim": "stopped",
            "init.svc.zygote": "running",
            "persist.sys.locale": "en-US",
            "persist.sys.timezone": "UTC",
            "ro.boot.serialno": self.serial,
            "ro.bootmode": "unknown",
            "ro.build.characteristics": "default",
            "ro.build.display.id": "HR1A.260302.001",
            "ro.build.fingerprint": fingerprint,
            "ro.build.id": "HR1A.260302.001",
            "ro.build.tags": "dev-keys",
            "ro.build.type": "userdebug",
            "ro.build.version.codename": "REL",
            "ro.build.version.incremental": "1",
            "ro.build.version.release": self.release,
            "ro.build.version.sdk": str(self.sdk),
            "ro.build.version.security_patch": "2026-03-01",
            "ro.debuggable": "1",
            "ro.hardware": "handrail",
            "ro.kernel.qemu": "1",
            "ro.product.brand": self.brand,
            "ro.product.cpu.abi": "x86_64",
            "ro.product.cpu.abilist": "x86_64,arm64-v8a",
            "ro.product.device": self.device,
            "ro.product.locale": "en-US",
            "ro.product.manufacturer": "Handrail",
            "ro.product.model": self.model,
            "ro.product.name": self.product,
            "ro.secure": "1",
            "ro.serialno": self.serial,
            "ro.sf.lcd_density": str(self.density),
            "sys.boot_completed": "1",
        }
