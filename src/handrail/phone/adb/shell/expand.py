"""From the words of a script to the arguments of a command: variables, substitutions, splitting, file names."""

import fnmatch
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import TypeAlias

from handrail.phone.adb.shell.allowance import Exhausted
from handrail.phone.adb.shell.syntax import Script, Substitution, Text, Variable, Word

Lookup: TypeAlias = Callable[[str], str]
Substitute: TypeAlias = Callable[[Script], Awaitable[str]]
Matching: TypeAlias = Callable[[str], Iterable[str]]

_PATTERN = "*?["
_MOST_PATHS = 20_000


async def expand_text(word: Word, lookup: Lookup, substitute: Substitute) -> str:
    """A word as one text, as for an assignment or the target of a redirection."""
    parts = []
    for piece in word:
        match piece:
            case Text(text):
                parts.append(text)
            case Variable():
                parts.append(_value(piece, lookup))
            case Substitution(script):
                parts.append(await substitute(script))
    return "".join(parts)


async def expand_words(
    words: Iterable[Word], lookup: Lookup, substitute: Substitute, matching: Matching
) -> tuple[str, ...]:
    """The arguments that words stand for: unquoted values are split at white space and matched against file names."""
    arguments: list[str] = []
    for word in words:
        if len(word) == 1 and isinstance(word[0], Text) and (word[0].quoted or not _is_pattern(word[0].text)):
            arguments.append(word[0].text)  # the common case, without detours
        else:
            for text, pattern in await _fields(word, lookup, substitute):
                names = sorted(matching(pattern)) if pattern else []
                arguments.extend(names or [text])
    return tuple(arguments)


async def _fields(word: Word, lookup: Lookup, substitute: Substitute) -> list[tuple[str, str]]:
    """The fields of a word, each with the pattern that it is where an unquoted `*`, `?` or `[` stands in it."""
    fields: list[tuple[str, str, bool]] = []
    text = pattern = ""
    begun = magic = False
    for piece in word:
        match piece:
            case Text(value):
                split = False
            case Variable():
                value, split = _value(piece, lookup), not piece.quoted
            case Substitution(script):
                value, split = await substitute(script), not piece.quoted
        if not split:
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


def _value(variable: Variable, lookup: Lookup) -> str:
    value = lookup(variable.name)
    return variable.default if variable.default is not None and not value else value


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
            raise Exhausted
    return found
