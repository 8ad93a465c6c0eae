"""A simulated phone behind both of its ADB fronts, in a thread with a loop of its own."""

import asyncio
import os
import subprocess
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import pytest

from handrail.device.element import Element
from handrail.device.screen import Screen
from handrail.phone.adb import Adbd, AdbServer, Handset, Identity
from handrail.phone.phone import Phone

Result = TypeVar("Result")

PATIENCE_S = 20
"""Far more than anything here takes; what hangs fails instead of holding up the others."""

PNG = b"\x89PNG\r\n\x1a\n"


def picture(kind: str) -> Callable[[Screen], bytes]:
    """Makes pictures of the right size, where there is Pillow; otherwise something that starts like one."""

    def render(screen: Screen) -> bytes:
        try:
            from PIL import Image
        except ImportError:
            return PNG
        kept = BytesIO()
        Image.new("RGB", (screen.width_pixels, screen.height_pixels), (40, 90, 160)).save(kept, kind)
        return kept.getvalue()

    return render


def new_handset(serial: str = "handrail-5554", *, jpeg: bool = True) -> Handset:
    return Handset(
        Phone(seed=7),
        picture("PNG"),
        render_jpeg=picture("JPEG") if jpeg else None,
        identity=Identity(serial=serial),
    )


@dataclass(frozen=True)
class Served:
    """A phone and the ports that lead to it."""

    handset: Handset
    server: AdbServer
    server_port: int
    adbd_port: int
    loop: asyncio.AbstractEventLoop

    @property
    def phone(self) -> Phone:
        return self.handset.phone

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run something in the loop of the servers."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)

    def shown(self, text: str) -> Element:
        """The element with this text on the screen now."""
        return next(element for element in self.phone.screen().elements() if element.text == text)

    def home(self) -> None:
        """Begin where nothing is open."""
        self.phone.home()


@contextmanager
def serving(handset: Handset | None = None) -> Iterator[Served]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="phone", daemon=True)
    thread.start()
    chosen = handset or new_handset()

    async def start() -> tuple[AdbServer, Adbd]:
        server, adbd = AdbServer([chosen]), Adbd(chosen)
        await server.start()
        await adbd.start()
        return server, adbd

    async def stop() -> None:
        await server.stop()
        await adbd.stop()

    server, adbd = asyncio.run_coroutine_threadsafe(start(), loop).result(PATIENCE_S)
    try:
        yield Served(chosen, server, server.port, adbd.port, loop)
    finally:
        asyncio.run_coroutine_threadsafe(stop(), loop).result(PATIENCE_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE_S)
        loop.close()


def adb_binary() -> str:
    """The adb binary that ships inside `adbutils`."""
    adbutils = pytest.importorskip("adbutils", reason="adbutils brings the adb binary: pip install adbutils")
    binary = Path(adbutils.__file__).parent / "binaries" / ("adb.exe" if os.name == "nt" else "adb")
    if not binary.is_file():
        pytest.skip("this build of adbutils has no adb binary")
    return str(binary)


@dataclass(frozen=True)
class Adb:
    """The adb binary, talking to one server."""

    binary: str
    port: int
    home: Path
    serial: str | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "HOME": str(self.home),
            "TMPDIR": str(self.home),
            "PATH": os.environ.get("PATH", ""),
        }

    def run(self, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        chosen = ["-s", self.serial] if self.serial else []
        return subprocess.run(
            [self.binary, *chosen, *words],
            input=stdin,
            capture_output=True,
            check=False,
            timeout=PATIENCE_S,
            env=self.environment,
        )

    def __call__(self, *words: str, stdin: bytes = b"") -> str:
        """What it prints; it must succeed."""
        done = self.run(*words, stdin=stdin)
        assert done.returncode == 0, (words, done)
        return done.stdout.decode()

    def shell(self, line: str) -> str:
        return self("shell", line)
