"""What is done must be committed: no task counts as done by what the screen shows if it asks for a change."""

from collections.abc import Iterable

import pytest
from hypothesis import settings

from encoder.offline.replayed import MONDAY, own_tasks
from encoder.offline.test_offline_encoder import BISTRO, draft
from handrail.app.app import App
from handrail.encoder.offline import Abstained, OfflineDraft, OfflineEncoder
from handrail.encoder.offline.clause import ClauseRole
from handrail.encoder.offline.encoder import LONGEST_INSTRUCTION
from handrail.encoder.offline.grammar import VerbClass
from handrail.language.declaration import State, Variable
from handrail.language.parser import parse_lines
from handrail.language.rule import Done, ObjectivePredicate
from handrail.language.value import Type

TASKS = [task for tasks in own_tasks().values() for task in tasks]
EVERY = 1 if settings().max_examples > 100 else 3
"""Each takes a hundredth of a second and more, so that at night all of them are tried, and else every third."""
LISTS = App.of(
    "Ledger",
    [
        State.of("AvailableList", Variable("list_title", Type.TEXT, key=True), description="the lists on the screen"),
        State.of(
            "SelectedList",
            Variable("list_title", Type.TEXT),
            description="The list currently selected. It can be Pinned or the title of a list",
        ),
        State.of(
            "EntryDetails",
            Variable("entry_title", Type.TEXT, key=True),
            Variable("liked", Type.BOOLEAN),
            Variable("saved", Type.BOOLEAN),
            description="the entries",
        ),
        State.of("EntryOrder", Variable("order", Type.ENUM, options=("Hot", "New", "Likes")), description="the order"),
    ],
)
ACTS = (VerbClass.ACT, VerbClass.SET, VerbClass.CREATE, VerbClass.REMOVE, VerbClass.ON, VerbClass.OFF)


def made(encoder: OfflineEncoder, instruction: str, app: App = LISTS) -> OfflineDraft:
    answer = encoder.encode(instruction, app, now=MONDAY)
    found = answer.draft if isinstance(answer, Abstained) else answer
    assert found is not None
    return found


def ends_without_commit(rules: Iterable[str]) -> list[str]:
    parsed = parse_lines(tuple(rules)).rules
    ends = [rule for rule in parsed if isinstance(rule.head, Done)]
    return [str(rule) for rule in ends if not any(isinstance(predicate, ObjectivePredicate) for predicate in rule.body)]


@pytest.mark.slow
def test_an_unconditional_command_ends_with_its_commit(encoder: OfflineEncoder) -> None:
    seen = 0
    for task in TASKS[::EVERY]:
        assert len(task.instruction) <= LONGEST_INSTRUCTION
        plan, read = encoder.understand(task.instruction, task.app, now=MONDAY)
        acts = any(reading.clause.is_(*ACTS) and linked is not None for reading, linked in read)
        conditional = any(reading.clause.role is not ClauseRole.COMMAND for reading, _ in read)
        if plan.linked and acts and not conditional:
            seen += 1
            assert ends_without_commit(made(encoder, task.instruction, task.app).rules) == [], task.instruction
    assert seen > 30


@pytest.mark.parametrize(
    "instruction", ["Search for 'Leek soup' and mark it as a favorite.", "Reserve a table for 4 people and check it."]
)
def test_looking_before_or_after_does_not_replace_the_commit(encoder: OfflineEncoder, instruction: str) -> None:
    assert ends_without_commit(draft(encoder, instruction).rules) == []


def test_a_deletion_is_not_done_where_the_thing_was_never_shown(encoder: OfflineEncoder) -> None:
    rules = made(encoder, "Delete the list 'Work'.").rules
    assert rules[0].startswith('SelectedList(list_title ~= "Work") ->')
    assert not any("[= 0] ->" in rule for rule in rules)


def test_to_open_a_thing_it_must_be_the_one_selected(encoder: OfflineEncoder) -> None:
    rules = made(encoder, "Open the list 'Work'.").rules
    assert all("AvailableList" not in rule for rule in rules)


def test_a_value_that_only_the_description_names(encoder: OfflineEncoder) -> None:
    found = made(encoder, "View the pinned list.")
    assert 'SelectedList(list_title ~= "Pinned") -> Done' in found.rules
    assert any(trace.assumption and "description" in trace.assumption for trace in found.traces)


def test_what_is_done_and_which_things_it_is_done_to(encoder: OfflineEncoder) -> None:
    assert (
        made(encoder, "Like all entries that I have saved.")
        .rules[0]
        .startswith("EntryDetails(liked = true, saved = true) ->")
    )


def test_a_superlative_is_the_first_by_that_order(encoder: OfflineEncoder) -> None:
    assert any('EntryOrder(order = "Hot")' in rule for rule in made(encoder, "Show the hottest entries.").rules)


@pytest.mark.parametrize(
    "instruction",
    ["Wash the dog.", "Zzz qqq.", "Colorless green ideas sleep furiously.", "Tell me a joke.", "Cook dinner for 4."],
)
def test_nonsense_is_not_encoded(encoder: OfflineEncoder, instruction: str) -> None:
    for app in (LISTS, BISTRO):
        assert isinstance(encoder.encode(instruction, app, now=MONDAY), Abstained)


def test_several_spellings_of_a_value_are_declared_as_assumed(encoder: OfflineEncoder) -> None:
    app = App.of("Dial", [State.of("AlarmOptions", Variable("snooze_length", Type.TEXT), description="alarms")])
    found = made(encoder, "Change the snooze length to 5 minutes.", app)
    assert 'in ["5 minutes"' in found.rules[0]
    assert all(trace.assumption for trace in found.traces if "snooze_length" in trace.what)
