"""Profiles on disk: one JSON document, versioned, read strictly."""

from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from handrail.error import UnreadableInput
from handrail.sentinel.profile.profile import ASPECTS, AppProfile, Aspect, Profiles, Trait
from handrail.strict_json import read_text

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
        counts = {name: count for (one, name), count in sorted(profile.traits.items()) if one == aspect}
        if counts:
            found[aspect] = counts
    return found


def _profile(app: _App) -> AppProfile:
    traits: dict[Trait, int] = {
        (aspect, name): count for aspect, counts in app.seen.items() for name, count in counts.items()
    }
    return AppProfile(app.runs, MappingProxyType(dict(sorted(traits.items()))))
