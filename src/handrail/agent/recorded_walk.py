"""The walk that a recording tells: what models of apps are drafted from, and checked against."""

from collections.abc import Iterable
from datetime import UTC, datetime

from handrail.app.screen_model import Act
from handrail.app.walk import Moment, Walk
from handrail.device.action import Action
from handrail.device.element import NO_BOUNDS
from handrail.device.reception import Received, receive
from handrail.device.recording import RecordedStep
from handrail.device.screen import Screen

_LONGEST_MOMENT = 14
"""Digits of milliseconds since 1970 up to the year 5138."""


def walk_of(steps: Iterable[RecordedStep], name: str) -> Walk:
    """The walk that a recording tells."""
    return tuple(moment_of(step, f"{name}#{step.stem}") for step in steps)


def moment_of(step: RecordedStep, name: str) -> Moment:
    """One step: who receives its action is read from its screen, as the guard would."""
    acts = acts_of(step.action, step.screen)
    return Moment(name, step.screen, acts or (), acts is not None and step.certain, _moment(step.stem))


def acts_of(action: Action, screen: Screen) -> tuple[Act, ...] | None:
    """What an action does to whom; none for waiting and for the end, None where nobody can say.

    A recording may list its objects without saying where they stand: then its action happens to what it names.
    """
    if action.type in ("wait", "finish"):
        return ()
    found = receive(action, screen)
    if isinstance(found, Received):
        return tuple(Act(event.kind, event.path, event.text) for event in found.events)
    if action.element is not None and all(element.bounds == NO_BOUNDS for element in screen.elements()):
        return (Act(action.type, action.element.path, action.text),)
    return None


def _moment(stem: str) -> datetime | None:
    """When a step was recorded, in UTC, as a recording tells no zone."""
    digits = stem.rpartition("_")[2]
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_MOMENT):
        return None
    return datetime.fromtimestamp(int(digits) / 1000, UTC)
