"""The phone's system: everything that is not a window. What changes goes through here and is recorded.

Parts are public to the modules of this room and to nobody else; a person touches the `Phone`, an app its `Context`.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from handrail.phone.app import PhoneApp
from handrail.phone.clock import PhoneClock
from handrail.phone.files import Content, FileSystem, Stored
from handrail.phone.network import Network
from handrail.phone.package import OVERLAY_PERMISSION, RUNTIME_PERMISSIONS, SYSTEM_UID, Package
from handrail.phone.rng import SeededRandom, rng_for
from handrail.phone.settings import SystemSettings
from handrail.phone.tasks import StackState
from handrail.phone.values import Clip, Contact, LoggedEvent, Notification, Process

LAUNCHER = "com.android.launcher"
SYSTEM_UI = "com.android.systemui"
PERMISSION_CONTROLLER = "com.android.permissioncontroller"
CHOOSER = "com.android.intentresolver"
CONTACTS_DATABASE = "/data/data/com.android.providers.contacts/databases/contacts2.db"
TOAST_MS = 3500
HEADS_UP_MS = 8000


class System:
    """The state of a phone and the ways in which it changes."""

    def __init__(self, seed: int, started: datetime) -> None:
        self.seed = seed
        self.clock = PhoneClock(started)
        self.rng: SeededRandom = rng_for(seed, "system")
        self.generation = 1
        self.packages: dict[str, Package] = {}
        self.apps: dict[str, PhoneApp] = {}
        self.data: dict[str, Any] = {}
        self.contacts: tuple[Contact, ...] = ()
        self.notifications: tuple[Notification, ...] = ()
        self.clipboard = Clip()
        self.processes: tuple[Process, ...] = ()
        self.stack = StackState(())
        self.toast: tuple[str, int] = ("", 0)
        self.events: list[LoggedEvent] = []
        self.counters: dict[str, int] = {}
        self.next_churn_ms = 0
        self.background_ran_ms = 0
        self.files = FileSystem(lambda: self.clock.epoch_ms, self.uid_of, self._file_changed)
        self.settings = SystemSettings(self.setting_changed)
        self.network = Network(lambda: self.clock.epoch_ms, self.uid_of)

    def uid_of(self, package: str) -> int:
        """The number under which a package runs; the system's own for names without a package."""
        found = self.packages.get(package)
        if found is not None:
            return found.uid
        return 0 if package == "root" else SYSTEM_UID

    def _file_changed(self, path: str) -> None:
        """A person's own files can be seen; those of apps and of the system cannot."""
        if path.startswith("/sdcard"):
            self.generation += 1

    def count(self, name: str, first: int = 1) -> int:
        """The next number of its kind."""
        number = self.counters.get(name, first)
        self.counters[name] = number + 1
        return number

    def record(self, what: str, package: str = "", detail: str = "", *, visible: bool = True) -> None:
        """Note that something changed; `visible` makes the screen be built anew."""
        if visible:
            self.generation += 1
        self.events.append(LoggedEvent(what, package, detail, self.clock.epoch_ms, self.generation))

    def show(self, stack: StackState, what: str, package: str, detail: str = "") -> None:
        """Another stack of pages."""
        if stack != self.stack:
            self.stack = stack
            self.record(what, package, detail)

    def set_data(self, package: str, data: Any) -> None:
        """An app saves other data, and so writes those of its files that become different."""
        before = self.data.get(package)
        if data is before or data == before:
            return
        self.data[package] = data
        written = self.store(package)
        self.record("data", package, ", ".join(written))

    def store(self, package: str) -> list[str]:
        """Write the files that an app's data makes, where they are not so yet."""
        written = []
        for path, value in self.apps[package].stored(self.data[package]).items():
            place = f"/data/data/{package}/{path}"
            content = Stored(value, database=path.endswith(".db"))
            if self.files.content(place) != content:
                self.files.write(place, content, package=package)
                written.append(path)
        return written

    def show_toast(self, package: str, words: str) -> None:
        """A short message over the screen."""
        self.toast = (words, self.clock.elapsed_ms + TOAST_MS)
        self.record("toast", package, words, visible=False)

    def notify(self, package: str, title: str, words: str, *, heads_up: bool) -> Notification:
        """A new entry in the notification shade."""
        number = self.count("notification")
        entry = Notification(number, package, title, words, self.clock.epoch_ms, heads_up)
        self.notifications = (entry, *self.notifications)[:50]
        self.record("notification", package, title)
        return entry

    def dismiss(self, number: int) -> bool:
        """Take an entry out of the shade."""
        kept = tuple(entry for entry in self.notifications if entry.number != number)
        if len(kept) == len(self.notifications):
            return False
        self.notifications = kept
        self.record("dismiss", "", str(number))
        return True

    def heads_up(self) -> Notification | None:
        """The notification that is shown over the app now."""
        for entry in self.notifications:
            if entry.heads_up and self.clock.epoch_ms - entry.at_ms < HEADS_UP_MS:
                return entry
        return None

    def copy(self, words: str, package: str | None) -> None:
        """Words on the clipboard."""
        self.clipboard = Clip(words, package, self.clock.epoch_ms)
        self.record("clipboard", package or "", words)

    def setting_changed(self, namespace: str, key: str, before: str, after: str) -> None:
        """What goes with another setting: its file, and the record."""
        value = tuple(self.settings.all(namespace).items())
        self.files.write(f"/data/system/users/0/settings_{namespace}.xml", Stored(value, database=False))
        self.record("setting", "", f"{namespace} {key}: {before} -> {after}")

    def online(self) -> bool:
        """Whether anything reaches the network."""
        if self.settings.get("global", "airplane_mode_on") == "1":
            return False
        return "1" in (self.settings.get("global", "wifi_on"), self.settings.get("global", "mobile_data"))

    def exchange(self, package: str, host: str, port: int, bytes_out: int, bytes_in: int) -> bool:
        """A package talks to a host; False if the phone is offline or the package may not."""
        found = self.packages.get(package)
        if not self.online() or found is None or not found.enabled:
            return False
        self.network.use(package, host, port, bytes_out, bytes_in)
        self.record("network", package, f"{host}:{port} out {bytes_out} in {bytes_in}", visible=False)
        return True

    def write_file(self, path: str, content: Content, package: str | None) -> None:
        """A file written by an app."""
        self.files.write(path, content, package=package)
        self.record("file", package or "", path)

    def delete_file(self, path: str) -> None:
        """A file, or a folder with all that is in it, deleted by an app."""
        self.files.delete(path, recursive=True)
        self.record("delete file", "", path)

    def save_contact(self, contact: Contact) -> Contact:
        """Add a person (with number 0) or change one."""
        saved = contact if contact.number else replace(contact, number=self.count("contact"))
        others = [other for other in self.contacts if other.number != saved.number]
        self.contacts = tuple(sorted((*others, saved), key=lambda person: (person.name.lower(), person.number)))
        self._contacts_changed("contact", saved.name)
        return saved

    def delete_contact(self, number: int) -> None:
        """Remove a person, if there."""
        gone = [person for person in self.contacts if person.number == number]
        if gone:
            self.contacts = tuple(person for person in self.contacts if person.number != number)
            self._contacts_changed("delete contact", gone[0].name)

    def _contacts_changed(self, what: str, name: str) -> None:
        self.files.write(CONTACTS_DATABASE, Stored(self.contacts, database=True))
        self.record(what, "com.android.providers.contacts", name)

    def grant(self, package: str, permission: str) -> bool:
        """Give a permission; False if the package never declared it."""
        return self._set_granted(package, permission, True)

    def revoke(self, package: str, permission: str) -> bool:
        """Take a permission away; False if the package never declared it, or it is not one to take."""
        return self._set_granted(package, permission, False)

    def _set_granted(self, package: str, permission: str, granted: bool) -> bool:
        found = self.packages.get(package)
        if found is None or permission not in found.declared_permissions:
            return False
        if permission not in RUNTIME_PERMISSIONS and permission != OVERLAY_PERMISSION:
            return False
        if (permission in found.granted) != granted:
            change = found.granted | {permission} if granted else found.granted - {permission}
            self.set_package(replace(found, granted=change))
            self.record("grant" if granted else "revoke", package, permission)
        return True

    def set_package(self, package: Package) -> None:
        """Another state of an installed package, and the system's file of it."""
        self.packages[package.name] = package
        self.write_package_list()

    def write_package_list(self) -> None:
        """The system's own files of what is installed and granted."""
        names = tuple((package.name, package.version_code, package.enabled) for package in self.packages.values())
        grants = tuple((package.name, tuple(sorted(package.granted))) for package in self.packages.values())
        self._write_if_other("/data/system/packages.xml", names)
        self._write_if_other("/data/misc_de/0/apexdata/com.android.permission/runtime-permissions.xml", grants)

    def _write_if_other(self, path: str, value: object) -> None:
        content = Stored(value, database=False)
        if self.files.content(path) != content:
            self.files.write(path, content)

    def start_process(self, package: str) -> None:
        """The process of a package, if it does not run yet."""
        if all(process.name != package for process in self.processes):
            pid = self.count("pid", 1200)
            self.processes = (*self.processes, Process(pid, package, self.uid_of(package), self.clock.epoch_ms))

    def end_process(self, package: str) -> None:
        """The process of a package ends, with its connections."""
        self.processes = tuple(process for process in self.processes if process.name != package)
        self.network.close_all(package)
