"""Rule level: does some rule for an objective support an action now, and if not, what does each of them lack?

Counts are kept up to date by the tables, so a predicate without `?x` and `Now` costs one look-up.
Source: docs/language.md.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handrail.language.operators import holds
from handrail.language.rule import Done, Head, Objective, ObjectivePredicate
from handrail.language.value import Value
from handrail.monitor.changed import ChangedRows, Concern, concerns
from handrail.monitor.join import Binding, Interpretation, JoinOperand, candidate, solve, unmet
from handrail.monitor.program import CompiledPredicate, CompiledRule, Program, has_rule_variable
from handrail.monitor.table import IndexedRow, Table
from handrail.monitor.variable_index import Bits
from handrail.monitor.verdict import ChangedElsewhere, Miss, UnmetHead, UnmetPredicate, UnmetRule

if TYPE_CHECKING:
    from handrail.monitor.ground import Met


@dataclass(frozen=True, slots=True)
class Support:
    """The rows, the achieved objectives and the clock at one moment, ready to be asked about rules.

    `held` are the predicates under `once` that held at an earlier moment, and `met_once` the rows by which each did;
    `changed` are the rows that an action changes.
    """

    program: Program
    tables: Mapping[str, Table]
    achieved: Set[str]
    held: Mapping[str, Bits]
    moment: Interpretation
    changed: tuple[ChangedRows, ...] = ()
    met_once: Mapping[int, tuple["Met", ...]] = field(default_factory=dict)
    joins: dict[int, list[CompiledPredicate]] = field(default_factory=dict)
    candidates: dict[int, JoinOperand] = field(default_factory=dict)

    def lacking(self, objective: str | None) -> UnmetHead | None:
        """What stands in the way of an objective (None: of completing the task); None if some rule supports it."""
        rules = self.program.rules_for(objective)
        for rule in rules:
            if self.supports(rule):
                return None
        head: Head = Done() if objective is None else Objective(objective)
        return UnmetHead(head, tuple(self.unmet_rule(rule) for rule in rules))

    def satisfied(self, rule: CompiledRule) -> bool:
        """Whether all predicates of the rule hold together."""
        return self._satisfied_without_joins(rule) and not (rule.joined and self._unmet_joined(rule))

    def _satisfied_without_joins(self, rule: CompiledRule) -> bool:
        for objective in rule.objectives:
            if not self.holds(objective):
                return False
        for predicate in rule.counted:  # noqa: SIM110 - a generator costs more than what it would ask
            if not self._count_holds(predicate):
                return False
        return True

    def supports(self, rule: CompiledRule) -> bool:
        """Whether the rule is satisfied and speaks of the rows that the action changes."""
        if not self._satisfied_without_joins(rule):
            return False
        changed = [rows for rows in self.changed if not self._is_plainly_spoken_of(rows, rule)]
        open_concerns: list[Concern] = []
        for concern in concerns(rule.states, changed) if changed else ():
            if not concern.without_variables().holds({}, self.moment):
                if not concern.variables:
                    return False
                open_concerns.append(concern)
        if not open_concerns:
            return not (rule.joined and self._unmet_joined(rule))
        return self.binding(rule, open_concerns) is not None

    def _is_plainly_spoken_of(self, rows: ChangedRows, rule: CompiledRule) -> bool:
        """Whether a row that is set is as a predicate without `?x` says: what most rules are about, for a look-up."""
        said = rule.plain_rows.get(rows.table.program.state.name)
        if said is None:
            return True
        return any(row.meets & said for key in rows.assigned if (row := rows.after(key)) is not None)

    def binding(self, rule: CompiledRule, concerns: Sequence[Concern]) -> Binding | None:
        """Values of the `?x` of a satisfied rule under which it speaks of what these are concerned with."""
        return solve(self._joined(rule), self.moment, concerns)

    def _joined(self, rule: CompiledRule) -> list[JoinOperand]:
        return [self._candidate(predicate) for predicate in rule.joined if not self.held_before(predicate)]

    def _candidate(self, compiled: CompiledPredicate) -> JoinOperand:
        known = self.candidates.get(id(compiled))
        if known is None:
            known = self.candidates[id(compiled)] = candidate(compiled, self.tables, self.moment)
        return known

    def held_before(self, compiled: CompiledPredicate) -> bool:
        """Whether a predicate under `once` held at an earlier moment."""
        return compiled.predicate.once and bool(self.held[compiled.predicate.state] >> compiled.number & 1)

    def _unmet_joined(self, rule: CompiledRule) -> list[CompiledPredicate]:
        """What fails of its joined predicates; asked once to decide and once more to explain, worked out once."""
        known = self.joins.get(id(rule))
        if known is None:
            known = self.joins[id(rule)] = unmet(self._joined(rule), self.moment)
        return known

    def holds_now(self, compiled: CompiledPredicate) -> bool:
        """Whether one predicate, taken alone, holds now, whatever held earlier."""
        if compiled.open:
            return not unmet([self._candidate(compiled)], self.moment)
        return self._right_number(compiled)

    def holds(self, predicate: ObjectivePredicate) -> bool:
        """Whether the objective was achieved; for `still`, whether some rule for it is satisfied now as well.

        `still` may lead to further `still`s, never in a circle, so each objective is decided once, deepest first.
        """
        if predicate.name not in self.achieved:
            return False
        return not predicate.still or self._supported_now(predicate.name)

    def _supported_now(self, objective: str) -> bool:
        known: dict[str, bool] = {}
        stack = [objective]
        while stack:
            name = stack[-1]
            needed = {
                predicate.name
                for rule in self.program.rules_for(name)
                for predicate in rule.objectives
                if predicate.still and predicate.name not in known
            }
            if needed:
                stack.extend(needed)
                continue
            known[stack.pop()] = any(self._satisfied_given(rule, known) for rule in self.program.rules_for(name))
        return known[objective]

    def _satisfied_given(self, rule: CompiledRule, known: Mapping[str, bool]) -> bool:
        return (
            all(
                objective.name in self.achieved and (not objective.still or known[objective.name])
                for objective in rule.objectives
            )
            and all(self._count_holds(predicate) for predicate in rule.counted)
            and not (rule.joined and self._unmet_joined(rule))
        )

    def _count_holds(self, predicate: CompiledPredicate) -> bool:
        return self._right_number(predicate) or self.held_before(predicate)

    def _right_number(self, compiled: CompiledPredicate) -> bool:
        table = self.tables[compiled.predicate.state]
        return compiled.predicate.count.holds(table.counts.of(compiled.number))

    def unmet_rule(self, rule: CompiledRule) -> UnmetRule:
        """What the rule lacks, in the order of its text; if that is nothing, what the action changes beside it."""
        lacking = {
            id(compiled_predicate) for compiled_predicate in rule.counted if not self._count_holds(compiled_predicate)
        }
        lacking.update(map(id, self._unmet_joined(rule)) if rule.joined else ())
        predicates: list[UnmetPredicate] = []
        for predicate in rule.body:
            if isinstance(predicate, ObjectivePredicate):
                if not self.holds(predicate):
                    predicates.append(UnmetPredicate(predicate))
            elif id(predicate) in lacking:
                predicates.append(self._unmet_state(predicate))
        return UnmetRule(rule.rule, tuple(predicates), () if predicates else self._changed_elsewhere(rule))

    def _changed_elsewhere(self, rule: CompiledRule) -> tuple[ChangedElsewhere, ...]:
        """The changes that a satisfied rule does not speak of: each alone, or all if only together they fail."""
        all_concerns = concerns(rule.states, self.changed) if self.changed else ()
        alone = [concern for concern in all_concerns if self.binding(rule, [concern]) is None]
        if not alone and (not all_concerns or self.binding(rule, all_concerns) is not None):
            return ()
        return tuple(self._elsewhere(concern) for concern in alone or all_concerns)

    def _elsewhere(self, concern: Concern) -> ChangedElsewhere:
        changed = concern.changed
        keys = sorted(changed.assigned or changed.before, key=repr)
        if not changed.assigned:  # every row that goes must be one the rule speaks of: tell those that are not
            keys = [key for key in keys if not concern.speaks_of_gone(key, {}, self.moment)] or keys
        rows = tuple((changed.after(key) or changed.gone(key)).values for key in keys)
        predicates = tuple(dict.fromkeys(predicate.predicate for predicate in concern.predicates))
        return ChangedElsewhere(changed.table.program.state.name, rows, not changed.assigned, predicates)

    def _unmet_state(self, compiled: CompiledPredicate) -> UnmetPredicate:
        table = self.tables[compiled.predicate.state]
        rows = table.counts.of(compiled.number)
        if compiled.predicate.holds_on_nothing:  # too many rows: no single one is to blame
            return UnmetPredicate(compiled.predicate, rows)
        return UnmetPredicate(compiled.predicate, rows, self._misses_at_hand(compiled, table))

    def _misses_at_hand(self, compiled: CompiledPredicate, table: Table) -> tuple[Miss, ...]:
        """What the row that the predicate names by its keys misses, else the one that was set last.

        In a table nothing, where that row is about another thing: the action does not set it, and it has neither what
        the predicate says of the keys nor most of the rest.
        """
        keys = table.program.state.keys
        if not keys:
            return self._misses(compiled, table.rows.get(()))
        wanted: dict[str, Value] = {}
        for constraint in compiled.predicate.constraints:
            if constraint.variable in keys and constraint.operator == "=" and not has_rule_variable(constraint):
                wanted[constraint.variable] = compiled.wanted(constraint, self.moment.today, self.moment.now)[0]
        if len(wanted) == len(keys):
            row = table.rows.get(tuple(wanted[key] for key in keys))
            return self._misses(compiled, row) if row is not None else ()
        latest = table.rows.get(table.latest) if table.latest is not None else None
        misses = self._misses(compiled, latest) if latest is not None else ()
        if any(rows.table is table and table.latest in rows.assigned for rows in self.changed):
            return misses
        constraints, missed = compiled.predicate.constraints, {miss.constraint for miss in misses}
        named = {
            constraint
            for constraint in constraints
            if constraint.variable in keys and not has_rule_variable(constraint)
        }
        is_named = bool(named) and named.isdisjoint(missed)
        return misses if is_named or 2 * len(missed) < len(constraints) else ()

    def _misses(self, compiled: CompiledPredicate, row: IndexedRow | None) -> tuple[Miss, ...]:
        misses: list[Miss] = []
        bit = compiled.bit
        for constraint, constants in compiled.constants:
            if constants is not None and row is not None and not row.broken[constraint.variable] & bit:
                continue  # the index says that all of them on this variable hold
            found = row.compared.get(constraint.variable) if row else None
            shown = row.values.get(constraint.variable) if row else None
            if constants is None and has_rule_variable(constraint):
                if found is None:
                    misses.append(Miss(constraint, (), None))
                continue
            wanted = constants or compiled.wanted(constraint, self.moment.today, self.moment.now)
            if not holds(constraint.operator, found, wanted, self.moment.matches):
                misses.append(Miss(constraint, wanted, shown))
        return tuple(misses)
