"""Prices on a screen held against the amounts and limits of the request."""

from dataclasses import dataclass

from handrail.sentinel.entity.pattern import compiled, occurs, same_length
from handrail.sentinel.normalization import plain, tens_of_thousands
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import ScreenView

_CURRENCY = r"(?:[€$£¥₩₹]|\b(?:eur|usd|gbp|krw|chf|euros?|dollars?|pounds|bucks)\b|원|元|円|만원)"
_AMOUNT = rf"(?i){_CURRENCY} ?(\d[\d.,]*\d|\d)|(\d[\d.,]*\d|\d) ?{_CURRENCY}"
_LIMIT = (
    r"(?i)(?:under|below|at most|max(?:imum)?|no more than|not more than|up to|less than|höchstens|"
    r"maximal|unter|bis zu|máximo|menos de|hasta|이하|넘지|不超过|以内)\D{0,12}(\d[\d.,]*)|"
    r"(\d[\d.,]*) ?\S{0,3} ?(?:or less|이하|이내|以内|以下|max\b)"
)
_TOTAL = r"(?i)(?:total|summe|gesamt|importe|amount|betrag|합계|총|금액|总计|合计|总额)"
_HELD = r"(?i)balance|available|guthaben|kontostand|verfügbar|saldo|disponible|잔액|余额|\bsave\b|\boff\b|limit"
_SPENDS = frozenset({"pay", "buy", "subscribe"})


@dataclass(frozen=True, slots=True)
class Money:
    """The price on a screen where an action would spend it, and in what it departs from the request."""

    price: str = ""
    wrong: str = ""
    over_limit: str = ""


def amounts(text: str) -> tuple[float, ...]:
    """The amounts of money in a text."""
    found = []
    for match in compiled(_AMOUNT).finditer(same_length(text)):
        try:
            found.append(float(plain(match.group(1) or match.group(2))))
        except ValueError:
            continue
    return (*found, *(float(amount) for amount in tens_of_thousands(text)))


def _stands_alone(view: ScreenView) -> bool:
    """Whether an amount is a line of its own: what is sent is money."""
    return any(len(line.label) <= 14 and amounts(line.label) for line in view.lines[:300])


def money_features(request: Request, view: ScreenView, acts: frozenset[str], confirms: bool) -> Money:
    """What a tap that pays, buys or subscribes would spend."""
    if not (acts & _SPENDS or acts & {"send"} or confirms):
        return Money()
    text = view.text[:20_000]
    shown = amounts(text)
    if not shown:
        return Money()
    rows = (view.row(line) for line in view.lines if len(line.label) <= 80 and compiled(_TOTAL).search(line.label))
    labelled = next((found for found in map(amounts, rows) if found), ())
    paying = amounts("\n".join(line.label for line in view.lines[:300] if not occurs(_HELD, line.label)))
    if not labelled and len(set(paying)) == 1:
        labelled = paying
    total = labelled or shown
    price = f"{max(total):g}"
    asked = amounts(request.text)
    if not (acts & _SPENDS or (acts & {"send"} and asked and _stands_alone(view))):
        return Money(price)
    limit = compiled(_LIMIT).search(same_length(request.text))
    if limit is not None:
        highest = float(plain(limit.group(1) or limit.group(2)))
        return Money(price, over_limit=price if max(total) > highest else "")
    if asked and labelled and not set(asked) & set(shown):
        return Money(price, wrong=price)
    return Money(price)
