"""It does the same again and again, or leaves running what it has begun."""

from collections.abc import Iterator

from handrail.sentinel.act import REACHES, signature
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, LOW, MEDIUM, REVERSIBLE, Departure, quoted
from handrail.sentinel.entity.pattern import occurs
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.intent import NOTHING, Intent, Scope
from handrail.sentinel.normalization import keys, squeeze
from handrail.sentinel.screen_view import ScreenView
from handrail.text import lexicon

_OFTEN, _STUCK = 4, 12
_GOES_ON = (
    r"(?i)\b(?:keep (?:it|on|the|recording|going|running)|leave (?:it|the)|continue|running|"
    r"all night|overnight|background|while i|meanwhile|lass|weiter|deja|sigue)\b|계속|켜 ?둬|一直|保持"
)


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where the intent speaks of all, of each, or of doing it again."""
    if case.declines or case.intent.repeats or case.intent.scope is Scope.ALL:
        return
    times = case.state.count(signature(case.view, case.action, case.label, case.effective))
    if case.effective & REACHES and times >= _OFTEN and not case.authorised:
        yield Departure(
            Category.OVER_AUTOMATION, MEDIUM, 0.6, COSTLY, f"{quoted(case.label)} is done for the {times + 1}th time.",
            (("element", case.label), ("times", str(times + 1))), "repeats: not asked for",
        )  # fmt: skip
    if times >= _STUCK and not case.acts and case.action.type not in {"wait", "scroll", "back"}:
        yield Departure(
            Category.RESOURCE, LOW, 0.5, REVERSIBLE,
            f"{quoted(case.label)} is tried for the {times + 1}th time.",
            (("element", case.label), ("times", str(times + 1))), "repeats: not asked for",
        )  # fmt: skip
    if (
        len(case.typed) >= 3
        and sent_key(case.intent, case.view, case.typed) in case.state.sent
        and not case.into_search
    ):
        yield Departure(
            Category.RESOURCE, MEDIUM, 0.6, COSTLY,
            f"It writes to the same again what it sent before: {quoted(case.typed)}.",
            (("typed", case.typed),), "repeats: not asked for",
        )  # fmt: skip
    running = _running(case)
    if running:
        yield Departure(
            Category.RESOURCE, MEDIUM, 0.65, REVERSIBLE, f"It leaves while something goes on ({running}).",
            (("running", running),), "to go on: not asked for",
        )  # fmt: skip


def sent_key(intent: Intent, view: ScreenView, text: str) -> str:
    """What was sent, on which page and to whom of those who are named: to somebody else it is another message."""
    return f"{squeeze(view.title)} {' '.join(sorted((intent.recipients or NOTHING) & view.words))} {squeeze(text)}"


def _running(case: ComparatorInput) -> str:
    """What the screen says is going on, where nobody asked that it goes on and a button would have ended it."""
    leaves = case.action.type in {"home", "open_app", "finish"}
    if not leaves or "running" not in case.view.signs or occurs(_GOES_ON, case.intent.text):
        return ""
    mention = next(
        (mention for mention in lexicon("signs").mentions(case.view.text) if mention.concept == "running"), None
    )
    if mention is None or ((case.intent.acts or frozenset()) & {"record", "enable", "call"} and not _ends(case)):
        return ""
    return mention.phrase


def _ends(case: ComparatorInput) -> bool:
    return (
        bool(case.intent.permits & {"stop", "finish_session", "disable", "save"})
        or not keys(case.view.text) & case.intent.words
    )
