"""What is done to an element that an Appium server knows by an identifier, on the guard's own screen."""

from dataclasses import dataclass, replace

from handrail.device.action import Action
from handrail.device.element import Bounds
from handrail.device.screen import Screen
from handrail.integrations.appium.command import OnElement
from handrail.integrations.client.gesture import on_field
from handrail.integrations.meaning import NotUnderstood
from handrail.integrations.tools.typed_text import standing_in


@dataclass(frozen=True, slots=True)
class FoundElement:
    """What the server says of an element now."""

    bounds: Bounds
    class_name: str
    resource_id: str


def bounds_of(rect: dict[str, float]) -> Bounds:
    """A rectangle of WebDriver in whole pixels. Raises `KeyError` and `TypeError` for what is none."""
    left, top = round(rect["x"]), round(rect["y"])
    return Bounds(left, top, left + round(rect["width"]), top + round(rect["height"]))


def action_on(command: OnElement, found: FoundElement, screen: Screen) -> Action | NotUnderstood:
    """A click goes to its middle, whatever lies there; a text to the only field like it, behind what stands in it."""
    if command.does == "click":
        return Action("click", point=found.bounds.center)
    meant = on_field(screen, found.class_name, found.resource_id, found.bounds, "")
    if command.does == "clear" or isinstance(meant, NotUnderstood) or meant.element is None:
        return meant
    standing = screen.at(meant.element.path)
    return replace(meant, text=(standing_in(standing) if standing is not None else "") + command.text)
