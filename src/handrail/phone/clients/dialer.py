"""Calls: a number, and a call that nobody answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, field, heading, line, paragraph

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.dialer"


@dataclass(frozen=True, slots=True)
class Dial(Page):
    """A number that is not called yet."""

    number: str = ""
    activity: ClassVar[str] = "DialtactsActivity"

    def view(self, _: Glance[Any]) -> View:
        """The number and the button."""
        call_button = button("Call", call, id="dialpad_floating_action_button", enabled=bool(self.number.strip()))
        return scaffold("Phone", field("number", self.number, "Number", id="digits"), line(call_button, pad_x=42))


@dataclass(frozen=True, slots=True)
class OngoingCall(Page):
    """A call that goes on."""

    number: str
    activity: ClassVar[str] = "InCallActivity"

    def view(self, _: Glance[Any]) -> View:
        """Who is called, and how to end it."""
        return scaffold(
            "Calling",
            heading(self.number, "contactgrid_contact_name"),
            paragraph("Calling…", "contactgrid_status_text"),
            line(button("End call", end, id="incall_end_call"), pad_x=42),
        )


def call(do: HandlerContext[Any, Dial]) -> None:
    """Call the number."""
    if do.page.number.strip():
        do.open(OngoingCall(do.page.number.strip()))


def end(do: HandlerContext[Any, OngoingCall]) -> None:
    """Hang up."""
    do.back()


def dialer(_: Origin) -> PhoneApp:
    """The app for calls."""
    manifest = Manifest(
        PACKAGE, "Phone", ("DialtactsActivity",), ("android.permission.CALL_PHONE",), version_name="100.0"
    )
    return PhoneApp(manifest, Dial)
