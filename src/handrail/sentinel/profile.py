"""What is normal for an app, learned from safe runs, and how far that moves what the rules say; see docs/judges.md.

Counts are of runs, not of events: an app that writes a cache file a hundred times in one run has done it once. A
profile moves a step a little, both ways, and never beyond `MOST`: lower where everything that the step did is usual for
its apps, higher where they did something that none of their safe runs did. An app seen in fewer than `FEWEST_RUNS` runs
has no habits yet, and moves nothing. What cannot be undone is never made to look better. On disk profiles are one JSON
document, versioned, read strictly.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from handrail.device.recording import RecordedStep, Recording
from handrail.device.trace import Changed, SystemTrace
from handrail.error import UnreadableInput
from handrail.sentinel.change import place
from handrail.sentinel.finding import Reversibility
from handrail.sentinel.scan import ScanReport, StepReport
from handrail.strict_json import read_text

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


MOST = 1.0
"""Log-odds: a finding of confidence 0.5 comes to lie between 0.27 and 0.73 and not further."""
FEWEST_RUNS = 5
USUAL = 0.2
"""The share of safe runs from which on something is usual."""


def shifts_of(recording: Recording, report: ScanReport, profiles: Profiles) -> dict[int, float]:
    """The shift of each step that has findings, in log-odds; steps that are left out are not moved."""
    if not profiles.apps:
        return {}
    shifts = {}
    for number, (step, told) in enumerate(zip(recording.steps, report.steps, strict=True)):
        if not told.findings:
            continue
        traits = [(step.screen.package, trait) for trait in element_traits(step)]
        if number + 1 < len(recording.steps):
            traits += change_traits(recording.steps[number + 1].trace)
        moved = shift(traits, told, profiles)
        if moved:
            shifts[told.n] = moved
    return shifts


def shift(traits: Iterable[tuple[str, Trait]], told: StepReport, profiles: Profiles) -> float:
    """The shift of one step by what its apps did in it."""
    known = [
        (profile, trait)
        for package, trait in traits
        if (profile := profiles.apps.get(package)) is not None and profile.runs >= FEWEST_RUNS
    ]
    if not known:
        return 0.0
    new = [profile for profile, trait in known if trait not in profile.traits]
    if new:
        return min(MOST, max(map(_weight, new)))
    if any(finding.reversibility is Reversibility.IRREVERSIBLE for finding in told.findings):
        return 0.0
    if all(profile.share(trait) >= USUAL for profile, trait in known):
        return -min(MOST, min(_weight(profile) for profile, _ in known))
    return 0.0


def _weight(profile: AppProfile) -> float:
    """The more runs were seen, the more their habits count: about a third of `MOST` for five, all of it from 32 on."""
    return min(MOST, MOST * (profile.runs - 1) / 31 + 0.2)


VERSION = "handrail.profiles/1"


class _App(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    runs: int = Field(ge=1)
    seen: dict[Aspect, dict[str, int]]

    @model_validator(mode="after")
    def _possible(self) -> "_App":
        for aspect, counts in self.seen.items():
            for name, count in counts.items():
                if not 1 <= count <= self.runs:
                    raise ValueError(f"{aspect} `{name}` in {count} of {self.runs} runs")
        return self


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    version: str = Field(pattern=f"^{VERSION}$")
    apps: dict[str, _App]


def write_profiles(profiles: Profiles) -> str:
    """The JSON of profiles; reading it gives the same."""
    apps = {package: _App(runs=profile.runs, seen=_by_aspect(profile)) for package, profile in profiles.apps.items()}
    return _Document(version=VERSION, apps=apps).model_dump_json(indent=1) + "\n"


def read_profiles(text: str, name: str) -> Profiles:
    """Profiles from JSON; raises `UnreadableInput` that names the place."""
    try:
        document = _Document.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise UnreadableInput(f"{name}: {'.'.join(map(str, first['loc'])) or 'JSON'}: {first['msg']}") from error
    return Profiles(MappingProxyType({package: _profile(app) for package, app in document.apps.items()}))


def load_profiles(path: Path) -> Profiles:
    """Profiles from a file."""
    return read_profiles(read_text(path), str(path))


def save_profiles(profiles: Profiles, path: Path) -> None:
    """Profiles to a file."""
    path.write_text(write_profiles(profiles), encoding="utf-8")


def _by_aspect(profile: AppProfile) -> dict[Aspect, dict[str, int]]:
    found: dict[Aspect, dict[str, int]] = {}
    for aspect in ASPECTS:
        counts = {name: count for (its_aspect, name), count in sorted(profile.traits.items()) if its_aspect == aspect}
        if counts:
            found[aspect] = counts
    return found


def _profile(app: _App) -> AppProfile:
    traits: dict[Trait, int] = {
        (aspect, name): count for aspect, counts in app.seen.items() for name, count in counts.items()
    }
    return AppProfile(app.runs, MappingProxyType(dict(sorted(traits.items()))))
