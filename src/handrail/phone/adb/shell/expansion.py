"""From words to arguments: variables, substitutions, splitting, file names."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Protocol

from handrail.device.adb_protocol.shell_syntax import ParameterExpansion, Script, Substitution, Text, Word
from handrail.phone.adb.shell import glob
from handrail.phone.adb.shell.command import CommandFailed, whole_number

_PATTERN = "*?["
_MOST_PATHS = 20_000


class TooManyPaths(Exception):
    """A pattern that matches more files than anybody asks for."""


class Values(Protocol):
    """What words are expanded with."""

    def value(self, name: str) -> str | None:
        """What a variable holds; None if it is not set."""
        ...

    def assign(self, name: str, value: str) -> None:
        """A variable holds something else."""
        ...

    async def substitute(self, script: Script) -> str:
        """What a script prints."""
        ...

    def matching(self, pattern: str) -> Iterable[str]:
        """The files whose names match."""
        ...


async def expand_text(word: Word, values: Values) -> str:
    """A word as one text, as for an assignment or the target of a redirection."""
    return "".join([await _piece(piece, values) for piece in word])


async def expand_pattern(word: Word, values: Values) -> str:
    """A word as a pattern, in which what was quoted stands for itself."""
    parts = []
    for piece in word:
        value = await _piece(piece, values)
        parts.append(glob.literally(value) if piece.quoted else value)
    return "".join(parts)


async def expand_words(words: Iterable[Word], values: Values) -> tuple[str, ...]:
    """The arguments that words stand for: unquoted values are split at white space and matched against file names."""
    arguments: list[str] = []
    for word in words:
        if len(word) == 1 and isinstance(word[0], Text) and (word[0].quoted or not _is_pattern(word[0].text)):
            arguments.append(word[0].text)  # the common case, without detours
        else:
            for text, pattern in await _fields(word, values):
                names = sorted(values.matching(pattern)) if pattern else []
                arguments.extend(names or [text])
    return tuple(arguments)


async def _piece(piece: Text | ParameterExpansion | Substitution, values: Values) -> str:
    match piece:
        case Text(text):
            return text
        case ParameterExpansion():
            return await _parameter(piece, values)
        case Substitution(script):
            return await values.substitute(script)


async def _parameter(variable: ParameterExpansion, values: Values) -> str:
    """The value of a variable with what `${}` does to it."""
    value = values.value(variable.name)
    operator, operands = variable.operator, variable.operands
    match operator:
        case None:
            return value or ""
        case "length":
            return str(len(value or ""))
        case ":":
            return await _part(value or "", operands, values)
        case "#" | "##":
            pattern = await expand_pattern(operands[0], values)
            return glob.without_start(pattern, value or "", longest=operator == "##")
        case "%" | "%%":
            pattern = await expand_pattern(operands[0], values)
            return glob.without_end(pattern, value or "", longest=operator == "%%")
        case "/" | "//":
            pattern = await expand_pattern(operands[0], values)
            by = await expand_text(operands[1], values) if len(operands) > 1 else ""
            return glob.replaced(pattern, by, value or "", everywhere=operator == "//")
        case _:
            there = value is not None and (value != "" or not operator.startswith(":"))
            return await _substitute_for(variable, value or "", there, values)


async def _substitute_for(variable: ParameterExpansion, value: str, there: bool, values: Values) -> str:
    """`-`, `=`, `+` and `?`: what stands for a variable that is not there, or for one that is."""
    kind = str(variable.operator)[-1]
    if (kind == "+") is not there:
        return value if there else ""
    other = await expand_text(variable.operands[0], values)
    if kind == "=":
        values.assign(variable.name, other)
    if kind == "?":
        raise CommandFailed(f"/system/bin/sh: {variable.name}: {other or 'parameter null or not set'}")
    return other


async def _part(value: str, operands: tuple[Word, ...], values: Values) -> str:
    """`${NAME:START:LENGTH}`; from the end where it is below zero."""
    start = whole_number(await expand_text(operands[0], values))
    start = max(len(value) + start, 0) if start < 0 else start
    if len(operands) == 1:
        return value[start:]
    length = whole_number(await expand_text(operands[1], values))
    return value[start : start + length] if length >= 0 else value[start:length]


async def _fields(word: Word, values: Values) -> list[tuple[str, str]]:
    """The fields of a word, each with the pattern that it is where an unquoted `*`, `?` or `[` stands in it."""
    fields: list[tuple[str, str, bool]] = []
    text = pattern = ""
    begun = magic = False
    for piece in word:
        value = await _piece(piece, values)
        if isinstance(piece, Text) or piece.quoted:
            begun = True
            text += value
            pattern += _literally(value) if piece.quoted else value
            magic = magic or (not piece.quoted and _is_pattern(value))
            continue
        chunks = value.split()
        if value[:1].isspace() and begun:
            fields.append((text, pattern, magic))
            text, pattern, begun, magic = "", "", False, False
        for number, chunk in enumerate(chunks):
            if number:
                fields.append((text, pattern, magic))
                text, pattern, magic = "", "", False
            begun = True
            text, pattern, magic = text + chunk, pattern + chunk, magic or _is_pattern(chunk)
        if chunks and value[-1:].isspace():
            fields.append((text, pattern, magic))
            text, pattern, begun, magic = "", "", False, False
    if begun:
        fields.append((text, pattern, magic))
    return [(text, pattern if magic else "") for text, pattern, magic in fields]


def _is_pattern(text: str) -> bool:
    return any(character in text for character in _PATTERN)


def _literally(text: str) -> str:
    return "".join(f"[{character}]" if character in _PATTERN else character for character in text)


def match_paths(pattern: str, children: Callable[[str], Iterable[str]]) -> list[str]:
    """The paths that match an absolute pattern, level by level; hidden names only where the dot is written."""
    found = [""]
    for part in pattern.strip("/").split("/"):
        if not _is_pattern(part):
            found = [f"{parent}/{part}" for parent in found]
            continue
        matching = (
            f"{parent}/{name}"
            for parent in found
            for name in children(parent or "/")
            if fnmatch.fnmatchcase(name, part) and (part.startswith(".") or not name.startswith("."))
        )
        found = list(islice(matching, _MOST_PATHS + 1))
        if len(found) > _MOST_PATHS:  # as `/*/../*/../*`, which is longer by a factor with each level
            raise TooManyPaths
    return found
