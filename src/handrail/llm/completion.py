"""The wire format of OpenAI's chat completions, as batch files hold it: a question out, a completion in."""

from base64 import b64encode
from typing import Any, assert_never

from pydantic import BaseModel

from handrail.llm.model import (
    Answer,
    Declined,
    Grammar,
    Malformed,
    Message,
    Part,
    Picture,
    Reply,
    Request,
    Schema,
    Usage,
)

EMPTY = "the answer is empty"
FILTERED = "the content filter of the server held the answer back"


def chat_body(request: Request, model: str) -> dict[str, Any]:
    """The question as the body of a chat completion. A grammar has no place in it."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(message) for message in request.messages],
        "temperature": request.temperature,
        "max_completion_tokens": request.maximum_output_tokens,
    }
    if request.seed is not None:
        body["seed"] = request.seed
    match request.shape:
        case Schema(name, schema):
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": name, "schema": dict(schema)},
            }
        case Grammar() | None:
            pass
        case _:
            assert_never(request.shape)
    return body


def picture_url(picture: Picture) -> str:
    """The picture as a data URL."""
    return f"data:image/png;base64,{b64encode(picture.png).decode()}"


def _message(message: Message) -> dict[str, Any]:
    if all(isinstance(part, str) for part in message.parts):
        return {"role": message.role, "content": "\n\n".join(str(part) for part in message.parts)}
    return {"role": message.role, "content": [_part(part) for part in message.parts]}


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image_url", "image_url": {"url": picture_url(part)}}


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Completion(BaseModel):
    """What we read of a completion."""

    choices: list[_Choice]
    usage: _Usage = _Usage()


def reply_of(completion: Completion, model: str) -> Reply:
    """The reply in a completion: `reply` of what stands in its first choice."""
    usage = Usage(completion.usage.prompt_tokens, completion.usage.completion_tokens)
    if not completion.choices:
        return Declined(EMPTY, usage)
    choice = completion.choices[0]
    return read_reply(
        Answer(choice.message.content or "", model, usage, cut=choice.finish_reason == "length"),
        refusal=choice.message.refusal,
        filtered=choice.finish_reason == "content_filter",
    )


def read_reply(answer: Answer, *, refusal: str | None, filtered: bool) -> Reply:
    """What an answer amounts to: a refusal, a filtered and an empty one are `Declined`; half of one is no answer.

    A filtered answer is declined even where it holds some text, since nobody knows what was taken out.
    """
    if refusal:
        return Declined(refusal, answer.usage)
    if filtered:
        return Declined(FILTERED, answer.usage)
    if answer.text.strip():
        return answer
    if answer.cut:
        return Malformed("the answer was cut off before its first word", answer.text, answer.usage)
    return Declined(EMPTY, answer.usage)
