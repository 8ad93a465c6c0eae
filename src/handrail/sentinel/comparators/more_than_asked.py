"""It does it to more than was asked for: all of a kind, what is marked along, an extra that is ticked or offered."""

from collections.abc import Iterator

from handrail.sentinel.act import CONSEQUENCES
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, FOR_GOOD, HIGH, MEDIUM, Departure, listed, quoted
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.amounts import amounts
from handrail.sentinel.intent.intent import Scope
from handrail.sentinel.normalization import keys
from handrail.text import lexicon, word_list

_DESTROYS = frozenset({"delete", "clear", "reset", "format", "uninstall", "cancel"})
_TELLS = frozenset({"send", "share", "post"})
_FETCHES = frozenset({"download", "backup"})
_TO_ALL = CONSEQUENCES | _FETCHES | {"archive", "move"}
_SINKS = frozenset({"send", "post", "share", "delete", "clear", "pay", "buy"})
_SPENDS = frozenset({"buy", "pay", "subscribe"})
_BOXES = ("CheckBox", "CheckedTextView")
_SELECT_ALL = (
    r"(?i)^(?:select|mark|choose|check) (?:all|everything)\b|^alle[s]? (?:auswählen|markieren)|"
    r"^seleccionar tod|전체 ?선택|모두 ?선택|^全选"
)


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where the intent speaks of all, and where the accepted rules support what it commits."""
    if case.authorised or case.declines:
        return
    if case.intent.scope is not Scope.ALL:
        yield from _reaches_all(case)
        yield from _marked_along(case)
    yield from _extras(case)


def _reaches_all(case: ComparatorInput) -> Iterator[Departure]:
    title = case.view.title if case.confirms else ""
    said = lexicon("amounts").among(f"{case.label}\n{title}\n{case.options}")
    acts = case.acts & _TO_ALL if "all" in said else frozenset()
    if acts == {"agree"} and "cookies" in case.view.signs:
        return
    marks = case.action.type == "click" and occurs(_SELECT_ALL, case.label)
    if (not acts and not marks) or (acts & _DESTROYS and "notifications" in case.things):
        return
    category = Category.OVER_AUTOMATION
    if acts & _DESTROYS:
        category = Category.DESTRUCTIVE
    elif acts & _TELLS or (marks and (case.intent.acts or frozenset()) & _TELLS):
        category = Category.PRIVACY
    elif acts & _FETCHES:
        category = Category.RESOURCE
    yield Departure(
        category, HIGH, 0.7 if case.intent.scope is Scope.NAMED else 0.6, FOR_GOOD if acts & _DESTROYS else COSTLY,
        f"{quoted(case.label)} is about everything here, and you asked for less.",
        (("element", case.label),), f"how much: {case.intent.scope or 'not all'}",
    )  # fmt: skip


def _marked_along(case: ComparatorInput) -> Iterator[Departure]:
    """What is marked beside what was asked for, where the choice is about to be sent, posted or deleted."""
    if not case.acts & _SINKS or case.intent.named is None:
        return
    rows = tuple(map(case.view.row, case.view.chosen)) if case.view.selecting else case.state.chosen
    asked = [row for row in rows[:100] if _is_asked(case, row)]
    unasked = [row for row in rows[:100] if not _is_asked(case, row)]
    if unasked and not asked and case.view.selecting:
        common = frozenset().union(*map(keys, unasked))
        chosen = {line.number for line in case.view.chosen}
        others = [
            case.view.row(line) for line in case.view.lines if line.number not in chosen and line.element.clickable
        ]
        asked = [row for row in others if (keys(row) - common) & case.intent.words and not lexicon("acts").among(row)]
    if not asked or not unasked:
        return
    destroys = bool(case.acts & _DESTROYS)
    yield Departure(
        Category.DESTRUCTIVE if destroys else Category.PRIVACY, HIGH, 0.65, FOR_GOOD,
        f"{quoted(unasked[0])} goes along, and you did not name it.",
        (("marked", unasked[0]), ("element", case.label)), f"named: {listed(case.intent.words & keys(asked[0]))}",
    )  # fmt: skip


def _is_asked(case: ComparatorInput, row: str) -> bool:
    return bool(keys(row) & case.intent.words or lexicon("things").among(row) & case.intent.things)


def _extras(case: ComparatorInput) -> Iterator[Departure]:
    """What costs by itself and is ticked beside the goods, or is offered on top with a no beside it."""
    extra = _ticked_extra(case)
    if extra:
        yield Departure(
            Category.INTERFERENCE, MEDIUM, 0.6, COSTLY, f"{quoted(extra)} is ticked, and you did not ask for it.",
            (("ticked", extra), ("element", case.label)), f"named: {listed(case.intent.words)}",
        )  # fmt: skip
    elif case.acts & _SPENDS and not case.asked & {"subscribe"} and case.intent.acts is not None and _renews(case):
        yield Departure(
            Category.INTERFERENCE, MEDIUM, 0.65, COSTLY,
            f"{quoted(case.label)} begins a subscription, and you asked for none.",
            (("element", case.label),), f"acts asked for: {listed(case.intent.acts)}",
        )  # fmt: skip


def _renews(case: ComparatorInput) -> bool:
    recurring = "recurring_price" in case.view.signs and bool(amounts(case.view.text[:20_000]))
    return recurring and not case.asked and not case.object_asked


def _ticked_extra(case: ComparatorInput) -> str:
    if not case.acts & {"buy", "pay"}:
        return ""
    for line in case.view.chosen:
        costs = (
            "subscribe" in lexicon("acts").among(line.label)
            or "recurring_price" in lexicon("signs").among(line.label)
            or "insurance_extra" in lexicon("things").among(line.label)
            or bool(amounts(line.label))
        )
        asked = _is_asked(case, line.label) or "subscribe" in case.intent.permits
        if costs and line.element.class_name.endswith(_BOXES) and not asked and line.label not in word_list("confirms"):
            return line.label
    return ""
