"""A screen as a binding written in Python looks at it: the readings of a model, as methods."""

from dataclasses import dataclass, replace
from datetime import date, time
from decimal import Decimal
from functools import lru_cache

from handrail.app.extraction import ExtractionScope, SeenValue, Unread, read
from handrail.app.extractor import Extractor
from handrail.app.extractor_parser import parse_extractor
from handrail.app.selection import select
from handrail.app.selector import Selector
from handrail.app.selector_parser import read_selector


@dataclass(frozen=True, slots=True)
class ScreenReader:
    """Reads from a screen, starting at a row or at the element acted upon. What cannot be read is None."""

    scope: ExtractionScope
    package: str

    @property
    def typed(self) -> str | None:
        """The text that the action brings; None into a password field."""
        value = self.read("typed()")
        return value if isinstance(value, str) else None

    def read(self, extractor: str) -> SeenValue:
        """The value of a reading, written as in a model's file. Raises `ExpressionError` if it cannot be meant."""
        value = read(_extractor(extractor, self.package), self.scope)
        return None if isinstance(value, Unread) else value

    def text(self, place: str) -> str | None:
        """The text of the one element at a place."""
        value = self.read(f"text({place})")
        return value if isinstance(value, str) else None

    def checked(self, place: str) -> bool | None:
        """Whether it is switched on."""
        value = self.read(f"checked({place})")
        return value if isinstance(value, bool) else None

    def number(self, place: str) -> Decimal | None:
        """The one number in its text."""
        value = self.read(f"number({place})")
        return value if isinstance(value, Decimal) else None

    def time(self, place: str) -> time | None:
        """The one time in its text."""
        value = self.read(f"time({place})")
        return value if isinstance(value, time) else None

    def date(self, place: str) -> date | None:
        """The one day in its text."""
        value = self.read(f"date({place})")
        return value if isinstance(value, date) else None

    def each(self, place: str) -> "tuple[ScreenReader, ...]":
        """A reader for each element that a selector means."""
        found = select(_selector(place, self.package), self.scope.index, self.scope.start)
        return tuple(replace(self, scope=replace(self.scope, start=number)) for number in found)


@lru_cache(maxsize=2048)
def _extractor(source: str, package: str) -> Extractor:
    return parse_extractor(source, package)


@lru_cache(maxsize=2048)
def _selector(source: str, package: str) -> Selector:
    return read_selector(source, package)
