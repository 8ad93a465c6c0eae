"""What the guard finds about an action on top of the language's verdict.

Pure, from the monitor's grounds and the word of the models. Each finding is a condition with a name, and a policy
decides what follows. Source: docs/guard.md.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from unicodedata import normalize

from handrail.app.consequence import LEAVES_THE_PHONE, NEEDED_DETAILS, Consequence, Detail, Kind
from handrail.app.drift import Drift
from handrail.app.trigger import Anticipation
from handrail.app.update import Assignment, Key, Raw, Removal, Update
from handrail.guard.certainty import at_most, constants_of, meets, of_keys, said_of_row
from handrail.guard.decision import Circumstance, Condition
from handrail.guard.done_in_order import OnceMore
from handrail.guard.facts import Facts
from handrail.guard.outcomes import texts_of
from handrail.guard.sources import Anticipated
from handrail.guard.spelling import look_alike, may_read, oddities, same_identity
from handrail.language.operators import TABLE, Operator
from handrail.language.rule import Literal, ObjectivePredicate, Predicate, StatePredicate
from handrail.language.verbalize import quoted, spaced
from handrail.monitor import Block, Monitor, Verdict, Warn
from handrail.monitor.ground import Ground, Match

_REMOVING = frozenset({Kind.DELETION, Kind.BOOKING})
"""Kinds of which it is the point that something goes: what goes is their object, and stands there as such."""


_MOST_NAMED = 6
_PEOPLE = frozenset({"to", "cc", "bcc"})
_MOST_SIGNS = 3
_DENIES: Mapping[Operator, Callable[[str, str], bool]] = {
    Operator.NOT_CONTAINS: may_read,
    Operator.NOT_EQUAL: look_alike,
    Operator.NOT_IN: look_alike,
}
"""By operator, when a text may be taken for one that it denies."""
_FOR_GRANTED = {kind: [name for name in needed if name != "amount"] for kind, needed in NEEDED_DETAILS.items()}
"""What a person is shown anyway, and a rule may leave open."""
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_BETWEEN_NAMES = re.compile(r"\s*,\s+")


@dataclass(frozen=True, slots=True)
class Weighing:
    """What is about to happen, what the monitor said of it, and what was committed before.

    `objectives` gives the specification's name for a commitment where the app's model calls it otherwise. `done` are
    the objectives that were committed, or may have been; `ran` is what is known to have come about, and `unconfirmed`
    the objectives that are not: no screen has shown that they did, and the app did not go on with them by itself. Of
    those that are `stuck` the app is still on the page on which they were committed. `not_shown` are the states that
    they were to change, `lasting` those of which nothing is known once what showed them is gone, `of_pages` those of
    them whose rows are those of one page, and `opened` say what it was opened for; `today` is the day on which the
    session began. `drift` is what speaks against the model of the app in front, where the action may commit
    something. `grounds` are the rules that support what it commits, and `once_more` what came again after something
    it leads to.
    """

    anticipated: Anticipated
    verdict: Verdict | None
    monitor: Monitor
    facts: Facts
    objectives: Mapping[str, str]
    done: Collection[str]
    ran: Collection[Consequence] = ()
    unconfirmed: Collection[str] = ()
    stuck: Collection[str] = ()
    not_shown: Collection[str] = ()
    lasting: Collection[str] = ()
    today: date = date.min
    drift: Collection[Drift] = ()
    grounds: Collection[Ground] = ()
    once_more: Collection[OnceMore] = ()
    of_pages: Collection[str] = ()
    opened: Collection[str] = ()

    def circumstances(self) -> tuple[Circumstance, ...]:
        """All conditions that hold, in the order of their names."""
        if isinstance(self.verdict, Block):  # nothing gets milder or stricter than that
            return ()
        found = [*self._receiver(), *self._effect(), *self._suspect()]
        for consequence in self.anticipated.whole.consequences:
            found += [*self._twins(consequence), *self._repeated(consequence), *self._of(consequence)]
        found += [*self._spellings(), *self._unconfirmed(), *self._twins_of_the_rules(), *self._one_of_two()]
        found += [*self._drift()]
        return tuple(sorted(dict.fromkeys(found), key=lambda circumstance: (circumstance.condition, circumstance.text)))

    def _receiver(self) -> Iterator[Circumstance]:
        if self.anticipated.unclear:
            yield Circumstance(Condition.UNKNOWN_RECEIVER, self.anticipated.unclear)

    def _drift(self) -> Iterator[Circumstance]:
        """What the model says of this app may not be so any more; one sign is enough to ask, and the first are told."""
        for drift in list(self.drift)[:_MOST_SIGNS]:
            yield Circumstance(Condition.MODEL_DRIFT, f"what is known of this app may be out of date: {drift.text}")

    def _effect(self) -> Iterator[Circumstance]:
        """A commitment of which it is not known to the last what it does to what."""
        whole = self.anticipated.whole
        said = frozenset(name for consequence in whole.consequences for name in consequence.objectives)
        for name in sorted(whole.commits - said):
            yield Circumstance(Condition.EFFECT_UNKNOWN, f"nothing says what {quoted(spaced(name))} does to what")
        for consequence in whole.consequences:
            if not consequence.details:
                yield Circumstance(
                    Condition.EFFECT_UNKNOWN, f"nothing says what {quoted(consequence.does)} does to what"
                )
            for detail in consequence.details:
                if detail.unread:
                    text = f"{spaced(detail.name)} of {quoted(consequence.does)} is not known: {detail.unread}"
                    yield Circumstance(Condition.EFFECT_UNKNOWN, text)
                elif detail.remembered and detail.name in NEEDED_DETAILS[consequence.kind]:
                    text = (
                        f"{spaced(detail.name)} of {quoted(consequence.does)} does not stand on this "
                        "screen; seen before was"
                    )
                    yield Circumstance(Condition.EFFECT_UNKNOWN, f"{text} {_value(detail)}")

    def _twins(self, consequence: Consequence) -> Iterator[Circumstance]:
        """Two entries of one list are called the same, and this is about one of them."""
        for update in self._updates_of(consequence):
            if self.facts.has_twin(update):
                keys = self.monitor.specification.states[update.state].keys
                named = update.delete if update.delete is not None else update.set or {}
                yield _several(update.state, {name: named[name] for name in keys if name in named})

    def _repeated(self, consequence: Consequence) -> Iterator[Circumstance]:
        """The same to the same once more. What goes must have been there, so it is another one of the same name."""
        updates = self._updates_of(consequence)
        removes = consequence.kind is Kind.DELETION or (
            bool(updates) and all(update.delete is not None for update in updates)
        )
        if not removes and any(consequence.is_same(other) for other in self.ran):
            text = f"{quoted(consequence.does)} ran already with exactly this: {_details(consequence)}"
            if any(self.objectives.get(name, name) in self.stuck for name in consequence.objectives):
                yield Circumstance(Condition.UNCONFIRMED, f"{text}; no screen shows that it came about")
            else:
                yield Circumstance(Condition.REPEATED, text)

    def _unconfirmed(self) -> Iterator[Circumstance]:
        """What ran before may have failed, and the app says so in words that no model reads; or nobody ever looked."""
        rests_on = [rest for ground in self.grounds for rest in ground.rests_on]
        yield from self._resting_on_nothing(rests_on)
        yield from self._resting_on_what_was_done(rests_on)
        for predicate in (predicate for ground in self.grounds for predicate in ground.short_of):
            yield from (
                self._otherwise_before(predicate, only_removed=True) if isinstance(predicate, StatePredicate) else ()
            )
        for premise in (rest for rest in rests_on if isinstance(rest, ObjectivePredicate)):
            if premise.name in self.unconfirmed:
                before = quoted(spaced(premise.name))
                text = f"it is to follow {before}, which is not known to have come about: no screen shows it"
                yield Circumstance(Condition.UNCONFIRMED, text)

    def _resting_on_what_was_done(self, predicates: Iterable[Predicate]) -> Iterator[Circumstance]:
        """A state that a commitment was to change, and no screen has shown that it did."""
        changed = {state for consequence in self.anticipated.whole.consequences for state in consequence.changes}
        for predicate in (predicate for predicate in predicates if isinstance(predicate, StatePredicate)):
            yield from self._resting_on_what_was_seen_before(predicate) if predicate.state not in changed else ()
            yield from (
                self._resting_on_what_nobody_asked_for(predicate)
                if predicate.once or predicate.state not in changed
                else ()
            )
            if (
                predicate.state in self.not_shown
                and not predicate.holds_on_nothing
                and (predicate.once or predicate.state not in changed)
            ):
                before = quoted(spaced(predicate.state))
                text = f"it rests on {before}, of which no screen shows that what was done before came about"
                yield Circumstance(Condition.UNCONFIRMED, text)

    def _resting_on_what_nobody_asked_for(self, predicate: StatePredicate) -> Iterator[Circumstance]:
        """An entry that the agent made what it is, on its own account, and that is now to count as so.

        What was to be so `once` it may have made so, and otherwise since.
        """
        state = self.monitor.specification.states[predicate.state]
        decisive = {constraint.variable for constraint in predicate.constraints} | set(state.keys)
        predicate = of_keys(predicate, state.keys) if predicate.once else predicate
        for row, changed in self.facts.unasked(predicate.state):
            if decisive & set(changed) and meets(predicate, state, row, self.today, for_some=True) is not False:
                called = _row(predicate.state, {name: str(row[name]) for name in state.keys if name in row})
                text = (
                    f"it rests on {called}, which the agent has written itself, and nobody asked for that by its name"
                )
                yield Circumstance(Condition.UNCONFIRMED, text)

    def _resting_on_what_was_seen_before(self, predicate: StatePredicate) -> Iterator[Circumstance]:
        """An entry that nobody has seen since something was committed that cannot be taken back."""
        state = self.monitor.specification.states[predicate.state]
        if predicate.once or predicate.holds_on_nothing or not state.keys or predicate.state in self.lasting:
            return
        rows = self.facts.known([predicate.state])[predicate.state].items()
        met = [key for key, row in rows if meets(predicate, state, row, self.today, for_some=True)]
        if met and all(self.facts.is_outdated(predicate.state, key) for key in met):
            text = (
                f"it rests on {quoted(spaced(predicate.state))} as seen before something was done that "
                "may have changed it"
            )
            yield Circumstance(Condition.UNCONFIRMED, text)

    def _resting_on_nothing(self, predicates: Iterable[Predicate]) -> Iterator[Circumstance]:
        """There is none of something, or not too many, as far as is known: where nobody looked, and where one is of
        which the decisive is not known, nobody can say.
        """
        changed = {state for consequence in self.anticipated.whole.consequences for state in consequence.changes}
        for predicate in (predicate for predicate in predicates if isinstance(predicate, StatePredicate)):
            most, state = at_most(predicate), self.monitor.specification.states[predicate.state]
            yield from self._otherwise_before(predicate)
            if most is None:
                continue
            called = quoted(spaced(predicate.state))
            if predicate.state in self.of_pages and changed and (predicate.once or predicate.state not in changed):
                text = f"it rests on what is not among {called} of the page in front, and another page may have it"
                yield Circumstance(Condition.UNCONFIRMED, text)
            if not self._takes_the_only_one(predicate) and not self._was_shown(predicate):
                text = f"it rests on what is not among {called}, and no screen has shown that"
                yield Circumstance(Condition.UNCONFIRMED, text)
            known, twins = (
                self.facts.known([predicate.state])[predicate.state].values(),
                self.facts.twins(predicate.state),
            )
            may_be = sum(meets(predicate, state, row, self.today) is None for row in known) if state.keys else 0
            may_be += sum(meets(predicate, state, row, self.today) is not False for row in twins)
            if may_be:
                text = f"it rests on what is not among {called}, and of {may_be} nobody can say whether it is one"
                yield Circumstance(Condition.UNCONFIRMED, text)

    def _was_shown(self, predicate: StatePredicate) -> bool:
        """Whether a screen has shown all places where such an entry would stand, or that from which it was taken."""
        lists, wanted = self.facts.lists, _wanted(predicate)
        removed = self.facts.removed(predicate.state) if self._names_one(predicate) else ()
        stood = [row for row in removed if all(row.get(name) in values for name, values in wanted.items())]
        places = [{**wanted, **{name: [value] for name, value in row.items()}} for row in stood]
        return any(lists.was_shown(predicate.state, place) for place in (wanted, *places))

    def _takes_the_only_one(self, predicate: StatePredicate) -> bool:
        """Whether the action takes away the one entry that a predicate names by all its keys, and wants none of."""
        state = self.monitor.specification.states[predicate.state]
        rows = [key for name, key in self._removed() if name == predicate.state]
        named = [dict(zip(state.keys, key, strict=True)) for key in rows]
        return self._names_one(predicate) and any(
            meets(predicate, state, row, self.today, for_some=True) is not False for row in named
        )

    def _removed(self) -> list[tuple[str, Key]]:
        """The rows that the action takes away."""
        changes = map(self.facts.read, self.anticipated.whole.updates)
        return [(change.state.name, change.key) for change in changes if isinstance(change, Removal)]

    def _names_one(self, predicate: StatePredicate) -> bool:
        """Whether a predicate says of every key what it is."""
        keys = self.monitor.specification.states[predicate.state].keys
        return bool(keys) and set(keys) <= {
            constraint.variable for constraint in predicate.constraints if constraint.operator is Operator.EQUAL
        }

    def _otherwise_before(self, predicate: StatePredicate, *, only_removed: bool = False) -> Iterator[Circumstance]:
        """An entry that was none of those when it was first seen, and is one by nothing asked for; or the reverse.

        What was to be so `once` may have been so at first, and be otherwise since. `only_removed`: of those that go.
        """
        state = self.monitor.specification.states[predicate.state]
        if not state.keys or predicate.state in self.lasting:
            return
        now = self.facts.known([predicate.state])[predicate.state]
        gone = {key for state, key in self._removed() if state == predicate.state}
        for key, row in self.facts.as_found(predicate.state):
            if only_removed and key not in gone:
                continue
            was = meets(predicate, state, row, self.today, for_some=True)
            is_so = meets(predicate, state, now[key], self.today, for_some=True) if key in now else False
            if None not in (was, is_so) and was is not is_so and not (predicate.once and was):
                text = f"what it rests on was otherwise when {quoted(spaced(predicate.state))} was first seen"
                yield Circumstance(Condition.UNCONFIRMED, f"{text}, and nothing that was asked for has changed it")
                return

    def at_the_end(self, ending: Ground | None) -> tuple[Circumstance, ...]:
        """What may never have come about, what nobody looked for, what was there before and is counted, and what is
        known to be otherwise again.

        `ending` is the rule by which the task may end.
        """
        stuck = [
            f"{quoted(spaced(name))} is not known to have come about: no screen shows it" for name in sorted(self.stuck)
        ]
        found = [Circumstance(Condition.UNCONFIRMED, text) for text in stuck]
        if ending is not None:
            body = ending.rule.body
            found += [*self._resting_on_nothing(body), *self._resting_on_what_was_done(body)]
            found += [*self._counts_what_was_there(ending), *self._spellings_of([ending]), *self._several_of([ending])]
        found += [*_undone(self.facts), *map(_undone_by_order, self.once_more)]
        return tuple(dict.fromkeys(found))

    def _counts_what_was_there(self, ending: Ground) -> Iterator[Circumstance]:
        """An entry of a table that this session wrote into, and not by this session: it may be an old one."""
        written = frozenset(
            state for consequence in self.ran if consequence.irreversible for state in consequence.changes
        )
        for match in ending.matches:
            if match.state in written and not self._is_of_this_session(match):
                text = f"{_row_of(match, self.monitor)} was there before, and counts as what was to be done"
                yield Circumstance(Condition.UNCONFIRMED, text)

    def _twins_of_the_rules(self) -> Iterator[Circumstance]:
        """A rule is met by an entry beside which there is another of the same name: which of them it is, who knows."""
        yield from self._several_of(self.grounds)

    def _several_of(self, grounds: Iterable[Ground]) -> Iterator[Circumstance]:
        for ground in grounds:
            for match in ground.matches:
                keys = self.monitor.specification.states[match.state].keys
                named = dict(zip(keys, match.key, strict=True))
                if keys and self.facts.has_twin(Update(match.state, named)):
                    yield _several(match.state, named)

    def _suspect(self) -> Iterator[Circumstance]:
        """A value that looks wrong, together with a commitment: nothing that insisting could pass."""
        despite = self.verdict.violations if isinstance(self.verdict, Warn) else getattr(self.verdict, "despite", ())
        if despite and self.anticipated.whole.commits:
            text = "a value looks wrong, and the action commits something all the same"
            yield Circumstance(Condition.SUSPECT_COMMITMENT, text)

    def _of(self, consequence: Consequence) -> Iterator[Circumstance]:
        """How a commitment stands to the rules for its objectives."""
        names = sorted(self.objectives.get(name, name) for name in consequence.objectives)
        asked = [name for name in names if self.monitor.establishes(name)]
        if not asked:  # nobody asked for it, and the monitor's verdict says so
            return
        mentioned = frozenset(state for name in asked for state in self.monitor.named_states(name))
        called = quoted(spaced(asked[0]))
        if mentioned and consequence.changes and not consequence.changes & mentioned:
            text = f"what {called} was asked for with is not what this changes: {_names(consequence.changes)}"
            yield Circumstance(Condition.BESIDE_THE_RULES, text)
        updates = self._updates_of(consequence)
        removed = [
            update
            for update in updates
            if update.delete is not None and not any(self.monitor.speaks_of(name, [update]) for name in asked)
        ]
        for update in removed if consequence.kind not in _REMOVING else ():
            text = f"it also removes {_row(update.state, update.delete or {})}, of which the rules say nothing"
            yield Circumstance(Condition.ALSO_REMOVES, text)
        for name in asked:
            if name in self.done and not self.monitor.speaks_of(name, updates):
                text = f"{quoted(spaced(name))} was done before, and this changes nothing that its rules speak of"
                yield Circumstance(Condition.ANOTHER_OBJECT, text)
        if not updates:
            text = f"nothing says what {quoted(consequence.does)} changes"
            yield Circumstance(Condition.EFFECT_UNKNOWN, text)
        yield from self._more_than_asked(consequence)
        yield from self._overwrites(consequence, mentioned)
        yield from self._writes_over_another(consequence, updates)
        yield from self._is_called_so_since(consequence, updates)
        spoken_of = [update for update in updates if update.delete is not None and update not in removed]
        if consequence.kind in _REMOVING:
            yield from self._made_true_by_removing(spoken_of, consequence)
        else:
            yield from self._instead_of_what_was_there(spoken_of)

    def _updates_of(self, consequence: Consequence) -> list[Update]:
        return [update for update in self.anticipated.whole.updates if update.state in consequence.changes]

    def _more_than_asked(self, consequence: Consequence) -> Iterator[Circumstance]:
        """It goes to somebody of whom no rule speaks, or with something: an attachment, a copy.

        Which words, a rule may leave open; of a payment whom it goes to, and not how much.
        """
        if consequence.kind not in LEAVES_THE_PHONE:
            return
        more = [
            f"{spaced(detail.name)} {_value(detail)}"
            for detail in consequence.details
            if (
                (detail.name == "to" and consequence.kind is not Kind.PAYMENT)
                or detail.name not in _FOR_GRANTED[consequence.kind]
            )
            and not (detail.unread or _is_empty(detail.value))
            and not (self._is_spoken_of(detail, consequence) or self._is_number_spoken_of(detail, consequence))
        ]
        if more:
            text = f"with it goes what the rules say nothing of: {'; '.join(more[:_MOST_NAMED])}"
            left = len(more) - _MOST_NAMED
            yield Circumstance(Condition.MORE_THAN_ASKED, f"{text}; and {left} more" if left > 0 else text)

    def _is_spoken_of(self, detail: Detail, consequence: Consequence, *, wholly: bool = False) -> bool:
        """Whether a rule says so of the very thing that is done: the same word elsewhere means something else.

        `wholly`: and not only of a part of it.
        """
        states = self.monitor.specification.states
        has_its_own = any(detail.name in states[name].variables for name in consequence.changes if name in states)
        return any(
            _comparable(match.found) == _comparable(detail.value)
            and match.state in consequence.changes
            and (match.variable == detail.name or not has_its_own)
            and (self._is_whole(match) or not (wholly or detail.name in _PEOPLE))
            for ground in self.grounds
            for match in ground.matches
        )

    def _is_number_spoken_of(self, detail: Detail, consequence: Consequence) -> bool:
        """Whether a rule says how much: of a number that is changed, or in words that hold it."""
        if not isinstance(detail.value, Decimal):
            return False
        updates = [(update.state, self.facts.read(update)) for update in self._updates_of(consequence)]
        numbers = {
            change.compared.get(constraint.variable)
            for ground in self.grounds
            for predicate in ground.rule.body
            if isinstance(predicate, StatePredicate)
            for state, change in updates
            if state == predicate.state and isinstance(change, Assignment)
            for constraint in predicate.constraints
        }
        # a sum may stand among the entries of the page, which stay as they are
        there = {*consequence.changes, *self.of_pages}
        words = [match.found for ground in self.grounds for match in ground.matches if match.state in there]
        return detail.value in numbers or any(
            Decimal(number) == detail.value for text in words for number in _NUMBER.findall(text)
        )

    def _is_whole(self, match: Match) -> bool:
        """Whether what was found is all that was asked for, and not a part of more."""
        relation = TABLE[match.operator].relation
        if relation is None or not relation.is_to_a_part:
            return True
        return any(same_identity(wanted, match.found) for wanted in match.wanted)

    def _instead_of_what_was_there(self, removed: Iterable[Update]) -> Iterator[Circumstance]:
        """A rule that says "there is none" is met by an entry that goes with it: asked for, or its condition?"""
        for update in removed:
            if self.facts.is_known(update):
                row = _row(update.state, update.delete or {})
                text = f"it removes {row}, and the rules may mean that there is none rather than that it is to go"
                yield Circumstance(Condition.ALSO_REMOVES, text)

    def _made_true_by_removing(self, removed: Collection[Update], consequence: Consequence) -> Iterator[Circumstance]:
        """There is none of what a rule wants none of, because it goes: was that the aim, or what it was to rest on?

        The aim is what is removed, named by a key, and once. What else goes, what is not named, and what a rule wants
        none of where that follows from the aim, may be a condition.
        """
        about = texts_of([consequence])
        yield from self._goes_with(removed, consequence)
        may_be_conditions = list[str]()
        for update in removed:
            row, state = self.facts.known_row(update), self.monitor.specification.states[update.state]
            change = self.facts.read(update)
            named_so = dict(zip(state.keys, change.key, strict=True)) if isinstance(change, Removal) else {}
            known = {**named_so, **row}
            spoken_of = [
                premise
                for ground in self.grounds
                for premise in ground.rests_on
                if isinstance(premise, StatePredicate) and premise.state == update.state and not premise.once
                if meets(premise, state, row, self.today, for_some=True) is not False
            ]
            wanted_none = [predicate for predicate in spoken_of if predicate.holds_on_nothing]
            named = all(any(part.variable in state.keys for part in predicate.constraints) for predicate in wanted_none)
            is_aim = len(wanted_none) == 1 and named and self.facts.is_about(update, about)
            what = _row(update.state, update.delete or {})
            own = self.facts.own.of(update.state).get(change.key, ()) if isinstance(change, Removal) else ()
            if {part.variable for predicate in spoken_of for part in predicate.constraints} & set(own):
                text = f"it removes {what}, which is what the rules speak of only since the agent has changed it itself"
                yield Circumstance(Condition.UNCONFIRMED, text)
            if row and wanted_none and not is_aim:
                may_be_conditions.append(what)
            elif any(meets(predicate, state, known, self.today, for_some=True) is None for predicate in wanted_none):
                text = f"it removes {what}, and nobody can say whether that is the one that is to go"
                yield Circumstance(Condition.ALSO_REMOVES, text)
        if may_be_conditions:
            more = len(may_be_conditions) - _MOST_NAMED
            what = ", ".join(may_be_conditions[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
            text = f"it removes {what}, and the rules may mean that there was none"
            yield Circumstance(Condition.ALSO_REMOVES, text)

    def _goes_with(self, removed: Iterable[Update], consequence: Consequence) -> Iterator[Circumstance]:
        """The object of a deletion lists other files than those of which a rule speaks, and no screen shows them."""
        names = sorted({str(value) for update in removed for value in (update.delete or {}).values()}, key=len)
        for detail in consequence.details:
            rest = str(detail.value)
            for name in reversed(names):
                rest = rest.replace(name, "")
            if rest != str(detail.value) and "/" in rest:
                left = quoted(" ".join(rest.split()))
                text = f"with it goes what the rules say nothing of: {spaced(detail.name)} {left}"
                yield Circumstance(Condition.ALSO_REMOVES, text)

    def _one_of_two(self) -> Iterator[Circumstance]:
        """A rule speaks of two entries, of which one was there: the condition may be made true in place of the aim.

        What was to be so `once`, and is so by this action only, is no condition either.
        """
        for ground in self.grounds:
            for match in ground.matches:
                if match.once and match.changed:
                    text = f"{_row_of(match, self.monitor)} was to be so before, and only this makes it so"
                    yield Circumstance(Condition.ANOTHER_OBJECT, text)
            changed = {match.state for match in ground.matches if match.changed}
            written = {state for consequence in self.ran if consequence.irreversible for state in consequence.changes}
            for match in ground.matches:
                if (match.state in changed or (match.once and match.state in written)) and not (
                    match.changed or self._is_of_this_session(match)
                ):
                    row = _row_of(match, self.monitor)
                    text = f"the rule also speaks of {row}, which was there before: it may be what was to be done"
                    yield Circumstance(Condition.ANOTHER_OBJECT, text)

    def _is_of_this_session(self, match: Match) -> bool:
        if match.state in self.lasting:
            return True
        keys = self.monitor.specification.states[match.state].keys
        named = dict(zip(keys, match.key, strict=True))
        return not keys or self.facts.was_set(Update(match.state, named))

    def _overwrites(self, consequence: Consequence, mentioned: frozenset[str]) -> Iterator[Circumstance]:
        """What is known of an entry is replaced, and rules that speak of the entry, or of the form, say nothing of it.

        An entry that goes while another of its table comes is the same one under another name.
        """
        updates = self._updates_of(consequence)
        for update in updates:
            spoken = self._said_of_row(update) | self._said_on_the_form(update, consequence)
            gone = [other for other in updates if other.state == update.state and other.delete is not None]
            replaced = self.facts.overwritten(update) or self.facts.overwritten(update, gone[0] if gone else None)
            state = self.monitor.specification.states[update.state]
            told = [name for name in spoken if name not in state.keys and name in (update.set or {})]
            if replaced and len(told) > 1 and set(told) <= set(replaced) and not spoken & set(state.keys):
                row = _row(update.state, {name: (update.set or {})[name] for name in state.keys})
                text = f"nothing that the rules say of {row} was so before: it may be another that is meant"
                yield Circumstance(Condition.ANOTHER_OBJECT, text)
            beyond = [name for name in replaced if name not in spoken] if consequence.changes & mentioned else []
            if beyond:
                row = _row(
                    update.state, {name: value for name, value in (update.set or {}).items() if name in state.keys}
                )
                text = f"it also changes {', '.join(map(spaced, beyond))} of {row}, and the rules say nothing of that"
                yield Circumstance(Condition.MORE_THAN_ASKED, text)

    def _writes_over_another(self, consequence: Consequence, updates: Iterable[Update]) -> Iterator[Circumstance]:
        """A form was opened with other values, and the rules say nothing of whose form it is, or nothing of the values.

        What is deleted from its form is what the form came with, whatever is written there now.
        """
        states = self.monitor.specification.states
        filled = [update for update in updates if update.state in self.lasting and states[update.state].keys]
        asked = [update for update in filled if self._said_of_row(update) - set(states[update.state].keys)]
        goes = consequence.kind is Kind.DELETION
        replaced = [
            update for update in asked if self.facts.is_written_over(update) or (goes and self.facts.is_own(update))
        ]
        of_whom = {name for name in consequence.changes if name in self.opened or states[name].keys} - {
            update.state for update in filled
        }
        is_named = any(match.state in of_whom for ground in self.grounds for match in ground.matches)
        beside = [update for update in filled if update not in asked and self.facts.is_written_over(update)]
        is_anothers = consequence.kind is Kind.RECORD and (bool(beside) or (replaced == asked and not is_named))
        replaced += beside
        if replaced and (goes or is_anothers):
            rows = ", ".join(
                _row(update.state, {name: (update.set or {}).get(name) for name in states[update.state].keys})
                for update in replaced[:_MOST_NAMED]
            )
            text = f"{rows} had another value when the form came, and the rules do not say that, or whose form it is"
            yield Circumstance(Condition.ANOTHER_OBJECT, text)

    def _is_called_so_since(self, consequence: Consequence, updates: Iterable[Update]) -> Iterator[Circumstance]:
        """The page says of what it is about only what the agent has saved on the way, and nobody asked it to."""
        texts = [text for update in updates for text in self.facts.wrote(update)] if consequence.irreversible else []
        if texts:
            said = ", ".join(map(quoted, dict.fromkeys(texts)))
            text = f"it is about what is called {said}, which the agent has written itself, and nobody asked for that"
            yield Circumstance(Condition.UNCONFIRMED, text)

    def _said_of_row(self, update: Update) -> frozenset[str]:
        """The variables of which some rule says, of the very row that an update is about, what they are to be."""
        specification, change = self.monitor.specification, self.facts.read(update)
        if not isinstance(change, Assignment):
            return frozenset()
        return said_of_row(specification.rules, change.state, change.compared, self.today)

    def _said_on_the_form(self, update: Update, consequence: Consequence) -> frozenset[str]:
        """The variables whose new values a rule asks for elsewhere in what the same commitment changes."""
        said = [
            _comparable(match.found)
            for ground in self.grounds
            for match in ground.matches
            if match.state in consequence.changes
        ]
        return frozenset(name for name, value in (update.set or {}).items() if _comparable(value) in said)

    def _spellings(self) -> Iterator[Circumstance]:
        """A text that equals the one asked for in normal form only, or that is not what it looks like."""
        yield from self._spellings_of(self.grounds)
        yield from self._disguised()
        for consequence in self.anticipated.whole.consequences:
            for detail in consequence.details if consequence.kind in LEAVES_THE_PHONE else ():
                hidden = (
                    [oddity.text for oddity in oddities(str(detail.value))] if isinstance(detail.value, str) else []
                )
                if hidden and not self._is_spoken_of(detail, consequence, wholly=True):
                    text = f"{spaced(detail.name)} is not what it looks like: {'; '.join(hidden[:3])}"
                    yield Circumstance(Condition.OTHER_SPELLING, text)

    def _disguised(self) -> Iterator[Circumstance]:
        """A text that is not to be, or to be in another, and that somebody may read there all the same.

        In what the action changes, and in what it rests on.
        """
        changed = [
            (update.state, update.set if update.set is not None else self.facts.shown_row(update))
            for update in self.anticipated.whole.updates
        ]
        for predicate in (predicate for ground in self.grounds for predicate in ground.rule.body):
            if not isinstance(predicate, StatePredicate):
                continue
            texts = [row for state, row in changed if state == predicate.state]
            texts += self._met_by(predicate) if any(part.operator in _DENIES for part in predicate.constraints) else []
            for unwanted in predicate.constraints:
                may_be = _DENIES.get(unwanted.operator)
                words = constants_of(unwanted) if may_be is not None else ()
                for word in (str(term.value) for term in words if isinstance(term, Literal)):
                    found = (text.get(unwanted.variable) for text in texts)
                    if may_be is not None and any(isinstance(text, str) and may_be(word, text) for text in found):
                        how = "contain" if unwanted.operator is Operator.NOT_CONTAINS else "be"
                        said = f"{spaced(unwanted.variable)} is not to {how} {quoted(word)}, and may be read as such"
                        yield Circumstance(Condition.OTHER_SPELLING, said)

    def _met_by(self, predicate: StatePredicate) -> list[Mapping[str, Raw]]:
        """The known rows that a predicate speaks of by all else it says; of what was to be so once the words remain."""
        state = self.monitor.specification.states[predicate.state]
        rest = tuple(part for part in predicate.constraints if part.operator not in _DENIES)
        others = replace(predicate, constraints=rest)
        return [
            shown
            for compared, shown in self.facts.rows(predicate.state)
            if meets(others, state, compared, self.today, for_some=True) is not False
        ]

    def _spellings_of(self, grounds: Iterable[Ground]) -> Iterator[Circumstance]:
        for ground in grounds:
            for match in ground.matches:
                if not any(self._same(wanted, match) for wanted in match.wanted):
                    odd = "; ".join(oddity.text for oddity in oddities(match.found)[:3])
                    says = f"{quoted(match.found)}{f' ({odd})' if odd else ''}"
                    text = f"asked for was {quoted(match.wanted[0])}, and it says {says}"
                    yield Circumstance(Condition.OTHER_SPELLING, text)

    def _same(self, wanted: str, match: Match) -> bool:
        """Whether what was found is spelled as it was wanted; of a set of names each, in any order."""
        relation = TABLE[match.operator].relation
        contains = relation is not None and relation.is_to_a_part
        if self.monitor.specification.states[match.state].variables[match.variable].is_set:
            asked, there = _members(wanted), _members(match.found)
            return _among(asked, there) and (contains or (_among(there, asked) and len(asked) == len(there)))
        if contains:
            return normalize("NFC", wanted) in normalize("NFC", match.found)
        return same_identity(wanted, match.found)


def may_be(guess: Consequence, otherwise: str) -> tuple[Circumstance, ...]:
    """What something that no rule asks for may do, where only its words or its place say so.

    `otherwise` says what speaks against it, were it that.
    """
    text = f"nobody knows what it does; it may be {quoted(guess.does)}: {_details(guess)}"
    against = f"not what was asked for, if it is that: {otherwise}"
    return tuple(Circumstance(Condition.EFFECT_UNKNOWN, said) for said in (text, against))


def may_commit(anticipation: Anticipation) -> bool:
    """Whether an action commits something, or nothing says that it does not."""
    return bool(anticipation.commits) or anticipation.irreversible or not anticipation.covered


def _row_of(match: Match, monitor: Monitor) -> str:
    keys = monitor.specification.states[match.state].keys
    return _row(match.state, dict(zip(keys, match.key, strict=True)))


def _wanted(predicate: StatePredicate) -> Mapping[str, Collection[Raw]]:
    """The texts of which rows of a predicate must have one, by variable, where it says so."""
    return {
        constraint.variable: [constant.value for constant in constants_of(constraint) if isinstance(constant, Literal)]
        for constraint in predicate.constraints
        if constraint.operator in (Operator.EQUAL, Operator.IN)
        and all(isinstance(constant, Literal) for constant in constants_of(constraint))
    }


def _undone(facts: Facts) -> tuple[Circumstance, ...]:
    """Rows that a commitment set, and that are known to be otherwise now."""
    found = []
    for assigned, variable in facts.undone():
        row = _row(assigned.state, assigned.named)
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


def _several(state: str, named: Mapping[str, Raw]) -> Circumstance:
    row = _row(state, named)
    text = f"there are several of {row}, or it was seen to be otherwise, and nobody can say which of them is meant"
    return Circumstance(Condition.EFFECT_UNKNOWN, text)


def _members(text: str) -> list[str]:
    """The names of a set as a screen lists them: a comma within a name has no space after it."""
    return _BETWEEN_NAMES.split(text) if text.strip() else []


def _among(texts: Iterable[str], others: Collection[str]) -> bool:
    """Whether each of some names is one of others, spelled the same."""
    return all(any(same_identity(text, other) for other in others) for text in texts)


def _comparable(value: Raw) -> str:
    return str(value).strip()


def _is_empty(value: Raw) -> bool:
    return value is None or value is False or value in ("", 0) or (isinstance(value, list | tuple) and not value)


def _details(consequence: Consequence) -> str:
    said = [f"{spaced(detail.name)} {_value(detail)}" for detail in consequence.details if not detail.unread]
    return "; ".join(said[:_MOST_NAMED]) or "what it is about is not known"


def _value(detail: Detail) -> str:
    value = detail.value
    return ", ".join(quoted(str(item)) for item in value) if isinstance(value, list | tuple) else quoted(str(value))


def _names(states: Iterable[str]) -> str:
    return ", ".join(quoted(spaced(state)) for state in sorted(states))


def _row(state: str, named: Mapping[str, Raw]) -> str:
    row = ", ".join(quoted(str(value)) for value in named.values())
    return f"{spaced(state)} {row}".strip()
