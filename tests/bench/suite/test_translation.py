"""A task's rules in the words of other models: found by what both know, never by their names."""

import re
from dataclasses import replace
from datetime import date

import pytest

from handrail.app import App, Apps
from handrail.app.model_document import read_model
from handrail.bench.suite.episode import SYSTEM_MODELS, prepare
from handrail.bench.suite.known import KnownStep
from handrail.bench.suite.spellings import Spelling, Spellings
from handrail.bench.suite.task import Task
from handrail.bench.suite.tasks import all_tasks
from handrail.bench.suite.translation import NotExpressible, Translated, Translation
from handrail.language.declaration import State, Variable
from handrail.language.printer import show_rules
from handrail.language.specification import Specification
from handrail.language.value import Type
from handrail.phone import models

SEEDS = range(2000, 2003)
FORM = """
app: Clock
package: com.example.clock
states:
  Form: {variables: [{name: minute, type: Number}, {name: hour, type: Number}, {name: called, type: Text}]}
bindings:
  - name: keep
    on: click
    at: //save
    commits: Keep
    kind: record
    object: {what: text(//label)}
    pre: [{state: Form, set: {hour: number(//hour), minute: number(//minute), called: text(//label)}}]
"""


def task(name: str) -> Task:
    return next(known_task for known_task in all_tasks() if known_task.id == name)


def translated(name: str, app: App) -> Translated:
    others = Apps.of(app, *map(models.load, SYSTEM_MODELS))
    made = Translation.learned(task(name), others, SEEDS).of(prepare(task(name), 0))
    Specification.parse(made.rules, others)
    return made


@pytest.mark.parametrize("name", ["bank-send", "tasks-tick", "clock-delete", "shop-buy", "files-clean-up"])
def test_in_the_words_of_its_own_models_a_task_is_as_it_was(name: str) -> None:
    setting = prepare(task(name), 0)
    made = Translation.learned(task(name), setting.apps, SEEDS).of(setting)
    assert made.rules == show_rules(setting.specification.rules)
    assert made.kept == made.comparisons > 0


def test_what_states_and_objectives_are_called_does_not_matter() -> None:
    names = {"Transfer": "Wire", "TransferForm": "Slip", "SendMoney": "WireIt"}
    text, wanted = (
        models.path_of("bank").read_text("utf-8"),
        show_rules(prepare(task("bank-send"), 0).specification.rules),
    )
    for old, new in names.items():
        text = re.sub(rf"(?m)(?<=state: ){old}\b|(?<=commits: ){old}\b|(?<=^  ){old}(?=:$)", new, text)
        wanted = re.sub(rf"\b{old}\b", new, wanted)
    first = "Slip"  # the form says all that the transfer says; of two that do, the one declared first is taken
    assert translated("bank-send", read_model(text)).rules == wanted.replace("Wire(", f"{first}(")


def test_a_time_is_an_hour_and_a_minute_and_what_nobody_knows_is_left_out_and_counted() -> None:
    made = translated("clock-set-alarm", read_model(FORM))
    asked = prepare(task("clock-set-alarm"), 0).scene.values
    assert (made.kept, made.comparisons) == (2, 4)
    assert made.rules.splitlines() == [
        f'Form(hour = {asked["hour"]}, minute = {asked["minute"]}, called = "{asked["label"]}") -> Keep', "Keep -> Done"
    ]  # fmt: skip


def test_what_nothing_commits_cannot_be_asked_for() -> None:
    bank = models.load("bank")
    with pytest.raises(NotExpressible, match="nothing commits `SendMoney`"):
        translated("bank-send", replace(bank, screens=replace(bank.screens, bindings=())))


def test_a_rule_of_which_nothing_is_left_is_none() -> None:
    told = read_model(FORM.replace("hour: number(//hour), minute: number(//minute), called: text(//label)", ""))
    with pytest.raises(NotExpressible, match="nothing is left of the rules for `SaveAlarm`"):
        translated("clock-set-alarm", told)


def test_a_text_stands_for_a_value_where_it_comes_and_goes_with_it() -> None:
    page = State.of("Page", Variable("said", Type.TEXT), Variable("title", Type.TEXT))
    spellings = Spellings({"Page": page})
    for is_free, said in ((True, "a table is free"), (False, "all taken"), (True, "a table is free")):
        own = KnownStep(frozenset(), {"Info": ({"free": is_free},)}, {})
        spellings.note(
            own, KnownStep(frozenset(), {"Page": ({"said": said, "title": "Noodles"},)}, {}), date(2026, 3, 2)
        )
    assert list(spellings.of("Info", "free")) == [
        Spelling("Page", "said", {True: "a table is free", False: "all taken"})
    ]
