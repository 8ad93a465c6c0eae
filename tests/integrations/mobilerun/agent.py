"""mobilerun's own agent with a scripted model, on a simulated phone without its Portal."""

from collections.abc import Callable, Sequence
from typing import Any

import async_adbutils
import mobilerun_core_local.driver.android.adb as of_the_driver
from mobilerun import MobileAgent
from mobilerun.config_manager.config_manager import MobileConfig
from mobilerun_core_local import AndroidDriver

from integrations.client.booking import CORRECTION, Booking
from integrations.mobilerun.scripted_model import ScriptedModel, Turn, call, click


async def driver_of(b: Booking, patch: Any) -> AndroidDriver:
    """mobilerun's driver; its ADB client was made when it was imported, for whatever server there was then."""
    patch.setattr(of_the_driver, "adb", async_adbutils.AdbClient())
    driver = AndroidDriver(serial=b.serial, portal_mode="disabled")
    await driver.connect()
    return driver


def touch(place: Callable[[], tuple[int, int]]) -> Turn:
    """A turn that touches a place, which is looked up when it is its turn."""

    def say(told: str) -> str:
        x, y = place()
        return call("click_at", x=x, y=y)(told)

    return say


def books(b: Booking) -> list[Turn]:
    """Takes the time that is offered, says that it is done, and where it is told that it is not, does it right."""
    done = call("complete", success="true", message="A table is booked.")
    right = [touch(lambda words=words: b.place(words)) for words in CORRECTION]  # type: ignore[misc]
    return [click("Reserve now"), done, *right, done]


async def run_agent(b: Booking, driver: Any, turns: Sequence[Turn], **more: Any) -> tuple[Any, ScriptedModel]:
    """What the agent says of its task in the end, and the model with all that it was told."""
    config = MobileConfig()
    config.device.serial, config.device.auto_setup, config.device.portal_mode = b.serial, False, "disabled"
    config.telemetry.enabled, config.agent.reasoning, config.agent.fast_agent.vision = False, False, False
    config.logging.save_trajectory, config.tools.disabled_tools = "none", []
    config.agent.max_steps = 12
    model = ScriptedModel(turns)
    agent = MobileAgent("Book a table before seven.", config=config, llms=model, driver=driver, **more)
    return await agent.run(), model
