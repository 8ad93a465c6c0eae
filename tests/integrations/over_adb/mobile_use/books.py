"""Books the first table that it sees, and the one that was asked for where it is told why not, as its tools would."""

import asyncio
import json
import sys

from adbutils import AdbClient
from minitap.mobile_use.clients.ui_automator_client import UIAutomatorClient
from minitap.mobile_use.controllers.android_controller import AndroidDeviceController
from minitap.mobile_use.controllers.types import CoordinatesSelectorRequest

GIVEN = json.loads(sys.argv[1])
SERIAL = GIVEN["serial"]


async def main() -> list[str]:
    client = AdbClient(port=GIVEN["port"])
    phone = AndroidDeviceController(SERIAL, client, UIAutomatorClient(SERIAL), 1080, 2400)

    async def touch(words: str) -> str:
        _, bounds, missing = phone.find_element([*reversed(await phone.get_ui_hierarchy())], text=words)
        assert bounds is not None, missing
        at = bounds.get_center()
        said = (await phone.tap(CoordinatesSelectorRequest(x=at.x, y=at.y))).error or ""
        sys.stderr.write(f"{words}: {said}\n")
        return said

    assert await phone.launch_app("com.example.restaurants")
    assert await touch("Blue Harbor Grill") == ""
    heard = [await touch("Reserve now")]
    for words in GIVEN["correction"] if heard[0] else ():
        assert await touch(words) == ""
    return [*heard, str(phone.device.shell("handrail finish"))]


sys.stdout.write(f"\n{json.dumps(asyncio.run(main()))}\n")
