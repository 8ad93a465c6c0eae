"""Text to rules. Every line is parsed for itself, so all mistakes of a specification are reported at once.

The grammar is `rules.lark`. Cost is linear in the length of the text, which is limited.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from handrail.language.diagnostic import Diagnostic, source_lines
from handrail.language.rule import Rule, Span

if TYPE_CHECKING:
    from handrail.language.tree import LineReader

LONGEST_SPECIFICATION = 500_000
LONGEST_RULE = 20_000
MOST_RULES = 5_000
MOST_DIAGNOSTICS = 100

_NAMES = re.compile(r"`([^`]+)`|([^\W\d]\w*)")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text says as far as it could be read.

    `heads_not_read` are the names in lines that could not be read. Any of them may be the head of its line, so
    nobody is told that no rule establishes it. `cut_short` says that nobody knows what the rest would have said.
    """

    rules: tuple[Rule, ...]
    diagnostics: tuple[Diagnostic, ...]
    heads_not_read: frozenset[str] = frozenset()
    cut_short: bool = False


def parse(text: str) -> Parsed:
    """Read a specification, one rule a line. Never raises on any text."""
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST_SPECIFICATION:  # before it is split, so that a huge text costs nothing
        return _too_long(len(text))
    return parse_lines(source_lines(text))


def parse_lines(lines: Iterable[str]) -> Parsed:
    """Read rules that come one by one, as in a task file; each keeps its place in the sequence as its line."""
    rules: list[Rule] = []
    diagnostics: list[Diagnostic] = []
    heads_not_read: set[str] = set()
    characters, cut_short = 0, False
    for number, line in enumerate(lines, 1):
        characters += len(line)
        if characters > LONGEST_SPECIFICATION:
            return _too_long(characters)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(rules) >= MOST_RULES:
            return _refused(f"there are more than {MOST_RULES:,} rules", "split the task into smaller ones")
        if len(diagnostics) >= MOST_DIAGNOSTICS:
            place = Span(number, 1)
            diagnostics.append(
                Diagnostic("too-many-errors", place, "the rest is not read", "mend the errors above first")
            )
            return Parsed(tuple(rules), tuple(diagnostics), frozenset(heads_not_read), cut_short=True)
        rule, found = _read_line(line, number)
        diagnostics.extend(found)
        if rule is not None:
            rules.append(rule)
        if found:
            cut_short |= any(diagnostic.code == "too-long" for diagnostic in found)
            heads_not_read.update(match[1] or match[2] for match in _NAMES.finditer(line[:LONGEST_RULE]))
    return Parsed(tuple(rules), tuple(diagnostics), frozenset(heads_not_read), cut_short)


def _too_long(characters: int) -> Parsed:
    return _refused(f"the text has {characters:,} characters or more", f"at most {LONGEST_SPECIFICATION:,} are read")


def _refused(found: str, help: str) -> Parsed:
    return Parsed((), (Diagnostic("too-long", Span(1, 1), found, help),), cut_short=True)


def _read_line(line: str, number: int) -> tuple[Rule | None, list[Diagnostic]]:
    if len(line) > LONGEST_RULE:
        help = f"a rule has at most {LONGEST_RULE:,}"
        return None, [Diagnostic("too-long", Span(number, 1), f"this rule has {len(line):,} characters", help)]
    if "\n" in line or "\r" in line:  # only an entry of a list can hold one
        return None, [
            Diagnostic("syntax", Span(number, 1), "this rule has a line break in it", "write one rule an entry")
        ]
    return _line_reader()(line, number)


@cache
def _line_reader() -> "LineReader":
    """The grammar compiled, with the tree reader. Built on first use: it costs more than reading many rules."""
    from handrail.language.tree import build_line_reader

    return build_line_reader()
