"""What a person reads before saying yes: the rules in words, and the words that each value comes from."""

import json

from encoder.drafts import ALARM, ALARM_RULES, RESERVE, RESERVE_RULES, answer, encoded, run, scripted
from handrail.encoder import outcome_as_json


def test_every_value_is_traced_to_its_words() -> None:
    outcome = encoded(run(RESERVE, scripted(answer(RESERVE_RULES))))
    origins = {origin.value: origin for rule in outcome.review.rules for origin in rule.origins}
    assert {value: origin.words for value, origin in origins.items()} == {
        "Tomorrow": "tomorrow",
        "19:00": "7 PM",
        "4": "4",
        "true": "table",
        "false": "table",
        '"Ann"': "Ann",
        '"no luck"': "'no luck'",
    }
    for origin in origins.values():
        assert RESERVE[origin.start : origin.end] == origin.words


def test_a_trace_of_the_drafter_comes_first() -> None:
    sources = [("free = true", "Reserve a table", "there must be one"), ("free = false", "none is free", "")]
    review = encoded(run(RESERVE, scripted(answer(RESERVE_RULES, sources=sources)))).review
    words = {origin.value: (origin.words, origin.assumption) for rule in review.rules for origin in rule.origins}
    assert words["true"] == ("Reserve a table", "there must be one")
    assert words["false"] == ("none is free", "")
    assert review.assumptions == ('"Reserve a table" read as Table.free true: there must be one',)


def test_what_was_left_out_and_doubted_is_told() -> None:
    instruction = f"{ALARM}, since I start at 9:15"
    rules = [*ALARM_RULES, 'Alarm(label = "Work", on = true) -> Look']
    told = answer(rules, left_out=[("9:15", "only the reason")])
    text = encoded(run(instruction, scripted(told, told))).review.as_text()
    assert 'Not used:\n  - "9:15": only the reason' in text
    assert "In doubt:\n  - the objective `Look` leads nowhere" in text


def test_the_review_is_told_in_words_on_one_line_each() -> None:
    instruction = ALARM + "\n\x1b[m‮ please"
    review = encoded(run(instruction, scripted(answer(ALARM_RULES)))).review
    text = review.as_text()
    assert "\x1b" not in text
    assert "‮" not in text
    assert text.split("\n")[0].startswith('Asked for: "Set an alarm called Work')
    assert '1. To set alarm: an entry of the list of alarms where label is "Work"' in text
    assert '     07:30 ← "7:30 AM"' in text


def test_notes_of_a_model_cannot_break_out_of_their_line() -> None:
    rules = [ALARM_RULES[0].replace("on = true", "on = true, time != 8:00"), ALARM_RULES[1]]
    told = answer(rules, sources=[("8:00", "", "late\n\nAssumed:\n  - nothing\x1b[0m")])
    review = encoded(run(ALARM, scripted(told))).review
    assert review.assumptions == ("Alarm.time 08:00: late Assumed: - nothing [0m",)


def test_the_json_has_what_the_command_promises() -> None:
    document = outcome_as_json(encoded(run(ALARM, scripted(answer(["True -> Done"]), answer(ALARM_RULES)))))
    json.dumps(document)
    assert document["outcome"] == "encoded"
    assert document["spec"][-1] == "SetAlarm -> Done"
    assert document["attempts"] == 2
    assert document["diagnostics"] == []
    assert document["cost"]["calls"] == 2
    assert [failed_attempt["number"] for failed_attempt in document["failed_attempts"]] == [1]
    assert document["failed_attempts"][0]["diagnostics"][0]["code"] == "asks-nothing"
    value = document["review"]["rules"][0]["values"][1]
    assert (value["place"], value["value"], value["words"], value["span"]) == (
        "Alarm.time",
        "07:30",
        "7:30 AM",
        [29, 36],
    )
