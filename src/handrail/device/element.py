"""What stands on a screen: a tree of elements, each with what tells it apart from the others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["NO_BOUNDS", "Bounds", "Element", "ElementIdentity", "Path", "identify"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle in pixels; right and bottom are outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def center(self) -> tuple[int, int]:
        """The point that a tap on the rectangle goes to."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be seen of it."""
        return self.right <= self.left or self.bottom <= self.top

    def contains(self, x_pixels: int, y_pixels: int) -> bool:
        """Whether a tap there falls into the rectangle."""
        return self.left <= x_pixels < self.right and self.top <= y_pixels < self.bottom


NO_BOUNDS = Bounds(0, 0, 0, 0)

Path: TypeAlias = tuple[int, ...]
"""The place of an element in its tree: the child number at each level, from the top."""


@dataclass(frozen=True, slots=True)
class Element:
    """One node of the accessibility tree, with Android's own attributes."""

    class_name: str
    text: str = ""
    description: str = ""
    resource_id: str = ""
    package: str = ""
    bounds: Bounds = NO_BOUNDS
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    children: tuple["Element", ...] = ()
    hint: str = ""
    """What an empty text field shows in place of a text, where the phone says so."""

    @property
    def label(self) -> str:
        """What a person would call it: its text, else its description."""
        return self.text or self.description

    def walk(self, path: Path = ()) -> Iterator[tuple[Path, "Element"]]:
        """The element and everything below it, in document order, each with its place."""
        stack = [(path, self)]
        while stack:
            place, element = stack.pop()
            yield place, element
            if element.children:
                inside = [((*place, number), child) for number, child in enumerate(element.children)]
                stack.extend(reversed(inside))


def in_order(elements: Sequence[Element]) -> list[Element]:
    """The elements and everything below them, in document order: as `walk` gives them, and without their places."""
    found: list[Element] = []
    stack = list(reversed(elements))
    while stack:
        element = stack.pop()
        found.append(element)
        if element.children:
            stack.extend(reversed(element.children))
    return found


@dataclass(frozen=True, slots=True)
class ElementIdentity:
    """What an action names when it names an element: enough to find the same one again, and to notice another."""

    path: Path
    class_name: str
    resource_id: str
    text: str
    description: str
    package: str
    bounds: Bounds


def identify(path: Path, element: Element) -> ElementIdentity:
    """The identity of an element at a place."""
    return ElementIdentity(
        path,
        element.class_name,
        element.resource_id,
        element.text,
        element.description,
        element.package,
        element.bounds,
    )
