"""The commands that only read, each with the options of which that is known; everything else is denied.

What is written down is what may be said, since the same program often writes with one more option: `sort -o`,
`find -delete`, `sed -i`, `date SETTIME`. Two commands of the screen write a file, at places that hold nothing of the
user's: that is what `is_scratch` says.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from handrail.device.adb_protocol.shell_syntax import Text, Word


@dataclass(frozen=True, slots=True)
class Argument:
    """A word after the shell has worked on it: exactly its text, the names of files like it, or not known."""

    text: str
    kind: Literal["exact", "files", "unknown"] = "exact"


_MAGIC = re.compile(r"[*?\[]")
_OTHER_SHELLS = re.compile(r"[{}~]|^=|[@+!]\(")
"""What the phone's shell may read more into than the grammar here: braces, the home directory."""


def argument(word: Word) -> Argument:
    """What a word of a line becomes."""
    if not all(isinstance(piece, Text) for piece in word):
        return Argument("", "unknown")
    pieces = [piece for piece in word if isinstance(piece, Text)]
    text = "".join(piece.text for piece in pieces)
    plain = [piece.text for piece in pieces if not piece.quoted]
    if any("$" in part or _OTHER_SHELLS.search(part) for part in plain):
        return Argument("", "unknown")
    if text not in ("[", "[[") and any(_MAGIC.search(part) for part in plain):
        begins_plainly = bool(text) and not _MAGIC.match(text) and not text.startswith("-")
        return Argument(text, "files" if begins_plainly else "unknown")
    return Argument(text)


_SCRATCH = re.compile(r"/data/local/tmp/[A-Za-z0-9_][\w.-]*\.(xml|png)|/sdcard/window_dump\.xml", re.ASCII)
_TERMINAL = frozenset(("/dev/tty", "/dev/stdout", "/proc/self/fd/1"))


def is_scratch(path: str) -> bool:
    """Whether a file is one that tools write pictures and trees of the screen into, and nothing else."""
    return _SCRATCH.fullmatch(path) is not None


@dataclass(frozen=True, slots=True)
class AllowedOptions:
    """What may be said to a command: letters, letters with a value, whole words, words with a value; how many operands.

    A dash before a whole word is part of it, as in `find -name`.
    """

    letters: str = ""
    valued: str = ""
    words: frozenset[str] = field(default_factory=frozenset)
    valued_words: frozenset[str] = field(default_factory=frozenset)
    most_operands: int | None = None

    def allow(self, arguments: Sequence[Argument]) -> bool:
        """Whether nothing else is said."""
        left, operands = list(arguments), 0
        while left:
            token = left.pop(0)
            if token.kind == "unknown":
                return False
            if token.kind == "files" or not token.text.startswith("-") or token.text == "-":
                operands += 1
            elif token.text in self.valued_words:
                if not left or left.pop(0).kind != "exact":
                    return False
            elif token.text not in self.words and not self._letters(token.text[1:], left):
                return False
        return self.most_operands is None or operands <= self.most_operands

    def _letters(self, letters: str, left: list[Argument]) -> bool:
        for place, letter in enumerate(letters):
            if letter in self.valued:
                return place + 1 < len(letters) or (bool(left) and left.pop(0).kind == "exact")
            if letter not in self.letters:
                return False
        return bool(letters)


def reads(name: str, arguments: Sequence[Argument]) -> bool:
    """Whether a command with these arguments is known to change nothing."""
    if name in _PRINTING:
        return True
    if name in _READING:
        return _READING[name].allow(arguments)
    check = _CHECKED.get(name)
    exact = [token.text for token in arguments]
    return check is not None and all(token.kind == "exact" for token in arguments) and check(exact)


_PRINTING = frozenset(("echo", "true", "false", ":", "pwd", "whoami"))
"""Whatever is said to them."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_READING: Mapping[str, AllowedOptions] = MappingProxyType(
    {
        "basename": AllowedOptions(),
        "cat": AllowedOptions("nteuv"),
        "cd": AllowedOptions(),
        "cmp": AllowedOptions("ls", "n"),
        "cut": AllowedOptions("sn", "bcdfFDO"),
        "df": AllowedOptions("hHkaPi", "t"),
        "dirname": AllowedOptions(),
        "du": AllowedOptions("akcHhKLlmSsx", "d"),
        "egrep": AllowedOptions("EFHILTVcnhilLoqrsvwxz", "eABCmM", _words("--color=never")),
        "fgrep": AllowedOptions("EFHILTVcnhilLoqrsvwxz", "eABCmM"),
        "file": AllowedOptions("bhLs"),
        "getevent": AllowedOptions("tlpiSqcr"),
        "getprop": AllowedOptions("TZ"),
        "grep": AllowedOptions("EFHILTVcnhilLoqrsvwxz", "eABCmM", _words("--color=never --line-buffered")),
        "groups": AllowedOptions(),
        "head": AllowedOptions("qv0123456789", "nc"),
        "id": AllowedOptions("GgnruZ"),
        "ifconfig": AllowedOptions("aS", most_operands=1),
        "logcat": AllowedOptions(
            "dDgLS", "btTvesm", _words("--pid --regex --dividers --buffer-size"), _words("--pid --buffer --format")
        ),
        "ls": AllowedOptions("ACFHLNRSUZacdfhiklmnpqrstux1"),
        "lsof": AllowedOptions("lt", "p"),
        "md5sum": AllowedOptions("b"),
        "netstat": AllowedOptions("pralntuwxe"),
        "pidof": AllowedOptions("sx"),
        "ps": AllowedOptions("AadeflMnTwZ", "gGuUpPstkOo", _words("-ef")),
        "readlink": AllowedOptions("efmnqz"),
        "realpath": AllowedOptions("z"),
        "seq": AllowedOptions("w", "fs"),
        "sha1sum": AllowedOptions("b"),
        "sha256sum": AllowedOptions("b"),
        "sha512sum": AllowedOptions("b"),
        "sleep": AllowedOptions(),
        "sort": AllowedOptions("gMnbcdfiruszV", "kt"),
        "stat": AllowedOptions("fLt", "c"),
        "tail": AllowedOptions("fF0123456789", "nc"),
        "tr": AllowedOptions("cdsCt"),
        "type": AllowedOptions(),
        "umask": AllowedOptions(most_operands=0),
        "uname": AllowedOptions("asnrvmpio"),
        "uniq": AllowedOptions("cdiuz", "fsw", most_operands=1),
        "uptime": AllowedOptions("ps"),
        "wait": AllowedOptions(most_operands=0),
        "wc": AllowedOptions("lwcm"),
        "which": AllowedOptions("a"),
    }
)

_FINDING = _words("-H -L -a -and -o -or -not ! ( ) -print -print0 -follow -xdev -mount -daystart -empty -true -false")
_FINDING_VALUED = _words(
    "-name -iname -path -ipath -wholename -type -size -user -group -perm -maxdepth -mindepth -mtime -mmin -ctime -cmin"
    " -atime -amin -newer -uid -gid -printf"
)
_LINES = r"(?:\d+|\$)(?:,(?:\d+|\$))?"
_PART = r"(?:[^/\\\n]|\\[^\n])*"
_EDITING = re.compile(rf"(?:{_LINES})?[pdq]|(?:{_LINES})?s/{_PART}/{_PART}/[gpI]*")


def _find(words: Sequence[str]) -> bool:
    left = list(words)
    while left:
        word = left.pop(0)
        if word in _FINDING_VALUED:
            if not left:
                return False
            left.pop(0)
        elif word not in _FINDING and word.startswith(("-", "!", "(", ")")):
            return False
    return True


def _sed(words: Sequence[str]) -> bool:
    """One script that prints, leaves out or replaces, and no file to change in place."""
    script, *files = [word for word in words if word not in ("-n", "-E", "-r")] or [""]
    return _EDITING.fullmatch(script) is not None and not any(word.startswith("-") for word in files)


_IN_TEST = re.compile(r"[\w./:=!<>+,@ -]*|\]|\[", re.ASCII)


def _test(words: Sequence[str]) -> bool:
    """Nothing that a shell would work out as a number and run on the way."""
    return all(_IN_TEST.fullmatch(word) for word in words)


def _printf(words: Sequence[str]) -> bool:
    return bool(words) and not words[0].startswith("-") and _test(words[1:])


def _export(words: Sequence[str]) -> bool:
    return all(word.startswith("ANDROID_LOG_TAGS=") for word in words)


def _date(words: Sequence[str]) -> bool:
    return all(word == "-u" or word.startswith("+") for word in words)


def _env(words: Sequence[str]) -> bool:
    return not words


def _screencap(words: Sequence[str]) -> bool:
    left = [word for word in words if word != "-p"]
    return _to_scratch(left[2:] if left[:1] == ["-d"] else left)


def _uiautomator(words: Sequence[str]) -> bool:
    return words[:1] == ["dump"] and _to_scratch([word for word in words[1:] if word != "--compressed"])


def _to_scratch(left: Sequence[str]) -> bool:
    return not left or (len(left) == 1 and (left[0] in _TERMINAL or is_scratch(left[0])))


def _rm(words: Sequence[str]) -> bool:
    paths = [word for word in words if word != "-f"]
    return bool(paths) and all(is_scratch(path) for path in paths)


def _settings(words: Sequence[str]) -> bool:
    left = words[2:] if words[:1] == ["--user"] else words
    return left[:1] in (["get"], ["list"])


def _content(words: Sequence[str]) -> bool:
    return words[:1] == ["query"]


def _ime(words: Sequence[str]) -> bool:
    return words[:1] == ["list"]


def _ip(words: Sequence[str]) -> bool:
    """`ip addr`, `ip route` and the like, shown."""
    left = [word for word in words if word not in ("-4", "-6", "-o", "-s")]
    match left:
        case [("addr" | "address" | "a" | "route" | "r" | "link" | "neigh" | "rule")]:
            return True
        case ["-f", ("inet" | "inet6"), *rest]:
            return _ip(rest)
        case [("addr" | "address" | "a" | "route" | "r" | "link" | "neigh" | "rule"), ("show" | "list" | "ls"), *_]:
            return True
    return False


def _wm(words: Sequence[str]) -> bool:
    return list(words) in (["size"], ["density"])


def _service(words: Sequence[str]) -> bool:
    return words[:1] in (["list"], ["check"])


_DUMPED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "activity": _words(
            "activities a top processes p recents r services broadcasts b providers intents i lru oom starter lastanr"
        ),
        "window": _words("windows w displays d policy p tokens t sessions s visible visible-apps input lastanr a all"),
        "package": frozenset(),
        "display": frozenset(),
        "input": frozenset(),
        "input_method": frozenset(),
        "power": frozenset(),
        "battery": frozenset(),
        "cpuinfo": frozenset(),
        "meminfo": frozenset(),
        "wifi": frozenset(),
        "connectivity": frozenset(),
        "netstats": _words("detail"),
        "notification": _words("--noredact"),
        "SurfaceFlinger": _words("--list --latency --display-id"),
        "alarm": frozenset(),
        "deviceidle": frozenset(),
        "diskstats": frozenset(),
        "location": frozenset(),
        "telephony.registry": frozenset(),
        "usagestats": frozenset(),
        "user": frozenset(),
        "audio": frozenset(),
        "statusbar": frozenset(),
        "accessibility": frozenset(),
        "appops": frozenset(),
        "jobscheduler": frozenset(),
    }
)
_PACKAGE = re.compile(r"[A-Za-z][\w.]*", re.ASCII)
_OF_PACKAGES = ("package", "activity", "meminfo")


def _dumpsys(words: Sequence[str]) -> bool:
    """A service that is known to change nothing when it is asked so; `dumpsys battery set level 1` is a command."""
    left = list(words)
    if left[:1] == ["-t"]:
        del left[:2]
    if not left or left == ["-l"]:
        return True
    known = _DUMPED.get(left[0])
    if known is None:
        return False
    said = [word for word in left[1:] if word not in known]
    if left[0] == "activity" and len(said) == len(left) - 1:
        return not said
    return not said or (left[0] in _OF_PACKAGES and len(said) == 1 and _PACKAGE.fullmatch(said[0]) is not None)


_CHECKED: Mapping[str, Callable[[Sequence[str]], bool]] = MappingProxyType(
    {
        "[": _test,
        "[[": _test,
        "content": _content,
        "date": _date,
        "dumpsys": _dumpsys,
        "env": _env,
        "export": _export,
        "find": _find,
        "ime": _ime,
        "ip": _ip,
        "printenv": _env,
        "printf": _printf,
        "rm": _rm,
        "screencap": _screencap,
        "sed": _sed,
        "service": _service,
        "settings": _settings,
        "test": _test,
        "uiautomator": _uiautomator,
        "wm": _wm,
    }
)
