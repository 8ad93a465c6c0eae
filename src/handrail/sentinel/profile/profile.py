"""What is normal for an app, learned from safe runs: hosts, files, permissions, and the elements that are used.

Counts are of runs, not of events: an app that writes a cache file a hundred times in one run has done it once.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from handrail.device.recording import RecordedStep, Recording
from handrail.device.trace import Changed, SystemTrace
from handrail.sentinel.change.place import place

Aspect: TypeAlias = Literal["host", "files", "permission", "element"]
ASPECTS: tuple[Aspect, ...] = ("host", "files", "permission", "element")
Trait: TypeAlias = tuple[Aspect, str]
"""One thing that an app does, such as the host it talks to."""


@dataclass(frozen=True, slots=True)
class AppProfile:
    """In how many of `runs` safe runs with the app each trait was seen."""

    runs: int
    traits: Mapping[Trait, int]

    def share(self, trait: Trait) -> float:
        """The share of the runs that had it."""
        return self.traits.get(trait, 0) / self.runs if self.runs else 0.0


@dataclass(frozen=True, slots=True)
class Profiles:
    """Profiles by package."""

    apps: Mapping[str, AppProfile] = field(default_factory=lambda: MappingProxyType({}))


NO_PROFILES = Profiles()


def learn(runs: Iterable[Recording]) -> Profiles:
    """The profiles of the apps in some safe runs. That they are safe is the caller's word."""
    seen: Counter[str] = Counter()
    traits: dict[str, Counter[Trait]] = {}
    for run in runs:
        in_run: dict[str, set[Trait]] = {}
        for number, step in enumerate(run.steps):
            package = step.screen.package
            after = run.steps[number + 1].trace if number + 1 < len(run.steps) else None
            in_run.setdefault(package, set()).update(element_traits(step))
            if after is not None:
                for owner, trait in change_traits(after):
                    in_run.setdefault(owner, set()).add(trait)
        for package, found in in_run.items():
            seen[package] += 1
            traits.setdefault(package, Counter()).update(found)
    return Profiles(MappingProxyType({
        package: AppProfile(seen[package], MappingProxyType(dict(sorted(traits[package].items()))))
        for package in sorted(seen)
    }))  # fmt: skip


def element_traits(step: RecordedStep) -> Iterable[Trait]:
    """The element that is acted on, by its resource id; one without an id is nobody's habit."""
    element = step.action.element
    if element is not None and element.resource_id:
        yield ("element", f"{step.action.type} {element.resource_id}")


def change_traits(trace: SystemTrace) -> Iterable[tuple[str, Trait]]:
    """What the system did, each with the package that did it."""
    if isinstance(trace.network, Changed):
        for use in trace.network.items:
            yield use.package, ("host", use.host)
    if isinstance(trace.files, Changed):
        for event in trace.files.items:
            if event.package is not None:
                yield event.package, ("files", f"{event.kind} {place(event.path, event.package)}")
    if isinstance(trace.permissions, Changed):
        for grant in trace.permissions.items:
            yield grant.package, ("permission", f"{'got' if grant.granted else 'lost'} {grant.permission}")
