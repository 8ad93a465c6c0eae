"""Is the element that an action names still there, and still the same?

Published agents resolve an index against a tree read later and can hit another element. Here an action carries the
identity of its element, and the driver looks for it again in the tree read just before it acts.
"""

from dataclasses import dataclass
from typing import TypeAlias

from handrail.device.element import Element, ElementIdentity, identify
from handrail.device.screen import Screen


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
