"""What recorded walks say of a model: right ones are confirmed, and each way to be wrong shows."""

from dataclasses import replace

import pytest

from app.walks import walk
from handrail.app import App
from handrail.app.evidence import BindingEvidence, ModelEvidence, ObserverEvidence
from handrail.app.model_document import read_model
from handrail.app.model_trial import try_on_walks
from handrail.phone import models

APPS = {
    "clock": ("clock-set-alarm", "clock-turn-on", "clock-delete", "clock-timer"),
    "bank": ("bank-send", "bank-from-savings"),
    "messages": ("messages-answer", "messages-group", "messages-delete"),
    "mail": ("mail-write", "mail-put-away"),
    "shop": ("shop-buy", "shop-three-things"),
    "tasks": ("tasks-add", "tasks-delete-list", "tasks-star"),
    "contacts": ("contacts-change", "contacts-delete"),
    "files": ("files-delete", "files-make-folder"),
    "photos": ("photos-delete",),
    "restaurant": ("restaurant-reserve", "restaurant-move"),
    "settings": ("settings-dark-theme", "settings-permission"),
}


TURN = "turn an alarm on or off"
TURNED = """      - state: Alarm
        set:
          time: time(title)
          label: first(text(summary, "* • {}"), "")
          repeats: first(text(summary, "{} • *"), text(summary))
          on: not(checked(onoff))
"""
GOES = """      - {state: Alarm, delete: {time: time(title), label: 'first(text(summary, "* • {}"), "")'}}
"""


def changed(name: str, before: str, after: str) -> App:
    text = models.path_of(name).read_text("utf-8")
    assert before in text
    return read_model(text.replace(before, after))


def of_binding(evidence: ModelEvidence, name: str) -> BindingEvidence:
    return next(binding for binding in evidence.bindings if binding.name == name)


def of_observer(evidence: ModelEvidence, name: str) -> ObserverEvidence:
    return next(observer for observer in evidence.observers if observer.name == name)


@pytest.mark.parametrize("name", APPS)
def test_a_model_that_is_right_is_confirmed_and_never_contradicted(name: str) -> None:
    evidence = try_on_walks(models.load(name), map(walk, APPS[name]))
    assert evidence.contradicted == ()
    assert sum(binding.confirmed for binding in evidence.bindings) >= 2
    assert evidence.uncovered == ()
    assert all(binding.objects == binding.fired for binding in evidence.bindings if binding.commits)


@pytest.mark.parametrize(
    ("name", "task", "before", "after", "binding", "value"),
    [
        ("clock", "clock-turn-on", TURNED, TURNED.replace("not(checked(onoff))", "checked(onoff)"), TURN, "Alarm.on"),
        ("clock", "clock-turn-on", TURNED, GOES, TURN, "Alarm goes"),
        ("clock", "clock-set-alarm", "{hour: number(typed())}", "{hour: 99}", "type the hour", "AlarmEditor.hour"),
        (
            "messages", "messages-delete", "        delete: {people: known", "        set: {people: known", "delete",
            "Conversation.people",
        ),
    ],
)  # fmt: skip
def test_what_a_model_has_wrong_is_contradicted(
    name: str, task: str, before: str, after: str, binding: str, value: str
) -> None:
    wrong = of_binding(try_on_walks(changed(name, before, after), [walk(task)]), binding)
    against = {evidence.name: evidence for evidence in wrong.values if evidence.contradicted}
    assert set(against) == {value}
    example = against[value].examples[0]
    assert example.said != example.shown
    assert task in str(example)


def test_a_row_that_nobody_saw_cannot_be_seen_to_go() -> None:
    before = "        delete: {time: known(EditedAlarm.time), label: known(EditedAlarm.label)}\n    post:"
    app = changed("clock", before, before.replace("time: known(EditedAlarm.time)", "time: 'time(literal(\"0:00\"))'"))
    for model, confirmed in ((models.load("clock"), 1), (app, 0)):
        deleted = of_binding(try_on_walks(model, [walk("clock-delete")]), "delete the alarm")
        assert [evidence.confirmed for evidence in deleted.values if evidence.name == "Alarm goes"] == [confirmed]


def test_an_observer_that_tells_one_thing_in_two_ways_is_contradicted() -> None:
    wrong = changed("bank", "balance: 'number(., \"*({})\")'", "balance: count(//RadioButton)")
    told = of_observer(try_on_walks(wrong, [walk("bank-send")]), "the form")
    assert told.contradicted
    assert "Account(checking).balance" in told.examples[0].said


def test_a_list_that_is_called_whole_and_is_not_is_contradicted() -> None:
    wrong = changed(
        "bank", "{state: Account, each: //account, set", "{state: Account, each: '//account[1]', complete: true, set"
    )
    app, moments = models.load("bank"), walk("bank-send")
    form, accounts = (
        next(
            replace(moment, acts=())
            for moment in moments
            if any(update.state == state for update in app.observe(moment.screen).updates)
        )
        for state in ("TransferForm", "Account")
    )
    told = of_observer(try_on_walks(wrong, [[form, accounts]]), "the accounts")
    assert "a whole list without it" in {example.shown for example in told.examples}


def test_what_nobody_knows_to_have_happened_speaks_neither_for_nor_against() -> None:
    blurred = [replace(moment, is_clear=False) for moment in walk("clock-turn-on")]
    wrong = changed("clock", TURNED, GOES)
    evidence = try_on_walks(wrong, [blurred])
    assert evidence.contradicted == ()
    assert all(not binding.fired for binding in evidence.bindings)


def test_screens_alone_say_what_is_observed_on_them() -> None:
    alone = [(replace(moment, acts=()),) for moment in walk("clock-turn-on")]
    evidence = try_on_walks(models.load("clock"), alone)
    assert of_observer(evidence, "the list of alarms").values
    assert not of_observer(evidence, "the list of alarms").agreed
    assert evidence.acts == 0


def test_the_evidence_of_two_walks_is_that_of_each() -> None:
    app, (first_walk, other) = models.load("bank"), map(walk, APPS["bank"])
    both, first, second = (try_on_walks(app, walks) for walks in ([first_walk, other], [first_walk], [other]))
    for whole, left, right in zip(both.bindings, first.bindings, second.bindings, strict=True):
        assert whole.fired == left.fired + right.fired
        assert whole.confirmed == left.confirmed + right.confirmed
        assert whole.not_seen == left.not_seen + right.not_seen
    assert both.acts == first.acts + second.acts


def test_what_the_model_does_not_speak_of_is_named() -> None:
    text = models.path_of("clock").read_text("utf-8").replace("  - //fab\n", "")
    evidence = try_on_walks(read_model(text), [walk("clock-set-alarm")])
    (uncovered,) = evidence.uncovered
    assert (uncovered.kind, uncovered.element) == ("click", "com.example.clock:id/fab")
