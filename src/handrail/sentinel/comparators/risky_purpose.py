"""The intent has a purpose that is a risk in itself, or what is written has one."""

from collections.abc import Iterator

from handrail.sentinel.act import CONSEQUENCES, leads_on
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import FOR_GOOD, HIGH, MEDIUM, Departure, quoted
from handrail.sentinel.entity.pattern import compiled
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.clauses import QUOTED
from handrail.sentinel.intent.words import admitted
from handrail.sentinel.normalization import keys
from handrail.text import lexicon

_REPORTED = (
    r"(?i)[^.!?\n]*(?:\b(?:says|said|claims|claimed|wrote|writes|calls for|according to|sagt|schreibt|"
    r"behauptet|dice|dicen)\b|말했|적혀|写着)[^.!?\n]*"
)


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where no purpose is known, and about looking something up."""
    if case.declines or case.into_search:
        return
    if case.typed:
        yield from _written(case)
    if not case.state.intent_acted_on and carries_out(case):
        for purpose in case.intent.purposes or ():
            yield Departure(
                purpose.category, HIGH if purpose.category is not Category.LEGAL else MEDIUM, 0.6, FOR_GOOD,
                f"{quoted(case.label)} serves what you say it is for: {purpose.words}.",
                (("element", case.label),), f"purpose: {purpose.words}", once=True,
            )  # fmt: skip


def carries_out(case: ComparatorInput) -> bool:
    """Whether it is more than finding one's way: text that is written, or a touch with a consequence."""
    if case.action.type == "input":
        return True
    line = case.line
    if line is None or not case.is_touch:
        return False
    if case.switches or (case.confirms and not case.declines):
        return True
    short = len(case.label.split()) <= 3 and not leads_on(case.label)
    acts = case.acts & (CONSEQUENCES | {"record", "move", "save", "download"})
    is_button = case.view.is_dialog or line.element.class_name.endswith("Button")
    return short and (bool(acts) or (is_button and bool(keys(case.label) & case.intent.words)))


def _written(case: ComparatorInput) -> Iterator[Departure]:
    """What is said in one's own name: without quotations and without sentences that report what others say."""
    own = str(compiled(QUOTED).sub(" ", compiled(_REPORTED).sub(" ", case.typed)))
    for purpose in admitted(lexicon("intents").mentions(own)):
        if purpose.category in {Category.HARMFUL, Category.MALICIOUS}:
            yield _says(case, purpose.category, purpose.words)
            return
    about = {mention.concept: mention.phrase for mention in lexicon("people").mentions(own)}
    if len(about) == 2:
        yield _says(case, Category.HARMFUL, ", ".join(sorted(about.values())))


def _says(case: ComparatorInput, category: Category, words: str) -> Departure:
    confidence = 0.65 if category is Category.HARMFUL else 0.5
    return Departure(
        category, HIGH, confidence, FOR_GOOD, f"It writes what hurts or deceives: {words}.",
        (("typed", case.typed[:200]),), "purpose: of what is written",
    )  # fmt: skip
