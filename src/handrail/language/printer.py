"""Rules back to text, in ASCII spelling: parsing what is printed here gives the same rules."""

import json
import re
from collections.abc import Iterable
from typing import assert_never

from handrail.language.operators import Operator
from handrail.language.rule import (
    AT_LEAST_ONE,
    Constraint,
    Count,
    Done,
    Head,
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
from handrail.language.value import show_value

KEYWORDS = frozenset(
    (
        *("Done", "True", "still", "once", "and", "true", "false", "Today", "Tomorrow", "Yesterday", "Now"),
        *(word for operator in Operator for word in operator.split() if word.isidentifier()),
    )
)

_IDENTIFIER = re.compile(r"[^\W\d]\w*")


def show_rules(rules: Iterable[Rule]) -> str:
    """A whole specification, one rule a line."""
    return "\n".join(show_rule(rule) for rule in rules)


def show_rule(rule: Rule) -> str:
    """One rule: `Alarm(time = 09:00) -> SetAlarm`."""
    body = " & ".join(show_predicate(predicate) for predicate in rule.body) or "True"
    return f"{body} -> {show_head(rule.head)}"


def show_head(head: Head) -> str:
    """What a rule establishes."""
    match head:
        case Done():
            return "Done"
        case Objective(name):
            return show_name(name)
        case _:
            assert_never(head)


def show_predicate(predicate: Predicate) -> str:
    """One predicate of a body."""
    match predicate:
        case StatePredicate(state, constraints, count, once):
            inside = ", ".join(show_constraint(constraint) for constraint in constraints)
            return f"{'once ' * once}{show_name(state)}({inside}){show_count(count)}"
        case ObjectivePredicate(name, still):
            return f"still {show_name(name)}" if still else show_name(name)
        case _:
            assert_never(predicate)


def show_count(count: Count) -> str:
    """`[>= 3]`, and nothing for the usual at-least-one."""
    return "" if count == AT_LEAST_ONE else f"[{count.operator} {count.number}]"


def show_constraint(constraint: Constraint) -> str:
    """`time < 19:00`."""
    if isinstance(constraint.value, tuple):
        value = f"[{', '.join(show_term(term) for term in constraint.value)}]"
    else:
        value = show_term(constraint.value)
    return f"{show_name(constraint.variable)} {constraint.operator} {value}"


def show_term(term: Term) -> str:
    """A constant or a variable of the rule, as it is written."""
    match term:
        case Literal(value):
            return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else show_value(value)
        case RelativeDay(days):
            return show_relative_day(days)
        case Now():
            return "Now"
        case RuleVariable(name):
            return f"?{name}"
        case _:
            assert_never(term)


def show_relative_day(days: int) -> str:
    """`Today`, `Tomorrow`, `Yesterday` or `Today+7`."""
    match days:
        case 0:
            return "Today"
        case 1:
            return "Tomorrow"
        case -1:
            return "Yesterday"
        case _:
            return f"Today{days:+d}"


def show_name(name: str) -> str:
    """A name, in backticks where it is not an identifier or is a keyword."""
    return name if _IDENTIFIER.fullmatch(name) and name not in KEYWORDS else f"`{name}`"
