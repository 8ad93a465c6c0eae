"""Payment cards: length and first digits of a brand, a usual grouping, and the check digit.

A handset's IMEI has 15 digits and the same check digit; its first two name who allots it, and none of those starts a
card of that length.
"""

from collections.abc import Iterator

from handrail.sentinel.entity.checksum import luhn
from handrail.sentinel.entity.entity import Entity, EntityKind
from handrail.sentinel.entity.pattern import compiled, joins_word, occurs

_RUN = r"\d(?:[ -]?\d){11,22}"
_GROUPED_RUN = r"\d{4}(?:[ -]?\d){8,19}"
"""Every card begins with four digits at least; only the number of a handset is also written in shorter groups."""
_IMEI_LABEL = r"(?i)\b(?:imei|meid|기기 식별)"
_IMEI_ALLOTTED = ("01", "10", "30", "33", "35", "44", "45", "49", "50", "51", "52", "53", "54", "86", "91", "98", "99")
_GROUPS = {(4, 4, 4, 4), (4, 6, 5), (4, 4, 4, 4, 3), (4, 6, 4), (4, 4, 4, 1), (6, 13), (4, 4, 5)}


def find_cards(text: str) -> Iterator[Entity]:
    """Cards and IMEIs, in one look at the long runs of digits."""
    pattern = _RUN if occurs(_IMEI_LABEL, text) else _GROUPED_RUN
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
    return len(groups) == 1 or groups in _GROUPS


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
