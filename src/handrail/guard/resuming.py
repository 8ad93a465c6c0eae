"""What an interrupted session knew, read from its journal.

Secrets are not in a journal, so what was one is unknown again: the screen may say it once more. Nothing is taken for
known that was not written.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from handrail.app import Update
from handrail.error import Misuse, UnreadableInput
from handrail.guard.journal import Journal, Line, is_redacted, read_journal
from handrail.guard.journal.entry import Closed, Considered, Opened, Saw, SpecificationChanged
from handrail.guard.journal.retelling import retell
from handrail.guard.verification import Verification


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The lines of a session that was not closed; `steps` is how many actions had been proposed."""

    began: datetime
    instruction: str
    specification: str
    steps: int
    lines: tuple[Line, ...]

    def tell(self, verification: Verification) -> None:
        """Make a new verification know what the session knew."""
        for _ in retell(verification, self.lines):
            pass


def read_interrupted(folder: Path) -> Interrupted:
    """The session of a journal, to go on with.

    Raises `UnreadableInput` where there is none or somebody changed it, `Misuse` where it was closed, or where a person
    put a secret into its specification.
    """
    reading = read_journal(folder)
    if reading.fault is not None and not reading.fault.cut_off:
        raise UnreadableInput(f"{reading.path}:{reading.fault.line}: {reading.fault.why}; it cannot be gone on with")
    opened = reading.entries[0] if reading.lines else None
    if not isinstance(opened, Opened):
        raise UnreadableInput(f"{reading.path}: no session was opened in it; there is nothing to go on with")
    if isinstance(reading.entries[-1], Closed):
        raise Misuse(f"{reading.path}: the session was closed; begin a new one with another journal")
    steps = [one.consideration.step for one in reading.entries if isinstance(one, Considered)]
    return Interrupted(
        opened.at,
        opened.instruction,
        opened.specification,
        max(steps, default=0),
        tuple(_without_secrets(reading.lines)),
    )


def close_interrupted(folder: Path, reason: str, now: datetime) -> None:
    """Write the last word of an interrupted session. Raises as `read_interrupted` does."""
    read_interrupted(folder)
    with Journal.resume(folder) as journal:
        journal.append(Closed(now, finished=False, reason=reason), durable=True)


def _without_secrets(lines: tuple[Line, ...]) -> Iterator[Line]:
    for line in lines:
        entry = line.entry
        match entry:
            case Opened() | Saw():
                yield replace(line, entry=replace(entry, updates=_known(entry.updates)))
            case Considered(consideration):
                said = replace(consideration.anticipation, updates=_known(consideration.anticipation.updates))
                yield replace(line, entry=replace(entry, consideration=replace(consideration, anticipation=said)))
            case SpecificationChanged(specification=text) if is_redacted(text):
                raise Misuse(
                    f"step {entry.step}: the specification was changed and had a secret in it, which the journal does "
                    "not keep; begin a new session with the changed specification"
                )
            case _:
                yield line


def _known(updates: tuple[Update, ...]) -> tuple[Update, ...]:
    """With null for what was a secret; an update whose key was one has no row to go to, and is refused as such."""
    return tuple(
        replace(one, set={name: None if is_redacted(value) else value for name, value in one.set.items()})
        if one.set is not None
        else one
        for one in updates
        if one.delete is None or not any(is_redacted(value) for value in one.delete.values())
    )
