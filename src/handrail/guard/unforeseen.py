"""What the system did beyond what an action was to do: what the models said of it is no news to a detector."""

from collections.abc import Iterable
from dataclasses import replace

from handrail.app.consequence import Consequence, Kind
from handrail.device.trace import Changed, FileEventKind, SystemTrace, Unchanged
from handrail.guard.outcomes import texts_of
from handrail.language.normal_form import normal_form


def unforeseen(trace: SystemTrace, consequences: Iterable[Consequence]) -> SystemTrace:
    """A trace without the files that went by a deletion whose object has their whole path, or that of their folder."""
    deleted = texts_of(found for found in consequences if found.kind is Kind.DELETION and found.is_known)
    if not deleted or not isinstance(trace.files, Changed):
        return trace
    rest = tuple(
        event
        for event in trace.files.items
        if event.kind is not FileEventKind.DELETED
        or not any(f"{normal_form(event.path)}/".startswith(f"{path}/") for path in deleted)
    )
    return replace(trace, files=Changed(rest) if rest else Unchanged())
