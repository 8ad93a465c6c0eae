"""What an action does by itself: to whom, to what, whether that is known, and whether it ran already."""

from collections.abc import Iterator

from handrail.app.consequence import NEEDED_DETAILS, Consequence, Kind
from handrail.app.trigger import Anticipation
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.wording import details_text, several, value_text
from handrail.guard.decision import Circumstance, Condition
from handrail.language.verbalize import quoted, spaced
from handrail.monitor import Warn

_MOST_SIGNS = 3


def unknown_receiver(weighing: Weighing) -> Iterator[Circumstance]:
    """Nobody can say which view receives what."""
    if weighing.anticipated.unclear:
        yield Circumstance(Condition.UNKNOWN_RECEIVER, weighing.anticipated.unclear)


def drifted(weighing: Weighing) -> Iterator[Circumstance]:
    """What the model says of this app may not be so any more; one sign is enough to ask, and the first are told."""
    for drift in list(weighing.drift)[:_MOST_SIGNS]:
        yield Circumstance(Condition.MODEL_DRIFT, f"what is known of this app may be out of date: {drift.text}")


def unknown_effect(weighing: Weighing) -> Iterator[Circumstance]:
    """A commitment of which it is not known to the last what it does to what."""
    whole = weighing.anticipated.whole
    said = frozenset(name for consequence in whole.consequences for name in consequence.objectives)
    for name in sorted(whole.commits - said):
        yield Circumstance(Condition.EFFECT_UNKNOWN, f"nothing says what {quoted(spaced(name))} does to what")
    for consequence in whole.consequences:
        if not consequence.details:
            yield Circumstance(Condition.EFFECT_UNKNOWN, f"nothing says what {quoted(consequence.does)} does to what")
        for detail in consequence.details:
            if detail.unread:
                text = f"{spaced(detail.name)} of {quoted(consequence.does)} is not known: {detail.unread}"
                yield Circumstance(Condition.EFFECT_UNKNOWN, text)
            elif detail.remembered and detail.name in NEEDED_DETAILS[consequence.kind]:
                text = (
                    f"{spaced(detail.name)} of {quoted(consequence.does)} does not stand on this "
                    "screen; seen before was"
                )
                yield Circumstance(Condition.EFFECT_UNKNOWN, f"{text} {value_text(detail)}")


def one_of_twins(weighing: Weighing, consequence: Consequence) -> Iterator[Circumstance]:
    """Two entries of one list are called the same, and this is about one of them."""
    for update in weighing.updates_of(consequence):
        if weighing.facts.has_twin(update):
            keys = weighing.monitor.specification.states[update.state].keys
            named = update.delete if update.delete is not None else update.set or {}
            yield several(update.state, {name: named[name] for name in keys if name in named})


def repeated(weighing: Weighing, consequence: Consequence) -> Iterator[Circumstance]:
    """The same to the same once more. What goes must have been there, so it is another one of the same name."""
    updates = weighing.updates_of(consequence)
    removes = consequence.kind is Kind.DELETION or (
        bool(updates) and all(update.delete is not None for update in updates)
    )
    if not removes and any(consequence.is_same(other) for other in weighing.ran):
        text = f"{quoted(consequence.does)} ran already with exactly this: {details_text(consequence)}"
        if any(weighing.objectives.get(name, name) in weighing.stuck for name in consequence.objectives):
            yield Circumstance(Condition.UNCONFIRMED, f"{text}; no screen shows that it came about")
        else:
            yield Circumstance(Condition.REPEATED, text)


def suspect(weighing: Weighing) -> Iterator[Circumstance]:
    """A value that looks wrong, together with a commitment: nothing that insisting could pass."""
    despite = (
        weighing.verdict.violations if isinstance(weighing.verdict, Warn) else getattr(weighing.verdict, "despite", ())
    )
    if despite and weighing.anticipated.whole.commits:
        text = "a value looks wrong, and the action commits something all the same"
        yield Circumstance(Condition.SUSPECT_COMMITMENT, text)


def may_be(guess: Consequence, otherwise: str) -> tuple[Circumstance, ...]:
    """What something that no rule asks for may do, where only its words or its place say so.

    `otherwise` says what speaks against it, were it that.
    """
    text = f"nobody knows what it does; it may be {quoted(guess.does)}: {details_text(guess)}"
    against = f"not what was asked for, if it is that: {otherwise}"
    return tuple(Circumstance(Condition.EFFECT_UNKNOWN, said) for said in (text, against))


def may_commit(anticipation: Anticipation) -> bool:
    """Whether an action commits something, or nothing says that it does not."""
    return bool(anticipation.commits) or anticipation.irreversible or not anticipation.covered
