"""The small commands of every shell: echo, printf, test, variables, directory, status."""

import re

from handrail.phone.adb.shell.command import NOTHING, Call, Result, complaint, line, printed
from handrail.phone.adb.shell.options import whole_number
from handrail.phone.adb.shell.shell import ShellExit

_ESCAPE = re.compile(r"\\(n|t|r|a|b|f|v|e|\\|0[0-7]{0,3}|x[0-9a-fA-F]{1,2})")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "\\": "\\"}
_DIRECTIVE = re.compile(r"%([-0-9.]*)([sdixXcbo%])")


def unescape(text: str) -> str:
    """Backslash sequences expanded, as `echo -e` and `printf` do."""
    return _ESCAPE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    code = match[1]
    if code in _ESCAPED:
        return _ESCAPED[code]
    return chr(int(code[1:], 16) if code[0] == "x" else int(code, 8) % 256)


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
    if call.name in ("[", "[[") and (not words or words.pop() not in ("]", "]]")):
        return complaint(f"/system/bin/sh: {call.name}: missing ]", 2)
    return Result(status=0 if _any(call, words) else 1)


def _any(call: Call, words: list[str]) -> bool:
    for operator, combine in (("-o", any), ("||", any), ("-a", all), ("&&", all)):
        if operator in words[1:-1]:
            place = words.index(operator, 1)
            return combine((_any(call, words[:place]), _any(call, words[place + 1 :])))
    if words[:1] == ["!"]:
        return not _any(call, words[1:])
    match words:
        case [left, ("=" | "==" | "!=") as operator, right]:
            return (left == right) is (operator != "!=")
        case [left, ("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") as operator, right]:
            first, second = whole_number(left), whole_number(right)
            return {
                "-eq": first == second, "-ne": first != second, "-lt": first < second,
                "-le": first <= second, "-gt": first > second, "-ge": first >= second,
            }[operator]  # fmt: skip
        case ["-z", text]:
            return text == ""
        case ["-n", text]:
            return text != ""
        case ["-e" | "-f" | "-d" | "-r" | "-w" | "-x" | "-s" as operator, path]:
            found = call.handset.files.stat(call.path(path))
            if found is None or (operator == "-s" and found.size_bytes == 0):
                return False
            return found.is_directory if operator == "-d" else operator != "-f" or not found.is_directory
        case [text]:
            return text != ""
    return False


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
