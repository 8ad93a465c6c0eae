"""Pictures of screens, kept for the screens that are asked for again."""

from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO
from typing import TypeAlias

from PIL import Image

from handrail.device.screen import Screen
from handrail.phone.renderer.png import write_png
from handrail.phone.renderer.window import paint_screen

FRAMES_KEPT = 32
NOON = "12:00"

_Key: TypeAlias = tuple[Screen, str, str, int]


class Renderer:
    """Draws screens. One serves any number of phones; it keeps the last `frames_kept` files, some 100 kB each."""

    def __init__(self, frames_kept: int = FRAMES_KEPT) -> None:
        self._frames_kept = frames_kept
        self._frames: OrderedDict[_Key, bytes] = OrderedDict()

    def picture(self, screen: Screen, clock: str = NOON, toast: str = "") -> Image.Image:
        """The picture itself, which is not kept. `clock` is what the status bar says, `toast` the message over all."""
        return paint_screen(screen, clock, toast)

    def png(self, screen: Screen, clock: str = NOON, toast: str = "") -> bytes:
        """The picture as PNG, without loss."""
        return self._kept((screen, clock, toast, 0), lambda: write_png(paint_screen(screen, clock, toast)))

    def jpeg(self, screen: Screen, clock: str = NOON, toast: str = "", *, quality: int = 80) -> bytes:
        """The picture as JPEG, as uiautomator2 asks for it."""
        return self._kept((screen, clock, toast, quality), lambda: _jpeg(paint_screen(screen, clock, toast), quality))

    def _kept(self, key: _Key, make: Callable[[], bytes]) -> bytes:
        frame = self._frames.get(key)
        if frame is None:
            frame = make()
        self._frames[key] = frame
        self._frames.move_to_end(key)
        while len(self._frames) > self._frames_kept:
            self._frames.popitem(last=False)
        return frame


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    file = BytesIO()
    picture.save(file, "JPEG", quality=quality)
    return file.getvalue()
