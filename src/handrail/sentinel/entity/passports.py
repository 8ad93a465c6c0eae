"""Passport numbers: after the word for one, or in the machine-readable line with its check digits."""

from collections.abc import Iterator

from handrail.sentinel.entity.checksum import travel_document
from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled

_NAMED = (
    r"(?:(?i:passport|reisepass|pasaporte|passeport)|여권|护照|護照|"
    r"旅券)[^\d\n]{0,24}?[\s:#]([A-Z]{1,2}\d{6,8}|[A-Z]\d{2}[A-Z]\d{5}|\d{9}|"
    r"[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8})\b"
)
_LINE = r"\b([A-Z0-9<]{9})(\d)[A-Z<]{3}(\d{6})(\d)[MFX<](\d{6})(\d)[A-Z0-9<]{14,16}"


def find_passports(text: str) -> Iterator[Entity]:
    """The number after the word; the whole second line of the data page."""
    for match in compiled(_NAMED).finditer(text):
        if any(map(str.isdigit, match.group(1))):
            yield Entity(EntityKind.PASSPORT, match.start(1), match.end(1), match.group(1))
    if "<" in text:
        for match in compiled(_LINE).finditer(text):
            if all(travel_document(match.group(field), match.group(field + 1)) for field in (1, 3, 5)):
                yield Entity(EntityKind.PASSPORT, match.start(), match.end(), match.group())
