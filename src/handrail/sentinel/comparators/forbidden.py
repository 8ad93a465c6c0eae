"""It does what the intent withholds: an act, a thing that was to stay, what the user keeps for himself."""

from collections.abc import Iterator

from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, FOR_GOOD, HIGH, Departure, quoted
from handrail.sentinel.comparators.lists import is_choice
from handrail.sentinel.finding import Category
from handrail.sentinel.normalization import keys, without_acts
from handrail.text import lexicon

_SLIGHT = frozenset({"save", "record", "move", "sign_in", "finish_session", "archive"})
_COMMITS = frozenset(
    {"send", "post", "share", "submit", "pay", "buy", "subscribe", "delete", "cancel", "agree", "call", "uninstall"}
)
_DESTROYS = frozenset({"delete", "clear", "reset", "format", "uninstall", "cancel", "move", "disable", "block"})
_SINKS = frozenset({"send", "post", "share", "delete", "clear", "pay", "buy"})


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where nothing is withheld; what the accepted rules support is not held against it."""
    if case.declines or case.authorised:
        return
    if case.is_touch and case.action.type != "long_click":
        yield from _act(case)
    kept = _kept(case)
    if kept:
        destroys = bool(case.acts & _DESTROYS)
        yield Departure(
            Category.DESTRUCTIVE if destroys else Category.OVER_AUTOMATION, HIGH, 0.75,
            FOR_GOOD if destroys else COSTLY,
            f"{quoted(kept)} is what you wanted left out.", (("element", kept),),
            f"kept: {', '.join(sorted(keys(kept) & case.intent.kept)) or 'that kind of thing'}",
        )  # fmt: skip


def _act(case: ComparatorInput) -> Iterator[Departure]:
    intent, short = case.intent, case.confirms or len(case.label.split()) <= 4
    forbidden = (intent.forbidden or frozenset()) & case.acts - _SLIGHT
    committed = case.effective & _COMMITS
    against = ""
    if forbidden and short:
        against = f"forbidden: {', '.join(sorted(forbidden))}"
    elif intent.reserved and committed and short:
        against = f"reserved: {intent.reserved}"
    elif intent.only_looks and case.effective - {"agree"} and short:
        against = "only to look"
    if against:
        yield Departure(
            Category.OVER_AUTOMATION, HIGH, 0.7, COSTLY, f"{quoted(case.label)} is what you did not want done.",
            (("element", case.label),), against,
        )  # fmt: skip


def _kept(case: ComparatorInput) -> str:
    """What is touched or marked of which every word that it shares with the intent is one that was withheld."""
    if case.acts & _SINKS:
        for marked in case.view.chosen:
            words = keys(marked.label)
            if words & case.intent.kept and not words & case.intent.words:
                return marked.label
    line = case.line
    if line is None or not (case.effective or case.switches or is_choice(case.view, line)) or not case.is_touch:
        return ""
    row, things = without_acts(case.row), lexicon("things").among(case.row) - case.intent.things
    kept = frozenset(word for word in row & case.intent.kept if len(word) >= 3 or not word.isascii()) - {"oth", "need"}
    return case.label if (kept or things & case.intent.kept_things) and not row & case.intent.words else ""
