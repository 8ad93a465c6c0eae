"""What a scripted agent wants, one thing at a time, in terms of what a person sees and does.

An intent may take several actions, and none where the screen is already as it should be; so a plan that is begun
again does nothing twice that is only set, such as a switch or the text of a field. What is meant on the screen it names
as a person would: by what is written on it, or by its resource id.
"""

from dataclasses import dataclass
from typing import TypeAlias

from handrail.device.element import Element, Path
from handrail.device.screen import Screen


@dataclass(frozen=True, slots=True)
class Target:
    """An element with that label (text or description), that short resource id, or both.

    `beside` is a label that stands in the same row: of several "Remove" the one beside "Coffee mug". With `part` it
    is enough that the label occurs in what is written.
    """

    label: str = ""
    id: str = ""
    beside: str = ""
    part: bool = False

    def __str__(self) -> str:
        """As a person would call it."""
        return self.label or self.id.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Start:
    """Be on the first page of an app: open it, go back until `root` is in sight."""

    app: str
    package: str
    root: Target


@dataclass(frozen=True, slots=True)
class Tap:
    """Touch something, after looking for it further down. An `optional` one is left out where it is not in sight."""

    at: Target
    long: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Type:
    """Make a text the content of a field."""

    at: Target
    text: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Choose an answer in a dialog that `opener` opens."""

    opener: Target
    option: Target


@dataclass(frozen=True, slots=True)
class Turn:
    """Have a switch or a box on or off. `at` is the element that says which."""

    at: Target
    on: bool


@dataclass(frozen=True, slots=True)
class Count:
    """Have a number as shown in `shown`, by touching `more` or `fewer`."""

    shown: Target
    to: int
    more: Target
    fewer: Target


@dataclass(frozen=True, slots=True)
class Enter:
    """The enter key, in the field that has the focus."""


@dataclass(frozen=True, slots=True)
class Back:
    """The back key."""


@dataclass(frozen=True, slots=True)
class When:
    """Decide by what is in sight."""

    shows: Target
    then: "tuple[Intent, ...]" = ()
    otherwise: "tuple[Intent, ...]" = ()


@dataclass(frozen=True, slots=True)
class While:
    """Do it again as long as something is in sight; at most `most` times."""

    shows: Target
    do: "tuple[Intent, ...]"
    most: int = 12


@dataclass(frozen=True, slots=True)
class Finish:
    """Say that the task is done."""


Intent: TypeAlias = Start | Tap | Type | Pick | Turn | Count | Enter | Back | When | While | Finish


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a plan that can be begun again from its first intent, as long as it has not come to its end."""

    name: str
    intents: tuple[Intent, ...]


Plan: TypeAlias = tuple[Stage, ...]


def find(target: Target, screen: Screen) -> tuple[Path, Element] | None:
    """The element meant: in the window on top if it is there too, then the first in reading order."""
    found: tuple[Path, Element] | None = None
    for path, element in screen.walk():
        if (found is None or path[0] > found[0][0]) and _is_meant(target, path, element, screen):
            found = path, element
    return found


def _is_meant(target: Target, path: Path, element: Element, screen: Screen) -> bool:
    if target.id and element.resource_id.rpartition("/")[2] != target.id:
        return False
    if target.label and not _reads(target.label, element, target.part):
        return False
    return not target.beside or _stands_beside(target.beside, path, screen)


def _reads(label: str, element: Element, part: bool) -> bool:
    if part:
        return label in element.text or label in element.description
    return label in (element.text, element.description)


def _stands_beside(label: str, path: Path, screen: Screen) -> bool:
    """In the smallest group of several elements around it that is itself one of a row of siblings."""
    for depth in range(len(path) - 1, 1, -1):
        around = screen.at(path[:depth])
        parent = screen.at(path[: depth - 1])
        if around is None or parent is None:
            return False
        if any(_reads(label, element, part=False) for _, element in around.walk()):
            return True
        if parent.scrollable or parent.class_name.endswith("RecyclerView"):
            return False
    return False
