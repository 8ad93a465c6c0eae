"""Installing and removing apps: packages, their files, their data."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from handrail.error import Misuse
from handrail.phone import pages, tasks
from handrail.phone.app import AppFactory, Origin, Page, PhoneApp
from handrail.phone.files import Filler
from handrail.phone.package import FIRST_APP_UID, OVERLAY_PERMISSION, RUNTIME_PERMISSIONS, Manifest, Package
from handrail.phone.rng import rng_for
from handrail.phone.system import LAUNCHER, System
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import paragraph


@dataclass(frozen=True, slots=True)
class EmptyPage(Page):
    """What an app shows of which only the manifest is known."""

    activity: ClassVar[str] = ""
    label: str = ""

    def view(self, _: Any) -> View:
        """A title and nothing to do."""
        return scaffold(self.label, paragraph("Nothing here yet", "empty"))


def app_from(app: AppFactory | PhoneApp | Manifest, system: System) -> PhoneApp:
    """The app itself, whichever way it was given."""
    if isinstance(app, Manifest):
        return PhoneApp(app, lambda: EmptyPage(app.label))
    if isinstance(app, PhoneApp):
        return app
    module = f"{getattr(app, '__module__', '')}.{getattr(app, '__qualname__', '')}"
    return app(Origin(rng_for(system.seed, module), system.clock.now))


def install(system: System, given: AppFactory | PhoneApp | Manifest) -> Package:
    """Install an app, or put another version in the place of one: its data and permissions then stay."""
    app = app_from(given, system)
    manifest, now = app.manifest, system.clock.now
    before = system.packages.get(manifest.name)
    if before is not None and before.system and not manifest.system:
        raise Misuse(f"{manifest.name} is part of the system; install under another package name")
    if before is None:
        granted = frozenset(name for name in manifest.permissions if _is_granted_at_once(manifest, name))
        package = Package(manifest, system.count("uid", FIRST_APP_UID), now, now, granted)
    else:
        still = frozenset(name for name in before.granted if name in manifest.permissions)
        package = replace(before, manifest=manifest, last_update=now, granted=still)
    system.apps[manifest.name] = app
    system.packages[manifest.name] = package
    _lay_out_files(system, app, package)
    if before is None or not isinstance(system.data.get(manifest.name), type(app.data)):
        system.data[manifest.name] = app.data
    system.store(manifest.name)
    system.write_package_list()
    system.record("install" if before is None else "update", manifest.name, manifest.version_name)
    return package


def _is_granted_at_once(manifest: Manifest, permission: str) -> bool:
    """Apps of the system have what they declare; others are asked about what matters."""
    return manifest.system or (permission not in RUNTIME_PERMISSIONS and permission != OVERLAY_PERMISSION)


def _lay_out_files(system: System, app: PhoneApp, package: Package) -> None:
    name = package.name
    size = 400_000 + len(name) * 9_173 + package.version_code
    system.files.write(package.apk_path, Filler(size, f"{name} {package.version_code}"), package="android", mode=0o644)
    for folder in ("", "/cache", "/files", "/databases", "/shared_prefs"):
        system.files.mkdir(package.data_path + folder, package=name, mode=0o700 if folder == "" else 0o771)
    for path, content in app.files.items():
        if not system.files.exists(path):
            system.files.write(path, content, package=name)


def end(system: System, package: str) -> None:
    """Everything of an app that runs goes; what was behind it is not brought to the front, the home screen is."""
    if package == LAUNCHER:
        pages.home(system)
        return
    system.end_process(package)
    stack = tasks.without(system.stack, package)
    if tasks.front(stack).number != tasks.front(system.stack).number:
        stack = tasks.to_front(stack, LAUNCHER)
    system.show(stack, "stop", package)


def uninstall(system: System, package: str) -> bool:
    """Remove an app with its files and data; False if there is none or it is part of the system."""
    found = system.packages.get(package)
    if found is None or found.system:
        return False
    end(system, package)
    for folder in (found.data_path, found.apk_path.rpartition("/")[0]):
        if system.files.exists(folder):
            system.files.delete(folder, recursive=True)
    system.notifications = tuple(entry for entry in system.notifications if entry.package != package)
    del system.packages[package], system.apps[package]
    system.data.pop(package, None)
    system.write_package_list()
    system.record("uninstall", package)
    return True


def enable(system: System, package: str, enabled: bool) -> bool:
    """Switch an app on or off; False if there is none."""
    found = system.packages.get(package)
    if found is None or package == LAUNCHER:
        return False
    if found.enabled != enabled:
        if not enabled:
            end(system, package)
        system.set_package(replace(found, enabled=enabled))
        system.record("enable" if enabled else "disable", package)
    return True


def clear_data(system: System, package: str) -> bool:
    """Make an app forget everything; False if there is none."""
    found = system.packages.get(package)
    if found is None or package == LAUNCHER:
        return False
    end(system, package)
    if system.files.exists(found.data_path):
        system.files.delete(found.data_path, recursive=True)
    app = system.apps[package]
    _lay_out_files(system, app, found)
    system.data[package] = app.data
    system.store(package)
    system.record("clear data", package)
    return True
