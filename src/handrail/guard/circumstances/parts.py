"""What goes with a row that is deleted because it is a part of it: was that asked for?"""

from collections.abc import Iterable, Iterator

from handrail.app.consequence import Consequence
from handrail.app.update import Removal, Update
from handrail.guard.certainty import meets
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.wording import MOST_NAMED, row_text
from handrail.guard.decision import Circumstance, Condition
from handrail.language.operators import TABLE, Operator
from handrail.language.rule import StatePredicate
from handrail.language.value import Type


def takes_its_parts(weighing: Weighing, consequence: Consequence) -> Iterator[Circumstance]:
    """A folder goes with what is in it: that is meant where a rule names the folder, unless a rule speaks of a part.

    Where a rule only fits it, as others too, each part must be wanted gone, and all parts must have been seen.
    """
    updates = weighing.updates_of(consequence)
    within = [part for update in updates for part in weighing.facts.parts(update)]
    for update in (update for update in updates if update not in within):
        parts, may_have_more = weighing.facts.parts(update), weighing.facts.may_have_parts(update)
        if not (parts or may_have_more):
            continue
        what = row_text(update.state, update.delete or {})
        is_named = _is_named(weighing, update)
        others = [part for part in parts if (_is_needed if is_named else _is_beyond)(weighing, part)]
        if others:
            told = ", ".join(row_text(part.state, part.delete or {}) for part in others[:MOST_NAMED])
            more = len(others) - MOST_NAMED
            told += f" and {more} more" if more > 0 else ""
            why = "of which the rules speak" if is_named else "and the rules do not say that it is to go"
            yield Circumstance(Condition.ALSO_REMOVES, f"with {what} goes {told}, {why}")
        if may_have_more and not is_named:
            text = f"with {what} goes all that is in it, and no list has shown what that is"
            yield Circumstance(Condition.ALSO_REMOVES, text)


def as_their_whole(weighing: Weighing, updates: Iterable[Update]) -> list[Update]:
    """The parts that go by the same words of the rules as their whole. Others may be a condition: that it is empty."""
    found = list[Update]()
    for update in updates:
        meant = _wanted_none(weighing, update)
        found += [
            part
            for part in weighing.facts.parts(update)
            if all(predicate in meant for predicate in _wanted_none(weighing, part))
        ]
    return found


def _is_named(weighing: Weighing, update: Update) -> bool:
    """Whether a rule says of this very row that it is to go, by what it is called, and not by what it is in."""
    row = {**weighing.facts.rows.shown_row(update), **(update.delete or {})}
    variables = weighing.monitor.specification.states[update.state].variables
    called = {value for value in row.values() if isinstance(value, str) and value}
    of_wholes = {variable for whole in weighing.facts.part_of.get(update.state, ()) for variable in whole.by.values()}
    return any(
        match.found in called and TABLE[match.operator].relation is None
        for ground in weighing.grounds
        for match in ground.matches
        if match.state != update.state or match.variable not in of_wholes
    ) or any(
        constraint.operator is Operator.EQUAL
        and constraint.variable not in of_wholes
        and variables[constraint.variable].type is Type.TEXT
        for predicate in _wanted_none(weighing, update)
        for constraint in predicate.constraints
    )


def _is_beyond(weighing: Weighing, part: Update) -> bool:
    """Whether the rules do not want a part gone."""
    return not _wanted_none(weighing, part)


def _is_needed(weighing: Weighing, part: Update) -> bool:
    """Whether a rule of the task speaks of a part, and does not want it gone."""
    return any(
        isinstance(predicate, StatePredicate)
        and not (predicate.once or predicate.holds_on_nothing)
        and _may_be(weighing, predicate, part)
        for rule in weighing.monitor.specification.rules
        for predicate in rule.body
    )


def _wanted_none(weighing: Weighing, update: Update) -> list[StatePredicate]:
    """What the rules that support the action want none of, and may mean a row."""
    return [
        predicate
        for ground in weighing.grounds
        for predicate in ground.rule.body
        if isinstance(predicate, StatePredicate) and predicate.holds_on_nothing and not predicate.once
        if _may_be(weighing, predicate, update)
    ]


def _may_be(weighing: Weighing, predicate: StatePredicate, update: Update) -> bool:
    if predicate.state != update.state:
        return False
    state = weighing.monitor.specification.states[update.state]
    change = weighing.facts.rows.read(update)
    named = dict(zip(state.keys, change.key, strict=True)) if isinstance(change, Removal) else {}
    known = {**named, **weighing.facts.rows.known_row(update)}
    return meets(predicate, state, known, weighing.today, for_some=True) is not False
