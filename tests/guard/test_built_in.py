"""What the system itself does, whichever app it is about: a person hears the truth, and nothing runs without a yes."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from guard.stage import LETTERS, Stage, guarding, letter
from handrail.app.consequence import Kind
from handrail.device.action import Action
from handrail.device.device import Refused
from handrail.guard import Step
from handrail.guard.approval.question import Answer, Approved, Question
from handrail.guard.decision import Ask, Block, reasons_of
from handrail.guard.journal import read_journal
from handrail.guard.journal.replay import replay
from handrail.guard.policy import read_policy
from handrail.language.specification import Specification

ACTIONS = [
    pytest.param(Action("uninstall", LETTERS), "UninstallApp", Kind.DELETION, LETTERS, True, id="uninstall"),
    pytest.param(Action("clear_data", LETTERS), "ClearData", Kind.DELETION, LETTERS, True, id="clear_data"),
    pytest.param(Action("install", "game.apk"), "InstallApp", Kind.INSTALL, "game.apk", False, id="install"),
    pytest.param(Action("force_stop", LETTERS), "ForceStop", Kind.SETTING, LETTERS, False, id="force_stop"),
    pytest.param(
        Action("open_url", "https://a.example"), "OpenLink", Kind.UNKNOWN, "https://a.example", False, id="open_url"
    ),
    pytest.param(Action("share", text="Hello"), "ShareText", Kind.UNKNOWN, "Hello", False, id="share"),
]


class LabelledStage(Stage):
    """A phone that knows its apps by what people call them."""

    async def resolve_app(self, name: str) -> str | Refused:
        return LETTERS if name == "Letters" else await Stage.resolve_app(self, name)


def proposed(stage: Stage, folder: Path, action: Action, **settings: Any) -> Step:
    """One step, and a journal that is decided the same again."""
    steps: list[Step] = []

    async def story() -> None:
        async with guarding(stage, folder, **settings) as guard:
            steps.append(await guard.act(action))

    asyncio.run(story())
    assert replay(read_journal(folder / "run")).same
    return steps[0]


@pytest.mark.parametrize("asks_for", [True, False], ids=["with rules", "without rules"])
@pytest.mark.parametrize(("action", "objective", "kind", "about", "irreversible"), ACTIONS)
def test_a_person_is_asked_about_exactly_this_and_it_runs_with_a_yes(
    action: Action, objective: str, kind: Kind, about: str, irreversible: bool, asks_for: bool, tmp_path: Path
) -> None:
    asked: list[Question] = []

    async def yes(question: Question) -> Answer:
        asked.append(question)
        return Approved(question.digest, "Ann")

    stage = Stage(letter())
    given: dict[str, Any] = {"approver": yes} if asks_for else {"approver": yes, "specification": Specification.none()}
    step = proposed(stage, tmp_path, action, **given)
    assert isinstance(step.proposed, Ask)
    assert step.executed, step.feedback
    assert len(asked) == 1
    assert step.decision_input is not None
    (consequence,) = step.decision_input.anticipation.consequences
    assert consequence.kind is kind
    assert consequence.irreversible is irreversible
    assert [detail.value for detail in consequence.details] == [about]
    assert objective == "ShareText" or consequence.objectives == {objective}


@pytest.mark.parametrize(("action", "objective", "kind", "about", "irreversible"), ACTIONS)
def test_without_a_yes_it_does_not_run(
    action: Action, objective: str, kind: Kind, about: str, irreversible: bool, tmp_path: Path
) -> None:
    stage = Stage(letter())
    step = proposed(stage, tmp_path, action)
    assert isinstance(step.decision, Block)
    assert stage.executed == []


def test_what_the_system_does_can_be_asked_for(tmp_path: Path) -> None:
    stage = Stage(letter())
    rules = 'Letter(to = "Ann") -> ForceStop\nForceStop -> Done'

    async def story() -> None:
        async with guarding(stage, tmp_path, rules, approver=yes) as guard:
            assert (await guard.act(Action("force_stop", LETTERS))).executed
            assert (await guard.act(Action("finish"))).outcome == "finished"

    async def yes(question: Question) -> Answer:
        return Approved(question.digest, "Ann")

    asyncio.run(story())


REFUSED = f"format: handrail.policy/1\nname: test\napps: {{refused: [{LETTERS}]}}"


@pytest.mark.parametrize("name", [LETTERS, "Letters"])
def test_an_app_that_is_refused_is_refused_by_its_label_too(name: str, tmp_path: Path) -> None:
    stage = LabelledStage(letter())
    step = proposed(stage, tmp_path, Action("open_app", name), policy=read_policy(REFUSED, "test.yaml"))
    assert isinstance(step.decision, Block)
    assert "apps" in {reason.rule for reason in reasons_of(step.decision)}
    assert stage.executed == []


def test_an_app_is_opened_by_the_package_that_was_decided_about(tmp_path: Path) -> None:
    stage = LabelledStage(letter())
    assert proposed(stage, tmp_path, Action("open_app", "Letters")).executed
    assert [action.target for action, _ in stage.executed] == [LETTERS]
