"""What a page is made of, as values: fields, choices, switches, rows of lists, buttons, and the dialog in front.

`number` is always that of the element in the screen's index.
"""

from dataclasses import dataclass
from typing import TypeAlias

LONGEST_TEXT = 4_096
"""Characters of one text; what is longer is cut."""

BETWEEN_TEXTS = " · "


@dataclass(frozen=True, slots=True)
class Field:
    """A text field. `value` is empty where only its hint stands there, and None for passwords."""

    number: int
    label: str
    value: str | None
    hint: str = ""
    password: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: a radio button, a tab, a chip, a spinner. Those of one `group` exclude each other.

    `group` is the number of what holds them together; None where it stands alone, as the chosen value of a spinner.
    """

    number: int
    label: str
    selected: bool
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that is on or off by itself: a switch, a box to tick."""

    number: int
    label: str
    on: bool


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of a list: all its texts, in their order.

    `label` is empty where the first text may be out of sight; `whole` says whether all of it can be seen.
    """

    number: int
    label: str
    texts: tuple[str, ...]
    whole: bool = True

    @property
    def text(self) -> str:
        """All texts of the row in one."""
        return BETWEEN_TEXTS.join(self.texts)[:LONGEST_TEXT]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, and what is seen of it; `scrolls` where there may be more. It may be the page itself."""

    number: int
    rows: tuple[Row, ...]
    scrolls: bool


@dataclass(frozen=True, slots=True)
class Button:
    """Anything else that takes a touch. `icon` is the name of its resource id, where it says nothing else.

    `row` is the entry of a list in which it stands, `in_bar` whether that is the bar at the top.
    """

    number: int
    label: str
    icon: str = ""
    enabled: bool = True
    row: int | None = None
    in_bar: bool = False


@dataclass(frozen=True, slots=True)
class Dialog:
    """A question in front of the page. `is_of_system` where Android itself asks, and not the app below it."""

    number: int
    title: str
    text: str
    buttons: tuple[Button, ...]
    is_of_system: bool = False


Part: TypeAlias = Field | Choice | Switch | Row | Button
