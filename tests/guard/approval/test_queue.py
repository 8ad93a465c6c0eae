"""Questions as files: whole from the first moment, answered once, as they were seen, by the user alone."""

import asyncio
import hashlib
import json
import os
import stat
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from guard.approval.asked import ACTION, NOW, asked, asked_while, question, wait
from handrail.app.consequence import Consequence, Detail, Kind
from handrail.app.update import Update
from handrail.error import Misuse, UnreadableInput
from handrail.guard.approval import Answer, Approved, Edited, Question, Rejected, Unanswered, ask, pending_queue
from handrail.guard.approval.place import QuestionFiles, write_once
from handrail.guard.approval.question_file import AnswerReceipt, write_answer, write_question
from handrail.guard.approval.queue import Given, answer_pending, pending
from handrail.guard.approval.shown import shown

ASKED = question()
YES = Approved(ASKED.digest, "Ann", "q1")
SOON = NOW + timedelta(seconds=10)


def one_in(folder: Path) -> Any:
    (awaited,) = pending(folder)
    return awaited


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("answer", [YES, Rejected("Ann", "the other account"), Edited("Ann", "A -> Done")])
def test_an_answer_of_another_process_comes_through(tmp_path: Path, answer: Approved | Rejected | Edited) -> None:
    assert asked(tmp_path, lambda: answer_pending(tmp_path, one_in(tmp_path), answer, now=SOON)) == answer
    assert pending(tmp_path) == ()
    assert files(tmp_path) == ["pending/closed/q1.json"]


def test_the_file_holds_what_a_person_is_shown(tmp_path: Path) -> None:
    seen: list[Any] = []

    def look() -> None:
        seen.append(one_in(tmp_path))
        seen.append(json.loads((tmp_path / "pending" / "q1.json").read_text()))

    asked(tmp_path, look, question(picture=b"\x89PNG"))
    first, raw = seen
    assert first.question.wants == raw["wants"] == 'tap "Send"'
    assert first.picture == tmp_path / "pending" / "q1.png"
    assert raw["digest"] == ASKED.digest
    assert raw["changes"][0]["values"] == [["recipient", '"Jane Doe"'], ["amount", "82,000"]]
    assert raw["format"] == "handrail.question/2"
    assert raw["picture"] == hashlib.sha256(b"\x89PNG").hexdigest()
    assert files(tmp_path) == ["pending/closed/q1.json"]


def test_without_an_answer_the_question_is_closed(tmp_path: Path) -> None:
    assert asked(tmp_path, lambda: None) == Unanswered("nobody answered in time")
    assert files(tmp_path) == ["pending/closed/q1.json"]


def test_a_second_answer_is_refused(tmp_path: Path) -> None:
    def twice() -> None:
        waiting = one_in(tmp_path)
        answer_pending(tmp_path, waiting, Rejected("Ann"), now=SOON)
        with pytest.raises(Misuse, match="has an answer already"):
            answer_pending(tmp_path, waiting, YES, now=SOON)
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
        waiting = one_in(tmp_path)
        change(tmp_path)
        with pytest.raises(Misuse, match="was changed"):
            answer_pending(tmp_path, waiting, YES, now=SOON)

    assert isinstance(asked(tmp_path, after_looking), Unanswered)


def test_an_answer_to_a_question_that_was_changed_before_it_was_seen_is_none(tmp_path: Path) -> None:
    def before_looking() -> None:
        change(tmp_path)
        answer_pending(tmp_path, one_in(tmp_path), YES, now=SOON)

    assert asked(tmp_path, before_looking) == Unanswered("the file of the question was changed while it waited")


def replied(folder: Path, **changed: Any) -> Callable[[], None]:
    def write() -> None:
        waiting = one_in(folder)
        document = {
            "format": "handrail.answer/1",
            "question": "q1",
            "digest": ASKED.digest,
            "seen": waiting.seen,
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
                names.extend(awaited.question.identifier for awaited in pending(tmp_path))
                stop.set()
            await asyncio.sleep(0)

        queue = pending_queue(tmp_path, sleep=sleep)
        tasks: list[Awaitable[Answer]] = [asyncio.ensure_future(queue(asked_for)) for asked_for in (later, ASKED)]
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


def outcome_of(folder: Path, answer: Approved | Rejected | Edited, **more: Any) -> tuple[Answer, Any]:
    """Answer from another thread and wait for what it counted for; the guard's answer, and what was heard."""
    heard: list[Any] = []

    def meanwhile() -> None:
        heard.append(answer_pending(folder, one_in(folder), answer, now=SOON, key=more.get("key")).outcome())

    return asked_while(folder, meanwhile, settle=more.get("settle"), people=more.get("people")), heard[0]


def test_what_is_told_is_what_counted(tmp_path: Path) -> None:
    answer, heard = outcome_of(tmp_path, YES)
    assert answer == YES
    assert heard.counted
    assert heard.why == ""


def test_an_approval_that_the_guard_does_not_take_is_told_as_none(tmp_path: Path) -> None:
    async def void(_: Answer) -> Answer:
        return Unanswered("the approval is void: the screen has changed since it was shown")

    answer, heard = outcome_of(tmp_path, YES, settle=void)
    assert isinstance(answer, Unanswered)
    assert not heard.counted
    assert heard.why == answer.reason


def test_nothing_is_told_before_the_guard_has_taken_it(tmp_path: Path) -> None:
    """Until it is settled the one who answers waits, and hears no yes when nobody says one."""
    waits: list[float] = []

    async def forgets(answer: Answer) -> Answer:
        assert is_given.wait(60)
        assert given[0].outcome(sleep=waits.append, longest_seconds=1) is None
        return answer

    given: list[Given] = []
    is_given = threading.Event()

    def give() -> None:
        given.append(answer_pending(tmp_path, one_in(tmp_path), YES, now=SOON))
        is_given.set()

    answer = asked_while(tmp_path, give, settle=forgets)
    assert answer == YES
    assert sum(waits) >= 1


@pytest.mark.parametrize("_", range(10))
def test_of_two_answers_one_counts_and_the_other_is_told_so(tmp_path: Path, _: int) -> None:
    """Both saw the question; whoever is slower finds an answer there, or nobody who still listens."""
    told: list[Any] = []

    def race() -> None:
        waiting = one_in(tmp_path)
        barrier = threading.Barrier(2)

        def give(answer: Approved | Rejected) -> None:
            barrier.wait()
            try:
                outcome = answer_pending(tmp_path, waiting, answer, now=SOON).outcome()
                told.append((answer, outcome is not None and outcome.counted))
            except Misuse:
                told.append((answer, False))

        threads = [threading.Thread(target=give, args=(answer,)) for answer in (YES, Rejected("Bob"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    answer = asked_while(tmp_path, race)
    assert [given for given, counted in told if counted] == [answer]
    assert files(tmp_path) == ["pending/closed/q1.json"]


def test_an_answer_after_the_guard_stopped_listening_is_told_as_none_and_does_not_stay(tmp_path: Path) -> None:
    given: list[Given] = []
    seen: list[Any] = []

    async def sleep(_: float) -> None:
        seen.append((one_in(tmp_path), os.open(tmp_path / "pending" / "q1.json", os.O_RDONLY)))
        raise TimeoutError

    async def late(answer: Answer) -> Answer:
        first, handle = seen[0]
        given.append(Given(QuestionFiles.of(tmp_path, "q1"), write_answer(first.question, first.seen, YES), handle))
        write_once(given[0].place.answer, given[0].content)
        return answer

    answer = wait(ask(pending_queue(tmp_path, sleep=sleep), ASKED, clock=lambda: NOW, settle=late))
    assert answer == Unanswered("nobody answered in time")
    assert given[0].outcome() == AnswerReceipt(False, "", "nobody answered in time")
    assert files(tmp_path) == ["pending/closed/q1.json"]


def dead_question(folder: Path, *, picture: bytes | None = None) -> Any:
    """A question of a program that ended: nobody holds its lock any more."""
    asked_for = question(picture=picture)
    os.close(QuestionFiles.of(folder, "q1").open(write_question(shown(asked_for)), picture))
    return one_in(folder)


def test_a_question_of_a_program_that_is_gone_cannot_be_approved(tmp_path: Path) -> None:
    dead = dead_question(tmp_path)
    assert not dead.alive
    with pytest.raises(Misuse, match="does not run any more"):
        answer_pending(tmp_path, dead, YES, now=SOON)


def test_a_program_that_ends_before_it_took_the_answer_is_noticed(tmp_path: Path) -> None:
    place = QuestionFiles.of(tmp_path, "q1")
    lock = place.open(write_question(shown(ASKED)), None)
    given = answer_pending(tmp_path, one_in(tmp_path), YES, now=SOON)
    waits: list[float] = []

    def killed(seconds: float) -> None:
        waits.append(seconds)
        os.close(lock)

    outcome = given.outcome(sleep=killed)
    assert outcome is not None
    assert not outcome.counted
    assert "does not run any more" in outcome.why
    assert len(waits) == 1
    assert not place.answer.exists()


def test_what_a_dead_program_left_is_cleared_away_by_the_next(tmp_path: Path) -> None:
    dead_question(tmp_path, picture=b"canary")
    asked(tmp_path, lambda: None, question("q2"))
    assert files(tmp_path) == ["pending/closed/q1.json", "pending/closed/q2.json"]


def test_nothing_that_was_shown_or_written_is_kept_and_all_is_for_the_user_alone(tmp_path: Path) -> None:
    canary = "hunter2-canary"
    secret = question(
        picture=canary.encode(),
        instruction=canary,
        updates=(Update("Login", set={"password": canary}),),
        action=replace(ACTION, type="input", text=canary),
        specification=canary,
        consequences=(Consequence("log in", Kind.ACCOUNT, frozenset(), (Detail("what", canary),)),),
    )
    modes: set[int] = set()

    def reject() -> None:
        modes.update(stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "pending").rglob("*"))
        answer_pending(tmp_path, one_in(tmp_path), Rejected("Ann", canary), now=SOON)

    asked(tmp_path, reject, secret)
    assert modes == {0o600, 0o700}
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept
    assert all(canary not in path.read_text() for path in kept)
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}


def test_a_picture_that_was_exchanged_is_not_approved_and_voids_the_question(tmp_path: Path) -> None:
    def exchanged() -> None:
        waiting = one_in(tmp_path)
        waiting.picture.write_bytes(b"another screen")
        with pytest.raises(Misuse, match="picture is not the one"):
            answer_pending(tmp_path, waiting, YES, now=SOON)
        answer_pending(tmp_path, replace(waiting, question=replace(waiting.question, picture="")), YES, now=SOON)

    answer = asked(tmp_path, exchanged, question(picture=b"PNG"))
    assert answer == Unanswered("the picture of the question was changed while it waited")


KEYS = {"Ann": b"a" * 32, "Bob": b"b" * 32}


@pytest.mark.parametrize(("by", "key", "counts"), [("Ann", "Ann", True), ("Ann", "Bob", False), ("Ann", None, False)])
def test_with_keys_only_an_answer_counts_that_its_giver_signed(
    tmp_path: Path, by: str, key: str | None, counts: bool
) -> None:
    answer, heard = outcome_of(tmp_path, YES, people=KEYS, key=KEYS.get(key or ""))
    assert heard.counted is counts
    assert (answer == YES) is counts


def test_a_signed_answer_that_was_changed_is_none(tmp_path: Path) -> None:
    def forged() -> None:
        waiting = one_in(tmp_path)
        raw = json.loads(write_answer(waiting.question, waiting.seen, Rejected("Ann"), key=KEYS["Ann"]))
        place = QuestionFiles.of(tmp_path, "q1")
        write_once(place.answer, json.dumps(raw | {"answer": "approve"}).encode())

    answer = asked_while(tmp_path, forged, people=KEYS)
    assert answer == Unanswered("the answer is not signed with a key of Ann")


def test_keys_are_long_and_each_has_one_owner(tmp_path: Path) -> None:
    for people in ({"Ann": b"short"}, {"Ann": b"a" * 32, "Bob": b"a" * 32}):
        with pytest.raises(Misuse):
            pending_queue(tmp_path, people=people)


@pytest.mark.parametrize(
    "change",
    [
        {"asked_at": "2025-03-10T09:00:00"},
        {"asked_at": "0001-01-01T00:00:00+00:00"},
        {"expires_at": "9999-12-31T23:59:59+00:00"},
        {"expires_at": "soon"},
        {"step": 10**30},
        {"id": "q2"},
        {"wants": "tap \ud83d"},
        {"does": [{}]},
        {"changes": {"what": 1}},
        {"digest": None},
        {"more": 1},
    ],
)
def test_a_malformed_question_is_said_to_be_one(tmp_path: Path, change: dict[str, Any]) -> None:
    raw = json.loads(write_question(shown(ASKED)))
    QuestionFiles.of(tmp_path, "q1").open(json.dumps(raw | change).encode(), None)
    with pytest.raises(UnreadableInput, match=r"q1\.json"):
        pending(tmp_path)


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b"null", b"[" * 100_000, b"1" * 10_000, b"{}\0"])
def test_what_is_no_question_at_all_is_said(tmp_path: Path, content: bytes) -> None:
    QuestionFiles.of(tmp_path, "q1").open(content, None)
    with pytest.raises(UnreadableInput, match=r"q1\.json"):
        pending(tmp_path)


def test_questions_of_clocks_with_and_without_a_zone_are_listed_together(tmp_path: Path) -> None:
    bare = replace(question("q2"), asked_at=NOW.replace(tzinfo=None), expires_at=SOON.replace(tzinfo=None))
    for asked_for in (bare, ASKED):
        QuestionFiles.of(tmp_path, asked_for.identifier).open(write_question(shown(asked_for)), None)
    assert [awaited.question.identifier for awaited in pending(tmp_path)] == ["q1", "q2"]


def test_half_a_character_breaks_nothing(tmp_path: Path) -> None:
    half = "half \ud83d"
    evil = question(instruction=half, updates=(Update(half, set={half: half}),), specification=half, commits=(half,))
    give = Rejected(half, half)
    answer = asked(tmp_path, lambda: answer_pending(tmp_path, one_in(tmp_path), give, now=SOON), evil)
    assert answer == Rejected("half ?", "half ?")
