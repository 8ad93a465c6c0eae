"""The part of the settings about apps: what is installed, what each may do, how to be rid of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Page, navigate_up
from handrail.phone.package import OVERLAY_PERMISSION, RUNTIME_PERMISSIONS
from handrail.phone.ui.scaffold import question, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, heading, line, paragraph, radio, row, scrolling, switch_row

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext


@dataclass(frozen=True, slots=True)
class AppList(Page):
    """Every app that a person knows of."""

    activity: ClassVar[str] = "Settings$ManageApplicationsActivity"

    def view(self, see: Glance[Any]) -> View:
        """By name."""
        shown = [package for package in see.packages.values() if package.manifest.in_launcher]
        rows = [
            row(package.label, package.version_name if package.enabled else "Disabled", on_click=show_app,
                argument=package.name, id="app", description=package.name)
            for package in sorted(shown, key=lambda package: package.label.lower())
        ]  # fmt: skip
        return scaffold("Apps", scrolling(*rows, id="apps_list"), up=navigate_up)


def show_app(do: HandlerContext[Any, AppList], package: str) -> None:
    """One app."""
    do.open(AppInfo(package))


@dataclass(frozen=True, slots=True)
class AppInfo(Page):
    """What is known of an app, and what can be done with it."""

    package: str
    activity: ClassVar[str] = "applications.InstalledAppDetails"

    def view(self, see: Glance[Any]) -> View:
        """Buttons, permissions, storage."""
        package = see.packages.get(self.package)
        if package is None:
            return scaffold("App info", paragraph("This app is not installed"), up=navigate_up)
        away = (
            button("Disable" if package.enabled else "Enable", turn_app, enabled=package.name != see.package)
            if package.system
            else button("Uninstall", ask, "Uninstall")
        )
        allowed = sum(name in package.granted for name in package.declared_permissions if name in RUNTIME_PERMISSIONS)
        overlay = (
            switch_row("Display over other apps", OVERLAY_PERMISSION in package.granted, turn_overlay, id="overlay"),
        )
        return scaffold(
            "App info",
            heading(package.label, "entity_header_title", description=package.name),
            line(button("Open", open_app), away, button("Force stop", ask, "Force stop"), pad_x=42),
            scrolling(
                row("Permissions", f"{allowed} allowed", on_click=show_permissions, id="permissions"),
                row("Clear data", on_click=ask, argument="Clear data", id="clear_data"),
                *(overlay if OVERLAY_PERMISSION in package.declared_permissions else ()),
                row("Version", package.version_name),
            ),
            up=navigate_up,
        )


def open_app(do: HandlerContext[Any, AppInfo]) -> None:
    """Start it."""
    if not do.start(do.page.package):
        do.toast("App is disabled")


def turn_app(do: HandlerContext[Any, AppInfo]) -> None:
    """Switch a system app off or on."""
    package = do.packages.get(do.page.package)
    if package is not None:
        do.enable(package.name, not package.enabled)


def turn_overlay(do: HandlerContext[Any, AppInfo]) -> None:
    """May it show windows over others?"""
    package = do.packages.get(do.page.package)
    if package is not None:
        (do.revoke if OVERLAY_PERMISSION in package.granted else do.grant)(package.name, OVERLAY_PERMISSION)


def show_permissions(do: HandlerContext[Any, AppInfo]) -> None:
    """What it may do."""
    do.open(AppPermissions(do.page.package))


@dataclass(frozen=True, slots=True)
class Confirm(Page):
    """Uninstall, force stop or clear data: is that meant?"""

    package: str
    what: str
    dialog: ClassVar[bool] = True

    def view(self, see: Glance[Any]) -> View:
        """The question, in its own words for each."""
        questions = {
            "Uninstall": "Do you want to uninstall this app?",
            "Force stop": "If you force stop an app, it may misbehave.",
            "Clear data": "This app's data will be permanently deleted.",
        }
        return question(see.label_of(self.package), questions[self.what], "OK", confirm)


def ask(do: HandlerContext[Any, AppInfo], what: str) -> None:
    """Ask first."""
    do.open(Confirm(do.page.package, what))


def confirm(do: HandlerContext[Any, Confirm]) -> None:
    """It was meant."""
    package, what = do.page.package, do.page.what
    do.back()
    if what == "Uninstall":
        do.back_to(AppList)
        do.uninstall(package)
    elif package == do.package:
        do.toast("Settings stays as it is")
    elif what == "Force stop":
        do.stop(package)
    else:
        do.clear_data(package)


@dataclass(frozen=True, slots=True)
class AppPermissions(Page):
    """What an app may do of what it asks for."""

    package: str
    activity: ClassVar[str] = "com.android.permissioncontroller.permission.ui.ManagePermissionsActivity"

    def view(self, see: Glance[Any]) -> View:
        """Those allowed first."""
        package = see.packages.get(self.package)
        asked = [name for name in package.declared_permissions if name in RUNTIME_PERMISSIONS] if package else []
        allowed = [name for name in asked if package and name in package.granted]
        denied = [name for name in asked if name not in allowed]
        return scaffold(
            "App permissions",
            scrolling(heading("Allowed"), *_rows(allowed), heading("Not allowed"), *_rows(denied)),
            up=navigate_up,
        )


def short_name(permission: str) -> str:
    """A permission as a person reads it: `Read contacts`."""
    return permission.rpartition(".")[2].replace("_", " ").capitalize()


def _rows(names: list[str]) -> tuple[View, ...]:
    if not names:
        return (row("No permissions"),)
    return tuple(
        row(short_name(name), RUNTIME_PERMISSIONS[name], on_click=show_permission, argument=name, id="permission")
        for name in names
    )


def show_permission(do: HandlerContext[Any, AppPermissions], permission: str) -> None:
    """One permission."""
    do.open(PermissionPage(do.page.package, permission))


@dataclass(frozen=True, slots=True)
class PermissionPage(Page):
    """Allow one thing or not."""

    package: str
    permission: str
    activity: ClassVar[str] = "com.android.permissioncontroller.permission.ui.AppPermissionActivity"

    def view(self, see: Glance[Any]) -> View:
        """Two radio buttons."""
        package = see.packages.get(self.package)
        granted = package is not None and self.permission in package.granted
        whose = heading(see.label_of(self.package), "entity_header_label", description=self.package)
        return scaffold(short_name(self.permission), whose,
                        radio("Allow", granted, allow, id="allow_radio_button"),
                        radio("Don't allow", not granted, deny, id="deny_radio_button"), up=navigate_up)  # fmt: skip


def allow(do: HandlerContext[Any, PermissionPage]) -> None:
    """It may."""
    do.grant(do.page.package, do.page.permission)


def deny(do: HandlerContext[Any, PermissionPage]) -> None:
    """It may not."""
    do.revoke(do.page.package, do.page.permission)
