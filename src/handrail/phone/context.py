"""What an app may see and do: `Glance` for the functions that show, `HandlerContext` for those that handle a touch."""

from collections.abc import Hashable, Mapping
from datetime import datetime
from typing import Any, Generic, TypeVar

from handrail.phone import installing, pages
from handrail.phone.app import AppFactory, Page, PhoneApp, Shared
from handrail.phone.apps.system_ui import GrantPermission
from handrail.phone.files import Content, Stat
from handrail.phone.package import Manifest, Package
from handrail.phone.rng import SeededRandom
from handrail.phone.system import System
from handrail.phone.tasks import OpenPage, Slot, page_at
from handrail.phone.ui.view import Handler
from handrail.phone.values import Clip, Contact, Notification

Data = TypeVar("Data")
Shown = TypeVar("Shown", bound=Page)


class Glance(Generic[Data]):
    """What a page may look at when it is shown: its app's data, the time, and what the system tells apps."""

    __slots__ = ("_system", "package")

    def __init__(self, system: System, package: str) -> None:
        self._system, self.package = system, package

    @property
    def data(self) -> Data:
        """What the app has saved."""
        return self._system.data[self.package]  # type: ignore[no-any-return]

    @property
    def now(self) -> datetime:
        """The time on the phone."""
        return self._system.clock.now

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The people in the contacts provider; none without the permission to read them."""
        return self._system.contacts if self.granted("android.permission.READ_CONTACTS") else ()

    @property
    def clipboard(self) -> Clip:
        """What lies on the clipboard."""
        return self._system.clipboard

    @property
    def notifications(self) -> tuple[Notification, ...]:
        """What the notification shade holds, newest first."""
        return self._system.notifications

    @property
    def packages(self) -> Mapping[str, Package]:
        """What is installed."""
        return self._system.packages

    def label_of(self, package: str) -> str:
        """What a person calls an app; the package's name where it is not installed."""
        found = self.packages.get(package)
        return package if found is None else found.label

    @property
    def tasks(self) -> tuple[str, ...]:
        """The packages with a task, front first."""
        return tuple(task.package for task in reversed(self._system.stack.tasks))

    @property
    def overlaid(self) -> tuple[str, ...]:
        """The packages with a window over the others."""
        return tuple(page.package for page in self._system.stack.overlays)

    def granted(self, permission: str) -> bool:
        """Whether the app has a permission."""
        return permission in self._system.packages[self.package].granted

    def setting(self, namespace: str, key: str) -> str:
        """A setting of the phone; the empty text if it is not there."""
        return self._system.settings.get(namespace, key) or ""

    def files(self, folder: str) -> tuple[Stat, ...]:
        """What lies in a folder, sorted by name; nothing if there is no such folder."""
        files = self._system.files
        place = files.stat(folder)
        if place is None or not place.is_directory:
            return ()
        found = (files.stat(f"{folder}/{name}") for name in files.list(folder))
        return tuple(entry for entry in found if entry is not None)

    def read(self, path: str) -> bytes:
        """What is in a file. Raises `FileProblem`."""
        return self._system.files.read(path)

    def receivers(self) -> tuple[Package, ...]:
        """The apps that take what another app shares."""
        takers = (name for name, app in self._system.apps.items() if app.receives is not None)
        return tuple(self._system.packages[name] for name in takers if self._system.packages[name].enabled)


class HandlerContext(Glance[Data], Generic[Data, Shown]):
    """What a handler may do. It belongs to the page that was touched."""

    __slots__ = ("_slot",)

    def __init__(self, system: System, package: str, slot: Slot) -> None:
        super().__init__(system, package)
        self._slot = slot

    # What the app has saved
    @property
    def data(self) -> Data:
        """What the app has saved; putting another value there writes the app's files."""
        return self._system.data[self.package]  # type: ignore[no-any-return]

    @data.setter
    def data(self, data: Data) -> None:
        self._system.set_data(self.package, data)

    # Pages
    @property
    def page(self) -> Shown:
        """The page that was touched; putting another value there shows that one instead."""
        return self._open().page  # type: ignore[return-value]

    @page.setter
    def page(self, page: Page) -> None:
        opened = self._open()
        if opened.page != page:
            keeps = opened.page.__class__ is page.__class__
            pages.put(self._system, self._slot, opened._replace(page=page) if keeps else OpenPage(self.package, page))

    @property
    def below(self) -> Any:
        """The page below this one, as a dialog wants to know it."""
        return self._system.stack.tasks[-1].pages[self._slot.number - 1].page

    def open(self, page: Page) -> None:
        """Show a page on top; back returns to this one."""
        pages.open_page(self._system, self.package, page)

    def back(self) -> None:
        """Close the page on top, or the overlay that this is."""
        pages.close(self._system, self._slot)

    def back_with(self, page: Page) -> None:
        """Close this page and put another value in the place of the one below."""
        below = Slot("task", self._slot.number - 1)
        opened = page_at(self._system.stack, below)
        pages.close(self._system, self._slot)
        if opened is not None:
            pages.put(self._system, below, opened._replace(page=page))

    def back_to(self, kind: type[Page]) -> None:
        """Close pages until one of that kind is on top, or only one is left."""
        pages.close_until(self._system, kind)

    def home(self) -> None:
        """Show the home screen."""
        pages.home(self._system)

    def start(self, package: str, page: Page | None = None) -> bool:
        """Open another app: its own task, or one page of it on top of this one."""
        if page is None:
            return pages.launch(self._system, package, None)
        return pages.open_page(self._system, package, page)

    def share(self, shared: Shared) -> None:
        """Let the person choose an app to hand something to."""
        pages.share(self._system, shared)

    def deliver(self, package: str, shared: Shared) -> bool:
        """Hand something to an app that takes it."""
        receives = self._system.apps[package].receives if package in self._system.apps else None
        return receives is not None and pages.open_page(self._system, package, receives(shared))

    def request(self, permission: str, then: Handler | None = None, argument: Hashable = None) -> None:
        """Ask the person for a permission; `then` runs at once where it is granted, or once it is."""
        pages.request(self._system, self, permission, then, argument)

    def answer_request(self, asked: GrantPermission, granted: bool) -> None:
        """What the person answered to the request of another app: only for the system's own dialog."""
        self.back()
        if granted:
            self._system.grant(asked.package, asked.permission)
            asker: HandlerContext[Any, Any] = HandlerContext(
                self._system, asked.package, Slot("task", self._slot.number - 1)
            )
            pages.run(asker, asked.then, asked.argument)
        else:
            self._system.record("deny", asked.package, asked.permission)

    def overlay(self, page: Page) -> bool:
        """Put a window over whatever is in front; False without the permission for it."""
        return pages.overlay(self._system, self.package, page)

    def remove_overlays(self) -> None:
        """Take this app's own windows away."""
        pages.remove_overlays(self._system, self.package)

    def close_panel(self) -> None:
        """Close the notification shade."""
        pages.close_panel(self._system)

    def open_notification(self, number: int) -> None:
        """Do what a touch on a notification does."""
        pages.open_notification(self._system, number)

    def scroll(self, list_id: str, offset_pixels: int) -> None:
        """Scroll a list of this page."""
        opened = self._open()
        scrolls = {**dict(opened.scrolls), list_id: offset_pixels}
        pages.put(self._system, self._slot, opened._replace(scrolls=tuple(sorted(scrolls.items()))))

    # The system
    @property
    def rng(self) -> SeededRandom:
        """Seeded chance."""
        return self._system.rng

    def toast(self, words: str) -> None:
        """Show a short message."""
        self._system.show_toast(self.package, words)

    def notify(self, title: str, words: str, *, heads_up: bool = False) -> None:
        """Put a notification into the shade."""
        self._system.notify(self.package, title, words, heads_up=heads_up)

    def dismiss(self, number: int) -> None:
        """Take a notification away."""
        self._system.dismiss(number)

    def copy(self, words: str) -> None:
        """Put words on the clipboard."""
        self._system.copy(words, self.package)

    def put_setting(self, namespace: str, key: str, value: str) -> None:
        """Change a setting of the phone."""
        self._system.settings.put(namespace, key, value)

    def exchange(self, host: str, *, bytes_out: int, bytes_in: int, port: int = 443) -> bool:
        """Talk to a host; False if the phone is offline."""
        return self._system.exchange(self.package, host, port, bytes_out, bytes_in)

    def write(self, path: str, content: Content) -> None:
        """Write a file. Raises `FileProblem`."""
        self._system.write_file(path, content, self.package)

    def make_folder(self, path: str) -> None:
        """Make a folder. Raises `FileProblem`."""
        self._system.files.mkdir(path, package=self.package)
        self._system.record("make folder", self.package, path)

    def delete(self, path: str) -> None:
        """Delete a file, or a folder with all that is in it. Raises `FileProblem`."""
        self._system.delete_file(path)

    def save_contact(self, contact: Contact) -> Contact:
        """Add a person (with number 0) or change one."""
        return self._system.save_contact(contact)

    def delete_contact(self, number: int) -> None:
        """Remove a person."""
        self._system.delete_contact(number)

    def grant(self, package: str, permission: str) -> bool:
        """Give a permission: only for the system's own apps."""
        return self._system.grant(package, permission)

    def revoke(self, package: str, permission: str) -> bool:
        """Take a permission away: only for the system's own apps."""
        return self._system.revoke(package, permission)

    def install(self, app: AppFactory | PhoneApp | Manifest) -> Package:
        """Install an app: only for the system's own apps."""
        return installing.install(self._system, app)

    def uninstall(self, package: str) -> bool:
        """Remove an app: only for the system's own apps."""
        return installing.uninstall(self._system, package)

    def stop(self, package: str) -> None:
        """Force an app to stop: only for the system's own apps."""
        installing.end(self._system, package)

    def enable(self, package: str, enabled: bool) -> bool:
        """Switch an app on or off: only for the system's own apps."""
        return installing.enable(self._system, package, enabled)

    def clear_data(self, package: str) -> bool:
        """Empty an app: only for the system's own apps."""
        return installing.clear_data(self._system, package)

    def _open(self) -> OpenPage:
        opened = page_at(self._system.stack, self._slot)
        assert opened is not None, "a handler changed its own page after it was closed"
        return opened
