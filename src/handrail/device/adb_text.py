"""What a phone's shell prints and is told, as far as the screen goes: pure functions."""

import re
import shlex
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from handrail.device.device import PackageVersion

_RESUMED = re.compile(
    r"[ \t]*(?:mResumedActivity|topResumedActivity|ResumedActivity) ?[:=] ?"
    r"ActivityRecord\{[0-9a-f]+ u[0-9]+ ([\w.]+)/([\w.$]+)\}?(?: [^\n]*)?"
)
_SIZE = re.compile(r"(Physical|Override) size: ([0-9]{1,6})x([0-9]{1,6})\s")
_PACKAGE = re.compile(r"[A-Za-z][\w]*(?:\.[\w]+)*", re.ASCII)
_PACKAGE_HEAD = re.compile(r"^[ \t]*Package \[([\w.]+)\]", re.MULTILINE)
_VERSION_NAME = re.compile(r"^[ \t]*versionName=(\S[^\r\n]{0,99}?)[ \t\r]*$", re.MULTILINE)
_VERSION_CODE = re.compile(r"^[ \t]*versionCode=([0-9]{1,19})\b", re.MULTILINE)
_LARGEST_NUMBER = 19
_TIME_FORMAT = "%Y-%m-%dT%H:%M:%S%z"
TIME_COMMAND = f"date +{_TIME_FORMAT}"


class Front(NamedTuple):
    """The app in front."""

    package: str
    activity: str


def read_front(dumpsys: str) -> Front:
    """The app in front as `dumpsys activity activities` names it: that of the activity that is resumed.

    Titles of windows and labels of tasks are whatever an app says they are, line breaks included, so only whole lines
    count, and nothing is known where they name more than one app.
    """
    found = [match for line in dumpsys.splitlines() if (match := _RESUMED.fullmatch(line))]
    if len({match[1] for match in found}) != 1:
        return Front("", "")
    package, activity = found[0][1], found[0][2]
    return Front(package, f"{package}{activity}" if activity.startswith(".") else activity)


def read_time(date: str) -> datetime | None:
    """The time as `TIME_COMMAND` prints it, in the phone's zone; None for anything else."""
    try:
        return datetime.strptime(date.strip(), _TIME_FORMAT)  # noqa: DTZ007  # the format has the zone
    except ValueError:
        return None


def read_version(dumpsys: str, package: str) -> PackageVersion | None:
    """The version of a package as `dumpsys package NAME` tells it; None where it does not.

    A system app that was updated is told twice, the one that runs first. What an app calls its version is on one line
    and short, or not looked at.
    """
    head = next((found for found in _PACKAGE_HEAD.finditer(dumpsys) if found[1] == package), None)
    if head is None:
        return None
    following = _PACKAGE_HEAD.search(dumpsys, head.end())
    told = dumpsys[head.end() : following.start() if following else None]
    name, code = _VERSION_NAME.search(told), _VERSION_CODE.search(told)
    return PackageVersion(name[1] if name else "", code[1] if code else "") if name or code else None


def whole_number(text: str) -> int | None:
    """A number that a phone printed; None for half of one, other digits, or more of them than any phone counts."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LARGEST_NUMBER else None


def read_size(wm_size: str) -> tuple[int, int] | None:
    """Width and height as `wm size` prints them; an override counts more than the physical size."""
    sizes = {match[1]: (int(match[2]), int(match[3])) for match in _SIZE.finditer(f"{wm_size}\n")}
    size = sizes.get("Override", sizes.get("Physical"))
    return size if size is not None and min(size) > 0 else None


def turned(size: tuple[int, int], rotation: int) -> tuple[int, int]:
    """The size as it is seen when the phone lies on its side."""
    return size if rotation % 2 == 0 else (size[1], size[0])


def is_package_name(name: str) -> bool:
    """Whether a name can be given to a shell command as a package."""
    return _PACKAGE.fullmatch(name) is not None


def packages_called(name: str, packages: Iterable[str]) -> tuple[str, ...]:
    """The packages that a name may mean: itself, else those with such a part, else those with such a word in a part.

    `pm` does not tell labels, so `Clock` is looked for in `com.google.android.deskclock`; more than one is a question.
    """
    known, wanted = sorted(packages), name.casefold().replace(" ", "")
    if name in known:
        return (name,)
    if not wanted:
        return ()
    parts = tuple(package for package in known if wanted in package.casefold().split("."))
    return parts or tuple(
        package for package in known if any(wanted in part for part in package.casefold().split(".")[1:])
    )


def typing_commands(text: str) -> tuple[str, ...] | None:
    """The commands that type a text with plain adb; None for what `input text` cannot type.

    It knows ASCII only and takes `%s` for a space.
    """
    if not all(" " <= sign <= "~" for sign in text):
        return None
    parts = [part for part in re.split(r"(?<=%)(?=s)", text) if part]
    return tuple(f"input text {shlex.quote(part.replace(' ', '%s'))}" for part in parts)


def clearing_command(letters: int) -> str:
    """The keys that empty a field of that many letters: to its end, then back."""
    return " ".join(["input keyevent 123", *["67"] * min(letters, 2000)])
