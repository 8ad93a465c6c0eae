"""Numbers by which a state knows a person: ranges, dates and check digits of those that have them."""

from collections.abc import Callable, Iterator

from handrail.sentinel.entity import checksum
from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled, occurs

_SOCIAL_SECURITY = r"(?i)(?:social security|\bssn\b|tax(?:payer)? id|\bitin\b)"
_AADHAAR = r"(?i)(?:aadhaar|aadhar|uidai)"
_GERMAN_TAX = r"(?i)(?:steuer-?id|identifikationsnummer|idnr)"
_DASHED = r"\b\d{3}-\d{2}-\d{4}\b"
_NINE = r"\b\d{9}\b"
_KOREAN = r"\b\d{6}-[1-8]\d{6}\b"
_CHINESE = r"\b[1-9]\d{16}[\dXx]\b"
_SPANISH = r"\b(?:\d{8}|[XYZ]\d{7})-?[A-Z]\b"
_BRITISH = r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b"
_TWELVE = r"\b[2-9]\d{3} ?\d{4} ?\d{4}\b"
_ELEVEN = r"\b[1-9]\d(?: ?\d{3}){3}\b"
_SIX_DIGITS = r"\d(?:[ -]?\d){5}"
"""What stands in every one of them."""


def find_national_ids(text: str) -> Iterator[Entity]:
    """Each form with what proves it; where a form proves too little, the word for it must stand before."""
    if not occurs(_SIX_DIGITS, text):
        return
    yield from _matching(text, _DASHED, _is_social_security)
    yield from _matching(text, _NINE, _is_social_security, called=_SOCIAL_SECURITY)
    yield from _matching(text, _KOREAN, lambda digits: _is_short_date(digits[:6]))
    yield from _matching(text, _CHINESE, lambda number: _is_date(number[6:14]) and checksum.china_resident(number))
    yield from _matching(text, _SPANISH, checksum.spain_identity)
    yield from _matching(text, _BRITISH, lambda _: True)
    yield from _matching(text, _TWELVE, checksum.verhoeff, called=_AADHAAR)
    yield from _matching(text, _ELEVEN, checksum.germany_tax, called=_GERMAN_TAX)


def _matching(text: str, pattern: str, valid: Callable[[str], bool], called: str | None = None) -> Iterator[Entity]:
    if called is not None and not occurs(called, text):
        return
    for match in compiled(pattern).finditer(text):
        start, end = match.span()
        if called is not None and not occurs(called, text[max(0, start - 40) : start]):
            continue
        if valid(match.group().replace("-", "").replace(" ", "")):
            yield Entity(EntityKind.NATIONAL_ID, start, end, match.group())


def _is_social_security(digits: str) -> bool:
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    return area not in {"000", "666"} and area[0] != "9" and group != "00" and serial != "0000"


def _is_short_date(digits: str) -> bool:
    return 1 <= int(digits[2:4]) <= 12 and 1 <= int(digits[4:6]) <= 31


def _is_date(digits: str) -> bool:
    return 1900 <= int(digits[:4]) <= 2100 and _is_short_date(digits[2:])
