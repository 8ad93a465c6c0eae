"""Two traces, one after the other, as one."""

from dataclasses import fields
from typing import TypeVar

from handrail.device.trace import Changed, NotObserved, Part, SystemTrace, Unchanged

__all__ = ["NOTHING_CHANGED", "one_after_the_other"]

Item = TypeVar("Item")

NOTHING_CHANGED = SystemTrace(Unchanged(), Unchanged(), Unchanged(), Unchanged(), Unchanged(), Unchanged())


def one_after_the_other(first: SystemTrace, second: SystemTrace) -> SystemTrace:
    """What the system did in both stretches of time."""
    return SystemTrace(
        **{field.name: _join(getattr(first, field.name), getattr(second, field.name)) for field in fields(SystemTrace)}
    )


def _join(first: Part[Item], second: Part[Item]) -> Part[Item]:
    """A change that was seen outlives a gap beside it: losing what is known would be the greater harm."""
    match first, second:
        case Changed(earlier), Changed(later):
            return Changed(earlier + later)
        case Changed(), _:
            return first
        case _, Changed():
            return second
        case NotObserved(), _:
            return first
    return second
