"""What names something and says no amount: an account, a telephone, a card, a street, a day, in figures.

Whoever compares amounts reads a text without them. What a plan or check digits prove is found already; the rest goes by
how it is written: letters before figures, three groups of them, a zero in front, a long run of them.
"""

from collections.abc import Iterable

from handrail.sentinel.entity.entity import Entity
from handrail.sentinel.entity.pattern import compiled, same_length

_WRITTEN = (
    r"(?i)\b\d*[a-z]{1,8}-?\d[\da-z]*(?:(?: \d{3,4}){2,10}(?: \d{1,4})?)?\b|"
    r"\b\d{1,6}(?:[ -]\d{2,6}){2,10}\b|\b\d{3}-\d{4}\b|"
    r"\b0\d{2,}[ /-]?\d{2,}\b|\b\d{10,}\b|#\d+|"
    r"\b(?:account|acct|iban|konto|kontonummer|cuenta|phone|tel|telefon|number|nummer|nr)[.:]? ?\d{6,}\b"
)
_AMOUNT = r"(?i)(?:x|eur|usd|gbp|krw|chf|jpy|cny|inr|pln|sek|nok|dkk|cad|aud|rs)-?\d[\d.,]*"
"""A currency, or how many times, written without a space."""
_FEWEST_DIGITS = 8
"""Of three groups: fewer may be amounts in a row."""


def without_identifiers(text: str, entities: Iterable[Entity] = ()) -> str:
    """The text with a space in place of each identifier; `entities` are those that were found in it."""
    plain = same_length(text)
    kept = list(plain)
    spans = [(entity.start, entity.end) for entity in entities]
    spans += [match.span() for match in compiled(_WRITTEN).finditer(plain) if _is_one(match.group())]
    for start, end in spans:
        kept[start:end] = " " * (end - start)
    return "".join(kept)


def _is_one(written: str) -> bool:
    if compiled(_AMOUNT).fullmatch(written):
        return False
    digits = written.replace(" ", "").replace("-", "")
    return not digits.isdecimal() or len(digits) >= _FEWEST_DIGITS or written[0] == "0" or written[3:4] == "-"
