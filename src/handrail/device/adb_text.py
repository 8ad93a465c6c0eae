"""What a phone's shell prints and is told, as far as the screen goes: pure functions."""

import re
import shlex
from collections.abc import Iterable
from typing import NamedTuple

_FOCUS = (
    re.compile(r"mCurrentFocus=Window\{\S+ (?:u\d+ )?([\w.]+)/([\w.$]+)"),
    re.compile(
        r"(?:mResumedActivity|topResumedActivity|ResumedActivity)[:=] ?ActivityRecord\{\S+ u\d+ ([\w.]+)/([\w.$]+)"
    ),
    re.compile(r"mFocusedApp=\S*ActivityRecord\{\S+ u\d+ ([\w.]+)/([\w.$]+)"),
)
_SIZE = re.compile(r"(Physical|Override) size: (\d+)x(\d+)")
_PACKAGE = re.compile(r"[A-Za-z][\w]*(?:\.[\w]+)*")
_TURNED = re.compile(r"(?:mCurrentRotation=ROTATION_(\d+)|orientation=(\d))")


class Front(NamedTuple):
    """The app in front."""

    package: str
    activity: str


def read_front(dumpsys: str) -> Front:
    """The app in front as `dumpsys window` or `dumpsys activity` names it; empty where nothing has the focus."""
    for pattern in _FOCUS:
        match = pattern.search(dumpsys)
        if match is not None:
            return Front(match[1], match[2])
    return Front("", "")


def read_size(wm_size: str) -> tuple[int, int] | None:
    """Width and height as `wm size` prints them; an override counts more than the physical size."""
    sizes = {match[1]: (int(match[2]), int(match[3])) for match in _SIZE.finditer(wm_size)}
    return sizes.get("Override", sizes.get("Physical"))


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
    parts = tuple(one for one in known if wanted in one.casefold().split("."))
    return parts or tuple(one for one in known if any(wanted in part for part in one.casefold().split(".")[1:]))


def typing_commands(text: str) -> tuple[str, ...] | None:
    """The commands that type a text with plain adb; None for what `input text` cannot type.

    It knows ASCII only, takes `%s` for a space, and ends at a line break, which is a key instead.
    """
    if not all(" " <= sign <= "~" or sign == "\n" for sign in text):
        return None
    commands: list[str] = []
    for number, line in enumerate(text.split("\n")):
        if number:
            commands.append("input keyevent 66")
        parts = [part for part in re.split(r"(?<=%)(?=s)", line) if part]
        commands += [f"input text {shlex.quote(part.replace(' ', '%s'))}" for part in parts]
    return tuple(commands)


def clearing_command(letters: int) -> str:
    """The keys that empty a field of that many letters: to its end, then back."""
    return " ".join(["input keyevent 123", *["67"] * min(letters, 2000)])
