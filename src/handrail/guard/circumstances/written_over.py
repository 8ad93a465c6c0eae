"""What a commitment writes over: values of known entries, and what stood on a form when it came."""

from collections.abc import Collection, Iterable, Iterator

from handrail.app.consequence import Consequence, Kind
from handrail.app.update import Assignment, Update
from handrail.guard.certainty import said_of_row
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.wording import MOST_NAMED, comparable, row_text
from handrail.guard.decision import Circumstance, Condition
from handrail.language.rule import StatePredicate
from handrail.language.verbalize import quoted, spaced


def overwrites(
    weighing: Weighing, consequence: Consequence, mentioned: frozenset[str], asked: Collection[str]
) -> Iterator[Circumstance]:
    """What is known of an entry is replaced, and the rules for that say nothing of it, neither there nor on the form.

    An entry that goes while another of its table comes is the same one under another name.
    """
    updates = weighing.updates_of(consequence)
    for update in updates:
        counted = {count.variable for count in consequence.counts if count.state == update.state}
        was = {name: value for name, value in weighing.facts.rows.known_row(update).items() if name not in counted}
        spoken = weighing.said_of(update, asked, was) | _said_on_the_form(weighing, update, consequence)
        spoken |= _said_by_none(weighing, update)
        gone = [other for other in updates if other.state == update.state and other.delete is not None]
        replaced = weighing.facts.overwritten(update)
        if gone and not replaced:
            replaced = weighing.facts.overwritten(update, gone[0])
        state = weighing.monitor.specification.states[update.state]
        told = [name for name in spoken if name not in state.keys and name in (update.set or {})]
        if replaced and len(told) > 1 and set(told) <= set(replaced) and not spoken & set(state.keys):
            row = row_text(update.state, {name: (update.set or {})[name] for name in state.keys})
            text = f"nothing that the rules say of {row} was so before: it may be another that is meant"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)
        beyond = [name for name in replaced if name not in spoken] if consequence.changes & mentioned else []
        if beyond:
            row = row_text(
                update.state, {name: value for name, value in (update.set or {}).items() if name in state.keys}
            )
            text = f"it also changes {', '.join(map(spaced, beyond))} of {row}, and the rules say nothing of that"
            yield Circumstance(Condition.MORE_THAN_ASKED, text)


def _said_by_none(weighing: Weighing, update: Update) -> frozenset[str]:
    """The variables of which a rule says that there are to be fewer such rows, and this one becomes another.

    Where there are few enough the rule asks for no change.
    """
    limits = [
        premise
        for ground in weighing.grounds
        for premise in (*ground.rests_on, *ground.short_of)
        if isinstance(premise, StatePredicate) and premise.state == update.state and not premise.once
        if premise.holds_on_nothing
    ]
    row, change = weighing.facts.rows.known_row(update), weighing.facts.rows.read(update)
    if not limits or not row or not isinstance(change, Assignment):
        return frozenset()
    becomes = {**row, **change.compared}
    return frozenset(
        constraint.variable
        for premise in limits
        if weighing.may_meet(premise, row) and not weighing.may_meet(premise, becomes)
        if weighing.are_too_many(premise)
        for constraint in premise.constraints
    )


def writes_over_another(
    weighing: Weighing, consequence: Consequence, updates: Iterable[Update], objectives: Collection[str]
) -> Iterator[Circumstance]:
    """A form was opened with other values, and the rules say nothing of whose form it is, or nothing of the values.

    What is deleted from its form is what the form came with, whatever is written there now.
    """
    states = weighing.monitor.specification.states
    filled = [update for update in updates if update.state in weighing.lasting and states[update.state].keys]
    asked = [update for update in filled if weighing.said_of(update, objectives) - set(states[update.state].keys)]
    goes = consequence.kind is Kind.DELETION
    replaced = [
        update for update in asked if weighing.facts.is_written_over(update) or (goes and weighing.facts.is_own(update))
    ]
    of_whom = {name for name in consequence.changes if name in weighing.opened or states[name].keys} - {
        update.state for update in filled
    }
    is_named = any(match.state in of_whom and not match.once for ground in weighing.grounds for match in ground.matches)
    beside = [update for update in filled if update not in asked and weighing.facts.is_written_over(update)]
    beside += [update for state in {update.state for update in filled} for update in weighing.facts.emptied_on(state)]
    stays = any(_says_whose_it_is(weighing, update) for update in asked if update not in replaced)
    is_anothers = consequence.kind is Kind.RECORD and bool(beside or (replaced and not is_named and not stays))
    rows = [
        row_text(update.state, {name: (update.set or {}).get(name) for name in states[update.state].keys})
        for update in (*replaced, *beside)
        if goes or is_anothers
    ]
    rows += _chosen_beside(weighing, updates, objectives) if consequence.kind is Kind.RECORD else ()
    rows += _written_on_the_form(weighing, updates) if goes and weighing.anticipated.modelled else ()
    if rows:
        told = ", ".join(rows[:MOST_NAMED])
        text = f"{told} had another value when the form came, and the rules do not say that, or whose form it is"
        yield Circumstance(Condition.ANOTHER_OBJECT, text)


def _says_whose_it_is(weighing: Weighing, update: Update) -> bool:
    """Whether a field says what the entry is called that the form was opened for."""
    called = {
        value
        for rows in weighing.facts.rows.known(weighing.opened).values()
        for row in rows.values()
        for value in row.values()
    }
    state = weighing.monitor.specification.states[update.state]
    row = weighing.facts.rows.known_row(update)
    return any(row[name] in called for name in row.keys() - set(state.keys) if row[name])


def _written_on_the_form(weighing: Weighing, updates: Iterable[Update]) -> Iterator[str]:
    """What the rules say of the form of something that goes, and that was written there since it came."""
    forms = {update.state for update in updates if update.state in weighing.forms}
    for premise in (premise for ground in weighing.grounds for premise in ground.rests_on):
        if isinstance(premise, StatePredicate) and premise.state in forms and not premise.once:
            for name in (constraint.variable for constraint in premise.constraints):
                if weighing.facts.is_written(premise.state, name):
                    yield f"{spaced(name)} of {quoted(spaced(premise.state))}"


def _chosen_beside(weighing: Weighing, updates: Iterable[Update], objectives: Collection[str]) -> Iterator[str]:
    """What a dialog has put into an entry of the page that is saved, and no rule for that speaks of."""
    specification, told = weighing.monitor.specification, {update.state for update in updates}
    rules = weighing.rules_for(objectives)
    for name in sorted(weighing.of_pages - told):
        state = specification.states[name]
        for row in weighing.facts.first_seen.changed_in_front(name) if state.keys else ():
            if not said_of_row(rules, state, row, weighing.today) - set(state.keys):
                yield row_text(name, {key: str(row[key]) for key in state.keys})


def is_called_so_since(
    weighing: Weighing, consequence: Consequence, updates: Iterable[Update]
) -> Iterator[Circumstance]:
    """The page says of what it is about only what the agent has saved on the way, and nobody asked it to."""
    texts = [text for update in updates for text in weighing.facts.wrote(update)] if consequence.irreversible else []
    if texts:
        said = ", ".join(map(quoted, dict.fromkeys(texts)))
        text = f"it is about what is called {said}, which the agent has written itself, and nobody asked for that"
        yield Circumstance(Condition.UNCONFIRMED, text)


def _said_on_the_form(weighing: Weighing, update: Update, consequence: Consequence) -> frozenset[str]:
    """The variables whose new values a rule asks for elsewhere in what the same commitment changes."""
    keys = weighing.monitor.specification.states[update.state].keys
    own_row = update.state, tuple((update.set or {}).get(name) for name in keys)
    said = [
        comparable(match.found)
        for ground in weighing.grounds
        for match in ground.matches
        if match.state in consequence.changes and (match.state, match.key) != own_row
    ]
    return frozenset(name for name, value in (update.set or {}).items() if comparable(value) in said)
