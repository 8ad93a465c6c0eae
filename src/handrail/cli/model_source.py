"""Where the answers of a model come from, as a command line says it: the model, a cassette, or files of a batch."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from handrail.cli.circuit_breaker import CircuitBreaker
from handrail.cli.model_choice import SpendingLimits, choose_model
from handrail.error import Misuse
from handrail.llm import Model, Recording, open_batch

Record: TypeAlias = Annotated[Path | None, typer.Option(help="keep every answer of the model in this cassette")]
Replay: TypeAlias = Annotated[Path | None, typer.Option(help="take every answer from this cassette, ask no model")]
RequestsOut: TypeAlias = Annotated[Path | None, typer.Option(help="write open questions to this file, ask no model")]
AnswersIn: TypeAlias = Annotated[
    list[Path] | None, typer.Option(help="answers of a batch service; may be repeated, once a round")
]
Calls: TypeAlias = Annotated[int | None, typer.Option(help="stop after so many calls of the model")]
Tokens: TypeAlias = Annotated[int | None, typer.Option(help="stop after so many tokens")]
Dollars: TypeAlias = Annotated[float | None, typer.Option(help="stop after so much money")]


@dataclass(frozen=True, slots=True)
class ModelSource:
    """What was said about it. `option` is the one that names the model, for telling what is wrong."""

    name: str | None
    record: Path | None = None
    replay: Path | None = None
    requests_out: Path | None = None
    answers_in: tuple[Path, ...] = ()
    limits: SpendingLimits = field(default=SpendingLimits())
    option: str = "--model"

    @property
    def is_batch(self) -> bool:
        """Whether questions and answers go through files."""
        return self.requests_out is not None or bool(self.answers_in)

    @property
    def asks_somebody(self) -> bool:
        """Whether an option speaks of a model that is asked."""
        return self.is_batch or self.record is not None or self.replay is not None or self.limits.is_set

    def open(self) -> Model | str:
        """The model, or `offline`. Raises `Misuse` for what cannot be meant and for a key that is missing."""

        if not self.is_batch:
            return self._open_one()
        if self.name is None or ":" not in self.name:
            raise Misuse(f"a batch asks one model by its name; give it, as in {self.option} openai:gpt-4.1")
        if self.record is not None or self.replay is not None or self.limits.is_set:
            raise Misuse("a batch is its own recording and spends nothing here; leave out cassettes and limits")
        return open_batch(_without_address(self.name), requests_out=self.requests_out, answers_in=self.answers_in)

    def _open_one(self) -> Model | str:
        if self.replay is not None:
            name = None if self.name is None else _without_address(self.name)
            return choose_model(name, os.environ, record=self.record, replay=self.replay).model
        model = choose_model(self.name, os.environ, limits=self.limits).model
        if isinstance(model, str):  # again, for what it says about a recording
            return choose_model(self.name, os.environ, record=self.record, limits=self.limits).model
        reachable = CircuitBreaker(model)
        return reachable if self.record is None else Recording(reachable, self.record)


def _without_address(name: str) -> str:
    """As recordings know the model: they do not depend on where it is served."""
    return re.split(r"@https?://", name, maxsplit=1)[0]
