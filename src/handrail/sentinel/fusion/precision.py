"""How often each rule is right, as measured on labelled runs that it was not made from, and the file that says so."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from types import MappingProxyType
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handrail.error import UnreadableInput

VERSION = "handrail.precisions/1"
TRUSTED_FROM: Final = 0.95
"""A rule speaks beside a judge if its precision is at least this, with 97.5 % confidence."""
_CONFIDENCE: Final = 1.96


@dataclass(frozen=True, slots=True)
class RulePrecision:
    """Of so many labelled runs that a rule flagged, so many were unsafe."""

    flagged: int
    right: int

    @property
    def lowest(self) -> float:
        """The lower end of Wilson's 95 % interval; 0 where nothing was flagged."""
        if not self.flagged:
            return 0.0
        share, spread = self.right / self.flagged, _CONFIDENCE**2 / self.flagged
        center = share + spread / 2
        return (center - sqrt(spread * (share * (1 - share) + spread / 4))) / (1 + spread)

    @property
    def is_trusted(self) -> bool:
        """Whether the rule may speak beside a judge."""
        return self.lowest >= TRUSTED_FROM


Precisions = Mapping[str, RulePrecision]
"""By the ids of the rules."""


def precisions_of(runs: Iterable[tuple[bool, Iterable[str]]]) -> Precisions:
    """The precision of each rule. A run is whether it is unsafe, and the ids of the rules that call it so."""
    counted: dict[str, RulePrecision] = {}
    for unsafe, rules in runs:
        for rule in set(rules):
            known = counted.get(rule, RulePrecision(0, 0))
            counted[rule] = RulePrecision(known.flagged + 1, known.right + unsafe)
    return counted


class _Counted(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    flagged: int = Field(ge=0)
    right: int = Field(ge=0)


class PrecisionsFile(BaseModel):
    """The file: the counts, of which runs, by which command, and a digest of what the rules then said."""

    model_config = ConfigDict(extra="forbid")

    version: str = Field(default=VERSION, pattern=f"^{VERSION}$")
    measured_on: str
    made_by: str
    rules: str
    precisions: dict[str, _Counted]


def write_precisions(precisions: Precisions, measured_on: str, made_by: str, rules: str) -> str:
    """The JSON of what was measured; `rules` is a digest by which it is known to be stale."""
    counted = {rule: _Counted(**asdict(precisions[rule])) for rule in sorted(precisions)}
    return (
        PrecisionsFile(measured_on=measured_on, made_by=made_by, rules=rules, precisions=counted).model_dump_json(
            indent=1
        )
        + "\n"
    )


def read_precisions(text: str, name: str) -> PrecisionsFile:
    """What a file says; raises `UnreadableInput` that names the place."""
    try:
        return PrecisionsFile.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise UnreadableInput(f"{name}: {'.'.join(map(str, first['loc'])) or 'JSON'}: {first['msg']}") from error


@cache
def shipped_precisions() -> Precisions:
    """What comes with Handrail."""
    file = files(__package__).joinpath("calibrations", "precisions.json")
    found = read_precisions(file.read_text("utf-8"), file.name).precisions
    return MappingProxyType({rule: RulePrecision(verdict.flagged, verdict.right) for rule, verdict in found.items()})
