"""A session that was interrupted goes on where it was, from its journal alone."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from guard.hand import bookings, on, restaurant_phone
from guard.test_session import RIGHT, guarded, play, walk
from handrail.device.action import Action
from handrail.device.device import Execution
from handrail.error import HandrailError, Misuse
from handrail.guard.decision import Ask, Block
from handrail.guard.journal import Verified, verify
from handrail.phone.device import PhoneDevice


class Killed(BaseException):
    """What ends a process, as far as one process can show it."""


class DiesAt:
    """A phone whose driver takes the whole process with it, before or after it did what it was told."""

    def __init__(self, device: PhoneDevice, words: str, *, after: bool) -> None:
        self.device, self.words, self.after = device, words, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self.device, name)

    async def execute(self, action: Action) -> Execution:
        if action.target == self.words:
            if self.after:
                await self.device.execute(action)
            raise Killed
        return await self.device.execute(action)


def interrupted(device: PhoneDevice, folder: Path, at: str, *, after: bool) -> None:
    """A session that ends in the middle of an action, without a last word in its journal."""

    async def story() -> None:
        guard = guarded(DiesAt(device, at, after=after), folder)
        await guard.__aenter__()
        try:
            await walk(guard, *RIGHT)
        finally:
            guard._log.close()

    with pytest.raises(Killed):
        asyncio.run(story())


def test_it_knows_again_what_it_knew_and_finishes(tmp_path: Path) -> None:
    device = restaurant_phone()
    interrupted(device, tmp_path, "time", after=False)

    async def story() -> None:
        async with guarded(device, tmp_path, resume=True) as guard:
            assert "Missing: in the table asked for, time should be before 19:00 but is 19:00" in guard.feedback
            await walk(guard, *RIGHT[3:])
            assert (await guard.act(Action("finish"))).outcome == "finished"

    play(story())
    assert bookings(device) == [("Blue Harbor Grill", "18:30", 2)]
    assert isinstance(verify(tmp_path / "run"), Verified)


@pytest.mark.parametrize("after", [False, True])
def test_what_may_have_run_is_not_done_twice_without_a_person(after: bool, tmp_path: Path) -> None:
    device = restaurant_phone()
    interrupted(device, tmp_path, "reserve", after=after)

    async def story() -> None:
        async with guarded(device, tmp_path, resume=True) as guard:
            if after:
                await guard.act(Action("back"))
                await walk(guard, *RIGHT[:-1])
            step = await guard.act(on(guard.screen, "reserve"))
            assert isinstance(step.proposed, Ask | Block)
            assert not step.executed

    play(story())
    assert len(bookings(device)) == int(after)


def test_a_session_that_was_closed_or_changed_is_not_gone_on_with(tmp_path: Path) -> None:
    device = restaurant_phone()

    async def story() -> None:
        async with guarded(device, tmp_path) as guard:
            await walk(guard, RIGHT[0])

    play(story())

    async def again() -> None:
        async with guarded(device, tmp_path, resume=True):
            raise AssertionError("it was opened")

    with pytest.raises(Misuse, match="closed"):
        play(again())
    journal = tmp_path / "run" / "journal.jsonl"
    journal.write_text(journal.read_text("utf-8").replace("Blue Harbor", "Bleu Harbor"), "utf-8")
    with pytest.raises(HandrailError):
        play(again())
