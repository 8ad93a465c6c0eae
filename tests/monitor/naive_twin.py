"""The meaning of rules, written down as plainly as possible: the oracle for the monitor.

Written from docs/language.md, and from nothing else. The twin keeps the whole history and no
tables: every question replays all changes from the first, and tries every value that any row holds for every `?x`.
So it is slow, and it shares no idea with the monitor but the words.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import count, product
from typing import Literal as OneOf
from typing import TypeAlias, assert_never

from handrail.app.update import Assignment, Change, Key, RefusedUpdate, Removal, Update, read_update
from handrail.language.normal_form import normal_form
from handrail.language.operators import Operator
from handrail.language.rule import (
    Constraint,
    Done,
    Literal,
    Now,
    Objective,
    ObjectivePredicate,
    Predicate,
    RelativeDay,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
)
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification
from handrail.language.value import PYTHON_TYPES, Value

Row: TypeAlias = Mapping[str, Value | None]
Tables: TypeAlias = Mapping[str, Mapping[Key, Row]]
Binding: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True)
class Outcome:
    """What is said about one proposed action. Positions are those in the list of anticipated updates."""

    kind: OneOf["allow", "warn", "block", "ask"]
    suspects: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    unmet: tuple[str, ...] = ()
    unrequested: tuple[str, ...] = ()


@dataclass(frozen=True)
class Observed:
    """What is said about observed updates: the positions of the suspect and of the refused ones."""

    suspects: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()


@dataclass(frozen=True)
class Proposal:
    """What must be the same for a repetition to be an insistence."""

    action: object
    commits: frozenset[str]
    updates: tuple[Update, ...]


@dataclass(frozen=True)
class Unsettled:
    """An action that was let through, or that a person decides on: it was executed or it was not."""

    changes: tuple[Change, ...]
    objectives: frozenset[str]
    moment: time


class NaiveTwin:
    """One session of a specification. `clock` is the time at which it began."""

    def __init__(
        self,
        specification: Specification,
        *,
        clock: datetime,
        similarity: Similarity = TRIGRAMS,
        threshold: float = DEFAULT_THRESHOLD,
    ) -> None:
        self.rules = specification.rules
        self.states = specification.states
        self.clock = clock
        self.similarity = similarity
        self.threshold = threshold
        self.history: list[Change] = []
        self.achieved: frozenset[str] = frozenset()
        self.withheld: Proposal | None = None  # the last proposal, if it was warned about
        self.unsettled: Unsettled | None = None
        self.ends_at: time | None = None  # a step was executed and nothing was observed since
        self.past: list[tuple[Tables, time]] = [
            (self.tables(), self.time_of_day(None))
        ]  # the start, and each step's end

    # Section 4: one action.

    def anticipate(
        self,
        updates: Sequence[Update],
        commits: Collection[str] = (),
        *,
        action: object = None,
        irreversible: bool = False,
        now: datetime | None = None,
    ) -> Outcome:
        assert self.unsettled is None, "was the last action executed? commit() or revert() comes first"
        self.end_step(self.ends_at)
        moment = self.time_of_day(now)
        before = self.tables()
        proposal = Proposal(action, frozenset(commits), tuple(updates))
        insisting = proposal == self.withheld
        self.withheld = None

        changes, suspects, refused = self.judge_and_apply(updates, moment, observed=False)
        objectives = frozenset(commits) & self.objectives()
        unrequested = frozenset(commits) - self.objectives()
        unmet = [name for name in objectives if not self.is_supported_by(changes, before, name, moment)]

        kind: OneOf["allow", "warn", "block", "ask"]
        if refused or unmet:
            kind = "block"
        elif suspects and not insisting:
            kind = "warn"
        elif unrequested or (irreversible and not objectives):
            kind = "ask"
        else:
            kind = "allow"

        if kind == "allow" or kind == "ask":
            self.unsettled = Unsettled(tuple(changes), objectives, moment)
        else:
            self.undo(changes)
        if kind == "warn":
            self.withheld = proposal
        return Outcome(kind, tuple(suspects), tuple(refused), tuple(sorted(unmet)), tuple(sorted(unrequested)))

    def commit(self) -> None:
        """The action was executed."""
        assert self.unsettled is not None, "no action waits to be executed"
        self.achieved |= self.unsettled.objectives
        self.ends_at = self.unsettled.moment
        self.unsettled = None

    def revert(self) -> None:
        """The action was not executed after all."""
        assert self.unsettled is not None, "no action waits to be executed"
        self.undo(self.unsettled.changes)
        self.unsettled = None

    def observe(self, updates: Sequence[Update], now: datetime | None = None) -> Observed:
        moment = self.time_of_day(now)
        _, suspects, refused = self.judge_and_apply(updates, moment, observed=True)
        self.end_step(moment)
        return Observed(tuple(suspects), tuple(refused))

    def end_step(self, moment: time | None) -> None:
        """What there is now was there at the end of a step."""
        self.ends_at = None
        if moment is not None:
            self.past.append((self.tables(), moment))

    def finish(self, now: datetime | None = None) -> bool:
        assert self.unsettled is None, "was the last action executed? commit() or revert() comes first"
        self.withheld = None
        self.end_step(self.ends_at)
        moment = self.time_of_day(now)
        return any(isinstance(rule.head, Done) and self.is_satisfied(rule, moment) for rule in self.rules)

    def judge_and_apply(
        self, updates: Sequence[Update], moment: time, *, observed: bool
    ) -> tuple[list[Change], list[int], list[int]]:
        """The changes that were applied, and the positions of suspect and of refused updates."""
        changes: list[Change] = []
        suspects: list[int] = []
        refused: list[int] = []
        read = [read_update(update, self.states) for update in updates]
        for position, change in enumerate(read):
            if isinstance(change, RefusedUpdate):
                refused.append(position)
                continue
            if isinstance(change, Assignment) and self.is_suspect(change, moment, observed=observed):
                others = (update for update in read if isinstance(update, Assignment) and update.state == change.state)
                if observed or not any(self.agrees(other, moment) for other in others):
                    suspects.append(position)
            changes.append(change)
            self.history.append(change)
        return changes, suspects, refused

    def undo(self, changes: Collection[Change]) -> None:
        """As if these had never been; what was observed in between stays."""
        self.history = [kept for kept in self.history if not any(kept is change for change in changes)]

    # Section 4: the predicate level, which asks about one update alone and never about the rows.

    def is_suspect(self, update: Assignment, moment: time, *, observed: bool) -> bool:
        mentions = self.mentions_of(update)
        if observed:
            mentions = [mention for mention in mentions if not self.is_about_another_row(mention, update, moment)]
        return bool(mentions) and all(
            not mention.holds_on_nothing
            and any(self.is_contradicted(constraint, update, moment) for constraint in mention.constraints)
            for mention in mentions
        )

    def mentions_of(self, update: Assignment) -> list[StatePredicate]:
        return [
            predicate
            for rule in self.rules
            if self.is_pending(rule)
            for predicate in rule.body
            if isinstance(predicate, StatePredicate) and predicate.state == update.state.name
            if not self.held_earlier(predicate)
        ]

    def agrees(self, update: Assignment, moment: time) -> bool:
        """Whether it says something that a mention asks for, and nothing against that mention."""
        return any(
            not any(self.is_contradicted(constraint, update, moment) for constraint in mention.constraints)
            and any(
                constraint.variable in update.compared
                and not any(isinstance(term, RuleVariable) for term in constraint.terms)
                for constraint in mention.constraints
            )
            for mention in self.mentions_of(update)
        )

    def held_earlier(self, predicate: StatePredicate) -> bool:
        """Whether it stands under `once`, and held at the start or at the end of some step."""
        return predicate.once and any(self.counts(predicate, tables, {}, moment) for tables, moment in self.past)

    def is_about_another_row(self, mention: StatePredicate, update: Assignment, moment: time) -> bool:
        return any(
            constraint.variable in update.state.keys and self.is_contradicted(constraint, update, moment)
            for constraint in mention.constraints
        )

    def is_contradicted(self, constraint: Constraint, update: Assignment, moment: time) -> bool:
        if constraint.variable not in update.compared:
            return False
        if any(isinstance(term, RuleVariable) for term in constraint.terms):
            return False
        return not self.is_met(update.state.name, constraint, update.compared, {}, moment)

    def is_pending(self, rule: Rule) -> bool:
        if isinstance(rule.head, Done):
            return True
        still = ObjectivePredicate(rule.head.name, still=True)
        return rule.head.name not in self.achieved or any(
            still in asking.body and self.is_pending(asking) for asking in self.rules
        )

    # Section 3: when things hold.

    def objectives(self) -> frozenset[str]:
        return frozenset(rule.head.name for rule in self.rules if isinstance(rule.head, Objective))

    def is_supported(self, objective: str, moment: time) -> bool:
        """Whether some rule for the objective is satisfied."""
        return any(rule.head == Objective(objective) and self.is_satisfied(rule, moment) for rule in self.rules)

    def is_satisfied(self, rule: Rule, moment: time) -> bool:
        """Whether some choice of values for the rule's variables meets all of its predicates."""
        return any(True for _ in self.satisfying(rule, moment))

    def satisfying(self, rule: Rule, moment: time) -> Iterator[Binding]:
        """The choices of values for the rule's variables that meet all of its predicates."""
        body = with_fresh_variables(rule.body)
        tables = self.tables()
        domains = {name: self.domain(name, body, tables) for name in variables_of(body)}
        for values in product(*domains.values()):
            binding = dict(zip(domains, values, strict=True))
            if all(self.holds(predicate, tables, binding, moment) for predicate in body):
                yield binding

    # Section 4: support by what changes.

    def is_supported_by(self, changes: Sequence[Change], before: Tables, objective: str, moment: time) -> bool:
        """Whether some rule for the objective is satisfied and speaks of what the action changed."""
        return any(
            all(self.is_concerned(rule, state, changes, before, binding, moment) for state in self.states)
            for rule in self.rules
            if rule.head == Objective(objective)
            for binding in self.satisfying(rule, moment)
        )

    def is_concerned(
        self, rule: Rule, state: str, changes: Sequence[Change], before: Tables, binding: Binding, moment: time
    ) -> bool:
        """Whether the rule, under this binding, speaks of what was changed in the table of one state."""
        said = [
            predicate
            for predicate in rule.body
            if isinstance(predicate, StatePredicate) and predicate.state == state and not predicate.once
        ]
        set_rows = {change.key for change in changes if isinstance(change, Assignment) and change.state.name == state}
        deleted = {change.key for change in changes if isinstance(change, Removal) and change.state.name == state}
        if not said or not self.states[state].keys or not (set_rows or deleted):
            return True
        now = self.tables()[state]

        def before_it(key: Key) -> Row:  # of a row that was never seen, its keys are known
            return before[state].get(key, dict(zip(self.states[state].keys, key, strict=True)))

        def is_row(row: Row, predicate: StatePredicate) -> bool:
            return all(
                row.get(constraint.variable) is not None
                if isinstance(constraint.value, RuleVariable) and constraint.value.is_anonymous
                else self.is_met(state, constraint, row, binding, moment)
                for constraint in predicate.constraints
            )

        def is_one_of_none(key: Key) -> bool:
            return any(is_row(before_it(key), predicate) for predicate in said if predicate.holds_on_nothing)

        if set_rows:
            moved = deleted - set_rows
            return any(
                (key in now and any(is_row(now[key], predicate) for predicate in said)) or is_one_of_none(key)
                for key in set_rows
            ) or (bool(moved) and all(map(is_one_of_none, moved)))
        return all(any(is_row(before_it(key), predicate) for predicate in said) for key in deleted)

    def domain(self, name: str, body: Sequence[Predicate], tables: Tables) -> set[Value]:
        """Every value of the variable's type that any row holds: a `?x` that is in none of them is bound by nothing."""
        kinds = {
            PYTHON_TYPES[self.states[predicate.state].variables[constraint.variable].type]
            for predicate, constraint, variable in uses_of_variables(body)
            if variable.name == name
        }
        held = [value for table in tables.values() for row in table.values() for value in row.values()]
        return {
            value for value in held if value is not None and (str if isinstance(value, str) else type(value)) in kinds
        }

    def holds(self, predicate: Predicate, tables: Tables, binding: Binding, moment: time) -> bool:
        match predicate:
            case StatePredicate():
                return self.counts(predicate, tables, binding, moment) or self.held_earlier(predicate)
            case ObjectivePredicate(name, still):
                return name in self.achieved and (not still or self.is_supported(name, moment))
            case _:
                assert_never(predicate)

    def counts(self, predicate: StatePredicate, tables: Tables, binding: Binding, moment: time) -> bool:
        """Whether the right number of rows is there."""
        return predicate.count.holds(
            sum(
                all(
                    self.is_met(predicate.state, constraint, row, binding, moment)
                    for constraint in predicate.constraints
                )
                for row in tables[predicate.state].values()
            )
        )

    def tables(self) -> Tables:
        """What is known after all that happened, in the form in which values are compared."""
        tables: dict[str, dict[Key, dict[str, Value | None]]] = {name: {} for name in self.states}
        for change in self.history:
            table = tables[change.state.name]
            match change:
                case Assignment():
                    table.setdefault(change.key, {}).update(change.compared)
                case Removal():
                    table.pop(change.key, None)
                case _:
                    assert_never(change)
        return tables

    # Section 2: what one constraint says about one row.

    def is_met(self, state: str, constraint: Constraint, row: Row, binding: Binding, moment: time) -> bool:
        found = row.get(constraint.variable)
        if found is None:
            return False
        wanted = [self.value_of(term, binding, moment) for term in constraint.terms]
        if self.states[state].variables[constraint.variable].is_set:
            return self.is_met_by_set(constraint, found, wanted)
        if self.states[state].variables[constraint.variable].is_code:
            wanted = [
                as_text(value).replace(" ", "") if isinstance(term, Literal) else value
                for term, value in zip(constraint.terms, wanted, strict=True)
            ]
        match constraint.operator:
            case Operator.EQUAL | Operator.IN:
                return found in wanted
            case Operator.NOT_EQUAL | Operator.NOT_IN:
                return found not in wanted
            case Operator.SIMILAR:
                return self.is_similar(wanted[0], found)
            case Operator.NOT_SIMILAR:
                return not self.is_similar(wanted[0], found)
            case Operator.CONTAINS:
                return is_part(wanted[0], found)
            case Operator.NOT_CONTAINS:
                return not is_part(wanted[0], found)
            case Operator.LESS:
                return is_before(found, wanted[0])
            case Operator.LESS_OR_EQUAL:
                return not is_before(wanted[0], found)
            case Operator.GREATER:
                return is_before(wanted[0], found)
            case Operator.GREATER_OR_EQUAL:
                return not is_before(found, wanted[0])
            case _:
                assert_never(constraint.operator)

    def is_met_by_set(self, constraint: Constraint, found: Value, wanted: Sequence[Value]) -> bool:
        """The same where the variable lists names: a constant lists some too, what a `?x` brings is as it was there."""
        names = [
            as_text(value) if isinstance(term, RuleVariable) else listed(value)
            for term, value in zip(constraint.terms, wanted, strict=True)
        ]
        found_members, *wanted_members = (frozenset(name.split("\n")) - {""} for name in (as_text(found), *names))
        match constraint.operator:
            case Operator.EQUAL | Operator.IN:
                return found_members in wanted_members
            case Operator.NOT_EQUAL | Operator.NOT_IN:
                return found_members not in wanted_members
            case Operator.CONTAINS:
                return bool(wanted_members[0]) and wanted_members[0] <= found_members
            case Operator.NOT_CONTAINS:
                return not (wanted_members[0] and wanted_members[0] <= found_members)
            case Operator.SIMILAR:
                return self.is_similar(names[0], found)
            case Operator.NOT_SIMILAR:
                return not self.is_similar(names[0], found)
            case Operator.LESS | Operator.LESS_OR_EQUAL | Operator.GREATER | Operator.GREATER_OR_EQUAL:
                raise AssertionError(f"sets have no order: {constraint.operator}")
            case _:
                assert_never(constraint.operator)

    def value_of(self, term: Term, binding: Binding, moment: time) -> Value:
        match term:
            case Literal(value):
                return normal_form(value) if isinstance(value, str) else value
            case RelativeDay(days):
                return self.clock.date() + timedelta(days=days)
            case Now():
                return moment
            case RuleVariable(name):
                return binding[name]
            case _:
                assert_never(term)

    def is_similar(self, wanted: Value, found: Value) -> bool:
        assert isinstance(wanted, str)
        assert isinstance(found, str)
        return wanted == found or self.similarity.between(wanted, found) >= self.threshold

    def time_of_day(self, now: datetime | None) -> time:
        """The clock at this step, to the second, as the phone shows it."""
        moment = self.clock if now is None else now
        return time(moment.hour, moment.minute, moment.second)


def listed(value: Value) -> str:
    """The names that a constant lists, as a set is kept: each once, in order."""
    return "\n".join(sorted({normal_form(name) for name in as_text(value).split(",")} - {""}))


def as_text(value: Value) -> str:
    assert isinstance(value, str)
    return value


def is_part(wanted: Value, found: Value) -> bool:
    """An empty text is a part of nothing. A constant cannot be empty here, what `?x` is bound to can."""
    return isinstance(wanted, str) and isinstance(found, str) and wanted != "" and wanted in found


def is_before(first: Value, second: Value) -> bool:
    """Numbers, days and times have an order, each among themselves."""
    if isinstance(first, Decimal) and isinstance(second, Decimal):
        return first < second
    if isinstance(first, date) and isinstance(second, date):
        return first < second
    if isinstance(first, time) and isinstance(second, time):
        return first < second
    raise AssertionError(f"{first!r} and {second!r} have no order")


def with_fresh_variables(body: Sequence[Predicate]) -> list[Predicate]:
    """Each `?_` becomes a variable of its own, with a name that nobody can write."""
    numbers = count()

    def fresh(term: Term) -> Term:
        is_anonymous = isinstance(term, RuleVariable) and term.is_anonymous
        return RuleVariable(f"_ {next(numbers)}") if is_anonymous else term

    def with_fresh(constraint: Constraint) -> Constraint:
        if isinstance(constraint.value, tuple):
            return replace(constraint, value=tuple(fresh(term) for term in constraint.value))
        return replace(constraint, value=fresh(constraint.value))

    return [
        replace(predicate, constraints=tuple(with_fresh(constraint) for constraint in predicate.constraints))
        if isinstance(predicate, StatePredicate)
        else predicate
        for predicate in body
    ]


def uses_of_variables(body: Sequence[Predicate]) -> Iterator[tuple[StatePredicate, Constraint, RuleVariable]]:
    for predicate in body:
        if isinstance(predicate, StatePredicate):
            for constraint in predicate.constraints:
                for term in constraint.terms:
                    if isinstance(term, RuleVariable):
                        yield predicate, constraint, term


def variables_of(body: Sequence[Predicate]) -> list[str]:
    return list(dict.fromkeys(variable.name for _, _, variable in uses_of_variables(body)))
