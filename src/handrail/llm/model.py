"""A language model, as the rest of Handrail sees it: a question in, an answer or the reason for none out.

A question is messages of text and pictures, and the shape that the answer must have. It is a value. Two equal requests
are the same question, which is what recorded answers and batches rely on; `digest` names it.
"""

import hashlib
import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, as PNG."""

    png: bytes


Part: TypeAlias = str | Picture


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """The answer is JSON of this schema; a server that can constrain its decoder is given it."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Grammar:
    """The answer is a sentence of this Lark grammar (llguidance's dialect); for servers that can constrain to one."""

    lark: str


Shape: TypeAlias = Schema | Grammar | None


@dataclass(frozen=True, slots=True)
class Request:
    """One question. `purpose` is the name and version of its prompt, as in `encoder.draft/1`."""

    purpose: str
    messages: tuple[Message, ...]
    shape: Shape = None
    temperature: float = 0.0
    seed: int | None = 0
    maximum_output_tokens: int = 2048

    def digest(self, model: str) -> str:
        """The name of this question when it is put to `model`: SHA-256 of everything that can change the answer."""
        return hashlib.sha256(json.dumps([model, self._plain()], sort_keys=True).encode()).hexdigest()

    def _plain(self) -> dict[str, Any]:
        return {
            "purpose": self.purpose,
            "messages": [[message.role, [_plain_part(part) for part in message.parts]] for message in self.messages],
            "shape": _plain_shape(self.shape),
            "temperature": self.temperature,
            "seed": self.seed,
            "maximum_output_tokens": self.maximum_output_tokens,
        }


def _plain_part(part: Part) -> object:
    return part if isinstance(part, str) else {"png": b64encode(part.png).decode()}


def _plain_shape(shape: Shape) -> object:
    match shape:
        case Schema(name, schema):
            return {"name": name, "schema": dict(schema)}
        case Grammar(lark):
            return {"lark": lark}
        case None:
            return None


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer took. Money is in US dollars, and None where the price of the model is not known."""

    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = None
    calls: int = 1

    def __add__(self, other: "Usage") -> "Usage":
        """Both together; the price is known only where both are."""
        dollars = None if self.dollars is None or other.dollars is None else self.dollars + other.dollars
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            dollars,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model said, as text; `seconds` is the time from the question to the answer, retries included.

    `cut` is true where the model did not come to an end within the tokens it was given: the text is a beginning.
    """

    text: str
    model: str
    usage: Usage = Usage()
    seconds: float = 0.0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Declined:
    """The model refused to answer; `reason` is what it or its server said."""

    reason: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class TimedOut:
    """No answer came in the time given."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Malformed:
    """An answer came, again after it was told what is wrong with it, and it is not of the shape asked for."""

    reason: str
    text: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The server could not be reached or answered with an error, also when asked again.

    `rejected` is true where it understood the question and will not take it (too long, a part it does not know):
    the same question will fare no better later.
    """

    reason: str
    rejected: bool = False


@dataclass(frozen=True, slots=True)
class OverBudget:
    """Asking would go, or went, beyond the budget; nothing is asked any more. `reason` names the limit."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotRecorded:
    """Answers come from a recording or a batch that does not hold this question. `digest` names the question."""

    digest: str


NoAnswer: TypeAlias = Declined | TimedOut | Malformed | Unreachable | OverBudget | NotRecorded
Reply: TypeAlias = Answer | NoAnswer


class Model(Protocol):
    """Answers one question at a time; many may be asked at once. Cancelling the call cancels the question."""

    @property
    def name(self) -> str:
        """How the model is called in reports and recordings, as in `openai:gpt-4o`."""
        ...

    async def ask(self, request: Request) -> Reply:
        """The answer, or why there is none. Never raises for what a server did."""
        ...
