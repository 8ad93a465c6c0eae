"""The home screen, all apps, and recent apps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Direction, Origin, Page, PhoneApp
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import bare
from handrail.phone.ui.view import FILL, View
from handrail.phone.ui.widgets import TEXT_VIEW, card, column, field, grid, heading, line, row, scrolling, text

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext
    from handrail.phone.package import Package

COLUMNS = 4
ON_HOME_SCREEN = 12
IN_DOCK = ("com.example.messages", "com.example.contacts", "com.example.mail", "com.android.settings")


def _with_icon(see: Glance[Any]) -> list[Package]:
    shown = [package for package in see.packages.values() if package.manifest.in_launcher and package.enabled]
    return sorted(shown, key=lambda package: package.label.lower())


def _icon(package: Package) -> View:
    return View(TEXT_VIEW, package.label, package.label, "icon", height=250, text_size=34, pad_x=10, pad_y=180,
                on_click=start, on_long_click=show_info, argument=package.name)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Home(Page):
    """The first page: a date, some icons, the dock. A swipe up shows all apps."""

    activity: ClassVar[str] = "com.android.launcher3.Launcher"

    def view(self, see: Glance[Any]) -> View:
        """Icons of a person's apps first, the dock below."""
        apps = _with_icon(see)
        dock = [package for name in IN_DOCK for package in apps if package.name == name]
        others = [package for package in apps if package not in dock][:ON_HOME_SCREEN]
        return bare(
            heading(f"{see.now:%A}, {see.now:%d} {see.now:%B}", "date"),
            grid(*[_icon(package) for package in others], columns=COLUMNS, id="workspace"),
            line(*[_icon(package)._replace(width=FILL) for package in dock], id="hotseat"),
            text("Swipe up for all apps", "all_apps_hint", size=32),
        )

    def on_back(self, do: HandlerContext[Any, Any]) -> None:
        """There is nothing behind the home screen."""

    def on_swipe(self, do: HandlerContext[Any, Any], direction: Direction) -> None:
        """Up shows all apps."""
        if direction == "up":
            do.open(AllApps())


@dataclass(frozen=True, slots=True)
class AllApps(Page):
    """Every app with an icon, and a field to find one."""

    search: str = ""

    def view(self, see: Glance[Any]) -> View:
        """Those whose name has what was typed."""
        apps = [package for package in _with_icon(see) if self.search.lower() in package.label.lower()]
        return bare(
            field("search", self.search, "Search apps", id="search_container_all_apps", on_enter=start_first),
            grid(*[_icon(package) for package in apps], columns=COLUMNS, id="apps_list_view"),
        )

    def on_swipe(self, do: HandlerContext[Any, Any], direction: Direction) -> None:
        """Down goes back to the home screen."""
        if direction == "down":
            do.back()


@dataclass(frozen=True, slots=True)
class Recents(Page):
    """The tasks that are open, the last used first."""

    activity: ClassVar[str] = "com.android.quickstep.RecentsActivity"

    def view(self, see: Glance[Any]) -> View:
        """One card for each task."""
        names = [name for name in see.tasks if name in see.packages and see.packages[name].manifest.in_launcher]
        cards = [
            card(text(see.packages[name].label, "title"), on_click=start, argument=name, id="task",
                 description=see.packages[name].label)
            for name in names
        ]  # fmt: skip
        clear = (row("Clear all", on_click=clear_recents, id="clear_all"),) if names else ()
        return bare(column(heading("Recent apps")), scrolling(*cards, *clear, empty="No recent items"))


def start(do: HandlerContext[Any, Any], package: str) -> None:
    """An icon was touched."""
    if not do.start(package):
        do.toast("App isn't installed")


def start_first(do: HandlerContext[Any, AllApps]) -> None:
    """Enter in the search field starts the first app found."""
    found = [package for package in _with_icon(do) if do.page.search.lower() in package.label.lower()]
    if found:
        start(do, found[0].name)


def show_info(do: HandlerContext[Any, Any], package: str) -> None:
    """A long touch on an icon shows the settings of that app."""
    from handrail.phone.apps.settings import AppInfo

    do.start("com.android.settings", AppInfo(package))


def clear_recents(do: HandlerContext[Any, Recents]) -> None:
    """Every task goes; what was saved stays."""
    for name in do.tasks:
        if name != do.package:
            do.stop(name)
    do.back()


def launcher(_: Origin) -> PhoneApp:
    """The app behind the home key."""
    manifest = Manifest("com.android.launcher", "Launcher", ("com.android.launcher3.Launcher",), system=True,
                        version_name="14", version_code=34, in_launcher=False)  # fmt: skip
    return PhoneApp(manifest, Home)
