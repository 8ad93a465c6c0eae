"""How a commitment stands to the rules for its objectives: what it does beside them, beyond, or to something else."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from handrail.app.consequence import LEAVES_THE_PHONE, NEEDED_DETAILS, Consequence, Detail, Kind
from handrail.app.update import Assignment, Raw, RefusedUpdate, Update
from handrail.guard.certainty import of_keys, states_of
from handrail.guard.circumstances.parts import as_their_whole, takes_its_parts
from handrail.guard.circumstances.removing import goes_elsewhere, instead_of_what_was_there, made_true_by_removing
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.which_one import beside_what_is_there, makes_a_second
from handrail.guard.circumstances.wording import (
    MOST_NAMED,
    comparable,
    row_text,
    states_text,
    value_text,
)
from handrail.guard.circumstances.written_over import is_called_so_since, overwrites, writes_over_another
from handrail.guard.decision import Circumstance, Condition
from handrail.guard.none_shown import is_met
from handrail.language.operators import TABLE
from handrail.language.rule import Rule, StatePredicate
from handrail.language.verbalize import quoted, spaced
from handrail.monitor.ground import Match

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
    supporting = [ground.rule for ground in weighing.grounds if ground.objective in asked]
    by_these = states_of(supporting) if supporting else mentioned
    if by_these and consequence.changes and not consequence.changes & by_these:
        text = f"what {called} was asked for with is not what this changes: {states_text(consequence.changes)}"
        yield Circumstance(Condition.BESIDE_THE_RULES, text)
    elif not by_these and consequence.kind is Kind.DELETION:
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
    for name in (name for name in asked if name in weighing.done):
        if not weighing.monitor.speaks_of(name, updates):
            text = f"{quoted(spaced(name))} was done before, and this changes nothing that its rules speak of"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)
        elif _was_so_already(weighing, consequence, name, supporting, updates):
            text = f"{quoted(spaced(name))} was done before, and all that its rules say of this was so already"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)
    if not updates:
        text = f"nothing says what {quoted(consequence.does)} changes"
        yield Circumstance(Condition.EFFECT_UNKNOWN, text)
    yield from _stands_there_already(weighing, consequence, updates)
    yield from _more_than_asked(weighing, consequence)
    yield from _what_may_be_no_hint(weighing, consequence)
    yield from overwrites(weighing, consequence, mentioned, asked)
    yield from writes_over_another(weighing, consequence, updates, asked)
    yield from is_called_so_since(weighing, consequence, updates)
    yield from beside_what_is_there(weighing, updates)
    yield from makes_a_second(weighing, consequence)
    yield from takes_its_parts(weighing, consequence)
    parts = as_their_whole(weighing, updates)
    spoken_of = [
        update for update in updates if update.delete is not None and update not in removed and update not in parts
    ]
    if consequence.kind in _REMOVING:
        yield from _about_what_was_touched(weighing)
        for update in removed:
            yield from goes_elsewhere(weighing, update, consequence)
        yield from made_true_by_removing(weighing, spoken_of, consequence)
    else:
        yield from instead_of_what_was_there(weighing, spoken_of)


def _about_what_was_touched(weighing: Weighing) -> Iterator[Circumstance]:
    """What goes is what was touched last, where nothing else says it; the rules may say only what else stands there."""
    said = {comparable(match.found) for ground in weighing.grounds for match in ground.matches if not match.once}
    for update in weighing.anticipated.whole.updates:
        called = [value for name in ("label", "text") if (value := (update.set or {}).get(name)) is not None]
        if update.state in weighing.opened and weighing.grounds and said.isdisjoint(map(comparable, called)):
            text = f"it is about {quoted(str(called[0]))}, which was touched last, and the rules do not say that"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)


def _was_so_already(
    weighing: Weighing,
    consequence: Consequence,
    objective: str,
    supporting: Iterable[Rule],
    updates: Collection[Update],
) -> bool:
    """Whether a setting is changed and all that the rules say of it was so before: a condition, and no aim any more."""
    spoken_of = {
        predicate
        for rule in supporting
        for predicate in (rule.body if consequence.kind is Kind.SETTING else ())
        if isinstance(predicate, StatePredicate) and weighing.monitor.speaks_of(objective, updates, by=predicate)
    }
    return bool(spoken_of) and all(is_met(predicate, weighing.facts, weighing.today) for predicate in spoken_of)


def _stands_there_already(
    weighing: Weighing, consequence: Consequence, updates: Iterable[Update]
) -> Iterator[Circumstance]:
    """What is to go out, or to be booked, is there already, and not by this session: the user may have done it."""
    words = {detail.value for detail in consequence.details if detail.name == "text" and not _is_empty(detail.value)}
    is_booking = consequence.kind is Kind.BOOKING
    for update in updates if is_booking or consequence.kind in LEAVES_THE_PHONE else ():
        keys, values = weighing.monitor.specification.states[update.state].keys, update.set or {}
        says_it_all = bool(keys) and set(keys) == set(values) and (is_booking or not words.isdisjoint(values.values()))
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
            and weighing.may_meet(of_keys(predicate, state.keys) if _names(predicate, state.keys) else predicate, row)
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


def _what_may_be_no_hint(weighing: Weighing, consequence: Consequence) -> Iterator[Circumstance]:
    """A form came with something in it, and another field shows its hint: somebody may have written that there."""
    if consequence.kind not in LEAVES_THE_PHONE:
        return
    for state in {update.state for update in weighing.anticipated.whole.updates} & weighing.forms.keys():
        for name in weighing.facts.looks_empty(state, weighing.forms[state]):
            text = (
                f"{spaced(name)} of {quoted(spaced(state))} came with the form, and looks empty only if it is its hint"
            )
            yield Circumstance(Condition.MORE_THAN_ASKED, text)


def is_spoken_of(weighing: Weighing, detail: Detail, consequence: Consequence, *, wholly: bool = False) -> bool:
    """Whether a rule says so of the very thing that is done: the same word elsewhere means something else.

    `wholly`: and not only of a part of it.
    """
    states = weighing.monitor.specification.states
    has_its_own = any(detail.name in states[name].variables for name in consequence.changes if name in states)
    return any(
        comparable(match.found) == comparable(detail.value)
        and match.state in consequence.changes
        and (not detail.stands_in or (detail.stands_in == match.state and not match.once))
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
        if weighing.may_meet(replace(predicate, constraints=(constraint,)), change.compared)
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
    return match.found in match.wanted


def _is_empty(value: Raw) -> bool:
    return value is None or value is False or value in ("", 0) or (isinstance(value, list | tuple) and not value)
