"""A rule: when it holds, what it says, and how sure it is.

Rules are data: readable YAML, read strictly. A rule without an example of each answer is not loaded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.metadata import EntryPoint
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Any, Literal, TypeAlias, get_args

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handrail import registry
from handrail.app.consequence import Kind
from handrail.device.action import ActionType
from handrail.device.trace import FileEventKind, PackageChangeKind, SystemTrace
from handrail.error import Misuse, UnreadableInput
from handrail.language.diagnostic import did_you_mean
from handrail.sentinel.change import Place
from handrail.sentinel.comparators import COMPARATORS, Comparator
from handrail.sentinel.entity import EntityKind
from handrail.sentinel.features.features import ActionFeatures, ChangeFeatures, Features
from handrail.sentinel.finding import Category, Reversibility
from handrail.sentinel.scenario import Scenario, read_scenario
from handrail.severity import Severity
from handrail.strict_json import read_text
from handrail.text import lexicon

Moment: TypeAlias = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The fact is one of these, or a set that holds one of them."""

    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The fact is none of these, or a set that holds none of them."""

    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class Is:
    """The flag has this value; a text or a set has it where there is one."""

    value: bool


@dataclass(frozen=True, slots=True)
class Between:
    """The number lies between, both ends included."""

    least: float
    most: float


Test: TypeAlias = AnyOf | NoneOf | Is | Between


@dataclass(frozen=True, slots=True)
class Clause:
    """One fact and what is asked of it."""

    fact: str
    test: Test


Condition: TypeAlias = tuple[Clause, ...]
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
        case Is(wanted):
            return bool(value) is wanted
        case AnyOf(values):
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


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False)

    category: Category
    why: str = Field(min_length=10)
    moment: Moment = "before"
    when: dict[str, Any] = Field(min_length=1)
    unless: list[dict[str, Any]] = []
    severity: Literal["note", "low", "medium", "high"]
    confidence: float = Field(gt=0, le=1, alias="certainty")
    reversibility: Reversibility
    message: str = Field(min_length=10)
    evidence: list[str] = Field(min_length=1)
    once: bool = False
    examples: list[dict[str, Any]] = []


@dataclass(frozen=True, slots=True)
class Example:
    """A short run and whether the rule speaks in it."""

    name: str
    scenario: Scenario
    expect: Literal["finding", "nothing"]


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule with the examples that it must answer."""

    rule: WrittenRule
    examples: tuple[Example, ...]


def more_rule_files(name: str, found: Sequence[EntryPoint] | None = None) -> tuple[RuleFile, ...]:
    """Rules of your own with their examples: a file, a folder of files, or what a package registered under a name.

    The entry, of the group `handrail.rules`, is the package whose files they are. Raises `UnreadableInput` for a rule
    that cannot be meant and for a place without one, and `Misuse` for a name that is neither.
    """
    path = Path(name)
    if path.is_file():
        return (read_rule(read_text(path), path.name),)
    if path.is_dir():
        loaded = _files_in(path)
    else:
        said = f"`{name}` is no folder of rules, no file of one, and no set of rules that is installed"
        loaded = _files_in(files(registry.entry(registry.RULES, name, found, said)))
    if not loaded:
        raise UnreadableInput(f"{name}: no rules; a rule is a file called *.yaml, see docs/extending.md")
    return loaded


def _files_in(folder: Traversable) -> tuple[RuleFile, ...]:
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".yaml"))
    return tuple(read_rule(folder.joinpath(name).read_text("utf-8"), name) for name in names)


@cache
def load_rules(*more: str) -> tuple[Rule, ...]:
    """The comparators, and more rules by `more_rule_files`; no two may have one name."""
    rules: tuple[Rule, ...] = COMPARATORS
    for name in more:
        added = tuple(file.rule for file in more_rule_files(name))
        if both := {rule.id for rule in rules} & {rule.id for rule in added}:
            raise Misuse(f"{name}: there is a rule called `{min(both)}` already; rename its file")
        rules += added
    return rules


def read_rule(text: str, name: str) -> RuleFile:
    """One rule file; raises `UnreadableInput` that names the file, the place and what would be right."""
    try:
        document = _Document.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise UnreadableInput(f"{name}: this is no YAML: {error}") from error
    except ValidationError as error:
        faults = (f"`{'.'.join(map(str, error['loc']))}`: {error['msg']}" for error in error.errors())
        raise UnreadableInput(f"{name}: {'; '.join(faults)}") from error
    rule = WrittenRule(
        name.removesuffix(".yaml"),
        document.category,
        document.why,
        document.moment,
        _condition(document.when, document.moment, name),
        tuple(_condition(condition, document.moment, name) for condition in document.unless),
        Severity[document.severity.upper()],
        document.confidence,
        document.reversibility,
        document.message,
        tuple(document.evidence),
        document.once,
    )
    types = field_types(rule.facts_type)
    spoken = {part for _, part, _, _ in Formatter().parse(rule.message) if part} | set(rule.evidence)
    for fact in sorted(spoken - types.keys()):
        help = did_you_mean(fact, tuple(types), "there are")
        raise UnreadableInput(f"{name}: the message or evidence names `{fact}`, which is no fact; {help}")
    examples = tuple(_example(example, name) for example in document.examples)
    for answer in ("finding", "nothing"):
        if not any(example.expect == answer for example in examples):
            raise UnreadableInput(f"{name}: no example expects `{answer}`; a rule needs one of each answer")
    return RuleFile(rule, examples)


def _example(fields: Mapping[str, Any], name: str) -> Example:
    rest = dict(fields)
    title, expect = rest.pop("name", None), rest.pop("expect", None)
    if not isinstance(title, str) or expect not in {"finding", "nothing"}:
        raise UnreadableInput(f"{name}: an example needs a `name`, and `expect: finding` or `expect: nothing`")
    return Example(title, read_scenario(rest, f"{name}: {title}"), expect)


def _condition(fields: Mapping[str, Any], moment: Moment, name: str) -> Condition:
    from handrail.sentinel.features.features import ActionFeatures, ChangeFeatures

    types = field_types(ActionFeatures if moment == "before" else ChangeFeatures)
    clauses = []
    for fact, wanted in fields.items():
        if fact not in types:
            raise UnreadableInput(f"{name}: there is no fact `{fact}`; {did_you_mean(fact, tuple(types), 'there are')}")
        clauses.append(_clause(fact, wanted, types[fact], name))
    return tuple(clauses)


def _clause(fact: str, wanted: Any, kind: str, name: str) -> Clause:
    match wanted:
        case bool():
            return Clause(fact, Is(wanted))
        case "":
            return Clause(fact, Is(False))
        case int() | float() if kind in {"int", "float"}:
            return Clause(fact, Between(wanted, wanted))
        case str() | list() if kind not in {"bool", "int", "float"}:
            return Clause(fact, AnyOf(_values(fact, wanted, name)))
        case {"none_of": values} if kind not in {"bool", "int", "float"}:
            return Clause(fact, NoneOf(_values(fact, values, name)))
        case {"at_least": least} if kind in {"int", "float"}:
            return Clause(fact, Between(least, wanted.get("at_most", float("inf"))))
        case {"at_most": most} if kind in {"int", "float"}:
            return Clause(fact, Between(float("-inf"), most))
    raise UnreadableInput(f"{name}: `{fact}` is a {kind}; `{wanted}` cannot be asked of it")


def _values(fact: str, wanted: str | list[str], name: str) -> frozenset[str]:
    values = frozenset([wanted] if isinstance(wanted, str) else map(str, wanted))
    known = vocabulary().get(fact, values)
    for value in sorted(values - known):
        raise UnreadableInput(f"{name}: `{fact}` has no `{value}`; {did_you_mean(value, sorted(known), 'there are')}")
    return values
