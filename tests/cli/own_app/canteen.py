"""An app of somebody's own, on a simulated phone of their own: money on the canteen cards of their children.

`--device canteen:FILE` is the phone; each payment adds a line to the file, which is what really happened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import AppFactory, Origin, Page, PhoneApp, navigate_up
from handrail.phone.device import PhoneDevice
from handrail.phone.first_boot import APPS
from handrail.phone.package import Manifest
from handrail.phone.phone import Phone
from handrail.phone.ui.scaffold import scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import button, heading, paragraph, radio, row, scrolling
from handrail.phone.ui.widgets import field as text_field

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext

PACKAGE = "org.school.canteen"
SUMS = (5, 10, 20, 50)


@dataclass(frozen=True, slots=True)
class Cards:
    """What is on the cards, and where payments are written."""

    paid_to: Path
    euros: tuple[tuple[str, int], ...] = (("Mia Klein", 4), ("Noah Klein", 11), ("Lea Sommer", 0))


@dataclass(frozen=True, slots=True)
class Overview(Page):
    """The page that the icon opens."""

    activity: ClassVar[str] = "OverviewActivity"

    def view(self, see: Glance[Any]) -> View:
        """A card for each child."""
        rows = [
            row(name, f"Balance: €{euros}.00", on_click=open_card, argument=name, id="child")
            for name, euros in see.data.euros
        ]
        return scaffold("Canteen", scrolling(*rows, id="children"))


@dataclass(frozen=True, slots=True)
class TopUp(Page):
    """How much goes onto one card."""

    name: str
    sum: int = 0
    note: str = ""
    activity: ClassVar[str] = "TopUpActivity"

    def view(self, _: Glance[Any]) -> View:
        """The sums that there are, and a word for the kitchen."""
        sums = [radio(f"€{euros}.00", self.sum == euros, choose, euros, id="") for euros in SUMS]
        return scaffold(
            self.name,
            heading("How much?"),
            *sums,
            text_field("note", self.note, "Note for the kitchen"),
            button("Continue", go_on, enabled=bool(self.sum)),
            up=navigate_up,
        )


@dataclass(frozen=True, slots=True)
class Check(Page):
    """What will be paid."""

    name: str
    sum: int
    note: str
    activity: ClassVar[str] = "CheckActivity"

    def view(self, _: Glance[Any]) -> View:
        """All of it once more."""
        note = (row(self.note, "Note", id="note"),) if self.note else ()
        return scaffold(
            "Check your order",
            row("Card", self.name, id="card"),
            row("Amount", f"€{self.sum}.00", id="amount"),
            *note,
            button("Pay now", pay),
            up=navigate_up,
        )


@dataclass(frozen=True, slots=True)
class Paid(Page):
    """It is done."""

    name: str
    sum: int
    activity: ClassVar[str] = "PaidActivity"

    def view(self, _: Glance[Any]) -> View:
        """That it is done."""
        return scaffold("Thank you", paragraph(f"€{self.sum}.00 for {self.name}"), button("Done", done))


def open_card(do: HandlerContext[Any, Overview], name: str) -> None:
    """One child's card."""
    do.open(TopUp(name))


def choose(do: HandlerContext[Any, TopUp], sum: int) -> None:
    """So much."""
    do.page = replace(do.page, sum=sum)


def go_on(do: HandlerContext[Any, TopUp]) -> None:
    """To what will be paid."""
    do.open(Check(do.page.name, do.page.sum, do.page.note))


def pay(do: HandlerContext[Any, Check]) -> None:
    """The money goes."""
    page = do.page
    with do.data.paid_to.open("a", encoding="utf-8") as payments:
        payments.write(f"{page.name} {page.sum}\n")
    euros = tuple((name, had + page.sum * (name == page.name)) for name, had in do.data.euros)
    do.data = replace(do.data, euros=euros)
    do.open(Paid(page.name, page.sum))


def done(do: HandlerContext[Any, Paid]) -> None:
    """Back to the cards."""
    do.back_to(Overview)


def canteen(paid_to: Path) -> AppFactory:
    """The app, and where its payments are written."""

    def made(_: Origin) -> PhoneApp:
        manifest = Manifest(PACKAGE, "Canteen", ("OverviewActivity",), version_name="3.1", version_code=31)
        return PhoneApp(manifest, Overview, Cards(paid_to))

    return made


def open_canteen(place: str) -> PhoneDevice:
    """A phone with the usual apps and this one."""
    return PhoneDevice(Phone(churn=False, apps=[*APPS, canteen(Path(place))]))
