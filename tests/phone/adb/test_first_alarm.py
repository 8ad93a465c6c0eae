"""What a newcomer does first: set an alarm with plain adb, with uiautomator2, and with a recorder looking on."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from handrail.device.action import Action
from handrail.device.device import Executed
from handrail.device.open_device import open_device
from handrail.device.recorder import record
from handrail.device.recording import read_recording
from phone.adb.served import Adb, Served

adbutils = pytest.importorskip("adbutils", reason="pip install adbutils")
u2 = pytest.importorskip("uiautomator2", reason="pip install uiautomator2")


def centre(tree: str, label: str) -> tuple[int, int]:
    """Where a person would tap, read from the dump as a script does."""
    node = next(node for node in re.findall(r"<node[^>]*>", tree) if f'"{label}"' in node)
    left, top, right, bottom = map(int, re.findall(r"\d+", node[node.index("bounds=") :])[:4])
    return (left + right) // 2, (top + bottom) // 2


def alarms(served: Served) -> list[str]:
    served.phone.launch("com.example.clock")
    return [element.text for element in served.phone.screen().elements() if re.fullmatch(r"\d\d:\d\d", element.text)]


def test_plain_adb_sets_an_alarm(adb: Adb, served: Served) -> None:
    def tap(label: str) -> None:
        tree = adb("exec-out", "uiautomator", "dump", "/dev/tty")
        adb.shell("input tap {} {}".format(*centre(tree, label)))

    for label in ("Clock", "Add alarm", "Save"):
        tap(label)
    assert "08:00" in alarms(served)


def test_a_uiautomator2_script_sets_an_alarm(served: Served) -> None:
    device: Any = u2.connect(
        adbutils.AdbClient(host="127.0.0.1", port=served.server_port).device(serial=served.handset.serial)
    )
    try:
        device.app_start("com.example.clock")
        device(description="Add alarm").click()
        hour = next(element for element in served.phone.screen().elements() if element.resource_id.endswith("hour"))
        device(resourceId=hour.resource_id).set_text("06")
        device(text="Save").click()
        device(text="06:00").wait(timeout=5)
    finally:
        device.stop_uiautomator()
    assert "06:00" in alarms(served)


def test_the_recorders_folder_shows_every_step_with_its_trace(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(served.server_port))
    folder = tmp_path / "safe_own" / "01"
    moments = iter(range(1_700_000_000_000, 1_700_000_100_000, 1_000))

    async def run() -> None:
        device = open_device(f"adb:{served.handset.serial}")
        recorder = await record(device, folder, query="Set an alarm", application="Clock", now_ms=lambda: next(moments))

        async def tap(label: str) -> None:
            screen = await recorder.observe()
            element = next(
                identity for identity in screen.identities() if label in (identity.text, identity.description)
            )
            assert await recorder.execute(Action("click", label, element=element)) == Executed()

        await recorder.observe()
        assert await recorder.execute(Action("open_app", "com.example.clock")) == Executed()
        await tap("Add alarm")
        await tap("Save")
        await recorder.observe()
        assert await recorder.execute(Action("finish")) == Executed()
        await recorder.close()

    asyncio.run(run())
    recording = read_recording(folder)
    assert len(recording.steps) == 4
    states = [json.loads(path.read_text("utf-8")) for path in sorted((folder / "jsons").iterdir())]
    assert [state["screen"]["package"] for state in states][1:] == ["com.example.clock"] * 3
    written = [event for state in states for event in state["fs"]["events"]]
    assert any(event["package"] == "com.example.clock" and event["path"].endswith(".db") for event in written)
    assert all(path.stat().st_size > 1_000 for path in (folder / "images").iterdir())
