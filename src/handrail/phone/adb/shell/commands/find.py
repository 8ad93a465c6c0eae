"""`find`: the tests and actions with which clients look at the phone's files."""

import fnmatch
import stat as modes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from handrail.phone.adb.files import NO_SUCH_FILE
from handrail.phone.adb.shell.command import BytesInput, Call, Result, complaint, encode, whole_number
from handrail.phone.adb.shell.commands.builtins import unescape
from handrail.phone.adb.shell.commands.files import fill_format, moment_of
from handrail.phone.files import Stat
from handrail.phone.package import user_name

Test: TypeAlias = Callable[[Stat], bool]

_UNITS = {"c": 1, "w": 2, "b": 512, "k": 1024, "M": 1024**2, "G": 1024**3}
_KINDS = {"f": modes.S_ISREG, "d": modes.S_ISDIR, "l": modes.S_ISLNK, "c": modes.S_ISCHR, "b": modes.S_ISBLK}


class _NotImitated(Exception):
    """A word of the expression that this find does not know."""


@dataclass(frozen=True, slots=True)
class _Action:
    kind: str
    argument: str | tuple[str, ...] = ""


@dataclass(slots=True)
class _Query:
    """What the expression asks: alternatives of tests that must all hold, the depth, and what to do with each file."""

    alternatives: list[list[Test]]
    actions: list[_Action]
    shallowest: int = 0
    deepest: int = 1_000


async def find(call: Call) -> Result:
    """`find [ROOT...] [EXPRESSION]`."""
    words = list(call.arguments)
    roots = []
    while words and not words[0].startswith(("-", "!", "(")):
        roots.append(words.pop(0))
    try:
        query = _read(call, words)
    except _NotImitated as problem:
        call.gap()
        return complaint(f"find: bad arg '{problem}'")
    shown: list[str] = []
    complaints = ""
    for root in roots or ["."]:
        path = call.path(root)
        if call.handset.files.stat(path) is None:
            complaints += f"find: '{root}': {NO_SUCH_FILE}\n"
            continue
        for found in list(_matching(call, path, query)):
            await _act(call, query, found, _as_written(root, path, found.path), shown)
    return Result(encode("".join(shown)), encode(complaints), int(bool(complaints)))


def _matching(call: Call, root: str, query: _Query) -> Iterator[Stat]:
    above = root.rstrip("/").count("/")
    for found in call.handset.files.walk(root):
        depth = 0 if found.path == root else found.path.count("/") - above
        if query.shallowest <= depth <= query.deepest and any(
            all(test(found) for test in tests) for tests in query.alternatives
        ):
            yield found


def _as_written(root: str, path: str, found: str) -> str:
    """The path with the root as the client wrote it."""
    if found == path:
        return root
    return root.rstrip("/") + "/" + found[len(path.rstrip("/")) + 1 :]


def _read(call: Call, words: list[str]) -> _Query:
    query = _Query([[]], [])
    left = iter(words)
    negate = False
    for word in left:
        test: Test | None = None
        match word:
            case "!" | "-not":
                negate = not negate
                continue
            case "-o" | "-or":
                query.alternatives.append([])
            case "-a" | "-and" | "-noleaf" | "-xdev" | "-depth" | "-follow" | "-L" | "-P":
                pass
            case "(" | ")":
                raise _NotImitated(word)
            case "-empty":
                test = _is_empty
            case "-maxdepth":
                query.deepest = whole_number(next(left, ""))
            case "-mindepth":
                query.shallowest = whole_number(next(left, ""))
            case "-print" | "-print0" | "-delete" | "-ls":
                query.actions.append(_Action(word))
            case "-printf":
                query.actions.append(_Action(word, unescape(next(left, ""))))
            case "-exec":
                command = []
                for part in left:
                    if part in (";", "+"):
                        break
                    command.append(part)
                query.actions.append(_Action(word, tuple(command)))
            case _:
                test = _test(call, word, left)
        if test is not None:
            query.alternatives[-1].append(_negated(test) if negate else test)
            negate = False
    query.actions = query.actions or [_Action("-print")]
    return query


def _is_empty(found: Stat) -> bool:
    return found.size_bytes == 0


def _negated(test: Test) -> Test:
    return lambda found: not test(found)


def _test(call: Call, word: str, left: Iterator[str]) -> Test:
    value = next(left, None)
    if value is None:
        raise _NotImitated(word)
    now_ms = int(call.phone.now.timestamp() * 1000)
    match word:
        case "-type":
            kinds = [_KINDS[letter] for letter in value.split(",") if letter in _KINDS]
            return lambda found: any(kind(found.mode) for kind in kinds)
        case "-name":
            return lambda found: fnmatch.fnmatchcase(found.path.rpartition("/")[2], value)
        case "-iname":
            lowered = value.lower()
            return lambda found: fnmatch.fnmatchcase(found.path.rpartition("/")[2].lower(), lowered)
        case "-path" | "-wholename":
            return lambda found: fnmatch.fnmatchcase(found.path, value)
        case "-newer":
            other = call.handset.files.stat(call.path(value))
            since_ms = other.modified_ms if other else now_ms
            return lambda found: found.modified_ms > since_ms
        case "-newermt":
            since_ms = _moment_ms(value)
            return lambda found: found.modified_ms > since_ms
        case "-mmin":
            return _compared(value, lambda found: (now_ms - found.modified_ms) // 60_000)
        case "-mtime":
            return _compared(value, lambda found: (now_ms - found.modified_ms) // 86_400_000)
        case "-size":
            unit = _UNITS.get(value[-1:], 0)
            number = value[:-1] if unit else value
            return _compared(number, lambda found: -(-found.size_bytes // (unit or 512)))
        case "-user":
            return lambda found: value in (user_name(found.uid), str(found.uid))
        case "-uid":
            return _compared(value, lambda found: found.uid)
    raise _NotImitated(word)


def _compared(value: str, measure: Callable[[Stat], int]) -> Test:
    number = whole_number(value.lstrip("+-"))
    if value.startswith("+"):
        return lambda found: measure(found) > number
    if value.startswith("-"):
        return lambda found: measure(found) < number
    return lambda found: measure(found) == number


def _moment_ms(text: str) -> int:
    try:
        if text.startswith("@"):
            return int(float(text[1:]) * 1000)
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise _NotImitated(text) from None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


async def _act(call: Call, query: _Query, found: Stat, name: str, shown: list[str]) -> None:
    for action in query.actions:
        match action.kind, action.argument:
            case "-print", _:
                shown.append(f"{name}\n")
            case "-print0", _:
                shown.append(f"{name}\0")
            case "-ls", _:
                shown.append(f"{modes.filemode(found.mode)} {user_name(found.uid)} {found.size_bytes} {name}\n")
            case "-delete", _:
                call.handset.files.delete(found.path)
            case "-printf", str(form):
                shown.append(_by_format(form, name, found))
            case "-exec", tuple(command):
                if shown:
                    call.output.put(1, encode("".join(shown)))
                    shown.clear()
                words = tuple(name if word == "{}" else word for word in command)
                if words:
                    await call.shell.call(words, BytesInput(), call.output)


def _by_format(form: str, name: str, found: Stat) -> str:
    folder, _, own_name = name.rpartition("/")
    user, mode = user_name(found.uid), found.mode
    values = {
        "p": name, "f": own_name, "h": folder, "s": found.size_bytes, "m": f"{modes.S_IMODE(mode):o}",
        "M": modes.filemode(mode), "u": user, "g": user, "U": found.uid, "G": found.uid,
        "y": "d" if found.is_directory else "f", "%": "%",
    }  # fmt: skip

    def value(key: str, letters: Iterator[str]) -> str:
        return _time(next(letters, "@"), found) if key == "T" else str(values.get(key, f"%{key}"))

    return fill_format(form, value)


def _time(letter: str, found: Stat) -> str:
    if letter == "@":
        return f"{found.modified_ms // 1000}.{found.modified_ms % 1000:03}0000000"
    return moment_of(found).strftime(f"%{letter}")
