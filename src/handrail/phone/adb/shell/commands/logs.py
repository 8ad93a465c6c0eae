"""`logcat` and `log`: what the phone notes, filtered and followed; each event is a line with its kind as the tag."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from handrail.device.adb_protocol.pattern import BadPattern, compile_pattern, readable
from handrail.phone.adb.shell.command import (
    NOTHING,
    BytesInput,
    Call,
    CommandFailed,
    Options,
    Result,
    encode,
    line,
    printed,
    read_options,
    whole_number,
)
from handrail.phone.values import LoggedEvent

_PRIORITIES = "VDIWEFS"
_SYSTEM_PID = 580
_WITH_VALUE = ("b", "v", "t", "T", "m", "e", "f", "r", "n", "pid", "buffer", "format", "regex", "max-count")
_POLL_S = 0.1
_MARK = "--------- beginning of main\n"


class _Entry(NamedTuple):
    at_ms: int
    pid: int
    priority: str
    tag: str
    message: str


class _Wanted(NamedTuple):
    """Which entries are printed, and how."""

    lowest: Mapping[str, str]
    otherwise: str
    expression: str
    pid: int
    form: str

    def holds(self, entry: _Entry) -> bool:
        lowest = self.lowest.get(entry.tag, self.otherwise)
        if _PRIORITIES.index(entry.priority) < _PRIORITIES.index(lowest) or self.pid not in (0, entry.pid):
            return False
        if not self.expression:
            return True
        try:
            return compile_pattern(self.expression).search(readable(entry.message)) is not None
        except BadPattern as problem:
            raise CommandFailed(f"logcat: `{self.expression}` is no regular expression: {problem}") from None

    def line(self, entry: _Entry) -> str:
        stamp = _stamp(entry.at_ms)
        match self.form:
            case "raw":
                return f"{entry.message}\n"
            case "tag":
                return f"{entry.priority}/{entry.tag}: {entry.message}\n"
            case "brief":
                return f"{entry.priority}/{entry.tag:<8}({entry.pid:5}): {entry.message}\n"
            case "process":
                return f"{entry.priority}({entry.pid:5}) {entry.message}  ({entry.tag})\n"
            case "time":
                return f"{stamp} {entry.priority}/{entry.tag:<8}({entry.pid:5}): {entry.message}\n"
            case "long":
                return f"[ {stamp} {entry.pid:5}:{entry.pid:5} {entry.priority}/{entry.tag} ]\n{entry.message}\n\n"
        return f"{stamp} {entry.pid:5} {entry.pid:5} {entry.priority} {entry.tag}: {entry.message}\n"


async def logcat(call: Call) -> Result:
    """The phone's log; without `-d` or `-t` it stays and follows until the client leaves."""
    options = read_options(call.arguments, _WITH_VALUE, single=True)
    if options.has("c", "clear"):
        call.handset.log_cleared = len(call.phone.log)
        return NOTHING
    if options.has("g", "G", "p", "S"):
        return line("main: ring buffer is 256 KiB (12 KiB consumed), max entry is 5120 B, max payload is 4068 B")
    wanted = _wanted(options)
    seen = len(call.phone.log)
    shown = [entry for entry in _entries(call, call.phone.log[call.handset.log_cleared :]) if wanted.holds(entry)]
    newest = options.get("t") or options.get("T")
    if newest.isdecimal():
        shown = shown[-max(int(newest), 1) :]
    text = _MARK + "".join(map(wanted.line, shown))
    if options.has("d", "t") or isinstance(call.stdin, BytesInput):  # there, no client could stay
        return printed(text)
    call.output.put(1, encode(text))
    await call.output.flush()
    await _follow(call, wanted, seen)
    return NOTHING


async def _follow(call: Call, wanted: _Wanted, seen: int) -> None:
    """Print what is noted from now on, until the client leaves."""
    gone = asyncio.ensure_future(call.stdin.wait_gone())
    try:
        while not gone.done():
            log = call.phone.log
            fresh = log[min(seen, len(log)) :]  # a snapshot may have been restored
            seen = len(log)
            text = "".join(wanted.line(entry) for entry in _entries(call, fresh) if wanted.holds(entry))
            if text:
                call.output.put(1, encode(text))
                await call.output.flush()
            await asyncio.wait((gone,), timeout=_POLL_S)
        await gone
    finally:
        gone.cancel()


def _wanted(options: Options) -> _Wanted:
    """The filters as `TAG:PRIORITY` words, `*:PRIORITY` for all others, `-s` to silence these."""
    words = list(options.rest)
    lowest: dict[str, str] = {}
    otherwise = "S" if options.has("s") else "V"
    for word in words:
        tag, _, priority = word.partition(":")
        priority = priority.upper()[:1] or ("D" if tag == "*" else "V")
        priority = priority if priority in _PRIORITIES else "V"
        if tag == "*":
            otherwise = priority
        else:
            lowest[tag] = priority
    form = (options.get("v") or options.get("format") or "threadtime").split(",")[0]
    expression = options.get("e") or options.get("regex")
    return _Wanted(lowest, otherwise, expression, whole_number(options.get("pid")), form)


def _entries(call: Call, events: Sequence[LoggedEvent]) -> list[_Entry]:
    pids = {process.name: process.pid for process in call.phone.processes}
    return [_entry(event, pids) for event in events]


def _entry(event: LoggedEvent, pids: Mapping[str, int]) -> _Entry:
    pid = pids.get(event.package, _SYSTEM_PID)
    if event.what.startswith(_LOGGED):
        priority, _, tag = event.what.removeprefix(_LOGGED).partition("/")
        return _Entry(event.at_ms, pid, priority, tag, event.detail)
    return _Entry(event.at_ms, pid, "I", event.what, f"{event.package} {event.detail}")


def _stamp(at_ms: int) -> str:
    moment = datetime.fromtimestamp(at_ms / 1000, UTC)
    return moment.strftime("%m-%d %H:%M:%S.") + f"{at_ms % 1000:03}"


_LOGGED = "log "


def log(call: Call) -> Result:
    """`log [-p PRIORITY] [-t TAG] MESSAGE`: a line of a client's own."""
    options = read_options(call.arguments, ("p", "t"), single=True)
    priority = options.get("p", "i").upper()[:1]
    priority = priority if priority in _PRIORITIES else "I"
    call.phone.note(f"{_LOGGED}{priority}/{options.get('t') or 'log'}", " ".join(options.rest))
    return NOTHING
