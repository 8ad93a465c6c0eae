"""Photos: a grid of what the camera took, each with its own page, to share and to delete."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Direction, Origin, Page, PhoneApp, Shared, navigate_up
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import dialog, positive, question, scaffold
from handrail.phone.ui.view import FILL, View
from handrail.phone.ui.widgets import button, grid, image, line, paragraph, row

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext
    from handrail.phone.files import Stat

PACKAGE = "com.example.photos"
FOLDER = "/sdcard/DCIM/Camera"
ALLOWED = "android.permission.READ_MEDIA_IMAGES"


def _photos(see: Glance[Any]) -> list[Stat]:
    found = [file for file in see.files(FOLDER) if not file.is_directory]
    return sorted(found, key=lambda stat: (-stat.modified_ms, stat.path))


def _taken(photo: Stat) -> str:
    return f"{datetime.fromtimestamp(photo.modified_ms / 1000, UTC):%d %b %Y, %H:%M}"


def _called(photo: Stat, photos: list[Stat]) -> str:
    """What tells a photo from all others: when it was taken, and which it is of those of the same minute."""
    same = [stat.path for stat in photos if _taken(stat) == _taken(photo)]
    which = f" ({same.index(photo.path) + 1} of {len(same)})" if len(same) > 1 else ""
    return f"Photo taken on {_taken(photo)}{which}"


@dataclass(frozen=True, slots=True)
class Gallery(Page):
    """The page that the icon opens."""

    activity: ClassVar[str] = "GalleryActivity"

    def view(self, see: Glance[Any]) -> View:
        """A picture for each, or why there is none."""
        if not see.granted(ALLOWED):
            return scaffold("Photos", paragraph("Photos needs access to your pictures"),
                            line(button("Allow access", allow), pad_x=42))  # fmt: skip
        photos = _photos(see)
        cells = [
            image(_called(photo, photos), id="photo", width=FILL, height=340, on_click=show,
                  argument=photo.path)
            for photo in photos
        ]  # fmt: skip
        return scaffold("Photos", grid(*cells, columns=3, id="photo_grid"))


def allow(do: HandlerContext[Any, Gallery]) -> None:
    """Ask for the permission."""
    do.request(ALLOWED)


def show(do: HandlerContext[Any, Gallery], path: str) -> None:
    """One photo."""
    do.open(Photo(path))


@dataclass(frozen=True, slots=True)
class Photo(Page):
    """One photo. A swipe shows the next one, two fingers a part of it."""

    path: str
    zoom_percent: int = 100
    activity: ClassVar[str] = "PhotoActivity"

    def view(self, see: Glance[Any]) -> View:
        """The picture and what to do with it."""
        photos = _photos(see)
        found = [photo for photo in photos if photo.path == self.path]
        if not found:
            return scaffold("Photo", paragraph("This photo was deleted"), up=navigate_up)
        bar = line(button("Share", share), button("Details", details), button("Delete", ask_delete), pad_x=42)
        picture = image(_called(found[0], photos), id="photo_view", width=FILL, height=1500)
        zoom = () if self.zoom_percent == 100 else (paragraph(f"{self.zoom_percent} %"),)
        return scaffold("Photo", picture, bar, *zoom, title_description=self.path, up=navigate_up)

    def on_pinch(self, do: HandlerContext[Any, Any], percent: int) -> None:
        """Closer, and back; never smaller than the screen."""
        do.page = replace(self, zoom_percent=min(max(self.zoom_percent * percent // 100, 100), 400))

    def on_swipe(self, do: HandlerContext[Any, Any], direction: Direction) -> None:
        """Left shows the next, right the one before."""
        paths = [photo.path for photo in _photos(do)]
        if self.path in paths and direction in ("left", "right"):
            number = paths.index(self.path) + (1 if direction == "left" else -1)
            if 0 <= number < len(paths):
                do.page = Photo(paths[number])


def share(do: HandlerContext[Any, Photo]) -> None:
    """Hand it to another app."""
    do.share(Shared(path=do.page.path))


@dataclass(frozen=True, slots=True)
class Details(Page):
    """What is known of a photo."""

    path: str
    dialog: ClassVar[bool] = True

    def view(self, see: Glance[Any]) -> View:
        """Name, size, when."""
        rows = [row(photo.path.rpartition("/")[2], f"{photo.size_bytes / 1_000_000:.1f} MB, {_taken(photo)}")
                for photo in _photos(see) if photo.path == self.path]  # fmt: skip
        return dialog("Details", *rows, buttons=(positive("Close", navigate_up),))


def details(do: HandlerContext[Any, Photo]) -> None:
    """Show them."""
    do.open(Details(do.page.path))


@dataclass(frozen=True, slots=True)
class ConfirmDelete(Page):
    """Is the photo to go?"""

    path: str
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[Any]) -> View:
        """The question."""
        return question("Delete photo?", "It will be permanently deleted from this device.", "Delete", delete)


def ask_delete(do: HandlerContext[Any, Photo]) -> None:
    """Ask first."""
    do.open(ConfirmDelete(do.page.path))


def delete(do: HandlerContext[Any, ConfirmDelete]) -> None:
    """The photo goes."""
    if any(photo.path == do.page.path for photo in _photos(do)):
        do.delete(do.page.path)
    do.back_to(Gallery)


def photos(_: Origin) -> PhoneApp:
    """Photos, which must ask before it sees any."""
    manifest = Manifest(PACKAGE, "Photos", ("GalleryActivity",), (ALLOWED,), version_name="6.9", version_code=69)
    return PhoneApp(manifest, Gallery)
