"""What an action rests on, and may not be so: nobody has seen it, it was otherwise, or the agent made it so itself."""

from collections.abc import Iterable, Iterator, Mapping

from handrail.app.update import Key
from handrail.guard.certainty import at_most, constants_of, meets, of_keys, without
from handrail.guard.circumstances.weighing import Weighing
from handrail.guard.circumstances.wording import row_text
from handrail.guard.decision import Circumstance, Condition
from handrail.guard.none_shown import (
    denies_of_a_page,
    every_place_was_shown,
    is_seen,
    names_one,
    otherwise_when_found,
    undecided,
)
from handrail.guard.outcomes import texts_of
from handrail.language.rule import (
    ObjectivePredicate,
    Predicate,
    Rule,
    RuleVariable,
    StatePredicate,
)
from handrail.language.verbalize import quoted, spaced


def unconfirmed(weighing: Weighing) -> Iterator[Circumstance]:
    """What ran before may have failed, and the app says so in words that no model reads; or nobody ever looked."""
    rests_on = [rest for ground in weighing.grounds for rest in ground.rests_on]
    yield from resting_on_another(weighing, (ground.rule for ground in weighing.grounds))
    yield from resting_on_nothing(weighing, rests_on)
    yield from _resting_on_what_is_still_so(weighing, rests_on)
    yield from resting_on_what_was_done(weighing, rests_on)
    for predicate in (predicate for ground in weighing.grounds for predicate in ground.short_of):
        yield from (
            _otherwise_before(weighing, predicate, only_removed=True) if isinstance(predicate, StatePredicate) else ()
        )
    for premise in (rest for rest in rests_on if isinstance(rest, ObjectivePredicate)):
        if premise.name in weighing.unconfirmed:
            before = quoted(spaced(premise.name))
            text = f"it is to follow {before}, which is not known to have come about: no screen shows it"
            yield Circumstance(Condition.UNCONFIRMED, text)


def resting_on_another(weighing: Weighing, rules: Iterable[Rule]) -> Iterator[Circumstance]:
    """What was to be so once was so only while the page was about something else than the rule means."""
    for rule in rules:
        for predicate in (rest for rest in rule.body if isinstance(rest, StatePredicate) and rest.once):
            of_another = weighing.facts.side_by_side.was_of_another(rule, predicate, weighing.facts.rows)
            if of_another is not None:
                called, other = quoted(spaced(predicate.state)), quoted(spaced(of_another.state))
                text = f"what was to be so once of {called} was so only while the page said otherwise of {other}"
                yield Circumstance(Condition.UNCONFIRMED, text)


def _resting_on_what_is_still_so(weighing: Weighing, rests_on: Iterable[Predicate]) -> Iterator[Circumstance]:
    """What is `still` so by a rule that wants none of something, and nobody can say whether there is none by now."""
    for name in (rest.name for rest in rests_on if isinstance(rest, ObjectivePredicate) and rest.still):
        by_rule = [list(resting_on_nothing(weighing, rule.body)) for rule in weighing.rules_for([name])]
        yield from min(by_rule, key=len, default=())


def resting_on_what_was_done(
    weighing: Weighing, predicates: Iterable[Predicate], *, at_the_end: bool = False
) -> Iterator[Circumstance]:
    """A state that a commitment was to change, and no screen has shown that it did.

    The end rests on what was done, and on all that came with it.
    """
    changed = {state for consequence in weighing.anticipated.whole.consequences for state in consequence.changes}
    told = {update.state for update in weighing.anticipated.whole.updates}
    for predicate in (predicate for predicate in predicates if isinstance(predicate, StatePredicate)):
        yield from _resting_on_what_was_seen_before(weighing, predicate) if predicate.state not in changed else ()
        if weighing.so_before.chosen:
            is_aim = at_the_end or _is_aim(weighing, predicate)
            resting = _resting_on_what_nobody_asked_for if is_aim else _resting_on_a_choice
            yield from resting(weighing, predicate)
        if predicate.once or predicate.state not in changed | told:
            yield from _resting_on_what_was_to_come(weighing, predicate, at_the_end=at_the_end)
        is_elsewhere = predicate.state in weighing.forms and predicate.state not in changed | told
        drafts = list(_resting_on_a_draft(weighing, predicate)) if predicate.once or is_elsewhere else []
        if is_elsewhere and not predicate.once and not at_the_end:
            drafts = drafts or list(_resting_on_a_form_that_was_left(weighing, predicate))
        yield from drafts or (() if at_the_end and not predicate.once else _otherwise_on_its_page(weighing, predicate))
        if (
            predicate.state in weighing.not_shown
            and not predicate.holds_on_nothing
            and (predicate.once or predicate.state not in changed)
        ):
            before = quoted(spaced(predicate.state))
            text = f"it rests on {before}, of which no screen shows that what was done before came about"
            yield Circumstance(Condition.UNCONFIRMED, text)


def _resting_on_what_nobody_asked_for(weighing: Weighing, predicate: StatePredicate) -> Iterator[Circumstance]:
    """An entry that the agent made what it is, on its own account, and that is now to count as so.

    What the action takes along as it stands is what it is about, as a payment is about what is in the cart. What was to
    be so `once` it may have made so, and otherwise since. One of which there is to be none, or not too many, it may
    have made another.
    """
    state = weighing.monitor.specification.states[predicate.state]
    named = {constraint.variable for constraint in predicate.constraints}
    taken_along = set() if predicate.once else weighing.changing(predicate.state)
    for key, row, changed in weighing.facts.unasked(predicate.state, gone=predicate.once):
        if key in taken_along or (not predicate.once and _is_committed(weighing, predicate.state, key)):
            continue
        is_its_own = set(state.keys) <= set(changed)
        decisive = named | set(state.keys) if is_its_own else named
        if predicate.once:
            about = of_keys(predicate, state.keys)
        else:
            about = predicate if at_most(predicate) is None else without(predicate, changed)
        if decisive & set(changed) and meets(about, state, row, weighing.today, for_some=True) is not False:
            called = row_text(predicate.state, {name: str(row[name]) for name in state.keys if name in row})
            text = f"it rests on {called}, which the agent has written itself, and nobody asked for that by its name"
            yield Circumstance(Condition.UNCONFIRMED, text)


def _resting_on_a_choice(weighing: Weighing, predicate: StatePredicate) -> Iterator[Circumstance]:
    """What was not so before the agent chose what the rules leave open, and was not told either."""
    if weighing.so_before.is_only_since(predicate) and not _is_told(weighing, predicate):
        text = (
            f"it rests on {quoted(spaced(predicate.state))}, of which no screen showed that it was so "
            "before the agent chose what the rules leave open"
        )
        yield Circumstance(Condition.UNCONFIRMED, text)


def _resting_on_what_was_to_come(
    weighing: Weighing, predicate: StatePredicate, *, at_the_end: bool
) -> Iterator[Circumstance]:
    """A page that the phone may never have gone to: its model reads it, and has not.

    What was chosen just before may be used where it was chosen, and no page may show it.
    """
    if at_most(predicate) is not None or not (predicate.once or predicate.state in weighing.shown_by):
        return
    if predicate.once:
        was_seen = predicate in weighing.facts.was_there
    else:
        is_used_there = weighing.shown_by[predicate.state] == weighing.anticipated.package and not at_the_end
        was_seen = is_seen(predicate, weighing.facts, weighing.today, or_just_chosen=is_used_there)
    if not was_seen:
        text = f"it rests on {quoted(spaced(predicate.state))}, which was to be shown, and no screen has shown it"
        yield Circumstance(Condition.UNCONFIRMED, text)


def _is_told(weighing: Weighing, predicate: StatePredicate) -> bool:
    """Whether there are entries enough that the action takes along as they stand, or of which what was asked for made
    all that the predicate says.
    """
    state, facts = weighing.monitor.specification.states[predicate.state], weighing.facts
    own, named = facts.own.of(predicate.state), {part.variable for part in predicate.constraints}
    said = named | set(state.keys)
    taken_along = set() if predicate.once else weighing.changing(predicate.state)

    def is_made(key: Key, row: Mapping[str, object]) -> bool:
        made, chosen = facts.kept.made(predicate.state, key), own.get(key, ())
        return bool(made) and said.isdisjoint(chosen) and all(made.get(name) == row[name] for name in named)

    told = [
        key
        for key, row in facts.rows.known([predicate.state])[predicate.state].items()
        if meets(predicate, state, row, weighing.today, for_some=True) is True
        if key in taken_along or _is_committed(weighing, predicate.state, key) or is_made(key, row)
    ]
    return at_most(predicate) is None and predicate.count.holds(len(told))


def _is_aim(weighing: Weighing, predicate: StatePredicate) -> bool:
    """Whether the action makes one more such entry, or takes one more away, as the rule wants it."""
    return any(
        weighing.monitor.speaks_of(ground.objective, weighing.anticipated.whole.updates, by=predicate)
        for ground in weighing.grounds
    )


def _is_committed(weighing: Weighing, state: str, key: Key) -> bool:
    """Whether a row, of which only the next screen tells how it becomes, is what the consequence names."""
    said = weighing.anticipated.whole
    changed = {name for consequence in said.consequences for name in consequence.changes}
    if state not in changed.difference(update.state for update in said.updates):
        return False
    about = texts_of(said.consequences)
    return all(text in about for text in key if isinstance(text, str))


def _resting_on_a_draft(weighing: Weighing, predicate: StatePredicate) -> Iterator[Circumstance]:
    """What was so on a page, once or on another one than is committed, only since the agent wrote it there, and nothing
    has saved it.
    """
    state = weighing.monitor.specification.states[predicate.state]
    bound = [
        constraint.variable
        for constraint in predicate.constraints
        if any(isinstance(term, RuleVariable) for term in constants_of(constraint))
    ]
    for came, written in weighing.facts.drafts.of(predicate.state):
        named = {name: written[name] for name in state.keys if name in written}
        was_so = came is not None and meets(predicate, state, {**named, **came}, weighing.today, for_some=True)
        is_so = meets(predicate, state, written, weighing.today, for_some=True)
        is_same = came is not None and all(came.get(name) == written[name] for name in bound if name in written)
        if (is_so and not (was_so and is_same)) or (
            at_most(predicate) is not None and is_so is False and was_so is not False
        ):
            called = row_text(predicate.state, {name: str(value) for name, value in named.items()})
            text = f"it rests on {called}, which the agent has put on a page itself, and nothing has saved it"
            yield Circumstance(Condition.UNCONFIRMED, text)


def _resting_on_a_form_that_was_left(weighing: Weighing, predicate: StatePredicate) -> Iterator[Circumstance]:
    """What stood on a form, whoever put it there, is so no more once the form was left, unless a commitment took it."""
    if weighing.facts.is_left(predicate.state):
        text = f"it rests on {quoted(spaced(predicate.state))}, and the form that said so was left and not saved"
        yield Circumstance(Condition.UNCONFIRMED, text)


def _otherwise_on_its_page(weighing: Weighing, predicate: StatePredicate) -> Iterator[Circumstance]:
    """An entry or a field that was otherwise when its page was first seen, and nothing that was asked for changed that.

    What the page in front says now is what is committed; what was touched on another says what it said there.
    """
    if at_most(predicate) is not None or not (predicate.once or predicate.state in weighing.opened):
        return
    state, first_seen = weighing.monitor.specification.states[predicate.state], weighing.facts.first_seen

    def met(rows: Iterable[Mapping[str, object]]) -> int:
        return sum(meets(predicate, state, row, weighing.today, for_some=True) is True for row in rows)

    if any(predicate.count.holds(met(rows)) for rows in first_seen.at_first(predicate.state)):
        return
    versions = [
        *first_seen.otherwise(predicate.state, once=predicate.once),
        *_touched(weighing, predicate.state),
    ]
    if otherwise := [first for first, last in versions if not met([first]) and met([last])]:
        called = row_text(predicate.state, {name: str(value) for name, value in otherwise[0].items()})
        text = f"what it rests on was otherwise when {called} was first seen, and nothing asked for has changed it"
        yield Circumstance(Condition.UNCONFIRMED, text)


def _touched(weighing: Weighing, state: str) -> Iterator[tuple[Mapping[str, object], Mapping[str, object]]]:
    """What was touched, as it was first seen where it stands, and as it was when it was touched."""
    if state not in weighing.opened:
        return
    for touched in weighing.facts.rows.known([state])[state].values():
        for name in weighing.of_pages:
            for first, last in weighing.facts.first_seen.otherwise(name):
                if last.items() <= touched.items():
                    yield {**touched, **first}, touched


def _resting_on_what_was_seen_before(weighing: Weighing, predicate: StatePredicate) -> Iterator[Circumstance]:
    """Entries that nobody has seen since something was committed that cannot be taken back, and not enough others.

    Of those that a `?x` binds it may be any.
    """
    state = weighing.monitor.specification.states[predicate.state]
    if predicate.once or predicate.holds_on_nothing or not state.keys or predicate.state in weighing.lasting:
        return
    rows = weighing.facts.rows.known([predicate.state])[predicate.state].items()
    met = [key for key, row in rows if meets(predicate, state, row, weighing.today, for_some=True)]
    named = {constraint.variable for constraint in predicate.constraints}
    seen_since = [key for key in met if not weighing.facts.is_outdated(predicate.state, key, named)]
    compared = (value for constraint in predicate.constraints for value in constants_of(constraint))
    may_be_any = any(isinstance(value, RuleVariable) and not value.is_anonymous for value in compared)
    if len(seen_since) < len(met) and (may_be_any or not predicate.count.holds(len(seen_since))):
        text = (
            f"it rests on {quoted(spaced(predicate.state))} as seen before something was done that may have changed it"
        )
        yield Circumstance(Condition.UNCONFIRMED, text)


def resting_on_nothing(weighing: Weighing, predicates: Iterable[Predicate]) -> Iterator[Circumstance]:
    """There is none of something, or not too many, as far as is known: where nobody looked, and where one is of
    which the decisive is not known, nobody can say.
    """
    changed = {state for consequence in weighing.anticipated.whole.consequences for state in consequence.changes}
    for predicate in (predicate for predicate in predicates if isinstance(predicate, StatePredicate)):
        if predicate in weighing.facts.shown_once:
            continue
        yield from _otherwise_before(weighing, predicate)
        called = quoted(spaced(predicate.state))
        if denies_of_a_page(predicate, weighing.facts):
            text = f"it rests on what does not stand on {called}, and no screen has shown all of it"
            yield Circumstance(Condition.UNCONFIRMED, text)
        if at_most(predicate) is None:
            continue
        if predicate.once:
            text = f"it rests on what was not among {called} once, and no screen has shown that it was so"
            yield Circumstance(Condition.UNCONFIRMED, text)
            continue
        if predicate.state in weighing.of_pages and changed and predicate.state not in changed:
            text = f"it rests on what is not among {called} of the page in front, and another page may have it"
            yield Circumstance(Condition.UNCONFIRMED, text)
        if not _takes_the_only_one(weighing, predicate) and not every_place_was_shown(predicate, weighing.facts):
            text = f"it rests on what is not among {called}, and no screen has shown that"
            yield Circumstance(Condition.UNCONFIRMED, text)
        if may_be := undecided(predicate, weighing.facts, weighing.today):
            text = f"it rests on what is not among {called}, and of {may_be} nobody can say whether it is one"
            yield Circumstance(Condition.UNCONFIRMED, text)


def _takes_the_only_one(weighing: Weighing, predicate: StatePredicate) -> bool:
    """Whether the action takes away the one entry that a predicate names by all its keys, and wants none of."""
    state = weighing.monitor.specification.states[predicate.state]
    rows = [key for name, key in weighing.removed() if name == predicate.state]
    named = [dict(zip(state.keys, key, strict=True)) for key in rows]
    return names_one(predicate, weighing.facts) and any(
        meets(predicate, state, row, weighing.today, for_some=True) is not False for row in named
    )


def _otherwise_before(
    weighing: Weighing, predicate: StatePredicate, *, only_removed: bool = False
) -> Iterator[Circumstance]:
    """An entry that was none of those when it was first seen, and is one by nothing asked for; or the reverse.

    What was to be so `once` may have been so at first, and be otherwise since. `only_removed`: of those that go.
    """
    state = weighing.monitor.specification.states[predicate.state]
    if not state.keys or predicate.state in weighing.lasting:
        return
    gone = {key for state, key in weighing.removed() if state == predicate.state}
    for key, was in otherwise_when_found(predicate, weighing.facts, weighing.today):
        if not (only_removed and key not in gone) and not (predicate.once and was):
            text = f"what it rests on was otherwise when {quoted(spaced(predicate.state))} was first seen"
            yield Circumstance(Condition.UNCONFIRMED, f"{text}, and nothing that was asked for has changed it")
            return
