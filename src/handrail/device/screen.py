"""What a phone shows at one moment, where keys and typing go in it, and whether an element is still there.

Published agents resolve an index against a tree read later and can hit another element. Here an action carries the
identity of its element, and the driver looks for it again in the tree read just before it acts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeAlias

from handrail.device.element import Element, ElementIdentity, Path, identify, in_order
from handrail.error import Misuse

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
    _elements: tuple[Element, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def walk(self) -> Iterator[tuple[Path, Element]]:
        """Every element in document order with its place; the first number is that of the window."""
        for number, window in enumerate(self.windows):
            yield from window.walk((number,))

    def elements(self) -> tuple[Element, ...]:
        """Every element in document order; walked through once."""
        if self._elements is None:
            object.__setattr__(self, "_elements", tuple(in_order(self.windows)))
            assert self._elements is not None
        return self._elements

    def at(self, path: Path) -> Element | None:
        """The element at a place, if there is one."""
        siblings, element = self.windows, None
        for number in path:
            if not 0 <= number < len(siblings):
                return None
            element = siblings[number]
            siblings = element.children
        return element

    def find(self, words: str) -> ElementIdentity:
        """The one element that says so as its text, description or hint, pinned down for an action.

        Where several say it, the only one of them that can be touched. Raises `Misuse` if none does, or more than one.
        """
        says = [node for node in self.walk() if words and words in (node[1].text, node[1].description, node[1].hint)]
        touched = [pair for pair in says if pair[1].clickable or pair[1].long_clickable or pair[1].checkable]
        found = touched if len(says) > 1 and touched else says
        if len(found) == 1:
            return identify(*found[0])
        raise Misuse(_several(words, found) if found else _none(words, self))

    def identities(self) -> tuple[ElementIdentity, ...]:
        """The identity of every element, in document order."""
        return tuple(identify(path, element) for path, element in self.walk())


def _several(words: str, found: Sequence[tuple[Path, Element]]) -> str:
    places = ", ".join(f"{path} {element.class_name.rpartition('.')[2]}" for path, element in found)
    return f"{len(found)} elements say {words!r}: {places}; pin one down with `identify(path, screen.at(path))`"


def _none(words: str, screen: Screen) -> str:
    said = list(
        dict.fromkeys(element.label or element.hint for element in screen.elements() if element.label or element.hint)
    )
    near = get_close_matches(words, said, n=3) or [text for text in said if words.casefold() in text.casefold()][:3]
    right = f"did you mean {' or '.join(map(repr, near))}?" if near else f"it says {', '.join(map(repr, said[:20]))}"
    return f"no element of {screen.package} says {words!r}; {right if said else 'it says nothing at all'}"


def breaks_lines(text: str) -> bool:
    """Whether there is something in a text that a phone may take for the enter key."""
    return len(f"{text}.".splitlines()) > 1


@dataclass(frozen=True, slots=True)
class InPlace:
    """The element is where it was, and is what it was."""

    element: Element


@dataclass(frozen=True, slots=True)
class Moved:
    """The only element that looks the same stands somewhere else now; whether to follow it is for the caller to say."""

    now: ElementIdentity


@dataclass(frozen=True, slots=True)
class Gone:
    """No element, or more than one, is what it was; `instead` stands in its place, if anything does."""

    instead: Element | None
    candidates: int = 0


Relocation: TypeAlias = InPlace | Moved | Gone


def relocate(identity: ElementIdentity, screen: Screen) -> Relocation:
    """Find an element again. Linear in the tree, and a look-up if nothing changed."""
    in_place = screen.at(identity.path)
    if in_place is not None and identify(identity.path, in_place) == identity:
        return InPlace(in_place)
    same = [other for other in screen.identities() if _looks_the_same(identity, other)]
    if len(same) == 1:
        return Moved(same[0])
    return Gone(in_place, len(same))


def _looks_the_same(identity: ElementIdentity, other: ElementIdentity) -> bool:
    """Equal in all but place."""
    return (
        identity.class_name == other.class_name
        and identity.resource_id == other.resource_id
        and identity.text == other.text
        and identity.description == other.description
        and identity.package == other.package
    )


_EDITABLE = ("EditText", "AutoCompleteTextView", "SearchAutoComplete", "TextField", "SearchField")
"""How the classes of text fields end: Android's own and Material's, those of Compose, Flutter and web pages (which say
`android.widget.EditText` to accessibility), and those of other platforms' trees."""


def is_editable(element: Element) -> bool:
    """Whether it is a text field. Nothing else tells: a button can have the focus, and a label can be clickable."""
    return element.class_name.endswith(_EDITABLE)


def takes_all_touches(screen: Screen, number: int) -> bool:
    """Whether a window takes every touch, also beside it, and the keys: a window of the app in front.

    One of another app lets touches beside it through. Where it is not known whose it is, it may be a dialog.
    """
    package = screen.windows[number].package
    return not package or not screen.package or package == screen.package


def focus_of(screen: Screen) -> Path | None:
    """The view that keys go to: the one with the focus in the topmost window that has one.

    None where no view has it, a dialog without one is in front, or several say that they have it. Of a web page and a
    field in it, which both say so, it is the field.
    """
    for number in range(len(screen.windows) - 1, -1, -1):
        found = [path for path, element in screen.windows[number].walk((number,)) if element.focused]
        if found:
            innermost = max(found, key=len)
            return innermost if all(path == innermost[: len(path)] for path in found) else None
        if takes_all_touches(screen, number):
            return None
    return None
