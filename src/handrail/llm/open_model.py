"""Opening a model by its name."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping

from handrail.error import MissingExtra
from handrail.llm.model import Model
from handrail.llm.provider import Patience, find_provider

_DEFAULT_PATIENCE = Patience()


def open_model(
    name: str,
    *,
    environment: Mapping[str, str] | None = None,
    patience: Patience = _DEFAULT_PATIENCE,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Model:
    """The model called `name`, as in `openai:gpt-4o` or `vllm:qwen3@http://127.0.0.1:8000/v1`; see docs/models.md.

    Keys come from the environment alone. Raises `Misuse` for a name that cannot be meant and for a key that is
    missing, with the variable to set, and `MissingExtra` if the libraries are not installed. Asks nothing yet.
    """
    provider = find_provider(name, os.environ if environment is None else environment)
    try:  # a second of imports, paid only where a model on line is opened
        from handrail.llm.online import OnlineModel

        return OnlineModel(provider, patience, clock, sleep)
    except ImportError as missing:
        raise MissingExtra(f"`{name}` needs pydantic-ai: pip install 'handrail[models]'") from missing
