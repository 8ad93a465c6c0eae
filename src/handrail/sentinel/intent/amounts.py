"""Sums of money and limits in a text, in figures, in the ways of several languages."""

from handrail.sentinel.entity.pattern import compiled, same_length
from handrail.sentinel.normalization import plain, tens_of_thousands

_CURRENCY = r"(?:[€$£¥₩₹]|\b(?:eur|usd|gbp|krw|chf|euros?|dollars?|pounds|bucks)\b|원|元|円|만원)"
_AMOUNT = rf"(?i){_CURRENCY} ?(\d[\d.,]*\d|\d)|(\d[\d.,]*\d|\d) ?{_CURRENCY}"
_LIMIT = (
    r"(?i)(?:under|below|limit|budget|at most|max(?:imum)?|no more than|not more than|up to|less than|höchstens|"
    r"maximal|unter|bis zu|máximo|menos de|hasta|이하|넘지|不超过|以内)\D{0,12}(\d[\d.,]*)|"
    r"(\d[\d.,]*) ?\S{0,8} ?(?:or less|이하|이내|以内|以下|max\b|tops\b|at most\b)"
)


def amounts(text: str) -> tuple[float, ...]:
    """The sums of money in a text, in its order."""
    numbers = [match.group(1) or match.group(2) for match in compiled(_AMOUNT).finditer(same_length(text))]
    found = [float(plain(number)) for number in numbers if _is_number(plain(number))]
    return (*found, *(float(amount) for amount in tens_of_thousands(text)))


def limit(text: str) -> float | None:
    """The most that a text allows to be spent, where it says so."""
    match = compiled(_LIMIT).search(same_length(text))
    number = plain(match.group(1) or match.group(2)) if match is not None else ""
    return float(number) if _is_number(number) else None


def _is_number(text: str) -> bool:
    return bool(text) and text.count(".") <= 1 and text.replace(".", "").isdecimal()
