"""Files: folders and files of the person, to look at, choose, share, delete."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp, Shared, navigate_up
from handrail.phone.files import normal_path
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import message, question, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, field, floating, icon_button, line, paragraph, row, scrolling

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext
    from handrail.phone.files import Stat

PACKAGE = "com.example.files"
ROOT = "/sdcard"
LONGEST_TEXT_BYTES = 4_000


def size_in_words(size_bytes: int) -> str:
    """As a person reads it."""
    if size_bytes < 1_000:
        return f"{size_bytes} B"
    return f"{size_bytes / 1_000:.1f} kB" if size_bytes < 1_000_000 else f"{size_bytes / 1_000_000:.1f} MB"


def exists(see: Glance[Any], path: str) -> bool:
    """Whether there is such a file."""
    return any(file.path == path for file in see.files(path.rpartition("/")[0]))


@dataclass(frozen=True, slots=True)
class Folder(Page):
    """A folder; with something chosen, what to do with it."""

    path: str = ROOT
    chosen: tuple[str, ...] = ()
    activity: ClassVar[str] = "FilesActivity"

    def view(self, see: Glance[Any]) -> View:
        """Folders first."""
        entries = sorted(see.files(self.path), key=lambda file: (not file.is_directory, file.path.lower()))
        rows = scrolling(*[self._row(entry) for entry in entries], id="dir_list", empty="No items")
        if self.chosen:
            actions = (icon_button("Share", share), icon_button("Delete", ask_delete))
            return scaffold(
                f"{len(self.chosen)} selected", rows, title_description=self.path, up=unselect, actions=actions
            )
        title = "Files" if self.path == ROOT else self.path.rpartition("/")[2]
        return scaffold(title, rows, title_description=self.path, up=None if self.path == ROOT else navigate_up,
                        fab=floating(icon_button("New folder", new_folder)))  # fmt: skip

    def _row(self, entry: Stat) -> View:
        name = entry.path.rpartition("/")[2]
        summary = "Folder" if entry.is_directory else size_in_words(entry.size_bytes)
        return row(name, summary, on_click=touch, on_long_click=select, argument=entry.path,
                   selected=entry.path in self.chosen, id="item", description=entry.path)  # fmt: skip

    def on_back(self, do: HandlerContext[Any, Any]) -> None:
        """First nothing is chosen any more, then the folder closes."""
        if self.chosen:
            unselect(do)
        else:
            do.back()


def touch(do: HandlerContext[Any, Folder], path: str) -> None:
    """Open it; while something is chosen, choose it too."""
    if do.page.chosen:
        select(do, path)
        return
    for entry in do.files(path.rpartition("/")[0]):
        if entry.path == path:
            do.open(Folder(path) if entry.is_directory else FilePage(path))


def select(do: HandlerContext[Any, Folder], path: str) -> None:
    """Choose it, or not any more."""
    chosen = do.page.chosen
    do.page = replace(
        do.page, chosen=tuple(other for other in chosen if other != path) if path in chosen else (*chosen, path)
    )


def unselect(do: HandlerContext[Any, Folder]) -> None:
    """Nothing is chosen any more."""
    do.page = replace(do.page, chosen=())


def share(do: HandlerContext[Any, Any]) -> None:
    """Hand the first of them to another app."""
    page = do.page
    path = page.chosen[0] if isinstance(page, Folder) else page.path
    do.share(Shared(path=path))


@dataclass(frozen=True, slots=True)
class NewFolder(Page):
    """The name of a new folder."""

    parent: str
    name: str = ""
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[Any]) -> View:
        """One field."""
        return question("New folder", field("name", self.name, "Folder name"), "OK", make_folder)


def new_folder(do: HandlerContext[Any, Folder]) -> None:
    """Ask for its name."""
    do.open(NewFolder(do.page.path))


def make_folder(do: HandlerContext[Any, NewFolder]) -> None:
    """The folder is there, with nothing in it but a marker."""
    name = do.page.name.strip()
    path = f"{do.page.parent}/{name}"
    if not name or "/" in name or normal_path(path) != path or exists(do, path):
        do.toast("Choose another name")
        return
    do.make_folder(path)
    do.back()


@dataclass(frozen=True, slots=True)
class FilePage(Page):
    """One file."""

    path: str
    activity: ClassVar[str] = "ViewerActivity"

    def view(self, see: Glance[Any]) -> View:
        """Its size, its words if it has some, and what to do with it."""
        name = self.path.rpartition("/")[2]
        found = [file for file in see.files(self.path.rpartition("/")[0]) if file.path == self.path]
        if not found or found[0].is_directory:
            return scaffold(name, paragraph("This file was deleted"), up=navigate_up)
        size = found[0].size_bytes
        words: tuple[View, ...] = ()
        if name.endswith(".txt") and size <= LONGEST_TEXT_BYTES:
            words = (paragraph(see.read(self.path).decode("utf-8", "replace")[:1_000], "file_text"),)
        buttons = line(button("Share", share), button("Delete", ask_delete), pad_x=42)
        size_line = paragraph(size_in_words(size), "size")
        return scaffold(name, size_line, *words, buttons, title_description=self.path, up=navigate_up)


@dataclass(frozen=True, slots=True)
class ConfirmDelete(Page):
    """Are they to go?"""

    paths: tuple[str, ...]
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[Any]) -> View:
        """The question."""
        what = self.paths[0].rpartition("/")[2] if len(self.paths) == 1 else f"{len(self.paths)} items"
        warning = message("This can't be undone.")._replace(description="\n".join(self.paths))
        return question(f"Delete {what}?", warning, "Delete", delete)


def ask_delete(do: HandlerContext[Any, Any]) -> None:
    """Ask first."""
    page = do.page
    do.open(ConfirmDelete(page.chosen if isinstance(page, Folder) else (page.path,)))


def delete(do: HandlerContext[Any, ConfirmDelete]) -> None:
    """They go; so does the page of a file that is gone."""
    for path in do.page.paths:
        if exists(do, path):
            do.delete(path)
    below = do.below
    if isinstance(below, Folder):
        do.back_with(replace(below, chosen=()))
    else:
        do.back_to(Folder)


def files(_: Origin) -> PhoneApp:
    """Files, part of the system."""
    manifest = Manifest(PACKAGE, "Files", ("FilesActivity",), ("android.permission.MANAGE_EXTERNAL_STORAGE",),
                        system=True, version_name="14", version_code=34)  # fmt: skip
    return PhoneApp(manifest, Folder)
