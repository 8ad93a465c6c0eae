"""Whether a device is marked as one for tests: what acts on it with nobody looking on asks for that first."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from handrail.device.device import Device

__all__ = ["Marked", "Unmarked", "mark_of", "read_mark"]

SETTING = "handrail_test_device"
"""The owner's own mark, in the global settings of an Android phone."""

_MARKS = (
    ("getprop ro.kernel.qemu", "it is an emulator"),
    ("getprop ro.boot.qemu", "it is an emulator"),
    ("getprop persist.sys.test_harness", "it is in Android's test harness mode"),
    (f"settings get global {SETTING}", f"its owner set `{SETTING}`"),
)
"""What to ask a phone's shell, and what the answer 1 says. A debuggable build says nothing: people carry those, too."""


@dataclass(frozen=True, slots=True)
class Marked:
    """It is for tests: a clause that says how that is known."""

    why: str


@dataclass(frozen=True, slots=True)
class Unmarked:
    """Nothing says so: somebody may live with it."""


TestMark: TypeAlias = Marked | Unmarked


async def mark_of(device: Device) -> TestMark:
    """What a device says of itself by the method `test_mark`; one that has none is not marked.

    Raises `DeviceLost` when the phone is gone.
    """
    asked = getattr(device, "test_mark", None)
    if asked is None:
        return Unmarked()
    mark: TestMark = await asked()
    return mark


def read_mark(shell: Callable[[str], str]) -> TestMark:
    """The mark of an Android phone, by what its shell prints."""
    for line, why in _MARKS:
        if shell(line).strip() == "1":
            return Marked(why)
    return Unmarked()
