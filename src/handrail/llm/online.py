"""A model that is asked over the network.

Every question has a connection of its own, closed with it: so a model may be used from one event loop after another,
and a cancelled question is hung up on. Only the certificates are kept between questions.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import httpx2
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import (
    ContentFilterError,
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelQuotaExceededError,
    UserError,
)
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from handrail.error import Misuse
from handrail.llm.client import dial, question_of, reply_of_response
from handrail.llm.completion import FILTERED
from handrail.llm.model import Answer, Declined, Reply, TimedOut, Unreachable
from handrail.llm.patience import Patience
from handrail.llm.provider import Provider
from handrail.llm.request import Request

_MOST_OF_A_REASON = 500
_TRY_AGAIN = frozenset({408, 409, 425, 429})
_OF_KEY_AND_MODEL = frozenset({401, 403, 404})


class _Again(Exception):
    """An attempt failed in a way that the next may not."""

    def __init__(self, reason: str, wait_seconds: float | None = None) -> None:
        super().__init__(reason)
        self.wait_seconds = wait_seconds


class OnlineModel:
    """Asks a provider, again with growing waits where that can help, and in the time it is given."""

    def __init__(
        self,
        provider: Provider,
        patience: Patience,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._provider = provider
        self._patience = patience
        self._clock = clock
        self._dial = dial(provider)
        self._certificates = httpx2.create_ssl_context()
        backing_off = wait_exponential_jitter(
            initial=patience.first_wait_seconds,
            max=patience.longest_wait_seconds,
            jitter=patience.first_wait_seconds,
        )

        def wait(state: RetryCallState) -> float:
            failed = state.outcome.exception() if state.outcome else None
            said = failed.wait_seconds if isinstance(failed, _Again) else None
            return backing_off(state) if said is None else said

        self._retrying = AsyncRetrying(
            sleep=sleep,
            stop=stop_after_attempt(patience.attempts),
            wait=wait,
            retry=retry_if_exception_type(_Again),
            reraise=True,
        )

    @property
    def name(self) -> str:
        """The provider and the model, as in `openai:gpt-4o`."""
        return self._provider.name

    def __repr__(self) -> str:
        return f"OnlineModel({self.name})"

    async def ask(self, request: Request) -> Reply:
        """The answer, or why there is none; see `handrail.llm.Model`."""
        begun = self._clock()
        limit = asyncio.timeout(self._patience.timeout_seconds)
        try:
            async with limit:
                reply: Reply = await self._retrying.copy()(self._attempt, request)
        except TimeoutError:
            return TimedOut(self._clock() - begun)
        except _Again as failed:
            return Unreachable(f"{failed} (asked {self._patience.attempts} times)")
        return replace(reply, seconds=self._clock() - begun) if isinstance(reply, Answer) else reply

    async def _attempt(self, request: Request) -> Reply:
        seconds = self._patience.timeout_seconds
        async with httpx2.AsyncClient(verify=self._certificates, timeout=seconds) as http:
            client = self._dial(http)
            question = question_of(request, self._provider.constraint, client, seconds)
            try:
                response = await model_request(
                    client,
                    question.messages,
                    model_settings=question.settings,
                    model_request_parameters=question.parameters,
                )
                return reply_of_response(response, self._provider)
            except UserError as error:
                raise Misuse(f"`{self.name}` cannot be asked so: {self._said(error)}") from None
            except ContentFilterError:
                return Declined(FILTERED)
            except Warning:  # whoever made warnings into errors wants to see this one
                raise
            except Exception as error:  # what a server sends can make the libraries stumble in any way
                return self._failed(error)

    def _failed(self, error: Exception) -> Unreachable:
        """A failure for good; one that may pass is raised as `_Again`."""
        if isinstance(error, ModelHTTPError):
            reason = f"the server answered {error.status_code}: {self._said(error)}"
            if error.status_code in _TRY_AGAIN or error.status_code >= 500:
                if isinstance(error, ModelQuotaExceededError):
                    return Unreachable(reason)
                raise _Again(reason, error.retry_after) from None
            return Unreachable(reason, rejected=error.status_code not in _OF_KEY_AND_MODEL)
        if isinstance(error, ModelConnectionError):
            raise _Again(f"no connection: {self._said(error)}") from None
        raise _Again(f"what came is not an answer: {self._said(error)}") from None

    def _said(self, error: Exception) -> str:
        """What the server said, or the library about it: without the key, and not too long."""
        told = error.body if isinstance(error, ModelAPIError) else None
        for inside in ("error", "message"):
            told = told[inside] if isinstance(told, dict) and inside in told else told
        said = self._provider.redacted(str(told or error) or type(error).__name__)
        return said if len(said) <= _MOST_OF_A_REASON else f"{said[:_MOST_OF_A_REASON]}…"
