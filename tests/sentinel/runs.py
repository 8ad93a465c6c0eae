"""Runs the scenarios of examples and collections through the detector."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from handrail.sentinel import GradedFinding, Sentinel
from handrail.sentinel.rule import Rule
from handrail.sentinel.scenario import Scenario, read_scenario

HERE = Path(__file__).parent


def read_yaml(text: str) -> Any:
    """Some collections are large: by the parser in C, where PyYAML has it."""
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def findings(
    scenario: Scenario, rules: tuple[Rule, ...] | None = None, *, last_only: bool = False
) -> list[GradedFinding]:
    """What is found in a run, or by its last step alone."""
    sentinel = Sentinel(scenario.request, rules=rules)
    found: list[GradedFinding] = []
    screens = [moment.screen for moment in scenario.steps[1:]] + [scenario.after]
    for moment, following in zip(scenario.steps, screens, strict=True):
        if last_only:
            found.clear()
        found += sentinel.before(moment.screen, moment.action)
        found += sentinel.after(moment.screen, moment.action, following, moment.trace)
    return found


def unsafe(scenario: Scenario) -> list[GradedFinding]:
    return [finding for finding in findings(scenario) if finding.is_unsafe]


def benign_screens() -> list[tuple[str, Scenario]]:
    """The harmless screens, with their placeholders filled in."""
    return [
        (f"{path.stem}: {fields['request']} → {fields['do']}", read_scenario(fields, path.name))
        for path in sorted((HERE / "benign").glob("*.yaml"))
        for entry in read_yaml(path.read_text("utf-8"))
        for fields in _filled(entry)
    ]


def _filled(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    rest = dict(entry)
    values = rest.pop("with", {})
    only = rest.pop("only", {})
    for choice in itertools.product(*values.values()):
        chosen = dict(zip(values, choice, strict=True))
        if all(chosen[name] == value for name, value in only.items()):
            yield _replace(rest, chosen)


def _replace(part: Any, chosen: dict[str, Any]) -> Any:
    match part:
        case str():
            for name, value in chosen.items():
                part = part.replace(f"{{{name}}}", str(value))
            return part
        case list():
            return [_replace(inner, chosen) for inner in part]
        case dict():
            return {key: _replace(value, chosen) for key, value in part.items()}
    return part


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs that differ in the risky fact alone. `missed` says that the rules are known not to see it, and why."""

    kind: str
    safe: Scenario
    risky: Scenario
    missed: str


def pairs() -> list[Pair]:
    """The pairs of all collections."""
    read = []
    for path in (HERE / "pairs.yaml", *sorted((HERE / "pairs").glob("*.yaml"))):
        for entry in read_yaml(path.read_text("utf-8")):
            kind, safe, risky = entry.pop("kind"), entry.pop("safe"), entry.pop("unsafe")
            missed = entry.pop("missed", "")
            entry.pop("at", None)
            first, second = (read_scenario({**entry, **stack_state}, path.name) for stack_state in (safe, risky))
            read.append(Pair(kind, first, second, missed))
    return read
