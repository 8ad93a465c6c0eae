"""What a guard is: a named reason why two texts, however alike, do not mean the same."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from handrail.language.similarity.guards.reading import Reading


@dataclass(frozen=True, slots=True)
class Guard:
    """`objects` must be symmetric; `name` says what differs when it does."""

    name: str
    objects: Callable[[Reading, Reading], bool]


def first_objection(guards: Iterable[Guard], wanted: Reading, found: Reading) -> str | None:
    """The name of the first guard that objects."""
    return next((guard.name for guard in guards if guard.objects(wanted, found)), None)
