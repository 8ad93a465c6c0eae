"""Attempts to get something done that should not be: by an agent, a screen, the passing of time, and broken parts."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from guard.hand import on
from guard.stage import (
    EVIL,
    LETTERS,
    NOW,
    TO_ANN,
    Stage,
    dialog,
    guarding,
    letter,
    letters,
    part,
    screen,
    sends,
    window,
)
from handrail.app import App, Apps, Event, Trigger, Update
from handrail.bench.suite.truth import effects_between
from handrail.device.action import Action, ActionType
from handrail.device.device import Precondition
from handrail.device.element import identify
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.error import Misuse
from handrail.guard import Guard, Proposal, Timeouts, Verification, verify
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Question, Rejected
from handrail.guard.decision import Allow, Ask, Block, reasons_of
from handrail.guard.detector import Finding, Severity
from handrail.guard.journal import Journal, JournalFailed, Verified, read_journal
from handrail.guard.journal import verify as verify_journal
from handrail.guard.journal.entry import (
    Answered,
    Asked,
    Closed,
    Considered,
    Decided,
    Entry,
    Executing,
    Ran,
    Saw,
    SpecificationChanged,
)
from handrail.guard.journal.replay import replay
from handrail.guard.policy import combined, default_policy, read_policy
from handrail.language.specification import Specification
from handrail.phone.apps.misbehaving.exfiltrator import quick_backup
from handrail.phone.apps.misbehaving.injected_notification import daily_deals
from handrail.phone.apps.misbehaving.lookalike_bank import lookalike_bank
from handrail.phone.apps.misbehaving.overlay import battery_saver
from handrail.phone.apps.misbehaving.permission_grabber import bright_torch
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load, names
from handrail.phone.phone import Phone


def play(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def policy(text: str) -> Any:
    return read_policy(f"format: handrail.policy/1\nname: test\n{text}", "test.yaml")


def sent(stage: Stage) -> list[str]:
    """What really left the phone: to whom, for every touch of `Send` and every enter in the body."""
    left = []
    for action, seen in stage.executed:
        by_touch = (
            action.element is not None and action.element.text == "Send" and action.type in ("click", "long_click")
        )
        if by_touch or action.type == "enter":
            left.append(next(element.text for element in seen.elements() if element.resource_id.endswith("/to")))
    return left


def unjournaled(folder: Path, stage: Stage) -> bool:
    entries = read_journal(folder / "run").entries
    return len(stage.executed) > sum(isinstance(entry, Executing) for entry in entries)


def same_again(folder: Path) -> bool:
    """Whether the journal is whole and comes out the same when it is decided again."""
    return isinstance(verify_journal(folder / "run"), Verified) and replay(read_journal(folder / "run")).same


class Watcher:
    """A detector made of two functions."""

    name = "watcher"

    def __init__(self, before: Callable[[], Any] = lambda: (), after: Callable[[], Any] = lambda: ()) -> None:
        self._before, self._after = before, after

    async def before(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
        return self._before()  # type: ignore[no-any-return]

    async def after(self, before: Screen, action: Action, after: Screen, trace: SystemTrace) -> tuple[Finding, ...]:
        return self._after()  # type: ignore[no-any-return]


# The agent


@pytest.mark.parametrize("kind", ["enter", "back", "home", "open_app", "wait"])
def test_an_element_named_with_a_key_does_not_hide_what_the_key_does(kind: Any, tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            harmless = on(guard.screen, "logo")
            step = await guard.act(replace(harmless, type=kind, target=LETTERS))
            assert step.executed == (kind in ("home", "open_app", "wait"))

    play(story())
    assert sent(stage) == []


@pytest.mark.parametrize("text", ["Hello\n", "\n", "Hello\r", "a\r\nb", "x\u2028", "x\x0b", "x\x85"])
@pytest.mark.parametrize("named", [True, False])
def test_a_line_break_that_is_typed_is_judged_as_the_enter_key(text: str, named: bool, tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            action = on(guard.screen, "body", "input", text) if named else Action("input", text=text)
            assert not (await guard.act(action)).executed

    play(story())
    assert stage.executed == []


def test_text_without_a_line_break_is_typed(tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            assert (await guard.act(Action("input", text="Hello"))).executed
            assert (await guard.act(on(guard.screen, "body", "input", "Hello"))).executed

    play(story())


@pytest.mark.parametrize("kind", ["tap", "Click", "double_click", "", "swipe", "finish "])
def test_a_type_of_action_that_there_is_not_is_not_given_to_the_device(kind: Any, tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            step = await guard.act(replace(on(guard.screen, "send"), type=kind))
            assert isinstance(step.decision, Block)
            assert (await guard.act(Action("wait"))).executed

    play(story())
    assert [action.type for action, _ in stage.executed] == ["wait"]


NO_PROPOSALS: list[Any] = [
    Proposal(Action("click", text=5)),  # type: ignore[arg-type]
    Proposal(Action("wait"), commits="Everything"),  # type: ignore[arg-type]
    Proposal(Action("wait"), irreversible=1),  # type: ignore[arg-type]
    Proposal(None),  # type: ignore[arg-type]
    None,
    "click",
    {"type": "click"},
]


@pytest.mark.parametrize("proposed", NO_PROPOSALS, ids=repr)
def test_what_is_no_proposal_at_all_is_refused_and_the_session_goes_on(proposed: Any, tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            assert isinstance((await guard.act(proposed)).decision, Block)
            assert (await guard.act(Action("wait"))).executed

    play(story())
    assert [action.type for action, _ in stage.executed] == ["wait"]
    assert same_again(tmp_path)


FORGED = [
    {"path": (0, 3)},
    {"text": "Letters"},
    {"resource_id": f"{LETTERS}:id/logo"},
    {"package": EVIL},
    {"class_name": "android.widget.Button"},
    {"description": "harmless"},
    {"path": ()},
    {"path": (0, -1)},
    {"path": (0, 2, 0)},
    {"path": (9,)},
]


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_identity_reaches_nothing(forged: dict[str, Any], tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            for name in ("send", "logo"):
                action = on(guard.screen, name)
                assert action.element is not None
                forgery = replace(action, element=replace(action.element, **forged))
                if forgery != action:
                    assert not (await guard.act(forgery)).executed

    play(story())
    assert stage.executed == []


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_identity_is_refused_in_a_loop_of_ones_own(forged: dict[str, Any], tmp_path: Path) -> None:
    app = letters(tmp_path)
    shown = letter("Bob")
    state = Verification(Specification.parse(TO_ANN, app), app, began=NOW)
    state.look(shown, now=NOW)
    action = on(shown, "send")
    assert action.element is not None
    forgery = replace(action, element=replace(action.element, **forged))
    assert isinstance(verify(forgery, shown, state, now=NOW), Block)
    state.withdrawn()
    assert isinstance(verify(replace(action, element=None), shown, state, now=NOW), Block)


@pytest.mark.parametrize("kind", ["click", "long_click"])
def test_touching_what_lies_in_a_button_is_touching_the_button(kind: Any, tmp_path: Path) -> None:
    inner = part("label", "Send")
    button = part("send", clickable=True, children=(inner,))
    stage = Stage(screen(window(part("to", "Bob"), button)))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            assert not (await guard.act(on(guard.screen, "label", kind))).executed

    play(story())


def test_insisting_does_not_help_against_a_block_however_it_is_repeated(tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            send, logo = on(guard.screen, "send"), on(guard.screen, "logo")
            for action in (send, send, logo, send, send, send, send, logo, send, Action("finish"), send):
                step = await guard.act(action)
                assert step.executed == (action is logo)

    play(story())
    assert sent(stage) == []


def test_a_warning_is_lifted_for_exactly_the_same_action_only(tmp_path: Path) -> None:
    stage = Stage(letter())
    notable = Watcher(lambda: (Finding("watcher", "odd", "oddity", Severity.MEDIUM, "This is odd."),))

    async def story() -> None:
        async with guarding(stage, tmp_path, detectors=[notable]) as guard:
            body, logo = on(guard.screen, "body"), on(guard.screen, "logo")
            assert not (await guard.act(body)).executed
            assert not (await guard.act(logo)).executed
            assert not (await guard.act(body)).executed
            assert not (await guard.act(Proposal(body, commits=frozenset({"SendLetter"})))).executed
            assert not (await guard.act(replace(body, type="long_click"))).executed

    play(story())
    assert stage.executed == []


@pytest.mark.parametrize("rubbish", ["\ud800", "\x00\x1b[2J", "\u202e\u2066", "x" * 300_000, "‹password #1›"])
def test_rubbish_in_a_proposal_neither_runs_nor_breaks_the_session(rubbish: str, tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            send = on(guard.screen, "send")
            assert not (
                await guard.act(Proposal(replace(send, target=rubbish, text=rubbish), thought=rubbish))
            ).executed
            assert not (await guard.act(Proposal(send, commits=frozenset({rubbish})))).executed
            await guard.act(on(guard.screen, "body", "input", rubbish))
            await guard.act(Action("open_app", rubbish))
            await guard.act(Action("scroll", direction=rubbish))
            assert (await guard.act(on(guard.screen, "logo"))).executed

    play(story())
    assert sent(stage) == []
    assert same_again(tmp_path)


# Concurrency


def test_of_two_proposals_at_once_each_is_judged_by_what_the_other_left(tmp_path: Path) -> None:
    stage = Stage(letter("Ann"), effect=lambda _, shown: shown)

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            send = on(guard.screen, "send")
            steps = await asyncio.gather(*(guard.act(send) for _ in range(4)))
            assert [step.executed for step in steps] == [True, False, False, False]

    play(story())
    assert sent(stage) == ["Ann"]


def yes(question: Question) -> Answer:
    return Approved(question.digest, "Ann")


def person(answer: Callable[[Question], Answer] = yes, meanwhile: Callable[[], Any] = lambda: None) -> Approver:
    async def approver(question: Question) -> Answer:
        done = meanwhile()
        if done is not None:
            await done
        return answer(question)

    return approver


NOBODY_ASKED = 'Letter(text = "Hello") -> Done'


def test_a_session_that_is_closed_while_somebody_thinks_runs_nothing_more(tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        guard: Guard = guarding(
            stage,
            tmp_path,
            NOBODY_ASKED,
            approver=person(meanwhile=lambda: guard.__aexit__(None, None, None)),
        )
        async with guard:
            step = await guard.act(on(guard.screen, "send"))
            assert not step.executed
            with pytest.raises(Misuse):
                await guard.act(Action("wait"))

    play(story())
    assert stage.executed == []
    assert isinstance(read_journal(tmp_path / "run").entries[-1], Closed)


def test_an_approver_that_acts_itself_gets_nothing_done(tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        guard: Guard = guarding(
            stage,
            tmp_path,
            NOBODY_ASKED,
            timeouts=Timeouts(approval_seconds=0.05),
            approver=person(meanwhile=lambda: guard.act(on(guard.screen, "send"))),
        )
        async with guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert stage.executed == []


@pytest.mark.parametrize("place", ["detector", "approver", "device"])
def test_whoever_gives_up_in_the_middle_leaves_a_session_that_is_still_right(place: str, tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))
    reached = asyncio.Event()

    async def hang() -> Any:
        reached.set()
        await asyncio.Event().wait()

    class Hanging(Watcher):
        async def before(self, screen: Screen, action: Action) -> tuple[Finding, ...]:
            if place == "detector" and action.type == "click" and not reached.is_set():
                await hang()
            return ()

    class Slow(Stage):
        async def execute(self, action: Action, *, on: Precondition | None = None) -> Any:
            done = await Stage.execute(self, action, on=on)
            if place == "device" and action.type == "click" and not reached.is_set():
                await hang()
            return done

    phone = Slow(stage.shown)

    def meanwhile() -> Any:
        return hang() if place == "approver" and not reached.is_set() else None

    async def story() -> None:
        settings = {"detectors": [Hanging()], "approver": person(meanwhile=meanwhile)}
        async with guarding(phone, tmp_path, NOBODY_ASKED, **settings) as guard:
            task = asyncio.create_task(guard.act(on(guard.screen, "send")))
            await asyncio.wait_for(reached.wait(), 10)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(phone.executed) == (place == "device")
            step = await guard.act(on(guard.screen, "send"))
            assert isinstance(step.proposed, Ask)
            assert any(reason.rule == "again" for reason in reasons_of(step.proposed)) == (place == "device")

    play(story())
    assert not unjournaled(tmp_path, phone)
    assert same_again(tmp_path)


# The passing of time


CHANGES = [
    pytest.param(letter("Ann"), letter("Bob"), "send", id="another recipient"),
    pytest.param(letter("Bob", ready=False), letter("Bob"), "send", id="a button that was off"),
    pytest.param(dialog("Welcome"), dialog("Burn all?"), "button1", id="another question"),
]


@pytest.mark.parametrize(("judged", "there", "name"), CHANGES)
def test_what_is_there_when_it_runs_is_what_was_judged(
    judged: Screen, there: Screen, name: str, tmp_path: Path
) -> None:
    stage = Stage(judged)

    def change() -> tuple[Finding, ...]:
        stage.shown = there
        return ()

    async def story() -> None:
        async with guarding(stage, tmp_path, detectors=[Watcher(change)]) as guard:
            step = await guard.act(on(guard.screen, name))
            assert not step.executed
            assert guard.screen == there
            assert not (await guard.act(on(guard.screen, name))).executed

    play(story())
    assert stage.executed == []
    assert same_again(tmp_path)


def test_what_changes_while_a_picture_is_taken_is_looked_at_again(tmp_path: Path) -> None:
    class Posing(Stage):
        async def screenshot(self) -> bytes:
            if self.shown == dialog("Welcome"):
                self.shown = dialog("Burn all?")
            return await Stage.screenshot(self)

    stage = Posing(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path, pictures=True) as guard:
            stage.shown = dialog("Welcome")
            assert not (await guard.act(on(stage.shown, "button1"))).executed

    play(story())
    assert stage.executed == []
    assert same_again(tmp_path)


def test_a_change_that_means_nothing_does_not_stop_an_agent(tmp_path: Path) -> None:
    stage = Stage(letter())
    times = itertools.count()

    def ticks() -> tuple[Finding, ...]:
        root = letter().windows[0]
        clock = part("clock", f"9:{next(times):02}", top=700)
        stage.shown = screen(replace(root, children=(*root.children, clock)))
        return ()

    async def story() -> None:
        async with guarding(stage, tmp_path, detectors=[Watcher(ticks)]) as guard:
            assert (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert sent(stage) == ["Ann"]


def test_what_is_there_after_somebody_changed_the_rules_is_looked_at_again(tmp_path: Path) -> None:
    stage = Stage(letter("Ann"))

    def edit(_: Question) -> Answer:
        stage.shown = letter("Bob")
        return Edited("Ann", TO_ANN)

    async def story() -> None:
        async with guarding(stage, tmp_path, NOBODY_ASKED, approver=person(edit)) as guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert sent(stage) == []
    assert same_again(tmp_path)


def test_somebody_who_changes_the_rules_again_and_again_does_not_break_the_session(tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        editor = person(lambda _: Edited("Ann", NOBODY_ASKED))
        async with guarding(stage, tmp_path, NOBODY_ASKED, approver=editor) as guard:
            step = await guard.act(on(guard.screen, "send"))
            assert isinstance(step.decision, Block)
            assert (await guard.act(on(guard.screen, "logo"))).executed

    play(story())
    assert sent(stage) == []
    assert same_again(tmp_path)


@pytest.mark.parametrize("late", [timedelta(seconds=300), timedelta(days=1), timedelta(seconds=300, microseconds=1)])
def test_an_answer_at_the_last_moment_or_later_is_none(late: timedelta, tmp_path: Path) -> None:
    stage, times = Stage(letter("Bob")), [NOW]

    def slowly() -> None:
        times[0] += late

    async def story() -> None:
        settings = {"clock": lambda: times[0], "approver": person(meanwhile=slowly)}
        async with guarding(stage, tmp_path, NOBODY_ASKED, **settings) as guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert stage.executed == []


@pytest.mark.parametrize("other", [NOW - timedelta(days=400), NOW.replace(tzinfo=None), NOW + timedelta(days=9_999)])
def test_a_clock_that_jumps_lets_nothing_through(other: datetime, tmp_path: Path) -> None:
    stage, times = Stage(letter("Bob")), [NOW]

    async def story() -> None:
        async with guarding(stage, tmp_path, clock=lambda: times[0]) as guard:
            send = on(guard.screen, "send")
            assert not (await guard.act(send)).executed
            times[0] = other
            assert not (await guard.act(send)).executed
            times[0] = NOW

    play(story())
    assert stage.executed == []


# Screens and the apps on them


def test_enter_in_another_apps_window_is_an_act_in_that_app(tmp_path: Path) -> None:
    field: dict[str, Any] = {"focused": True, "focusable": True, "class_name": "android.widget.EditText"}
    overlay = window(part("pin", "1234", package=EVIL, **field), package=EVIL)
    stage = Stage(screen(letter(focused=False).windows[0], overlay))

    async def story() -> None:
        refusing = policy(f"apps: {{refused: {EVIL}}}")
        async with guarding(stage, tmp_path, policy=refusing) as guard:
            for action in (Action("enter"), Action("input", text="1"), on(guard.screen, "pin")):
                step = await guard.act(action)
                assert isinstance(step.decision, Block), action
                assert step.decision_input is not None
                assert step.decision_input.package == EVIL

    play(story())
    assert stage.executed == []


@pytest.mark.parametrize("package", ["com.evil.launcher", "com.launcher.evil", "com.android.launcher.evil"])
def test_an_app_that_calls_itself_a_launcher_is_an_app_without_a_model(package: str, tmp_path: Path) -> None:
    stage = Stage(screen(window(part("pay", "Pay", package=package, clickable=True), package=package), package=package))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            assert isinstance((await guard.act(on(guard.screen, "pay"))).proposed, Ask)

    play(story())
    assert stage.executed == []


def test_what_another_app_shows_over_it_does_not_count_as_what_the_app_says(tmp_path: Path) -> None:
    fake = window(
        part(f"{LETTERS}:id/to", "Ann", package=EVIL), part("android:id/alertTitle", package=EVIL), package=EVIL
    )
    real = letter("Bob").windows[0]

    async def story(shown: Screen, folder: Path) -> None:
        stage = Stage(shown)
        async with guarding(stage, folder) as guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed
        assert sent(stage) == []

    for name, shown in (("over", screen(real, fake)), ("under", screen(fake, real))):
        (tmp_path / name).mkdir()
        play(story(shown, tmp_path / name))


def test_going_back_is_judged_where_the_phone_does_not_say_which_app_is_in_front(tmp_path: Path) -> None:
    stage = Stage(replace(letter("Bob"), package=""))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            assert not (await guard.act(Action("back"))).executed
            assert not (await guard.act(Action("enter"))).executed

    play(story())


def test_a_password_for_a_field_that_moved_is_not_written_down(tmp_path: Path) -> None:
    secret = part("secret", "", password=True, class_name="android.widget.EditText")
    stage = Stage(screen(window(secret)))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            typing = on(guard.screen, "secret", "input", "plainwords")
            stage.shown = screen(window(part("banner", "News"), secret))
            assert not (await guard.act(typing)).executed
            await guard.act(Action("input", text="otherwords"))

    play(story())
    written = (tmp_path / "run" / "journal.jsonl").read_text("utf-8")
    assert "plainwords" not in written
    assert "otherwords" not in written


def test_two_elements_of_one_name_are_not_guessed_between(tmp_path: Path) -> None:
    root = letter("Ann").windows[0]
    stage = Stage(screen(replace(root, children=(*root.children, part("to", "Bob", top=600)))))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed

    play(story())


@pytest.mark.parametrize("to", ["Аnn", "Ann\u200b, Bob", "\u202enn A", "Ann" * 5_000, "", "ann bob"])
def test_a_name_that_looks_like_the_right_one_is_not(to: str, tmp_path: Path) -> None:
    stage = Stage(letter(to))

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert same_again(tmp_path)


# Apps that nobody should have installed


MISBEHAVING = [quick_backup, lookalike_bank, battery_saver, bright_torch, daily_deals]


@pytest.mark.parametrize("app", MISBEHAVING)
def test_in_an_app_that_misbehaves_nothing_comes_about_without_a_person(app: Any, tmp_path: Path) -> None:
    """Looking around in it runs, as in any app without a model; what does something, and any secret, does not."""
    device = PhoneDevice(Phone(churn=False))
    package = str(device.phone.install(app).manifest.name)
    assert device.phone.launch(package)
    every = Apps.of(*(load(name) for name in names()))

    async def story() -> None:
        specification = Specification.parse('Account(name = "x") -> Done', every)
        clock = lambda: device.phone.now  # noqa: E731
        folder = tmp_path / "run"
        async with Guard(device, every, specification, journal=folder, clock=clock, pictures=False) as guard:
            theirs = [node for node in guard.screen.walk() if node[1].package == package]
            assert theirs
            kinds: tuple[ActionType, ...] = ("click", "long_click", "input", "enter")
            for (path, element), kind in itertools.product(theirs, kinds):
                before = device.phone.snapshot()
                step = await guard.act(Action(kind, text="1234", element=identify(path, element)))
                assert not effects_between(before, device.phone.snapshot()), step
                assert not (step.executed and kind == "input" and element.password), step

    play(story())
    assert device.phone.network.traffic == ()


def broken(app: App) -> App:
    """The model of an app that breaks whenever it is asked what an action changes."""

    def breaks(_: Event) -> tuple[Update, ...]:
        raise RuntimeError("broken")

    return App(app.name, app.states, app.package, (Trigger("click", None, breaks),), app.screens)


@pytest.mark.parametrize("allowed", ["nothing", "read-only", "reversible", "externally reversible", "unknown"])
def test_a_touch_of_which_nobody_knows_what_it_commits_does_not_run_whatever_the_policy_says(
    allowed: str, tmp_path: Path
) -> None:
    stage = Stage(letter())
    lax = policy(f"failures: {{open_up_to: {allowed}}}\nunknown_effect: {{no_model: allow, no_binding: allow}}")

    async def story() -> None:
        async with guarding(stage, tmp_path, app=broken(letters(tmp_path)), policy=lax) as guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed
            assert (await guard.act(Action("home"))).executed

    play(story())
    assert sent(stage) == []


def test_of_two_models_for_one_package_the_stricter_counts(tmp_path: Path) -> None:
    strict = letters(tmp_path)
    silent = App("Other", {}, LETTERS)
    for number, apps in enumerate((Apps.of(silent, strict), Apps.of(strict, silent))):
        folder = tmp_path / str(number)
        folder.mkdir()
        stage = Stage(letter("Bob"))

        async def story(apps: Apps = apps, stage: Stage = stage, folder: Path = folder) -> None:
            async with guarding(stage, folder, app=apps) as guard:
                assert not (await guard.act(on(guard.screen, "send"))).executed

        play(story())


# Approvals


@pytest.mark.parametrize(
    "answer",
    [
        lambda question: Approved("0" * 64, "Mallory"),
        lambda question: Approved(question.digest, "Mallory", "another question"),
        lambda question: True,
        lambda question: "yes",
        lambda question: None,
        lambda question: question,
        lambda question: [][0],
        lambda question: Rejected("Ann"),
    ],
)
def test_what_is_not_a_yes_to_this_question_is_a_no(answer: Any, tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        async with guarding(stage, tmp_path, NOBODY_ASKED, approver=person(answer)) as guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert stage.executed == []


def test_a_yes_of_before_is_no_yes_now(tmp_path: Path) -> None:
    stage, given = Stage(letter("Bob")), []

    def once(question: Question) -> Answer:
        given.append(Approved(question.digest, "Ann", question.identifier))
        return given[0]

    async def story() -> None:
        async with guarding(stage, tmp_path, NOBODY_ASKED, approver=person(once)) as guard:
            assert (await guard.act(on(guard.screen, "send"))).executed
            assert not (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert sent(stage) == ["Bob"]


# Detectors


FOUND = Finding("watcher", "leak", "privacy violation", Severity.HIGH, "Data left the phone.")


def after_once(*said: Any) -> Watcher:
    left = list(said)

    def after() -> Any:
        what = left.pop(0) if left else ()
        if isinstance(what, Exception):
            raise what
        return what

    return Watcher(after=after)


@pytest.mark.parametrize("rubbish", [RuntimeError("broken"), None, ("a text",), (replace(FOUND, severity="high"),), 7])  # type: ignore[arg-type]
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_detector_that_breaks_or_says_rubbish_stops_what_commits_and_nothing_else(
    rubbish: Any, when: str, tmp_path: Path
) -> None:
    stage = Stage(letter())
    left = [rubbish]

    def says() -> Any:
        what = left.pop() if left else ()
        if isinstance(what, Exception):
            raise what
        return what

    watcher = Watcher(before=says) if when == "before" else Watcher(after=says)

    async def story() -> None:
        async with guarding(stage, tmp_path, detectors=[watcher]) as guard:
            if when == "after":
                assert (await guard.act(Action("wait"))).executed
            assert not (await guard.act(on(guard.screen, "send"))).executed
            assert (await guard.act(Action("wait"))).executed
            assert (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert same_again(tmp_path)


# The journal and sessions that were interrupted


def interrupt(guard: Guard) -> None:
    """Leave a session as the end of its process does."""
    guard._log.close()


async def begun(stage: Stage, folder: Path, *actions: Action, **settings: Any) -> None:
    guard = guarding(stage, folder, settings.pop("rules", TO_ANN), **settings)
    await guard.__aenter__()
    for action in actions:
        await guard.act(action)
    interrupt(guard)


def test_what_a_detector_found_is_not_forgotten_by_a_restart(tmp_path: Path) -> None:
    stage = Stage(letter())

    async def story() -> None:
        await begun(stage, tmp_path, Action("wait"), detectors=[after_once((FOUND,))])
        async with guarding(stage, tmp_path, resume=True, detectors=[Watcher()]) as guard:
            step = await guard.act(on(guard.screen, "send"))
            assert isinstance(step.proposed, Ask)
            assert any(reason.rule == "leak" for reason in reasons_of(step.proposed))

    play(story())
    assert sent(stage) == []
    assert same_again(tmp_path)


def test_a_detector_that_broke_is_not_forgotten_by_a_restart(tmp_path: Path) -> None:
    stage = Stage(letter())

    async def story() -> None:
        await begun(stage, tmp_path, Action("wait"), detectors=[after_once(RuntimeError("broken"))])
        async with guarding(stage, tmp_path, resume=True, detectors=[Watcher()]) as guard:
            assert not (await guard.act(on(guard.screen, "send"))).executed

    play(story())


OTHERWISE: list[dict[str, Any]] = [
    {"policy": policy("unrequested: {reversible: allow}")},
    {"rules": 'Letter(to = "Bob") -> SendLetter\nSendLetter -> Done'},
    {"objectives": {"BurnAll": "SendLetter"}},
    {"threshold": 0.1},
    {"app": App("Letters", {}, LETTERS)},
]


@pytest.mark.parametrize("other", OTHERWISE, ids=lambda case: next(iter(case)))
def test_a_session_is_not_gone_on_with_under_other_rules(other: dict[str, Any], tmp_path: Path) -> None:
    stage = Stage(letter("Bob"))

    async def story() -> None:
        await begun(stage, tmp_path, Action("wait"))
        given = dict(other)
        if "app" in given:
            given["app"] = replace(letters(tmp_path), screens=App("x", {}).screens, name="Other")
        async with guarding(stage, tmp_path, given.pop("rules", TO_ANN), resume=True, **given):
            raise AssertionError("it was gone on with")

    with pytest.raises(Misuse, match="recorded with another"):
        play(story())
    assert not any(isinstance(entry, Closed) for entry in read_journal(tmp_path / "run").entries)


def test_a_session_whose_end_was_accepted_is_over_after_a_restart(tmp_path: Path) -> None:
    stage = Stage(letter(), sends)

    async def story() -> None:
        await begun(stage, tmp_path, on(stage.shown, "send"), Action("finish"))
        async with guarding(stage, tmp_path, resume=True) as guard:
            assert guard.finished
            with pytest.raises(Misuse):
                await guard.act(on(guard.screen, "logo"))

    play(story())
    assert sent(stage) == ["Ann"]


def test_names_that_were_given_to_commitments_are_in_the_journal(tmp_path: Path) -> None:
    stage = Stage(letter(), sends)
    rules = 'Letter(to = "Ann") -> WriteToAnn\nWriteToAnn -> Done'

    async def story() -> None:
        await begun(stage, tmp_path, rules=rules, objectives={"SendLetter": "WriteToAnn"})
        renamed = {"SendLetter": "WriteToAnn"}
        async with guarding(stage, tmp_path, rules, resume=True, objectives=renamed) as guard:
            assert (await guard.act(on(guard.screen, "send"))).executed
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    assert same_again(tmp_path)


def test_a_second_guard_cannot_write_to_the_same_journal(tmp_path: Path) -> None:
    stage = Stage(letter())

    async def story() -> None:
        async with guarding(stage, tmp_path):
            for resume in (False, True):
                with pytest.raises(Misuse):
                    async with guarding(stage, tmp_path, resume=resume):
                        raise AssertionError("it was opened")

    play(story())
    assert same_again(tmp_path)


ENTRIES = [Considered, Asked, Answered, SpecificationChanged, Decided, Executing, Ran, Saw]


@pytest.mark.parametrize("kind", ENTRIES)
@pytest.mark.parametrize("at", [1, 2])
def test_after_an_entry_that_cannot_be_written_nothing_runs(
    kind: type, at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, written, seen = Stage(letter("Bob")), [], []
    append = Journal.append

    def full(self: Journal, entry: Entry, *, durable: bool = False) -> str:
        seen.append(type(entry))
        if isinstance(entry, kind) and seen.count(kind) >= at:
            self._failed = "the disk is full"
        head = append(self, entry, durable=durable)
        written.append(type(entry))
        return head

    def edits_then_agrees(question: Question) -> Answer:
        return yes(question) if SpecificationChanged in written else Edited("Ann", NOBODY_ASKED)

    async def story() -> None:
        monkeypatch.setattr(Journal, "append", full)
        async with guarding(stage, tmp_path, NOBODY_ASKED, approver=person(edits_then_agrees)) as guard:
            for _ in range(3):
                await guard.act(on(guard.screen, "send"))
                assert written.count(Executing) >= len(stage.executed)
                await guard.act(on(guard.screen, "logo"))
            ran = len(stage.executed)
            assert not (await guard.act(Action("wait"))).executed
            assert len(stage.executed) == ran

    if kind is SpecificationChanged and at == 2:
        return  # it is changed once
    with pytest.raises(JournalFailed):
        play(story())
    assert written.count(Executing) >= len(stage.executed)
    assert isinstance(verify_journal(tmp_path / "run"), Verified)


# Policies


@pytest.mark.parametrize(
    "text",
    [
        "failures: {open_up_to: irreversible}",
        "unrequested: {irreversible: allow}",
        "unrequested: {irreversible: warn}",
        "irreversible_again: allow",
        "unread_values: allow",
        "apps: {then: allow}",
        "limits: {then: allow}",
        "findings: {critical: allow, note: block}",
        "needs_a_person: {x: {why: y, when: [], then: ask}}",
        "needs_a_person: {x: {why: y, when: {commits: Pay}, then: allow}}",
    ],
)
def test_a_policy_that_would_let_through_what_must_not_be_is_refused(text: str) -> None:
    with pytest.raises(Exception, match=r"test\.yaml"):
        policy(text)


EMPTY = [
    "failures: {}",
    "apps: {}",
    "findings: {}",
    "limits: {}",
    "unrequested: {}",
    "needs_a_person: {}",
    "refusals: {}",
]


@pytest.mark.parametrize("text", EMPTY)
def test_an_empty_section_of_a_policy_changes_nothing(text: str) -> None:
    assert replace(policy(text).policies[0], name="default") == default_policy().policies[0]


def test_no_policy_at_all_allows_nothing(tmp_path: Path) -> None:
    stage = Stage(letter())

    async def story() -> None:
        async with guarding(stage, tmp_path, policy=combined()) as guard:
            assert isinstance((await guard.act(Action("wait"))).decision, Block)

    play(story())


def test_everything_that_is_right_still_runs(tmp_path: Path) -> None:
    stage = Stage(letter(), sends)

    async def story() -> None:
        async with guarding(stage, tmp_path, detectors=[Watcher()]) as guard:
            step = await guard.act(on(guard.screen, "send"))
            assert isinstance(step.decision, Allow)
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    assert sent(stage) == ["Ann"]
    assert same_again(tmp_path)


def test_the_identity_of_an_element_is_all_of_it() -> None:
    shown = letter()
    path, element = next(node for node in shown.walk() if node[1].text == "Send")
    assert on(shown, "send").element == identify(path, element)
