"""Rules are data: readable YAML, read strictly. A rule is not loaded unless it answers its examples as they say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handrail import registry
from handrail.error import Misuse, UnreadableInput
from handrail.language.diagnostic import did_you_mean
from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.features.features import ActionFeatures, ChangeFeatures, Features
from handrail.sentinel.finding import Category, Reversibility
from handrail.sentinel.rule import (
    Between,
    Condition,
    FactTest,
    FlagIs,
    IsAmong,
    Moment,
    NoneOf,
    Rule,
    WrittenRule,
    field_types,
    vocabulary,
)
from handrail.sentinel.scenario import Scenario, read_scenario
from handrail.sentinel.sentinel import Sentinel, shown
from handrail.severity import Severity
from handrail.strict_json import read_text


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
class RuleExample:
    """A short run and whether the rule speaks in it."""

    name: str
    scenario: Scenario
    expect: Literal["finding", "nothing"]


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule with the examples that it must answer."""

    rule: WrittenRule
    examples: tuple[RuleExample, ...]


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
    for example in examples:
        _demand_answer(rule, example, name)
    return RuleFile(rule, examples)


def _demand_answer(rule: WrittenRule, example: RuleExample, name: str) -> None:
    """Raises `UnreadableInput` where the rule speaks of the last step of an example that expects nothing, or not."""
    others = tuple(comparator for comparator in COMPARATORS if comparator.id != rule.id)
    scenario = example.scenario
    sentinel = Sentinel(scenario.request, rules=(*others, rule))
    screens = (*(step.screen for step in scenario.steps[1:]), scenario.after)
    for step, following in zip(scenario.steps, screens, strict=True):
        before = sentinel.features_before(step.screen, step.action)
        after = sentinel.features_after(step.screen, step.action, following, step.trace)
    speaks = any(finding.rule == rule.id for finding in (*before.findings, *after.findings))
    if speaks is not (example.expect == "finding"):
        said = "speaks" if speaks else "says nothing"
        seen = _facts_of(rule, before.features if rule.moment == "before" else after.features)
        raise UnreadableInput(f"{name}: example `{example.name}` expects {example.expect}, and the rule {said}: {seen}")


def _facts_of(rule: WrittenRule, features: Sequence[Features]) -> str:
    asked = dict.fromkeys(clause.fact for condition in (rule.when, *rule.unless) for clause in condition)
    told = (", ".join(f"`{fact}` is `{shown(getattr(of, fact))}`" for fact in asked) for of in features)
    return "; and ".join(told) or "`changes` says of nothing that it changed"


def _example(fields: Mapping[str, Any], name: str) -> RuleExample:
    rest = dict(fields)
    title, expect = rest.pop("name", None), rest.pop("expect", None)
    if not isinstance(title, str) or expect not in {"finding", "nothing"}:
        raise UnreadableInput(f"{name}: an example needs a `name`, and `expect: finding` or `expect: nothing`")
    return RuleExample(title, read_scenario(rest, f"{name}: {title}"), expect)


def _condition(fields: Mapping[str, Any], moment: Moment, name: str) -> Condition:
    types = field_types(ActionFeatures if moment == "before" else ChangeFeatures)
    clauses = []
    for fact, wanted in fields.items():
        if fact not in types:
            raise UnreadableInput(f"{name}: there is no fact `{fact}`; {did_you_mean(fact, tuple(types), 'there are')}")
        clauses.append(_clause(fact, wanted, types[fact], name))
    return tuple(clauses)


def _clause(fact: str, wanted: Any, kind: str, name: str) -> FactTest:
    match wanted:
        case bool():
            return FactTest(fact, FlagIs(wanted))
        case "":
            return FactTest(fact, FlagIs(False))
        case int() | float() if kind in {"int", "float"}:
            return FactTest(fact, Between(wanted, wanted))
        case str() | list() if kind not in {"bool", "int", "float"}:
            return FactTest(fact, IsAmong(_values(fact, wanted, name)))
        case {"none_of": values} if kind not in {"bool", "int", "float"}:
            return FactTest(fact, NoneOf(_values(fact, values, name)))
        case {"at_least": least} if kind in {"int", "float"}:
            return FactTest(fact, Between(least, wanted.get("at_most", float("inf"))))
        case {"at_most": most} if kind in {"int", "float"}:
            return FactTest(fact, Between(float("-inf"), most))
    raise UnreadableInput(f"{name}: `{fact}` is a {kind}; `{wanted}` cannot be asked of it")


def _values(fact: str, wanted: str | list[str], name: str) -> frozenset[str]:
    values = frozenset([wanted] if isinstance(wanted, str) else map(str, wanted))
    known = vocabulary().get(fact, values)
    for value in sorted(values - known):
        raise UnreadableInput(f"{name}: `{fact}` has no `{value}`; {did_you_mean(value, sorted(known), 'there are')}")
    return values
