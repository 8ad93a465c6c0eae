"""The shapes in which a model answers, and what is made of them. The border between a model and the rest."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from handrail.encoder.draft import Draft, LeftOut, Trace
from handrail.language.diagnostic import source_lines
from handrail.language.normal_form import has_lone_surrogate
from handrail.language.parser import MOST_RULES

Short = Annotated[str, Field(max_length=400)]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ObjectiveAnswer(_Answer):
    """An objective of the rules."""

    name: Short
    meaning: Short = Field(description="what the user wants here, in a few words")


class SourceAnswer(_Answer):
    """Where one value of the rules comes from."""

    value: Short = Field(description="the value exactly as the rules write it")
    words: Short = Field(description="the words of the instruction it comes from, copied; empty if nobody said it")
    assumption: Short = Field(description="how the words were read, or why the value stands there; empty if obvious")


class LeftOutAnswer(_Answer):
    """A quotation, number, time or day of the instruction that no rule needs."""

    words: Short
    why: Short


class DraftAnswer(_Answer):
    """A draft of a specification."""

    rules: list[Annotated[str, Field(max_length=20_000)]] = Field(max_length=MOST_RULES, description="one rule each")
    objectives: list[ObjectiveAnswer]
    sources: list[SourceAnswer]
    left_out: list[LeftOutAnswer]


class DecodedAnswer(_Answer):
    """Rules told in plain language by someone who never saw the instruction."""

    request: str = Field(max_length=8_000, description="what a user would have asked for, in plain words")


class CompareAnswer(_Answer):
    """How two requests differ. All lists empty: they ask for the same."""

    missing: list[Short] = Field(description="what only the first asks for")
    added: list[Short] = Field(description="what only the second asks for")
    changed: list[Short] = Field(
        description="what both ask for, but not alike: `7 PM in the first, 7 AM in the second`"
    )


def draft_from(answer: DraftAnswer, instruction: str) -> Draft:
    """The answer as a draft; words are looked up in the instruction, and not found they keep no place."""
    rules = tuple(line.strip() for rule in answer.rules for line in source_lines(_sound(rule)) if line.strip())
    return Draft(
        rules,
        tuple((_sound(one.name), _sound(one.meaning)) for one in answer.objectives),
        tuple(_trace(source, instruction) for source in answer.sources),
        tuple(LeftOut(_sound(one.words), _sound(one.why)) for one in answer.left_out),
    )


def _trace(source: SourceAnswer, instruction: str) -> Trace:
    words = _sound(source.words).strip()
    start = instruction.casefold().find(words.casefold()) if words else -1
    end = start + len(words) if start >= 0 else -1
    return Trace(_sound(source.value).strip(), words, start, end, _sound(source.assumption).strip())


def _sound(text: str) -> str:
    """Half a character cannot be written anywhere; what JSON smuggled in is shown as the replacement character."""
    if not has_lone_surrogate(text):
        return text
    return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)
