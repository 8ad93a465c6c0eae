"""Questions as files: whole from the first moment, answered once, as they were seen, by the user alone."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from guard.approval.asked import NOW, asked, question, wait
from handrail.error import Misuse, UnreadableInput
from handrail.guard.approval import Answer, Approved, Edited, Question, Rejected, Unanswered, pending_queue
from handrail.guard.approval.queue import answer_pending, pending

ASKED = question()
YES = Approved(ASKED.digest, "Ann", "q1")
SOON = NOW + timedelta(seconds=10)


def one_in(folder: Path) -> Any:
    (one,) = pending(folder)
    return one


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("answer", [YES, Rejected("Ann", "the other account"), Edited("Ann", "A -> Done")])
def test_an_answer_of_another_process_comes_through(tmp_path: Path, answer: Approved | Rejected | Edited) -> None:
    assert asked(tmp_path, lambda: answer_pending(tmp_path, one_in(tmp_path), answer, now=SOON)) == answer
    assert pending(tmp_path) == ()
    assert files(tmp_path) == ["pending/closed/q1.answer.json", "pending/closed/q1.json"]


def test_the_file_holds_what_a_person_is_shown(tmp_path: Path) -> None:
    seen: list[Any] = []

    def look() -> None:
        seen.append(one_in(tmp_path))
        seen.append(json.loads((tmp_path / "pending" / "q1.json").read_text()))

    asked(tmp_path, look, question(picture=b"\x89PNG"))
    one, raw = seen
    assert one.question.wants == raw["wants"] == 'tap "Send"'
    assert one.picture == tmp_path / "pending" / "q1.png"
    assert raw["digest"] == ASKED.digest
    assert raw["changes"][0]["values"] == [["recipient", '"Jane Doe"'], ["amount", "82,000"]]
    assert raw["format"] == "handrail.question/1"
    assert (tmp_path / "pending" / "closed" / "q1.png").read_bytes() == b"\x89PNG"


def test_without_an_answer_the_question_is_closed(tmp_path: Path) -> None:
    assert asked(tmp_path, lambda: None) == Unanswered("nobody answered in time")
    assert files(tmp_path) == ["pending/closed/q1.json"]


def test_a_second_answer_is_refused(tmp_path: Path) -> None:
    def twice() -> None:
        one = one_in(tmp_path)
        answer_pending(tmp_path, one, Rejected("Ann"), now=SOON)
        with pytest.raises(Misuse, match="has an answer already"):
            answer_pending(tmp_path, one, YES, now=SOON)
        assert pending(tmp_path) == ()

    assert asked(tmp_path, twice) == Rejected("Ann")


def test_an_expired_question_is_not_answered(tmp_path: Path) -> None:
    def late() -> None:
        with pytest.raises(Misuse, match="expired"):
            answer_pending(tmp_path, one_in(tmp_path), YES, now=ASKED.expires_at)

    assert isinstance(asked(tmp_path, late), Unanswered)


def test_a_question_that_is_closed_is_not_answered(tmp_path: Path) -> None:
    kept: list[Any] = []
    asked(tmp_path, lambda: kept.append(one_in(tmp_path)))
    with pytest.raises(Misuse, match="not there any more"):
        answer_pending(tmp_path, kept[0], YES, now=SOON)
    assert files(tmp_path) == ["pending/closed/q1.json"]


def change(folder: Path) -> None:
    path = folder / "pending" / "q1.json"
    path.write_text(path.read_text().replace("82,000", "8,200"))


def test_a_question_that_was_changed_is_neither_answered_nor_believed(tmp_path: Path) -> None:
    def after_looking() -> None:
        one = one_in(tmp_path)
        change(tmp_path)
        with pytest.raises(Misuse, match="was changed"):
            answer_pending(tmp_path, one, YES, now=SOON)

    assert isinstance(asked(tmp_path, after_looking), Unanswered)


def test_an_answer_to_a_question_that_was_changed_before_it_was_seen_is_none(tmp_path: Path) -> None:
    def before_looking() -> None:
        change(tmp_path)
        answer_pending(tmp_path, one_in(tmp_path), YES, now=SOON)

    assert asked(tmp_path, before_looking) == Unanswered("the file of the question was changed while it waited")


def replied(folder: Path, **changed: Any) -> Callable[[], None]:
    def write() -> None:
        one = one_in(folder)
        document = {
            "format": "handrail.answer/1",
            "question": "q1",
            "digest": ASKED.digest,
            "seen": one.seen,
            "by": "Ann",
            "answer": "approve",
            **changed,
        }
        path = folder / "pending" / "q1.answer.json"
        path.write_text(json.dumps({name: value for name, value in document.items() if value is not ...}))
        path.chmod(0o600)

    return write


def test_an_answer_written_by_hand_is_read(tmp_path: Path) -> None:
    assert asked(tmp_path, replied(tmp_path)) == YES


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"digest": "0" * 64}, "another question"),
        ({"question": "q2"}, "another question"),
        ({"seen": "0" * 64}, "was changed"),
        ({"seen": ...}, "seen"),
        ({"answer": "ok"}, "approve"),
        ({"answer": "edit"}, "does not say into what"),
        ({"by": ""}, "by"),
        ({"trust": True}, "trust"),
        ({"format": "handrail.answer/2"}, "format"),
    ],
)
def test_an_answer_that_does_not_fit_is_none(tmp_path: Path, changed: dict[str, Any], reason: str) -> None:
    answer = asked(tmp_path, replied(tmp_path, **changed))
    assert isinstance(answer, Unanswered)
    assert reason in answer.reason


def test_an_answer_that_others_could_have_written_is_none(tmp_path: Path) -> None:
    def loosely() -> None:
        replied(tmp_path)()
        (tmp_path / "pending" / "q1.answer.json").chmod(0o666)

    answer = asked(tmp_path, loosely)
    assert isinstance(answer, Unanswered)
    assert "others than you can write it" in answer.reason


def test_an_answer_through_a_link_is_none(tmp_path: Path) -> None:
    def linked() -> None:
        replied(tmp_path)()
        path = tmp_path / "pending" / "q1.answer.json"
        path.rename(tmp_path / "elsewhere.json")
        path.symlink_to(tmp_path / "elsewhere.json")

    assert isinstance(asked(tmp_path, linked), Unanswered)


def test_a_flood_is_not_read(tmp_path: Path) -> None:
    answer = asked(tmp_path, replied(tmp_path, note="x" * 2_000_000))
    assert isinstance(answer, Unanswered)
    assert "more than 1,048,576 bytes" in answer.reason


def test_a_folder_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "pending").mkdir()
    (tmp_path / "pending").chmod(0o777)
    answer = asked(tmp_path, lambda: None)
    assert isinstance(answer, Unanswered)
    assert "chmod 700" in answer.reason


def test_an_answer_that_lies_there_before_the_question_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "pending").mkdir(mode=0o700)
    (tmp_path / "pending" / "q1.answer.json").write_text("{}")
    answer = asked(tmp_path, lambda: None)
    assert isinstance(answer, Unanswered)
    assert "asked before" in answer.reason


def test_a_question_is_asked_once(tmp_path: Path) -> None:
    asked(tmp_path, lambda: answer_pending(tmp_path, one_in(tmp_path), YES, now=SOON))
    answer = asked(tmp_path, lambda: None)
    assert isinstance(answer, Unanswered)
    assert "asked before" in answer.reason


@pytest.mark.parametrize("identifier", ["../q1", "q/1", "", ".hidden", "q" * 81, "q1.answer"])
def test_an_identifier_names_no_other_place(tmp_path: Path, identifier: str) -> None:
    answer = asked(tmp_path, lambda: None, question(identifier))
    assert isinstance(answer, Unanswered)
    assert files(tmp_path) == []


def test_several_questions_wait_in_the_order_in_which_they_were_asked(tmp_path: Path) -> None:
    later = Question(
        **{**{name: getattr(ASKED, name) for name in ASKED.__slots__}, "identifier": "a", "asked_at": SOON}
    )

    async def both_wait() -> list[str]:
        stop = asyncio.Event()
        names: list[str] = []

        async def sleep(_: float) -> None:
            if len(pending(tmp_path)) == 2 and not names:
                names.extend(one.question.identifier for one in pending(tmp_path))
                stop.set()
            await asyncio.sleep(0)

        queue = pending_queue(tmp_path, sleep=sleep)
        tasks: list[Awaitable[Answer]] = [asyncio.ensure_future(queue(one)) for one in (later, ASKED)]
        await stop.wait()
        for task in tasks:
            task.cancel()  # type: ignore[attr-defined]
        await asyncio.gather(*tasks, return_exceptions=True)
        return names

    assert wait(both_wait()) == ["q1", "a"]
    assert pending(tmp_path) == ()


def test_a_damaged_question_is_said(tmp_path: Path) -> None:
    (tmp_path / "pending").mkdir(mode=0o700)
    path = tmp_path / "pending" / "q1.json"
    path.write_text("{")
    path.chmod(0o600)
    with pytest.raises(UnreadableInput, match=r"q1\.json"):
        pending(tmp_path)
