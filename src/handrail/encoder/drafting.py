"""Asking a model for a draft."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, assert_never

from handrail.encoder.answer import DraftAnswer, draft_from
from handrail.encoder.draft import Draft
from handrail.encoder.encoding_request import EncodingRequest
from handrail.encoder.grammar import answer_grammar, answer_schema
from handrail.encoder.prompt import CORRECT, DRAFT, SYSTEM
from handrail.language.declaration import State
from handrail.language.diagnostic import Diagnostic
from handrail.llm import Answer, Grammar, Message, Model, NoAnswer, Request, Schema, Shape, Typed, ask_typed

Constrain: TypeAlias = Literal["shape", "schema", "grammar"]
"""How a decoder is held to the app: to the shape of an answer alone, by a JSON schema in which rules have a pattern, or
by a grammar of the whole answer. The last two make unknown names and ill-typed constants impossible to write."""

MOST_OUTPUT_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft, and the answer that it was read from."""

    draft: Draft
    answer: Answer


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model chooses its words. One draft: coldly. Several, to vote: each with a seed of its own."""

    temperature: float = 0.0
    seed: int = 0


async def ask_for_draft(
    model: Model, request: EncodingRequest, feedback: "Feedback | None", constrain: Constrain, sampling: Sampling
) -> Drafted | NoAnswer:
    """A draft by the model, the first or one that mends the last."""
    found = await ask_typed(model, draft_request(request, feedback, constrain, sampling), DraftAnswer)
    if not isinstance(found, Typed):
        return found
    return Drafted(draft_from(found.value, request.instruction), found.answer)


@dataclass(frozen=True, slots=True)
class Feedback:
    """The answer that did not pass, and what was found in it."""

    answer: str
    draft: Draft
    refused: Sequence[Diagnostic]
    doubts: Sequence[Diagnostic]

    def as_data(self) -> list[dict[str, Any]]:
        """The findings, each with the line it is about."""
        return [_finding(one, self.draft, "error") for one in self.refused] + [
            _finding(one, self.draft, "doubt") for one in self.doubts
        ]


def draft_request(
    request: EncodingRequest, feedback: Feedback | None, constrain: Constrain, sampling: Sampling
) -> Request:
    """The question; equal questions are equal requests, which recordings rely on."""
    system = Message("system", (SYSTEM.fill({}),))
    question = DRAFT.fill(
        {
            "app_name": request.app.name,
            "states": request.states,
            "further_states": list(request.candidates.others),
            "clock": request.clock,
            "experience": [one.as_data() for one in request.experience],
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
            return Schema("draft", answer_schema(states, DraftAnswer.model_json_schema()))
        case "grammar":
            return Grammar(answer_grammar(states))
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
