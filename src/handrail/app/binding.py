"""Screen bindings: what an action on a screen is about to change, for apps that do not say so themselves.

A binding joins an element and a kind of action to the updates that are anticipated, with values read from the screen as
it is before the action. An observer reads updates from any screen that the app shows. Both are data, made from a file
or in Python, and trusted like the rest of a model; the screens they look at are not.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from handrail.app.consequence import Kind
from handrail.app.extraction import ScreenReader
from handrail.app.extractor import EstablishedValue, Extractor
from handrail.app.selector import Selector
from handrail.app.text_pattern import TextPattern
from handrail.app.update import Update

EventKind: TypeAlias = Literal[
    "click", "long_click", "double_tap", "input", "scroll", "swipe", "drag", "pinch",
    "back", "home", "recents", "notifications", "enter", "press_key",
    "open_app", "open_url", "share", "install", "uninstall", "clear_data", "force_stop", "copy", "paste",
]  # fmt: skip
"""What can happen to an app: on an element, or without one."""
KINDS: tuple[EventKind, ...] = get_args(EventKind)
ON_ELEMENTS: frozenset[EventKind] = frozenset({"click", "long_click", "double_tap", "input"})
"""What always happens to an element."""
KEYS: frozenset[EventKind] = frozenset({"enter", "press_key"})
"""What goes to the element with the focus, and may mean the screen as a whole."""


@dataclass(frozen=True, slots=True, order=True)
class At:
    """Where in a model's file something stands; lines and columns count from 1, 0 is nowhere."""

    line: int = 0
    column: int = 0


NOWHERE = At()


@dataclass(frozen=True, slots=True)
class Assigned:
    """A variable, and how its value is read."""

    variable: str
    extractor: Extractor
    at: At = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class UpdateTemplate:
    """An update whose values are read from a screen: one, or one for `each` element that a selector means.

    `when` is a reading that must give true. `keys` are those of the state: an observed row without them is left out,
    an anticipated one is refused and so blocks its action. `complete` says, for a table read from a screen, whether
    its rows are all there are, and `within` of which part of the table: the folder, the account. `seen_later` says
    only that the state changes: what becomes of it is not on the next screen, and is read where the app shows it.
    """

    state: str
    values: tuple[Assigned, ...]
    deletes: bool = False
    each: Selector | None = None
    when: Extractor | None = None
    keys: frozenset[str] = frozenset()
    complete: Extractor | None = None
    within: tuple[Assigned, ...] = ()
    seen_later: bool = False
    at: At = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class OnScreen:
    """Where a binding holds: on these activities (empty: any), with one of each `has`, and with none of `lacks`."""

    activities: frozenset[str] = frozenset()
    has: tuple[Selector, ...] = ()
    lacks: tuple[Selector, ...] = ()


ANYWHERE = OnScreen()
Anticipates: TypeAlias = Callable[[ScreenReader], Iterable[Update]]
"""What a binding or observer made in Python computes: it sees the screen from the row or the element acted upon."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Kinds of action on an element, and what they are about to change.

    `row` is what readings start from: the nearest element around the one acted upon, or itself, that the selector
    means. A binding without `at` is for actions without an element. `post` is read from the screen that comes next.
    `object` is what it is that is committed, with all that leaves the phone; without it, what `pre` says. `labels` are
    what the element may say; one that says something else may do something else by now. It is none while the value of
    `unless_known` is known, as of what this session has opened itself.
    """

    name: str
    kinds: frozenset[str]
    at: Selector | None
    package: str
    row: Selector | None = None
    on_screen: OnScreen = ANYWHERE
    pre: tuple[UpdateTemplate, ...] = ()
    post: tuple[UpdateTemplate, ...] = ()
    commits: frozenset[str] = frozenset()
    irreversible: bool = False
    kind: Kind = Kind.UNKNOWN
    object: tuple[Assigned, ...] = ()
    labels: tuple[TextPattern, ...] = ()
    unless_known: EstablishedValue | None = None
    anticipates: Anticipates | None = field(default=None, compare=False)
    place: At = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HarmlessBinding:
    """Kinds of action on an element that change nothing anybody would miss. Its author vouches for that."""

    kinds: frozenset[str]
    at: Selector | None
    package: str
    on_screen: OnScreen = ANYWHERE
    why: str = ""
    place: At = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Observer:
    """Updates that are read from every screen on which it holds."""

    name: str
    package: str
    on_screen: OnScreen = ANYWHERE
    post: tuple[UpdateTemplate, ...] = ()
    observes: Anticipates | None = field(default=None, compare=False)
    place: At = field(default=NOWHERE, compare=False)
