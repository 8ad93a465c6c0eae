from importlib.metadata import EntryPoint

import pytest

from handrail.device.open_device import open_device
from handrail.error import Misuse
from handrail.registry import DEVICES

KINDS = [
    EntryPoint("counter", "device.counter:open_counter", DEVICES.group),
    EntryPoint("replay", "handrail.device.replay:open_replay", DEVICES.group),
    EntryPoint("adb", "handrail.device.adb:open_adb", DEVICES.group),
]


def test_what_stands_behind_the_colon_goes_to_the_driver() -> None:
    assert open_device("counter:7", KINDS).name == "counter"


def test_an_unknown_kind_is_told_what_there_is() -> None:
    with pytest.raises(Misuse, match="no device is called `ios`; installed are adb, counter, replay"):
        open_device("ios:1", KINDS)


@pytest.mark.parametrize("name", ["adb", "adb:", "adb:serial,fancy"])
def test_an_adb_device_needs_a_serial(name: str) -> None:
    with pytest.raises(Misuse, match="adb:SERIAL"):
        open_device(name, KINDS)
