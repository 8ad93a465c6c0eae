"""What every driver of a phone promises."""

import asyncio
from collections import Counter
from dataclasses import fields, replace
from typing import get_args

import pytest

from handrail.device.action import Action, ActionType
from handrail.device.device import (
    OTHERWISE,
    Device,
    Executed,
    Execution,
    Precondition,
    Refused,
    RestingAction,
    StaleScreen,
    TellsVersions,
)
from handrail.device.element import Bounds, ElementIdentity, Path, identify
from handrail.device.reception import Received, receive
from handrail.device.screen import Screen, is_editable
from handrail.device.touch import element_at
from handrail.device.trace import Changed, NotObserved, SystemTrace, Unchanged

_PNG = b"\x89PNG"
_WITHOUT_A_PHONE = ("wait", "finish", "install")
_TYPED = "7"
"""What a field for a number takes too."""
_ASKS = (
    "`execute` must ask `precondition_of(action, on)` of the screen just before it touches, and answer"
    " `StaleScreen(OTHERWISE, screen)` where it does not hold"
)


class DeviceContract:
    """Give a `device`, a new one each time it is asked for, that shows something to touch which changes the screen.

    Each element of that first screen that takes a touch is touched, on a device of its own, and each field typed into:
    give one where that does no harm. What can only be looked at and takes no touch at all is no `Device`, and cannot
    keep this; a recording takes the touches that were recorded.
    """

    def device(self) -> Device:
        """A device nobody has touched yet."""
        raise NotImplementedError

    def do_the_same(self, identity: ElementIdentity, other: ElementIdentity) -> bool:
        """Whether a touch on either of two elements is meant to lead to the same: those of one name, and one in the
        other, unless you say more. Two ways back need not be told."""
        inside = identity.path[: len(other.path)] == other.path or other.path[: len(identity.path)] == identity.path
        return inside or _name_of(identity) == _name_of(other)

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
            target = touchable(before)
            answer = await device.execute(Action("click", element=target))
            assert answer == Executed(), (
                f"a touch on {_said(target)} must be carried out: let `device` show something that takes a touch; what"
                " takes none at all is no `Device`"
            )
            assert await device.observe() != before, (
                f"a touch on {_said(target)} changed nothing: let `device` show first what a touch changes"
            )

        asyncio.run(run())

    def test_a_touch_does_what_its_element_does_and_not_what_another_does(self) -> None:
        """Each element that takes a touch leads somewhere of its own, or nowhere, or back."""

        async def run() -> None:
            first = await self.device().observe()
            came: dict[Screen, ElementIdentity] = {}
            for target in takers(first):
                answer, now = await self._after(Action("click", element=target), first)
                if not isinstance(answer, Executed):
                    assert now == first, f"the touch on {_said(target)} was answered {answer}, and something was done"
                    continue
                other = came.setdefault(now, target)
                if now == first or other is target or self.do_the_same(other, target):
                    continue
                assert (await self._after(Action("back"), first))[1] == now, (
                    f"a touch on {_said(target)} does what a touch on {_said(other)} does: `execute` must act on the"
                    " element that the action names, and `receive(action, screen).events` says who takes it; where the"
                    " two are meant to do the same, say so in `do_the_same` of the test"
                )

        asyncio.run(run())

    def test_a_text_goes_into_the_field_that_is_named(self) -> None:
        """A field that cannot be typed into refuses; one for passwords shows nothing of it."""

        async def run() -> None:
            first = await self.device().observe()
            for place, path in enumerate(_fields(first)):
                target = identify(path, element_at(first.windows, path))
                answer, now = await self._after(Action("input", text=_TYPED, element=target), first)
                if not isinstance(answer, Executed):
                    assert now == first, f"typing into {_said(target)} was answered {answer}, and something was done"
                elif not element_at(first.windows, path).password:
                    fields = _fields(now)
                    meant = [fields[place]] if len(fields) == len(_fields(first)) else fields
                    texts = [element_at(now.windows, path).text for path in meant]
                    assert any(_TYPED in text for text in texts), (
                        f"`{_TYPED}` was typed into {_said(target)}, where {texts} stands now: `execute` must type into"
                        " the field that the action names, or refuse"
                    )

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
            assert answer == StaleScreen(OTHERWISE, screen), f"`on` does not hold: {_ASKS}"
            unreadable = Precondition(before, lambda shown: str(shown.windows[99]))
            answer = await device.execute(action, on=unreadable)
            assert isinstance(answer, StaleScreen), f"`on` cannot be asked of the screen, so it does not hold: {_ASKS}"
            assert await device.observe() == screen
            carried = RestingAction(action.type, element=action.element, on=otherwise)
            answer = await device.execute(carried)
            assert isinstance(answer, StaleScreen), f"the action itself carries what does not hold: {_ASKS}"
            same = Precondition(replace(screen, activity="another"), lambda shown: shown.package)
            assert await device.execute(action, on=same) == Executed(), "what `on` reads is the same, so it holds"

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
                said = await device.resolve_app(package)
                assert said == package, f"`installed_app` of the test says {package!r} is on it; the device: {said}"

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

    async def _after(self, action: Action, first: Screen) -> tuple[Execution, Screen]:
        """What is answered to an action on a device that shows its first screen, and what is shown then."""
        device = self.device()
        if await device.observe() != first:
            pytest.skip("`device` gives one that was touched before; give a new one each time it is asked for")
        return await device.execute(action), await device.observe()


def touchable(screen: Screen) -> ElementIdentity:
    """The first element that can be touched and that only one element looks like."""
    looks = Counter(map(_look, screen.identities()))
    for identity in screen.identities():
        if looks[_look(identity)] == 1 and (found := screen.at(identity.path)) is not None and found.clickable:
            return identity
    raise AssertionError("the screen shows nothing that can be touched and that no other element looks like")


def takers(screen: Screen) -> list[ElementIdentity]:
    """What takes touches on a screen, each once, whatever else a touch on it may be aimed at."""
    return [identity for identity in screen.identities() if _takes(identity, screen)]


def _takes(identity: ElementIdentity, screen: Screen) -> bool:
    received = receive(Action("click", element=identity), screen)
    goes_to = received.events[-1].path if isinstance(received, Received) and received.events else None
    return goes_to == identity.path and element_at(screen.windows, identity.path).clickable


def _fields(screen: Screen) -> list[Path]:
    return [path for path, element in screen.walk() if is_editable(element)]


def _name_of(identity: ElementIdentity) -> str:
    return identity.text or identity.description or identity.resource_id or str(identity.path)


def _said(identity: ElementIdentity) -> str:
    return f"`{_name_of(identity)}`"


def _look(identity: ElementIdentity) -> ElementIdentity:
    return replace(identity, path=(), bounds=Bounds(0, 0, 0, 0))


def _parts(trace: SystemTrace) -> list[object]:
    return [getattr(trace, field.name) for field in fields(trace)]
