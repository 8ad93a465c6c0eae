"""What an experiment is: cases that can be measured one by one and kept, and what follows from all of them.

A case has a name and a key. The key is the digest of everything that can change its result: so what was kept counts as
long as the key is the same, and is measured anew as soon as the data, the policy, the model or the program is another.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel, ConfigDict

from handrail.bench.results.findings import Findings
from handrail.bench.results.statistics import Statistics

if TYPE_CHECKING:
    from handrail.bench.recipe.model_access import ModelAccess

__all__ = ["Case", "Experiment", "Measured", "Results", "Spec", "Surroundings", "content_key"]


@dataclass(frozen=True, slots=True)
class Case:
    """Something to measure. `asks` says that a model is asked over the network, so many may be under way at once."""

    id: str
    key: str
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of a case, as JSON: the same whenever it is measured again. `seconds` are not, and are kept apart.

    It is not `final` where another day may bring another answer: a model that could not be reached.
    """

    result: Mapping[str, Any]
    seconds: Mapping[str, float] = field(default_factory=dict)
    final: bool = True


Results = Mapping[str, Measured]
"""What was measured, by the name of the case, in the order of the cases."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a recipe is run in. `base` is the folder that paths in it start from, `scratch` one that is thrown away."""

    base: Path
    scratch: Path
    statistics: Statistics


class Experiment(Protocol):
    """An experiment with its parameters, ready to be measured."""

    @property
    def inputs(self) -> Mapping[str, str]:
        """What it was given, by name, each with the digest of its content."""
        ...

    def cases(self) -> tuple[Case, ...]:
        """All there is to measure, in the order of the tables."""
        ...

    def prepare(self) -> None:
        """What has to be there before any case is measured, made once, before several processes want it."""
        ...

    async def measure(self, case: str) -> Measured:
        """One of the cases, by its name."""
        ...

    def findings(self, results: Results) -> Findings:
        """What all of it says. A function of the results."""
        ...


class Spec(BaseModel):
    """An experiment as a recipe writes it. A subclass has its parameters, and `open`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    name: str = ""

    @property
    def label(self) -> str:
        """What tells it from the others of its recipe."""
        return self.name or self.kind

    def open(self, around: Surroundings, access: "ModelAccess") -> Experiment:
        """The experiment. Raises `UnreadableInput` for data that cannot be read."""
        raise NotImplementedError


def content_key(*parts: Any) -> str:
    """The digest of values that JSON can write, or that say in their `repr` all that they are."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=repr).encode()).hexdigest()[:32]
