"""Every simulated app has a model, and every model is right about what its app does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache, reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.app import App, Update
from handrail.app.consequence import Kind
from handrail.app.model_check import ModelProblem, check_model
from handrail.app.screen_model import Act
from handrail.bench.suite.task import INCIDENTAL, EffectKind
from handrail.device.element import Element
from handrail.device.screen import Screen
from handrail.phone import models, tasks
from handrail.phone.apps import messages
from handrail.phone.apps.system_ui import GrantPermission
from handrail.phone.clock import STARTED
from handrail.phone.package import Manifest
from handrail.phone.phone import Phone
from handrail.phone.tasks import OpenPage
from phone import finger
from phone.model_truths import SITUATIONS, SUBJECTS
from phone.model_walk import (
    KIND_OF,
    MODELS,
    Subject,
    Walked,
    acts_on,
    anticipated,
    applied,
    complaints,
    differences,
    explore,
    fresh,
    loose_ends,
    perform,
    rows_of,
    unfounded_commitments,
    walk_at_random,
    walk_breadth_first,
)

SYSTEM_MODELS = {"permission_dialog", "share_sheet", "notification_shade"}
EVERYWHERE = {**SUBJECTS, **SITUATIONS}
COOPERATING = ("clock", "bank", "tasks")
OUT_OF_REACH = {
    "launcher": {
        "go back to an app",
        "open the first app found",
        "close all apps",
    },  # recent apps and all apps open with a swipe
    "messages": {"choose somebody"},  # nothing typed here is part of a name
    "tasks": {"save what was shared to a list"},
    "clock": {"dismiss what rings", "dismiss what rings by going back", "let it ring again"},
    "photos": {"go on to another photo"},  # a swipe, which a walk does not try
    "settings": {
        "allow over other apps or not",
        "give an app full control",
        "take full control away",
    },
}
"""What no short walk from the first page leads to; most of it is tried from situations of its own."""


UNREAD = {
    "launcher": {"OpenedApp"},
    "permission_dialog": {"PermissionRequest", "PermissionAnswer"},
    "share_sheet": {"Shared"},
}
"""States of which no truth is read: what they tell of is over in the app, as another one is in front then."""


@dataclass(frozen=True)
class Weakened(Subject):
    """A subject with a model of which something was taken away."""

    weak: App | None = None

    def app(self) -> App:
        assert self.weak is not None
        return self.weak


def screens_of(subject: Subject, most: int) -> Iterator[tuple[str, Screen]]:
    """Screens as an agent that tries everything once sees them."""
    seen = set[int]()
    for phone, act in explore(subject, most):
        if hash(phone.screen()) not in seen:
            seen.add(hash(phone.screen()))
            yield f"screen {len(seen)}", phone.screen()
        perform(phone, act)


def test_every_app_on_the_phone_has_a_model() -> None:
    phone = Phone(churn=False)
    shown = {name for name, package in phone.packages.items() if package.manifest.in_launcher}
    modelled = {models.load(name).package for name in models.names()}
    assert not shown - modelled, (
        f"{shown - modelled}: no model speaks for it; write src/handrail/phone/models/NAME.yaml, with its `package`"
    )
    without_truth = set(models.names()) - {file_of(subject) for subject in SUBJECTS.values()} - SYSTEM_MODELS
    assert not without_truth, (
        f"src/handrail/phone/models/: {without_truth} is held against nothing; give each a subject in `SUBJECTS` of"
        " tests/phone/model_truths.py, with a function that reads from the app's own data what its states are"
    )
    gone = {file_of(subject) for subject in SUBJECTS.values()} - set(models.names())
    assert not gone, f"tests/phone/model_truths.py: `SUBJECTS` has {gone}, of which there is no model"


def file_of(subject: Subject) -> str:
    return subject.model.removesuffix(".yaml")


@cache
def walked_from(name: str) -> Walked:
    return walk_breadth_first(EVERYWHERE[name], most=250 if name in SUBJECTS else 40)


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.slow
def test_what_a_model_anticipates_is_what_its_app_does(name: str) -> None:
    walked = walked_from(name)
    assert not walked.told, "\n".join(walked.told[:20])
    assert walked.steps > 20
    declared = {binding.name for binding in SUBJECTS[name].app().screens.bindings}
    missed = declared - walked.fired - OUT_OF_REACH.get(name, set())
    assert not missed, (
        f"{SUBJECTS[name].file}: no walk sets off {missed}: it matches nothing that the app shows, or what leads there"
        " is typed (`texts` of the subject in tests/phone/model_truths.py), or it is far away (`SITUATIONS` there, and"
        " `OUT_OF_REACH` of tests/phone/test_models.py)"
    )
    reached = OUT_OF_REACH.get(name, set()) & walked.fired
    assert not reached, f"tests/phone/test_models.py: `OUT_OF_REACH` of {name} has what a walk sets off: {reached}"


@pytest.mark.parametrize("model", models.names())
@pytest.mark.slow
def test_what_a_model_commits_comes_about_and_its_truth_has_every_state(model: str) -> None:
    names = [name for name, subject in EVERYWHERE.items() if file_of(subject) == model]
    assert names, f"{model}.yaml: no subject or situation in tests/phone/model_truths.py walks through it"
    subject = EVERYWHERE[names[0]]
    walked = reduce(Walked.joined, map(walked_from, names))
    told = unfounded_commitments(subject, subject.app(), walked)
    assert not told, "\n".join(told)
    unread = set(subject.app().states) - walked.states - UNREAD.get(model, set())
    assert not unread, (
        f"{subject.file}: the truth never speaks of {unread}, so whatever the model says of it passes: let"
        f" `{subject.truth.__name__}` of tests/phone/model_truths.py read it from the app's own data, on the page that"
        " shows it"
    )


def test_every_kind_of_effect_is_of_a_kind_of_commitment() -> None:
    left_out = set(EffectKind) - set(KIND_OF) - INCIDENTAL
    assert not left_out, f"{left_out}: by which kind of commitment? `KIND_OF` of tests/phone/model_walk.py"


@pytest.mark.parametrize("name", EVERYWHERE)
@pytest.mark.slow
def test_everything_that_can_be_touched_is_spoken_for_and_changes_no_more_than_is_said(name: str) -> None:
    told, tried = loose_ends(EVERYWHERE[name], most=150)
    assert not told, "\n".join(dict.fromkeys(told[:60]))
    assert tried


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_a_model_anticipates_is_so_where_no_short_walk_leads(name: str) -> None:
    walked = walked_from(name)
    assert not walked.told, "\n".join(walked.told[:20])
    assert walked.fired


@settings(max_examples=max(1, settings().max_examples // 16), deadline=None)
@given(seed=st.integers(min_value=0, max_value=10_000))
@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.slow
def test_it_is_so_on_any_walk_too(name: str, seed: int) -> None:
    told = walk_at_random(SUBJECTS[name], seed, length=40)
    assert not told, "\n".join(told[:20])


@pytest.mark.parametrize(
    ("name", "binding"),
    [
        ("clock", "turn an alarm on or off"),
        ("clock", "save a new alarm"),
        ("restaurant", "reserve"),
        ("restaurant", "one more"),
        ("messages", "send in a conversation"),
        ("shop", "add to the cart"),
        ("shop", "pay"),
        ("bank", "send the money"),
        ("contacts", "delete"),
        ("mail", "send"),
        ("tasks", "tick a task"),
        ("settings", "turn a switch"),
    ],
)
@pytest.mark.slow
def test_a_model_without_a_binding_that_matters_is_found_out(name: str, binding: str) -> None:
    subject = SUBJECTS[name]
    app = subject.app()
    rest = tuple(kept for kept in app.screens.bindings if kept.name != binding)
    assert len(rest) == len(app.screens.bindings) - 1
    weak = replace(app, screens=replace(app.screens, bindings=rest))
    assert walk_breadth_first(weakened(subject, weak), most=120, until_told=True).told


def weakened(subject: Subject, weak: App) -> Weakened:
    return Weakened(
        subject.package, subject.model, subject.truth, subject.texts, traceless=subject.traceless, weak=weak
    )


def with_binding(app: App, name: str, **otherwise: Any) -> App:
    bindings = tuple(replace(kept, **otherwise) if kept.name == name else kept for kept in app.screens.bindings)
    assert bindings != app.screens.bindings
    return replace(app, screens=replace(app.screens, bindings=bindings))


@pytest.mark.parametrize(
    ("name", "binding", "otherwise", "says"),
    [
        ("restaurant", "cancel a booking", {"commits": frozenset({"Reserve"})}, "Reserve is committed by"),
        ("restaurant", "one more", {"commits": frozenset({"Reserve"})}, "`one more` commits Reserve, and nothing came"),
        (
            "restaurant",
            "reserve",
            {"kind": Kind.RECORD},
            "`kind: booking`, in src/handrail/phone/models/",
        ),
        (
            "contacts",
            "delete",
            {"irreversible": False},
            "say `irreversible: true` in src/handrail/phone",
        ),
        ("contacts", "star or unstar", {"irreversible": True}, "can be undone, and `irreversible` is said of it"),
    ],
)
@pytest.mark.slow
def test_a_commitment_that_is_not_so_is_found_out(
    name: str, binding: str, otherwise: dict[str, Any], says: str
) -> None:
    subject = SUBJECTS[name]
    weak = with_binding(subject.app(), binding, **otherwise)
    walked = walk_breadth_first(weakened(subject, weak), most=120)
    told = walked.told + unfounded_commitments(subject, weak, walked)
    assert says in "\n".join(told)


@pytest.mark.parametrize(
    ("has", "says"),
    [
        ('//android:id/alertTitle[@text="Cancel nothing?"]', "does not hold on a screen on which the app still"),
        ("//tab_bookings", "still holds on a screen on which the app has it no more"),
    ],
)
@pytest.mark.slow
def test_a_state_that_ends_with_another_screen_is_found_out(has: str, says: str, tmp_path: Path) -> None:
    subject = SUBJECTS["restaurant"]
    text = (MODELS / subject.model).read_text("utf-8")
    right = '//android:id/alertTitle[@text="Cancel booking?"]'
    assert right in text
    (tmp_path / "other.yaml").write_text(text.replace(f"'{right}'", f"'{has}'"), "utf-8")
    walked = walk_breadth_first(weakened(subject, App.load(tmp_path / "other.yaml")), most=120, until_told=True)
    assert says in "\n".join(walked.told)


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_model_reads_no_wrong_type_and_does_not_contradict_itself(name: str) -> None:
    report = check_model(SUBJECTS[name].app(), screens_of(SUBJECTS[name], 60))
    assert not report.errors
    overlaps = [remark for remark in report.remarks if remark.problem is ModelProblem.OVERLAPS]
    assert not overlaps
    assert report.acts > 20


@pytest.mark.parametrize("name", COOPERATING)
@pytest.mark.slow
def test_what_a_cooperating_app_says_is_what_it_does_and_its_screens_say_the_same(name: str) -> None:
    subject = SUBJECTS[name]
    model = subject.app()
    compared = 0
    for phone, act in explore(subject, most=150):
        element = phone.screen().at(tuple(act.path or ()))
        told = phone.anticipate("click", *element.bounds.center) if element and act.kind == "click" else None
        if told is None or not told.updates:
            perform(phone, act)
            continue
        said = model.anticipate_on(phone.screen(), act.path, act.kind)
        assert (told.commits, told.irreversible) == (said.commits, said.irreversible), element
        before = rows_of(model, subject.truth(phone))
        perform(phone, act)
        after = rows_of(model, subject.truth(phone))
        if before is None or after is None:
            continue
        known = [update for update in told.updates if update.state in before and _fits(model, update)]
        lasting = {update.state: after[update.state] for update in known}
        assert not differences(model, applied(model, before, known), lasting, unknown_is_fine=False), element
        compared += len(known)
    assert compared > 0


def test_deleting_a_mail_for_good_is_anticipated() -> None:
    subject = SUBJECTS["mail"]
    phone = fresh(subject)
    finger.tap_id(phone, "mail")
    finger.tap_text(phone, "Delete")
    finger.tap_text(phone, "Bin")
    finger.tap_id(phone, "mail")
    finger.tap_text(phone, "Delete")
    act = next(act for act in acts_on(phone.screen(), subject) if "button1" in _id(phone, act.path))
    said = subject.app().anticipate_on(phone.screen(), act.path, "click")
    assert said.irreversible
    assert said.commits == {"DeleteMailForever"}
    assert not complaints(subject, subject.app(), phone, act)


def test_what_an_app_draws_over_another_is_not_read() -> None:
    """An overlay can show the bank's words, and even name its ids; the bank's model does not listen to it."""
    model = models.load("bank")
    phone = fresh(SUBJECTS["bank"])
    screen = phone.screen()
    forged = _of_package(screen.windows[0], "com.battery.saver.pro")
    overlaid = replace(screen, windows=(forged,), package="com.battery.saver.pro")
    assert model.observe(screen).updates
    assert not model.observe(overlaid).updates


def test_the_permission_dialog_says_who_asks_for_what() -> None:
    phone = Phone(churn=False)
    phone.launch("com.example.messages")
    finger.tap_id(phone, "start_chat_fab")
    model, screen = models.load("permission_dialog"), phone.screen()
    (path,) = [path for path, element in screen.walk() if element.resource_id.endswith("permission_allow_button")]
    said = model.anticipate_on(screen, path, "click")
    assert said.commits == {"GrantPermission"}
    assert [dict(update.set or {}) for update in said.updates] == [
        {"app": "Messages", "wish": "access your contacts", "allowed": True, "package": "com.example.messages"}
    ]


def test_the_shade_and_the_share_sheet_are_read() -> None:
    phone = Phone(churn=False)
    phone.notify("com.example.shop", "Sale", "today")
    phone.open_notifications()
    assert {update.state for update in models.load("notification_shade").observe(phone.screen()).updates} == {
        "QuickSwitch",
        "Notification",
    }
    phone = fresh(SUBJECTS["photos"])
    finger.tap_id(phone, "photo")
    finger.tap_text(phone, "Share")
    assert models.load("share_sheet").observe(phone.screen()).updates


def _fits(model: App, update: Update) -> bool:
    """Whether the model declares all that the app speaks of; the app may know more of itself than it shows."""
    return set(update.set or update.delete or ()) <= set(model.states[update.state].variables)


def _id(phone: Phone, path: Sequence[int] | None) -> str:
    element = phone.screen().at(tuple(path or ()))
    return "" if element is None else element.resource_id


def _of_package(element: Element, package: str) -> Element:
    return replace(element, package=package, children=tuple(_of_package(child, package) for child in element.children))


def touched(phone: Phone, words: str) -> tuple[int, ...]:
    """The place of what a finger on these words would touch."""
    found = finger.find(phone, words)
    assert found is not None, words
    return found[0]


def test_what_others_wrote_is_never_taken_for_a_message_of_the_user() -> None:
    theirs = messages.Message("You: see you at three", False, STARTED - timedelta(days=1))
    mine = messages.Message("You: all right", True, STARTED - timedelta(days=1))
    phone = fresh(SUBJECTS["messages"])
    talk = messages.Conversation(9, ("Bob Chen",), (theirs, mine))
    taken = phone.snapshot()
    data = {**taken.data, messages.PACKAGE: messages.MessagesData((talk,), 10)}
    phone.restore(replace(taken, data=data, generation=taken.generation + 1))
    finger.tap_text(phone, "Bob Chen")
    seen = [update.set for update in models.load("messages").observe(phone.screen()).updates]
    assert [text for text in seen if text and "to" in text] == [{"to": "Bob Chen", "text": "You: all right"}]


def test_two_photos_of_the_same_minute_are_told_apart() -> None:
    phone = fresh(SUBJECTS["photos"])
    minute = int(phone.now.timestamp() * 1000) // 60_000 * 60_000 - 3_600_000
    for number in (1, 2):
        phone.files.write(f"/sdcard/DCIM/Camera/B{number}.jpg", b"x", modified_ms=minute + number)
    phone.back()
    phone.launch(SUBJECTS["photos"].package)
    rows = [update.set["taken"] for update in models.load("photos").observe(phone.screen()).updates if update.set]
    assert len(set(rows)) == len(rows)
    finger.tap_text(phone, f"Photo taken on {next(str(row) for row in rows if '(2 of 2)' in str(row))}")
    finger.tap_id(phone, "delete")
    said = models.load("photos").anticipate_on(phone.screen(), touched(phone, "Delete"), "click")
    (consequence,) = said.consequences
    assert consequence.is_known
    assert "/sdcard/DCIM/Camera/B1.jpg" in [detail.value for detail in consequence.details]


@pytest.mark.parametrize("label", ["Messages to access your contacts? Torch", "Back to work", "Torch"])
def test_a_label_that_could_end_in_two_places_is_not_read(label: str) -> None:
    phone = Phone(churn=False)
    permission = "android.permission.RECORD_AUDIO"
    phone.install(Manifest("com.evil.torch", label, permissions=(permission,)))
    asked = OpenPage("com.android.permissioncontroller", GrantPermission("com.evil.torch", permission))
    taken = phone.snapshot()
    phone.restore(replace(taken, stack=tasks.push(taken.stack, asked), generation=taken.generation + 1))
    said = models.load("permission_dialog").anticipate_on(phone.screen(), touched(phone, "Allow"), "click")
    (consequence,) = said.consequences
    details = {detail.name: detail.value for detail in consequence.details}
    assert details["package"] == "com.evil.torch"
    assert details["permission"] == permission
    assert details["app"] == (label if label == "Torch" else None)
    assert bool(said.updates) == (label == "Torch")


def test_the_task_that_goes_is_the_one_that_was_opened_whatever_the_form_says() -> None:
    subject = SUBJECTS["tasks"]
    phone = fresh(subject)
    finger.tap_text(phone, "Home")
    finger.tap_text(phone, "Book the dentist")
    finger.enter(phone, "title", "Water the plants")
    said = anticipated(subject, subject.app(), phone, Act("click", touched(phone, "Delete")))
    assert Update("Task", delete={"list": "Home", "title": "Book the dentist"}) in said.updates
    assert [update.set["title"] for update in said.updates if update.set] == ["Book the dentist"]
    unknown = subject.app().anticipate_on(phone.screen(), touched(phone, "Delete"), "click")
    assert not unknown.consequences[0].is_known
    assert not any(update.delete for update in unknown.updates)


def test_a_contact_saved_under_another_name_takes_the_row_of_the_old_name_away() -> None:
    subject = SUBJECTS["contacts"]
    phone = fresh(subject)
    before = phone.contacts[0].name
    finger.tap_text(phone, before)
    finger.tap_text(phone, "Edit")
    gone = Update("Contact", delete={"name": before})
    said = anticipated(subject, subject.app(), phone, Act("click", touched(phone, "Save")))
    assert gone not in said.updates
    finger.enter(phone, "name", "Dana Reed")
    said = anticipated(subject, subject.app(), phone, Act("click", touched(phone, "Save")))
    assert gone in said.updates


def test_what_is_attached_to_a_mail_goes_with_it() -> None:
    subject = SITUATIONS["a mail with a file"]
    phone = fresh(subject)
    finger.enter(phone, "to", "bob@example.com")
    said = anticipated(subject, subject.app(), phone, Act("click", touched(phone, "Send")))
    details = {detail.name: detail.value for detail in said.consequences[0].details}
    assert details["attachment"] == "/sdcard/Documents/recipes.txt"


@pytest.mark.parametrize("name", models.names())
def test_every_commitment_says_its_kind_and_its_object(name: str) -> None:
    for binding in models.load(name).screens.bindings:
        assert not binding.commits or (binding.kind is not Kind.UNKNOWN and binding.object), binding.name
