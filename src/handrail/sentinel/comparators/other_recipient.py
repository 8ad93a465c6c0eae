"""It goes to somebody else than the intent names."""

from collections.abc import Iterator

from handrail.app.consequence import LEAVES_THE_PHONE
from handrail.app.generic import Commits
from handrail.app.generic.wording import names_one_of
from handrail.sentinel.case import ComparatorInput
from handrail.sentinel.comparators.departure import FOR_GOOD, HIGH, LOW, Departure, listed, quoted
from handrail.sentinel.comparators.lists import is_choice, named_instead, names_a_person
from handrail.sentinel.entity.pattern import compiled
from handrail.sentinel.finding import Category
from handrail.sentinel.normalization import keys
from handrail.text import word_list

_ENDS = frozenset({"delete", "clear", "reset", "format", "uninstall", "cancel", "stop", "block"})


def compare(case: ComparatorInput) -> Iterator[Departure]:
    """Silent where the intent names nobody, and where the accepted rules support what it commits."""
    if case.declines or case.authorised:
        return
    other, named = _picked(case) or _written(case) or _committed(case) or ("", "")
    if other:
        yield Departure(
            Category.PRIVACY, LOW if case.action.type == "input" else HIGH, 0.7, FOR_GOOD,
            f"{quoted(other)} gets it, and you named {quoted(named)}.",
            (("recipient", other),), f"recipients: {named}",
        )  # fmt: skip


def _picked(case: ComparatorInput) -> tuple[str, str] | None:
    """A row of a list of persons, where another one is named."""
    line = case.line
    if line is None or case.switches or case.acts & _ENDS or case.action.type == "input":
        return None
    if not is_choice(case.view, line) or not names_a_person(case.view, line):
        return None
    named = named_instead(case.intent, case.view, line, any_row=True)
    return (case.row, named) if named else None


def _written(case: ComparatorInput) -> tuple[str, str] | None:
    """A name or address in a field that says who gets it."""
    line = case.line
    if case.action.type != "input" or line is None or not case.typed:
        return None
    labels = (line.element.hint, line.element.description, line.label)
    if not any(names_one_of(label, word_list("receivers")) for label in labels if label):
        return None
    return _if_another(case, case.typed)


def _committed(case: ComparatorInput) -> tuple[str, str] | None:
    """The receiver of what is about to leave the phone, as the screen says."""
    judged = case.judgement
    if not isinstance(judged, Commits) or judged.objective.kind not in LEAVES_THE_PHONE:
        return None
    return _if_another(case, case.detail("to"))


def _if_another(case: ComparatorInput, receiver: str) -> tuple[str, str] | None:
    """The receiver, and who is named, where they have no word in common, nor anybody named with the screen."""
    named = case.intent.recipients
    if named is None or not any(map(str.isalpha, receiver)) or len(receiver) > 120:
        return None
    several = [part.strip() for part in compiled("[,;&]").split(receiver) if keys(part)]
    strangers = [part for part in several if not keys(part) & case.intent.words]
    if strangers and len(strangers) < len(several):
        return strangers[0], listed(named)
    words = keys(receiver)
    shown = frozenset().union(*(keys(line.label) for line in case.view.top if not line.element.clickable), frozenset())
    if not words or words & case.intent.words or named & shown:
        return None
    return receiver, listed(named)
