"""Objectives are what an app can commit, their rules speak of what it changes, and what only looks is none."""

import pytest

from encoder.drafts import NOW, errands
from handrail.app.app import App
from handrail.encoder.check import Checked, check_draft
from handrail.encoder.draft import Draft
from handrail.encoder.encoding_request import EncodingRequest
from handrail.encoder.grammar import rule_pattern, rules_grammar
from handrail.encoder.retrieval import candidates
from handrail.language.diagnostic import Diagnostic
from handrail.phone.models import load

CLOCK, CONTACTS = load("clock"), load("contacts")


def checked(app: App, instruction: str, *rules: str) -> Checked:
    return check_draft(Draft(rules), app, instruction, NOW)


def found(diagnostics: tuple[Diagnostic, ...], code: str) -> Diagnostic | None:
    return next((diagnostic for diagnostic in diagnostics if diagnostic.code == code), None)


def test_an_objective_that_the_app_commits_is_one() -> None:
    draft = checked(CLOCK, "an alarm at 9:00", "Alarm(time = 09:00) -> SaveAlarm", "SaveAlarm -> Done")
    assert draft.refused == ()


def test_an_objective_that_the_app_does_not_commit_is_refused_with_what_it_commits() -> None:
    draft = checked(CLOCK, "an alarm at 9:00", "Alarm(time = 09:00) -> SetAlarm", "SetAlarm -> Done")
    wrong = found(draft.refused, "not-committed")
    assert wrong is not None
    assert "`SaveAlarm`" in wrong.help


def test_an_objective_over_states_that_nothing_commits_is_refused_with_the_rule_as_it_could_be() -> None:
    rules = ('SelectedTab(tab = "Timer") -> PickTab', "PickTab -> Done")
    wrong = found(checked(CLOCK, "go to the timer", *rules).refused, "nothing-commits")
    assert wrong is not None
    assert '`SelectedTab(tab = "Timer") -> Done`' in wrong.help


def test_what_only_looks_is_a_doubt_with_the_mended_rule() -> None:
    app = errands()
    draft = checked(app, "look at my alarms", "Alarm(on = true) -> ViewAlarms", "ViewAlarms -> Done")
    doubt = found(draft.doubts, "looks-only")
    assert doubt is not None
    assert "`Alarm(on = true) -> Done`" in doubt.help


def test_what_is_looked_at_on_the_way_is_asked_for_once() -> None:
    rules = ("Table(free = true) -> OpenTable", 'Message(to = "Ann") -> Send', "OpenTable & Send -> Done")
    doubt = found(checked(errands(), "look for a free table and write to Ann", *rules).doubts, "looks-only")
    assert doubt is not None
    assert "`once Table(free = true) & Send -> Done`" in doubt.help


@pytest.mark.parametrize("name", ["CheckOut", "CheckInGuest", "SetAlarm", "Send"])
def test_what_changes_something_is_no_doubt(name: str) -> None:
    draft = checked(errands(), "turn the alarm on", f"Alarm(on = true) -> {name}", f"{name} -> Done")
    assert found(draft.doubts, "looks-only") is None


def test_a_rule_for_a_commitment_speaks_of_what_it_changes() -> None:
    rules = ('SelectedTab(tab = "Timer") -> StartTimer', "StartTimer -> Done")
    wrong = found(checked(CLOCK, "start the timer", *rules).refused, "beside-the-change")
    assert wrong is not None
    assert "`Timer`" in wrong.found


def test_what_is_deleted_is_there_no_more() -> None:
    wrong = checked(
        CONTACTS, "Delete Tom Baker", 'Contact(name = "Tom Baker") -> DeleteContact', "DeleteContact -> Done"
    )
    kept = found(wrong.refused, "asks-for-what-goes")
    assert kept is not None
    assert '`Contact(name = "Tom Baker")[= 0]`' in kept.help
    right = 'Contact(name = "Tom Baker")[= 0] -> DeleteContact'
    assert checked(CONTACTS, "Delete Tom Baker", right, "DeleteContact -> Done").refused == ()


def test_the_grammar_knows_the_objectives_of_the_app_and_no_others() -> None:
    import re

    pattern = re.compile(rule_pattern(CLOCK.states, CLOCK.commitments))
    assert pattern.match("Stopwatch(running = true) -> StartStopwatch")
    assert pattern.match("StartStopwatch & StartTimer -> Done")
    assert not pattern.match("Stopwatch(running = true) -> RunStopwatch")
    assert not pattern.match("RunStopwatch -> Done")
    grammar = rules_grammar(CLOCK.states, CLOCK.commitments)
    assert '"StartStopwatch"' in grammar
    assert "NAME" not in grammar


def test_the_question_tells_the_commitments_with_kinds_and_what_they_change() -> None:
    request = EncodingRequest("x", CLOCK, NOW, candidates(CLOCK.states, "x"))
    told = next(commitment for commitment in request.commitments if commitment["objective"] == "DeleteAlarm")
    assert told == {
        "objective": "DeleteAlarm",
        "kinds": ["deletion"],
        "does": ["delete the alarm"],
        "changes": ["Alarm", "AlarmEditor"],
    }
