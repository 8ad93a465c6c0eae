"""Rules in plain English, for the person who reviews them and the agent that must follow them.

States are called by what their developer wrote about them, variables and objectives by their names taken apart into
words. Texts that come from a screen are quoted and bounded: they are evidence, never instructions.
"""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import assert_never
from unicodedata import category

from handrail.language.declaration import State, States
from handrail.language.operators import TABLE, Operator
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Count,
    Done,
    Head,
    Literal,
    Now,
    ObjectivePredicate,
    Predicate,
    RelativeDay,
    Rule,
    RuleVariable,
    StatePredicate,
    Term,
    binds,
    uses,
)
from handrail.language.similarity import EXACT, Similarity
from handrail.language.value import Type, Value, show_value

LONGEST_QUOTE = 80
LONGEST_NAME = 70

_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-.\s]+")
_FIRST_CLAUSE = re.compile(r"[,.;:(]|\bincluding\b|\bsuch as\b")


@lru_cache(maxsize=1024)
def spaced(name: str) -> str:
    """`SetAlarm` and `set_alarm` as `set alarm`; abbreviations such as `GPS` stay."""
    words = [word for word in _WORD_BOUNDARY.split(name) if word]
    plain = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
    return printable(plain, LONGEST_NAME) or "unnamed"


def printable(text: str, longest: int) -> str:
    """A text on one line without control, format and bidirectional characters, cut where it gets long."""
    cut = text[: longest * 4]
    plain = cut if cut.isprintable() else "".join(" " if category(c)[0] in "CZ" else c for c in cut)
    shown = " ".join(plain.split())
    return shown if len(shown) <= longest and len(cut) == len(text) else shown[: longest - 1].rstrip() + "…"


def quoted(text: str, longest: int = LONGEST_QUOTE) -> str:
    """A text in quotation marks, as data: bounded, on one line, with no quote inside that could end it."""
    return '"' + printable(text, longest).replace('"', "'") + '"'


UNKNOWN = "not set or not seen"
"""What is said in place of a value that nobody knows: a screen may say of it that there is none, as `No date`."""


def in_words(value: Value | None) -> str:
    """A value as it is told: texts quoted."""
    if value is None:
        return UNKNOWN
    return quoted(value) if isinstance(value, str) else show_value(value)


@dataclass(frozen=True, slots=True)
class Verbalizer:
    """How the states of one app are spoken of, and what `~=` asks there: None where that is not known yet."""

    states: States
    similarity: Similarity | None = None
    _said: dict[int, tuple[StatePredicate, Rule, str]] = field(default_factory=dict, repr=False, compare=False)

    def rule(self, rule: Rule) -> str:
        """A whole rule: `To set alarm: an entry of alarms where time is 09:00.`"""
        return f"To {self.head(rule.head)}: {self.body(rule)}."

    def head(self, head: Head) -> str:
        """What a rule leads to."""
        return "finish" if isinstance(head, Done) else spaced(head.name)

    def body(self, rule: Rule) -> str:
        """Everything a rule requires."""
        return "; ".join(self.predicate(predicate, rule) for predicate in rule.body) or "nothing is required"

    def predicate(self, predicate: Predicate, rule: Rule) -> str:
        """One requirement of a rule."""
        match predicate:
            case ObjectivePredicate(name, still):
                return f"{quoted(spaced(name))} done" + (" and still as it was wanted" if still else "")
            case StatePredicate():
                return self._once_said(predicate, rule)
            case _:
                assert_never(predicate)

    def state(self, name: str) -> str:
        """A state by the first clause of its description, or by its name."""
        state = self.states.get(name)
        description = state.description if state else ""
        clause = _FIRST_CLAUSE.split(description, maxsplit=1)[0].strip()
        if not clause or len(clause) > LONGEST_NAME:
            return spaced(name)
        first, _, rest = clause.partition(" ")
        return printable(f"{spaced(first)} {rest}", LONGEST_NAME)

    def variable(self, state: str, variable: str) -> str:
        """A variable by its description if that is short, or by its name."""
        declared = self.states[state].variables.get(variable) if state in self.states else None
        if declared and 0 < len(declared.description) <= LONGEST_NAME // 2:
            return printable(declared.description, LONGEST_NAME)
        return spaced(variable)

    def constraint(self, state: str, constraint: Constraint, rule: Rule) -> str:
        """`time is before 19:00`."""
        name = self.variable(state, constraint.variable)
        value = constraint.value
        if isinstance(value, RuleVariable) and (value.is_anonymous or _first_binder(value, rule) is constraint):
            return f"{name} is known"
        return f"{name} {self._comparison(state, constraint, rule, wish=False)}"

    def wish(self, state: str, constraint: Constraint, rule: Rule) -> str:
        """`time should be before 19:00`."""
        name = self.variable(state, constraint.variable)
        return f"{name} {self._comparison(state, constraint, rule, wish=True)}"

    def _comparison(self, state: str, constraint: Constraint, rule: Rule, *, wish: bool) -> str:
        declared = self.states[state].variables[constraint.variable].type
        operator, values = constraint.operator, [self.term(term, rule) for term in constraint.terms]
        if len(values) == 1:  # a list of one reads like a single value
            operator = TABLE[operator].single or operator
        fact, wished = _comparison_words(operator, declared, exact=self.similarity == EXACT)
        return f"{wished if wish else fact} {_listed(values)}"

    def term(self, term: Term, rule: Rule) -> str:
        """A constant as it is said, or what a `?x` stands for."""
        match term:
            case Literal(value):
                return in_words(value)
            case RelativeDay(days):
                return _day(days)
            case Now():
                return "the present time"
            case RuleVariable():
                return self._stands_for(term, rule)
            case _:
                assert_never(term)

    def _once_said(self, predicate: StatePredicate, rule: Rule) -> str:
        """The same predicate of the same rule is told at every step of a session."""
        known = self._said.get(id(predicate))
        if known is None or known[0] is not predicate or known[1] is not rule:
            known = self._said[id(predicate)] = predicate, rule, self._state_predicate(predicate, rule)
        return known[2]

    def _state_predicate(self, predicate: StatePredicate, rule: Rule) -> str:
        if predicate.once:
            return f"at some moment, {self._state_predicate(replace(predicate, once=False), rule)}"
        name = self.state(predicate.state)
        wanted = " and ".join(
            self.constraint(predicate.state, constraint, rule) for constraint in predicate.constraints
        )
        if predicate.count == AT_LEAST_ONE:
            if self._is_table(predicate.state):
                return f"an entry of {name}" + (f" where {wanted}" if wanted else "")
            return f"{name}: {wanted}" if wanted else f"{name} is shown"
        return f"{_number_of_rows(predicate.count)} of {name}" + (f" where {wanted}" if wanted else "")

    def _is_table(self, name: str) -> bool:
        state: State | None = self.states.get(name)
        return state is not None and bool(state.keys)

    def _stands_for(self, variable: RuleVariable, rule: Rule) -> str:
        for predicate, constraint, rule_variable in uses(rule):
            if rule_variable == variable and binds(predicate, constraint):
                return f"the {self.variable(predicate.state, constraint.variable)} of {self.state(predicate.state)}"
        return "the same value"


def _comparison_words(operator: Operator, variable_type: Type, *, exact: bool) -> tuple[str, str]:
    """An operator as a fact (`is below`) and as a wish (`should be below`)."""
    entry = TABLE[operator]
    if exact and entry.exact_fact:
        return entry.exact_fact, entry.exact_wish
    if variable_type in (Type.DATE, Type.TIME):
        return entry.time_fact or entry.fact, entry.time_wish or entry.wish
    return entry.fact, entry.wish


def _first_binder(variable: RuleVariable, rule: Rule) -> Constraint | None:
    return next(
        (c for predicate, c, rule_variable in uses(rule) if rule_variable == variable and binds(predicate, c)), None
    )


def _listed(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"


def _day(days: int) -> str:
    match days:
        case 0:
            return "today"
        case 1:
            return "tomorrow"
        case -1:
            return "yesterday"
        case _:
            return f"{abs(days)} days {'from now' if days > 0 else 'ago'}"


def _number_of_rows(count: Count) -> str:
    number = f"{count.number:,} {'entry' if count.number == 1 else 'entries'}"
    if count == Count(Operator.EQUAL, 0):
        return "no entry"
    return f"{TABLE[count.operator].rows} {number}"
