import asyncio
from importlib.metadata import EntryPoint

import pytest

from handrail.error import MissingExtra, Misuse
from handrail.llm import Scripted
from handrail.registry import JUDGES
from handrail.sentinel.judge import Consecutive, ContextualJudge, Judge, NoJudge, open_judge
from handrail.sentinel.judge.open_judge import open_session_judge
from sentinel.judge.trajectories import trajectory

OWN = [
    EntryPoint("none", "handrail.sentinel.judge.open_judge:open_none", JUDGES.group),
    EntryPoint("offline", "handrail.sentinel.judge.open_judge:open_offline", JUDGES.group),
]


class Strict:
    """A judge from elsewhere."""

    def __init__(self, place: str) -> None:
        self.name = f"strict:{place}"


def test_none_has_no_opinion_and_says_that_it_is_none() -> None:
    judge = open_judge("none")
    assert judge.name == "none"
    assert asyncio.run(judge.judge(trajectory())).judgements == ()
    assert isinstance(judge, NoJudge)


def test_a_model_is_opened_by_provider_and_name() -> None:
    opened: list[str] = []

    def open(name: str) -> Scripted:
        opened.append(name)
        return Scripted([], name)

    judge: Judge = open_judge("openai:gpt-4o", mode=Consecutive(), pictures=True, open=open)
    assert isinstance(judge, ContextualJudge)
    assert judge.name == "openai:gpt-4o (consecutive, pictures)"
    assert opened == ["openai:gpt-4o"]


def test_other_packages_add_judges_by_entry_point() -> None:
    point = EntryPoint("strict", f"{__name__}:Strict", "handrail.judges")
    assert type(point) is EntryPoint

    class Found(EntryPoint):
        def load(self) -> object:
            return Strict

    assert open_judge("strict:home", found=[Found("strict", "x:y", "handrail.judges")]).name == "strict:home"


def test_a_name_that_cannot_be_meant_says_what_there_is() -> None:
    with pytest.raises(
        Misuse, match=r"`offlin` is no judge, and a model is named as in .*; installed are none, offline"
    ):
        open_judge("offlin", found=OWN)
    with pytest.raises(Misuse, match=r"did you mean `offline`\?"):
        open_judge("offlin", found=OWN)
    with pytest.raises(Misuse, match="`words:x`: no judge and no provider of models is called `words`; installed are"):
        open_judge("words:x", found=OWN)
    with pytest.raises(Misuse, match=r"the judges none, offline and the providers .*openai.*did you mean `offline`\?"):
        open_judge("ofline:x", found=OWN)
    with pytest.raises(Misuse, match="`openai` has an address of its own"):
        open_judge("openai:x@http://localhost:1", found=OWN)
    with pytest.raises(Misuse, match="named without a colon"):
        open_judge("none:whatever", found=OWN)
    with pytest.raises(Misuse, match="asks no model"):
        open_judge("none", pictures=True, found=OWN)
    with pytest.raises(Misuse, match="asks no model"):
        open_judge("strict:home", mode=Consecutive(), found=[EntryPoint("strict", "pathlib:Path", "handrail.judges")])


def test_in_a_session_a_model_is_asked_before_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    try:
        assert open_session_judge("openai:gpt-4o").name == "openai:gpt-4o (before, text)"
    except MissingExtra:
        pytest.skip("needs handrail[models]")
    assert open_session_judge("none").name == "none"
