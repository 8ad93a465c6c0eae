"""An app on the simulated phone whose screens are random trees, and which tells which of its handlers ran."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from hypothesis import strategies as st

from handrail.phone.app import Page, PhoneApp
from handrail.phone.context import Glance, HandlerContext
from handrail.phone.package import OVERLAY_PERMISSION, Manifest
from handrail.phone.phone import Phone
from handrail.phone.ui.view import FILL, Arrange, Gravity, View

PACKAGE, OTHER = "com.example.random", "com.example.other"
KINDS = ("nothing", "button", "long", "both", "field", "off")
RAN: list[tuple[str, str]] = []
"""What ran since it was cleared: the kind of event and the id of the view."""


def clicked(_: HandlerContext[Any, Any], id: str) -> None:
    RAN.append(("click", id))


def held(_: HandlerContext[Any, Any], id: str) -> None:
    RAN.append(("long_click", id))


def entered(_: HandlerContext[Any, Any], id: str) -> None:
    RAN.append(("enter", id))


@dataclass(frozen=True, slots=True)
class Branch:
    """One view of a random tree."""

    kind: str
    arrange: Arrange
    high: int
    wide: int
    gravity: Gravity
    below: tuple["Branch", ...] = ()


branches = st.recursive(
    st.builds(
        Branch,
        st.sampled_from(KINDS),
        st.just(Arrange.LEAF),
        st.integers(20, 700),
        st.sampled_from((FILL, 200, 500)),
        st.sampled_from(Gravity),
    ),
    lambda below: st.builds(
        Branch,
        st.sampled_from(KINDS),
        st.sampled_from((Arrange.COLUMN, Arrange.ROW, Arrange.FRAME, Arrange.LIST)),
        st.integers(20, 1500) | st.just(FILL),
        st.sampled_from((FILL, 600)),
        st.sampled_from(Gravity),
        st.lists(below, min_size=1, max_size=4).map(tuple),
    ),
    max_leaves=14,
)


def shown(branch: Branch, at: str) -> View:
    """The view of a branch; its id tells where it stands in the tree."""
    field = at if branch.kind == "field" and not branch.below else ""
    takes = branch.kind in ("button", "both", "off")
    return View(
        "android.widget.EditText" if field else "android.view.View",
        f"words {at}",
        id=at,
        arrange=branch.arrange,
        width=branch.wide,
        height=branch.high,
        gravity=branch.gravity,
        children=tuple(shown(below, f"{at}_{number}") for number, below in enumerate(branch.below)),
        on_click=clicked if takes else None,
        on_long_click=held if branch.kind in ("long", "both") else None,
        on_enter=entered if field else None,
        argument=at,
        field=field,
        enabled=branch.kind != "off",
    )


@dataclass(frozen=True, slots=True)
class RandomPage(Page):
    """A whole screen."""

    branch: Branch
    name: str
    held: tuple[tuple[str, str], ...] = ()
    activity: ClassVar[str] = "MainActivity"

    def view(self, _: Glance[Any]) -> View:
        held = dict(self.held)
        return _filled(shown(self.branch, self.name), held)._replace(height=FILL)

    def typed(self, field: str, text: str) -> "RandomPage":
        return replace(self, held=tuple(sorted({**dict(self.held), field: text}.items())))


@dataclass(frozen=True, slots=True)
class RandomDialog(RandomPage):
    """A window over it."""

    activity: ClassVar[str] = ""
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[Any]) -> View:
        return _filled(shown(self.branch, self.name), dict(self.held))


def _filled(view: View, held: dict[str, str]) -> View:
    children = tuple(_filled(child, held) for child in view.children)
    return view._replace(text=held.get(view.field, view.text), children=children)


def phone_with(page: Branch, dialog: Branch | None, overlay: Branch | None) -> Phone:
    """A phone that shows a random page, perhaps with a dialog of the same app and a window of another over it."""
    phone = Phone(apps=(), churn=False)
    install(phone, PACKAGE, lambda: RandomPage(page, "page"))
    phone.launch(PACKAGE)
    if dialog is not None:
        _context(phone, PACKAGE).open(RandomDialog(dialog, "dialog"))
    if overlay is not None:
        install(phone, OTHER, lambda: RandomPage(overlay, "other"))
        phone.grant(OTHER, OVERLAY_PERMISSION)
        _context(phone, OTHER).overlay(RandomDialog(overlay, "overlay"))
    RAN.clear()
    return phone


def install(phone: Phone, package: str, home: Callable[[], Page]) -> None:
    manifest = Manifest(package, package, ("MainActivity",), (OVERLAY_PERMISSION,), version_name="1", version_code=1)
    phone.install(PhoneApp(manifest, home))


def _context(phone: Phone, package: str) -> HandlerContext[Any, Any]:
    from handrail.phone.tasks import Slot

    return HandlerContext(phone._system, package, Slot("task"))
