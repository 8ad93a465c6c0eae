"""A line for a phone's shell: one that only reads, one that is an action, or one that is not run.

What is run is not the line but its words, each quoted anew, so the phone's shell sees just what was judged.
"""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from handrail.device.action import Action
from handrail.integrations.client import gesture
from handrail.integrations.client.meaning import Acts, Meaning, MeaningOnScreen, NotUnderstood, Reads

_PLAIN = re.compile(r"[A-Za-z0-9_./:@%+,=-]+")
_PATH = re.compile(r"/[A-Za-z0-9_./-]*")
_WORD = "*"
_READING = tuple(
    tuple(line.split())
    for line in """
    getprop|getprop *|date|date +*|id|whoami|uptime|df|ps|ps -A|pidof *|wm size|wm density|ifconfig *|ip addr show *
    ip addr show dev *|ls *|ls -l *|ls -la *|cat *|stat *|md5 *|md5sum *|toybox md5sum *|settings get * *
    settings list *|ime list -s|ime list -s -a|pm list packages|pm list packages *|pm path *|cmd package list packages
    dumpsys window|dumpsys window windows|dumpsys window displays|dumpsys activity activities|dumpsys activity top
    dumpsys package *|dumpsys display|dumpsys battery|dumpsys power|dumpsys input_method|dumpsys meminfo *
    screencap -p|logcat -d|logcat -v time|uiautomator dump /dev/tty
    """.replace("\n", "|").split("|")
    if line.strip()
)
_LAUNCH = ("android.intent.category.LAUNCHER", "1")
_VIEW = ("am", "start", "-a", "android.intent.action.VIEW", "-d")
_DEFAULT_SWIPE_MS = 300


@dataclass(frozen=True, slots=True)
class ShellLine:
    """What a line means, and the words that are given to the phone's shell in its place."""

    meaning: Meaning | MeaningOnScreen
    words: tuple[str, ...]


def read_line(said: str | Sequence[str]) -> ShellLine:
    """What a line, or the words of one, does to the phone."""
    words = _words(said) if isinstance(said, str) else tuple(str(one) for one in said)
    if words is None or not words:
        return ShellLine(NotUnderstood("it is more than one command, or none; give the phone one at a time"), ())
    return ShellLine(Reads() if _reads(words) else _acts(words), words)


def _words(line: str) -> tuple[str, ...] | None:
    """The words of a line with one command; None where a shell would see more in it."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="();<>|&\n")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters = " \t\r", True, ""
    try:
        words = tuple(lexer)
    except ValueError:
        return None
    return None if any(set(word) <= set("();<>|&\n") for word in words if word) else words


def _reads(words: tuple[str, ...]) -> bool:
    return any(_is_like(words, pattern) for pattern in _READING)


def _is_like(words: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    return len(words) == len(pattern) and all(map(_fits, words, pattern))


def _fits(word: str, wanted: str) -> bool:
    """A word that may be any is a plain one; where options could be taken for words the pattern says them."""
    if not wanted.endswith(_WORD):
        return word == wanted
    return word.startswith(wanted.removesuffix(_WORD)) and _PLAIN.fullmatch(word) is not None


def _acts(words: tuple[str, ...]) -> Meaning | MeaningOnScreen:
    match words:
        case ("input", "touchscreen", *rest) | ("input", *rest):
            return _input(tuple(rest))
        case ("monkey", "-p", package, "-c", *rest) if tuple(rest) == _LAUNCH:
            return gesture.on_package("open_app", package)
        case ("am", "force-stop", package):
            return gesture.on_package("force_stop", package)
        case ("pm", "clear", package):
            return gesture.on_package("clear_data", package)
        case ("pm", "uninstall", package):
            return gesture.on_package("uninstall", package)
        case ("pm", "install", path) if _PATH.fullmatch(path):
            return Acts(Action("install", target=path))
        case (*start, url) if tuple(start) == _VIEW:
            return Acts(Action("open_url", target=url))
    return NotUnderstood(f"nobody has said what `{shlex.join(words):.80}` does to the phone")


def _input(words: tuple[str, ...]) -> Meaning | MeaningOnScreen:
    match words:
        case ("tap", x, y):
            return gesture.tap(gesture.point(_number(x), _number(y)))
        case ("swipe", x, y, to_x, to_y, *rest) if len(rest) <= 1:
            start, end = gesture.point(_number(x), _number(y)), gesture.point(_number(to_x), _number(to_y))
            return gesture.swipe(start, end, _number(rest[0]) if rest else _DEFAULT_SWIPE_MS)
        case ("draganddrop", x, y, to_x, to_y, *rest) if len(rest) <= 1:
            return gesture.drag(gesture.point(_number(x), _number(y)), gesture.point(_number(to_x), _number(to_y)))
        case ("keyevent", key):
            return gesture.press(key)
        case ("text", text) if "%s" in text or text.startswith("-"):
            return NotUnderstood("`input text` types a blank for `%s`, and takes a `-` at the beginning for an option")
        case ("text", text):
            return gesture.typed(text, adds=True)
    return NotUnderstood(f"`input {shlex.join(words):.80}` is not one touch, key or text; do one at a time")


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 6 else None
