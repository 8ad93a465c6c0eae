"""`handrail approvals`."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from guard.approval.asked import asked, asked_while, question
from handrail.cli.approvals import approvals_commands
from handrail.error import HandrailError, Misuse
from handrail.guard.approval import Answer, Approved, Edited, Question, Rejected, Unanswered
from handrail.guard.approval.place import QuestionFiles
from handrail.guard.approval.question_file import write_question
from handrail.guard.approval.shown import shown

WORDS = {"USER": "ann"}


def waiting(identifier: str = "abc1") -> Question:
    """A question of just now, since the command looks at the clock of the machine."""
    now = datetime.now().astimezone()
    return replace(question(identifier), asked_at=now, expires_at=now + timedelta(hours=1))


def during(folder: Path, *commands: list[str], of: Question | None = None) -> tuple[Answer, list[Result]]:
    """Run commands while a question waits in the folder; its answer, and what the commands gave."""
    given: list[Result] = []

    def meanwhile() -> None:
        given.extend(CliRunner().invoke(approvals_commands, command, env=WORDS) for command in commands)

    return asked_while(folder, meanwhile, of or waiting()), given


def test_nothing_waits(tmp_path: Path) -> None:
    assert "nothing waits" in CliRunner().invoke(approvals_commands, ["list", str(tmp_path)]).stdout
    listed = CliRunner().invoke(approvals_commands, ["list", "--json", str(tmp_path)]).stdout
    assert json.loads(listed) == {"pending": []}


def test_what_waits_is_listed(tmp_path: Path) -> None:
    picture = replace(waiting(), picture=b"PNG")
    answer, (listed, raw) = during(tmp_path, ["list", str(tmp_path)], ["list", "--json", str(tmp_path)], of=picture)
    assert isinstance(answer, Unanswered)
    for said in ('tap "Send"', "82,000", "abc1", "abc1.png", "60 min left"):
        assert said in listed.stdout
    (only,) = json.loads(raw.stdout)["pending"]
    assert only["id"] == "abc1"
    assert only["wants"] == 'tap "Send"'
    assert only["changes"][0]["values"]["amount"] == "82,000"
    assert only["picture"].endswith("abc1.png")


def test_a_question_by_the_clock_of_a_simulated_phone_can_be_answered(tmp_path: Path) -> None:
    long_ago = datetime(2020, 3, 2, 9, 0)  # noqa: DTZ001 - a phone's clock has no zone
    old = replace(waiting(), asked_at=long_ago, expires_at=long_ago + timedelta(minutes=5))
    _, (listed, told) = during(tmp_path, ["list", str(tmp_path)], ["approve", str(tmp_path), "abc1"], of=old)
    assert "min left" in listed.stdout
    assert told.stdout == 'approved: tap "Send"\n'


def test_approving_by_the_beginning_of_the_identifier(tmp_path: Path) -> None:
    answer, (told,) = during(tmp_path, ["approve", str(tmp_path), "abc"])
    assert told.stdout == 'approved: tap "Send"\n'
    assert answer == Approved(question().digest, "ann", "abc1")


def test_rejecting_with_a_note(tmp_path: Path) -> None:
    answer, _ = during(tmp_path, ["reject", str(tmp_path), "abc1", "--note", "the other account", "--by", "Bob"])
    assert answer == Rejected("Bob", "the other account")


@pytest.mark.parametrize("name", ["new.rules", "new.json"])
def test_changing_the_rules(tmp_path: Path, name: str) -> None:
    rules = tmp_path / name
    rules.write_text('["A() -> B", "B -> Done"]' if name.endswith("json") else "A() -> B\nB -> Done")
    answer, _ = during(tmp_path, ["edit", str(tmp_path), "abc1", str(rules)])
    assert answer == Edited("ann", "A() -> B\nB -> Done")


@pytest.mark.parametrize(
    ("commands", "told"),
    [
        (lambda folder: [["approve", folder, "zzz"]], "no question .* those that wait: abc1"),
        (lambda folder: [["approve", folder, ""]], "no question"),
        (lambda folder: [["reject", folder, "abc1"], ["approve", folder, "abc1"]], "those that wait: none"),
        (lambda folder: [["approve", folder, "abc1", "--key", f"{folder}/none"]], "there is no key in it"),
    ],
)
def test_what_cannot_be_answered_is_said(tmp_path: Path, commands: Callable[[str], Any], told: str) -> None:
    _, given = during(tmp_path, *commands(str(tmp_path)))
    error = given[-1].exception
    assert isinstance(error, HandrailError)
    with pytest.raises(HandrailError, match=told):
        raise error


def test_an_expired_question_cannot_be_approved(tmp_path: Path) -> None:
    told: list[Result] = []

    def much_later() -> None:
        file = tmp_path / "pending" / "abc1.json"
        os.utime(file, (file.stat().st_atime, file.stat().st_mtime - 2 * 3_600))
        told.append(CliRunner().invoke(approvals_commands, ["approve", str(tmp_path), "abc1"], env=WORDS))

    answer = asked(tmp_path, much_later, waiting())
    assert isinstance(told[0].exception, Misuse)
    assert "expired" in str(told[0].exception)
    assert isinstance(answer, Unanswered)


def test_an_answer_that_did_not_count_is_not_told_as_one(tmp_path: Path) -> None:
    told: list[Result] = []

    async def void(_: Answer) -> Answer:
        return Unanswered("the approval is void: the screen has changed")

    def approve() -> None:
        told.append(CliRunner().invoke(approvals_commands, ["approve", str(tmp_path), "abc1"], env=WORDS))

    asked_while(tmp_path, approve, waiting(), settle=void)
    assert told[0].exit_code == 1
    assert told[0].stdout == ""
    assert told[0].stderr == "did not count: the approval is void: the screen has changed\n"


def test_a_guard_that_is_gone_is_not_told_as_an_approval(tmp_path: Path) -> None:
    os.close(QuestionFiles.of(tmp_path, "abc1").open(write_question(shown(waiting())), None))
    listed = CliRunner().invoke(approvals_commands, ["list", str(tmp_path)])
    assert "does not run any more" in listed.stdout
    told = CliRunner().invoke(approvals_commands, ["approve", str(tmp_path), "abc1"], env=WORDS)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "does not run any more" in told.stderr


@pytest.mark.parametrize("content", [b"{", b'{"format": "handrail.question/2"}', b'"\\ud83d"'])
def test_a_malformed_question_gives_a_message_and_no_traceback(tmp_path: Path, content: bytes) -> None:
    QuestionFiles.of(tmp_path, "abc1").open(content, None)
    for command in (["list"], ["list", "--json"], ["approve"], ["reject"]):
        rest = ["abc1"] if len(command) == 1 and command != ["list"] else []
        given = CliRunner().invoke(approvals_commands, [*command, str(tmp_path), *rest], env=WORDS)
        assert isinstance(given.exception, HandrailError)


def test_a_question_of_a_time_beyond_all_times_is_listed(tmp_path: Path) -> None:
    QuestionFiles.of(tmp_path, "abc1").open(write_question(shown(waiting())), None)
    os.utime(tmp_path / "pending" / "abc1.json", (0, -(2**40)))
    assert "abc1" in CliRunner().invoke(approvals_commands, ["list", str(tmp_path)]).stdout
