"""What every driver of a phone promises."""

import asyncio
from collections import Counter
from dataclasses import fields, replace
from typing import get_args

import pytest

from handrail.device.action import Action, ActionType
from handrail.device.device import (
    Device,
    Executed,
    Precondition,
    Refused,
    RestingAction,
    StaleScreen,
    TellsVersions,
)
from handrail.device.element import Bounds, ElementIdentity
from handrail.device.screen import Screen
from handrail.device.trace import Changed, NotObserved, SystemTrace, Unchanged

_PNG = b"\x89PNG"
_WITHOUT_A_PHONE = ("wait", "finish", "install")


class DeviceContract:
    """Give a `device`, new for each test, that shows something to touch which changes the screen."""

    def device(self) -> Device:
        """A device nobody has touched yet."""
        raise NotImplementedError

    def installed_app(self, device: Device) -> str | None:  # noqa: ARG002 - for those to whom it makes a difference
        """The package of an app that is on it; None where nobody can know."""
        return None

    def takes_any_action(self, device: Device) -> bool:  # noqa: ARG002
        """Whether it takes actions in any order, as a recording does not."""
        return True

    async def go_to_the_end(self, device: Device) -> None:
        """Bring it where a `finish` is taken; most take it anywhere."""

    def test_it_shows_a_screen_and_a_picture_of_it(self) -> None:
        """The same until something happens, with elements, a package and a size; the picture is PNG."""

        async def run() -> None:
            device = self.device()
            screen = await device.observe()
            assert screen.elements()
            assert screen.package
            assert screen.width_pixels > 0
            assert await device.observe() == screen
            assert (await device.screenshot()).startswith(_PNG)
            assert device.name

        asyncio.run(run())

    def test_it_carries_out_what_is_there(self) -> None:
        """A touch on an element of the screen does something."""

        async def run() -> None:
            device = self.device()
            before = await device.observe()
            assert await device.execute(Action("click", element=touchable(before))) == Executed()
            assert await device.observe() != before

        asyncio.run(run())

    def test_it_refuses_an_element_that_is_gone_and_shows_what_there_is(self) -> None:
        """Nothing is touched in the place of what is not there."""

        async def run() -> None:
            device = self.device()
            screen = await device.observe()
            gone = replace(touchable(screen), text="Transfer everything", description="")
            answer = await device.execute(Action("click", element=gone))
            assert isinstance(answer, StaleScreen)
            assert answer.screen == screen == await device.observe()
            assert answer.moved_to is None

        asyncio.run(run())

    def test_it_does_not_follow_an_element_that_moved_but_says_where_it_is(self) -> None:
        """Whoever decided about it decides again."""

        async def run() -> None:
            device = self.device()
            screen = await device.observe()
            target = touchable(screen)
            old = replace(target, bounds=replace(target.bounds, top=target.bounds.top - 1))
            answer = await device.execute(Action("click", element=old))
            assert isinstance(answer, StaleScreen)
            assert answer.moved_to == target
            assert await device.observe() == screen
            assert await device.execute(Action("click", element=answer.moved_to)) == Executed()

        asyncio.run(run())

    def test_it_refuses_a_touch_on_nothing(self) -> None:
        """An action that pins no element down has none to be carried out on."""

        async def run() -> None:
            assert isinstance(await self.device().execute(Action("click", target="the button")), Refused)

        asyncio.run(run())

    def test_it_touches_nothing_where_what_the_decision_rested_on_is_otherwise(self) -> None:
        """`on` is asked of the screen that is read just before the touch; what cannot be asked does not hold."""

        async def run() -> None:
            device = self.device()
            screen = await device.observe()
            action = Action("click", element=touchable(screen))
            before = replace(screen, package="com.other")
            otherwise = Precondition(before, lambda shown: shown.package)
            answer = await device.execute(action, on=otherwise)
            assert answer == StaleScreen("what the decision rested on has changed", screen)
            unreadable = Precondition(before, lambda shown: str(shown.windows[99]))
            assert isinstance(await device.execute(action, on=unreadable), StaleScreen)
            assert await device.observe() == screen
            carried = RestingAction(action.type, element=action.element, on=otherwise)
            assert isinstance(await device.execute(carried), StaleScreen)
            same = Precondition(replace(screen, activity="another"), lambda shown: shown.package)
            assert await device.execute(action, on=same) == Executed()

        asyncio.run(run())

    def test_it_refuses_to_type_into_what_is_no_field_and_to_break_lines(self) -> None:
        """A line break is the enter key, which is another action."""

        async def run() -> None:
            device = self.device()
            screen = await device.observe()
            button = touchable(screen)
            for action in (Action("input", text="x", element=button), Action("input", text="a\nb")):
                assert isinstance(await device.execute(action), Refused)
            assert await device.observe() == screen

        asyncio.run(run())

    def test_it_tells_the_time_in_a_zone(self) -> None:
        """The phone's own."""
        now = asyncio.run(self.device().clock())
        assert now.utcoffset() is not None

    def test_a_name_of_an_app_becomes_a_package_or_is_refused(self) -> None:
        """A package names itself."""

        async def run() -> None:
            device = self.device()
            assert isinstance(await device.resolve_app("Teleporter"), Refused)
            package = self.installed_app(device)
            if package is not None:
                assert await device.resolve_app(package) == package

        asyncio.run(run())

    def test_a_version_is_told_of_what_is_installed_alone(self) -> None:
        """Where it can tell versions at all."""

        async def run() -> None:
            device = self.device()
            if not isinstance(device, TellsVersions):
                pytest.skip("it tells no versions, and need not")
            assert await device.version("com.not.there") is None
            package = self.installed_app(device)
            if package is not None:
                told = await device.version(package)
                assert told is None or str(told)

        asyncio.run(run())

    def test_there_is_an_answer_for_every_action(self) -> None:
        """What it cannot do it refuses; it does not raise."""

        async def run() -> None:
            device = self.device()
            if not self.takes_any_action(device):
                pytest.skip("a recording takes only what was recorded")
            for kind in get_args(ActionType):
                if kind not in _WITHOUT_A_PHONE:
                    answer = await device.execute(Action(kind, "com.not.there", "text", "up"))
                    assert isinstance(answer, Executed | Refused)

        asyncio.run(run())

    def test_its_trace_has_three_values_and_starts_with_not_knowing(self) -> None:
        """Not observed, with a reason, is another thing than unchanged."""

        async def run() -> None:
            device = self.device()
            assert all(isinstance(part, NotObserved) and part.reason for part in _parts(await device.trace()))
            await device.execute(Action("click", element=touchable(await device.observe())))
            later = _parts(await device.trace())
            assert all(isinstance(part, Changed | Unchanged | NotObserved) for part in later)
            assert not all(isinstance(part, NotObserved) for part in later)

        asyncio.run(run())

    def test_it_ends_and_closes(self) -> None:
        """A `finish` is for whoever listens; the phone takes it and does nothing."""

        async def run() -> None:
            device = self.device()
            await self.go_to_the_end(device)
            assert await device.execute(Action("finish", text="complete")) == Executed()
            await device.close()

        asyncio.run(run())


def touchable(screen: Screen) -> ElementIdentity:
    """The first element that can be touched and that only one element looks like."""
    looks = Counter(map(_look, screen.identities()))
    for one in screen.identities():
        if looks[_look(one)] == 1 and (found := screen.at(one.path)) is not None and found.clickable:
            return one
    raise AssertionError("the screen shows nothing that can be touched and that no other element looks like")


def _look(one: ElementIdentity) -> ElementIdentity:
    return replace(one, path=(), bounds=Bounds(0, 0, 0, 0))


def _parts(trace: SystemTrace) -> list[object]:
    return [getattr(trace, field.name) for field in fields(trace)]
