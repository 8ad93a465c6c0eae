"""How a plan names something on the screen, as a person would: by what is written on it, or by its resource id."""

from dataclasses import dataclass

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
        if any(_reads(label, one, part=False) for _, one in around.walk()):
            return True
        if parent.scrollable or parent.class_name.endswith("RecyclerView"):
            return False
    return False
