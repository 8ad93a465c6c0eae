"""Rules told back in plain words by somebody who never saw the instruction, and compared with it."""

import json

from encoder.drafts import ALARM, ALARM_RULES, answer, encoded, failed, run, said, scripted
from handrail.encoder import Settings
from handrail.encoder.prompt import COMPARE, DECODE, DRAFT, SYSTEM
from handrail.llm import Answer, TimedOut, Unreachable, Usage

CAREFUL = Settings(checks="rules+meaning")
DECODED = json.dumps({"request": "Set the weekday alarm Work to 7:30."})
SAME = json.dumps({"missing": [], "added": [], "changed": []})


def test_a_draft_that_means_the_same_takes_three_calls() -> None:
    model = scripted(answer(ALARM_RULES), DECODED, SAME)
    outcome = encoded(run(ALARM, model, settings=CAREFUL))
    assert [request.purpose for request in model.asked] == [
        f"{SYSTEM.purpose}+{DRAFT.purpose}",
        f"{SYSTEM.purpose}+{DECODE.purpose}",
        f"{SYSTEM.purpose}+{COMPARE.purpose}",
    ]
    assert outcome.attempts[0].decoded == "Set the weekday alarm Work to 7:30."


def test_what_is_missing_added_or_changed_goes_back() -> None:
    differs = json.dumps(
        {"missing": ["only on weekdays"], "added": ["a message to Ann"], "changed": ["7 PM, not 7 AM"]}
    )
    model = scripted(answer(ALARM_RULES), DECODED, differs, answer(ALARM_RULES), DECODED, SAME)
    outcome = encoded(run(ALARM, model, settings=CAREFUL))
    assert [refusal.code for refusal in outcome.attempts[0].refused] == [
        "meaning-missing",
        "meaning-added",
        "meaning-changed",
    ]
    again = said(model.asked[3])
    assert "the rules do not ask for this: only on weekdays" in again
    assert "the rules ask for what nobody asked for: a message to Ann" in again
    assert "the rules ask for something else: 7 PM, not 7 AM" in again


def test_a_difference_that_stays_is_no_specification() -> None:
    differs = json.dumps({"missing": ["the label"], "added": [], "changed": []})
    model = scripted(*[answer(ALARM_RULES), DECODED, differs] * 2)
    outcome = failed(run(ALARM, model, settings=Settings(checks="rules+meaning", attempts=2)))
    assert "the label" in outcome.reason
    assert all(attempt.decoded for attempt in outcome.attempts)


def test_a_draft_that_fails_the_rules_is_not_told_back() -> None:
    model = scripted(answer(["True -> Done"]), answer(ALARM_RULES), DECODED, SAME)
    encoded(run(ALARM, model, settings=CAREFUL))
    assert len(model.asked) == 4


def test_without_a_comparison_nothing_passes() -> None:
    for replies in ((TimedOut(9.0),), (DECODED, Unreachable("gone"))):
        outcome = failed(run(ALARM, scripted(answer(ALARM_RULES), *replies), settings=CAREFUL))
        assert outcome.stopped == "no answer"
        assert outcome.attempts[-1].draft is not None


def test_the_calls_of_the_comparison_are_in_the_cost() -> None:
    usage = Usage(10, 1, 0.0)
    replies = [Answer(text, "scripted", usage, 1.0) for text in (answer(ALARM_RULES), DECODED, SAME)]
    cost = encoded(run(ALARM, scripted(*replies), settings=CAREFUL)).cost
    assert (cost.calls, cost.input_tokens, cost.seconds) == (3, 30, 3.0)
