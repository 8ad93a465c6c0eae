"""Regular expressions as clients write them, over what the phone shows: RE2, whose time is linear in the text.

What RE2 has no automaton for (references back, looking around) is a bad pattern here.
"""

from typing import Any

import re2


class BadPattern(Exception):
    """A clause about what is wrong with an expression."""


def compile_pattern(source: str, *, ignore_case: bool = False, across_lines: bool = False) -> Any:
    """The automaton of an expression; its texts go through `readable`. Raises `BadPattern`."""
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.dot_nl = across_lines
    try:
        return re2.compile(readable(source), options)
    except re2.error as problem:
        said = problem.args[0] if problem.args else problem
        raise BadPattern(said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)) from None


def readable(text: str) -> str:
    """The text with a question mark for each half of a character, which RE2 cannot take."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
