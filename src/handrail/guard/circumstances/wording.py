"""How the conditions call rows, details and states."""

from collections.abc import Iterable, Mapping

from handrail.app.consequence import Consequence, Detail
from handrail.app.update import Raw
from handrail.guard.decision import Circumstance, Condition
from handrail.language.declaration import State
from handrail.language.operators import TABLE
from handrail.language.rule import Constraint
from handrail.language.value import Type
from handrail.language.verbalize import quoted, spaced
from handrail.monitor import Monitor
from handrail.monitor.ground import Match

MOST_NAMED = 6


def several(state: str, named: Mapping[str, Raw]) -> Circumstance:
    """There are several entries of one name."""
    row = row_text(state, named)
    text = f"there are several of {row}, or it was seen to be otherwise, and nobody can say which of them is meant"
    return Circumstance(Condition.EFFECT_UNKNOWN, text)


def details_text(consequence: Consequence) -> str:
    """What a commitment is about."""
    said = [f"{spaced(detail.name)} {value_text(detail)}" for detail in consequence.details if not detail.unread]
    return "; ".join(said[:MOST_NAMED]) or "what it is about is not known"


def value_text(detail: Detail) -> str:
    """The value of a detail, quoted."""
    value = detail.value
    return ", ".join(quoted(str(item)) for item in value) if isinstance(value, list | tuple) else quoted(str(value))


def states_text(states: Iterable[str]) -> str:
    """The names of states."""
    return ", ".join(quoted(spaced(state)) for state in sorted(states))


def row_text(state: str, named: Mapping[str, Raw]) -> str:
    """A row by its keys."""
    row = ", ".join(quoted(str(value)) for value in named.values())
    return f"{spaced(state)} {row}".strip()


def match_text(match: Match, monitor: Monitor) -> str:
    """The row of a match by its keys."""
    keys = monitor.specification.states[match.state].keys
    return row_text(match.state, dict(zip(keys, match.key, strict=True)))


def comparable(value: Raw) -> str:
    """A value as two texts of it are compared: without the blanks around it."""
    return str(value).strip()


def names_by(constraint: Constraint, state: State) -> bool:
    """Whether a rule says by it what something is called, or not."""
    return state.variables[constraint.variable].type is Type.TEXT and not TABLE[constraint.operator].denies
