"""Rule level: is some rule for an objective satisfied now, and if not, what does each of them lack?

Counts are kept up to date by the tables, so a predicate without `?x` and `Now` costs one look-up.
Source: docs/language.md.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from handrail.language.comparison import holds
from handrail.language.rule import Done, Head, Objective, ObjectivePredicate
from handrail.language.value import Value
from handrail.monitor.join import Moment, unmet
from handrail.monitor.program import CompiledPredicate, CompiledRule, Program, has_rule_variable, wanted_values
from handrail.monitor.table import Row, Table
from handrail.monitor.verdict import Miss, UnmetHead, UnmetPredicate, UnmetRule


@dataclass(frozen=True, slots=True)
class Support:
    """The rows, the achieved objectives and the clock at one moment, ready to be asked about rules."""

    program: Program
    tables: Mapping[str, Table]
    achieved: Set[str]
    moment: Moment
    joins: dict[int, list[CompiledPredicate]] = field(default_factory=dict)

    def lacking(self, objective: str | None) -> UnmetHead | None:
        """What stands in the way of an objective (None: of completing the task); None if some rule is satisfied."""
        rules = self.program.rules_for(objective)
        for rule in rules:
            if self.satisfied(rule):
                return None
        head: Head = Done() if objective is None else Objective(objective)
        return UnmetHead(head, tuple(self.unmet_rule(rule) for rule in rules))

    def satisfied(self, rule: CompiledRule) -> bool:
        """Whether all predicates of the rule hold together."""
        for objective in rule.objectives:
            if not self.holds(objective):
                return False
        for predicate in rule.counted:
            if not self._count_holds(predicate):
                return False
        return not (rule.joined and self._unmet_joined(rule))

    def _unmet_joined(self, rule: CompiledRule) -> list[CompiledPredicate]:
        """What fails of its joined predicates; asked once to decide and once more to explain, worked out once."""
        known = self.joins.get(id(rule))
        if known is None:
            known = self.joins[id(rule)] = unmet(rule.joined, self.tables, self.moment)
        return known

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
            all(one.name in self.achieved and (not one.still or known[one.name]) for one in rule.objectives)
            and all(self._count_holds(predicate) for predicate in rule.counted)
            and not (rule.joined and self._unmet_joined(rule))
        )

    def _count_holds(self, predicate: CompiledPredicate) -> bool:
        table = self.tables[predicate.predicate.state]
        return predicate.predicate.count.holds(table.counts.of(predicate.number))

    def unmet_rule(self, rule: CompiledRule) -> UnmetRule:
        """What the rule lacks, in the order of its text; nothing if it is satisfied."""
        lacking = [one for one in rule.counted if not self._count_holds(one)]
        lacking += self._unmet_joined(rule) if rule.joined else []
        states = {one.predicate for one in lacking}
        found = {one.predicate: self._unmet_state(one) for one in lacking}
        predicates: list[UnmetPredicate] = []
        for predicate in rule.rule.body:
            if isinstance(predicate, ObjectivePredicate):
                if not self.holds(predicate):
                    predicates.append(UnmetPredicate(predicate))
            elif predicate in states:
                predicates.append(found[predicate])
        return UnmetRule(rule.rule, tuple(predicates))

    def _unmet_state(self, compiled: CompiledPredicate) -> UnmetPredicate:
        table = self.tables[compiled.predicate.state]
        rows = table.counts.of(compiled.number)
        if compiled.predicate.holds_on_nothing:  # too many rows: no single one is to blame
            return UnmetPredicate(compiled.predicate, rows)
        return UnmetPredicate(compiled.predicate, rows, self._misses(compiled, self._row_at_hand(compiled, table)))

    def _row_at_hand(self, compiled: CompiledPredicate, table: Table) -> Row | None:
        """The row that the predicate names by its keys, else the one that was set last."""
        keys = table.program.state.keys
        if not keys:
            return table.rows.get(())
        wanted: dict[str, Value] = {}
        for constraint in compiled.predicate.constraints:
            if constraint.variable in keys and constraint.operator == "=" and not has_rule_variable(constraint):
                wanted[constraint.variable] = wanted_values(constraint, self.moment.today, self.moment.now)[0]
        if len(wanted) == len(keys):
            return table.rows.get(tuple(wanted[key] for key in keys))
        return table.rows.get(table.latest) if table.latest is not None else None

    def _misses(self, compiled: CompiledPredicate, row: Row | None) -> tuple[Miss, ...]:
        misses: list[Miss] = []
        for constraint in compiled.predicate.constraints:
            found = row.compared.get(constraint.variable) if row else None
            shown = row.values.get(constraint.variable) if row else None
            if has_rule_variable(constraint):
                if found is None:
                    misses.append(Miss(constraint, (), None))
                continue
            wanted = wanted_values(constraint, self.moment.today, self.moment.now)
            if not holds(constraint.operator, found, wanted, self.moment.matches):
                misses.append(Miss(constraint, wanted, shown))
        return tuple(misses)
