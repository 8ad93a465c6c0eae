"""How many of a thing stand in a basket or an order, held against how many were asked for."""

from handrail.sentinel.entity.pattern import compiled, occurs, same_length
from handrail.sentinel.normalization import keys
from handrail.sentinel.request import Request
from handrail.sentinel.screen_view import ScreenView

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
