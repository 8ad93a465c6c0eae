"""Commands that run another command: su, sh, toybox, exec, time limits, xargs."""

from handrail.phone.adb.shell.command import NOTHING, BytesInput, Call, Result, complaint, decode, line
from handrail.phone.adb.shell.shell import command_name

_USERS = {"root": 0, "system": 1000, "shell": 2000}


async def run_words(call: Call, words: tuple[str, ...]) -> Result:
    """Run a command; it prints by itself, so only the status is left."""
    if not words:
        return NOTHING
    return Result(status=await call.shell.call(words, call.stdin, call.output))


async def run_source(call: Call, source: str) -> Result:
    """Run a script in a shell of its own."""
    shell = call.shell.copy()
    return Result(status=await shell.run(source, call.stdin, call.output))


async def su(call: Call) -> Result:
    """`su 0 CMD`, `su root CMD`, `su -c 'CMD'`; everything here runs as root anyway."""
    words = list(call.arguments)
    if words and (words[0].isdecimal() or words[0] in _USERS or words[0] == "-"):
        words.pop(0)
    if words[:1] == ["-c"] and len(words) > 1:
        return await run_source(call, words[1])
    return await run_words(call, tuple(words)) if words else await sh(call)


async def sh(call: Call) -> Result:
    """`sh -c 'SCRIPT'`, `sh FILE`, or the script on standard input."""
    words = list(call.arguments) if call.name != "su" else []
    if words[:1] == ["-c"]:
        return await run_source(call, words[1] if len(words) > 1 else "")
    if words:
        content = call.handset.files.read(call.path(words[0]))
        if content is None:
            return complaint(f"/system/bin/sh: can't open {words[0]}: No such file or directory", 127)
        return await run_source(call, decode(content))
    return await run_source(call, decode(await call.read_all()))


async def same(call: Call) -> Result:
    """`exec`, `toybox`, `busybox`, `nohup`, `command`: what follows is the command."""
    return await run_words(call, call.arguments)


async def timeout(call: Call) -> Result:
    """`timeout [-s SIGNAL] [-k TIME] SECONDS CMD`; the phone's own commands never take that long."""
    words = list(call.arguments)
    while words and words[0].startswith("-"):
        del words[: 2 if words[0] in ("-s", "-k") else 1]
    return await run_words(call, tuple(words[1:]))


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
