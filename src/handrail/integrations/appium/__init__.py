"""Appium's Python client: `guard` gives the `command_executor` of a driver whose commands are verified first."""

from typing import TYPE_CHECKING, Unpack

from handrail.device.device import Device
from handrail.device.open_device import open_device
from handrail.error import MissingExtra, install_line
from handrail.integrations.client.task import Task

if TYPE_CHECKING:
    from handrail.integrations.appium.connection import GuardedConnection

__all__ = ["guard"]


def guard(server: str, device: Device | str, **task: Unpack[Task]) -> "GuardedConnection":
    """What `webdriver.Remote(command_executor=…)` takes in place of the server's address.

    `device` is the phone that the session is for, or its name, as `adb:SERIAL,plain`. `task` says what the user asked
    for; see `handrail.integrations.client.task.Task`. What may not run raises `NotExecuted`, a `WebDriverException`.
    """
    try:
        from handrail.integrations.appium.connection import open_guarded
    except ModuleNotFoundError:
        raise MissingExtra(install_line("handrail[adb,appium]")) from None
    return open_guarded(server, open_device(device) if isinstance(device, str) else device, task)
