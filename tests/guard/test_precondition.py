"""What a decision rested on must hold when it is carried out: by the driver, by a wrapper, by the caller's own hand."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from guard.hand import bookings, on, restaurant_phone
from guard.stage import EVIL, Stage, guarding, letter, part, screen, window
from guard.test_session import RIGHT, guarded, walk
from handrail.device.action import Action
from handrail.device.device import Executed, Execution, Precondition, Refused, RestingAction, StaleScreen
from handrail.device.screen import Screen
from handrail.guard import Step
from handrail.guard.journal import read_journal
from handrail.guard.journal.entry import Executing, Ran
from handrail.guard.journal.replay import replay
from handrail.phone.device import PhoneDevice


def play(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


class Late(Stage):
    """Shows something else between the guard's last look and the touch."""

    then: Screen | None = None

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        self.shown = self.then or self.shown
        return await Stage.execute(self, action, on=on)


def late(now: Screen, then: Screen) -> Late:
    stage = Late(now)
    stage.then = then
    return stage


def beside(*more: Any) -> Screen:
    """A letter with other things on the page."""
    return screen(window(*letter().windows[0].children, *more))


OTHERWISE = [
    pytest.param(letter(), letter("Bob"), id="another recipient"),
    pytest.param(letter(), letter(ready=False), id="a button that is off"),
    pytest.param(
        letter(), screen(*letter().windows, window(part("x", package=EVIL), package=EVIL)), id="a window above"
    ),
]
ALL_THE_SAME = [
    pytest.param(beside(part("time", "9:00")), beside(part("time", "9:01")), id="a clock beside it"),
    pytest.param(beside(), beside(part("hint", "New: emoji")), id="a hint below"),
]


@pytest.mark.parametrize(("now", "then"), OTHERWISE)
def test_what_the_decision_rested_on_is_otherwise_when_it_is_carried_out(
    now: Screen, then: Screen, tmp_path: Path
) -> None:
    stage = late(now, then)

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            step = await guard.act(on(guard.screen, "send"))
            assert step.outcome == "stale"
            assert guard.screen == then

    play(story())
    assert stage.executed == []
    assert replay(read_journal(tmp_path / "run")).same


@pytest.mark.parametrize(("now", "then"), ALL_THE_SAME)
def test_what_it_did_not_rest_on_may_change(now: Screen, then: Screen, tmp_path: Path) -> None:
    stage = late(now, then)

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            assert (await guard.act(on(guard.screen, "send"))).executed

    play(story())
    assert [action.type for action, _ in stage.executed] == ["click"]


class Meanwhile(PhoneDevice):
    """A phone to which something happens just before an action of one name."""

    before: str = ""
    happens: Callable[[], object]

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        if action.target == self.before:
            self.happens()
        return await PhoneDevice.execute(self, action, on=on)


@pytest.mark.parametrize("heads_up", [False, True])
def test_a_notification_of_another_app_stops_a_touch_only_where_it_lies_over_the_page(
    heads_up: bool, tmp_path: Path
) -> None:
    device = Meanwhile(restaurant_phone().phone)
    device.before = "reserve"
    device.happens = lambda: device.phone.notify("com.example.messages", "Bob", "hello", heads_up=heads_up)

    async def story() -> None:
        async with guarded(device, tmp_path) as guard:
            await walk(guard, *RIGHT[:-1])
            step = await guard.act(on(guard.screen, "reserve"))
            assert step.outcome == ("stale" if heads_up else "executed")

    play(story())
    assert len(bookings(device)) == int(not heads_up)


class Old(Stage):
    """A wrapper with the signature that drivers once had: what it passes on is the action alone."""

    given: Action | None = None
    inner: Stage

    async def execute(self, action: Action) -> Execution:  # type: ignore[override]
        self.given = action
        self.inner.shown = self.inner.shown if self.then is None else self.then
        return await self.inner.execute(action, on=action.on if isinstance(action, RestingAction) else None)

    then: Screen | None = None


@pytest.mark.parametrize("then", [None, letter("Bob")], ids=["the same", "another recipient"])
def test_a_driver_that_takes_no_precondition_gets_it_with_the_action(then: Screen | None, tmp_path: Path) -> None:
    stage = Old(letter())
    stage.inner, stage.then = Stage(letter()), then

    async def story() -> None:
        async with guarding(stage, tmp_path) as guard:
            step = await guard.act(on(guard.screen, "send"))
            assert step.outcome == ("executed" if then is None else "stale")

    play(story())
    assert isinstance(stage.given, RestingAction)
    assert stage.given.on is not None
    assert len(stage.inner.executed) == int(then is None)


# A program that keeps the phone


def by_hand(stage: Stage, folder: Path, press: Callable[[Action], Any], action: str = "send") -> Step:
    """What becomes of one action that the caller carries out."""
    steps: list[Step] = []

    async def story() -> None:
        async with guarding(stage, folder) as guard:
            steps.append(await guard.act(on(guard.screen, action), execute=press))

    play(story())
    assert replay(read_journal(folder / "run")).same
    return steps[0]


def raises(_: Action) -> None:
    raise OSError("the cable is out")


async def waits(_: Action) -> None:
    await asyncio.sleep(0)


ANSWERS: list[Any] = [
    pytest.param(lambda _: None, "executed", "", id="nothing"),
    pytest.param(waits, "executed", "", id="something to wait for"),
    pytest.param(lambda _: Executed(), "executed", "", id="executed"),
    pytest.param(lambda _: Refused("the field is gone"), "refused", "the field is gone", id="refused"),
    pytest.param(lambda _: StaleScreen("another page", letter()), "stale", "another page", id="stale"),
    pytest.param(raises, "lost", "the cable is out", id="an exception"),
    pytest.param(lambda _: True, "lost", "`Executed`", id="something else"),
]


@pytest.mark.parametrize(("press", "outcome", "said"), ANSWERS)
def test_what_the_caller_says_of_its_own_hand_counts(
    press: Callable[[Action], Any], outcome: str, said: str, tmp_path: Path
) -> None:
    stage = Stage(letter())
    step = by_hand(stage, tmp_path, press)
    assert step.outcome == outcome
    assert said in step.feedback
    assert stage.executed == []  # the device's own `execute` is never called
    entries = read_journal(tmp_path / "run").entries
    assert [entry.outcome for entry in entries if isinstance(entry, Ran)] == [outcome]


def test_the_caller_is_not_called_for_what_may_not_run(tmp_path: Path) -> None:
    pressed: list[Action] = []
    assert not by_hand(Stage(letter("Bob")), tmp_path, pressed.append).executed
    assert pressed == []
    assert not any(isinstance(entry, Executing) for entry in read_journal(tmp_path / "run").entries)


def test_the_caller_is_not_called_where_the_screen_changed_just_before(tmp_path: Path) -> None:
    class Restless(Stage):
        """Shows another letter from the third look on: the first two are those of the guard before it decides."""

        looks = 0

        async def observe(self) -> Screen:
            self.looks += 1
            return letter() if self.looks < 3 else letter("Bob")

    pressed: list[Action] = []
    assert by_hand(Restless(letter()), tmp_path, pressed.append).outcome == "stale"
    assert pressed == []
