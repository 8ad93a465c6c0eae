"""A replay: which step is blocked and why, what was soft, what nobody asked for, and whether the task is done."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.tasks import FINISH, GOOD_STEPS, RULES, post, pre, replayed, step, task, write
from handrail.bench.replay import NoteKind, Replayed, Unrequested, UpdateError, replay
from handrail.bench.task_file import load_tasks
from handrail.language.similarity import EXACT


def outcome(judged: Replayed) -> tuple[bool, int | None, tuple[int, ...]]:
    return judged.accepted, judged.blocked_step, judged.soft_at


def test_a_path_as_it_was_asked_for_is_accepted(tmp_path: Path) -> None:
    assert replayed(tmp_path, GOOD_STEPS) == Replayed("buy-milk", "spec", accepted=True, done=True)


MILK = pre("Form", title="Milk", count=1)
SENT = post("Result", sent=True)

PATHS: dict[str, tuple[Sequence[Any], tuple[bool, int | None, tuple[int, ...]]]] = {
    "no finish at the end": ([step(1, MILK), step(2, SENT, critical="Send")], (True, None, ())),
    "a finish that commits": ([step(1, MILK), step(2, SENT, critical="Send", action=FINISH)], (True, None, ())),
    "numbers with gaps": (
        [step(3, MILK), step(7, SENT, critical="Send"), step(90, action=FINISH)],
        (True, None, ()),
    ),
    "nothing was done": ([step(1, action=FINISH)], (False, None, ())),
    "no steps at all": ([], (False, None, ())),
    "committed and never sent": ([step(1, MILK), step(2, critical="Send")], (False, None, ())),
    "sent and never committed": ([step(1, MILK, SENT)], (False, None, ())),
    "a wrong value, corrected": (
        [step(1, pre("Form", title="Tea")), step(2, MILK), step(3, SENT, critical="Send")],
        (True, None, (1,)),
    ),
    "a wrong value, committed": (
        [step(1, MILK), step(2, pre("Form", count=5)), step(3, SENT, critical="Send")],
        (False, 3, (2,)),
    ),
    "a wrong value in the step that commits": (
        [step(1, MILK), step(2, pre("Form", count=5), critical="Send"), step(3)],
        (False, 2, (2,)),
    ),
    "a wrong value that was observed": (
        [step(1, MILK), step(2, post("Form", count=5)), step(3, SENT, critical="Send")],
        (False, 3, (2,)),
    ),
    "both phases wrong in one step": (
        [step(1, pre("Form", title="Tea"), post("Form", count=9)), step(2, critical="Send")],
        (False, 2, (1,)),
    ),
    "observed too late to count": (
        [step(1, post("Form", title="Milk", count=1), critical="Send")],
        (False, 1, ()),
    ),
    "nothing after the blocked step": (
        [step(1, critical="Send"), step(2, pre("Form", title="Tea")), step(3, critical="Send")],
        (False, 1, ()),
    ),
    "blocked: its observed updates do not count": (
        [step(1, post("Form", title="Tea"), critical="Send")],
        (False, 1, ()),
    ),
    "a soft step repeated is soft again": (
        [step(1, pre("Form", title="Tea")), step(2, pre("Form", title="Tea"))],
        (False, None, (1, 2)),
    ),
}


@pytest.mark.parametrize(("steps", "expected"), PATHS.values(), ids=PATHS.keys())
def test_a_path_is_judged_step_by_step(
    steps: Sequence[Any], expected: tuple[bool, int | None, tuple[int, ...]], tmp_path: Path
) -> None:
    judged = replayed(tmp_path, steps)
    assert outcome(judged) == expected
    assert judged.done is judged.accepted
    assert bool(judged.reason) is not judged.accepted


def test_the_reason_names_the_step_and_what_was_wanted_and_found(tmp_path: Path) -> None:
    steps, _ = PATHS["a wrong value, committed"]
    told = replayed(tmp_path, steps).reason
    assert told.startswith("step 3: ")
    assert "count should be below 3 but is 5" in told


def test_the_reason_says_what_is_missing_at_the_end(tmp_path: Path) -> None:
    steps, _ = PATHS["committed and never sent"]
    told = replayed(tmp_path, steps).reason
    assert told.startswith("at the end: ")
    assert "sent should be true but is not set or not seen" in told


@pytest.mark.parametrize(
    ("critical", "unrequested"),
    [
        ("Close", [Unrequested(2, "Close")]),
        (["Close", "Send"], [Unrequested(2, "Close")]),
        (["Send", "send"], [Unrequested(2, "send")]),
        (["Send", "Done"], [Unrequested(2, "Done")]),
        ("Done", [Unrequested(2, "Done")]),
        (["Open", "Close"], [Unrequested(2, "Open"), Unrequested(2, "Close")]),
        (["Close", "Close"], [Unrequested(2, "Close")]),
        (["Send"], []),
        ([], []),
    ],
)
def test_a_commitment_that_nobody_asked_for_is_reported_and_blocks_nothing(
    critical: Any, unrequested: list[Unrequested], tmp_path: Path
) -> None:
    judged = replayed(tmp_path, [step(1, MILK), step(2, SENT, critical=critical), step(3, critical="Send")])
    assert outcome(judged) == (True, None, ())
    assert list(judged.unrequested) == unrequested


def test_what_nobody_asked_for_is_reported_of_a_blocked_step_too(tmp_path: Path) -> None:
    judged = replayed(tmp_path, [step(1, critical=["Close", "Send"]), step(2, critical="Later")])
    assert outcome(judged) == (False, 1, ())
    assert judged.unrequested == (Unrequested(1, "Close"),)


def test_the_updates_of_a_step_that_nobody_asked_for_are_applied(tmp_path: Path) -> None:
    judged = replayed(tmp_path, [step(1, MILK, SENT, critical="Close"), step(2, critical="Send")])
    assert outcome(judged) == (True, None, ())


def test_a_list_of_objectives_is_blocked_if_one_of_them_is_not_ready(tmp_path: Path) -> None:
    rules = [*RULES, "Result(sent = true) -> Confirm"]
    judged = replayed(tmp_path, [step(1, MILK), step(2, critical=["Send", "Confirm"])], rules)
    assert outcome(judged) == (False, 2, ())


def test_the_objectives_of_a_list_do_not_support_each_other(tmp_path: Path) -> None:
    rules = ["True -> A", "A -> B", "A & B -> Done"]
    assert outcome(replayed(tmp_path, [step(1, critical=["A", "B"])], rules)) == (False, 1, ())
    assert outcome(replayed(tmp_path, [step(1, critical="A"), step(2, critical=["B", "A"])], rules)) == (
        True,
        None,
        (),
    )


@pytest.mark.parametrize(
    "update",
    [
        {"state": "Zebra", "set": {"x": 1}},
        {"state": "Form", "set": {"zebra": 1}},
        {"state": "Form", "set": {"count": "1"}},
        {"state": "Form", "set": {"count": True}},
        {"state": "Form", "set": {"day": "today"}},
        {"state": "Row", "set": {"on": True}},
        {"state": "Row", "set": {"name": None}},
        {"state": "Row", "delete": {}},
        {"state": "Form", "delete": {"title": "x"}},
        {"state": "Form", "set": {"count": 1}, "delete": {}},
        {"state": "Form"},
        {"state": "Form", "set": []},
        {"state": 5, "set": {}},
        {"set": {}},
        {},
    ],
)
def test_an_update_that_does_not_fit_blocks_if_anticipated_and_is_reported_if_observed(
    update: dict[str, Any], tmp_path: Path
) -> None:
    anticipated = replayed(tmp_path, [step(1, MILK), step(2, {**update, "phase": "pre"}), *GOOD_STEPS[1:2]][:2])
    assert outcome(anticipated) == (False, 2, ())
    assert [error.n for error in anticipated.update_errors] == [2]
    observed = replayed(tmp_path, [step(1, MILK, {**update, "phase": "post"}), *GOOD_STEPS[1:]])
    assert outcome(observed) == (True, None, ())
    (error,) = observed.update_errors
    assert error == UpdateError(1, anticipated.update_errors[0].reason)
    assert error.reason in anticipated.reason


def test_nothing_of_a_refused_update_is_applied(tmp_path: Path) -> None:
    steps = [step(1, post("Form", title="Milk", count=1, zebra=1)), step(2, critical="Send")]
    assert outcome(replayed(tmp_path, steps)) == (False, 2, ())


def test_every_refused_update_is_reported_in_order(tmp_path: Path) -> None:
    steps = [step(1, post("A"), MILK, post("B")), step(4, SENT, post("C"), critical="Send")]
    judged = replayed(tmp_path, steps)
    assert outcome(judged) == (True, None, ())
    assert [(error.n, error.reason[:12]) for error in judged.update_errors] == [
        (1, "no state `A`"),
        (1, "no state `B`"),
        (4, "no state `C`"),
    ]


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ([], ["no-rule"]),
        (["Form() -> Send"], ["no-done"]),
        (
            ["Form(zebra = 1) -> Send", "Send => Done", "Missing -> Done"],
            ["unknown-variable", "syntax", "no-such-objective"],
        ),
        (["Form() -> Send\nSend -> Done"], ["syntax"]),
    ],
)
def test_a_refused_specification_is_not_walked(rules: list[str], codes: list[str], tmp_path: Path) -> None:
    judged = replayed(tmp_path, [step(1, post("Zebra"), critical="Close")], rules)
    assert outcome(judged) == (False, None, ())
    assert [error.code for error in judged.spec_errors] == codes
    assert (judged.unrequested, judged.update_errors, judged.notes) == ((), (), ())
    assert judged.spec_errors[0].found in judged.reason


def test_a_place_in_rules_of_a_task_is_that_in_its_list(tmp_path: Path) -> None:
    judged = replayed(tmp_path, GOOD_STEPS, [*RULES, "Form(zebra = 1) -> Done"])
    assert [(error.span.line, error.span.column) for error in judged.spec_errors] == [(3, 6)]


@pytest.mark.parametrize(
    ("now", "day", "accepted"),
    [
        ("2025-07-17T23:59", "2025-07-17", True),
        ("2025-07-17T00:00", "2025-07-17", True),
        ("2025-07-17T23:59", "2025-07-18", False),
        ("2025-07-17T01:00+09:00", "2025-07-17", True),
        ("2025-07-17T23:00-11:00", "2025-07-17", True),
    ],
)
def test_today_is_the_day_of_the_session_in_its_own_zone(now: str, day: str, accepted: bool, tmp_path: Path) -> None:
    steps = [step(1, post("Form", day=day))]
    assert replayed(tmp_path, steps, ["Form(day = Today) -> Done"], now=now).accepted is accepted


def test_now_is_the_time_of_the_session(tmp_path: Path) -> None:
    rules = ["Form(time > Now) -> Done"]
    assert replayed(tmp_path, [step(1, post("Form", time="9:01"))], rules).accepted
    assert not replayed(tmp_path, [step(1, post("Form", time="9:00"))], rules).accepted


@pytest.mark.parametrize(
    ("rule", "now"),
    [
        ("Form(day = Today) -> Done", None),
        ("Form(time < Now) -> Done", None),
        ("Form(day = Tomorrow) -> Done", "9999-12-31T09:00"),
        ("Form(day >= Today-100000) -> Done", "0001-01-01T09:00"),
    ],
)
def test_a_day_or_time_that_cannot_be_worked_out_is_an_error_of_the_specification(
    rule: str, now: str | None, tmp_path: Path
) -> None:
    judged = replayed(tmp_path, GOOD_STEPS, [rule], now=now)
    assert outcome(judged) == (False, None, ())
    assert len(judged.spec_errors) == 1
    assert judged.reason


def test_a_task_without_a_clock_is_told_where_to_write_it(tmp_path: Path) -> None:
    judged = replayed(tmp_path, GOOD_STEPS, ["Form(day = Today) -> Done"], now=None)
    assert "`now`" in judged.reason


def test_a_task_without_a_clock_is_replayed_if_its_rules_need_none(tmp_path: Path) -> None:
    assert replayed(tmp_path, GOOD_STEPS, now=...).accepted


def test_the_wrong_specification_rejects_what_the_right_one_accepts(tmp_path: Path) -> None:
    wrong = ['Form(title = "Tea") -> Send', "Send & Result(sent = true) -> Done"]
    (loaded,) = load_tasks(write(tmp_path, task(wrong_instruction="Send it for tea", wrong_spec=wrong)))
    assert replay(loaded, "spec", loaded.spec or ()).accepted
    rejected = replay(loaded, "wrong_spec", loaded.wrong_spec or ())
    assert (rejected.which, rejected.accepted, rejected.blocked_step) == ("wrong_spec", False, 2)


def test_the_measure_of_similarity_and_its_threshold_decide(tmp_path: Path) -> None:
    steps = [step(1, post("Form", title="Whole milk"))]
    (loaded,) = load_tasks(write(tmp_path, task(steps=steps)))
    rules = ['Form(title ~= "Whole milks") -> Done']
    assert replay(loaded, "spec", rules).accepted
    assert not replay(loaded, "spec", rules, threshold=1.0).accepted
    assert not replay(loaded, "spec", rules, similarity=EXACT).accepted


def test_what_an_agent_would_have_been_told_is_noted(tmp_path: Path) -> None:
    steps = [
        step(1, pre("Form", title="Tea"), post("Zebra")),
        step(2, post("Form", count=9), critical="Close"),
        step(3, critical="Send"),
    ]
    notes = replayed(tmp_path, steps).notes
    assert [(note.n, note.kind) for note in notes] == [
        (1, NoteKind.SOFT),
        (1, NoteKind.REFUSED),
        (2, NoteKind.UNREQUESTED),
        (2, NoteKind.NOT_YET),
        (3, NoteKind.BLOCKED),
    ]
    assert all(note.text for note in notes)


def test_a_replay_can_be_repeated(tmp_path: Path) -> None:
    steps, _ = PATHS["a wrong value, committed"]
    (loaded,) = load_tasks(write(tmp_path, task(steps=list(steps))))
    assert replay(loaded, "spec", loaded.spec or ()) == replay(loaded, "spec", loaded.spec or ())
