"""What the rules for a commitment say that values are to be; what they leave open, or only bound, the agent chooses."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

from handrail.guard.certainty import at_most, constants_of
from handrail.language.normal_form import normal_form
from handrail.language.operators import Operator
from handrail.language.rule import Constraint, Literal, Rule, RuleVariable, StatePredicate

PINNING = frozenset({Operator.EQUAL, Operator.SIMILAR})
"""Operators that say what a value is to be, and not only what it is not, or which of several."""


IsOne: TypeAlias = Callable[[StatePredicate, Mapping[str, object]], bool]
"""Whether a row is known to be one that a predicate speaks of."""


def _knows_of_none(_predicate: StatePredicate, _row: Mapping[str, object]) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Told:
    """The texts that are told, of whatever variable, as what is written on a form is saved under other names; the
    numbers, days and switches of theirs; and the variables, by state, of which something is told that is no constant.
    Of what is one of `none_of` there is to be none; of those that are `pinned` a rule says by a constant which one is
    meant. `everything`: a person agreed to it as it stands.
    """

    texts: frozenset[str] = frozenset()
    values: frozenset[tuple[str, str]] = frozenset()
    variables: frozenset[tuple[str, str]] = frozenset()
    none_of: tuple[StatePredicate, ...] = ()
    pinned: frozenset[str] = frozenset()
    everything: bool = False
    is_one: IsOne = _knows_of_none

    @classmethod
    def by(cls, rules: Iterable[Rule], is_one: IsOne, written: Collection[str] = ()) -> "Told":
        """What some rules say. `written` are the states that the agent writes: a `?x` of these alone says nothing."""
        texts, values, variables = set[str](), set[tuple[str, str]](), set[tuple[str, str]]()
        pinned = set[str]()
        all_rules = tuple(rules)
        for predicate, constraint in (found for rule in all_rules for found in _pinned(rule, written)):
            constants = constants_of(constraint)
            literals = [constant.value for constant in constants if isinstance(constant, Literal)]
            for value in literals:
                if isinstance(value, str):
                    texts.add(normal_form(value))
                else:
                    values.add((constraint.variable, _as_compared(str(value))))
            if len(literals) < len(constants):
                variables.add((predicate.state, constraint.variable))
            else:
                pinned.add(predicate.state)
        none_of = tuple(
            predicate
            for rule in all_rules
            for predicate in rule.body
            if isinstance(predicate, StatePredicate) and at_most(predicate) == 0 and not predicate.once
        )
        return cls(frozenset(texts), frozenset(values), frozenset(variables), none_of, frozenset(pinned), is_one=is_one)

    def with_texts(self, texts: Iterable[str]) -> "Told":
        """And what rules took from elsewhere."""
        return replace(self, texts=self.texts | set(map(normal_form, texts)))

    def says(self, state: str, variable: str, value: str, was: Mapping[str, object]) -> bool:
        """Whether it is told that a variable of a row is to be that; `was` is what was known of the row."""
        shown = normal_form(value)
        is_named = shown in self.texts or (variable, _as_compared(value)) in self.values
        return is_named or self.says_whatever_it_is(state, variable, was)

    def says_whatever_it_is(self, state: str, variable: str, was: Mapping[str, object]) -> bool:
        """Whether something is told of a variable that is no constant; or it is a switch that was as none is to be, and
        has only one other value.
        """
        return (
            self.everything
            or (state, variable) in self.variables
            or any(variable in _switches(predicate) for predicate in self._that_it_was(state, was))
        )

    def wants_none_of(self, state: str, was: Mapping[str, object]) -> bool:
        """Whether there is to be none such as a row that goes."""
        return any(True for _ in self._that_it_was(state, was))

    def _that_it_was(self, state: str, was: Mapping[str, object]) -> Iterator[StatePredicate]:
        return (predicate for predicate in self.none_of if predicate.state == state and self.is_one(predicate, was))


def _as_compared(shown: str) -> str:
    """A number without the zeros that a screen may show at its end."""
    try:
        return str(Decimal(shown).normalize())
    except InvalidOperation:
        return normal_form(shown)


def _switches(predicate: StatePredicate) -> Iterator[str]:
    for constraint in predicate.constraints:
        constants = constants_of(constraint)
        if constraint.operator in PINNING and all(
            isinstance(constant, Literal) and isinstance(constant.value, bool) for constant in constants
        ):
            yield constraint.variable


def _pinned(rule: Rule, written: Collection[str]) -> Iterator[tuple[StatePredicate, Constraint]]:
    """What a rule says of values by one constant, the day, or a `?x` that stands elsewhere in it, too.

    What none is to be, or only few, it does not say of any.
    """
    predicates = [predicate for predicate in rule.body if isinstance(predicate, StatePredicate)]
    bound = [
        constant.name
        for predicate in predicates
        if predicate.state not in written
        for constraint in predicate.constraints
        for constant in constants_of(constraint)
        if isinstance(constant, RuleVariable)
    ]
    for predicate in (predicate for predicate in predicates if not (predicate.once or predicate.holds_on_nothing)):
        for constraint in predicate.constraints:
            constants = constants_of(constraint)
            names = [constant.name for constant in constants if isinstance(constant, RuleVariable)]
            if (
                constraint.operator in PINNING
                and len(constants) == 1
                and all(bound.count(name) > (predicate.state not in written) for name in names)
            ):
                yield predicate, constraint
