"""Specifications that were compiled already, by what they say: the same text is read once, however often it comes."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time

from handrail.app import Apps
from handrail.language.similarity import EXACT
from handrail.language.specification import Specification
from handrail.monitor import Feedback, Monitor

MOST_PROGRAMS = 256
MOST_SOURCE_BYTES = 64 * 1024 * 1024
_AT_NO_TIME = datetime.combine(date(2000, 1, 1), time())


@dataclass(slots=True)
class CachedProgram:
    """Apps and a specification over them, its words, and a monitor for each day on which tasks began."""

    digest: str
    apps: Apps
    specification: Specification
    words: Feedback
    size_bytes: int
    _monitors: dict[date | None, Monitor] = field(default_factory=dict)

    def monitor(self, began: datetime | None) -> Monitor:
        """A monitor that was told nothing, to be asked for `another`. Raises `Misuse` where a clock is needed."""
        day = began.date() if began is not None else None
        known = self._monitors.get(day)
        if known is None or (began is not None and known.uses_clock):
            known = Monitor(self.specification, clock=began, similarity=EXACT)
            if len(self._monitors) > MOST_DAYS:
                self._monitors.clear()
            self._monitors[day] = known
        return known


MOST_DAYS = 8


@dataclass(slots=True)
class Programs:
    """The programs that were used last; what is over the bound is forgotten, the longest unused first."""

    most: int = MOST_PROGRAMS
    most_bytes: int = MOST_SOURCE_BYTES
    _known: "OrderedDict[str, CachedProgram]" = field(default_factory=OrderedDict)
    _size_bytes: int = 0

    def find(self, digest: str) -> CachedProgram | None:
        """The program of that digest, if it is remembered."""
        found = self._known.get(digest)
        if found is not None:
            self._known.move_to_end(digest)
        return found

    def of(self, app: bytes, specification: str, read: Callable[[bytes], Apps]) -> CachedProgram:
        """The program of an app's document and rules. Raises what reading them raises."""
        digest = digest_of(app, specification)
        known = self.find(digest)
        if known is not None:
            return known
        apps = read(app)
        parsed = Specification.parse(specification, apps)
        made = CachedProgram(digest, apps, parsed, Feedback.about(parsed.states, EXACT), len(app) + len(specification))
        self._known[digest] = made
        self._size_bytes += made.size_bytes
        while len(self._known) > self.most or (self._size_bytes > self.most_bytes and len(self._known) > 1):
            self._size_bytes -= self._known.popitem(last=False)[1].size_bytes
        return made


def digest_of(app: bytes, specification: str) -> str:
    """What stands for both, as they were written."""
    hashed = hashlib.sha256(b"handrail.program/1\0")
    for part in (app, specification.encode("utf-8", "surrogatepass")):
        hashed.update(len(part).to_bytes(8, "big") + part)
    return hashed.hexdigest()
