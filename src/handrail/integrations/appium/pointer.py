"""The actions of WebDriver: sequences for fingers and keys, of which one finger's touch or way is understood.

Source: W3C WebDriver, section 15, as Appium's Python client 6.0.9 sends it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from handrail.device.action import Point
from handrail.integrations.client import gesture
from handrail.integrations.meaning import Meaning, NotUnderstood

_SEVERAL = NotUnderstood("it is more than one finger's touch or way; make one gesture in one call")
_PLACE = NotUnderstood("a finger goes to a place of the screen in whole pixels (`origin` is `viewport`)")

_UNDERSTOOD = (
    ["pointerMove", "pointerDown", "pointerUp"],
    ["pointerMove", "pointerDown", "pointerMove", "pointerUp"],
)


def read_actions(sequences: object) -> Meaning:
    """What a list of sequences does to the phone."""
    if not isinstance(sequences, list) or not all(isinstance(sequence, dict) for sequence in sequences):
        return _SEVERAL
    moving = [
        sequence for sequence in sequences if any(step.get("type") != "pause" for step in sequence.get("actions", ()))
    ]
    if len(moving) != 1 or moving[0].get("type") != "pointer":
        return _SEVERAL
    if moving[0].get("parameters", {}).get("pointerType", "mouse") not in ("touch", "mouse"):
        return _SEVERAL
    return _finger(moving[0]["actions"])


def _finger(steps: Sequence[Mapping[str, Any]]) -> Meaning:
    """To a place, down, perhaps a pause, perhaps a way, up."""
    kinds = [str(step.get("type")) for step in steps]
    acting = [kind for kind in kinds if kind != "pause"]
    if acting not in _UNDERSTOOD:
        return _SEVERAL
    down = kinds.index("pointerDown")
    places = [_place(step) for step in steps if step.get("type") == "pointerMove"]
    held = sum(_milliseconds(step) for step in steps[down:] if step.get("type") == "pause")
    if None in places:
        return _PLACE
    if len(places) == 1:
        return gesture.hold(places[0], held)
    moving = next(step for step in steps[down:] if step.get("type") == "pointerMove")
    if held >= gesture.LONG_PRESS_MS:
        return gesture.drag(places[0], places[1])
    return gesture.swipe(places[0], places[1], held + _milliseconds(moving))


def _place(step: Mapping[str, Any]) -> Point | None:
    """In pixels of the screen, and whole ones."""
    said = (step.get("x"), step.get("y"))
    at = gesture.point(*said)
    return at if at == said and step.get("origin", "viewport") == "viewport" else None


def _milliseconds(step: Mapping[str, Any]) -> int:
    return gesture.pixels(step.get("duration") or 0) or 0
