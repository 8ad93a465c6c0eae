"""Package names that agents know from real phones, and the apps here that do the same."""

from collections.abc import Container

_KNOWN = {
    "com.example.clock": ("com.android.deskclock", "com.google.android.deskclock", "com.sec.android.app.clockpackage"),
    "com.example.contacts": ("com.android.contacts", "com.google.android.contacts"),
    "com.example.messages": ("com.android.mms", "com.google.android.apps.messaging", "com.android.messaging"),
    "com.example.mail": ("com.google.android.gm", "com.android.email"),
    "com.example.files": ("com.google.android.documentsui", "com.android.documentsui",
                          "com.google.android.apps.nbu.files", "com.android.fileexplorer"),
    "com.example.photos": ("com.google.android.apps.photos", "com.android.gallery3d", "com.miui.gallery"),
    "com.example.tasks": ("com.google.android.apps.tasks", "com.ticktick.task"),
    "com.example.browser": ("com.android.chrome", "com.android.browser", "org.mozilla.firefox"),
    "com.example.dialer": ("com.google.android.dialer", "com.android.dialer", "com.android.phone"),
    "com.android.launcher": ("com.google.android.apps.nexuslauncher", "com.android.launcher3"),
}  # fmt: skip
_BY_NAME = {known: ours for ours, names in _KNOWN.items() for known in names}


def resolved(name: str, installed: Container[str]) -> str:
    """The package that a name means here: the name itself, unless only another app does what it stands for."""
    ours = _BY_NAME.get(name, name)
    return ours if name not in installed and ours in installed else name
