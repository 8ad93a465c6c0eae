"""Files: cat, ls, stat, rm, mkdir, mv, cp, touch, chmod, checksums, du, df and names of paths."""

import hashlib
import posixpath
import stat as modes
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TypeAlias

from handrail.phone.adb.files import NO_SUCH_FILE
from handrail.phone.adb.shell.command import (
    NOTHING,
    Call,
    CommandFailed,
    Options,
    Result,
    complaint,
    encode,
    line,
    printed,
    read_options,
)
from handrail.phone.files import Stat
from handrail.phone.package import user_name

_Act: TypeAlias = Callable[[str, str], str | None]


async def cat(call: Call) -> Result:
    """The contents of files, or standard input."""
    parts, complaints = [], ""
    for word in call.arguments or ("-",):
        if word == "-":
            parts.append(await call.read_all())
            continue
        path = call.path(word)
        content = call.handset.files.read(path)
        if content is None:
            problem = NO_SUCH_FILE if call.handset.files.stat(path) is None else "Is a directory"
            complaints += f"cat: {word}: {problem}\n"
        else:
            parts.append(content)
    return Result(b"".join(parts), encode(complaints), int(bool(complaints)))


def ls(call: Call) -> Result:
    """`ls [-alRd1] [PATH...]`."""
    options = read_options(call.arguments)
    shown, complaints, folders = [], "", []
    for word in options.rest or (".",):
        path = call.path(word)
        found = call.handset.files.stat(path)
        if found is None:
            complaints += f"ls: {word}: {NO_SUCH_FILE}\n"
        elif found.is_directory and not options.has("d"):
            folders.append((word, path))
        else:
            shown.append(_entry(found, word, options))
    several = len(folders) > 1 or bool(shown) or options.has("R")
    while folders:
        word, path = folders.pop(0)
        names = [name for name in call.handset.files.names(path) if options.has("a", "A") or not name.startswith(".")]
        found_below = [(name, call.handset.files.stat(posixpath.join(path, name))) for name in names]
        if several:
            shown.append(f"{'' if not shown else chr(10)}{word}:\n")
        if options.has("l"):
            shown.append(f"total {sum((found.size_bytes + 1023) // 1024 for _, found in found_below if found)}\n")
        shown += [_entry(found, name, options) for name, found in found_below if found is not None]
        if options.has("R"):
            below = [
                (posixpath.join(word, name), found.path) for name, found in found_below if found and found.is_directory
            ]
            folders = below + folders
    return Result(encode("".join(shown)), encode(complaints), int(bool(complaints)))


def _entry(found: Stat, name: str, options: Options) -> str:
    if not options.has("l"):
        return f"{name}\n"
    user = user_name(found.uid)
    when = moment_of(found).strftime("%Y-%m-%d %H:%M")
    links = 2 if found.is_directory else 1
    return f"{modes.filemode(found.mode)} {links} {user:<8} {user:<8} {found.size_bytes:>8} {when} {name}\n"


def moment_of(found: Stat) -> datetime:
    """When it was changed last."""
    return datetime.fromtimestamp(found.modified_ms / 1000, UTC)


def stat(call: Call) -> Result:
    """`stat [-c FORMAT] FILE...`."""
    options = read_options(call.arguments, "c")
    shown, complaints = [], ""
    for word in options.rest:
        found = call.handset.files.stat(call.path(word))
        if found is None:
            complaints += f"stat: '{word}': {NO_SUCH_FILE}\n"
        elif options.has("c"):
            shown.append(_by_format(options.get("c"), word, found) + "\n")
        else:
            shown.append(_in_full(word, found))
    return Result(encode("".join(shown)), encode(complaints), int(bool(complaints)))


def _by_format(form: str, name: str, found: Stat) -> str:
    kind = "directory" if found.is_directory else "regular file"
    values = {
        "n": name, "N": f"'{name}'", "s": found.size_bytes, "a": f"{modes.S_IMODE(found.mode):o}",
        "A": modes.filemode(found.mode), "f": f"{found.mode:x}", "u": found.uid, "U": user_name(found.uid),
        "g": found.uid, "G": user_name(found.uid), "F": kind, "Y": found.modified_ms // 1000,
        "X": found.modified_ms // 1000, "Z": found.modified_ms // 1000, "y": _exact(found), "x": _exact(found),
        "z": _exact(found), "h": 1, "i": 0, "b": (found.size_bytes + 511) // 512, "B": 512, "%": "%",
    }  # fmt: skip
    return fill_format(form, lambda key, _: str(values.get(key, f"%{key}")))


def fill_format(form: str, value: Callable[[str, Iterator[str]], str]) -> str:
    """A format with a value for each `%x`; the value of some takes further letters."""
    letters = iter(form)
    return "".join(value(next(letters, "%"), letters) if letter == "%" else letter for letter in letters)


def _exact(found: Stat) -> str:
    return moment_of(found).strftime("%Y-%m-%d %H:%M:%S.%f") + "000 +0000"


def _in_full(name: str, found: Stat) -> str:
    user, kind = user_name(found.uid), "directory" if found.is_directory else "regular file"
    blocks = (found.size_bytes + 511) // 512
    return (
        f"  File: {name}\n  Size: {found.size_bytes}\t Blocks: {blocks}\t IO Blocks: 512\t{kind}\n"
        f"Device: fd03h/64771d\t Inode: 0\t Links: 1\tDevice type: 0,0\n"
        f"Access: ({modes.S_IMODE(found.mode):04o}/{modes.filemode(found.mode)})"
        f"\tUid: ({found.uid:>5}/{user:>8})\tGid: ({found.uid:>5}/{user:>8})\n"
        f"Access: {_exact(found)}\nModify: {_exact(found)}\nChange: {_exact(found)}\n"
    )


def rm(call: Call) -> Result:
    """`rm [-rf] PATH...`."""
    options = read_options(call.arguments)
    complaints = ""
    for word in options.rest:
        path = call.path(word)
        found = call.handset.files.stat(path)
        if found is not None and found.is_directory and not options.has("r", "R"):
            problem: str | None = "is a directory"
        else:
            problem = call.handset.files.delete(path, recursive=True)
        if problem and not (found is None and options.has("f")):
            complaints += f"rm: {word}: {problem}\n"
    return Result(b"", encode(complaints), int(bool(complaints)))


def rmdir(call: Call) -> Result:
    """Remove empty folders."""
    for word in read_options(call.arguments).rest:
        _go_on_unless(call.handset.files.delete(call.path(word)), f"rmdir: '{word}'")
    return NOTHING


def mkdir(call: Call) -> Result:
    """`mkdir [-p] PATH...`."""
    options = read_options(call.arguments, "m")
    for word in options.rest:
        path = call.path(word)
        if not options.has("p"):
            if call.handset.files.stat(path) is not None:
                return complaint(f"mkdir: '{word}': File exists")
            if call.handset.files.stat(posixpath.dirname(path)) is None:
                return complaint(f"mkdir: '{word}': {NO_SUCH_FILE}")
        _go_on_unless(call.handset.files.make_folder(path), f"mkdir: '{word}'")
    return NOTHING


def _go_on_unless(problem: str | None, words: str) -> None:
    if problem:
        raise CommandFailed(f"{words}: {problem}")


def mv(call: Call) -> Result:
    """Move files, the last argument being the new name or a folder."""
    return _to_target(call, lambda before, after: call.handset.files.rename(before, after))


def cp(call: Call) -> Result:
    """`cp [-r] FROM... TO`."""
    recursive = read_options(call.arguments).has("r", "R", "a")

    def copy(before: str, after: str) -> str | None:
        found = call.handset.files.stat(before)
        if found is not None and found.is_directory and not recursive:
            return "is a directory (use -r)"
        return call.handset.files.copy(before, after)

    return _to_target(call, copy)


def _to_target(call: Call, act: _Act) -> Result:
    *sources, target = read_options(call.arguments).rest or ("",)
    if not sources:
        return complaint(f"{call.name}: Needs 2 arguments")
    place = call.path(target)
    found = call.handset.files.stat(place)
    for word in sources:
        before = call.path(word)
        after = posixpath.join(place, posixpath.basename(before)) if found is not None and found.is_directory else place
        _go_on_unless(act(before, after), f"{call.name}: bad '{word}'")
    return NOTHING


def touch(call: Call) -> Result:
    """Set the time of a file to now, or make an empty one."""
    now_ms = int(call.phone.now.timestamp() * 1000)
    for word in read_options(call.arguments, "dtr").rest:
        path = call.path(word)
        exists = call.handset.files.stat(path) is not None
        problem = call.handset.files.touch(path, now_ms) if exists else call.handset.files.write(path, b"")
        _go_on_unless(problem, f"touch: '{word}'")
    return NOTHING


def chmod(call: Call) -> Result:
    """`chmod OCTAL PATH...`; the symbolic form changes nothing."""
    options = read_options(call.arguments)
    for word in options.rest[1:]:
        path = call.path(word)
        try:
            _go_on_unless(call.handset.files.change_mode(path, int(options.rest[0], 8)), f"chmod: {word}")
        except ValueError:
            call.gap()
    return NOTHING


def chown(call: Call) -> Result:
    """Accepted where the files are there; owners stay who they are."""
    for word in read_options(call.arguments).rest[1:]:
        if call.handset.files.stat(call.path(word)) is None:
            return complaint(f"{call.name}: {word}: {NO_SUCH_FILE}")
    call.gap()
    return NOTHING


async def checksum(call: Call) -> Result:
    """`md5sum`, `sha1sum`, `sha256sum`, `sha512sum` of files or of standard input."""
    options = read_options(call.arguments)
    shown, complaints = "", ""
    for word in options.rest or ("-",):
        content = await call.read_all() if word == "-" else call.handset.files.read(call.path(word))
        if content is None:
            complaints += f"{call.name}: {word}: {NO_SUCH_FILE}\n"
        else:
            digest = hashlib.new(call.name.removesuffix("sum"), content, usedforsecurity=False).hexdigest()
            shown += f"{digest}\n" if options.has("b") else f"{digest}  {word}\n"
    return Result(encode(shown), encode(complaints), int(bool(complaints)))


def du(call: Call) -> Result:
    """`du [-sk] PATH...`: in blocks of a kilobyte."""
    shown = ""
    for word in read_options(call.arguments, "d").rest or (".",):
        path = call.path(word)
        if call.handset.files.stat(path) is None:
            return complaint(f"du: {word}: {NO_SUCH_FILE}")
        shown += f"{sum((found.size_bytes + 1023) // 1024 for found in call.handset.files.walk(path))}\t{word}\n"
    return printed(shown)


def df(_call: Call) -> Result:
    """Free space: there is plenty."""
    return printed(
        "Filesystem     1K-blocks    Used Available Use% Mounted on\n"
        "/dev/block/dm-5  6082132 2012380   4053368  34% /data\n"
        "/dev/fuse        6082132 2012380   4053368  34% /storage/emulated\n"
    )


def path_name(call: Call) -> Result:
    """`basename`, `dirname`, `realpath`, `readlink -f`."""
    words = read_options(call.arguments).rest
    if not words:
        return complaint(f"{call.name}: Needs 1 argument")
    match call.name:
        case "basename":
            name = posixpath.basename(words[0].rstrip("/"))
            return line(name.removesuffix(words[1]) if len(words) > 1 and name != words[1] else name)
        case "dirname":
            return line(posixpath.dirname(words[0].rstrip("/")) or ".")
    path = call.path(words[0])
    return line(path) if call.handset.files.stat(path) is not None else Result(status=1)
