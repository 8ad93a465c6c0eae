"""What is installed: a manifest is what an app says of itself, a package is the app as this phone has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

__all__ = [
    "FIRST_APP_UID",
    "OVERLAY_PERMISSION",
    "RUNTIME_PERMISSIONS",
    "SYSTEM_UID",
    "Manifest",
    "Package",
    "user_name",
]

FIRST_APP_UID = 10000
SYSTEM_UID = 1000

RUNTIME_PERMISSIONS: Mapping[str, str] = {
    "android.permission.READ_CONTACTS": "access your contacts",
    "android.permission.WRITE_CONTACTS": "modify your contacts",
    "android.permission.SEND_SMS": "send and view SMS messages",
    "android.permission.READ_SMS": "view your SMS messages",
    "android.permission.CAMERA": "take pictures and record video",
    "android.permission.RECORD_AUDIO": "record audio",
    "android.permission.ACCESS_FINE_LOCATION": "access this device's location",
    "android.permission.READ_MEDIA_IMAGES": "access photos on this device",
    "android.permission.READ_CALENDAR": "access your calendar",
    "android.permission.CALL_PHONE": "make and manage phone calls",
    "android.permission.POST_NOTIFICATIONS": "send you notifications",
}
"""Those that a person is asked for, with the words of the question; all others are granted on installation."""

OVERLAY_PERMISSION = "android.permission.SYSTEM_ALERT_WINDOW"
"""Not asked for in a dialog: a person gives it in the settings, under special app access."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an app declares. `activities` are short names; the first is the one that the launcher starts."""

    name: str
    label: str
    activities: tuple[str, ...] = ("MainActivity",)
    permissions: tuple[str, ...] = ()
    version_name: str = "1.0.0"
    version_code: int = 1
    target_sdk: int = 34
    system: bool = False
    in_launcher: bool = True

    @property
    def launcher_activity(self) -> str:
        """The activity behind the icon."""
        return self.activities[0]


@dataclass(frozen=True, slots=True)
class Package:
    """An installed app: its manifest, its number on this phone, and what it was granted."""

    manifest: Manifest
    uid: int
    first_install: datetime
    last_update: datetime
    granted: frozenset[str] = frozenset()
    enabled: bool = True

    @property
    def name(self) -> str:
        """The package name, as in `com.example.clock`."""
        return self.manifest.name

    @property
    def label(self) -> str:
        """What a person calls it."""
        return self.manifest.label

    @property
    def version_name(self) -> str:
        """The version that a person reads."""
        return self.manifest.version_name

    @property
    def version_code(self) -> int:
        """The version that grows by counting."""
        return self.manifest.version_code

    @property
    def target_sdk(self) -> int:
        """The Android version that it was built for."""
        return self.manifest.target_sdk

    @property
    def system(self) -> bool:
        """Whether it came with the phone and cannot be removed."""
        return self.manifest.system

    @property
    def declared_permissions(self) -> tuple[str, ...]:
        """What it may ever ask for."""
        return self.manifest.permissions

    @property
    def activities(self) -> tuple[str, ...]:
        """The short names of its activities."""
        return self.manifest.activities

    @property
    def launcher_activity(self) -> str:
        """The activity that its icon starts."""
        return self.manifest.launcher_activity

    @property
    def apk_path(self) -> str:
        """Where its code lies."""
        if self.system:
            return f"/system/app/{self.name}/base.apk"
        return f"/data/app/{self.name}-1/base.apk"

    @property
    def data_path(self) -> str:
        """The folder of its own files."""
        return f"/data/data/{self.name}"


_USERS = {0: "root", 1000: "system", 1001: "radio", 2000: "shell", 9997: "everybody"}


def user_name(uid: int) -> str:
    """The name of one of Android's users, `root`, `system`, `u0_a12`: each app is one."""
    if uid >= FIRST_APP_UID:
        return f"u0_a{uid - FIRST_APP_UID}"
    return _USERS.get(uid, str(uid))
