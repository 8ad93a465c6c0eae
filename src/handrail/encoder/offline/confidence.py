"""How likely a draft is right, and which phrase speaks against it.

The weights in `confidence.json` are those of a logistic regression, fitted by `benchmarks/offline_confidence.py` on
instructions about their own app, about that app without the states that they need, and about another app.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp

from handrail.encoder.offline.assemble import Abstained, Assembled, OfflineDraft
from handrail.encoder.offline.clause import ClauseRole
from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.link import Linked, is_search
from handrail.encoder.offline.plan import Plan
from handrail.encoder.offline.reading import ClauseReading, Content
from handrail.language.verbalize import LONGEST_NAME, printable

ABSTAIN_BELOW = 0.45
ACCOUNTED = 0.4  # a word is accounted for from here on
LOST_VALUE = 0.4  # how much less likely each value that no constraint holds makes a draft: a choice, not fitted
NAMED = 0.2  # and names something at all from here on
_FREE = ("span", "told", "search")
GUESS = 0.2  # the cost of a text from which on it is a guess
SHORT = 2  # commands of a short instruction

Read = Sequence[tuple[ClauseReading, Linked | None]]


def judge(
    assembled: Assembled, plan: Plan, read: Read, weights: Mapping[str, float] | None = None
) -> OfflineDraft | Abstained:
    """The draft, or the phrase that could not be placed. `weights` are those of the package unless others are given."""
    confidence = probability(features(plan, read), weights if weights is not None else _weights()) * LOST_VALUE ** len(
        _lost_values(plan)
    )
    if any(linked.chosen[0].tied or _is_guessed(linked) for linked in plan.linked):
        confidence = min(confidence, ABSTAIN_BELOW / 2)  # swapped is worse than not answered
    if any(linked is None and reading.clause.role is ClauseRole.CONDITION for reading, linked in read):
        confidence = 0.0  # what should only be done under a condition must not be done without
    confidence = round(confidence, 3)
    draft = OfflineDraft(assembled.rules, assembled.objectives, confidence, assembled.traces)
    if confidence >= ABSTAIN_BELOW:
        return draft
    return Abstained(_reason(plan, read), confidence, draft)


def features(plan: Plan, read: Read) -> Mapping[str, float]:
    """What speaks for and against a draft, each on a scale of about 1."""
    linked = plan.linked
    slot_assignments = [
        slot_assignment
        for link in linked
        for candidate in link.chosen
        for slot_assignment in candidate.slot_assignments
    ]
    lost = [content for link in linked for content in _lost(link)]
    weight = sum(link.reading.weight for link in linked) or 1.0
    unlinked = [reading for reading, link in read if _is_unlinked(reading, link)]
    return {
        "unnamed": sum(not _is_named(link) for link in linked) / len(linked),
        "lost_act": sum(map(_loses_act, linked)) / len(linked),
        "least_coverage": min(link.coverage for link in linked),
        "coverage": sum(link.coverage * link.reading.weight for link in linked) / weight,
        "lost_words": min(2.0, sum(content.weight for content in lost if not content.is_name) / 2),
        "lost_names": min(2.0, sum(content.weight for content in lost if content.is_name) / 2),
        "values": min(
            1.0, sum(slot_assignment.source.startswith("value:") for slot_assignment in slot_assignments) / 3
        ),
        "margin": max(0.0, min(0.5, min(link.margin for link in linked))),
        "guessed_text": float(
            any(
                slot_assignment.source == "span" and slot_assignment.cost > GUESS
                for slot_assignment in slot_assignments
            )
        ),
        "only_observed": float(all(assignment.only_observes for assignment in slot_assignments)),
        "lost_switch": float(any(_loses_switch(link) for link in linked)),
        "unlinked": float(bool(unlinked)),
        "conditions": min(2.0, len(plan.branches)),
        "long": min(1.0, max(0, len(linked) - SHORT) / 3),
        "cost": min(1.0, max((slot_assignment.cost for slot_assignment in slot_assignments), default=0.0)),
        "near": max(max(link.reading.near[c.state.state.name] for c in link.chosen) for link in linked),
        "least_near": min(max(link.reading.near[c.state.state.name] for c in link.chosen) for link in linked),
        "bare": float(any(link.reading.clause.role is ClauseRole.DETAIL for link in linked)),
    }


def probability(values: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The fitted probability."""
    return 1 / (1 + exp(-weights["intercept"] - sum(weights[name] * value for name, value in values.items())))


@cache
def _weights() -> Mapping[str, float]:
    content: dict[str, float] = json.loads(files(__package__).joinpath("confidence.json").read_text("utf-8"))
    return content


def _is_unlinked(reading: ClauseReading, linked: Linked | None) -> bool:
    return linked is None and bool(reading.contents) and not reading.clause.is_purpose


def _lost(linked: Linked) -> list[Content]:
    """The words of a clause that nothing accounts for."""
    return [content for content in linked.reading.contents if linked.covered.get(content.position, 0.0) < ACCOUNTED]


def _lost_values(plan: Plan) -> list[str]:
    """The values that the instruction names and the rules do not have."""
    return [
        linked.reading.words(mention.first, mention.last)
        for linked in plan.linked
        for mention in linked.reading.mentions
        if all(linked.covered.get(position, 0.0) < ACCOUNTED for position in range(mention.first, mention.last))
    ]


def _loses_switch(linked: Linked) -> bool:
    """Whether the clause says on or off and the rules do not."""
    clause = linked.reading.clause
    if clause.positive is None or clause.verb_class is VerbClass.REMOVE:
        return False
    sources = {slot_assignment.source for candidate in linked.chosen for slot_assignment in candidate.slot_assignments}
    return sources.isdisjoint(("boolean", "on", "switch", "enum"))


def _is_named(linked: Linked) -> bool:
    """Whether a clause says the name of something that the app declares, or looks for what is marked as a name.

    Free words fit some text of every app, so they alone are no sign that the app is the one that is meant.
    """
    reading = linked.reading
    slot_assignments = [
        slot_assignment for candidate in linked.chosen for slot_assignment in candidate.slot_assignments
    ]
    texts = [
        slot_assignment
        for slot_assignment in slot_assignments
        if slot_assignment.source in _FREE or slot_assignment.source.startswith("value:")
    ]
    free = {position for text in texts for position in range(*text.words)}
    if any(c.position not in free and linked.covered.get(c.position, 0.0) >= NAMED for c in reading.contents):
        return True
    makes = any(word.surface in grammar().making_names for word in linked.chosen[0].state.words)
    if makes and reading.clause.is_(VerbClass.CREATE):
        return True
    if is_search(linked) and any(slot_assignment.source == "search" for slot_assignment in slot_assignments):
        return True
    looks = reading.clause.reads or is_search(linked)
    return looks and any(content.is_name and content.position in free for content in reading.contents)


def _loses_act(linked: Linked, least: float = NAMED) -> bool:
    """Whether the app has nothing of what is to be done: `cook`, `wash`."""
    reading = linked.reading
    if not reading.clause.is_(VerbClass.ACT):
        return False
    verbs = [c for c in reading.contents if reading.tokens[c.position].lower == reading.clause.verb]
    return all(linked.covered.get(content.position, 0.0) < least for content in verbs)


def _is_guessed(linked: Linked) -> bool:
    """Whether nothing is sure of what a clause is about: neither its verb nor its text says anything to the app."""
    slots = (slot for candidate in linked.chosen for slot in candidate.slot_assignments)
    return _loses_act(linked, ACCOUNTED) and any(slot.source == "span" and slot.cost > GUESS for slot in slots)


def _reason(plan: Plan, read: Read) -> str:
    """The phrase that speaks most against the draft."""
    unlinked = next((reading.phrase for reading, linked in read if _is_unlinked(reading, linked)), None)
    if unlinked is not None:
        return f"`{printable(unlinked, LONGEST_NAME)}` names nothing that the app declares"
    values = _lost_values(plan)
    if values:
        return f"no state of the app can hold `{printable(values[0], LONGEST_NAME)}`"
    worst = min(plan.linked, key=lambda linked: linked.coverage)
    lost = _lost(worst)
    if lost:
        words = " ".join(worst.reading.tokens[content.position].text for content in lost)
        return f"no state of the app accounts for `{printable(words, LONGEST_NAME)}`"
    return f"several readings of `{printable(worst.reading.phrase, LONGEST_NAME)}` are about as likely"
