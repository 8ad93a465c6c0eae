"""How the users of uiautomator2 and adbutils hear that a call was not made."""

from adbutils import AdbError
from uiautomator2.exceptions import DeviceError


class NotExecuted(DeviceError, AdbError):
    """The call was not made, or nobody knows how far it came; the text says why, and is for the agent."""
