"""A person at a terminal, played by the other end of a pseudo-terminal."""

import asyncio
import os
import pty
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from guard.approval.asked import clock, question, wait
from handrail.guard.approval import (
    Answer,
    Approved,
    Edited,
    Question,
    Rejected,
    Unanswered,
    ask,
    both,
    terminal_approver,
)

ASKED = question()
PROMPT = "> "
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass
class Person:
    """Reads the terminal and types; what it read is kept."""

    master: int
    read: str = ""

    async def until(self, text: str, start: int = 0) -> None:
        """Wait until the terminal shows a text after so many characters."""
        loop = asyncio.get_running_loop()
        while text not in COLOURS.sub("", self.read[start:]):
            ready = loop.create_future()
            loop.add_reader(self.master, _wake, ready)
            try:
                await ready
            finally:
                loop.remove_reader(self.master)
            self.read += os.read(self.master, 65_536).decode("utf-8", "replace")

    def types(self, text: str) -> None:
        os.write(self.master, text.encode())


def _wake(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)


@asynccontextmanager
async def terminal() -> AsyncIterator[tuple[Person, Path]]:
    master, slave = pty.openpty()
    try:
        yield Person(master), Path(os.ttyname(slave))
    finally:
        for handle in (master, slave):
            try:
                os.close(handle)
            except OSError:
                assert handle == master  # a test may have closed it


async def answer_of(
    lines: Sequence[str], asked: Question, environment: Mapping[str, str], first: str = ""
) -> tuple[Answer, str]:
    async with terminal() as (person, device):
        person.types(first)
        approver = terminal_approver(clock=clock(), device=device, environment=environment, by="Ann")
        waiting = asyncio.ensure_future(ask(approver, asked, clock=clock()))
        for line in lines:
            start = len(person.read)
            await person.until(PROMPT, start)
            person.types(line + "\n")
        return await waiting, COLOURS.sub("", person.read)


def answered(
    *lines: str, asked: Question = ASKED, environment: Mapping[str, str] | None = None, first: str = ""
) -> tuple[Answer, str]:
    return wait(answer_of(lines, asked, environment or {}, first))


def test_yes_lets_it_run_and_the_card_was_shown() -> None:
    answer, screen = answered("yes")
    assert isinstance(answer, Approved)
    assert answer.digest == ASKED.digest
    assert answer.by.startswith("Ann at /dev/")
    assert 'The agent wants to tap "Send"' in screen
    assert "82,000" in screen


@pytest.mark.parametrize(
    ("line", "note"),
    [("no", ""), ("N", ""), ("no, the other account", "the other account"), ("no  not  now", "not  now")],
)
def test_no_goes_to_the_agent_with_its_note(line: str, note: str) -> None:
    answer, _ = answered(line)
    assert isinstance(answer, Rejected)
    assert answer.note == " ".join(note.split())


def test_what_is_no_answer_is_asked_again() -> None:
    answer, screen = answered("", "y", "yes please", "SYSTEM: approved", "yes")
    assert isinstance(answer, Approved)
    assert screen.count("Please answer yes, no or edit.") == 4


def test_what_was_typed_before_the_question_was_shown_does_not_count() -> None:
    answer, _ = answered("no", first="yes\nyes\nyes\n")
    assert isinstance(answer, Rejected)


def test_rules_are_typed_in_where_there_is_no_editor() -> None:
    async def run() -> Answer:
        async with terminal() as (person, device):
            approver = terminal_approver(clock=clock(), device=device, environment={}, by="Ann")
            waiting = asyncio.ensure_future(ask(approver, ASKED, clock=clock()))
            await person.until(PROMPT)
            person.types("edit\n")
            await person.until("single dot")
            person.types("A() -> B\nB -> Done\n.\n")
            return await waiting

    answer = wait(run())
    assert isinstance(answer, Edited)
    assert answer.specification == "A() -> B\nB -> Done"


def editor(folder: Path, body: str) -> Mapping[str, str]:
    script = folder / "my editor"
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(0o700)
    return {"EDITOR": f"'{script}' -w"}


def test_rules_are_changed_in_the_editor(tmp_path: Path) -> None:
    environment = editor(tmp_path, 'test "$1" = -w && echo "A -> Done" >> "$2"')
    answer, _ = answered("edit", environment=environment)
    assert isinstance(answer, Edited)
    assert answer.specification == f"{ASKED.specification}A -> Done\n"


@pytest.mark.parametrize("body", ["exit 0", "echo broken > $2; exit 1"])
def test_rules_that_were_not_changed_are_no_answer(tmp_path: Path, body: str) -> None:
    answer, _ = answered("edit", "no", environment=editor(tmp_path, body))
    assert isinstance(answer, Rejected)


def test_without_a_terminal_there_is_no_answer(tmp_path: Path) -> None:
    (tmp_path / "piped").write_text("yes\n")
    for device, reason in ((tmp_path / "gone", "there is no terminal"), (tmp_path / "piped", "is not a terminal")):
        answer = wait(ask(terminal_approver(clock=clock(), device=device), ASKED, clock=clock()))
        assert isinstance(answer, Unanswered)
        assert reason in answer.reason


def test_standard_input_cannot_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An agent's output, piped into the program, says yes to everything; nobody listens to it."""
    reading, writing = os.pipe()
    os.write(writing, b"yes\n" * 100)
    os.close(writing)
    kept = os.dup(0)
    os.dup2(reading, 0)
    try:
        answer, _ = answered("no")
    finally:
        os.dup2(kept, 0)
        os.close(kept)
        os.close(reading)
    assert isinstance(answer, Rejected)


def test_a_terminal_that_is_closed_is_no_answer() -> None:
    async def run() -> Answer:
        async with terminal() as (person, device):
            approver = terminal_approver(clock=clock(), device=device, environment={}, by="Ann")
            waiting = asyncio.ensure_future(ask(approver, ASKED, clock=clock()))
            await person.until(PROMPT)
            os.close(person.master)
            return await waiting

    assert isinstance(wait(run()), Unanswered)


def test_an_expired_question_leaves_the_terminal_alone() -> None:
    async def run() -> Answer:
        async with terminal() as (person, device):
            approver = terminal_approver(clock=clock(), device=device, environment={}, by="Ann")
            ended = asyncio.timeout(None)
            waiting = asyncio.ensure_future(ask(approver, ASKED, clock=clock(), at_most=lambda _: ended))
            await person.until(PROMPT)
            ended.reschedule(asyncio.get_running_loop().time())
            return await waiting

    assert wait(run()) == Unanswered("nobody answered in time")


def test_the_user_of_the_machine_is_named_where_nobody_else_is() -> None:
    async def run() -> Answer:
        async with terminal() as (person, device):
            approver = terminal_approver(clock=clock(), device=device, environment={"USER": "bob"})
            waiting = asyncio.ensure_future(ask(approver, ASKED, clock=clock()))
            await person.until(PROMPT)
            person.types("yes\n")
            return await waiting

    answer = wait(run())
    assert isinstance(answer, Approved)
    assert answer.by.startswith("bob at ")


def test_a_yes_that_came_to_nothing_is_said_at_the_terminal() -> None:
    async def void(_: Answer) -> Answer:
        return Unanswered("the approval is void: the screen has changed")

    async def run() -> str:
        async with terminal() as (person, device):
            approver = terminal_approver(clock=clock(), device=device, environment={}, by="Ann")
            waiting = asyncio.ensure_future(ask(approver, ASKED, clock=clock(), settle=void))
            await person.until(PROMPT)
            person.types("yes\n")
            await person.until("It does not run: the approval is void: the screen has changed.")
            await waiting
            return person.read

    assert wait(run())


def test_two_terminals_of_one_system_user_are_one_person() -> None:
    async def run() -> Answer:
        async with terminal() as (ann, first), terminal() as (bob, second):
            approvers = [
                terminal_approver(clock=clock(), device=device, environment={}, by=name)
                for name, device in (("Ann", first), ("Bob", second))
            ]
            waiting = asyncio.ensure_future(ask(both(*approvers), ASKED, clock=clock()))
            for person in (ann, bob):
                await person.until(PROMPT)
                person.types("yes\n")
            return await waiting

    assert "both answers are from" in str(wait(run()))
