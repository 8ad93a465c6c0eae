"""The names of Android's users: each app is one."""

from handrail.phone.package import FIRST_APP_UID

_NAMES = {0: "root", 1000: "system", 1001: "radio", 2000: "shell", 9997: "everybody"}


def user_name(uid: int) -> str:
    """The name of a user: `root`, `system`, `u0_a12`."""
    if uid >= FIRST_APP_UID:
        return f"u0_a{uid - FIRST_APP_UID}"
    return _NAMES.get(uid, str(uid))
