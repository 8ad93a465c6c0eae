"""What was done about people and keys, on record: lines chained by hashes, in a journal of its own among the runs.

Each act opens the journal, adds its line and closes it, so that the server and the commands take turns. It is the
journal of a run with other entries; no secret is ever given to it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import cast

from handrail.error import Misuse, UnreadableInput
from handrail.guard.journal import Broken, Journal, Scan, verify
from handrail.guard.journal.codec import Json, tag_of, write_record
from handrail.guard.journal.reading import JOURNAL_FILE, Verification

FOLDER = ".audit"
"""Beside the runs. A run's folder begins with a letter or a digit, so no run is called so."""

_LONGEST_WAIT_SECONDS = 10.0
_TRIES_EVERY_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Administered:
    """Somebody did something about a user, a key or another thing of the server; `said` is what exactly."""

    at: datetime
    by: str
    act: str
    about: str
    said: str = ""


KINDS = MappingProxyType({tag_of(Administered): Administered})


@dataclass(frozen=True, slots=True)
class _AsItIs:
    """Writes an entry as it is: there is nothing secret in it."""

    def write(self, record: object, *, typed: str = "") -> dict[str, Json]:  # noqa: ARG002
        return write_record(record)

    def go_on_after(self, written: str) -> None:
        """Nothing is counted."""


@dataclass(frozen=True, slots=True)
class Audit:
    """The journal of a folder of runs. `seconds` is the system's clock."""

    runs: Path
    seconds: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep

    @property
    def folder(self) -> Path:
        """Where it stands."""
        return self.runs / FOLDER

    def note(self, by: str, act: str, about: str, said: str = "") -> None:
        """Put an act on record; it is on the disk when this returns. Raises `JournalFailed`, `Misuse`."""
        at = datetime.fromtimestamp(self.seconds(), UTC)
        with self._opened() as journal:
            journal.append(Administered(at, by, act, about, said), durable=True)

    def acts(self) -> Iterator[Administered]:
        """All that is on record, up to the first line that was changed."""
        if not (self.folder / JOURNAL_FILE).exists():
            return
        for line in Scan(self.folder, kinds=KINDS):
            yield cast(Administered, line.entry)

    def verify(self, head: str = "") -> Verification:
        """Whether a line was changed, or one is gone that had this hash.

        Raises `UnreadableInput` where nothing is on record yet.
        """
        found = verify(self.folder, kinds=KINDS)
        if head and not isinstance(found, Broken) and all(line.hash != head for line in Scan(self.folder, kinds=KINDS)):
            return Broken(found.entries + 1, f"no line has the hash {head[:16]}…; lines are missing at the end")
        return found

    def _opened(self) -> Journal:
        waited = 0.0
        while True:
            with suppress(UnreadableInput):  # there is none yet
                try:
                    return Journal.resume(self.folder, redactor=_AsItIs(), kinds=KINDS)
                except Misuse:  # somebody else adds a line now
                    if waited >= _LONGEST_WAIT_SECONDS:
                        raise
                    self.sleep(_TRIES_EVERY_SECONDS)
                    waited += _TRIES_EVERY_SECONDS
                    continue
            with suppress(Misuse):  # another one made it in this moment
                return Journal.create(self.folder, redactor=_AsItIs())
