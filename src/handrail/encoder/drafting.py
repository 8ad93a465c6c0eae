"""Asking a model for a draft, the shapes in which models answer, and what is made of their answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, assert_never

from pydantic import BaseModel, ConfigDict, Field

from handrail.encoder.draft import Draft, LeftOut, ValueSource
from handrail.encoder.encoding_request import EncodingRequest
from handrail.encoder.grammar import answer_grammar, answer_schema
from handrail.encoder.prompt import CORRECT, DRAFT, SYSTEM
from handrail.language.declaration import State
from handrail.language.diagnostic import Diagnostic, source_lines
from handrail.language.normal_form import has_lone_surrogate
from handrail.language.parser import MOST_RULES
from handrail.llm import Answer, Grammar, Message, Model, NoAnswer, Request, Schema, Shape, Typed, ask_typed

Constrain: TypeAlias = Literal["shape", "schema", "grammar"]
"""How a decoder is held to the app: to the shape of an answer alone, by a JSON schema in which rules have a pattern, or
by a grammar of the whole answer. The last two make unknown names and ill-typed constants impossible to write."""

MOST_OUTPUT_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class AnsweredDraft:
    """A draft, and the answer that it was read from."""

    draft: Draft
    answer: Answer


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model chooses its words. One draft: coldly. Several, to vote: each with a seed of its own."""

    temperature: float = 0.0
    seed: int = 0


async def ask_for_draft(
    model: Model, request: EncodingRequest, feedback: "DraftFeedback | None", constrain: Constrain, sampling: Sampling
) -> AnsweredDraft | NoAnswer:
    """A draft by the model, the first or one that mends the last."""
    found = await ask_typed(model, draft_request(request, feedback, constrain, sampling), DraftAnswer)
    if not isinstance(found, Typed):
        return found
    return AnsweredDraft(_draft_from(found.value, request.instruction), found.answer)


@dataclass(frozen=True, slots=True)
class DraftFeedback:
    """The answer that did not pass, and what was found in it."""

    answer: str
    draft: Draft
    refused: Sequence[Diagnostic]
    doubts: Sequence[Diagnostic]

    def as_data(self) -> list[dict[str, Any]]:
        """The findings, each with the line it is about."""
        return [_finding(diagnostic, self.draft, "error") for diagnostic in self.refused] + [
            _finding(doubt, self.draft, "doubt") for doubt in self.doubts
        ]


def draft_request(
    request: EncodingRequest, feedback: DraftFeedback | None, constrain: Constrain, sampling: Sampling
) -> Request:
    """The question; equal questions are equal requests, which recordings rely on."""
    system = Message("system", (SYSTEM.fill({}),))
    question = DRAFT.fill(
        {
            "app_name": request.app.name,
            "states": request.states,
            "further_states": list(request.candidates.others),
            "any_app": request.is_any_app,
            "commitments": request.commitments,
            "clock": request.clock,
            "experience": [remembered.as_data() for remembered in request.experience],
            "instruction": request.instruction,
        }
    )
    messages = [system, Message("user", (question,))]
    purpose = f"{SYSTEM.purpose}+{DRAFT.purpose}"
    if feedback is not None:
        messages.append(Message("assistant", (feedback.answer,)))
        messages.append(Message("user", (CORRECT.fill({"findings": feedback.as_data()}),)))
        purpose += f"+{CORRECT.purpose}"
    return Request(
        purpose,
        tuple(messages),
        _shape(request, constrain),
        sampling.temperature,
        sampling.seed,
        MOST_OUTPUT_TOKENS,
    )


def _shape(request: EncodingRequest, constrain: Constrain) -> Shape:
    states: dict[str, State] = {state.name: state for state in request.candidates.states}
    match constrain:
        case "shape":
            return None  # `ask_typed` then gives the schema of the type
        case "schema":
            return Schema("draft", answer_schema(states, DraftAnswer.model_json_schema(), request.app.commitments))
        case "grammar":
            return Grammar(answer_grammar(states, request.app.commitments))
        case _:
            assert_never(constrain)


def _finding(found: Diagnostic, draft: Draft, kind: str) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": kind, "found": found.found}
    if 1 <= found.span.line <= len(draft.rules):  # what is wrong with the whole, or with no rule at all, has no line
        told["rule"] = draft.rules[found.span.line - 1]
        told["column"] = found.span.column
    if found.help:
        told["help"] = found.help
    return told


# The shapes in which a model answers, and what is made of them. The border between a model and the rest.


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
    """A name, quotation, number, time or day of the instruction that no rule needs."""

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


def _draft_from(answer: DraftAnswer, instruction: str) -> Draft:
    """The answer as a draft; words are looked up in the instruction, and not found they keep no place."""
    rules = tuple(line.strip() for rule in answer.rules for line in source_lines(_sound(rule)) if line.strip())
    return Draft(
        rules,
        tuple((_sound(objective.name), _sound(objective.meaning)) for objective in answer.objectives),
        tuple(_trace(source, instruction) for source in answer.sources),
        tuple(
            LeftOut(_sound(left_out_answer.words), _sound(left_out_answer.why)) for left_out_answer in answer.left_out
        ),
    )


def _trace(source: SourceAnswer, instruction: str) -> ValueSource:
    words = _sound(source.words).strip()
    start = instruction.casefold().find(words.casefold()) if words else -1
    end = start + len(words) if start >= 0 else -1
    return ValueSource(_sound(source.value).strip(), words, start, end, _sound(source.assumption).strip())


def _sound(text: str) -> str:
    """Half a character cannot be written anywhere; what JSON smuggled in is shown as the replacement character."""
    if not has_lone_surrogate(text):
        return text
    return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)
