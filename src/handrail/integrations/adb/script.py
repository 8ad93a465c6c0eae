"""A line of the phone's shell, taken apart: it reads, or it is steps of which each acts or reads, or it is denied.

A line that acts is run step by step from outside, with what each step ended with deciding about the next as in the
shell, so that each is judged on the screen that the one before it left. So its steps are made of known words: a word
that only the phone could work out (a variable, a substitution, the names of files) is one that nobody has judged. What
the grammar here does not know is denied; a line that only reads goes through as it is.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from handrail.device.adb_protocol.shell_syntax import (
    AndOr,
    Conditional,
    For,
    Group,
    If,
    Node,
    ParameterExpansion,
    Piece,
    Pipeline,
    Redirection,
    Script,
    ShellSyntaxError,
    Simple,
    Substitution,
    Text,
    WhileLoop,
    Word,
    parse,
    words_of,
)
from handrail.integrations.adb.acting import ACTING, CommandMeaning
from handrail.integrations.adb.reading import Argument, argument, reads
from handrail.integrations.meaning import Act, Acts, NotUnderstood, OneByOne, Reads

_STATUS = "\0"
"""In the place of `$?`, which is known when the step is run; a line never has this character."""
_LONGEST_LINE = 20_000
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a line: when it runs, its words as the shell takes them, and what it does; None where it reads."""

    when: Literal["always", "succeeded", "failed"]
    source: str
    act: Act | None = None

    def runs(self, status: int) -> bool:
        """Whether it runs after a step that ended so."""
        return self.when == "always" or (self.when == "succeeded") is (status == 0)

    def line(self, status: int) -> str:
        """What is sent to the phone after a step that ended so."""
        return self.source.replace(_STATUS, str(status))


@dataclass(frozen=True, slots=True)
class Steps:
    """At least one of them acts."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class StartsHelper:
    """Starts uiautomator2's server, if the file that it is started from is that."""

    port: int


@dataclass(frozen=True, slots=True)
class AsksHandrail:
    """Words for Handrail itself, which no phone sees."""

    words: tuple[str, ...]


Plan: TypeAlias = Reads | Steps | StartsHelper | AsksHandrail | NotUnderstood

HELPER_FILE = "/data/local/tmp/u2.jar"
USUAL_HELPER_PORT = 9008
_INTERACTIVE = NotUnderstood(
    "what is typed into an open shell cannot be judged before it runs; send each line as a command of its own"
)


def plan(line: str) -> Plan:
    """What a line does. Pure; linear in its length."""
    if not line.strip():
        return _INTERACTIVE
    if len(line) > _LONGEST_LINE or "\0" in line or (not line.isprintable() and not _has_only_blanks(line)):
        return NotUnderstood("the line is too long, or has characters that no line of shell has")
    if "`" in line and "\\" in line:
        return NotUnderstood("backslashes in backticks are read otherwise by other shells; write `$(...)`")
    try:
        script = parse(line)
    except (ShellSyntaxError, RecursionError) as error:
        return NotUnderstood(f"the line is not understood: {error}; send each command by itself")
    helper = _helper(script)
    return helper if helper is not None else _script(script, 0)


def _has_only_blanks(line: str) -> bool:
    return all(sign.isprintable() or sign in "\n\t" for sign in line)


# Scripts


def _script(script: Script, depth: int) -> Reads | Steps | NotUnderstood | AsksHandrail:
    if depth > _DEEPEST:
        return NotUnderstood("the line is nested too deeply to be judged")
    steps: list[Step] = []
    acts = False
    for and_or in script.steps:
        found = _step(and_or, depth)
        if isinstance(found, NotUnderstood):
            return found
        if isinstance(found, AsksHandrail):
            return found if len(script.steps) == 1 else NotUnderstood("`handrail` is asked with a line of its own")
        acts = acts or any(step.act is not None for step in found)
        steps += found
    if not acts:
        return Reads()
    if any(step.source == "" for step in steps):
        return _NOT_SPLIT
    return Steps(tuple(steps))


_NOT_SPLIT = NotUnderstood(
    "what acts on the phone stands among pipes, loops, conditions, variables or substitutions, so nobody can say "
    "beforehand what it would do; send it as a command of its own, with plain words"
)


def _step(and_or: AndOr, depth: int) -> list[Step] | NotUnderstood | AsksHandrail:
    nodes = and_or.pipeline.commands
    if len(nodes) == 1 and isinstance(nodes[0], Simple) and not and_or.pipeline.negated:
        return _simple_step(and_or, nodes[0], depth)
    for node in nodes:
        found = _node(node, depth)
        if not isinstance(found, Reads):
            return _NOT_SPLIT if isinstance(found, Steps | AsksHandrail) else found
    return [Step(and_or.when, _pipeline_source(and_or.pipeline))]


def _simple_step(and_or: AndOr, node: Simple, depth: int) -> list[Step] | NotUnderstood | AsksHandrail:
    words = _words(node)
    if isinstance(words, NotUnderstood):
        return words
    nested = _nested(words, depth)
    if nested is not None:
        return _inlined(and_or, nested)
    match _command(words, depth):
        case Reads():
            return [Step(and_or.when, _source(node))]
        case NotUnderstood() as unknown:
            return unknown
        case Acts(act):
            source = _source(node)
            return [Step(and_or.when, source, act)] if source else _NOT_SPLIT
        case OneByOne(commands):
            return _unpacked(and_or, node, commands, depth)


def _node(node: Node, depth: int) -> Reads | Steps | NotUnderstood | AsksHandrail:
    redirected = _redirections(node.redirections, depth)
    if redirected is not None:
        return redirected
    match node:
        case Simple():
            found = _simple_step(AndOr("always", Pipeline((node,))), node, depth)
            if isinstance(found, NotUnderstood | AsksHandrail):
                return found
            return Steps(tuple(found)) if any(step.act is not None for step in found) else Reads()
        case Group(script):
            return _all_read([script], depth)
        case Conditional(condition):
            hidden = _hidden([piece for word in words_of(condition) for piece in word], depth)
            return Reads() if hidden is None else hidden
        case If(branches, otherwise):
            scripts = [script for branch in branches for script in branch]
            return _all_read([*scripts, *([otherwise] if otherwise else [])], depth)
        case For(name, words, body):
            if not name.islower():  # `PATH` is one, too
                return NotUnderstood("a variable that is set may change what a command does; call it in small letters")
            hidden = _hidden([piece for word in words for piece in word], depth)
            return hidden if hidden is not None else _all_read([body], depth)
        case WhileLoop(condition, body):
            return _all_read([condition, body], depth)


def _all_read(scripts: Sequence[Script], depth: int) -> Reads | NotUnderstood:
    for script in scripts:
        found = _script(script, depth + 1)
        if not isinstance(found, Reads):
            return found if isinstance(found, NotUnderstood) else _NOT_SPLIT
    return Reads()


# Commands


_FOLDERS = ("/system/bin/", "/system/xbin/", "/vendor/bin/", "/bin/", "/product/bin/")
_SAME = frozenset(("exec", "toybox", "busybox", "nohup", "command"))
_ROOT = ("0", "root")


def _command(words: Sequence[Argument], depth: int) -> CommandMeaning:
    """What a command with its arguments does; programs that run another one are looked through."""
    if not words:
        return Reads()
    name = _name(words[0])
    rest = words[1:]
    if name in _SAME or name == "timeout" or name == "su":
        inner = _inside(name, rest)
        return _command(inner, depth) if inner else NotUnderstood(f"`{name}` runs nobody knows what")
    if reads(name, rest):
        return Reads()
    if name in ACTING:
        if any(token.kind != "exact" for token in rest):
            return _NOT_SPLIT
        return ACTING[name]([token.text for token in rest])
    return NotUnderstood(_why_unknown(name, words[0]))


def _name(word: Argument) -> str:
    if word.kind != "exact":
        return ""
    folder = next((folder for folder in _FOLDERS if word.text.startswith(folder)), "")
    return word.text.removeprefix(folder)


def _inside(name: str, rest: Sequence[Argument]) -> Sequence[Argument]:
    """The command that such a program runs; nothing where it is given more than that."""
    if name == "timeout":
        return rest[1:] if rest and rest[0].kind == "exact" and rest[0].text.rstrip("smhd").isdecimal() else ()
    if name == "su":
        return rest[1:] if rest and rest[0].text in _ROOT and rest[0].kind == "exact" else ()
    return rest


def _why_unknown(name: str, word: Argument) -> str:
    if word.kind != "exact":
        return "the name of the command is worked out on the phone, so nobody knows which one it is; name it"
    if name == "app_process":
        return (
            "a program pushed to the phone can do anything to it; of those only uiautomator2's own server is started, "
            "as its client starts it"
        )
    return (
        f"`{name[:60]}`, with what is said to it, is not known to only read; what touches the phone is guarded as "
        "`input`, `am`, `pm`, `monkey` and `cmd`, and through uiautomator2"
    )


def _nested(words: Sequence[Argument], depth: int) -> Reads | Steps | NotUnderstood | AsksHandrail | None:
    """`sh -c SCRIPT` and `eval SCRIPT`, read as what they run; None for everything else."""
    exact = [word.text for word in words if word.kind == "exact"]
    if not exact or len(exact) != len(words):
        return None
    if exact[0] == "handrail":
        return AsksHandrail(tuple(exact[1:]))
    match [_name(words[0]), *exact[1:]]:
        case ["sh", "-c", source]:
            pass
        case ["eval", *parts] if parts:
            source = " ".join(parts)
        case _:
            return None
    try:
        return _script(parse(source), depth + 1)
    except (ShellSyntaxError, RecursionError) as error:
        return NotUnderstood(f"the script is not understood: {error}")


def _inlined(
    and_or: AndOr, found: Reads | Steps | NotUnderstood | AsksHandrail
) -> list[Step] | NotUnderstood | AsksHandrail:
    match found:
        case Reads():
            return _READING_SCRIPT
        case Steps((first, *more)) if not more or and_or.when == "always":
            return [replace(first, when=and_or.when), *more]
        case Steps():
            return _NOT_SPLIT
    return found


_READING_SCRIPT = [Step("always", "")]


def _unpacked(
    and_or: AndOr, node: Simple, commands: Sequence[tuple[str, ...]], depth: int
) -> list[Step] | NotUnderstood | AsksHandrail:
    """Each by itself, the further ones only where the one before ran."""
    if and_or.when == "failed" or node.redirections:
        return _NOT_SPLIT
    found: list[Step] = []
    for number, words in enumerate(commands):
        meaning = _command([Argument(word) for word in words], depth)
        if not isinstance(meaning, Acts):
            return meaning if isinstance(meaning, NotUnderstood) else _NOT_SPLIT
        found.append(Step("succeeded" if number else and_or.when, shlex.join(words), meaning.act))
    return found


# Words, and what hides in them


def _words(node: Simple) -> list[Argument] | NotUnderstood:
    """The words of a command, with everything looked at that would run on the way to them."""
    hidden = _redirections(node.redirections, 0) or _hidden([piece for word in node.words for piece in word], 0)
    if hidden is not None:
        return hidden
    if any(name != "ANDROID_LOG_TAGS" for name, _ in node.assignments):
        return NotUnderstood("a variable that is set may change what a command does; send the command without it")
    hidden = _hidden([piece for _, word in node.assignments for piece in word], 0)
    return hidden if hidden is not None else [argument(word) for word in node.words]


def _hidden(pieces: Sequence[Piece], depth: int) -> NotUnderstood | None:
    for piece in pieces:
        match piece:
            case Substitution(script):
                found = _all_read([script], depth + 1)
                if isinstance(found, NotUnderstood):
                    return found
            case ParameterExpansion(name, _, default) if default is not None or not (
                name.isidentifier() or len(name) == 1
            ):
                return NotUnderstood("`${...}` with more than a name in it can run commands; write the value")
            case Text(text, quoted=False) if "$" in text:
                return NotUnderstood("a `$` before something that is no name means one thing to one shell; quote it")
    return None


def _redirections(redirections: Sequence[Redirection], depth: int) -> NotUnderstood | None:
    for redirection in redirections:
        target = argument(redirection.target)
        if isinstance(found := _hidden(redirection.target, depth), NotUnderstood):
            return found
        known = target.kind == "exact"
        if redirection.kind == ">&" and known and target.text in ("0", "1", "2", "-"):
            continue
        if redirection.kind in (">", ">>") and known and target.text == "/dev/null":
            continue
        if redirection.kind == "<" and known:
            continue
        return NotUnderstood("it writes a file on the phone; what a command prints comes back to you, keep it there")
    return None


# The words of a step, written again


def _source(node: Simple) -> str:
    """A command as it is sent by itself; nothing where that would be another one."""
    words = [_written(word) for word in node.words]
    if node.assignments or not all(words):
        return ""
    redirections = [_redirection(redirection) for redirection in node.redirections]
    return " ".join([*words, *redirections]) if all(redirections) else ""


def _written(word: Word) -> str:
    """A word with its value quoted, and a mark where the last status stands."""
    if all(isinstance(piece, Text) for piece in word):
        found = argument(word)
        return shlex.quote(found.text) if found.kind == "exact" else ""
    parts = []
    for piece in word:
        match piece:
            case Text(text):
                parts.append(shlex.quote(text) if text else "")
            case ParameterExpansion("?", _, None):
                parts.append(_STATUS)
            case _:
                return ""
    return "".join(parts)


def _redirection(redirection: Redirection) -> str:
    target = argument(redirection.target).text
    descriptor = "&" if redirection.descriptor < 0 else str(redirection.descriptor)
    return f"{descriptor}{redirection.kind}{target}" if target and redirection.kind != "<" else ""


def _pipeline_source(pipeline: Pipeline) -> str:
    if pipeline.negated or not all(isinstance(node, Simple) for node in pipeline.commands):
        return ""
    parts = [_source(node) for node in pipeline.commands if isinstance(node, Simple)]
    return " | ".join(parts) if all(parts) else ""


# uiautomator2's server


def _helper(script: Script) -> StartsHelper | None:
    """`CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main [-p PORT]`, and nothing more."""
    match script.steps:
        case (AndOr(_, Pipeline((Simple(((name, jar),), words, ()),), False)),) if name == "CLASSPATH":
            said = [argument(word) for word in words]
            if argument(jar) != Argument(HELPER_FILE) or any(token.kind != "exact" for token in said):
                return None
            match [token.text for token in said]:
                case ["app_process", "/", "com.wetest.uia2.Main"]:
                    return StartsHelper(USUAL_HELPER_PORT)
                case ["app_process", "/", "com.wetest.uia2.Main", "-p", port] if port.isascii() and port.isdecimal():
                    return StartsHelper(int(port)) if 1024 <= int(port) <= 65535 else None
    return None
