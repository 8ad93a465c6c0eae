"""What a phone prints for the commands that the simulation imitates, and where two phones print differently.

A reference is recorded from a real phone and holds no serial numbers, accounts, device numbers or addresses. Two
references are compared by the *shapes* of their lines: numbers, hex ids, dates, paths and dotted names are folded, so
that what remains is what clients look for. Nothing here talks to a phone: whoever records passes a function that does.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from handrail.error import UnreadableInput
from handrail.strict_json import read_json

FORMAT = "handrail.phone-reference/1"
LAUNCHER = "{launcher}"
"""Stands in a command for the package of the phone's own launcher."""

COMMANDS = (
    "getprop",
    "wm size",
    "wm density",
    "dumpsys window windows",
    "dumpsys activity activities",
    "dumpsys activity top",
    "dumpsys display",
    "dumpsys input",
    "dumpsys battery",
    "dumpsys power",
    "dumpsys input_method",
    "am stack list",
    "pm list packages -3",
    f"pm path {LAUNCHER}",
    f"dumpsys package {LAUNCHER}",
    "settings list system",
    "settings list secure",
    "settings list global",
    "settings get system screen_brightness",
    "settings get global handrail_no_such_key",
    "ps -A",
    "cat /proc/net/tcp",
    "cat /proc/uptime",
    "ls -l /sdcard",
    "ls /handrail-no-such-folder",
    "handrail-no-such-command",
    "df /sdcard",
    "uiautomator dump /dev/tty",
    "ime list -s -a",
    "date",
    "date +%s",
    "id",
    "uname -a",
)
"""They only read: no phone is another one afterwards."""

SHOWN_SHAPES = 20
"""Of the shapes that only one phone has, as many as a difference holds; the others are counted."""

HIDDEN = "REDACTED"
_HOME = "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME"


@dataclass(frozen=True, slots=True)
class Printed:
    """What one command printed, errors included, and its exit code."""

    output: str
    status: int


@dataclass(frozen=True, slots=True)
class Reference:
    """What one phone printed. `recorded` is a date as in 2026-03-02."""

    model: str
    android: str
    recorded: str
    commands: Mapping[str, Printed]


@dataclass(frozen=True, slots=True)
class Shapes:
    """Shapes that one phone printed and the other did not; `more` were left out."""

    shown: tuple[str, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two phones differ for one command. An exit code is None where the command was not run."""

    command: str
    reference_status: int | None
    simulator_status: int | None
    only_reference: Shapes
    only_simulator: Shapes


def record(ask: Callable[[str], Printed], serial: str, today: str, commands: Iterable[str] = COMMANDS) -> Reference:
    """Run the commands and keep what they print, redacted. Without a known launcher its commands are left out."""
    serials = {serial, *(ask(f"getprop {name}").output.strip() for name in ("ro.serialno", "ro.boot.serialno"))}
    launcher = _launcher(ask)
    printed = {}
    for command in commands:
        if LAUNCHER not in command or launcher:
            answer = ask(command.replace(LAUNCHER, launcher))
            printed[command] = Printed(redact(answer.output.replace("\r\n", "\n"), serials), answer.status)
    model = redact(ask("getprop ro.product.model").output.strip(), serials)
    return Reference(model, ask("getprop ro.build.version.release").output.strip(), today, printed)


def _launcher(ask: Callable[[str], Printed]) -> str:
    """The home screen's package: the system's answer, or else the first package that is called so; else empty."""
    component = re.search(r"^([\w.]+)/\S+$", ask(_HOME).output, re.MULTILINE)
    if component:
        return component[1]
    named = re.search(r"^package:(\S*launcher\S*)$", ask("pm list packages").output.replace("\r", ""), re.MULTILINE)
    return named[1] if named else ""


_PRIVATE = (
    r"[\w.]{0,100}(?:serial|imei|imsi|meid|iccid|msisdn|line1|phone_?number|android_id|device_name|bluetooth_name"
    r"|account|ssid|p2p_name|owner_(?:info|name)|mac_?addr|bd_?addr|hostname)[\w.]{0,100}"
)
_REDACTIONS = (
    (rf"(?im)^(\[{_PRIVATE}\]: )\[[^\]]+\]", rf"\1[{HIDDEN}]"),
    (rf"(?im)^({_PRIVATE}=).+$", rf"\1{HIDDEN}"),
    (rf"(?i)(?<![\w.])({_PRIVATE}=)(?!{HIDDEN})[^\s,;}}]+", rf"\1{HIDDEN}"),
    (r"(Account ?\{name=).*?(?=, type=)", rf"\1{HIDDEN}"),
    (r"(UserInfo\{\d+:)[^:}\n]+", rf"\1{HIDDEN}"),
    (r'((?<= )(?:text|content-desc|hint)=)"[^"]+"', rf'\1"{HIDDEN}"'),
    (r"(?<![\w.+-])[\w.+-]+@(?!\d+\.\d)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}", HIDDEN),
    (r"\b[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){4}\b", "00:00:00:00:00:00"),
    (r"\b[0-9A-Fa-f]{8}(?:[0-9A-Fa-f]{24})?:[0-9A-Fa-f]{4}\b", "00000000:0000"),
    (r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])", "0.0.0.0"),  # noqa: S104
    (r"(?<![\w:])[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}(?![\w:])", "::"),
    (r"(?<![\w:])[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*::(?:[0-9a-f]{1,4}:)+[0-9a-f]{1,4}(?![\w:])", "::"),
    (r"\+\d(?:[ ().-]?\d){7,14}(?!\d)", "+00000000"),
    (r"(?<![\w.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])", "000-000-0000"),
    (r"(?<![\w.])\d{10,22}(?![\w.])", "0000000000"),
)


def redact(output: str, serials: Iterable[str] = ()) -> str:
    """Without serial numbers, account names, device and phone numbers, addresses, and the text on the screen.

    Numbers become zeros, so that the shape of a line stays; any run of 10 digits or more is taken for a number of a
    person or a device. A phone number of fewer digits, without a plus and without groups, is not recognised.
    """
    for serial in sorted(serials, key=len, reverse=True):
        if len(serial) >= 4 and serial != "unknown":
            output = re.sub(rf"(?<!\w){re.escape(serial)}(?!\w)", HIDDEN, output)
    for pattern, instead in _REDACTIONS:
        output = re.sub(pattern, instead, output)
    return output


_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_FOLDS = (
    (r"\s+", " "),
    (rf"\b{_DAY} \d+ [\d:]+(?: [AP]M)? \S+ \d{{4}}\b", "DATE"),
    (r"\b\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?: ?[+-]\d{4}\b)?", "DATE"),
    (r"(?<![\w.])/[^\s,;:\]})\"']+", "PATH"),
    (r"(?<!\w)[A-Za-z_]\w*(?:\.[A-Za-z_$][\w$]*)+(?:/[\w.$]+)?", "NAME"),
    (r"\b(?:true|false)\b", "BOOL"),
    (r"\b0x[0-9A-Fa-f]+\b|\b[0-9a-f]{6,}\b", "0"),
    (r"(?<![\w.])-(?=\d)", ""),
    (r"\d+(?:\.\d+)*", "0"),
)
_COLUMNS = {"ps -A": 9, "ls -l /sdcard": 8, "cat /proc/net/tcp": 12, "df /sdcard": 6}
_KEYED = ("getprop", "settings list ")


def shapes(command: str, output: str) -> tuple[str, ...]:
    """The different shapes of a command's lines, in the order of their first appearance."""
    lines = [line.strip() for line in output.splitlines()]
    if "<?xml" in output:
        found = [re.sub(r'="[^"]*"', '="…"', part.strip()) for line in lines for part in re.split(r"(?<=>)", line)]
    elif command.startswith(_KEYED):
        found = [re.sub(r"^(\[[^\]]+\]: |[^=\s]+=).*$", r"\1…", line) for line in lines]
    elif command in _COLUMNS:
        found = [_fold(line) for line in lines[:1]] + [_row(line, _COLUMNS[command]) for line in lines[1:]]
    else:
        found = [_fold(line) for line in lines]
    return tuple(shape for shape in dict.fromkeys(found) if shape)


def _row(line: str, columns: int) -> str:
    """A row of a table: how many columns it has, at most those that clients read."""
    return f"a row of {len(line.split(None, columns - 1))} columns" if line else ""


def _fold(line: str) -> str:
    for pattern, instead in _FOLDS:
        line = re.sub(pattern, instead, line)
    return line


def compare(reference: Reference, other: Reference) -> tuple[Difference, ...]:
    """Where the other phone, usually a simulated one, differs: one difference for a command that has any."""
    found = []
    for command in dict.fromkeys([*reference.commands, *other.commands]):
        there, here = reference.commands.get(command), other.commands.get(command)
        theirs = shapes(command, there.output) if there else ()
        ours = shapes(command, here.output) if here else ()
        difference = Difference(
            command,
            there.status if there else None,
            here.status if here else None,
            _only(theirs, ours),
            _only(ours, theirs),
        )
        if (
            difference.reference_status != difference.simulator_status
            or difference.only_reference.shown
            or difference.only_simulator.shown
        ):
            found.append(difference)
    return tuple(found)


def _only(ours: tuple[str, ...], others: tuple[str, ...]) -> Shapes:
    known = set(others)
    only = tuple(shape for shape in ours if shape not in known)
    return Shapes(only[:SHOWN_SHAPES], len(only[SHOWN_SHAPES:]))


def write_reference(reference: Reference) -> str:
    """A reference as JSON."""
    document = {
        "format": FORMAT,
        "model": reference.model,
        "android": reference.android,
        "recorded": reference.recorded,
        "commands": {
            command: {"exit": printed.status, "output": printed.output}
            for command, printed in reference.commands.items()
        },
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def read_reference(text: str, name: str) -> Reference:
    """The reference in a JSON text; `name` is where the text is from. Raises `UnreadableInput`."""
    document = read_json(text, name, exact=False)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise UnreadableInput(f'{name}: not a phone reference; its `format` must be "{FORMAT}"')
    commands = _member(document, "commands", dict, name, "")
    return Reference(
        _member(document, "model", str, name, ""),
        _member(document, "android", str, name, ""),
        _member(document, "recorded", str, name, ""),
        {command: _printed(commands, command, name) for command in commands},
    )


def _printed(commands: dict[str, Any], command: str, name: str) -> Printed:
    printed = _member(commands, command, dict, name, "commands / ")
    within = f"commands / {command} / "
    return Printed(_member(printed, "output", str, name, within), _member(printed, "exit", int, name, within))


def _member(holder: dict[str, Any], key: str, kind: type, name: str, within: str) -> Any:
    """What stands at a key, if it is of a kind."""
    wanted = {str: "a text", int: "a whole number", dict: "an object"}[kind]
    if key not in holder:
        raise UnreadableInput(f"{name}: `{within}{key}` is missing; it must be {wanted}")
    value = holder[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UnreadableInput(f"{name}: `{within}{key}` must be {wanted}, not {json.dumps(value)[:60]}")
    return value
