"""All conditions of an action, and those of the end of the task. Source: docs/guard.md."""

from collections.abc import Iterator

from handrail.guard.circumstances.asked import against_its_rules
from handrail.guard.circumstances.effect import (
    drifted,
    one_of_twins,
    repeated,
    suspect,
    unknown_effect,
    unknown_receiver,
)
from handrail.guard.circumstances.resting import (
    resting_on_another,
    resting_on_nothing,
    resting_on_what_was_done,
    unconfirmed,
)
from handrail.guard.circumstances.spellings import disguised, spellings, spellings_of
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.which_one import one_of_two, several_of
from handrail.guard.circumstances.wording import match_text, row_text
from handrail.guard.decision import Circumstance, Condition
from handrail.guard.done_in_order import OnceMore
from handrail.guard.facts import Facts
from handrail.language.verbalize import quoted, spaced
from handrail.monitor import Block
from handrail.monitor.ground import Ground


def circumstances(weighing: Weighing) -> tuple[Circumstance, ...]:
    """All conditions that hold, in the order of their names."""
    if isinstance(weighing.verdict, Block):  # nothing gets milder or stricter than that
        return ()
    found = [*unknown_receiver(weighing), *unknown_effect(weighing), *suspect(weighing)]
    for consequence in weighing.anticipated.whole.consequences:
        found += [
            *one_of_twins(weighing, consequence),
            *repeated(weighing, consequence),
            *against_its_rules(weighing, consequence),
        ]
    found += [
        *spellings(weighing),
        *unconfirmed(weighing),
        *several_of(weighing, weighing.grounds),
        *one_of_two(weighing),
    ]
    found += [*drifted(weighing)]
    return tuple(sorted(dict.fromkeys(found), key=lambda circumstance: (circumstance.condition, circumstance.text)))


def at_the_end(weighing: Weighing, ending: Ground | None) -> tuple[Circumstance, ...]:
    """What may never have come about, what nobody looked for, what was there before and is counted, and what is
    known to be otherwise again.

    `ending` is the rule by which the task may end.
    """
    stuck = [
        f"{quoted(spaced(name))} is not known to have come about: no screen shows it" for name in sorted(weighing.stuck)
    ]
    found = [Circumstance(Condition.UNCONFIRMED, text) for text in stuck]
    if ending is not None:
        body = ending.rule.body
        found += [*resting_on_nothing(weighing, body), *resting_on_what_was_done(weighing, body, at_the_end=True)]
        found += [
            *resting_on_another(weighing, [ending.rule]),
            *_counts_what_was_there(weighing, ending),
            *spellings_of(weighing, [ending]),
            *disguised(weighing, [ending]),
            *several_of(weighing, [ending]),
        ]
    found += [*_undone(weighing.facts), *map(_undone_by_order, weighing.once_more)]
    return tuple(dict.fromkeys(found))


def _counts_what_was_there(weighing: Weighing, ending: Ground) -> Iterator[Circumstance]:
    """An entry of a table that this session wrote into, and not by this session: it may be an old one."""
    written = frozenset(
        state for consequence in weighing.ran if consequence.irreversible for state in consequence.changes
    )
    for match in ending.matches:
        if match.state in written and not weighing.is_of_this_session(match):
            text = f"{match_text(match, weighing.monitor)} was there before, and counts as what was to be done"
            yield Circumstance(Condition.UNCONFIRMED, text)


def _undone(facts: Facts) -> tuple[Circumstance, ...]:
    """Rows that a commitment set, and that are known to be otherwise now."""
    found = []
    for assigned, variable in facts.kept.undone():
        row = row_text(assigned.state, assigned.named)
        if assigned.values is None:
            text = f"{row} was removed, and is there again"
        elif variable:
            text = f"{spaced(variable)} of {row} was set, and is known to be otherwise now"
        else:
            text = f"{row} was set, and is not known to be there any more"
        found.append(Circumstance(Condition.UNDONE, text))
    return tuple(found)


def _undone_by_order(once_more: OnceMore) -> Circumstance:
    states = ", ".join(dict.fromkeys(quoted(spaced(predicate.state)) for predicate in once_more.predicates))
    text = (
        f"after {quoted(spaced(once_more.objective))}, {quoted(once_more.does)} ran once more, and "
        f"{states} is otherwise again"
    )
    return Circumstance(Condition.UNDONE, text)
