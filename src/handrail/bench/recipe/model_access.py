"""Access to the models of a run: each is opened once, and each answer is kept and never paid for twice.

Answers are kept in a cassette for each model (`handrail.llm`), which several runs share. What cannot be opened, for
want of a key or of a library, is no error: the run says that it was skipped, and why. In place of asking, questions can
be counted and priced (`Pricing`).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from handrail.bench.recipe.data import Files, files_of
from handrail.bench.results.findings import Skipped
from handrail.error import MissingExtra, Misuse
from handrail.llm import BatchIn, Model, Recorded, Recording, open_model
from handrail.llm.budget import input_tokens
from handrail.llm.model import NotRecorded, Reply, Request
from handrail.strict_json import read_bytes

__all__ = ["DEFAULT", "ModelAccess", "ModelChoice", "Named", "Pricing"]

DEFAULT = "default"
"""The model whose key is set, where a recipe does not name one."""
_CASSETTE = b'{"digest":"'


class ModelChoice(BaseModel):
    """Who is asked: a name (`offline`, `default`, `openai:gpt-4.1`), or a name with the files of its answers.

    `label` is what tables call it. `experience`, for an encoder, is how it is asked, if otherwise than the others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    answers: Files = ()
    label: str = ""
    experience: tuple[Literal["cold", "warm"], ...] | None = None


def _by_name(raw: object) -> object:
    return {"name": raw} if isinstance(raw, str) else raw


Named = Annotated[ModelChoice, BeforeValidator(_by_name, json_schema_input_type=str | ModelChoice)]
"""A model by its name alone, or as a mapping."""


@dataclass(slots=True)
class Pricing:
    """Counts what a model would be asked, and answers nothing. Tokens are estimated from lengths: an upper bound."""

    inner: Model
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seen: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.inner.name

    async def ask(self, request: Request) -> Reply:
        """What is kept for this question; else it is counted, and nobody is asked."""
        reply = await self.inner.ask(request)
        digest = request.digest(self.name)
        if isinstance(reply, NotRecorded) and digest not in self.seen:
            self.seen.add(digest)
            self.calls += 1
            self.input_tokens += input_tokens(request)
            self.output_tokens += request.maximum_output_tokens
        return reply

    @property
    def dollars(self) -> float | None:
        """At most, by the list price; None where nobody knows it."""
        try:
            from genai_prices import Usage, calc_price
        except ModuleNotFoundError:
            return None
        kind, _, name = self.name.partition(":")
        try:
            used = Usage(input_tokens=self.input_tokens, output_tokens=self.output_tokens)
            return float(calc_price(used, name, provider_id=kind).total_price)
        except (LookupError, ValueError, AssertionError):
            return None


@dataclass(slots=True)
class ModelAccess:
    """`cassettes` is the folder of kept answers; `default` the model that `default` stands for, None for nobody.

    `limit` puts a budget in front of a model. With `only_price` nobody is asked: `priced` has what would be.
    """

    cassettes: Path | None = None
    default: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    limit: Callable[[Model], Model] = lambda model: model
    only_price: bool = False
    priced: dict[str, Pricing] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    _opened: dict[str, Model] = field(default_factory=dict)

    def name_of(self, choice: ModelChoice) -> str:
        """Its name, which is that of its answers too."""
        return self.default or DEFAULT if choice.name == DEFAULT else choice.name

    def label_of(self, choice: ModelChoice) -> str:
        """How tables call it."""
        return choice.label or self.name_of(choice)

    def why_not(self, choice: ModelChoice) -> Skipped | None:
        """Why it cannot be asked; None where it can."""
        if choice.answers:
            return None
        if choice.name == DEFAULT and self.default is None:
            return Skipped("a language model", "no key of a model is set; set one, or name a model in the recipe")
        try:
            open_model(self.name_of(choice), environment=self.environment)
        except (Misuse, MissingExtra) as error:
            return Skipped(self.name_of(choice), str(error))
        return None

    def open(self, choice: ModelChoice, base: Path) -> Model:
        """The model. Raises `Misuse` or `MissingExtra` where it cannot be asked."""
        name = self.name_of(choice)
        if choice.answers:
            return _recorded(name, files_of(choice.answers, base))
        self.asked.add(name)
        if name not in self._opened:
            self._opened[name] = self._ask_of(name)
        return self._opened[name]

    def _ask_of(self, name: str) -> Model:
        cassette = (
            None
            if self.cassettes is None
            else self.cassettes / f"{re.sub(r'[^a-z0-9._-]+', '-', name.casefold())}.jsonl"
        )
        if self.only_price:
            kept: Model = Recorded(cassette, name) if cassette is not None and cassette.exists() else _Nobody(name)
            return self.priced.setdefault(name, Pricing(kept))
        model = self.limit(open_model(name, environment=self.environment))
        if cassette is None:
            return model
        cassette.parent.mkdir(parents=True, exist_ok=True)
        return Recording(model, cassette)


@dataclass(frozen=True, slots=True)
class _Nobody:
    name: str

    async def ask(self, request: Request) -> Reply:
        return NotRecorded(request.digest(self.name))


def _recorded(name: str, files: Iterable[Path]) -> Model:
    """Answers from cassettes or from batches, told apart by how they begin."""
    paths = tuple(files)
    if len(paths) == 1 and read_bytes(paths[0]).startswith(_CASSETTE):
        return Recorded(paths[0], name)
    return BatchIn(paths, name)
