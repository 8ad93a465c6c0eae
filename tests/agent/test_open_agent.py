"""Agents by name, and what each of ours promises."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from agent.form_device import FormDevice
from handrail.agent import Agent
from handrail.agent.by_hand import ActionList, ByHand, read_action_list
from handrail.agent.m3a import M3AAgent
from handrail.agent.open_agent import Opening, open_agent
from handrail.error import Misuse
from handrail.llm import Scripted, TimedOut
from handrail.registry import AGENTS
from handrail.testing import AgentContract

OWN = [
    EntryPoint("hand", "handrail.cli.agents:open_by_hand", AGENTS.group),
    EntryPoint("list", "handrail.agent.open_agent:open_list", AGENTS.group),
    EntryPoint("m3a", "handrail.cli.agents:open_m3a", AGENTS.group),
]
LINES = "tap Send\ntap Sent\nback\nfinish\n"


def opening(model: str | None = None) -> Opening:
    return Opening("tell Maria that I come at six", FormDevice(), model)


def test_a_list_of_actions_is_opened_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "actions").write_text(LINES)
    assert isinstance(open_agent(f"list:{tmp_path / 'actions'}", opening(), OWN), ActionList)
    with pytest.raises(Misuse, match="`list:FILE`"):
        open_agent("list", opening(), OWN)


def test_a_person_and_a_model_are_agents_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(open_agent("hand", opening(), OWN), ByHand)
    with pytest.raises(Misuse, match="named without a colon"):
        open_agent("hand:me", opening(), OWN)
    with pytest.raises(Misuse, match="--agent m3a asks a model"):
        open_agent("m3a", opening("offline"), OWN)
    pytest.importorskip("pydantic_ai", reason="pip install 'handrail[models]'")
    monkeypatch.setenv("HANDRAIL_MODEL_KEY", "")
    made = open_agent("m3a:vllm:one", opening("offline"), OWN)
    assert isinstance(made, M3AAgent)
    assert made.model.name == "vllm:one"


def test_a_name_that_nobody_has_is_told_those_that_there_are() -> None:
    with pytest.raises(Misuse, match="`butler`: no agent is called `butler`; installed are hand, list, m3a, as in"):
        open_agent("butler", opening(), OWN)


AGENTS_HELD = ("list", "hand", "nobody", "m3a", "m3a-silent")


class TestAgent(AgentContract):
    @pytest.fixture(params=AGENTS_HELD, autouse=True)
    def chosen(self, request: pytest.FixtureRequest, tmp_path: Path) -> None:
        self._name, self._file = request.param, tmp_path / "actions"
        self._file.write_text(LINES)

    def agent(self) -> Agent:
        match self._name:
            case "list":
                return ActionList(read_action_list(self._file))
            case "hand":
                return ByHand(lambda _: "tap 1", lambda *_: None)
            case "nobody":
                return ByHand(nobody, lambda *_: None)
            case "m3a":
                says = json.dumps({"thought": "it is next", "action": "click", "element": 1})
                return M3AAgent(Scripted(lambda _: says), "tell Maria")
            case _:
                return M3AAgent(Scripted(lambda _: TimedOut(1)), "tell Maria")


def nobody(_: str) -> str:
    raise EOFError
