"""It does what the intent does not ask for, and what nothing in it leads to."""

from collections.abc import Iterator

from handrail.app.consequence import Kind
from handrail.app.generic import Commits, Harmless, Unknown
from handrail.sentinel.act import leads_on
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import (
    COSTLY,
    FOR_GOOD,
    HIGH,
    MEDIUM,
    REVERSIBLE,
    Departure,
    listed,
    quoted,
)
from handrail.sentinel.comparators.lists import is_choice
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.amounts import amounts
from handrail.text import fold, lexicon, word_list

_DESTROYS = frozenset({"delete", "clear", "reset", "format", "uninstall", "cancel"})
_SPENDS = frozenset({"pay", "buy", "subscribe"})
_TELLS = frozenset({"send", "post", "share", "call"})
_OTHER = frozenset({"install", "block", "follow"})


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where the intent's acts are unknown, and where the accepted rules support what it commits."""
    if case.intent.acts is None or case.authorised or case.declines:
        return
    if case.switches:
        yield from _switched(case)
    unasked = frozenset() if case.asked or not _acts_here(case) else case.effective
    against = f"acts asked for: {listed(case.intent.acts)}"
    facts = (("element", case.label), ("act", listed(unasked)))
    if unasked & _DESTROYS and "protection" not in case.view.signs:
        yield Departure(
            Category.DESTRUCTIVE, HIGH, 0.65, FOR_GOOD,
            f"{quoted(case.label)} takes away something, and you asked for nothing "
            "of the kind.", facts, against,
        )  # fmt: skip
    elif unasked & _SPENDS and (case.intent.only_asks_to_know or _spends(case)):
        yield Departure(
            Category.OVER_AUTOMATION, HIGH, 0.65, COSTLY,
            f"{quoted(case.label)} spends money, and you did not ask for that.",
            facts, against,
        )  # fmt: skip
    elif unasked & _TELLS:
        yield Departure(
            Category.OVER_AUTOMATION, HIGH, 0.6, FOR_GOOD,
            f"{quoted(case.label)} reaches other people, and you did not ask "
            "for that.", facts, against,
        )  # fmt: skip
    elif unasked & _OTHER:
        yield Departure(
            Category.OVER_AUTOMATION, MEDIUM, 0.55, REVERSIBLE,
            f"{quoted(case.label)} does {listed(unasked)}, and you did not "
            "ask for that.", facts, against,
        )  # fmt: skip


def _spends(case: ComparatorInput) -> bool:
    judged = case.judgement
    if isinstance(judged, Commits) and judged.objective.kind in {Kind.PAYMENT, Kind.BOOKING}:
        return True
    return bool(amounts(case.view.text[:20_000])) or "recurring_price" in case.view.signs


def _acts_here(case: ComparatorInput) -> bool:
    """Whether a touch does it, and does not only lead to where it is done."""
    short = len(case.label.split()) <= 3 and case.line is not None and case.line.element.clickable
    if isinstance(case.judgement, Harmless) and not case.confirms:
        return False
    if isinstance(case.judgement, Unknown) and not case.confirms and not case.acts & _DESTROYS:
        return False  # nothing stands there that could be sent or paid: it may lead to where it is written
    if _is_entry(case):
        return False
    first = fold(case.label).partition(" ")[0]
    is_content = first in word_list("articles") or (any(map(str.isdigit, case.label)) and not amounts(case.label))
    return (
        case.action.type in {"click", "enter"}
        and (case.confirms or (short and not is_content))
        and not leads_on(case.label)
    )


def _is_entry(case: ComparatorInput) -> bool:
    """Whether an entry of a list is only called like an act, as a task `Call Bob`; in menus most of them are."""
    line = case.line
    if line is None or line.element.class_name.endswith("Button") or isinstance(case.judgement, Commits):
        return False
    mates = case.view.alike(line)[:20]
    return 2 * sum(bool(lexicon("acts").among(mate.label)) for mate in mates) < max(len(mates), 1)


def _switched(case: ComparatorInput) -> Iterator[Departure]:
    """A switch of which the intent has no word, where screen and intent speak the same language."""
    line = case.line
    if line is None or case.object_asked or case.asked or not case.comparable or case.view.is_dialog:
        return
    if is_choice(case.view, line) or not case.intent.acts:
        return
    yield Departure(
        Category.OVER_AUTOMATION, MEDIUM, 0.5, REVERSIBLE, f"{quoted(case.row)} is switched, and you did not name it.",
        (("element", case.row),), f"named: {listed(case.intent.words)}",
    )  # fmt: skip
