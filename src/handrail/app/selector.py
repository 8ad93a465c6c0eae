"""Selectors: which elements of a screen are meant. A subset of XPath over the accessibility tree, as data.

| written | means |
|---|---|
| `switch`, `android:id/button1` | an element with the app's resource id `switch`, or with this one in full |
| `Switch`, `android.widget.Switch` | an element of that class |
| `*` | any element |
| `/a`, `//a` | a child, anything below |
| `..`, `ancestor::a`, `parent::a`, `following-sibling::a`, … | the other axes |
| `[@text="Save"]`, `[@checked]`, `[like(@text, "Alarm * of *")]` | conditions on attributes |
| `[a/b]`, `[not(…)]`, `and`, `or` | conditions on what is around it |
| `[2]`, `[last()]` | the place among those siblings that meet what stands before it |

A path in brackets or in a reading that does not start with `/`, `.` or an axis looks anywhere below. The parser is
`selector_parser.py`; `selection.py` finds the elements.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from handrail.app.text_pattern import TextPattern


class Axis(StrEnum):
    """Where a step looks from."""

    SELF = "self"
    CHILD = "child"
    DESCENDANT = "descendant"
    DESCENDANT_OR_SELF = "descendant-or-self"
    PARENT = "parent"
    ANCESTOR = "ancestor"
    ANCESTOR_OR_SELF = "ancestor-or-self"
    FOLLOWING_SIBLING = "following-sibling"
    PRECEDING_SIBLING = "preceding-sibling"


class Attribute(StrEnum):
    """A text of an element that conditions can look at."""

    TEXT = "text"
    DESCRIPTION = "description"
    LABEL = "label"
    RESOURCE_ID = "resource-id"
    CLASS = "class"
    PACKAGE = "package"


class Flag(StrEnum):
    """A yes or no of an element."""

    CHECKABLE = "checkable"
    CHECKED = "checked"
    CLICKABLE = "clickable"
    LONG_CLICKABLE = "long-clickable"
    ENABLED = "enabled"
    FOCUSED = "focused"
    SCROLLABLE = "scrollable"
    SELECTED = "selected"
    PASSWORD = "password"  # noqa: S105 - Android's name of the attribute


@dataclass(frozen=True, slots=True)
class AnyElement:
    """`*`."""


@dataclass(frozen=True, slots=True)
class OfId:
    """A resource id in full, as in `com.example.clock:id/switch`."""

    resource_id: str


@dataclass(frozen=True, slots=True)
class OfClass:
    """A class, in full or by its last word."""

    name: str


Test: TypeAlias = AnyElement | OfId | OfClass


@dataclass(frozen=True, slots=True)
class Equals:
    """`@text = "Save"`: the attribute is exactly this."""

    attribute: Attribute
    value: str


@dataclass(frozen=True, slots=True)
class Like:
    """`like(@text, "Alarm *")`: the attribute is of a pattern; also `contains`, `starts-with` and `ends-with`."""

    attribute: Attribute
    pattern: TextPattern


@dataclass(frozen=True, slots=True)
class IsFlag:
    """`@checked`: the flag is set."""

    flag: Flag


@dataclass(frozen=True, slots=True)
class Position:
    """`[2]` or `[last()]`: the place among the siblings that meet what stands before; None is the last one."""

    number: int | None


@dataclass(frozen=True, slots=True)
class Exists:
    """`[a/b]`: the path leads somewhere from here."""

    path: "Path"


@dataclass(frozen=True, slots=True)
class Not:
    """`not(…)`."""

    condition: "Condition"


@dataclass(frozen=True, slots=True)
class All:
    """Conditions joined by `and`."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Conditions joined by `or`."""

    conditions: tuple["Condition", ...]


Condition: TypeAlias = Equals | Like | IsFlag | Exists | Not | All | AnyOf


@dataclass(frozen=True, slots=True)
class LocationStep:
    """One step of a path."""

    axis: Axis
    test: Test
    conditions: tuple[Condition | Position, ...] = ()
    any_package: bool = False
    """Whether a condition names a package, so that elements of other apps count as well."""


@dataclass(frozen=True, slots=True)
class Path:
    """Steps from the top of the screen (`absolute`) or from an element."""

    absolute: bool
    steps: tuple[LocationStep, ...]

    @property
    def last_id(self) -> str | None:
        """The resource id that whatever the path selects must have, if it says one."""
        test = self.steps[-1].test if self.steps else None
        return test.resource_id if isinstance(test, OfId) else None


@dataclass(frozen=True, slots=True)
class Selector:
    """One path, or several joined by `|`; `package` is the app whose elements are looked at (empty: any)."""

    source: str
    package: str
    paths: tuple[Path, ...]

    @property
    def ids(self) -> frozenset[str] | None:
        """The resource ids that a selected element can have; None if the selector does not say."""
        ids = [path.last_id for path in self.paths]
        return None if None in ids else frozenset(identifier for identifier in ids if identifier is not None)

    @property
    def is_absolute(self) -> bool:
        """Whether it looks at the whole screen, wherever it starts."""
        return all(path.absolute for path in self.paths)

    def __str__(self) -> str:
        return self.source
