"""How a commitment stands to the rules for its objectives: what it does beside them, beyond, or to something else."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from handrail.app.consequence import LEAVES_THE_PHONE, NEEDED_DETAILS, Consequence, Detail, Kind
from handrail.app.update import Assignment, Change, Raw, RefusedUpdate, Removal, Update
from handrail.guard.certainty import at_most, meets, of_keys, said_of_row
from handrail.guard.circumstances.parts import as_their_whole, takes_its_parts
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.wording import MOST_NAMED, match_text, row_text, several, states_text, value_text
from handrail.guard.decision import Circumstance, Condition
from handrail.guard.outcomes import texts_of
from handrail.guard.spelling import same_identity
from handrail.language.declaration import State
from handrail.language.normal_form import normal_form
from handrail.language.operators import TABLE
from handrail.language.rule import Constraint, Objective, Predicate, StatePredicate
from handrail.language.value import Type
from handrail.language.verbalize import quoted, spaced
from handrail.monitor.ground import Ground, Match

_REMOVING = frozenset({Kind.DELETION, Kind.BOOKING})
"""Kinds of which it is the point that something goes: what goes is their object, and stands there as such."""
_PEOPLE = frozenset({"to", "cc", "bcc"})
_FOR_GRANTED = {kind: [name for name in needed if name != "amount"] for kind, needed in NEEDED_DETAILS.items()}
"""What a person is shown anyway, and a rule may leave open."""
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def against_its_rules(weighing: Weighing, consequence: Consequence) -> Iterator[Circumstance]:
    """How a commitment stands to the rules for its objectives."""
    names = sorted(weighing.objectives.get(name, name) for name in consequence.objectives)
    asked = [name for name in names if weighing.monitor.establishes(name)]
    if not asked:  # nobody asked for it, and the monitor's verdict says so
        return
    mentioned = frozenset(state for name in asked for state in weighing.monitor.named_states(name))
    called = quoted(spaced(asked[0]))
    if mentioned and consequence.changes and not consequence.changes & mentioned:
        text = f"what {called} was asked for with is not what this changes: {states_text(consequence.changes)}"
        yield Circumstance(Condition.BESIDE_THE_RULES, text)
    elif not mentioned and consequence.kind is Kind.DELETION:
        text = f"the rules ask for {called}, and do not say of what: {states_text(consequence.changes)}"
        yield Circumstance(Condition.BESIDE_THE_RULES, text)
    updates = weighing.updates_of(consequence)
    if not mentioned:
        yield from _of_another_than_once(weighing, asked, updates)
    removed = [
        update
        for update in updates
        if update.delete is not None and not any(weighing.monitor.speaks_of(name, [update]) for name in asked)
    ]
    for update in removed if consequence.kind not in _REMOVING else ():
        text = f"it also removes {row_text(update.state, update.delete or {})}, of which the rules say nothing"
        yield Circumstance(Condition.ALSO_REMOVES, text)
    for name in asked:
        if name in weighing.done and not weighing.monitor.speaks_of(name, updates):
            text = f"{quoted(spaced(name))} was done before, and this changes nothing that its rules speak of"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)
    if not updates:
        text = f"nothing says what {quoted(consequence.does)} changes"
        yield Circumstance(Condition.EFFECT_UNKNOWN, text)
    yield from _stands_there_already(weighing, consequence, updates)
    yield from _more_than_asked(weighing, consequence)
    yield from _overwrites(weighing, consequence, mentioned, asked)
    yield from _writes_over_another(weighing, consequence, updates, asked)
    yield from _is_called_so_since(weighing, consequence, updates)
    yield from _beside_what_is_there(weighing, updates)
    yield from takes_its_parts(weighing, consequence)
    parts = as_their_whole(weighing, updates)
    spoken_of = [
        update for update in updates if update.delete is not None and update not in removed and update not in parts
    ]
    if consequence.kind in _REMOVING:
        yield from _made_true_by_removing(weighing, spoken_of, consequence)
    else:
        yield from _instead_of_what_was_there(weighing, spoken_of)


def _stands_there_already(
    weighing: Weighing, consequence: Consequence, updates: Iterable[Update]
) -> Iterator[Circumstance]:
    """What is to go out is shown as having gone, and this session has not sent it: the user may have, meanwhile."""
    words = {detail.value for detail in consequence.details if detail.name == "text" and not _is_empty(detail.value)}
    for update in updates if consequence.kind in LEAVES_THE_PHONE else ():
        keys, values = weighing.monitor.specification.states[update.state].keys, update.set or {}
        says_it_all = set(keys) == set(values) and not words.isdisjoint(values.values())
        if says_it_all and weighing.facts.rows.row_of(update) and not weighing.facts.kept.was_set(update):
            text = f"{row_text(update.state, update.set or {})} stands there already, and may be what was asked for"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)


def _of_another_than_once(
    weighing: Weighing, asked: Collection[str], updates: Iterable[Update]
) -> Iterator[Circumstance]:
    """Rules that say only what was to be so once are about the entries of which that was so."""
    specification = weighing.monitor.specification
    said = [
        predicate
        for rule in weighing.rules_for(asked)
        for predicate in rule.body
        if isinstance(predicate, StatePredicate)
    ]
    for update in updates if said else ():
        state = specification.states[update.state]
        change = weighing.facts.rows.read(update)
        if not state.keys or isinstance(change, RefusedUpdate):
            continue
        named = dict(zip(state.keys, change.key, strict=True))
        row = {**named, **weighing.facts.rows.known_row(update)}
        if not any(
            predicate.state == update.state
            and _may_meet(weighing, of_keys(predicate, state.keys) if _names(predicate, state.keys) else predicate, row)
            for predicate in said
        ):
            shown = {name: {**(update.set or {}), **(update.delete or {})}.get(name) for name in state.keys}
            text = f"the rules say only what was to be so once, and not that {row_text(update.state, shown)} is meant"
            yield Circumstance(Condition.BESIDE_THE_RULES, text)


def _names(predicate: StatePredicate, keys: Collection[str]) -> bool:
    return any(constraint.variable in keys for constraint in predicate.constraints)


def _more_than_asked(weighing: Weighing, consequence: Consequence) -> Iterator[Circumstance]:
    """It goes to somebody of whom no rule speaks, or with something: an attachment, a copy.

    Which words, a rule may leave open; of a payment whom it goes to, and not how much.
    """
    if consequence.kind not in LEAVES_THE_PHONE:
        return
    more = [
        f"{spaced(detail.name)} {value_text(detail)}"
        for detail in consequence.details
        if (
            (detail.name == "to" and consequence.kind is not Kind.PAYMENT)
            or detail.name not in _FOR_GRANTED[consequence.kind]
        )
        and not (detail.unread or _is_empty(detail.value))
        and not (is_spoken_of(weighing, detail, consequence) or _is_number_spoken_of(weighing, detail, consequence))
    ]
    if more:
        text = f"with it goes what the rules say nothing of: {'; '.join(more[:MOST_NAMED])}"
        left = len(more) - MOST_NAMED
        yield Circumstance(Condition.MORE_THAN_ASKED, f"{text}; and {left} more" if left > 0 else text)


def is_spoken_of(weighing: Weighing, detail: Detail, consequence: Consequence, *, wholly: bool = False) -> bool:
    """Whether a rule says so of the very thing that is done: the same word elsewhere means something else.

    `wholly`: and not only of a part of it.
    """
    states = weighing.monitor.specification.states
    has_its_own = any(detail.name in states[name].variables for name in consequence.changes if name in states)
    return any(
        _comparable(match.found) == _comparable(detail.value)
        and match.state in consequence.changes
        and (match.variable == detail.name or not has_its_own)
        and (_is_whole(match) or not (wholly or detail.name in _PEOPLE))
        for ground in weighing.grounds
        for match in ground.matches
    )


def _is_number_spoken_of(weighing: Weighing, detail: Detail, consequence: Consequence) -> bool:
    """Whether a rule says how much: of a number that is changed, or in words that hold it.

    What was to be so much once says so of this only if it is so much.
    """
    if not isinstance(detail.value, Decimal):
        return False
    updates = [(update.state, weighing.facts.rows.read(update)) for update in weighing.updates_of(consequence)]
    numbers = {
        change.compared.get(constraint.variable)
        for ground in weighing.grounds
        for predicate in ground.rule.body
        if isinstance(predicate, StatePredicate)
        for state, change in updates
        if state == predicate.state and isinstance(change, Assignment)
        for constraint in predicate.constraints
        if _may_meet(weighing, replace(predicate, constraints=(constraint,)), change.compared)
    }
    # a sum may stand among the entries of the page, which stay as they are
    there = {*consequence.changes, *weighing.of_pages}
    words = [match.found for ground in weighing.grounds for match in ground.matches if match.state in there]
    return detail.value in numbers or any(
        Decimal(number) == detail.value for text in words for number in _NUMBER.findall(text)
    )


def _is_whole(match: Match) -> bool:
    """Whether what was found is all that was asked for, and not a part of more."""
    relation = TABLE[match.operator].relation
    if relation is None or not relation.is_to_a_part:
        return True
    return any(same_identity(wanted, match.found) for wanted in match.wanted)


def _instead_of_what_was_there(weighing: Weighing, removed: Iterable[Update]) -> Iterator[Circumstance]:
    """A rule that says "there is none" is met by an entry that goes with it: asked for, or its condition?"""
    for update in removed:
        if weighing.facts.rows.is_known(update):
            row = row_text(update.state, update.delete or {})
            text = f"it removes {row}, and the rules may mean that there is none rather than that it is to go"
            yield Circumstance(Condition.ALSO_REMOVES, text)


def _made_true_by_removing(
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
            if _may_meet(weighing, premise, row)
        ]
        wanted_none = [predicate for predicate in spoken_of if predicate.holds_on_nothing]
        is_aim = weighing.facts.kept.is_about(update, about) and all(
            _is_aim(weighing, ground, [predicate for predicate in wanted_none if predicate in ground.rests_on])
            for ground in weighing.grounds
            if not any(
                isinstance(predicate, StatePredicate)
                and predicate.state == update.state
                and _may_meet(weighing, predicate, row)
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

    What only goes elsewhere is still there.
    """
    if any(other.state == update.state and other.set is not None for other in weighing.updates_of(consequence)):
        return True
    row = weighing.facts.rows.known_row(update)
    pages = {other.state for other in weighing.updates_of(consequence)} | set(weighing.lasting)
    asked = [predicate for ground in weighing.grounds for predicate in (*ground.rests_on, *ground.short_of)]
    limits = (
        predicate for predicate in asked if isinstance(predicate, StatePredicate) and predicate.state == update.state
    )
    if any(at_most(predicate) is not None and _may_meet(weighing, predicate, row) for predicate in limits):
        return True
    called = {normal_form(str(value)) for value in named_so.values()}
    states = weighing.monitor.specification.states
    return any(
        normal_form(match.found) in called
        for ground in weighing.grounds
        for match in ground.matches
        if match.state in pages and not states[match.state].keys
    )


def _is_aim(weighing: Weighing, ground: Ground, met: Collection[StatePredicate]) -> bool:
    """Whether what goes is what a rule wants gone, of which it met these: it names it, by a key, and once.

    Of what there may be so many, and are no more, nothing is wanted gone; nor where the rule speaks of more than that
    number. Of two things of which there is to be none, the one of which there was none already may have been the aim.
    """
    if not met:
        return True
    state = next(iter(met)).state
    wanted = [
        predicate
        for predicate in ground.rests_on
        if isinstance(predicate, StatePredicate) and predicate.state == state and predicate.holds_on_nothing
    ]
    none_at_all = [predicate for predicate in wanted if at_most(predicate) == 0 and not predicate.once]
    aims = [predicate for predicate in met if predicate in none_at_all] or (met if len(wanted) == 1 else ())
    keys = weighing.monitor.specification.states[state].keys
    return (
        len(aims) == 1
        and all(any(part.variable in keys for part in predicate.constraints) for predicate in aims)
        and all(_are_too_many(weighing, predicate) for predicate in (*aims, *none_at_all))
    )


def _may_meet(weighing: Weighing, predicate: StatePredicate, row: Mapping[str, object]) -> bool:
    """Whether a predicate may speak of a row of its state."""
    declared = weighing.monitor.specification.states[predicate.state]
    return meets(predicate, declared, row, weighing.today, for_some=True) is not False


def _beside_what_is_there(weighing: Weighing, updates: Iterable[Update]) -> Iterator[Circumstance]:
    """What the rules speak of was as they want it without this: another such entry comes, or one goes of no more than
    there may be.
    """
    changes = {
        row_text(update.state, dict(zip(change.state.keys, change.key, strict=True))): change
        for update in updates
        if not isinstance(change := weighing.facts.rows.read(update), RefusedUpdate)
    }
    for ground in weighing.grounds:
        answers = {
            called: [_is_needed(weighing, ground, predicate, change) for predicate in ground.rule.body]
            for called, change in changes.items()
        }
        beside = [called for called, needed in answers.items() if False in needed]
        if beside and not any(True in needed for needed in answers.values()):
            text = (
                f"without this the rules have what they ask for, and they do not say that {', '.join(beside)} is meant"
            )
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
    met, meets_now = (bool(values) and _may_meet(weighing, predicate, values) for values in (row, becomes))
    if predicate.holds_on_nothing:
        return _are_too_many(weighing, predicate) if met and not meets_now else None
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


def _are_too_many(weighing: Weighing, predicate: StatePredicate) -> bool:
    """Whether there are more such entries than a predicate allows, as far as is known, before the action."""
    state, most = weighing.monitor.specification.states[predicate.state], at_most(predicate)
    rows = weighing.facts.rows.known([predicate.state])[predicate.state].values()
    return most is not None and most < sum(
        meets(predicate, state, row, weighing.today, for_some=True) is not False for row in rows
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


def one_of_two(weighing: Weighing) -> Iterator[Circumstance]:
    """A rule speaks of two entries, of which one was there: the condition may be made true in place of the aim.

    What was to be so `once`, and is so by this action only, is no condition either.
    """
    for ground in weighing.grounds:
        for match in ground.matches:
            if match.once and match.changed:
                text = f"{match_text(match, weighing.monitor)} was to be so before, and only this makes it so"
                yield Circumstance(Condition.ANOTHER_OBJECT, text)
        changed = {match.state for match in ground.matches if match.changed} | set(_met_by_any(weighing, ground))
        written = {state for consequence in weighing.ran if consequence.irreversible for state in consequence.changes}
        for match in ground.matches:
            if (match.state in changed or (match.once and match.state in written)) and not (
                match.changed or weighing.is_of_this_session(match)
            ):
                row = match_text(match, weighing.monitor)
                text = f"the rule also speaks of {row}, which was there before: it may be what was to be done"
                yield Circumstance(Condition.ANOTHER_OBJECT, text)


def _met_by_any(weighing: Weighing, ground: Ground) -> Iterator[str]:
    """The tables into which the action writes an entry that a rule means without naming it: `starred = false`."""
    for change in map(weighing.facts.rows.read, weighing.anticipated.whole.updates):
        if not isinstance(change, Assignment) or not change.state.keys:
            continue
        for predicate in ground.rule.body:
            if (
                isinstance(predicate, StatePredicate)
                and predicate.state == change.state.name
                and not (predicate.once or predicate.holds_on_nothing)
                and not any(_names_it(constraint, change.state) for constraint in predicate.constraints)
                and _may_meet(weighing, predicate, change.compared)
            ):
                yield change.state.name


def _names_it(constraint: Constraint, state: State) -> bool:
    return state.variables[constraint.variable].type is Type.TEXT and not TABLE[constraint.operator].denies


def several_of(weighing: Weighing, grounds: Iterable[Ground]) -> Iterator[Circumstance]:
    """A rule is met by an entry beside which there is another of the same name: which of them it is, who knows."""
    for ground in grounds:
        for match in ground.matches:
            keys = weighing.monitor.specification.states[match.state].keys
            named = dict(zip(keys, match.key, strict=True))
            if keys and weighing.facts.has_twin(Update(match.state, named)):
                yield several(match.state, named)


def _overwrites(
    weighing: Weighing, consequence: Consequence, mentioned: frozenset[str], asked: Collection[str]
) -> Iterator[Circumstance]:
    """What is known of an entry is replaced, and the rules for that say nothing of it, neither there nor on the form.

    An entry that goes while another of its table comes is the same one under another name.
    """
    updates = weighing.updates_of(consequence)
    for update in updates:
        spoken = weighing.said_of(update, asked) | _said_on_the_form(weighing, update, consequence)
        spoken |= _said_by_none(weighing, update)
        gone = [other for other in updates if other.state == update.state and other.delete is not None]
        replaced = weighing.facts.overwritten(update) or weighing.facts.overwritten(update, gone[0] if gone else None)
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
    """The variables of which a rule says that there is to be no such row, and this one is such and becomes another."""
    row, change = weighing.facts.rows.known_row(update), weighing.facts.rows.read(update)
    becomes = {**row, **change.compared} if isinstance(change, Assignment) else {}
    unwanted = (
        premise
        for ground in weighing.grounds
        for premise in (*ground.rests_on, *ground.short_of)
        if isinstance(premise, StatePredicate) and premise.state == update.state and not premise.once
        if premise.holds_on_nothing and row and _may_meet(weighing, premise, row)
    )
    return frozenset(
        constraint.variable
        for premise in unwanted
        if becomes and not _may_meet(weighing, premise, becomes)
        for constraint in premise.constraints
    )


def _writes_over_another(
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
    is_named = any(match.state in of_whom for ground in weighing.grounds for match in ground.matches)
    beside = [update for update in filled if update not in asked and weighing.facts.is_written_over(update)]
    beside += [update for state in {update.state for update in filled} for update in weighing.facts.emptied_on(state)]
    is_anothers = consequence.kind is Kind.RECORD and (bool(beside) or (replaced == asked and not is_named))
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
    rules = [rule for rule in specification.rules if isinstance(rule.head, Objective) and rule.head.name in objectives]
    for name in sorted(weighing.of_pages - told):
        state = specification.states[name]
        for row in weighing.facts.first_seen.changed_in_front(name) if state.keys else ():
            if not said_of_row(rules, state, row, weighing.today) - set(state.keys):
                yield row_text(name, {key: str(row[key]) for key in state.keys})


def _is_called_so_since(
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
    said = [
        _comparable(match.found)
        for ground in weighing.grounds
        for match in ground.matches
        if match.state in consequence.changes
    ]
    return frozenset(name for name, value in (update.set or {}).items() if _comparable(value) in said)


def _comparable(value: Raw) -> str:
    return str(value).strip()


def _is_empty(value: Raw) -> bool:
    return value is None or value is False or value in ("", 0) or (isinstance(value, list | tuple) and not value)
