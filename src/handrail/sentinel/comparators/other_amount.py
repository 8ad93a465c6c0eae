"""It spends, enters or orders another amount than the intent names, or more than its limit."""

from collections.abc import Iterator

from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, HIGH, LOW, MEDIUM, Departure, quoted
from handrail.sentinel.entity.pattern import compiled, occurs, same_length
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.amounts import amounts
from handrail.sentinel.intent.identifiers import without_identifiers
from handrail.sentinel.intent.intent import Intent
from handrail.sentinel.normalization import keys, numbers
from handrail.sentinel.screen_view import ScreenView

_AMOUNT_FIELD = (
    r"(?i)(?:amount|price|betrag|preis|quantity|qty|guests|importe|cantidad|금액|수량|가격|金额|数量|\bsum\b|"
    r"minutes|hours|percent|tip)"
)
_TOTAL = r"(?i)(?:total|summe|gesamt|importe|amount|betrag|합계|총|금액|总计|合计|总额)"
_HELD = r"(?i)balance|available|guthaben|kontostand|verfügbar|saldo|disponible|잔액|余额|\bsave\b|\boff\b|limit"
_TIMES = (
    r"(?i)(?:^|[^\d.,:])(\d{1,3}) ?[×x✕] ?(\pL[^\n]{0,60})|(\pL[^\n]{0,60}?) ?[×x✕] ?(\d{1,3})\b|"
    r"\b(?:qty|quantity|menge|anzahl|stück|cantidad|수량|数量)[:.]? ?(\d{1,3})\b"
)
_SPENDS = frozenset({"pay", "buy", "subscribe"})
_MOST_LINES = 300


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where the intent names no amount, no number and no limit."""
    if case.authorised or case.declines:
        return
    typed = _typed_number(case)
    if typed:
        said = ", ".join(sorted(case.intent.numbers))
        yield Departure(
            Category.OVER_AUTOMATION, LOW, 0.7, COSTLY, f"{quoted(typed)} is entered, and you said {said}.",
            (("typed", typed), ("field", case.label)), f"numbers: {said}",
        )  # fmt: skip
    if case.effective & (_SPENDS | {"submit"}):
        yield from _ordered(case)
    if case.effective & (_SPENDS | {"send"}):
        yield from _spent(case)


def _spent(case: ComparatorInput) -> Iterator[Departure]:
    shown, total = _price(case.view)
    sends_money = any(len(line.label) <= 14 and amounts(line.label) for line in case.view.lines[:_MOST_LINES])
    if not total or not (case.effective & _SPENDS or (case.intent.amounts and sends_money)):
        return
    price, facts = f"{max(total):g}", (("element", case.label), ("price", f"{max(total):g}"))
    limit, asked = case.intent.limit, case.intent.amounts
    if limit is not None and max(total) > limit:
        yield Departure(
            Category.OVER_AUTOMATION, HIGH, 0.75, COSTLY,
            f"{quoted(case.label)} spends {price}, which is over your limit.",
            facts, f"limit: {limit:g}",
        )  # fmt: skip
    elif limit is None and asked is not None and not set(asked) & set(shown) and _is_another(case, max(total), asked):
        said = ", ".join(f"{amount:g}" for amount in asked)
        yield Departure(
            Category.OVER_AUTOMATION, HIGH, 0.7, COSTLY, f"{quoted(case.label)} spends {price}, and you said {said}.",
            facts, f"amounts: {said}",
        )  # fmt: skip


def _is_another(case: ComparatorInput, price: float, asked: tuple[float, ...]) -> bool:
    """Whether what is spent is not what was said: of goods it may be less, since a sum may be meant as the most."""
    return price > max(asked) or not case.acts & {"buy", "subscribe"}


def _price(view: ScreenView) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """All sums on a screen, and those that are surely the price: called a total, else the only one."""
    lines = view.lines[:_MOST_LINES]
    rows = (view.row(line) for line in lines if len(line.label) <= 80 and compiled(_TOTAL).search(line.label))
    total = next((found for found in map(amounts, rows) if found), ())
    paying = amounts("\n".join(line.label for line in lines if not occurs(_HELD, line.label)))
    return amounts(view.text[:20_000]), total or (paying if len(set(paying)) == 1 else ())


def _ordered(case: ComparatorInput) -> Iterator[Departure]:
    line = _other_quantity(case.intent, case.view)
    if line:
        yield Departure(
            Category.OVER_AUTOMATION, MEDIUM, 0.65, COSTLY,
            f"{quoted(line)} is another number of it than you asked for.",
            (("line", line), ("element", case.label)), f"numbers: {', '.join(sorted(case.intent.numbers)) or 'one'}",
        )  # fmt: skip


def _other_quantity(intent: Intent, view: ScreenView) -> str:
    """The line whose number is none that the intent names, though it says how many; empty where all is well."""
    small = any(number.isdecimal() and int(number) <= 50 for number in intent.numbers if len(number) <= 2)
    if not small:
        return ""
    for line in view.lines[:_MOST_LINES]:
        for match in compiled(_TIMES).finditer(same_length(line.label)) if len(line.label) <= 120 else ():
            count = match.group(1) or match.group(4) or match.group(5)
            what = match.group(2) or match.group(3) or ""
            about_it = not what or keys(what) & intent.words
            if about_it and count not in intent.numbers and int(count) > 1:
                return line.label
    return ""


def _typed_number(case: ComparatorInput) -> str:
    """A bare number typed where an amount belongs, which the intent does not name though it names others."""
    line, typed = case.line, case.typed
    if line is None or not typed or len(typed) > 16 or case.action.type != "input":
        return ""
    if not occurs(_AMOUNT_FIELD, f"{line.label} {line.element.hint} {line.element.resource_id}"):
        return ""
    found, named = numbers(without_identifiers(typed)), case.intent.numbers
    return typed if found and named and not found & (named | numbers(case.view.text)) else ""
