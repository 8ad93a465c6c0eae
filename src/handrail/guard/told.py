"""What the rules for a commitment say that values are to be; what they leave open, or only bound, the agent chooses."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from handrail.guard.certainty import at_most, constants_of
from handrail.language.normal_form import normal_form
from handrail.language.operators import Operator
from handrail.language.rule import Constraint, Literal, Rule, RuleVariable, StatePredicate

PINNING = frozenset({Operator.EQUAL, Operator.SIMILAR})
"""Operators that say what a value is to be, and not only what it is not, or which of several."""


@dataclass(frozen=True, slots=True)
class Told:
    """The texts that are told, of whatever variable, as what is written on a form is saved under other names; the
    numbers, days and switches of theirs; and the variables, by state, of which something is told that is no constant,
    or of all rows. Of the states `none_of` there is to be none of those that a rule names, so each of them goes; of
    those that are `pinned` a rule says by a constant which one is meant.
    `everything`: a person agreed to it as it stands.
    """

    texts: frozenset[str] = frozenset()
    values: frozenset[tuple[str, str]] = frozenset()
    variables: frozenset[tuple[str, str]] = frozenset()
    none_of: frozenset[str] = frozenset()
    pinned: frozenset[str] = frozenset()
    everything: bool = False

    @classmethod
    def by(cls, rules: Iterable[Rule], written: Collection[str] = ()) -> "Told":
        """What some rules say. `written` are the states that the agent writes: a `?x` of these alone says nothing."""
        texts, values, variables = set[str](), set[tuple[str, str]](), set[tuple[str, str]]()
        pinned = set[str]()
        all_rules = tuple(rules)
        for predicate, constraint in (found for rule in all_rules for found in _pinned(rule, written)):
            constants = constants_of(constraint)
            literals = [constant.value for constant in constants if isinstance(constant, Literal)]
            if predicate.holds_on_nothing:  # what is not to be so says only of a switch what it is to be
                if at_most(predicate) == 0 and literals and all(isinstance(value, bool) for value in literals):
                    variables.add((predicate.state, constraint.variable))
                continue
            for value in literals:
                if isinstance(value, str):
                    texts.add(normal_form(value))
                else:
                    values.add((constraint.variable, normal_form(str(value))))
            if len(literals) < len(constants):
                variables.add((predicate.state, constraint.variable))
            else:
                pinned.add(predicate.state)
        none_of = frozenset(
            predicate.state
            for rule in all_rules
            for predicate in rule.body
            if isinstance(predicate, StatePredicate) and at_most(predicate) == 0
        )
        return cls(frozenset(texts), frozenset(values), frozenset(variables), none_of, frozenset(pinned))

    def with_texts(self, texts: Iterable[str]) -> "Told":
        """And what rules took from elsewhere."""
        return replace(self, texts=self.texts | set(map(normal_form, texts)))

    def says(self, state: str, variable: str, value: str) -> bool:
        """Whether it is told that a variable is to be that."""
        shown = normal_form(value)
        return shown in self.texts or (variable, shown) in self.values or self.says_of_all(state, variable)

    def says_of_all(self, state: str, variable: str) -> bool:
        """Whether something is told of a variable that is no constant, or of all rows that there are."""
        return self.everything or (state, variable) in self.variables


def _pinned(rule: Rule, written: Collection[str]) -> Iterator[tuple[StatePredicate, Constraint]]:
    """What a rule says of values by one constant, the day, or a `?x` that stands elsewhere in it, too."""
    predicates = [predicate for predicate in rule.body if isinstance(predicate, StatePredicate)]
    bound = [
        constant.name
        for predicate in predicates
        if predicate.state not in written
        for constraint in predicate.constraints
        for constant in constants_of(constraint)
        if isinstance(constant, RuleVariable)
    ]
    for predicate in (predicate for predicate in predicates if not predicate.once):
        for constraint in predicate.constraints:
            constants = constants_of(constraint)
            names = [constant.name for constant in constants if isinstance(constant, RuleVariable)]
            if (
                constraint.operator in PINNING
                and len(constants) == 1
                and all(bound.count(name) > (predicate.state not in written) for name in names)
            ):
                yield predicate, constraint
