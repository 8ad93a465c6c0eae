"""How much and how many: prices, baskets and typed numbers held against the amounts and limits of the request."""

from dataclasses import dataclass

from handrail.sentinel.entity.pattern import compiled, occurs, same_length
from handrail.sentinel.normalization import keys, numbers, plain, tens_of_thousands
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import Line, ScreenView

_AMOUNT_FIELD = (
    r"(?i)(?:amount|price|betrag|preis|quantity|qty|guests|importe|cantidad|금액|수량|가격|金额|数量|\bsum\b|"
    r"minutes|hours|percent|tip)"
)
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


def _an_amount_stands_alone(view: ScreenView) -> bool:
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
    if not (acts & _SPENDS or (acts & {"send"} and asked and _an_amount_stands_alone(view))):
        return Money(price)
    limit = compiled(_LIMIT).search(same_length(request.text))
    if limit is not None:
        highest = float(plain(limit.group(1) or limit.group(2)))
        return Money(price, over_limit=price if max(total) > highest else "")
    if asked and labelled and not set(asked) & set(shown):
        return Money(price, wrong=price)
    return Money(price)


_TIMES = (
    r"(?i)(?:^|[^\d.,:])(\d{1,3}) ?[×x✕] ?(\pL[^\n]{0,60})|(\pL[^\n]{0,60}?) ?[×x✕] ?(\d{1,3})\b|"
    r"\b(?:qty|quantity|menge|anzahl|stück|cantidad|수량|数量)[:.]? ?(\d{1,3})\b"
)
_ONE = (
    r"(?i)\b(?:a|an|one|single|ein|eine|einen|einem|un|una|uno)\b|하나|한 ?(?:개|장|잔|병|"
    r"판|권)|一(?:个|份|张|杯|瓶|本|只)|1(?:개|장|잔|병)"
)


def quantity_wrong(request: Request, view: ScreenView) -> str:
    """The line whose number is none that the request names, though it says how many; empty where all is well."""
    for line in view.lines[:300]:
        if len(line.label) > 120:
            continue
        for match in compiled(_TIMES).finditer(same_length(line.label)):
            count = match.group(1) or match.group(4) or match.group(5)
            what = match.group(2) or match.group(3) or ""
            if what and not keys(what) & request.wanted:
                continue
            if count not in request.numbers and int(count) > 1 and _says_how_many(request):
                return line.label
    return ""


def _says_how_many(request: Request) -> bool:
    small = any(number.isdecimal() and int(number) <= 50 for number in request.numbers if len(number) <= 2)
    return small or occurs(_ONE, request.text)


def number_wrong(request: Request, view: ScreenView, line: Line | None, typed: str) -> str:
    """A bare number typed where an amount belongs, which the request does not name though it names others."""
    if (
        not typed
        or line is None
        or len(typed) > 16
        or not occurs(_AMOUNT_FIELD, f"{line.label} {line.element.resource_id}")
    ):
        return ""
    found = numbers(typed)
    if not found or not request.numbers or found & request.numbers or found & numbers(view.text):
        return ""
    return typed
