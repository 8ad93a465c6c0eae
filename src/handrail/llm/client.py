"""Our questions and replies in the words of pydantic-ai."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

import httpx2
from genai_prices import calc_price
from pydantic_ai import BinaryContent
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

from handrail.llm.completion import read_reply
from handrail.llm.gbnf import gbnf_of
from handrail.llm.model import Answer, Reply, Usage
from handrail.llm.provider import Constraint, Provider
from handrail.llm.request import Grammar, Message, Part, Request, Schema

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


def question_of(request: Request, constraint: Constraint, client: Client, timeout_seconds: float) -> Question:
    """The request for a client. A shape that its server cannot be held to is left to the checks of the answer."""
    settings = ModelSettings(max_tokens=request.maximum_output_tokens, timeout=timeout_seconds, max_retries=0)
    if _takes_temperature(client):
        settings["temperature"] = request.temperature
    if request.seed is not None:
        settings["seed"] = request.seed
    parameters = ModelRequestParameters()
    match request.shape:
        case Schema(name, schema):
            if constraint is Constraint.LLAMA_CPP:
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


def _of_grammar(lark: str, constraint: Constraint) -> dict[str, Any] | None:
    match constraint:
        case Constraint.LLAMA_CPP:
            return {"grammar": gbnf_of(lark)}
        case Constraint.VLLM:
            return {"structured_outputs": {"grammar": lark}}
        case Constraint.NATIVE:
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
