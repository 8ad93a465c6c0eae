"""A browser without a network behind it: it takes addresses, from a person or from another app, and shows no page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import field, heading, paragraph

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "com.example.browser"


@dataclass(frozen=True, slots=True)
class Web(Page):
    """The address that is typed, and the one that was gone to."""

    address: str = ""
    shown: str = ""
    activity: ClassVar[str] = "BrowserActivity"

    def view(self, _: Glance[Any]) -> View:
        """The field, and why there is no page."""
        page = (
            (heading(self.shown, "page_address"), paragraph("This site can't be reached", "page")) if self.shown else ()
        )
        return scaffold("Browser", field("address", self.address, "Search or type web address", on_enter=go), *page)


def at(address: str) -> Web:
    """The page after another app asked for an address."""
    return Web(address, address)


def go(do: HandlerContext[Any, Web]) -> None:
    """Ask for what was typed."""
    if do.page.address:
        do.page = at(do.page.address)


def browser(_: Origin) -> PhoneApp:
    """The browser."""
    manifest = Manifest(
        PACKAGE, "Browser", ("BrowserActivity",), ("android.permission.INTERNET",), version_name="120.0"
    )
    return PhoneApp(manifest, Web)
