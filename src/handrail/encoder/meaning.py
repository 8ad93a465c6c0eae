"""Do the rules mean what the instruction says? They are told back by someone who never saw it, and compared.

Two calls: one decodes the rules to plain language from the app and the rules alone, the other compares the two texts.
Source: VeriSafe Agent (MobiCom '25), section 5.1.
"""

from dataclasses import dataclass

from handrail.encoder.answer import CompareAnswer, DecodedAnswer
from handrail.encoder.encoding_request import EncodingRequest
from handrail.encoder.outcome import Cost
from handrail.encoder.prompt import COMPARE, DECODE, SYSTEM
from handrail.language.diagnostic import Diagnostic
from handrail.language.rule import NOWHERE
from handrail.language.specification import Specification
from handrail.llm import Message, Model, NoAnswer, Request, Typed, ask_typed


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the rules say in plain words, and where that is not what the instruction says."""

    decoded: str
    differences: tuple[Diagnostic, ...]
    cost: Cost


async def compare_meaning(model: Model, request: EncodingRequest, specification: Specification) -> Meaning | NoAnswer:
    """Tell the rules back and compare; the differences name what is missing, added or changed."""
    decoded = await ask_typed(model, decode_request(request, specification), DecodedAnswer)
    if not isinstance(decoded, Typed):
        return decoded
    told_back = decoded.value.request
    compared = await ask_typed(model, compare_request(request, told_back), CompareAnswer)
    if not isinstance(compared, Typed):
        return compared
    cost = Cost()
    for answer in (decoded.answer, compared.answer):
        cost = cost.plus(answer.usage, answer.seconds)
    return Meaning(told_back, _differences(compared.value), cost)


def decode_request(request: EncodingRequest, specification: Specification) -> Request:
    """The question what the rules ask for. The instruction is not in it."""
    text = DECODE.fill(
        {
            "app_name": request.app.name,
            "states": request.states,
            "clock": request.clock,
            "rules": specification.show().split("\n"),
        }
    )
    return _request(f"{SYSTEM.purpose}+{DECODE.purpose}", text)


def compare_request(request: EncodingRequest, decoded: str) -> Request:
    """The question how the instruction and the decoded rules differ. The rules are not in it."""
    text = COMPARE.fill({"instruction": request.instruction, "decoded": decoded, "clock": request.clock})
    return _request(f"{SYSTEM.purpose}+{COMPARE.purpose}", text)


def _request(purpose: str, text: str) -> Request:
    return Request(purpose, (Message("system", (SYSTEM.fill({}),)), Message("user", (text,))))


def _differences(answer: CompareAnswer) -> tuple[Diagnostic, ...]:
    kinds = (
        ("meaning-missing", "the rules do not ask for this", answer.missing),
        ("meaning-added", "the rules ask for what nobody asked for", answer.added),
        ("meaning-changed", "the rules ask for something else", answer.changed),
    )
    return tuple(
        Diagnostic(code, NOWHERE, f"{found}: {' '.join(one.split())}")
        for code, found, differences in kinds
        for one in differences
        if one.strip()
    )
