"""A rule: when it holds, what it says, and how sure it is. A file of one is read by `rule_file`."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Literal, TypeAlias, get_args

from handrail.app.consequence import Kind
from handrail.device.action import ActionType
from handrail.device.trace import FileEventKind, PackageChangeKind, SystemTrace
from handrail.sentinel.change import Place
from handrail.sentinel.comparators import COMPARATORS, Comparator
from handrail.sentinel.entity import EntityKind
from handrail.sentinel.features.features import ActionFeatures, ChangeFeatures, Features
from handrail.sentinel.finding import Category, Reversibility
from handrail.severity import Severity
from handrail.text import lexicon

Moment: TypeAlias = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class IsAmong:
    """The fact is one of these, or a set that holds one of them."""

    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The fact is none of these, or a set that holds none of them."""

    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class FlagIs:
    """The flag has this value; a text or a set has it where there is one."""

    value: bool


@dataclass(frozen=True, slots=True)
class Between:
    """The number lies between, both ends included."""

    least: float
    most: float


Test: TypeAlias = IsAmong | NoneOf | FlagIs | Between


@dataclass(frozen=True, slots=True)
class FactTest:
    """One fact and what is asked of it."""

    fact: str
    test: Test


Condition: TypeAlias = tuple[FactTest, ...]
"""Clauses that must all hold."""


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """One rule. It holds where `when` does and none of `unless`."""

    id: str
    category: Category
    why: str
    moment: Moment
    when: Condition
    unless: tuple[Condition, ...]
    severity: Severity
    confidence: float
    reversibility: Reversibility
    message: str
    evidence: tuple[str, ...]
    once: bool = False

    @property
    def facts_type(self) -> type[ActionFeatures] | type[ChangeFeatures]:
        """What the rule speaks of."""
        return ActionFeatures if self.moment == "before" else ChangeFeatures

    def holds(self, features: Features) -> bool:
        """Whether the facts are as the rule says."""
        return satisfied(self.when, features) and not any(satisfied(condition, features) for condition in self.unless)


Rule: TypeAlias = Comparator | WrittenRule
"""Whoever looks: a comparator that comes with Handrail, or a rule that somebody wrote down."""


def satisfied(condition: Condition, features: Features) -> bool:
    """Whether every clause holds; the first that does not ends it."""
    return all(_passes(clause.test, getattr(features, clause.fact)) for clause in condition)


def _passes(test: Test, value: object) -> bool:
    match test:
        case FlagIs(wanted):
            return bool(value) is wanted
        case IsAmong(values):
            return not values.isdisjoint(_members(value))
        case NoneOf(values):
            return values.isdisjoint(_members(value))
        case Between(least, most):
            return isinstance(value, int | float) and least <= value <= most


def _members(value: object) -> frozenset[str]:
    return value if isinstance(value, frozenset) else frozenset({str(value)})


def field_types(facts_type: type[ActionFeatures] | type[ChangeFeatures]) -> dict[str, str]:
    """The facts that a rule of a moment may speak of, each with the name of its type."""
    return {item.name: getattr(item.type, "__name__", str(item.type)) for item in fields(facts_type)}


@cache
def vocabulary() -> Mapping[str, frozenset[str]]:
    """The values that a fact can have, where only some can be: a rule that names another would never hold."""
    acts, signs = lexicon("acts").concepts, lexicon("signs").concepts
    kinds = frozenset(map(str, EntityKind))
    happened = frozenset(map(str, (*FileEventKind, *PackageChangeKind))) | {"grant", "revoke", "change", "upload"}
    return {
        **dict.fromkeys(("acts", "asked_acts", "unasked_acts", "wanted_acts"), acts),
        "signs": signs,
        "commitment": frozenset(map(str, Kind)),
        "flow_kind": kinds,
        "departs": frozenset(comparator.id for comparator in COMPARATORS),
        "things": lexicon("things").concepts,
        "action": frozenset(get_args(ActionType)),
        "part": frozenset(field.name for field in fields(SystemTrace)),
        "kind": happened,
        "place": frozenset(map(str, Place)),
    }
