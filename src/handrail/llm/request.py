"""What is asked of a model: messages of text and pictures, and the shape that the answer must have.

A request is a value. Two equal requests are the same question, which is what recorded answers and batches rely on;
`digest` names it.
"""

import hashlib
import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias


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
            "messages": [[one.role, [_plain_part(part) for part in one.parts]] for one in self.messages],
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
