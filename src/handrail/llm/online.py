"""A model that is asked over the network: our questions and replies in the words of pydantic-ai.

Every question has a connection of its own, closed with it: so a model may be used from one event loop after another,
and a cancelled question is hung up on. Only the certificates are kept between questions.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, assert_never

import httpx2
from genai_prices import calc_price
from pydantic_ai import BinaryContent
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import (
    ContentFilterError,
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelQuotaExceededError,
    UserError,
)
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import Model as Client
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from handrail.error import Misuse
from handrail.llm.completion import FILTERED, read_reply
from handrail.llm.gbnf import gbnf_of
from handrail.llm.model import (
    Answer,
    Declined,
    Grammar,
    Message,
    Part,
    Reply,
    Request,
    Schema,
    TimedOut,
    Unreachable,
    Usage,
)
from handrail.llm.provider import DecoderConstraint, Patience, Provider

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


Dial: TypeAlias = Callable[[httpx2.AsyncClient], Client]


@dataclass(frozen=True, slots=True)
class Question:
    """A request as pydantic-ai takes it."""

    messages: list[ModelMessage]
    settings: ModelSettings
    parameters: ModelRequestParameters


def dial(provider: Provider) -> Dial:
    """How a client of this provider is made from a connection; imports what the provider needs."""
    url, key, model = provider.url, provider.key, provider.model
    match provider.kind:
        case "openai":
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.providers.openai import OpenAIProvider

            return lambda http: OpenAIChatModel(
                model, provider=OpenAIProvider(base_url=url, api_key=key, http_client=http)
            )
        case "anthropic":
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            return lambda http: AnthropicModel(
                model, provider=AnthropicProvider(base_url=url, api_key=key, http_client=http)
            )
        case "google":
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            assert key is not None
            return lambda http: GoogleModel(model, provider=GoogleProvider(base_url=url, api_key=key, http_client=http))
        case _:
            return _dial_compatible(provider)


def _dial_compatible(provider: Provider) -> Dial:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    # the older name of the limit is the one that every server knows; none but OpenAI's knows `strict`
    profile = OpenAIModelProfile(
        openai_chat_supports_max_completion_tokens=False, openai_supports_strict_tool_definition=False
    )
    url = provider.url
    assert url is not None
    return lambda http: OpenAIChatModel(
        provider.model,
        provider=OpenAICompatibleProvider(
            provider.kind, base_url=url, api_key=provider.key, http_client=http, profile=profile
        ),
    )


def question_of(request: Request, constraint: DecoderConstraint, client: Client, timeout_seconds: float) -> Question:
    """The request for a client. A shape that its server cannot be held to is left to the checks of the answer."""
    settings = ModelSettings(max_tokens=request.maximum_output_tokens, timeout=timeout_seconds, max_retries=0)
    if _takes_temperature(client):
        settings["temperature"] = request.temperature
    if request.seed is not None:
        settings["seed"] = request.seed
    parameters = ModelRequestParameters()
    match request.shape:
        case Schema(name, schema):
            if constraint is DecoderConstraint.LLAMA_CPP:
                settings["extra_body"] = {"response_format": {"type": "json_object", "schema": dict(schema)}}
            else:
                parameters = _of_schema(name, dict(schema), client)
        case Grammar(lark):
            if (held := _of_grammar(lark, constraint)) is not None:
                settings["extra_body"] = held
        case None:
            pass
        case _:
            assert_never(request.shape)
    return Question(_messages(request.messages), settings, parameters)


def _takes_temperature(client: Client) -> bool:
    """Models that reason before they answer refuse it."""
    profile: Mapping[str, Any] = client.profile
    if profile.get("anthropic_disallows_sampling_settings", False):
        return False
    if not profile.get("openai_supports_reasoning", False):
        return True
    may_not_reason = profile.get("openai_supports_reasoning_effort_none", False)
    return bool(may_not_reason and not profile.get("thinking_enabled_by_default", False))


def _of_schema(name: str, schema: dict[str, Any], client: Client) -> ModelRequestParameters:
    """Held to the schema where the model can be, else told it."""
    native = client.profile.get("supports_json_schema_output", False)
    return ModelRequestParameters(
        output_mode="native" if native else "prompted",
        output_object=OutputObjectDefinition(json_schema=schema, name=name),
    )


def _of_grammar(lark: str, constraint: DecoderConstraint) -> dict[str, Any] | None:
    match constraint:
        case DecoderConstraint.LLAMA_CPP:
            return {"grammar": gbnf_of(lark)}
        case DecoderConstraint.VLLM:
            return {"structured_outputs": {"grammar": lark}}
        case DecoderConstraint.NATIVE:
            return None
        case _:
            assert_never(constraint)


def _messages(messages: tuple[Message, ...]) -> list[ModelMessage]:
    turns: list[ModelMessage] = []
    asked: list[ModelRequestPart] = []
    for message in messages:
        match message.role:
            case "system":
                asked.append(SystemPromptPart(_text(message)))
            case "user":
                asked.append(UserPromptPart(_contents(message)))
            case "assistant":
                turns.append(ModelRequest(asked))
                asked = []
                turns.append(ModelResponse([TextPart(_text(message))]))
            case _:
                assert_never(message.role)
    return [*turns, ModelRequest(asked)] if asked else turns


def _text(message: Message) -> str:
    return "\n\n".join(part for part in message.parts if isinstance(part, str))


def _contents(message: Message) -> str | list[str | BinaryContent]:
    """Text alone goes as text: small servers take a list of parts only where there is a picture."""
    if all(isinstance(part, str) for part in message.parts):
        return _text(message)
    return [_content(part) for part in message.parts]


def _content(part: Part) -> str | BinaryContent:
    return part if isinstance(part, str) else BinaryContent(part.png, media_type="image/png")


def reply_of_response(response: ModelResponse, provider: Provider) -> Reply:
    """What came, without the key should the server have repeated it."""
    usage = Usage(response.usage.input_tokens, response.usage.output_tokens, _dollars(response, provider))
    details = response.provider_details or {}
    refusal = details.get("refusal")
    return read_reply(
        Answer(provider.redacted(response.text or ""), provider.name, usage, cut=response.finish_reason == "length"),
        refusal=provider.redacted(str(refusal)) if refusal else None,
        filtered=response.finish_reason == "content_filter",
    )


def _dollars(response: ModelResponse, provider: Provider) -> float | None:
    """What the provider takes for it. A server of one's own is known by its address alone, never by a model's name."""
    try:
        if provider.hosted:
            return float(response.cost().total_price)
        name = response.model_name or provider.model
        return float(calc_price(response.usage, name, provider_api_url=provider.url).total_price)
    except (LookupError, ValueError, AssertionError):  # a model without a known price, an answer without its usage
        return None
