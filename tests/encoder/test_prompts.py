"""The prompts as they are sent, word for word. A change of a prompt is a change of a file here, and of its version."""

import re
from pathlib import Path

import pytest

import handrail.encoder as room
from encoder.drafts import NOW, RESERVE, RESERVE_RULES, errands
from handrail.encoder.check import check_draft
from handrail.encoder.correction import compare_request, decode_request
from handrail.encoder.draft import Draft
from handrail.encoder.drafting import DraftAnswer, DraftFeedback, Sampling, draft_request
from handrail.encoder.encoding_request import EncodingRequest
from handrail.encoder.experience import Remembered
from handrail.encoder.experience_line import ExperienceLine
from handrail.encoder.prompt import Prompt
from handrail.encoder.retrieval import candidates
from handrail.language import Specification
from handrail.llm import Request
from snapshot import hold_to_file, hold_to_versions

SNAPSHOTS = Path(__file__).with_name("snapshots")
NEW_VERSION = (
    "A change of a prompt is a new version: a new name for its file in src/handrail/encoder/prompts, and the number in"
    " src/handrail/encoder, where it is a `Prompt`."
)


def request() -> EncodingRequest:
    app = errands()
    line = ExperienceLine(
        app=app.name, instruction="Reserve a table for 2 today", now="2026-03-01", rules=["Table(people = 2) -> Done"]
    )
    return EncodingRequest(RESERVE, app, NOW, candidates(app.states, RESERVE), (Remembered("1", line, 0.75),))


def feedback() -> DraftFeedback:
    draft = Draft(("Table(date = Tomorow, time < 19:00) -> Reserve", "Reserve -> Done"))
    return DraftFeedback("the last answer", draft, check_draft(draft, errands(), RESERVE, NOW).refused, ())


def requests() -> dict[str, Request]:
    specification = Specification.parse(RESERVE_RULES, errands())
    return {
        "draft": draft_request(request(), None, "shape", Sampling()),
        "correct": draft_request(request(), feedback(), "shape", Sampling()),
        "decode": decode_request(request(), specification),
        "compare": compare_request(request(), "Book a table for four."),
    }


def shown(request: Request) -> str:
    turns = (f"----- {message.role}\n{''.join(str(part) for part in message.parts)}" for message in request.messages)
    return "\n".join((f"purpose: {request.purpose}", *turns))


@pytest.mark.parametrize("name", ["draft", "correct", "decode", "compare"])
def test_the_prompt_is_the_one_on_file(name: str) -> None:
    hold_to_file(shown(requests()[name]), SNAPSHOTS / f"{name}.txt", NEW_VERSION)


def test_whoever_tells_the_rules_back_has_not_seen_the_instruction() -> None:
    asked = shown(requests()["decode"])
    assert "If none is free" not in asked
    assert RESERVE_RULES[0] in asked.replace('\\"', '"')


def test_whoever_compares_has_not_seen_the_rules() -> None:
    asked = shown(requests()["compare"])
    assert "Table(date" not in asked.split("----- user")[1]
    assert RESERVE in asked


def test_every_prompt_has_a_version_in_its_name_and_is_in_no_code() -> None:
    folder = Path(room.__file__).parent
    for path in (folder / "prompts").iterdir():
        assert re.fullmatch(r"[a-z-]+-\d+\.md", path.name), path
    hold_to_versions(folder / "prompts", SNAPSHOTS / "prompts.json", NEW_VERSION)
    code = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    assert "You turn" not in code
    assert "Answer with" not in code


def test_a_name_that_nobody_gives_is_an_error() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        Prompt("compare", 1).fill({"instruction": "x"})


def test_a_request_can_be_constrained_to_the_app() -> None:
    schema = draft_request(request(), None, "schema", Sampling()).shape
    grammar = draft_request(request(), None, "grammar", Sampling(0.7, 3))
    assert "Alarm" in str(schema)
    assert "Alarm" in str(grammar.shape)
    assert (grammar.temperature, grammar.seed) == (0.7, 3)
    assert DraftAnswer.model_json_schema()["properties"].keys() == {"rules", "objectives", "sources", "left_out"}
