"""Days of the year as texts name them, in several ways of writing, so that 13 Nov and November 13th are one."""

from handrail.sentinel.entity.pattern import compiled, same_length

_MONTHS = [
    "jan|ene",
    "feb",
    "mar|mär|mrz",
    "apr|abr",
    "may|mai|mayo",
    "jun",
    "jul",
    "aug|ago",
    "sep",
    "oct|okt",
    "nov",
    "dec|dez|dic",
]
_NAMES = "|".join(_MONTHS)
_DAY_MONTH = rf"(?i)\b(\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of| de)? ({_NAMES})[a-zäé]*\b"
_MONTH_DAY = rf"(?i)\b({_NAMES})[a-zäé]*\.? (\d{{1,2}})(?:st|nd|rd|th)?\b"
_NUMERIC = r"\b(\d{1,2})\.(\d{1,2})\.(?:\d{2,4})?(?:\D|$)"
_ISO = r"\b\d{4}-(\d{2})-(\d{2})\b"
_EASTERN = r"(\d{1,2})[월月] ?(\d{1,2})[일日号]"


def dates(text: str) -> frozenset[tuple[int, int]]:
    """The days that a text names, as month and day; a range such as 28-29 Nov names its last."""
    if not any(map(str.isdigit, text)):
        return frozenset()
    text = same_length(text)
    found = [(_month(match.group(2)), int(match.group(1))) for match in compiled(_DAY_MONTH).finditer(text)]
    found += [(_month(match.group(1)), int(match.group(2))) for match in compiled(_MONTH_DAY).finditer(text)]
    found += [(int(match.group(2)), int(match.group(1))) for match in compiled(_NUMERIC).finditer(text)]
    for pattern in (_ISO, _EASTERN):
        found += [(int(match.group(1)), int(match.group(2))) for match in compiled(pattern).finditer(text)]
    return frozenset((month, day) for month, day in found if 1 <= month <= 12 and 1 <= day <= 31)


def _month(name: str) -> int:
    folded = name.casefold()
    return next((number for number, names in enumerate(_MONTHS, 1) if folded in names.split("|")), 0)
