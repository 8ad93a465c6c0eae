"""What typing adds to, for servers and clients that type after what stands in the field."""

from handrail.device.element import Element
from handrail.device.screen import Screen, focus_of, is_editable


def standing_in_field(screen: Screen) -> str:
    """What stands in the field with the focus; nothing where there is none, or it hides what is typed."""
    path = focus_of(screen)
    field = screen.at(path) if path is not None else None
    return standing_in(field) if field is not None else ""


def standing_in(field: Element) -> str:
    """What stands in a field; nothing where it hides what is typed, or shows its hint because it is empty."""
    is_empty = not is_editable(field) or field.password or field.text == field.hint
    return "" if is_empty else field.text
