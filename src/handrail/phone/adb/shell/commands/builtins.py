"""The commands of every shell: echo, printf, test, variables, directory, status; and those that run another command."""

import re

from handrail.phone.adb.shell.command import (
    NOTHING,
    BytesInput,
    Call,
    Result,
    complaint,
    decode,
    line,
    printed,
    whole_number,
)
from handrail.phone.adb.shell.conditions import holds
from handrail.phone.adb.shell.shell import ShellExit, command_name


def echo(call: Call) -> Result:
    """Print the arguments."""
    words, newline, escapes = list(call.arguments), "\n", False
    while words and re.fullmatch("-[neE]+", words[0]):
        option = words.pop(0)
        newline = "" if "n" in option else newline
        escapes = escapes or "e" in option
    text = " ".join(words)
    return printed((unescape(text) if escapes else text) + newline)


def printf(call: Call) -> Result:
    """Print the arguments by a format, which is used again while arguments are left."""
    if not call.arguments:
        return complaint("printf: usage: printf FORMAT [ARGUMENT...]")
    pattern, *values = call.arguments
    pattern = unescape(pattern)
    wanted = sum(match[2] != "%" for match in _DIRECTIVE.finditer(pattern))
    shown = []
    while True:
        shown.append(_filled(pattern, values[:wanted]))
        call.shell.allowance.took(len(shown[-1]))
        values = values[wanted:]
        if not values or not wanted:
            return printed("".join(shown))


_DIRECTIVE = re.compile(r"%([-0-9.]*)([sdixXcbo%])")


def _filled(pattern: str, values: list[str]) -> str:
    left = iter(values)
    return _DIRECTIVE.sub(lambda match: _directive(match, next(left, "") if match[2] != "%" else ""), pattern)


def _directive(match: re.Match[str], value: str) -> str:
    layout, kind = match[1][:4], match[2]
    match kind:
        case "%":
            return "%"
        case "c":
            return value[:1]
        case "s":
            return f"%{layout}s" % value
        case "b":
            return unescape(value)
    return f"%{layout}{kind}" % whole_number(value)


def unescape(text: str) -> str:
    """Backslash sequences expanded, as `echo -e` and `printf` do."""
    return _ESCAPE.sub(_escaped, text)


_ESCAPE = re.compile(r"\\(n|t|r|a|b|f|v|e|\\|0[0-7]{0,3}|x[0-9a-fA-F]{1,2})")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "\\": "\\"}


def _escaped(match: re.Match[str]) -> str:
    code = match[1]
    if code in _ESCAPED:
        return _ESCAPED[code]
    return chr(int(code[1:], 16) if code[0] == "x" else int(code, 8) % 256)


def true(_call: Call) -> Result:
    """Succeed."""
    return NOTHING


def false(_call: Call) -> Result:
    """Fail."""
    return Result(status=1)


def cd(call: Call) -> Result:
    """Change the directory."""
    target = call.path(call.arguments[0]) if call.arguments else "/"
    found = call.handset.files.stat(target)
    if found is None or not found.is_directory:
        return complaint(f"/system/bin/sh: cd: {target}: No such file or directory", 2)
    call.shell.directory = target
    return NOTHING


def pwd(call: Call) -> Result:
    """Print the directory."""
    return line(call.shell.directory)


def export(call: Call) -> Result:
    """Set variables; here every variable is exported."""
    for word in call.arguments:
        name, separator, value = word.partition("=")
        if separator:
            call.shell.variables[name] = value
    return NOTHING


def unset(call: Call) -> Result:
    """Forget variables."""
    for name in call.arguments:
        call.shell.variables.pop(name, None)
    return NOTHING


def env(call: Call) -> Result:
    """Print the variables."""
    return printed("".join(f"{name}={value}\n" for name, value in sorted(call.shell.variables.items())))


async def read(call: Call) -> Result:
    """Read a line into a variable, byte by byte so that the next reader finds the next line."""
    typed = bytearray()
    while (byte := await call.stdin.read(1)) not in (b"", b"\n"):
        typed += byte
    names = [word for word in call.arguments if not word.startswith("-")] or ["REPLY"]
    values = typed.decode("utf-8", "surrogateescape").split(maxsplit=len(names) - 1)
    for number, name in enumerate(names):
        call.shell.variables[name] = values[number].strip() if number < len(values) else ""
    return Result(status=0 if typed or byte else 1)


def exit_shell(call: Call) -> Result:
    """End the shell with a status."""
    raise ShellExit(whole_number(call.arguments[0]) & 0xFF if call.arguments else call.shell.status)


def test(call: Call) -> Result:
    """`test` and `[`: files, texts, numbers, `!`, `-a`, `-o`."""
    words = list(call.arguments)
    if call.name == "[" and (not words or words.pop() != "]"):
        return complaint(f"/system/bin/sh: {call.name}: missing ]", 2)
    return Result(status=0 if _any(call, words) else 1)


def _any(call: Call, words: list[str]) -> bool:
    for operator, combine in (("-o", any), ("-a", all)):
        if operator in words[1:-1]:
            place = words.index(operator, 1)
            return combine((_any(call, words[:place]), _any(call, words[place + 1 :])))
    if words[:1] == ["!"]:
        return not _any(call, words[1:])
    return holds(call.shell, words)


def seq(call: Call) -> Result:
    """Count."""
    numbers = [whole_number(word) for word in call.arguments]
    match numbers:
        case [last]:
            counted = range(1, last + 1)
        case [first, last]:
            counted = range(first, last + 1)
        case [first, step, last] if step:
            counted = range(first, last + (1 if step > 0 else -1), step)
        case _:
            return complaint("seq: Needs 1 argument")
    return printed("".join(f"{number}\n" for number in counted[:100_000]))


# Commands that run another command


_USERS = {"root": 0, "system": 1000, "shell": 2000}


async def _run_words(call: Call, words: tuple[str, ...]) -> Result:
    """Run a command; it prints by itself, so only the status is left."""
    if not words:
        return NOTHING
    return Result(status=await call.shell.call(words, call.stdin, call.output))


async def _run_source(call: Call, source: str) -> Result:
    """Run a script in a shell of its own."""
    shell = call.shell.copy()
    return Result(status=await shell.run(source, call.stdin, call.output))


async def su(call: Call) -> Result:
    """`su 0 CMD`, `su root CMD`, `su -c 'CMD'`; everything here runs as root anyway."""
    words = list(call.arguments)
    if words and (words[0].isdecimal() or words[0] in _USERS or words[0] == "-"):
        words.pop(0)
    if words[:1] == ["-c"] and len(words) > 1:
        return await _run_source(call, words[1])
    return await _run_words(call, tuple(words)) if words else await sh(call)


async def sh(call: Call) -> Result:
    """`sh -c 'SCRIPT'`, `sh FILE`, or the script on standard input."""
    words = list(call.arguments) if call.name != "su" else []
    if words[:1] == ["-c"]:
        return await _run_source(call, words[1] if len(words) > 1 else "")
    if words:
        content = call.handset.files.read(call.path(words[0]))
        if content is None:
            return complaint(f"/system/bin/sh: can't open {words[0]}: No such file or directory", 127)
        return await _run_source(call, decode(content))
    return await _run_source(call, decode(await call.read_all()))


async def same(call: Call) -> Result:
    """`exec`, `toybox`, `busybox`, `nohup`, `command`: what follows is the command."""
    return await _run_words(call, call.arguments)


async def timeout(call: Call) -> Result:
    """`timeout [-s SIGNAL] [-k TIME] SECONDS CMD`; the phone's own commands never take that long."""
    words = list(call.arguments)
    while words and words[0].startswith("-"):
        del words[: 2 if words[0] in ("-s", "-k") else 1]
    return await _run_words(call, tuple(words[1:]))


async def evaluate(call: Call) -> Result:
    """`eval`: the arguments are a script of this shell."""
    return Result(status=await call.shell.run(" ".join(call.arguments), call.stdin, call.output))


async def xargs(call: Call) -> Result:
    """Run a command with the words of standard input as further arguments, all at once or `-n` at a time."""
    words = list(call.arguments)
    size, null = 0, False
    while words and words[0].startswith("-"):
        option = words.pop(0)
        null = null or option == "-0"
        if option == "-n" and words:
            size = int(words.pop(0)) if words[0].isdecimal() else 0
    text = decode(await call.read_all())
    found = [part for part in text.split("\0") if part] if null else text.split()
    status = 0
    for start in range(0, len(found), size or max(len(found), 1)):
        chunk = found[start : start + size] if size else found
        status = await call.shell.call((*(words or ["echo"]), *chunk), BytesInput(), call.output) or status
    return Result(status=status)


def which(call: Call) -> Result:
    """Where a command lies."""
    found = [word for word in call.arguments if command_name(word) in call.shell.commands]
    if not found:
        return Result(status=1)
    return line("\n".join(f"/system/bin/{command_name(word)}" for word in found))
