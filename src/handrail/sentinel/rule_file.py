"""Rules from their files: readable YAML, read strictly. A rule without an example of each answer is not loaded."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handrail.error import UnreadableInput
from handrail.sentinel.finding import Category, Reversibility, Severity
from handrail.sentinel.lexicon import lexicon
from handrail.sentinel.rule import AnyOf, Between, Clause, Condition, Is, Moment, NoneOf, Rule, field_types
from handrail.sentinel.scenario import Scenario, read_scenario

_ACT_FACTS = frozenset({"acts", "asked_acts", "withheld_acts"})


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False)

    category: Category
    why: str = Field(min_length=10)
    moment: Moment = "before"
    when: dict[str, Any] = Field(min_length=1)
    unless: list[dict[str, Any]] = []
    severity: Severity
    confidence: float = Field(gt=0, le=1, alias="certainty")
    reversibility: Reversibility
    message: str = Field(min_length=10)
    evidence: list[str] = Field(min_length=1)
    once: bool = False
    examples: list[dict[str, Any]] = Field(min_length=2)


@dataclass(frozen=True, slots=True)
class Example:
    """A short run and whether the rule speaks in it."""

    name: str
    scenario: Scenario
    expect: Literal["finding", "nothing"]


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule with the examples that it must answer."""

    rule: Rule
    examples: tuple[Example, ...]


@cache
def load_rule_files() -> tuple[RuleFile, ...]:
    """The rules that come with Handrail with their examples, by name."""
    folder = files("handrail.sentinel.rules")
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".yaml"))
    return tuple(read_rule(folder.joinpath(name).read_text("utf-8"), name) for name in names)


@cache
def load_rules() -> tuple[Rule, ...]:
    """The rules that come with Handrail."""
    return tuple(file.rule for file in load_rule_files())


def read_rule(text: str, name: str) -> RuleFile:
    """One rule file; raises `UnreadableInput` that names the file, the place and what would be right."""
    try:
        document = _Document.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise UnreadableInput(f"{name}: this is no YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UnreadableInput(f"{name}: `{place}`: {first['msg']}") from error
    rule = Rule(
        name.removesuffix(".yaml"),
        document.category,
        document.why,
        document.moment,
        _condition(document.when, document.moment, name),
        tuple(_condition(one, document.moment, name) for one in document.unless),
        document.severity,
        document.confidence,
        document.reversibility,
        document.message,
        tuple(document.evidence),
        document.once,
    )
    types = field_types(rule.facts_type)
    spoken = {part for _, part, _, _ in Formatter().parse(rule.message) if part} | set(rule.evidence)
    for fact in sorted(spoken - types.keys()):
        raise UnreadableInput(f"{name}: the message or evidence names `{fact}`; there are {', '.join(types)}")
    examples = tuple(_example(one, name) for one in document.examples)
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
            raise UnreadableInput(f"{name}: there is no fact `{fact}`; there are {', '.join(types)}")
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
    known = lexicon("acts").concepts if fact in _ACT_FACTS else lexicon("things").concepts if fact == "things" else None
    for value in sorted(values - known) if known is not None else ():
        raise UnreadableInput(f"{name}: `{fact}` has no `{value}`; there are {', '.join(sorted(known or ()))}")
    return values
