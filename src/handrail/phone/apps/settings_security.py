"""The part of the settings about the screen lock, unknown apps, and apps that act for a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from handrail.phone.app import Page, navigate_up
from handrail.phone.ui.scaffold import message, question, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import field, row, scrolling, setting_switch, switch_row

if TYPE_CHECKING:
    from handrail.phone.apps.settings import SettingsData
    from handrail.phone.context import Glance, HandlerContext

SERVICES = "enabled_accessibility_services"
LOCKS = (("None", "0"), ("Swipe", "65536"), ("PIN", "131072"), ("Password", "262144"))


@dataclass(frozen=True, slots=True)
class SecurityPage(Page):
    """Screen lock, app verification, unknown sources."""

    activity: ClassVar[str] = "Settings$SecurityDashboardActivity"

    def view(self, see: Glance[SettingsData]) -> View:
        """A choice and two switches."""
        lock = next((name for name, kind in LOCKS if kind == see.setting("secure", "lockscreen.password_type")), "None")
        return scaffold(
            "Security",
            scrolling(
                row("Screen lock", lock, on_click=show_locks, id="screen_lock"),
                setting_switch(
                    see, "Install unknown apps", "secure", "install_non_market_apps", "Apps from other sources"
                ),
                setting_switch(see, "Scan apps for harm", "global", "package_verifier_enable"),
            ),
            up=navigate_up,
        )


@dataclass(frozen=True, slots=True)
class LockPage(Page):
    """How the screen is locked."""

    activity: ClassVar[str] = "ChooseLockGeneric"

    def view(self, _: Glance[SettingsData]) -> View:
        """A row for each way."""
        return scaffold("Choose a screen lock", *[row(name, on_click=choose_lock, argument=name) for name, _ in LOCKS],
                        up=navigate_up)  # fmt: skip


def show_locks(do: HandlerContext[SettingsData, SecurityPage]) -> None:
    """The ways to lock."""
    do.open(LockPage())


def choose_lock(do: HandlerContext[SettingsData, LockPage], name: str) -> None:
    """With a secret, ask for it; without, ask whether that is meant."""
    do.open(SetSecret(name) if name in ("PIN", "Password") else RemoveLock(name))


@dataclass(frozen=True, slots=True)
class SetSecret(Page):
    """A new PIN or password."""

    kind: str
    secret: str = ""
    activity: ClassVar[str] = "ChooseLockPassword"

    def view(self, _: Glance[SettingsData]) -> View:
        """A field that shows dots."""
        return scaffold(f"Set {self.kind}", field("secret", self.secret, self.kind, password=True, on_enter=set_lock),
                        row("Confirm", on_click=set_lock, enabled=len(self.secret) >= 4), up=navigate_up)  # fmt: skip


def set_lock(do: HandlerContext[SettingsData, SetSecret]) -> None:
    """From now on the screen is locked with that."""
    if len(do.page.secret) < 4:
        do.toast("Use at least 4 characters")
        return
    do.put_setting("secure", "lockscreen.password_type", dict(LOCKS)[do.page.kind])
    do.write("/data/system/locksettings.db", f"{do.page.kind} {len(do.page.secret)}".encode())
    do.back_to(SecurityPage)


@dataclass(frozen=True, slots=True)
class RemoveLock(Page):
    """Is the phone to be open to everybody?"""

    kind: str
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[SettingsData]) -> View:
        """The question."""
        return question("Remove screen lock?", "Anyone who has this phone can use it.", "Remove", remove_lock)


def remove_lock(do: HandlerContext[SettingsData, RemoveLock]) -> None:
    """No secret any more."""
    do.put_setting("secure", "lockscreen.password_type", dict(LOCKS)[do.page.kind])
    do.back_to(SecurityPage)


@dataclass(frozen=True, slots=True)
class AccessibilityPage(Page):
    """Apps that may read the screen and touch it."""

    activity: ClassVar[str] = "Settings$AccessibilitySettingsActivity"

    def view(self, see: Glance[SettingsData]) -> View:
        """A switch for each app that offers a service."""
        on = _services_on(see)
        rows = [
            switch_row(package.label, package.name in on, turn_service, package.name, id="service")._replace(
                description=package.name
            )
            for package in see.packages.values()
            if "android.permission.BIND_ACCESSIBILITY_SERVICE" in package.declared_permissions
        ]
        return scaffold("Accessibility", scrolling(*rows, empty="No downloaded services"), up=navigate_up)


def _services_on(see: Glance[SettingsData]) -> list[str]:
    return [name for name in see.setting("secure", SERVICES).split(":") if name]


def turn_service(do: HandlerContext[SettingsData, AccessibilityPage], package: str) -> None:
    """Switching off needs no question; switching on does."""
    if package in _services_on(do):
        do.put_setting("secure", SERVICES, ":".join(name for name in _services_on(do) if name != package))
    else:
        do.open(AllowService(package))


@dataclass(frozen=True, slots=True)
class AllowService(Page):
    """May it have full control of the phone?"""

    package: str
    dialog: ClassVar[bool] = True

    def view(self, see: Glance[SettingsData]) -> View:
        """The question, with what it means."""
        title = f"Allow {see.label_of(self.package)} to have full control of your device?"
        words = message("It can read all content on the screen and act for you.")._replace(description=self.package)
        return question(title, words, "Allow", allow_service, refuse="Deny")


def allow_service(do: HandlerContext[SettingsData, AllowService]) -> None:
    """It may."""
    do.put_setting("secure", SERVICES, ":".join([*_services_on(do), do.page.package]))
    do.back()
