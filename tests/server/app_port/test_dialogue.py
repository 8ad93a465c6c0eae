"""The app protocol over a socket, with a real guard that decides."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from handrail.error import Misuse
from handrail.guard.approval import pending_queue
from handrail.guard.approval.question import Answer, Approved, Question, Rejected
from handrail.guard.approval.queue import answer_pending, pending
from handrail.guard.journal import read_journal
from handrail.guard.journal.entry import Closed, Considered
from handrail.guard.policy import read_policy
from handrail.server.app_port.app_session import AppSession
from handrail.server.app_port.connected_apps import ConnectedApps
from handrail.server.app_port.limits import AppPortLimits
from server.app_port.port import DEFINE, HELLO, NOW, PACKAGE, Client, Port, looked_at, open_port, reserve


def test_what_the_rules_support_is_allowed_and_the_task_ends_verified(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path) as port:
            app = await port.app()
            assert (await app.ask(looked_at())) == {"type": "noted", "id": "r-1", "refused": []}
            async with port.session(app) as session:
                verdict = await app.ask(reserve("e-1"))
                assert verdict["decision"] == "allow", verdict
                success = {"state": "ReserveResult", "set": {"success": True}}
                noted = await app.ask({"type": "outcome", "id": "e-1", "ran": True, "updates": [success]})
                assert noted == {"type": "noted", "id": "e-1", "refused": []}
                step = await session.finish()
                assert step.outcome == "finished", step.feedback
            assert (await app.hear())["on"] is False

    asyncio.run(run())
    assert read_journal(tmp_path / "s-1").fault is None


def test_what_the_rules_speak_against_is_blocked_with_the_reason(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path) as port:
            app = await port.app()
            await app.ask(looked_at())
            async with port.session(app):
                verdict = await app.ask(reserve("e-1", time="20:00"))
                assert (verdict["id"], verdict["decision"]) == ("e-1", "block")
                assert "20:00" in verdict["feedback"]

    asyncio.run(run())


PAYMENTS = """
format: handrail.policy/1
name: tables are asked about
needs_a_person:
  tables: {why: somebody waits at the table, when: {commits: [Reserve]}}
"""


def play(tmp_path: Path, dialogue: Callable[[Port, Client, AppSession], Awaitable[None]], **how: Any) -> None:
    """An app that shows the right restaurant, under control, in a dialogue."""

    async def run() -> None:
        limits = how.pop("limits", AppPortLimits())
        async with open_port(tmp_path, ConnectedApps(limits=limits)) as port:
            app = await port.app()
            await app.ask(looked_at())
            async with port.session(app, **how) as session:
                await dialogue(port, app, session)

    asyncio.run(run())


class Person:
    """Answers when the test says so."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[Question] = asyncio.Queue()
        self.answer: asyncio.Queue[Answer] = asyncio.Queue()

    async def __call__(self, question: Question, /) -> Answer:
        await self.asked.put(question)
        return await self.answer.get()


@pytest.mark.parametrize("yes", [True, False])
def test_a_person_is_asked_and_a_second_verdict_follows(tmp_path: Path, yes: bool) -> None:
    person = Person()

    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        assert (await app.ask(reserve("e-1")))["decision"] == "ask"
        question = await person.asked.get()
        assert question.commits == ("Reserve",)
        assert (await app.ask(reserve("e-2", time="18:00")))["decision"] == "block"  # one question at a time
        await person.answer.put(Approved(question.digest, "Ann") if yes else Rejected("Ann", "not on the terrace"))
        verdict = await app.hear()
        assert (verdict["id"], verdict["decision"]) == ("e-1", "allow" if yes else "block")
        assert yes or "not on the terrace" in verdict["feedback"]
        await app.ask({"type": "outcome", "id": "e-1", "ran": yes})

    play(tmp_path, dialogue, approver=person, policy=read_policy(PAYMENTS))


def test_the_inbox_of_the_journals_folder_answers_and_hears_that_it_counted(tmp_path: Path) -> None:
    folder = tmp_path / "s-1"

    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        assert (await app.ask(reserve("e-1")))["decision"] == "ask"
        waiting = pending(folder)
        asked = waiting[0].question
        given = answer_pending(folder, waiting[0], Approved(asked.digest, "Ann", asked.identifier), now=NOW)
        verdict = await app.hear()
        assert verdict["decision"] == "allow", verdict
        outcome = await asyncio.to_thread(given.outcome)
        assert outcome is not None
        assert outcome.counted

    play(tmp_path, dialogue, approver=pending_queue(folder, every_seconds=0.01), policy=read_policy(PAYMENTS))


def test_what_looks_wrong_is_warned_of_and_goes_through_when_it_is_done_again(tmp_path: Path) -> None:
    looks = {
        "event": {"kind": "input", "target": "Time", "text": "20:00"},
        "updates": [{"state": "ReserveInfo", "set": {"time": "20:00"}}],
        "commits": [],
    }

    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        assert (await app.ask({**reserve("e-1"), **looks}))["decision"] == "warn"
        assert (await app.ask({**reserve("e-2"), **looks}))["decision"] == "allow"
        await app.ask({"type": "outcome", "id": "e-2", "ran": True})

    play(tmp_path, dialogue)


def test_the_same_message_again_gets_the_same_answer_and_another_under_its_id_none(tmp_path: Path) -> None:
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        first = await app.ask(reserve("e-1"))
        assert await app.ask(reserve("e-1")) == first
        assert (await app.ask(reserve("e-1", time="18:00")))["code"] == "id_used"
        noted = await app.ask({"type": "outcome", "id": "e-1", "ran": True})
        assert await app.ask({"type": "outcome", "id": "e-1", "ran": False}) == noted
        assert await app.ask(reserve("e-1")) == first
        assert session.guard.finished is False

    play(tmp_path, dialogue)
    considered = [entry for entry in read_journal(tmp_path / "s-1").entries if isinstance(entry, Considered)]
    assert len(considered) == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({**reserve("e-1"), "updates": [{"state": "Nothing", "set": {}}]}, "bad_update"),
        ({**reserve("e-1"), "updates": [{"state": "ReserveInfo", "set": {"people": "4"}}]}, "bad_update"),
        ({**reserve("e-1"), "commits": ["Reserv"]}, "bad_update"),
        ({**reserve("e-1"), "kind": "theft"}, "bad_message"),
        ({**reserve("e-1"), "event": {"kind": "wink"}}, "bad_message"),
        ({**reserve("e-1"), "irreversible": "yes"}, "bad_message"),
        (reserve("e-1", session="s-2"), "no_session"),
        (DEFINE, "bad_declaration"),
        (HELLO, "bad_message"),
        ({"type": "outcome", "id": "e-9", "ran": True}, "bad_message"),
    ],
)
def test_what_does_not_fit_is_an_error_about_its_id_and_is_not_judged(
    tmp_path: Path, message: dict[str, Any], code: str
) -> None:
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        said = await app.ask(message)
        assert (said["code"], said["fatal"], said.get("about")) == (code, False, message.get("id"))

    play(tmp_path, dialogue)
    assert not [entry for entry in read_journal(tmp_path / "s-1").entries if isinstance(entry, Considered)]


def test_a_report_between_the_question_and_the_answer_makes_the_yes_void(tmp_path: Path) -> None:
    person = Person()

    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        assert (await app.ask(reserve("e-1")))["decision"] == "ask"
        question = await person.asked.get()
        await app.ask(looked_at("Another Grill"))
        await person.answer.put(Approved(question.digest, "Ann"))
        assert (await app.hear())["decision"] == "block"

    play(tmp_path, dialogue, approver=person, policy=read_policy(PAYMENTS))


def test_a_handler_that_never_says_what_became_of_it_is_lost_and_the_task_cannot_end_verified(tmp_path: Path) -> None:
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        assert (await app.ask(reserve("e-1")))["decision"] == "allow"
        assert (await session.finish()).outcome == ""

    play(tmp_path, dialogue, limits=AppPortLimits(outcome_seconds=0.1))


def test_an_event_that_is_not_decided_in_time_is_blocked(tmp_path: Path) -> None:
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        assert (await app.ask(reserve("e-1")))["decision"] == "allow"  # and its outcome does not come
        verdict = await app.ask(reserve("e-2", time="18:00"))
        assert (verdict["id"], verdict["decision"]) == ("e-2", "block")
        assert "in time" in verdict["feedback"]

    play(tmp_path, dialogue, limits=AppPortLimits(verdict_seconds=0.6, margin_seconds=0.1))


def test_a_lost_connection_ends_the_session_as_not_done(tmp_path: Path) -> None:
    async def dialogue(port: Port, app: Client, session: AppSession) -> None:
        assert (await app.ask(reserve("e-1")))["decision"] == "allow"
        app.writer.close()
        await session.ended.wait()
        assert "lost" in session.why

    play(tmp_path, dialogue)
    closed = read_journal(tmp_path / "s-1").entries[-1]
    assert isinstance(closed, Closed)
    assert not closed.finished


def test_an_app_without_rows_of_a_table_may_say_that_these_are_all(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path) as port:
            app = await port.app()
            reported = port.apps.find(PACKAGE).reported
            update = {"state": "RestaurantInfo", "set": {"name": "x"}}
            noted = await app.ask({"type": "report", "updates": [update, {"state": "No"}], "complete": ["ReserveInfo"]})
            assert [entry["index"] for entry in noted["refused"]] == [1]
            assert reported.whole == set()  # what was refused may be one of its rows
            await app.ask({"type": "report", "updates": [update], "complete": ["ReserveInfo"]})
            assert reported.whole == {"ReserveInfo"}

    asyncio.run(run())


def test_two_phones_with_one_app_are_told_apart_by_their_connections(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_port(tmp_path) as port:
            await port.app()
            await port.app()
            with pytest.raises(Misuse, match="2 times; name the connection: c-"):
                port.apps.find(PACKAGE)
            for app in port.apps.declared():
                assert port.apps.find(app.identifier) is app

    asyncio.run(run())
