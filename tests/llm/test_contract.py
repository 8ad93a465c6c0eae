"""Every model is held to what `Model` promises; those that are asked over the network in test_online.py."""

from collections.abc import Callable
from pathlib import Path

import pytest

from handrail.cli.circuit_breaker import CircuitBreaker
from handrail.llm import Budget, Model, Recorded, Recording, Scripted, open_batch, open_model
from handrail.llm.memoizing_model import MemoizingModel
from handrail.testing import ModelContract


def says() -> Model:
    return Scripted(lambda request: f'{{"hour": {len(request.messages)}}}')


def online(_: Path) -> Model:
    pytest.importorskip("pydantic_ai", reason="pip install 'handrail[models]'")
    return open_model("vllm:one@http://127.0.0.1:9/v1", environment={}, sleep=at_once)


async def at_once(_: float) -> None:
    """Nobody waits."""


def recorded(folder: Path) -> Model:
    (folder / "empty.jsonl").touch()
    return Recorded(folder / "empty.jsonl", "openai:gpt-4o")


MODELS: dict[str, Callable[[Path], Model]] = {
    "scripted": lambda _: says(),
    "budget": lambda _: Budget(says(), calls=3),
    "recording": lambda folder: Recording(says(), folder / "cassette.jsonl"),
    "recorded": recorded,
    "batch": lambda folder: open_batch("openai:gpt-4o", requests_out=folder / "questions.jsonl"),
    "memoizing": lambda _: MemoizingModel(says(), 2),
    "circuit-breaker": lambda _: CircuitBreaker(says()),
    "online": online,
}


class TestModel(ModelContract):
    @pytest.fixture(params=MODELS, autouse=True)
    def chosen(self, request: pytest.FixtureRequest, tmp_path: Path) -> None:
        self._open, self._folder = MODELS[request.param], tmp_path

    def model(self) -> Model:
        return self._open(self._folder)
