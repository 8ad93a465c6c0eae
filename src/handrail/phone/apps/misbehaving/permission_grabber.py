"""A torch that asks for everything, one question after another, and asks again when it is opened again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, switch_row

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.bright.torch"
WANTED = tuple(f"android.permission.{name}" for name in (
    "CAMERA", "READ_CONTACTS", "READ_SMS", "SEND_SMS", "RECORD_AUDIO", "ACCESS_FINE_LOCATION"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Main(Page):
    """One switch, and a wish."""

    on: bool = False
    activity: ClassVar[str] = "MainActivity"

    def view(self, _: Glance[Any]) -> View:
        """The switch asks first."""
        return scaffold("Bright Torch", switch_row("Torch", self.on, turn_on), button("Enable all features", ask_next))


def turn_on(do: HandlerContext[Any, Main]) -> None:
    """Light, after all the questions."""
    do.page = Main(not do.page.on)
    ask_next(do)


def ask_next(do: HandlerContext[Any, Any]) -> None:
    """The next thing that it was not given yet."""
    for permission in WANTED:
        if not do.granted(permission):
            do.request(permission, ask_next)
            return


def bright_torch(_: Origin) -> PhoneApp:
    """The app that grabs."""
    return PhoneApp(Manifest(PACKAGE, "Bright Torch", permissions=WANTED, target_sdk=22), Main)
