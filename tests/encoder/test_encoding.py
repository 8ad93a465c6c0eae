"""An instruction goes in, and one of three outcomes comes out; every path, by scripted answers."""

import asyncio
import json

import pytest

from encoder.drafts import (
    ALARM,
    ALARM_RULES,
    NOW,
    RESERVE,
    RESERVE_RULES,
    answer,
    encoded,
    errands,
    failed,
    run,
    said,
    scripted,
)
from handrail.encoder import Settings
from handrail.encoder.short import NoSpecification
from handrail.encoder.short import encode as encode_short
from handrail.error import Misuse
from handrail.llm import (
    Answer,
    Budget,
    Declined,
    Malformed,
    NotRecorded,
    OverBudget,
    Reply,
    Scripted,
    TimedOut,
    Unreachable,
    Usage,
)

GOOD = answer(RESERVE_RULES, objectives={"Reserve": "the table is reserved"})
ALARM_GOOD = answer(ALARM_RULES)


def test_one_call_when_the_first_draft_passes() -> None:
    model = scripted(GOOD)
    outcome = encoded(run(RESERVE, model))
    assert len(model.asked) == 1
    assert outcome.specification.show() == "\n".join(RESERVE_RULES)
    assert outcome.objectives == (("Reserve", "the table is reserved"), ("Send", "send"))
    assert [attempt.number for attempt in outcome.attempts] == [1]
    assert outcome.diagnostics == ()


def test_an_error_of_the_language_goes_back_with_its_place_and_help() -> None:
    model = scripted(answer(["Alarm(tiem = 7:30) -> Done"]), ALARM_GOOD)
    outcome = encoded(run(ALARM, model))
    assert [len(attempt.refused) > 0 for attempt in outcome.attempts] == [True, False]
    again = said(model.asked[1])
    assert "no variable `tiem` in `Alarm`" in again
    assert "did you mean `time`?" in again
    assert "Alarm(tiem = 7:30) -> Done" in again
    assert [message.role for message in model.asked[1].messages] == ["system", "user", "assistant", "user"]


def test_a_contradiction_goes_back() -> None:
    wrong = ['Alarm(label = "Work", time = 7:30, days = "Weekdays", time = 8:30) -> SetAlarm', "SetAlarm -> Done"]
    model = scripted(answer(wrong, sources=[("8:30", "", "an hour later")]), ALARM_GOOD)
    encoded(run(ALARM, model))
    assert "can never hold" in said(model.asked[1])
    assert "the task can never be done" in said(model.asked[1])


def test_a_branch_that_is_not_there_goes_back() -> None:
    wrong = [RESERVE_RULES[0], RESERVE_RULES[2]]
    model = scripted(answer(wrong, left_out=[("no luck", "nothing is sent")]), GOOD)
    outcome = encoded(run(RESERVE, model))
    assert [doubt.code for doubt in outcome.attempts[0].doubts] == ["missing-branch"]
    assert "write a rule for each side of the condition" in said(model.asked[1])
    assert outcome.diagnostics == ()


def test_a_branch_with_a_gap_goes_back() -> None:
    rules = [
        "Table(date = Tomorrow, time < 19:00, people = 4) -> Reserve",
        "Reserve -> Done",
        "Table(time >= 20:00, people = 4, date = Tomorrow) -> Done",
    ]
    instruction = "Reserve a table for 4 tomorrow before 7 PM; if it is 8 PM or later, do nothing"
    model = scripted(answer(rules), answer([*rules[:2], rules[2].replace("20:00", "19:00")]))
    outcome = run(instruction, model, settings=Settings(attempts=2))
    assert "no rule says what to do on the other side of `time < 19:00`" in said(model.asked[1])
    assert "`8 PM`" in failed(outcome).reason  # the drafter mended the gap by dropping what the user said


def test_a_doubt_is_told_once_and_a_drafter_that_keeps_to_it_is_taken_at_its_word() -> None:
    idle = answer([*ALARM_RULES, 'Alarm(label = "Work", on = true) -> Keep'])  # leads nowhere
    model = scripted(idle, idle)
    outcome = encoded(run(ALARM, model))
    assert [doubt.code for doubt in outcome.attempts[0].doubts] == ["leads-nowhere"]
    assert [diagnostic.code for diagnostic in outcome.diagnostics] == ["leads-nowhere"]
    assert any("Keep" in doubt for doubt in outcome.review.doubts)
    assert '"kind": "doubt"' in said(model.asked[1])


def test_a_doubt_nobody_could_stand_by_refuses() -> None:
    idle = answer([*ALARM_RULES, 'Alarm(label = "Work", on = true) -> Keep'])
    outcome = failed(run(ALARM, scripted(idle), settings=Settings(attempts=1)))
    assert "Keep" in outcome.reason


def test_an_unreachable_end_goes_back() -> None:
    wrong = answer([*ALARM_RULES[:1], "SetAlarm & Other -> Done"])
    model = scripted(wrong, ALARM_GOOD)
    encoded(run(ALARM, model))
    assert "no rule establishes `Other`" in said(model.asked[1])


def test_goals_without_an_end_get_a_common_one_and_it_is_shown() -> None:
    outcome = encoded(run(ALARM, scripted(answer(ALARM_RULES[:1]))))
    assert outcome.rules == (ALARM_RULES[0], "SetAlarm -> Done")
    assert [rule.added for rule in outcome.review.rules] == [False, True]
    assert "added" in outcome.review.as_text()


def test_no_rule_at_all_is_no_specification() -> None:
    outcome = failed(run(ALARM, scripted(*[answer([])] * 3)))
    assert outcome.stopped == "checks"
    assert "there is no rule at all" in outcome.reason
    assert [attempt.number for attempt in outcome.attempts] == [1, 2, 3]
    assert outcome.advice


def test_the_number_of_drafts_is_bounded_and_each_one_is_kept() -> None:
    drafts = [answer([f'Alarm(label = "{name}") -> Done']) for name in ("A1", "B2", "C3", "D4")]
    model = scripted(*drafts)
    outcome = failed(run(ALARM, model, settings=Settings(attempts=2)))
    assert len(model.asked) == 2
    kept = [attempt.draft.rules[0] for attempt in outcome.attempts if attempt.draft]
    assert kept == ['Alarm(label = "A1") -> Done', 'Alarm(label = "B2") -> Done']
    assert "nobody said" in outcome.reason


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Declined("not allowed to"), "declined"),
        (Unreachable("connection refused"), "cannot be reached"),
        (OverBudget("the budget of 1 calls is spent"), "budget"),
        (NotRecorded("abc123"), "recording"),
    ],
)
def test_a_model_that_will_not_answer_ends_it_at_once(reply: Reply, words: str) -> None:
    model = scripted(reply)
    outcome = failed(run(ALARM, model))
    assert outcome.stopped == "no answer"
    assert outcome.attempts[-1].no_answer == reply
    assert words in outcome.reason
    assert outcome.advice
    assert len(model.asked) == 1


@pytest.mark.parametrize("reply", [TimedOut(30.0), Malformed("rules: field required", "{}", Usage(5, 5, None))])
def test_no_time_and_no_shape_may_go_better_next_time(reply: Reply) -> None:
    outcome = encoded(run(ALARM, scripted(reply, ALARM_GOOD)))
    assert [attempt.no_answer for attempt in outcome.attempts] == [reply, None]
    again = failed(run(ALARM, scripted(reply, reply), settings=Settings(attempts=2)))
    assert again.stopped == "no answer"
    assert len(again.attempts) == 2


@pytest.mark.parametrize("text", ["Sure! Here are the rules.", "{}", '{"rules": "Alarm() -> Done"}', "[]", "null", ""])
def test_an_answer_of_another_shape_is_never_a_specification(text: str) -> None:
    outcome = failed(run(ALARM, Scripted(lambda _: text), settings=Settings(attempts=2)))
    assert isinstance(outcome.attempts[-1].no_answer, Malformed)
    assert all(attempt.draft is None for attempt in outcome.attempts)


def test_a_budget_stops_between_drafts_and_says_so() -> None:
    model = scripted(*[answer(["True -> Done"])] * 3)
    outcome = failed(run(ALARM, Budget(model, calls=1)))
    assert len(model.asked) == 1
    assert isinstance(outcome.attempts[-1].no_answer, OverBudget)
    assert outcome.attempts[0].draft is not None
    assert "budget" in outcome.reason


def test_the_cost_is_of_all_attempts() -> None:
    replies = [
        Answer(answer(["True -> Done"]), "scripted", Usage(100, 10, 0.5), 2.0),
        Answer(ALARM_GOOD, "scripted", Usage(200, 20, 0.25), 3.0),
    ]
    cost = encoded(run(ALARM, scripted(*replies))).cost
    assert (cost.calls, cost.input_tokens, cost.output_tokens) == (2, 300, 30)
    assert (cost.dollars, cost.seconds) == (0.75, 5.0)


def test_a_price_nobody_knows_stays_unknown() -> None:
    reply = Answer(ALARM_GOOD, "scripted", Usage(100, 10, None), 1.0)
    assert encoded(run(ALARM, scripted(reply))).cost.dollars is None


def test_a_rule_with_line_breaks_is_read_as_rules() -> None:
    assert encoded(run(ALARM, scripted(answer(["\n".join(ALARM_RULES)])))).rules == ALARM_RULES


def test_half_a_character_in_an_answer_is_no_crash() -> None:
    broken = ALARM_GOOD.replace("SetAlarm", "SetAlarm\\ud83d")
    outcome = failed(run(ALARM, Scripted(lambda _: broken), settings=Settings(attempts=1)))
    assert outcome.attempts[0].refused or outcome.attempts[0].no_answer


def test_what_cannot_be_meant_is_said() -> None:
    with pytest.raises(Misuse, match="instruction is empty"):
        run("  ", scripted())
    with pytest.raises(Misuse, match="characters"):
        run("x" * 10_001, scripted())
    with pytest.raises(Misuse, match="votes"):
        Settings(votes=0)
    with pytest.raises(Misuse, match="attempts"):
        Settings(attempts=0)
    with pytest.raises(Misuse, match="names no model"):
        run(ALARM, "nonsense")


def test_equal_questions_are_equal_requests() -> None:
    first, second = scripted(ALARM_GOOD), scripted(ALARM_GOOD)
    run(ALARM, first)
    run(ALARM, second)
    assert first.asked == second.asked
    assert first.asked[0].digest("m") == second.asked[0].digest("m")
    other = scripted(ALARM_GOOD)
    run(ALARM + " please", other)
    assert other.asked[0].digest("m") != first.asked[0].digest("m")


def test_the_short_form_gives_the_specification_or_raises() -> None:
    app = errands()
    specification = asyncio.run(encode_short(ALARM, app, now=NOW, model=scripted(ALARM_GOOD)))
    assert specification.show().split("\n")[-1] == "SetAlarm -> Done"
    with pytest.raises(NoSpecification, match="any run could end here") as caught:
        asyncio.run(encode_short(ALARM, app, now=NOW, model=scripted(*[answer(["True -> Done"])] * 3)))
    assert len(caught.value.outcome.attempts) == 3  # type: ignore[union-attr]  # it failed


def test_the_clock_and_its_zone_are_told() -> None:
    model = scripted(ALARM_GOOD)
    run(ALARM, model)
    asked = said(model.asked[0])
    assert json.dumps({"now": "2026-03-10T09:00", "weekday": "Tuesday"}) in asked
