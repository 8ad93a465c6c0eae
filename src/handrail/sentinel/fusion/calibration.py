"""How much each source counts, as measured: weights of log-odds, a threshold for each category, scores of safe runs.

A calibration is fitted on runs that nothing else was fitted to, and says on which. Without one the weights are those of
`UNMEASURED`, which every verdict then says.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handrail.error import UnreadableInput
from handrail.sentinel.finding import Category
from handrail.sentinel.fusion.conformal import SafeScores
from handrail.strict_json import read_text

VERSION = "handrail.fusion/1"
MOST_OFFSET = 3.0


@dataclass(frozen=True, slots=True)
class Weights:
    """Factors of log-odds. `judge` is for its flags, `relief` for its `safe`, which takes away.

    `unsupported` comes on top for a flag without a quotation that is really there.
    """

    rules: float = 0.5
    judge: float = 1.0
    relief: float = 1.0
    unsupported: float = 0.5
    bias: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """`offsets` are added to the threshold of a category, in log-odds; `measured_on` says what all this rests on."""

    weights: Weights = Weights()
    offsets: Mapping[Category, float] = field(default_factory=lambda: MappingProxyType({}))
    safe: SafeScores | None = None
    measured_on: str = ""

    @property
    def is_measured(self) -> bool:
        """Whether it was fitted to anything."""
        return bool(self.measured_on)

    def offset(self, category: Category) -> float:
        """What a category asks for beyond even odds."""
        return self.offsets.get(category, 0.0)


RULES_ALONE = Calibration(Weights(rules=1.0), measured_on="")
UNMEASURED = Calibration()


class _Weights(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    rules: float = Field(ge=0, le=10)
    judge: float = Field(ge=0, le=10)
    relief: float = Field(ge=0, le=10)
    unsupported: float = Field(ge=0, le=10)
    bias: float = Field(ge=-20, le=20)


class _Safe(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    kind: str
    scores: list[float]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: str = Field(pattern=f"^{VERSION}$")
    measured_on: str
    made_by: str = ""
    weights: _Weights
    offsets: dict[Category, float] = {}
    safe: _Safe | None = None


def read_calibration(text: str, name: str) -> Calibration:
    """A calibration from JSON; raises `UnreadableInput` that names the place."""
    try:
        document = _Document.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise UnreadableInput(f"{name}: {'.'.join(map(str, first['loc'])) or 'JSON'}: {first['msg']}") from error
    safe = SafeScores.of(document.safe.scores, document.safe.kind) if document.safe is not None else None
    weights = Weights(**document.weights.model_dump())
    return Calibration(weights, MappingProxyType(document.offsets), safe, document.measured_on)


def load_calibration(path: Path) -> Calibration:
    """A calibration from a file."""
    return read_calibration(read_text(path), str(path))


def write_calibration(calibration: Calibration, made_by: str = "") -> str:
    """The JSON of a calibration; reading it gives the same."""
    weights = calibration.weights
    document = _Document(
        version=VERSION,
        measured_on=calibration.measured_on,
        made_by=made_by,
        weights=_Weights(**asdict(weights)),
        offsets=dict(calibration.offsets),
        safe=None
        if calibration.safe is None
        else _Safe(kind=calibration.safe.kind, scores=list(calibration.safe.scores)),
    )
    return document.model_dump_json(indent=1) + "\n"


@cache
def shipped(judge: str) -> Calibration:
    """What comes with Handrail for a judge: measured for `none` and `offline`, not for language models."""
    file = files(__package__).joinpath("calibrations", f"{judge}.json")
    if judge not in {"none", "offline"} or not file.is_file():
        return RULES_ALONE if judge == "none" else UNMEASURED
    return read_calibration(file.read_text("utf-8"), file.name)
