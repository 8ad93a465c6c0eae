"""uiautomator2: `connect` in place of its own gives the same device, guarded."""

from typing import TYPE_CHECKING, Unpack

from handrail.error import MissingExtra, install_line
from handrail.integrations.client.task import Task

if TYPE_CHECKING:
    from handrail.integrations.uiautomator2.device import GuardedDevice

__all__ = ["connect"]


def connect(serial: str, **task: Unpack[Task]) -> "GuardedDevice":
    """A `uiautomator2.Device` of which every call that touches the phone is verified first.

    `task` says what the user asked for; see `handrail.integrations.client.task.Task`. Blocks until the phone answers
    and the task is encoded. What may not run raises `NotExecuted`, whose text is for the agent. Raises `MissingExtra`,
    `Misuse`, `DeviceLost` and what uiautomator2 raises.
    """
    try:
        from handrail.integrations.uiautomator2.device import open_guarded
    except ModuleNotFoundError:
        raise MissingExtra(install_line("handrail[adb]")) from None
    return open_guarded(serial, task)
