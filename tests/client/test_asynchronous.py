"""The client for programs with an event loop, against a real server."""

import asyncio
from pathlib import Path

import pytest

from client.restaurant import RULES, TAPS
from guard.hand import on, restaurant_phone
from handrail import client
from handrail.device.action import Action
from handrail.device.device import Execution, Refused
from server.served import AGENTS_KEY, served


def test_a_task_is_done_and_verified(tmp_path: Path) -> None:
    device = restaurant_phone()

    async def press(action: Action) -> Execution:
        return await device.execute(action)

    async def work(address: str) -> bool:
        async with client.connect_async(address, AGENTS_KEY) as server:
            session = await server.open(
                app="restaurant", specification=RULES, screen=await device.observe(), now=device.phone.now
            )
            for words in TAPS:
                step = await session.act(on(await device.observe(), words), device.observe, press)
                assert step.executed
            await session.act(Action("finish"), device.observe, press)
            return session.finished

    with served(tmp_path) as room:
        assert asyncio.run(work(room.address))


def test_what_the_program_could_not_do_is_told_and_what_broke_is_raised(tmp_path: Path) -> None:
    device = restaurant_phone()

    async def cannot(_: Action) -> Execution:
        return Refused("the cable is out")

    async def breaks(_: Action) -> None:
        raise ValueError("the driver fell over")

    async def work(address: str) -> None:
        async with client.connect_async(address, AGENTS_KEY) as server:
            session = await server.open(app="restaurant", specification=RULES, screen=await device.observe())
            tap = on(await device.observe(), TAPS[0])
            refused = await session.act(tap, device.observe, cannot)
            assert (refused.outcome, "the cable is out" in session.feedback) == ("refused", True)
            with pytest.raises(ValueError, match="fell over"):
                await session.act(tap, device.observe, breaks)
            assert session.last is not None
            assert session.last.outcome == "lost"

    with served(tmp_path) as room:
        asyncio.run(work(room.address))
