"""A question of a guard, answered over HTTP: what counts is what the guard says."""

from pathlib import Path
from typing import Any

from server.guarded_run import INSTRUCTION, booked, reserving
from server.served import Served, served


def _waiting(room: Served) -> dict[str, Any]:
    questions: list[dict[str, Any]] = room.until("/api/questions", bool)
    return questions[0]


def _answer(room: Served, question: dict[str, Any], **given: object) -> Any:
    path = f"/api/runs/{question['run']}/questions/{question['id']}"
    return room.ask(path, {"seen": question["seen"], **given})


def test_a_yes_lets_exactly_this_action_run_and_the_wall_follows(tmp_path: Path) -> None:
    with served(tmp_path) as room, reserving(tmp_path / "table") as (phone, steps):
        question = _waiting(room)
        assert question["instruction"] == INSTRUCTION
        assert question["does"][0]["kind"] == "booking"
        assert {"name": "time", "value": "18:30:00", "known": True} in question["does"][0]["details"]
        assert 0 < question["seconds_left"] <= 300
        assert room.ask("/api/runs/table").json()["state"] == "waiting"
        picture = room.ask(f"/api/runs/table/questions/{question['id']}/picture")
        assert picture.body.startswith(b"\x89PNG")
        assert not booked(phone)
        assert _answer(room, question, answer="approve").json() == {"counted": True, "why": ""}
        assert steps.result()[-1].outcome == "finished"
        assert booked(phone)
        told = room.until("/api/runs/table", lambda run: run["state"] == "finished")
        assert told["asked"] == 1
        assert [rule["achieved"] for rule in told["rules"]] == [True]
        assert _answer(room, question, answer="approve").status == 404


def test_a_no_with_a_reason_reaches_the_agent(tmp_path: Path) -> None:
    with served(tmp_path) as room, reserving(tmp_path / "table") as (phone, steps):
        question = _waiting(room)
        answered = _answer(room, question, answer="reject", note="I meant tomorrow")
        assert answered.json()["counted"] is True
        taken = steps.result()
        assert "I meant tomorrow" in taken[-2].feedback
        assert "Ann" in taken[-2].feedback
        assert not booked(phone)


def test_other_rules_judge_the_action_anew(tmp_path: Path) -> None:
    with served(tmp_path) as room, reserving(tmp_path / "table") as (phone, steps):
        question = _waiting(room)
        rules = question["specification"].replace("18:30", "19:00")
        assert _answer(room, question, answer="edit", specification=rules).json()["counted"] is True
        assert "19:00" in steps.result()[-2].feedback
        assert not booked(phone)


def test_an_answer_that_is_none_says_what_is_wrong_where_and_what_would_be_right(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        for given, words in (
            ({"answer": "approve", "seen": "abc"}, "`seen`: it has 3 characters and is not what a question has"),
            ({"answer": "approve"}, "`seen`: it is missing"),
            (
                {"answer": "maybe", "seen": "0" * 64},
                "`answer`: it has to be 'approve', 'reject' or 'edit', and is `maybe`",
            ),
            ({"answer": "approve", "seen": "0" * 64, "why": "x"}, "`why`: nothing of this name is known here"),
            ({"answer": "reject", "seen": "0" * 64, "note": "x" * 1_001}, "`note`: it has more than 1,000 characters"),
            (["approve"], "the body: it has to be an object"),
        ):
            answered = room.ask("/api/runs/table/questions/one", given)
            assert answered.status == 422
            assert words in answered.json()["detail"], answered.body
        assert (
            "64 hexadecimal digits"
            in room.ask("/api/runs/t/questions/1", {"answer": "edit", "seen": 5 * "é"}).json()["detail"]
        )
        assert "`limit`: it has to be a whole number, and is `x`" in room.ask("/api/runs?limit=x").json()["detail"]


def test_an_answer_to_what_was_not_seen_counts_for_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as room, reserving(tmp_path / "table") as (phone, steps):
        question = _waiting(room)
        path = f"/api/runs/table/questions/{question['id']}"
        assert room.ask(path, {"answer": "approve", "seen": "0" * 64}).status == 409
        assert room.ask(path, {"answer": "approve"}).status == 422
        assert room.ask(path, {"answer": "yes", "seen": question["seen"]}).status == 422
        assert room.ask(path, {"answer": "approve", "seen": question["seen"], "digest": "x"}).status == 422
        assert not booked(phone)
        _answer(room, question, answer="reject")
        steps.result()


def test_what_is_told_of_each_step_is_the_reports(tmp_path: Path) -> None:
    with served(tmp_path) as room, reserving(tmp_path / "table") as (_, steps):
        question = _waiting(room)
        live = room.ask(f"/api/runs/table/steps/{question['step']}").body.decode()
        assert "Being decided" in live
        _answer(room, question, answer="approve")
        steps.result()
        told = room.until("/api/runs/table/steps", lambda told: told["run"]["state"] == "finished")
        assert [step["kind"] for step in told["steps"]][-2:] == ["approved", "finished"]
        panel = room.ask(f"/api/runs/table/steps/{question['step']}").body.decode()
        assert "Executed after approval" in panel
        assert "Approved by Ann." in panel
        name = told["run"]["picture"]
        shown = room.ask(f"/api/runs/table/pictures/{name}")
        assert shown.body.startswith(b"\x89PNG")
        assert room.ask(f"/api/runs/table/pictures/{'0' * 64}").status == 404
