"""Every constant of a specification, with the place where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass

from handrail.language.declaration import States, Variable
from handrail.language.normal_form import normal_form
from handrail.language.printer import show_constraint, show_term
from handrail.language.rule import AT_LEAST_ONE, Constraint, Rule, RuleVariable, Span, StatePredicate, Term


@dataclass(frozen=True, slots=True)
class Constant:
    """One value that a constraint compares with."""

    state: str
    variable: Variable
    constraint: Constraint
    term: Term
    predicate: StatePredicate

    @property
    def shown(self) -> str:
        """As the rules write it."""
        return show_term(self.term)

    @property
    def place(self) -> str:
        """`Alarm.time`."""
        return f"{self.state}.{self.variable.name}"

    @property
    def span(self) -> Span:
        """Where the value stands in the rules."""
        return self.constraint.value_span

    def is_called(self, name: str) -> bool:
        """Whether the `what` of a trace means this one: the value, its constraint, or the variable, however spelled."""
        wanted = _bare(name)
        inside = show_constraint(self.constraint)
        spellings = (
            self.shown,
            inside,
            f"{self.state}.{inside}",
            f"{self.state}({inside})",
            f"{self.variable.name} {self.constraint.operator} {self.shown}",
            f"{self.place} {self.constraint.operator} {self.shown}",
            self.variable.name,
            self.place,
        )
        return any(wanted == _bare(spelling) for spelling in spellings)


def _bare(text: str) -> str:
    """Without the quotes, spaces and backticks in which spellings of one thing differ."""
    bare = "".join(normal_form(text).translate({ord(c): None for c in "\"'`“”‘’"}).split())
    return bare.replace("==", "=").removeprefix("0") if ":" in bare and bare[:2].isdigit() else bare.replace("==", "=")


def constants(rules: tuple[Rule, ...], states: States) -> Iterator[Constant]:
    """All constants of the constraints, in the order of the text; variables of rules and counts are none."""
    for predicate in state_predicates(rules):
        for constraint in predicate.constraints:
            variable = states[predicate.state].variables[constraint.variable]
            for term in constraint.terms:
                if not isinstance(term, RuleVariable):
                    yield Constant(predicate.state, variable, constraint, term, predicate)


def counted(rules: tuple[Rule, ...]) -> Iterator[StatePredicate]:
    """The predicates that count rows otherwise than `at least one`."""
    return (predicate for predicate in state_predicates(rules) if predicate.count != AT_LEAST_ONE)


def state_predicates(rules: tuple[Rule, ...]) -> Iterator[StatePredicate]:
    """Every state predicate of every body, in the order of the text."""
    return (predicate for rule in rules for predicate in rule.body if isinstance(predicate, StatePredicate))
