"""The intent as a language model reads it: one typed question for a task, before it begins."""

import json
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from handrail.llm import Message, Model, NoAnswer, Request, Typed, ask_typed
from handrail.sentinel.finding import Category
from handrail.sentinel.intent.intent import NOTHING, Intent, Purpose, Reader, Scope
from handrail.sentinel.intent.words import read_words
from handrail.sentinel.normalization import keys, numbers
from handrail.text import lexicon

VERSION = 1
_OUTPUT_TOKENS = 1_024
Act = Literal[
    "delete", "clear", "reset", "format", "uninstall", "stop", "archive", "cancel", "send", "submit", "restore", "post",
    "share", "call", "pay", "buy", "subscribe", "install", "update", "allow", "agree", "enable", "disable", "block",
    "follow", "sign_in", "sign_out", "hide", "download", "move", "save", "backup", "record", "finish_session",
]  # fmt: skip
_Text = Annotated[str, Field(max_length=300)]
_Texts = Annotated[list[_Text], Field(max_length=40)]


class _Purpose(BaseModel):
    model_config = ConfigDict(extra="forbid")

    category: Literal[Category.MALICIOUS, Category.HARMFUL, Category.LEGAL, Category.EVASION]
    words: _Text


class Reading(BaseModel):
    """What is asked for. Null is *not known*."""

    model_config = ConfigDict(extra="forbid")

    acts: list[Act] | None
    forbidden: list[Act] | None
    objects: _Texts | None
    kept: _Texts | None
    recipients: _Texts | None
    amounts: list[float] | None
    limit: float | None
    scope: Literal["all", "named"] | None
    private: bool | None
    public: bool | None
    age: int | None = Field(ge=0, le=150)
    purposes: list[_Purpose] | None


def question(instruction: str) -> Request:
    """What the model is asked."""
    prompt = files("handrail.sentinel.intent").joinpath("prompts", f"intent-{VERSION}.md").read_text("utf-8")
    asked = json.dumps({"instruction": instruction}, ensure_ascii=False)
    messages = (Message("system", (prompt,)), Message("user", (asked,)))
    return Request(f"sentinel.intent/{VERSION}", messages, maximum_output_tokens=_OUTPUT_TOKENS)


async def read_with_model(instruction: str, model: Model, region: str = "US") -> Intent:
    """What the model reads. Without an answer it is the reading of the words, and says so by its reader."""
    return (await ask_for_intent(instruction, model, region))[0]


async def ask_for_intent(
    instruction: str, model: Model, region: str = "US", *, attempts: int = 2
) -> tuple[Intent, Typed[Reading] | NoAnswer]:
    """The same, with what the model answered, or why it did not."""
    said = read_words(instruction, region)
    reply = await ask_typed(model, question(instruction), Reading, attempts=attempts)
    return (intent_of(reply.value, said) if isinstance(reply, Typed) else said), reply


def intent_of(reading: Reading, said: Intent) -> Intent:
    """A model's reading as an intent; values, and what stands in it for all to see, are those of `said`."""
    acts = None if reading.acts is None else frozenset(reading.acts)
    objects, kept = " ".join(reading.objects or ()), " ".join(reading.kept or ())
    recipients = None if reading.recipients is None else keys(" ".join(reading.recipients))
    named = keys(objects) | (recipients or NOTHING)
    return Intent(
        text=said.text,
        reader=Reader.MODEL,
        acts=acts,
        permits=(acts or NOTHING) if acts is not None else said.permits,
        forbidden=None if reading.forbidden is None else frozenset(reading.forbidden),
        named=None if reading.objects is None else (named or None),
        kept=keys(kept) - named,
        things=lexicon("things").among(f"{objects}\n{said.text}"),
        kept_things=lexicon("things").among(kept) - lexicon("things").among(objects),
        recipients=recipients or None,
        numbers=said.numbers | numbers(" ".join(f"{amount:g}" for amount in reading.amounts or ())),
        amounts=tuple(reading.amounts or ()) or said.amounts,
        limit=reading.limit,
        scope=None if reading.scope is None else Scope.ALL if reading.scope == "all" else Scope.NAMED,
        only_looks=None if acts is None else not acts or None,
        private=reading.private,
        public=reading.public,
        repeats=said.repeats,
        consents=said.consents,
        age=reading.age,
        purposes=None
        if reading.purposes is None
        else tuple(Purpose(purpose.category, purpose.words) for purpose in reading.purposes),
        entities=said.entities,
    )
