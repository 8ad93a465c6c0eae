"""Bank accounts in the international form: the length of the country, and the remainder by 97."""

from collections.abc import Iterator

from handrail.sentinel.entity.checksum import mod_97
from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled, joins_word

_CANDIDATE = r"\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,40}"
_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
    "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22,
    "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
    "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18,
    "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31, "SE": 24,
    "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24,
    "XK": 20,
}  # fmt: skip


def find_bank_accounts(text: str) -> Iterator[Entity]:
    """IBANs; what follows one on its line, joined by a space, is not part of it."""
    for match in compiled(_CANDIDATE).finditer(text):
        start, limit = match.span()
        end = _end(text, start, limit)
        if end is not None:
            yield Entity(EntityKind.IBAN, start, end, text[start:end])


def _end(text: str, start: int, limit: int) -> int | None:
    wanted = _LENGTHS.get(text[start : start + 2].upper())
    if wanted is None:
        return None
    compact = ""
    for place in range(start, limit):
        if text[place] not in " -":
            compact += text[place]
        if len(compact) == wanted:
            whole = not joins_word(text[place + 1 : place + 2])
            return place + 1 if whole and mod_97(compact.upper()) else None
    return None
