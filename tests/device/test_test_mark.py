"""Which devices are marked as ones for tests."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from device.counter import CounterPhone
from handrail.device.action import Action
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from handrail.device.replay import ReplayDevice
from handrail.device.test_mark import Marked, Unmarked, mark_of, read_mark
from handrail.phone.device import PhoneDevice


def phone(answers: Mapping[str, str]) -> object:
    return read_mark(lambda line: answers.get(line, "" if line.startswith("getprop") else "null") + "\n")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("getprop ro.kernel.qemu", "it is an emulator"),
        ("getprop ro.boot.qemu", "it is an emulator"),
        ("getprop persist.sys.test_harness", "it is in Android's test harness mode"),
        ("settings get global handrail_test_device", "its owner set `handrail_test_device`"),
    ],
)
def test_one_mark_is_enough(line: str, why: str) -> None:
    assert phone({line: "1"}) == Marked(why)
    assert phone({line: "0"}) == Unmarked()


def test_a_phone_that_says_nothing_and_a_debuggable_one_are_somebodys() -> None:
    assert phone({}) == Unmarked()
    assert phone({"getprop ro.debuggable": "1"}) == Unmarked()


def test_the_simulated_phone_and_a_recording_are_for_tests_and_an_unknown_device_is_not(tmp_path: Path) -> None:
    async def run() -> None:
        device = await record(PhoneDevice(), tmp_path, query="", application="", now_ms=lambda: 0, pictures=False)
        await device.observe()
        await device.execute(Action("wait"))
        await device.close()
        assert isinstance(await mark_of(PhoneDevice()), Marked)
        assert isinstance(await mark_of(ReplayDevice(read_recording(tmp_path))), Marked)
        assert await mark_of(CounterPhone()) == Unmarked()

    asyncio.run(run())
