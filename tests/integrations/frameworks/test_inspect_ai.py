"""Inspect evaluations behind the approver: the real package, and its own `mockllm` that says a script."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="needs the extra: pip install 'handrail[inspect]'")

from inspect_ai import Task
from inspect_ai import eval as run_evaluation
from inspect_ai.approval import ApprovalPolicy
from inspect_ai.dataset import Sample
from inspect_ai.event import ApprovalEvent
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessage, ChatMessageTool, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate, use_tools
from inspect_ai.tool import ToolCall as InspectCall
from inspect_ai.tool import ToolDef, ToolError

from docs.test_pages import ROOT, blocks_of
from handrail.integrations.inspect_ai import RULES, handrail_approver
from handrail.integrations.tools.finish import handrail_finish
from integrations.frameworks.contract import FrameworkContract, button
from integrations.frameworks.stage import BEFORE_SEVEN, GOODBYE, MAPPING, Actor, Script, Stage, call, in_turns
from phone.adb.served import serving

# Inspect leaves a stream open with each evaluation.
pytestmark = [
    pytest.mark.night,
    pytest.mark.filterwarnings(
        "ignore:Unclosed <MemoryObject:ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
    ),
]


def model_of(actor: Actor) -> Any:
    def says(messages: list[ChatMessage], *_: Any) -> ModelOutput:
        read = list[str]()
        for message in reversed(messages):
            if not isinstance(message, ChatMessageTool):
                break
            read.append(message.error.message if message.error else message.text)
        turn = actor.next("\n".join(reversed(read)))
        said = ModelOutput.from_content("mockllm/model", GOODBYE)
        calls = [
            InspectCall(f"call-{len(actor.heard)}-{n}", called.name, dict(called.arguments))
            for n, called in enumerate(turn)
        ]
        said.choices[0].message.tool_calls = calls or None
        said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # or it is counted with a download
        return said

    return get_model("mockllm/model", custom_outputs=says)


def tools_of(stage: Stage, *, parallel: bool = True) -> list[Any]:
    defined = [
        ToolDef(
            asynchronous(tool),
            name=tool.__name__,
            description=tool.__doc__,
            parameters=dict.fromkeys(tool.__annotations__.keys() - {"return"}, "as it says"),
            parallel=parallel,
        )
        for tool in (*stage.tools(), handrail_finish)
    ]
    return [tool.as_tool() for tool in defined]


def asynchronous(function: Any) -> Any:
    import functools
    import inspect

    @functools.wraps(function)
    async def run(*given: Any, **named: Any) -> str:
        return str(function(*given, **named))

    run.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    return run


def evaluated(stage: Stage, actor: Actor, logs: Path, approval: Any, **more: Any) -> EvalLog:
    task = Task(
        dataset=[Sample("Book a table at Blue Harbor Grill today before seven.", **more)],
        solver=[use_tools(tools_of(stage)), generate()],
    )
    [log] = run_evaluation(
        task, model=model_of(actor), approval=approval, log_dir=str(logs), display="none", log_format="json"
    )
    assert log.status == "success", log.error
    return read_eval_log(log.location)


class TestInspect(FrameworkContract):
    last_words = "The task is over."  # an approver cannot add to what a tool gives
    own_refusals = ("not found", "is not of type", "required", "Additional properties")

    def play(self, stage: Stage, script: Script, folder: Path | None) -> Actor:
        actor = Actor(script)
        if folder is None:
            evaluated(stage, actor, Path.cwd() / "logs", None)
            return actor
        approval = [ApprovalPolicy(handrail_approver(lambda _: stage.guard(folder), MAPPING), "*")]
        evaluated(stage, actor, folder / "logs", approval)
        return actor

    @pytest.fixture(autouse=True)
    def elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("rules", ["a file", "the sample"])
def test_the_line_of_the_page_guards_an_evaluation_and_its_log_says_why(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = blocks_of(ROOT / "docs/integrations/frameworks.md")
    line = next(block.text for block in page if block.title == "handrail.yaml")
    of_the_sample = {}
    if rules == "a file":
        Path("table.rules").write_text(BEFORE_SEVEN)
    else:
        line = line.replace("    rules: table.rules\n", "")
        of_the_sample = {RULES: BEFORE_SEVEN}
    Path("tools.yaml").write_text(json.dumps({"format": "handrail.tools/1", **MAPPING}))
    with serving() as served:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(served.server_port))
        Path("handrail.yaml").write_text(line.replace("adb:emulator-5554", f"adb:{served.handset.serial},plain"))
        stage = Stage(served.phone).at_the_button()
        actor = Actor(in_turns([button(stage), button(stage)], [stage.touch("Date")]))
        log = evaluated(stage, actor, tmp_path / "logs", "handrail.yaml", metadata=of_the_sample)
        assert stage.bookings() == []
    assert log.samples is not None
    decided = [event for event in log.samples[0].events if isinstance(event, ApprovalEvent)]
    assert [(approval.approver, approval.decision) for approval in decided] == [
        ("handrail/guard", "reject"),
        ("handrail/guard", "reject"),
        ("handrail/guard", "approve"),
    ]
    assert "time should be before 19:00 but is 19:00" in str(decided[0].explanation)
    assert decided[0].metadata is not None
    written = (Path(decided[0].metadata["journal"]) / "journal.jsonl").read_text("utf-8").splitlines()
    assert '"closed"' in written[-1]
    assert any('"executed"' in line for line in written)


def test_a_tool_that_fails_leaves_it_open_whether_it_ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stage = Stage().at_the_button()
    monkeypatch.setattr(Stage, "tools", lambda _: [fails])
    approval = [ApprovalPolicy(handrail_approver(lambda _: stage.guard(tmp_path), MAPPING), "*")]
    evaluated(stage, Actor(in_turns([call("go_back")])), tmp_path / "logs", approval)
    written = (tmp_path / "journal" / "journal.jsonl").read_text("utf-8")
    assert "the cable is out" in written
    assert '"lost"' in written


def fails() -> str:
    """The back button."""
    raise ToolError("the cable is out")


fails.__name__ = "go_back"
