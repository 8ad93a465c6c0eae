"""What an action is to be carried out on: found again on the screen as it is now, or the reason why not."""

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from handrail.device.action import Action
from handrail.device.device import Refused, StaleScreen
from handrail.device.element import Element, Path
from handrail.device.pinning import Gone, Moved, Pinned, pin
from handrail.device.screen import Screen

_NEEDS_ELEMENT = frozenset(("click", "long_click"))


@dataclass(frozen=True, slots=True)
class OnElement:
    """The element is there, with something of it to touch."""

    element: Element
    path: Path


@dataclass(frozen=True, slots=True)
class OnDevice:
    """The action names no element and needs none."""


Aim: TypeAlias = OnElement | OnDevice | StaleScreen | Refused


def aim(action: Action, screen: Screen) -> Aim:
    """Find what the action names on a screen that was read just now."""
    identity = action.element
    if identity is None:
        if action.type in _NEEDS_ELEMENT:
            return Refused(f"`{action.type}` names no element of the screen")
        return OnDevice()
    name = f"`{identity.text or identity.description or identity.resource_id or identity.class_name}`"
    found = pin(identity, screen)
    match found:
        case Pinned(element):
            if element.bounds.is_empty:
                return Refused(f"nothing of {name} can be seen, so it cannot be touched")
            return OnElement(element, identity.path)
        case Moved(now):
            return StaleScreen(f"{name} stands somewhere else now", screen, now)
        case Gone(_, candidates):
            why = f"{candidates} elements look like it" if candidates else "nothing looks like it"
            return StaleScreen(f"{name} is not there any more; {why}", screen)
        case _:
            assert_never(found)
