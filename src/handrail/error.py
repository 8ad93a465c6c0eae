"""The one family of errors that Handrail raises on purpose.

Each message names what was wrong, where, and what would be right. Everything else that escapes is a defect.
"""

import shlex
import sys
from importlib.util import find_spec


class HandrailError(Exception):
    """Something the caller can act on."""


class UnreadableInput(HandrailError):
    """A file or document that is not what it should be; the message says where and what would be right."""


class Misuse(HandrailError):
    """A call that cannot be meant: wrong order, missing argument, a value out of range."""


class MissingExtra(HandrailError):
    """An optional part of Handrail is not installed; the message is the line that installs it."""


class DeviceLost(HandrailError):
    """The phone does not answer any more; the message says what was tried."""


def install_line(*wanted: str) -> str:
    """The line of a shell that installs what is wanted, as `handrail[adb]`, for the interpreter that runs this.

    A bare `pip` is often that of another Python, which knows nothing of a checkout.
    """
    python = shlex.quote(sys.executable)
    install = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f"{install} {shlex.join(wanted)}"
