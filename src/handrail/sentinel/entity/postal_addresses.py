"""Postal addresses: a street with a number, in the way of English, German, Spanish, Korean and Chinese ones."""

from collections.abc import Iterator

from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import spans

_ENGLISH = (
    r"\b\d{1,5}[A-Za-z]? (?:[NSEW]\.? )?(?:[A-Z0-9][A-Za-z0-9'.]* ){1,4}"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Terrace|Way|"
    r"Parkway|Pkwy|Square|Sq|"
    r"Crescent|Close|Highway|Hwy)\b\.?"
    r"(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|#)\.? ?[A-Za-z0-9-]+)?"
    r"(?:, [A-Z][A-Za-z.'-]*(?: [A-Z][A-Za-z.'-]*){0,3}(?:, [A-Z]{2}(?: \d{5}(?:-\d{4})?)?)?)?"
)
_GERMAN = (
    r"\b[A-ZÄÖÜ][^\s,\d]*(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm) \d{1,4} ?[a-z]?\b"
    r"(?:, \d{5} [A-ZÄÖÜ][^\s,\d]+)?"
)
_SPANISH = (
    r"\b(?:Calle|C/|Avenida|Avda\.?|Plaza|Paseo|Carrera|Camino) (?:[^\s,\d]+ ){0,4}[^\s,\d]+,? (?:n[.º°]* ?)?\d{1,4}\b"
    r"(?:, \d{5} [^\s,\d]+)?"
)
_KOREAN = r"(?:[가-힣]{1,8}(?:시|도|군|구) ){1,3}[가-힣]{1,12}\d{0,4}(?:로|길|동) ?\d{1,5}(?:-\d{1,4})?"
_CHINESE = r"[一-鿿]{2,20}[路街道巷]\d{1,5}号(?:[一-鿿]{0,6}\d{1,5}[室楼]?)?"


def find_postal_addresses(text: str) -> Iterator[Entity]:
    """Streets with a number and what follows of the address."""
    patterns = (_ENGLISH, _GERMAN, _SPANISH) if text.isascii() else (_ENGLISH, _GERMAN, _SPANISH, _KOREAN, _CHINESE)
    for pattern in patterns:
        for start, end in spans(pattern, text):
            yield Entity(EntityKind.ADDRESS, start, end, text[start:end])
