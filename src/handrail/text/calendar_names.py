"""The names of months and weekdays in English; and how months begin in German and Spanish too."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _by_spelling(names: tuple[str, ...], shortened: Mapping[str, int]) -> Mapping[str, int]:
    written = {spelling: number for number, name in enumerate(names) for spelling in (name.lower(), name[:3].lower())}
    return MappingProxyType({**written, **shortened})


MONTH_OF: Final = _by_spelling(MONTHS, {"sept": 8})
"""From a month's name in lower case to its place in `MONTHS`: in full, by its first three letters, and as is usual."""

WEEKDAY_OF: Final = _by_spelling(WEEKDAYS, {"tues": 1, "thur": 3, "thurs": 3})
"""From a weekday's name in lower case to its place in `WEEKDAYS`, Monday being 0."""

MONTH_BEGINNING_OF: Final[Mapping[str, int]] = MappingProxyType(
    {
        beginning: number
        for number, beginnings in enumerate(
            (
                *("jan|ene", "feb", "mar|mär|mrz", "apr|abr", "may|mai", "jun"),
                *("jul", "aug|ago", "sep", "oct|okt", "nov", "dec|dez|dic"),
            )
        )
        for beginning in beginnings.split("|")
    }
)
"""From how a month's name begins in English, German or Spanish, in lower case, to its place in `MONTHS`."""
