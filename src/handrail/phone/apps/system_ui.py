"""The system's own pages: notification shade, banner, permission dialog, share sheet, recent apps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Direction, Origin, Page, PhoneApp, Shared
from handrail.phone.package import RUNTIME_PERMISSIONS, Manifest
from handrail.phone.ui.scaffold import bare, dialog
from handrail.phone.ui.view import Arrange, View
from handrail.phone.ui.widgets import FRAME_LAYOUT, TEXT_VIEW, button, heading, image, line, row, scrolling, switch

if TYPE_CHECKING:
    from collections.abc import Hashable

    from handrail.phone.context import Glance, HandlerContext
    from handrail.phone.ui.view import Handler
    from handrail.phone.values import Notification

TILES = (("Internet", "wifi_on"), ("Bluetooth", "bluetooth_on"), ("Airplane mode", "airplane_mode_on"))


@dataclass(frozen=True, slots=True)
class Shade(Page):
    """Quick settings and notifications, pulled down over everything."""

    activity: ClassVar[str] = "NotificationShade"

    def view(self, see: Glance[Any]) -> View:
        """The tiles, then one row for each notification."""
        tiles = [
            switch(see.setting("global", key) == "1", turn_tile, key, id="tile", label=label) for label, key in TILES
        ]
        rows = [_notification_row(see, entry) for entry in see.notifications]
        return bare(
            line(*tiles, id="quick_settings_panel", pad_x=42),
            scrolling(*rows, id="notification_stack_scroller", empty="No notifications"),
            line(button("Clear all", clear_all, id="dismiss_text", enabled=bool(rows)), pad_x=42),
        )

    def on_back(self, do: HandlerContext[Any, Any]) -> None:
        """Closes the shade."""
        do.close_panel()

    def on_swipe(self, do: HandlerContext[Any, Any], direction: Direction) -> None:
        """Up closes the shade."""
        if direction == "up":
            do.close_panel()


def _notification_row(see: Glance[Any], entry: Notification) -> View:
    words = f"{see.label_of(entry.package)} • {entry.text}"
    return row(entry.title, words, on_click=open_notification, argument=entry.number, id="notification")


def turn_tile(do: HandlerContext[Any, Shade], key: str) -> None:
    """A tile of the quick settings."""
    do.put_setting("global", key, "0" if do.setting("global", key) == "1" else "1")


def clear_all(do: HandlerContext[Any, Shade]) -> None:
    """Every notification goes."""
    for entry in do.notifications:
        do.dismiss(entry.number)
    do.close_panel()


def open_notification(do: HandlerContext[Any, Any], number: int) -> None:
    """The app of a notification comes to the front."""
    do.open_notification(number)


def banner(entry: Notification, app: str) -> View:
    """A notification shown over the app for some seconds."""
    said = {"app_name_text": app, "title": entry.title, "text": entry.text}
    words = tuple(View(TEXT_VIEW, text, id=f"android:id/{name}") for name, text in said.items())
    return View(FRAME_LAYOUT, id="heads_up", arrange=Arrange.COLUMN, pad_x=42, pad_y=26, children=words,
                on_click=open_notification, argument=entry.number)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GrantPermission(Page):
    """May this app do that? `then` is what the app goes on with if it may."""

    package: str
    permission: str
    then: Handler | None = None
    argument: Hashable = None
    activity: ClassVar[str] = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
    dialog: ClassVar[bool] = True
    cancelable: ClassVar[bool] = False

    def view(self, see: Glance[Any]) -> View:
        """The question and two answers."""
        asked = RUNTIME_PERMISSIONS.get(self.permission, self.permission)
        question = f"Allow {see.label_of(self.package)} to {asked}?"
        what = f"{self.package} {self.permission}"
        return dialog(
            "",
            View(TEXT_VIEW, question, what, "permission_message", pad_x=63, pad_y=42, text_size=48),
            button("Allow", answer, True, id="permission_allow_button", width=-1),
            button("Don't allow", answer, False, id="permission_deny_button", width=-1),
        )


def answer(do: HandlerContext[Any, GrantPermission], granted: bool) -> None:
    """The person's answer goes to the app that asked."""
    do.answer_request(do.page, granted)


@dataclass(frozen=True, slots=True)
class Chooser(Page):
    """With which app is this to be shared?"""

    shared: Shared
    activity: ClassVar[str] = "com.android.intentresolver.ChooserActivity"
    dialog: ClassVar[bool] = True

    def view(self, see: Glance[Any]) -> View:
        """What is shared, and the apps that take it."""
        what = self.shared.text or self.shared.path.rpartition("/")[2]
        rows = [
            row(
                package.label,
                leading=image(package.label),
                on_click=share_with,
                argument=package.name,
                id="chooser_row",
                description=package.name,
            )
            for package in see.receivers()
        ]
        copy = (button("Copy", copy_shared, id="copy"),) if self.shared.text else ()
        preview = heading(what, "content_preview_text", description=self.shared.path)
        return dialog("Share", preview, *rows, buttons=copy)


def share_with(do: HandlerContext[Any, Chooser], package: str) -> None:
    """Hand it over; the sheet goes."""
    shared = do.page.shared
    do.back()
    do.deliver(package, shared)


def copy_shared(do: HandlerContext[Any, Chooser]) -> None:
    """Onto the clipboard instead."""
    do.copy(do.page.shared.text)
    do.back()


@dataclass(frozen=True, slots=True)
class Nothing(Page):
    """Stands for a system app that has no window of its own."""

    def view(self, _: Glance[Any]) -> View:
        """Nothing to see."""
        return bare()


def _hidden(name: str, label: str, permissions: tuple[str, ...] = ()) -> PhoneApp:
    manifest = Manifest(
        name, label, (), permissions, version_name="14", version_code=34, system=True, in_launcher=False
    )
    return PhoneApp(manifest, Nothing)


def system_ui(_: Origin) -> PhoneApp:
    """Status bar, notification shade, banners."""
    return _hidden("com.android.systemui", "System UI")


def permission_controller(_: Origin) -> PhoneApp:
    """Asks for permissions."""
    return _hidden("com.android.permissioncontroller", "Permission controller")


def intent_resolver(_: Origin) -> PhoneApp:
    """Asks with which app to share."""
    return _hidden("com.android.intentresolver", "Intent resolver")


def contacts_provider(_: Origin) -> PhoneApp:
    """Keeps the contacts for all apps."""
    return _hidden("com.android.providers.contacts", "Contacts storage")
