"""One session's way to a person: a no is not asked again, a yes is for what was shown, and nobody is worn out."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from guard.approval.asked import ACTION, NOW
from guard.stage import Stage, letter, letters
from handrail.app import Anticipation
from handrail.app.consequence import Consequence, Detail, Kind
from handrail.guard.approval.question import AgentSaid, Answer, Approved, Edited, Question, Rejected, Unanswered
from handrail.guard.approval_flow import MOST_WITHOUT_A_YES, ApprovalFlow
from handrail.guard.decision import Ask, Circumstance, Condition, DecisionInput, Proposal, Reason, SessionState, Source
from handrail.guard.device_access import DeviceAccess
from handrail.guard.journal.entry import Answered, Asked, Entry
from handrail.guard.screen_digest import note_screen
from handrail.guard.step import PendingAction
from handrail.language.specification import Specification

RULES = 'Letter(to = "Ann") -> SendLetter\nSendLetter -> Done'
KNOWN = Consequence("burn", Kind.DELETION, frozenset({"BurnAll"}), (Detail("what", "all letters"),))
UNKNOWN = replace(KNOWN, details=(Detail("what", unread="no title"),))


class Desk:
    """A session's consultation, with a person who says what is laid out, and what they were asked."""

    def __init__(self, folder: Path, *answers: Callable[[Question], Answer], pictures: bool = False) -> None:
        self.stage, self.answers = Stage(letter()), list(answers)
        self.asked: list[Question] = []
        self.written: list[Entry] = []
        self.taken: list[Answer] = []
        self.rules = Specification.parse(RULES, letters(folder))
        self.approval_flow = ApprovalFlow(
            self, DeviceAccess(self.stage, 5, pictures), lambda: NOW, 300, "Write to Ann", self.written.append
        )

    async def __call__(self, question: Question, /) -> Answer:
        self.asked.append(question)
        return (self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])(question)

    def acknowledge(self, _: Question, taken: Answer, /) -> None:
        self.taken.append(taken)

    def hold(self, consequence: Consequence = KNOWN, **changed: Any) -> Answer:
        """Propose an action that has this consequence."""
        said = Anticipation(commits=frozenset({"BurnAll"}), consequences=(consequence,))
        note = note_screen(self.stage.shown, key=self.approval_flow.device.key)
        decision_input = DecisionInput(
            changed.pop("step", 1), NOW, Proposal(ACTION), note, "com.example.letters", True,
            said, None, "", (), SessionState(),
        )  # fmt: skip
        decision_input = replace(decision_input, **changed)
        why = Ask((Reason(Source.POLICY, "deletions", "Deletions need a yes."),))
        case = PendingAction(
            decision_input, self.approval_flow.digest(decision_input, decision_input.screen), why, committing=True
        )
        return asyncio.run(self.approval_flow.hold(case, self.stage.shown, self.rules))


def yes(question: Question) -> Answer:
    return Approved(question.digest, "Ann", question.identifier)


def no(_: Question) -> Answer:
    return Rejected("Ann", "the other one")


def nothing(_: Question) -> Answer:
    return Unanswered("nobody answered in time")


def test_a_person_is_shown_what_models_and_the_agent_say_apart(tmp_path: Path) -> None:
    desk = Desk(tmp_path, yes)
    raw = Circumstance(Condition.RAW, "a link")
    agents = Proposal(ACTION, "only archived", frozenset({"Archive", "BurnAll"}), irreversible=True)
    assert isinstance(desk.hold(proposal=agents, circumstances=(raw,)), Approved)
    (question,) = desk.asked
    assert question.commits == ("BurnAll",)
    assert question.consequences == (KNOWN,)
    assert question.circumstances == (raw,)
    assert question.said == AgentSaid(("Archive",), "only archived", True)
    assert [type(entry) for entry in desk.written] == [Asked, Answered]


@pytest.mark.parametrize(
    "again",
    [
        {},
        {"step": 9, "at": NOW + timedelta(hours=1)},
        {"proposal": Proposal(replace(ACTION, target="Archive"), "never mind", frozenset({"Archive"}))},
        {"proposal": Proposal(replace(ACTION, type="long_click"))},
    ],
)
def test_what_was_rejected_is_not_asked_again(tmp_path: Path, again: dict[str, Any]) -> None:
    desk = Desk(tmp_path, no, yes)
    assert desk.hold() == Rejected("Ann", "the other one")
    answer = desk.hold(**again)
    assert isinstance(answer, Rejected)
    assert answer.by == "Ann"
    assert "rejected before and not asked again: the other one" in answer.note
    assert len(desk.asked) == 1


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        (KNOWN, replace(KNOWN, details=(Detail("what", "one letter"),)), 2),
        (KNOWN, replace(KNOWN, does="archive"), 2),
        (UNKNOWN, UNKNOWN, 1),
        (KNOWN, UNKNOWN, 2),
    ],
)
def test_something_else_is_asked(tmp_path: Path, first: Consequence, second: Consequence, asked: int) -> None:
    desk = Desk(tmp_path, no)
    desk.hold(first)
    desk.hold(second)
    assert len(desk.asked) == asked


def test_where_it_is_not_known_what_is_done_a_no_is_for_that_action_on_that_screen(tmp_path: Path) -> None:
    desk = Desk(tmp_path, no)
    desk.hold(UNKNOWN)
    desk.hold(UNKNOWN, proposal=Proposal(replace(ACTION, type="long_click")))
    desk.stage.shown = letter("Bob")
    desk.hold(UNKNOWN)
    assert len(desk.asked) == 3


def test_other_rules_are_another_matter(tmp_path: Path) -> None:
    desk = Desk(tmp_path, no, yes)
    desk.hold()
    desk.rules = Specification.parse(RULES.replace("Ann", "Bob"), letters(tmp_path))
    assert isinstance(desk.hold(), Approved)


def test_what_nobody_answered_may_be_asked_again_and_says_how_often(tmp_path: Path) -> None:
    desk = Desk(tmp_path, nothing)
    for _ in range(3):
        desk.hold()
    assert [question.unanswered_before for question in desk.asked] == [0, 1, 2]


def test_so_many_questions_without_a_yes_are_asked_and_no_more(tmp_path: Path) -> None:
    desk = Desk(tmp_path, no)
    for number in range(MOST_WITHOUT_A_YES + 5):
        answer = desk.hold(replace(KNOWN, details=(Detail("what", number),)))
    assert len(desk.asked) == MOST_WITHOUT_A_YES
    assert isinstance(answer, Unanswered)
    assert "nobody is asked any more" in answer.reason


def test_a_yes_begins_the_count_anew(tmp_path: Path) -> None:
    desk = Desk(tmp_path, *[no] * (MOST_WITHOUT_A_YES - 1), yes, no)
    for number in range(2 * MOST_WITHOUT_A_YES + 5):
        desk.hold(replace(KNOWN, details=(Detail("what", number),)))
    assert len(desk.asked) == 2 * MOST_WITHOUT_A_YES


def test_a_changed_specification_is_an_answer_like_any_other(tmp_path: Path) -> None:
    desk = Desk(tmp_path, lambda _: Edited("Ann", "A -> Done"))
    assert desk.hold() == Edited("Ann", "A -> Done")


def test_the_yes_of_somebody_who_saw_another_screen_is_void_and_is_told_as_void(tmp_path: Path) -> None:
    def changes(question: Question) -> Answer:
        desk.stage.shown = letter("Bob")
        return yes(question)

    desk = Desk(tmp_path, changes)
    answer = desk.hold()
    assert answer == Unanswered("the approval is void: the screen has changed since it was shown")
    assert desk.taken == [answer]


def test_the_picture_belongs_to_what_is_approved(tmp_path: Path) -> None:
    plain, with_picture = Desk(tmp_path, yes), Desk(tmp_path, yes, pictures=True)
    with_picture.approval_flow._key = plain.approval_flow._key
    assert isinstance(plain.hold(), Approved)
    assert isinstance(with_picture.hold(), Approved)
    assert plain.asked[0].digest != with_picture.asked[0].digest


def test_a_picture_of_another_screen_is_never_shown(tmp_path: Path) -> None:
    desk = Desk(tmp_path, yes, pictures=True)

    async def screenshot() -> bytes:
        desk.stage.shown = letter("Bob")
        return b"\x89PNG"

    object.__setattr__(desk.approval_flow.device, "device", Moving(desk.stage, screenshot))
    answer = desk.hold()
    assert isinstance(answer, Unanswered)
    assert "could not be put: the screen has changed" in answer.reason
    assert desk.asked == []


class Moving:
    """The stage, whose picture is taken by somebody else."""

    def __init__(self, stage: Stage, screenshot: Any) -> None:
        self.observe, self.screenshot = stage.observe, screenshot


@pytest.mark.parametrize("changed", [{"circumstances": (Circumstance(Condition.RAW, "x"),)}, {"consequence": UNKNOWN}])
def test_the_digest_covers_consequences_and_circumstances(tmp_path: Path, changed: dict[str, Any]) -> None:
    desk = Desk(tmp_path, yes)
    desk.hold()
    desk.hold(**changed)
    assert desk.asked[0].digest != desk.asked[1].digest
