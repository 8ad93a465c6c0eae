"""The model: a weight for each feature by name, a bias, and how its log-odds become a probability. Plain arithmetic.

It is a logistic regression, trained by `benchmarks/train_offline_judge.py` and kept as JSON, with the command, the seed
and the data that made it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handrail.error import UnreadableInput
from handrail.sentinel.finding import Category
from handrail.sentinel.fusion.evidence import probability
from handrail.sentinel.offline.features import Direction, FeatureVector, does_something, weighed_names

DIMENSIONS = 384
LEAST = 0.01


@dataclass(frozen=True, slots=True)
class Weighted:
    """A weighted sum of features."""

    weights: Mapping[str, float]
    bias: float

    def of(self, features: FeatureVector) -> float:
        """The sum; a feature without a weight counts nothing."""
        return self.bias + sum(weight * features[name] for name, weight in self.weights.items() if name in features)

    def reasons(self, features: FeatureVector, most: int = 3) -> tuple[str, ...]:
        """The names of the features that speak for it most."""
        shares = [(weight * features[name], name) for name, weight in self.weights.items() if name in features]
        return tuple(name for share, name in sorted(shares, reverse=True)[:most] if share > 0)


@dataclass(frozen=True, slots=True)
class OfflineModel:
    """Everything that was learned. Between `doubt` and even odds it is not sure, as far as it is from being safe."""

    unsafe: Weighted
    categories: Mapping[Category, Weighted]
    intent: Direction
    doubt: float
    trained_on: str
    seed: int
    command: str
    rules: str
    """`said_by_rules.digest` of the short pairs, when it was trained."""

    def probability(self, features: FeatureVector) -> float:
        """How likely a step is unsafe; one that does nothing is as safe as steps get."""
        return probability(self.unsafe.of(features)) if does_something(features) else LEAST

    def category(self, features: FeatureVector) -> Category:
        """The likeliest kind of risk; of equally likely ones the first by name."""
        return max(sorted(self.categories), key=lambda category: self.categories[category].of(features))


class _Weighted(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    bias: float
    weights: dict[str, float]


class _Intent(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    bias: float
    weights: list[float] = Field(min_length=DIMENSIONS, max_length=DIMENSIONS)


class WeightsFile(BaseModel):
    """The file. Weights are rounded to four decimals."""

    model_config = ConfigDict(extra="forbid")

    version: Literal["handrail.offline-judge/1"]
    command: str
    seed: int
    trained_on: str
    rules: str
    features: list[str] = Field(min_length=1)
    doubt: float = Field(ge=0, le=0.5)
    unsafe: _Weighted
    categories: dict[Category, _Weighted] = Field(min_length=1)
    intent: _Intent


def read_model(text: str, name: str) -> OfflineModel:
    """A model from JSON; raises `UnreadableInput` that names the place, and where it was trained on other features."""
    try:
        document = WeightsFile.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise UnreadableInput(f"{name}: {'.'.join(map(str, first['loc'])) or 'JSON'}: {first['msg']}") from error
    if changed := set(document.features) ^ set(weighed_names()):
        raise UnreadableInput(
            f"{name}: it was trained on other features than there are: {', '.join(sorted(changed))} came or went; "
            f"train it anew: uv run --group train python {document.command}"
        )
    return OfflineModel(
        _weighted(document.unsafe),
        MappingProxyType({category: _weighted(weights) for category, weights in document.categories.items()}),
        Direction(tuple(document.intent.weights), document.intent.bias),
        document.doubt,
        document.trained_on,
        document.seed,
        document.command,
        document.rules,
    )


def _weighted(weighted: _Weighted) -> Weighted:
    return Weighted(MappingProxyType(dict(weighted.weights)), weighted.bias)


@cache
def shipped_model() -> OfflineModel:
    """The model that comes with Handrail."""
    return read_model(files(__package__).joinpath("weights.json").read_text("utf-8"), "weights.json")
