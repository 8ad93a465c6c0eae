"""mobilerun 0.7.0, unmodified, with its Portal on the phone: by content provider, by HTTP, and with nothing but adb."""

from pathlib import Path
from typing import Any

import pytest

from phone.clients.environment import AT_NIGHT, prepared_phone, python_of, run_script

pytestmark = AT_NIGHT

WITH_PORTAL = """
import asyncio, json, os
from mobilerun_core_local.driver.android import AndroidDriver
from mobilerun_core_local.driver.android.portal import check_portal_accessibility, ensure_portal_ready

async def main(use_tcp):
    driver = AndroidDriver(serial=os.environ["HANDRAIL_SERIAL"], use_tcp=use_tcp, portal_mode="required")
    await driver.connect()
    await ensure_portal_ready(driver.device)
    said = {"tcp": driver.portal.tcp_available, "version": driver._portal_version,
            "accessible": await check_portal_accessibility(driver.device)}
    said["apps"] = [app["label"] for app in await driver.get_apps()]
    await driver.set_clipboard("größe")
    said["clipboard"] = await driver.get_clipboard()
    await driver.swipe(540, 1800, 540, 500, 100)
    said["field"] = (await driver.get_ui_tree())["phone_state"]["focusedElement"]["className"]
    fields = []
    def walk(node):
        if node["className"].endswith("EditText"):
            fields.append(node)
        for child in node["children"]:
            walk(child)
    walk((await driver.get_ui_tree())["a11y_tree"])
    bounds = fields[0]["boundsInScreen"]
    await driver.tap((bounds["left"] + bounds["right"]) // 2, (bounds["top"] + bounds["bottom"]) // 2)
    await driver.input_text("old")
    await driver.input_text("Größe ☕", clear=True)
    said["typed"] = (await driver.get_ui_tree())["phone_state"]["focusedElement"]["text"]
    await driver.start_app("com.example.clock")
    said["package"] = (await driver.get_ui_tree())["phone_state"]["packageName"]
    said["png"] = (await driver.screenshot())[:4].hex()
    await driver.press_button("home")
    print(json.dumps(said))

asyncio.run(main(%r))
"""

AT_A_DIALOG = """
import asyncio, json, os
from mobilerun_core_local.driver.android import AndroidDriver
from mobilerun.tools.ui.provider import AndroidStateProvider
from mobilerun.tools.filters import ConciseFilter
from mobilerun.tools.formatters import IndexedFormatter

async def main():
    said = []
    for mode in ("disabled", "required"):
        driver = AndroidDriver(serial=os.environ["HANDRAIL_SERIAL"], portal_mode=mode)
        await driver.connect()
        state = await AndroidStateProvider(driver, ConciseFilter(), IndexedFormatter()).get_state()
        said.append([element["text"] for element in state.elements])
    print(json.dumps(said))

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def python() -> str:
    return python_of("mobilerun")


@pytest.mark.parametrize("use_tcp", [False, True])
def test_its_driver_reads_types_and_starts_apps(python: str, use_tcp: bool, tmp_path: Path) -> None:
    with prepared_phone() as served:
        said: dict[str, Any] = run_script(python, WITH_PORTAL % use_tcp, served, tmp_path)
        assert (said["tcp"], said["version"], said["accessible"]) == (use_tcp, "0.7.11", True)
        assert "Clock" in said["apps"]
        assert said["clipboard"] == "größe"
        assert said["typed"] == "Größe ☕"
        assert said["package"] == "com.example.clock"
        assert said["png"] == b"\x89PNG".hex()
        assert served.phone.foreground.package == "com.android.launcher"
        assert served.handset.gaps == ()


def test_at_a_dialog_it_sees_the_dialog_with_its_portal_and_without(python: str, tmp_path: Path) -> None:
    with prepared_phone() as served:
        served.phone.launch("com.example.clock")
        served.phone.share("over everything")
        plain, portal = run_script(python, AT_A_DIALOG, served, tmp_path)
        below, above = served.phone.screen().windows
        assert {element.text for _, element in above.walk() if element.text} <= {*plain} & {*portal}
        assert {element.text for _, element in below.walk() if element.text}.isdisjoint(plain + portal)
        assert served.handset.gaps == ()
