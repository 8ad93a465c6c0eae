"""Numbers that somebody issued by a rule: payment cards, handsets, bank accounts, national identities, passports.

What proves one is its length, its first digits, a date in it, and above all its check digits, which come last here. A
handset's IMEI has 15 digits and the same check digit as a card; its first two name who allots it, and none of those
starts a card of that length.
"""

from collections.abc import Callable, Iterator

from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled, joins_word, occurs

_CARD_RUN = r"\d(?:[ -]?\d){11,22}"
_GROUPED_CARD_RUN = r"\d{4}(?:[ -]?\d){8,19}"
"""Every card begins with four digits at least; only the number of a handset is also written in shorter groups."""
_IMEI_LABEL = r"(?i)\b(?:imei|meid|기기 식별)"
_IMEI_ALLOTTED = ("01", "10", "30", "33", "35", "44", "45", "49", "50", "51", "52", "53", "54", "86", "91", "98", "99")
_CARD_GROUPS = {(4, 4, 4, 4), (4, 6, 5), (4, 4, 4, 4, 3), (4, 6, 4), (4, 4, 4, 1), (6, 13), (4, 4, 5)}


def find_cards(text: str) -> Iterator[Entity]:
    """Cards and IMEIs, in one look at the long runs of digits."""
    pattern = _CARD_RUN if occurs(_IMEI_LABEL, text) else _GROUPED_CARD_RUN
    for match in compiled(pattern).finditer(text):
        start, end = match.span()
        if _part_of_more(text, start, end):
            continue
        written = text[start:end]
        digits = written.replace(" ", "").replace("-", "")
        if _is_imei(digits, text[max(0, start - 24) : start]):
            yield Entity(EntityKind.IMEI, start, end, written)
        elif _is_brand(digits) and luhn(digits) and _is_grouped(written) and len(set(digits)) > 1:
            yield Entity(EntityKind.CARD, start, end, written)


def _part_of_more(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if joins_word(before) or joins_word(after) or before == "+":
        return True
    beyond = text[end + 1 : end + 2]
    return after in {".", ",", "-", ":"} and beyond.isdigit()


def _is_imei(digits: str, before: str) -> bool:
    if not 14 <= len(digits) <= 16:
        return False
    if occurs(_IMEI_LABEL, before):
        return True
    return len(digits) == 15 and digits[:2] in _IMEI_ALLOTTED and luhn(digits)


def _is_grouped(written: str) -> bool:
    groups = tuple(len(group) for group in written.replace("-", " ").split(" "))
    return len(groups) == 1 or groups in _CARD_GROUPS


def _is_brand(digits: str) -> bool:
    length, two, three, four = len(digits), int(digits[:2]), int(digits[:3]), int(digits[:4])
    return (
        (digits[0] == "4" and length in {13, 16, 19})  # Visa
        or ((51 <= two <= 55 or 2221 <= four <= 2720) and length == 16)  # Mastercard
        or (two in {34, 37} and length == 15)  # American Express
        or ((four == 6011 or 644 <= three <= 649 or two == 65) and 16 <= length <= 19)  # Discover
        or ((two in {36, 38, 39} or 300 <= three <= 305) and 14 <= length <= 19)  # Diners Club
        or (3528 <= four <= 3589 and 16 <= length <= 19)  # JCB
        or (two == 62 and 16 <= length <= 19)  # UnionPay
        or (four in {5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763} and 12 <= length <= 19)  # Maestro
    )


_IBAN = r"\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,40}"
_IBAN_LENGTHS = {
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
    for match in compiled(_IBAN).finditer(text):
        start, limit = match.span()
        end = _iban_end(text, start, limit)
        if end is not None:
            yield Entity(EntityKind.IBAN, start, end, text[start:end])


def _iban_end(text: str, start: int, limit: int) -> int | None:
    wanted = _IBAN_LENGTHS.get(text[start : start + 2].upper())
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
    yield from _matching(text, _CHINESE, lambda number: _is_date(number[6:14]) and china_resident(number))
    yield from _matching(text, _SPANISH, spain_identity)
    yield from _matching(text, _BRITISH, lambda _: True)
    yield from _matching(text, _TWELVE, verhoeff, called=_AADHAAR)
    yield from _matching(text, _ELEVEN, germany_tax, called=_GERMAN_TAX)


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


_PASSPORT_CALLED = r"(?:(?i:passport|reisepass|pasaporte|passeport)|여권|护照|護照|旅券)"
_PASSPORT_NAMED = _PASSPORT_CALLED + (
    r"[^\d\n]{0,24}?[\s:#]([A-Z]{1,2}\d{6,8}|[A-Z]\d{2}[A-Z]\d{5}|\d{9}|"
    r"[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8})\b"
)
_PASSPORT_LINE = r"\b([A-Z0-9<]{9})(\d)[A-Z<]{3}(\d{6})(\d)[MFX<](\d{6})(\d)[A-Z0-9<]{14,16}"


def find_passports(text: str) -> Iterator[Entity]:
    """The number after the word; the whole second line of the data page."""
    for match in compiled(_PASSPORT_NAMED).finditer(text):
        if any(map(str.isdigit, match.group(1))):
            yield Entity(EntityKind.PASSPORT, match.start(1), match.end(1), match.group(1))
    if "<" in text:
        for match in compiled(_PASSPORT_LINE).finditer(text):
            if all(travel_document(match.group(field), match.group(field + 1)) for field in (1, 3, 5)):
                yield Entity(EntityKind.PASSPORT, match.start(), match.end(), match.group())


SIGNS_OF_NUMBERS = (
    _CARD_RUN, _IBAN, _DASHED, _KOREAN, _CHINESE, _SPANISH, _BRITISH, _SOCIAL_SECURITY, _AADHAAR, _GERMAN_TAX,
    _PASSPORT_CALLED, "<",
)  # fmt: skip
"""A text with one of these numbers has one of these in it."""


_VERHOEFF_PRODUCT = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
    "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_VERHOEFF_PERMUTATION = (
    "0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258",
)  # fmt: skip
_CHINA_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def luhn(digits: str) -> bool:
    """ISO/IEC 7812: payment cards and IMEIs."""
    values = [ord(digit) - 48 for digit in reversed(digits)]
    return (sum(values[::2]) + sum(_DOUBLED[value] for value in values[1::2])) % 10 == 0


def mod_97(letters_and_digits: str) -> bool:
    """ISO 7064 as IBANs use it: the first four characters go last, letters are numbers from 10."""
    moved = letters_and_digits[4:] + letters_and_digits[:4]
    return int("".join(str(int(character, 36)) for character in moved)) % 97 == 1


def verhoeff(digits: str) -> bool:
    """Indian Aadhaar numbers."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = int(_VERHOEFF_PRODUCT[check][int(_VERHOEFF_PERMUTATION[place % 8][int(digit)])])
    return check == 0


def china_resident(number: str) -> bool:
    """ISO 7064 MOD 11-2 over 17 digits; the last may be an X."""
    total = sum(weight * int(digit) for weight, digit in zip(_CHINA_WEIGHTS, number[:17], strict=True))
    return "10X98765432"[total % 11] == number[17].upper()


def germany_tax(digits: str) -> bool:
    """ISO 7064 MOD 11,10 over ten digits of a German tax identifier."""
    product = 10
    for digit in digits[:10]:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def spain_identity(number: str) -> bool:
    """The letter of a Spanish DNI or NIE."""
    digits = number[:-1].translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(digits) % 23] == number[-1]


def travel_document(field: str, check: str) -> bool:
    """ICAO 9303: one field of a machine-readable line and its check digit."""
    values = [0 if character == "<" else int(character, 36) for character in field]
    return str(sum(value * (7, 3, 1)[place % 3] for place, value in enumerate(values)) % 10) == check
