"""What is wrong with a specification, where, and what would be right.

A checker returns all of its diagnostics; the border raises once, with `SpecificationError`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from handrail.error import HandrailError
from handrail.language.rule import Span

LONGEST_EXCERPT = 60


class Level(StrEnum):
    """An error refuses the specification; a warning says what the author may not have meant."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing to know about a specification. `found` and `help` are clauses without a full stop.

    `code` is a stable name of the kind of trouble, for programs and for the documentation.
    """

    code: str
    span: Span
    found: str
    help: str = ""
    level: Level = Level.ERROR


class SpecificationError(HandrailError):
    """A specification that cannot be used, with everything that is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic], source: str = "", name: str = "specification") -> None:
        self.diagnostics = tuple(diagnostics)
        lines = source_lines(source)
        super().__init__("\n".join(show_diagnostic(diagnostic, lines, name) for diagnostic in self.diagnostics))


def nearest(name: str, candidates: Iterable[str], *, at_least: float = 0.6) -> str | None:
    """The candidate that `name` is probably a misspelling of; `at_least` is how alike they must be, from 0 to 1."""
    short = name[:LONGEST_EXCERPT]
    folded = {candidate.casefold(): candidate for candidate in candidates}
    matches = get_close_matches(short.casefold(), folded, n=1, cutoff=at_least)
    return folded[matches[0]] if matches else None


def did_you_mean(name: str, candidates: Sequence[str], otherwise: str) -> str:
    """The nearest candidate as a question, or the list of what there is."""
    near = nearest(name, candidates)
    if near is not None:
        return f"did you mean `{excerpt(near)}`?"
    if not candidates:
        return f"{otherwise} none"
    listed = ", ".join(f"`{excerpt(candidate)}`" for candidate in candidates[:12])
    return f"{otherwise} {listed}{' and others' if len(candidates) > 12 else ''}"


def excerpt(text: str) -> str:
    """A piece of the user's text, short and printable."""
    shown = text[: LONGEST_EXCERPT + 1]
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in shown)
    return shown if len(shown) <= LONGEST_EXCERPT else shown[: LONGEST_EXCERPT - 1] + "…"


def show_diagnostic(diagnostic: Diagnostic, source: str | Sequence[str] = "", name: str = "specification") -> str:
    """The diagnostic with the line it is about and a marker below the place.

    `source` is the specification, or its lines: whoever shows many diagnostics splits it once.
    """
    span = diagnostic.span
    tag = "" if diagnostic.level is Level.ERROR else "warning: "
    shown = f"{name}:{span.line}:{span.column}: {tag}{diagnostic.found}"
    lines = source_lines(source) if isinstance(source, str) else source
    if 1 <= span.line <= len(lines):
        line = lines[span.line - 1]
        start = max(0, span.column - 1 - 40)  # a rule can be thousands of characters long
        window = "".join(c if c.isprintable() else " " for c in line[start : start + 100])
        marker = "^" * max(1, min(span.length, len(window) - (span.column - 1 - start)))
        shown += f"\n    {window}\n    {' ' * (span.column - 1 - start)}{marker}"
    if diagnostic.help:
        shown += f"\nhelp: {diagnostic.help}"
    return shown


def source_lines(text: str) -> list[str]:
    """The lines of a specification. Only line feeds and carriage returns end one: a text may hold U+2028."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
