"""Screens and actions as the server reads them; what is as it usually is, is left out."""

import base64
from dataclasses import MISSING, fields
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from handrail.app.update import Raw, Update
from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.error import Misuse

_USUAL = tuple(
    (field.name, field.default) for field in fields(Element) if field.name not in ("children", "bounds", "class_name")
)


def write_screen(screen: Screen, picture: bytes | None = None) -> dict[str, Any]:
    """A screen, and a picture of it as PNG."""
    written: dict[str, Any] = {
        "package": screen.package,
        "activity": screen.activity,
        "width_pixels": screen.width_pixels,
        "height_pixels": screen.height_pixels,
        "windows": [_element(window) for window in screen.windows],
    }
    if picture is not None:
        written["picture"] = base64.b64encode(picture).decode()
    return written


def _element(element: Element) -> dict[str, Any]:
    written: dict[str, Any] = {"class_name": element.class_name, "bounds": _bounds(element.bounds)}
    for name, usual in _USUAL:
        value = getattr(element, name)
        if value != usual:
            written[name] = value
    if element.children:
        written["children"] = [_element(child) for child in element.children]
    return written


def _bounds(bounds: Bounds) -> dict[str, int]:
    return {"left": bounds.left, "top": bounds.top, "right": bounds.right, "bottom": bounds.bottom}


def write_action(action: Action) -> dict[str, Any]:
    """An action, with all that tells its element apart."""
    written = {
        field.name: getattr(action, field.name)
        for field in fields(Action)
        if field.name != "element" and (field.default is MISSING or getattr(action, field.name) != field.default)
    }
    if action.element is not None:
        identity = action.element
        written["element"] = {
            **{field.name: getattr(identity, field.name) for field in fields(identity)},
            "bounds": _bounds(identity.bounds),
        }
    return written


def write_update(update: Update) -> dict[str, Any]:
    """A change of a state; days, times of day and exact numbers as JSON has them. Raises `Misuse`."""
    written: dict[str, Any] = {"state": update.state}
    for name, values in (("set", update.set), ("delete", update.delete)):
        if values is not None:
            written[name] = {variable: _value(value) for variable, value in values.items()}
    return written


def _value(value: Raw) -> object:
    match value:
        case date() | time():
            return value.isoformat()
        case Decimal() if value.is_finite() and value == Decimal(repr(float(value))):
            return float(value)
        case Decimal():
            raise Misuse(f"{value} has more digits than JSON takes from here; round it first")
        case _:
            return value


def write_moment(now: datetime | None) -> str | None:
    """A moment with its offset; one without a zone is taken for that of this computer."""
    return None if now is None else now.astimezone().isoformat() if now.tzinfo is None else now.isoformat()
