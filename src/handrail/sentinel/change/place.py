"""Where a file lies, and so whose it is: an app's own cache or data, the user's, another app's, the system's."""

from enum import StrEnum


class Place(StrEnum):
    """A class of paths; writes to the first two say nothing about risk."""

    OWN_CACHE = "own cache"
    OWN_DATA = "own data"
    USER_MEDIA = "user media"
    OTHER_APP = "other app's data"
    SYSTEM = "system"


_SHARED = ("/sdcard/", "/storage/", "/mnt/sdcard/", "/mnt/media_rw/", "/data/media/")
_PRIVATE = ("/data/data/", "/data/user/", "/data/user_de/", "/data/misc/profiles/")
_CACHES = ("/cache/", "/code_cache/", "/no_backup/", "/app_webview/", "/.thumbnails/", "/thumbnails/", "/tmp/")  # noqa: S108 - a part of paths on a phone
_SERVICES = frozenset(
    {
        "android",
        "com.google.android.gms",
        "com.android.providers.downloads",
        "com.android.providers.media",
        "com.google.android.gsf",
    }
)


def place(path: str, package: str | None) -> Place:
    """The class of a path that a package wrote; costs the length of the path."""
    shared = next((root for root in _SHARED if path.startswith(root)), None)
    if shared is not None:
        if "/Android/data/" in path or "/Android/obb/" in path or "/Android/media/" in path:
            return Place.OWN_DATA if package is None or f"/{package}/" in path else Place.OTHER_APP
        return Place.OWN_CACHE if any(part in path for part in _CACHES) else Place.USER_MEDIA
    if path.startswith(_PRIVATE):
        if any(part in path for part in _CACHES):
            return Place.OWN_CACHE
        owner = _owner(path)
        if package is None or package == owner or package in _SERVICES or owner in _SERVICES:
            return Place.OWN_DATA
        return Place.OTHER_APP
    return Place.SYSTEM


def _owner(path: str) -> str:
    parts = path.split("/")
    place_of_name = {"data": 3, "user": 4, "user_de": 4, "misc": 6}.get(parts[2], 3)
    return parts[place_of_name] if len(parts) > place_of_name else ""
