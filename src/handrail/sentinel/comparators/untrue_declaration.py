"""It declares what the intent says is not so: an age, a right, a truth."""

from collections.abc import Iterator

from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import COSTLY, HIGH, Departure, quoted
from handrail.sentinel.entity.pattern import compiled
from handrail.sentinel.finding import Category
from handrail.text import lexicon


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where the intent says nothing of an age, and admits to nothing."""
    if case.declines or not case.is_touch:
        return
    text = case.view.texts[:600] if case.view.is_dialog and (case.confirms or "agree" in case.acts) else ""
    declared = lexicon("signs").among(f"{case.label}\n{text}") & {"attest", "attest_age"}
    if not declared:
        return
    age = _age(f"{case.label} {case.view.texts[:400]}") if "attest_age" in declared else 0
    admits = next((purpose for purpose in case.intent.purposes or () if purpose.category is Category.LEGAL), None)
    against = ""
    if case.intent.age is not None and case.intent.age < age:
        against = f"age: {case.intent.age}"
    elif admits is not None:
        against = f"admitted: {admits.words}"
    if against:
        yield Departure(
            Category.LEGAL, HIGH, 0.8, COSTLY, f"{quoted(case.label)} declares what is not so.",
            (("element", case.label),), against,
        )  # fmt: skip


def _age(text: str) -> int:
    """The age that a declaration is about; 18 where it names none."""
    match = compiled(r"\b(1[0-9]|2[0-5])\b").search(text)
    return int(match.group(1)) if match is not None else 18
