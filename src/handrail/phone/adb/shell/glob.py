"""The shell's patterns, `*`, `?` and `[...]`, as RE2, whose time is linear in the text."""

import re
from typing import Any

from handrail.device.adb_protocol.pattern import BadPattern, compile_pattern, readable

_PART = re.compile(r"\\(.)|(\*)|(\?)|\[([!^]?)(\][^\]]*|[^\]]+)\]|(.)", re.DOTALL)


def literally(text: str) -> str:
    """A pattern that only this text matches."""
    return re.sub(r"([*?\[\]\\])", r"\\\1", text)


def matches(pattern: str, text: str) -> bool:
    """Whether the whole text is what the pattern says."""
    return _compiled("".join(_parts(pattern))).fullmatch(readable(text)) is not None


def without_start(pattern: str, text: str, *, longest: bool) -> str:
    """The text without what the pattern matches at its start: as little as it can, or as much."""
    found = _compiled("".join(_parts(pattern, longest=longest))).match(readable(text))
    return text[found.end() :] if found is not None else text


def without_end(pattern: str, text: str, *, longest: bool) -> str:
    """The text without what the pattern matches at its end: as little as it can, or as much."""
    backwards = _compiled("".join(reversed(_parts(pattern, longest=longest))))
    found = backwards.match(readable(text)[::-1])
    return text[: len(text) - found.end()] if found is not None else text


def replaced(pattern: str, by: str, text: str, *, everywhere: bool) -> str:
    """The text with another one in the place of the first part that matches, or of each."""
    if not pattern:
        return text
    return str(_compiled("".join(_parts(pattern))).sub(lambda _: by, readable(text), 0 if everywhere else 1))


def _parts(pattern: str, *, longest: bool = True) -> list[str]:
    """One expression for each part of a pattern, so that they can also be read backwards."""
    return [_expression(match, longest=longest) for match in _PART.finditer(pattern)]


def _expression(match: re.Match[str], *, longest: bool) -> str:
    escaped, any_text, any_character, negated, characters, plain = match.groups()
    if any_text:
        return ".*" if longest else ".*?"
    if any_character:
        return "."
    if characters is not None:
        listed = re.sub(r"([\\\[\]^])", r"\\\1", characters)
        return f"[{'^' if negated else ''}{listed}]"
    return re.escape(escaped or plain)


def _compiled(expression: str) -> Any:
    try:
        return compile_pattern(expression, across_lines=True)
    except BadPattern:  # as `[z-a]`, which then matches nothing
        return compile_pattern(r"\z\A.")
