"""What a phone shows at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass

from handrail.device.element import Element, ElementIdentity, Path, identify

__all__ = ["Screen"]


@dataclass(frozen=True, slots=True)
class Screen:
    """The accessibility tree of the windows in front, the app that owns them, and the size in pixels.

    The picture is not part of it: a device takes one when asked.
    """

    package: str
    activity: str
    windows: tuple[Element, ...]
    width_pixels: int
    height_pixels: int

    def walk(self) -> Iterator[tuple[Path, Element]]:
        """Every element in document order with its place; the first number is that of the window."""
        for number, window in enumerate(self.windows):
            yield from window.walk((number,))

    def elements(self) -> tuple[Element, ...]:
        """Every element in document order."""
        return tuple(element for _, element in self.walk())

    def at(self, path: Path) -> Element | None:
        """The element at a place, if there is one."""
        siblings, element = self.windows, None
        for number in path:
            if not 0 <= number < len(siblings):
                return None
            element = siblings[number]
            siblings = element.children
        return element

    def identities(self) -> tuple[ElementIdentity, ...]:
        """The identity of every element, in document order."""
        return tuple(identify(path, element) for path, element in self.walk())
