"""What typing adds to, for servers that type after what stands in the field."""

from handrail.device.screen import Screen, focus_of, is_editable


def standing_in_field(screen: Screen) -> str:
    """What stands in the field with the focus; nothing where there is none, or it hides what is typed."""
    path = focus_of(screen)
    field = screen.at(path) if path is not None else None
    return field.text if field is not None and is_editable(field) and not field.password else ""
