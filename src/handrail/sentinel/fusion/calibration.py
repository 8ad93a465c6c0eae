"""How much each source counts, as measured: weights of log-odds, a threshold for each category, scores of safe runs.

A calibration is fitted on runs that nothing else was fitted to, and says on which.

The scores of safe runs allow a promise about false alarms, which holds as far as nothing was fitted to them. It is
split conformal prediction: of n + 1 exchangeable safe runs, the score of the last is above the k-th smallest of the
others with probability at most 1 - k / (n + 1). The promise is about runs of the kind that was calibrated on, on
average over such sets; it says nothing about other kinds, and nothing about unsafe runs.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from math import ceil
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handrail.error import Misuse, UnreadableInput
from handrail.sentinel.finding import Category
from handrail.strict_json import read_text

VERSION = "handrail.fusion/1"


@dataclass(frozen=True, slots=True)
class Promise:
    """At most `budget` of safe runs are flagged: those with a score above `threshold`; `n` safe runs stand for it."""

    budget: float
    threshold: float
    n: int
    kind: str

    def __str__(self) -> str:
        """The promise, with what it rests on."""
        rests_on = f"{self.kind} (split conformal, n = {self.n})"
        return f"at most {self.budget:.1%} of safe runs like these are flagged: {rests_on}"


@dataclass(frozen=True, slots=True)
class SafeScores:
    """The scores of safe runs, ascending, and what runs they were."""

    scores: tuple[float, ...]
    kind: str

    @classmethod
    def of(cls, scores: Iterable[float], kind: str) -> "SafeScores":
        """From scores in any order."""
        return cls(tuple(sorted(scores)), kind)

    def promise(self, budget: float) -> Promise:
        """The lowest threshold that keeps the budget. Raises `Misuse` for one that so few runs cannot promise."""
        if not 0 < budget < 1:
            raise Misuse(f"a budget of {budget:g} false alarms; it is a share of the safe runs, such as 0.05")
        n = len(self.scores)
        rank = ceil((n + 1) * (1 - budget) - 1e-9)
        if rank > n:
            raise Misuse(
                f"{n} safe runs cannot promise at most {budget:.2%} false alarms, only {1 / (n + 1):.2%}; "
                "calibrate on more safe runs or allow more"
            )
        return Promise(budget, self.scores[rank - 1], n, self.kind)

    def p_value(self, score: float) -> float:
        """How often a safe run scores that much or more, at most: small means that it is none of them."""
        at_least = len(self.scores) - bisect_left(self.scores, score)
        return (1 + at_least) / (len(self.scores) + 1)


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
    rules: str = ""
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


def write_calibration(calibration: Calibration, made_by: str = "", rules: str = "") -> str:
    """The JSON of a calibration; reading it gives the same."""
    weights = calibration.weights
    document = _Document(
        version=VERSION,
        measured_on=calibration.measured_on,
        made_by=made_by,
        rules=rules,
        weights=_Weights(**asdict(weights)),
        offsets=dict(calibration.offsets),
        safe=None
        if calibration.safe is None
        else _Safe(kind=calibration.safe.kind, scores=list(calibration.safe.scores)),
    )
    return document.model_dump_json(indent=1) + "\n"


@cache
def shipped(judge: str) -> Calibration | None:
    """What comes with Handrail for a judge: measured for `none` and `offline`, nothing for others."""
    if judge not in {"none", "offline"}:
        return None
    file = files(__package__).joinpath("calibrations", f"{judge}.json")
    return read_calibration(file.read_text("utf-8"), file.name)
