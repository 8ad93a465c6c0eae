"""What goes with a deletion: what the rules want gone, what they only rest on, and what they say nothing of."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from handrail.app.consequence import Consequence
from handrail.app.update import Assignment, Removal, Update
from handrail.guard.certainty import at_most, meets
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.wording import MOST_NAMED, names_by, row_text
from handrail.guard.decision import Circumstance, Condition
from handrail.guard.outcomes import texts_of
from handrail.language.normal_form import normal_form
from handrail.language.rule import StatePredicate
from handrail.language.verbalize import quoted, spaced
from handrail.monitor.ground import Ground


def instead_of_what_was_there(weighing: Weighing, removed: Iterable[Update]) -> Iterator[Circumstance]:
    """A rule that says "there is none" is met by an entry that goes with it: asked for, or its condition?"""
    for update in removed:
        if weighing.facts.rows.is_known(update):
            row = row_text(update.state, update.delete or {})
            text = f"it removes {row}, and the rules may mean that there is none rather than that it is to go"
            yield Circumstance(Condition.ALSO_REMOVES, text)


def made_true_by_removing(
    weighing: Weighing, removed: Collection[Update], consequence: Consequence
) -> Iterator[Circumstance]:
    """There is none of what a rule wants none of, because it goes: was that the aim, or what it was to rest on?

    What goes beside the object of the action may be a condition, and so may all that is not `_is_aim`.
    """
    about = texts_of([consequence])
    yield from _goes_with(removed, consequence)
    may_be_conditions = list[str]()
    for update in removed:
        row, state = weighing.facts.rows.known_row(update), weighing.monitor.specification.states[update.state]
        change = weighing.facts.rows.read(update)
        named_so = dict(zip(state.keys, change.key, strict=True)) if isinstance(change, Removal) else {}
        known = {**named_so, **row}
        spoken_of = [
            premise
            for ground in weighing.grounds
            for premise in ground.rests_on
            if isinstance(premise, StatePredicate) and premise.state == update.state and not premise.once
            if weighing.may_meet(premise, row)
        ]
        wanted_none = [predicate for predicate in spoken_of if at_most(predicate) is not None]
        is_aim = weighing.facts.kept.is_about(update, about) and all(
            _is_aim(weighing, ground, [predicate for predicate in wanted_none if predicate in ground.rests_on])
            for ground in weighing.grounds
            if not any(
                isinstance(predicate, StatePredicate)
                and predicate.state == update.state
                and weighing.may_meet(predicate, row)
                for predicate in ground.short_of
            )
        )
        what = row_text(update.state, update.delete or {})
        own = weighing.facts.own.of(update.state).get(change.key, ()) if isinstance(change, Removal) else ()
        if {part.variable for predicate in spoken_of for part in predicate.constraints} & set(own):
            text = f"it removes {what}, which is what the rules speak of only since the agent has changed it itself"
            yield Circumstance(Condition.UNCONFIRMED, text)
        if spoken_of and not _is_wanted_gone(weighing, update, named_so, consequence):
            text = f"it removes {what}, and the rules say only that there is to be such a one"
            yield Circumstance(Condition.ALSO_REMOVES, text)
        elif row and wanted_none and not is_aim:
            may_be_conditions.append(what)
        elif any(meets(predicate, state, known, weighing.today, for_some=True) is None for predicate in wanted_none):
            text = f"it removes {what}, and nobody can say whether that is the one that is to go"
            yield Circumstance(Condition.ALSO_REMOVES, text)
    if may_be_conditions:
        more = len(may_be_conditions) - MOST_NAMED
        what = ", ".join(may_be_conditions[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        text = f"it removes {what}, and the rules may mean that there was none"
        yield Circumstance(Condition.ALSO_REMOVES, text)


def _is_wanted_gone(
    weighing: Weighing, update: Update, named_so: Mapping[str, object], consequence: Consequence
) -> bool:
    """Whether a rule says of something that goes that there is to be none, or no more, or names it on its page.

    What only goes elsewhere is still there, and a rule may name it there.
    """
    if _as_gone_elsewhere(weighing, update, consequence):
        return not any(goes_elsewhere(weighing, update, consequence))
    row = weighing.facts.rows.known_row(update)
    pages = {other.state for other in weighing.updates_of(consequence)} | set(weighing.lasting)
    asked = [predicate for ground in weighing.grounds for predicate in (*ground.rests_on, *ground.short_of)]
    limits = (
        predicate for predicate in asked if isinstance(predicate, StatePredicate) and predicate.state == update.state
    )
    if any(at_most(predicate) is not None and weighing.may_meet(predicate, row) for predicate in limits):
        return True
    called = {normal_form(str(value)) for value in named_so.values()}
    states = weighing.monitor.specification.states
    return any(
        normal_form(match.found) in called
        for ground in weighing.grounds
        for match in ground.matches
        if match.state in pages and not states[match.state].keys
    )


def goes_elsewhere(weighing: Weighing, update: Update, consequence: Consequence) -> Iterator[Circumstance]:
    """Something goes elsewhere, and no rule says what it is called, there or where it was: any other would do."""
    rows, state = weighing.facts.rows, weighing.monitor.specification.states[update.state]
    before = rows.known_row(update)
    moved = _as_gone_elsewhere(weighing, update, consequence)
    predicates = [
        predicate
        for ground in weighing.grounds
        for predicate in (*ground.rests_on, *ground.short_of)
        if isinstance(predicate, StatePredicate) and predicate.state == update.state and not predicate.once
    ]
    is_named = any(at_most(predicate) is not None and weighing.may_meet(predicate, before) for predicate in predicates)
    for change in moved:
        stays = {name for name, value in change.compared.items() if before.get(name) == value}
        is_named = is_named or any(
            weighing.may_meet(predicate, {**before, **change.compared})
            and any(part.variable in stays and names_by(part, state) for part in predicate.constraints)
            for predicate in predicates
        )
    if moved and not is_named:
        text = (
            f"it removes {row_text(update.state, update.delete or {})}, and the rules do not say that this one is meant"
        )
        yield Circumstance(Condition.ALSO_REMOVES, text)


def _as_gone_elsewhere(weighing: Weighing, update: Update, consequence: Consequence) -> list[Assignment]:
    """What comes of something that goes, in the same table."""
    changes = (weighing.facts.rows.read(other) for other in weighing.updates_of(consequence) if other.set is not None)
    return [change for change in changes if isinstance(change, Assignment) and change.state.name == update.state]


def _is_aim(weighing: Weighing, ground: Ground, met: Collection[StatePredicate]) -> bool:
    """Whether what goes is what a rule wants gone, of which it met these: it names it, by a key, and once.

    Of what there may be so many, and are no more, nothing is wanted gone; nor where the rule speaks of more than that
    number, or of another that this brings about. Of two things of which there is to be none, the one of which there was
    none already may have been the aim.
    """
    if not met:
        return True
    state = next(iter(met)).state
    wanted = [
        predicate
        for predicate in ground.rests_on
        if isinstance(predicate, StatePredicate) and predicate.state == state and at_most(predicate) is not None
    ]
    none_at_all = [predicate for predicate in wanted if at_most(predicate) == 0 and not predicate.once]
    aims = [predicate for predicate in met if predicate in none_at_all] or (met if len(wanted) == 1 else ())
    keys = weighing.monitor.specification.states[state].keys
    return (
        len(aims) == 1
        and all(any(part.variable in keys for part in predicate.constraints) for predicate in aims)
        and all(weighing.are_too_many(predicate) for predicate in (*aims, *none_at_all))
        and not any(weighing.are_too_many(predicate) for predicate in met if predicate not in (*aims, *none_at_all))
    )


def _goes_with(removed: Iterable[Update], consequence: Consequence) -> Iterator[Circumstance]:
    """The object of a deletion lists others, one a line, beside those of which a rule speaks; no screen shows them."""
    names = {str(value) for update in removed for value in (update.delete or {}).values()}
    for detail in consequence.details:
        lines = [line.strip() for line in str(detail.value).splitlines()]
        others = [line for line in lines if line and line not in names]
        if not names.isdisjoint(lines) and others:
            text = f"with it goes what the rules say nothing of: {spaced(detail.name)} {', '.join(map(quoted, others))}"
            yield Circumstance(Condition.ALSO_REMOVES, text)
