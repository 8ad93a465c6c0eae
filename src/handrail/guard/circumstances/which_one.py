"""Which entry the rules mean: the one that is written or goes, another that was there, or one of two of a name."""

from collections.abc import Iterable, Iterator

from handrail.app.consequence import Consequence, Kind
from handrail.app.update import Assignment, Change, RefusedUpdate, Update
from handrail.guard.certainty import at_most, meets
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.wording import match_text, names_by, row_text, several
from handrail.guard.decision import Circumstance, Condition
from handrail.language.rule import Predicate, StatePredicate
from handrail.monitor.ground import Ground


def beside_what_is_there(weighing: Weighing, updates: Iterable[Update]) -> Iterator[Circumstance]:
    """What the rules speak of was as they want it without this: another such entry comes, or one goes of no more than
    there may be.
    """
    read = [weighing.facts.rows.read(update) for update in updates]
    changes = [change for change in read if not isinstance(change, RefusedUpdate)]
    for ground in weighing.grounds:
        answers = [
            [_is_needed(weighing, ground, predicate, change) for predicate in ground.rule.body] for change in changes
        ]
        beside = [change for change, needed in zip(changes, answers, strict=True) if False in needed]
        if beside and not any(True in needed for needed in answers):
            rows = [row_text(row.state.name, dict(zip(row.state.keys, row.key, strict=True))) for row in beside]
            named = ", ".join(dict.fromkeys(rows))
            text = f"without this the rules have what they ask for, and they do not say that {named} is meant"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)


def makes_a_second(weighing: Weighing, consequence: Consequence) -> Iterator[Circumstance]:
    """An entry is there already that is called as the form was not when it came: so it is not what the form is of."""
    if consequence.kind is not Kind.RECORD:
        return
    forms = [update for update in weighing.anticipated.whole.updates if update.state in weighing.forms]
    written = {
        value
        for form in forms
        for name, value in (form.set or {}).items()
        if value and weighing.facts.is_written(form.state, name)
    }
    for update in weighing.updates_of(consequence) if written else ():
        keys = weighing.monitor.specification.states[update.state].keys
        named = {name: (update.set or {}).get(name) for name in keys}
        is_there = (
            update.set is not None and update.state not in weighing.lasting and weighing.facts.rows.is_known(update)
        )
        if is_there and not written.isdisjoint(named.values()):
            text = f"there is {row_text(update.state, named)} already, and this makes another of that name"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)


def _is_needed(weighing: Weighing, ground: Ground, predicate: Predicate, change: Change) -> bool | None:
    """Whether a predicate is met only by a change; None where it does not speak of what is changed.

    Where a rule speaks of no other of a table, it is about any such, for the first time.
    """
    state = change.state.name
    if not isinstance(predicate, StatePredicate) or predicate.once or predicate.state != state:
        return None
    rows = weighing.facts.rows.known([state])[state]
    row = rows.get(change.key, {})
    becomes = {**row, **change.compared} if isinstance(change, Assignment) else {}
    met, meets_now = (bool(values) and weighing.may_meet(predicate, values) for values in (row, becomes))
    if predicate.holds_on_nothing:
        if meets_now:  # that there are few enough is no aim
            return False
        return weighing.are_too_many(predicate) if met else None
    if not meets_now:
        return None
    if met or not change.state.keys or state in weighing.lasting:
        return True
    spoken_of = [other for other in ground.rule.body if isinstance(other, StatePredicate) and other.state == state]
    if len(spoken_of) == 1 and ground.objective not in weighing.done:
        return True
    before = sum(
        meets(predicate, change.state, known, weighing.today, for_some=True) is True for known in rows.values()
    )
    return not predicate.count.holds(before)


def one_of_two(weighing: Weighing) -> Iterator[Circumstance]:
    """A rule speaks of two entries, of which one was there: the condition may be made true in place of the aim.

    What was to be so `once`, and is so by this action only, is no condition either. Where entries only go, what stays
    is none that was to go.
    """
    written_now = {update.state for update in weighing.anticipated.whole.updates if update.set is not None}
    for ground in weighing.grounds:
        for match in ground.matches:
            if match.once and match.changed:
                text = f"{match_text(match, weighing.monitor)} was to be so before, and only this makes it so"
                yield Circumstance(Condition.ANOTHER_OBJECT, text)
        changed = {match.state for match in ground.matches if match.changed and match.state in written_now}
        changed |= set(_met_by_any(weighing, ground))
        written = {state for consequence in weighing.ran if consequence.irreversible for state in consequence.changes}
        for match in ground.matches:
            if (match.state in changed or (match.once and match.state in written)) and not (
                match.changed or weighing.is_of_this_session(match)
            ):
                row = match_text(match, weighing.monitor)
                text = f"the rule also speaks of {row}, which was there before: it may be what was to be done"
                yield Circumstance(Condition.ANOTHER_OBJECT, text)


def _met_by_any(weighing: Weighing, ground: Ground) -> Iterator[str]:
    """The tables into which the action writes an entry that a rule means, and does not name: `on = true`, `[<= 5]`."""
    for change in map(weighing.facts.rows.read, weighing.anticipated.whole.updates):
        if not isinstance(change, Assignment) or not change.state.keys:
            continue
        for predicate in ground.rule.body:
            if (
                isinstance(predicate, StatePredicate)
                and predicate.state == change.state.name
                and not predicate.once
                and (
                    at_most(predicate) is not None
                    or not any(names_by(part, change.state) for part in predicate.constraints)
                )
                and weighing.may_meet(predicate, change.compared)
            ):
                yield change.state.name


def several_of(weighing: Weighing, grounds: Iterable[Ground]) -> Iterator[Circumstance]:
    """A rule is met by an entry beside which there is another of the same name: which of them it is, who knows."""
    for ground in grounds:
        for match in ground.matches:
            keys = weighing.monitor.specification.states[match.state].keys
            named = dict(zip(keys, match.key, strict=True))
            if keys and weighing.facts.has_twin(Update(match.state, named)):
                yield several(match.state, named)
