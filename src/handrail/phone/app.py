"""What an app on the phone is: pages that show views, functions that handle touches, data that lies in files.

A new app is one file under `apps/` with three things: frozen dataclasses for its data, a `Page` for each screen, and
a function that makes the `PhoneApp`. Pages and data are values; handlers put new values in their place through the
`HandlerContext` they are given. So a phone is a value too, and its snapshot is exact.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias

from handrail.app import App
from handrail.phone.files import Content
from handrail.phone.package import Manifest
from handrail.phone.rng import SeededRandom
from handrail.phone.ui.view import View

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext

__all__ = ["AppFactory", "Direction", "Origin", "Page", "PhoneApp", "Shared", "navigate_up", "nothing_stored"]

Direction: TypeAlias = Literal["up", "down", "left", "right"]


class Page:
    """One screen of an app, as a frozen dataclass: what a person is looking at and has typed, but not saved.

    A text field named `label` types into the attribute `label`. `activity` is the short name of Android's activity;
    a page without one belongs to that of the page below. A `dialog` leaves the page below in sight. What a `ticking`
    page shows depends on the time.
    """

    __slots__ = ()
    activity: ClassVar[str] = ""
    dialog: ClassVar[bool] = False
    cancelable: ClassVar[bool] = True
    ticking: ClassVar[bool] = False

    def view(self, see: "Glance[Any]") -> View:
        """What to show now. Pure: the same page, data and time show the same."""
        raise NotImplementedError

    def typed(self, field: str, text: str) -> Self:
        """The page after the text of a field has become another."""
        return replace(self, **{field: text})  # type: ignore[type-var]  # pages are dataclasses, their base is not

    def on_back(self, do: "HandlerContext[Any, Any]") -> None:
        """What the back key does."""
        do.back()

    def on_pinch(self, do: "HandlerContext[Any, Any]", percent: int) -> None:
        """What two fingers do: how far apart they are in the end, in percent of the beginning."""

    def on_swipe(self, do: "HandlerContext[Any, Any]", direction: Direction) -> None:
        """What a swipe does where there is no list to scroll; the direction is that of the finger."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What one app hands to another: words, or the path of a file."""

    text: str = ""
    path: str = ""


def nothing_stored(_: Any) -> Mapping[str, object]:
    """For an app that keeps no files."""
    return {}


@dataclass(frozen=True, slots=True)
class PhoneApp:
    """An app that can be installed. Everything here is fixed; what changes is its data and its pages.

    `stored` says which files the data makes, by their path below the app's folder, and is asked at every change.
    `hears` is told of a message that comes from outside: its sender and its words.
    `background` runs every fifteen seconds of the phone's time with the moment it ran last. `declares` makes the app
    one that cooperates: it declares states and triggers as a developer would with `handrail.app.Declaration`.
    """

    manifest: Manifest
    home: Callable[[], Page]
    data: Any = None
    activities: Mapping[str, Callable[[], Page]] = field(default_factory=lambda: MappingProxyType({}))
    stored: Callable[[Any], Mapping[str, object]] = nothing_stored
    files: Mapping[str, Content] = field(default_factory=lambda: MappingProxyType({}))
    receives: Callable[[Shared], Page] | None = None
    opens: Callable[[], Page] | None = None
    installed: "Callable[[HandlerContext[Any, Any]], None] | None" = None
    background: "Callable[[HandlerContext[Any, Any], datetime], None] | None" = None
    hears: "Callable[[HandlerContext[Any, Any], str, str], None] | None" = None
    declares: "Callable[[Glance[Any], Any], App] | None" = None


@dataclass(frozen=True, slots=True)
class Origin:
    """What an app makes its first data from: seeded chance of its own, and the time at which it is installed."""

    rng: SeededRandom
    now: datetime


AppFactory: TypeAlias = Callable[[Origin], PhoneApp]
"""Makes an app with its first data."""


def navigate_up(do: "HandlerContext[Any, Any]") -> None:
    """Close the page: the arrow beside a title, the Cancel of a dialog."""
    do.back()
