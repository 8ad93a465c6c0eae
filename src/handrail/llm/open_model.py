"""Opening a model by its name: PROVIDER:NAME, where providers are ours and those that other packages add."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint

from handrail import registry
from handrail.error import MissingExtra, Misuse, install_line
from handrail.llm.model import Model
from handrail.llm.provider import Patience, find_provider, no_provider

_DEFAULT_PATIENCE = Patience()


@dataclass(frozen=True, slots=True)
class Opening:
    """What a provider is given beside what stands after the colon: the whole name, and the caller's wishes."""

    name: str
    environment: Mapping[str, str]
    patience: Patience = _DEFAULT_PATIENCE
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


def open_model(
    name: str,
    *,
    environment: Mapping[str, str] | None = None,
    patience: Patience = _DEFAULT_PATIENCE,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    found: Sequence[EntryPoint] | None = None,
) -> Model:
    """The model called `name`, as in `openai:gpt-4o` or `vllm:qwen3@http://127.0.0.1:8000/v1`; see docs/models.md.

    A provider is an entry point of the group `handrail.models`: a function that takes what stands after the colon and
    an `Opening`, and gives a `Model`. Keys come from the environment alone. Raises `Misuse` for a name that cannot be
    meant and for a key that is missing, with the variable to set, and `MissingExtra` if the libraries are not
    installed. Asks nothing yet.
    """
    if ":" not in name:
        raise Misuse(no_provider(name))
    opening = Opening(name, os.environ if environment is None else environment, patience, clock, sleep)
    model: Model = registry.opened(registry.MODELS, name, opening, found=found, said=no_provider(name))
    return model


def open_online(_: str, opening: Opening) -> Model:
    """A model of one of the providers that come with Handrail."""
    provider = find_provider(opening.name, opening.environment)
    try:  # a second of imports, paid only where a model on line is opened
        from handrail.llm.online import OnlineModel

        return OnlineModel(provider, opening.patience, opening.clock, opening.sleep)
    except ImportError as missing:
        raise MissingExtra(f"`{opening.name}` needs pydantic-ai: {install_line('handrail[models]')}") from missing
