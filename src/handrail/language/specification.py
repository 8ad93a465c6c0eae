"""A specification that has been checked: the only thing a monitor accepts.

Its constructor is `Specification.parse`, so holding one means that every name is declared, every constant fits its
variable, every objective can be established and some rule completes the task. The one without rules has a constructor
of its own, `Specification.none`: that nothing is asked for must be said, and is never the outcome of an empty file.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from handrail.language.checker import check
from handrail.language.declaration import DeclaresStates, States
from handrail.language.diagnostic import Diagnostic, SpecificationError
from handrail.language.parser import Parsed, parse, parse_lines
from handrail.language.printer import show_rules
from handrail.language.rule import Rule
from handrail.language.similarity import Similarity
from handrail.language.verbalize import Verbalizer

NO_RULES = "# no rules: nothing is asked for, and nothing is verified against it"
"""What stands in place of rules where there are none."""


@dataclass(frozen=True, slots=True)
class Specification:
    """What the user wants, as rules over the states of an app."""

    rules: tuple[Rule, ...]
    states: States = field(repr=False)
    source: str = field(default="", repr=False, compare=False)

    @classmethod
    def parse(cls, text: str | Sequence[str], app: DeclaresStates) -> Self:
        """Read and check a specification; a sequence has one rule an entry.

        Raises `SpecificationError` with every diagnostic if anything is wrong.
        """
        parsed, source = read(text)
        diagnostics = check(parsed, app.states)
        if diagnostics:
            raise SpecificationError(diagnostics, source)
        return cls(parsed.rules, app.states, source)

    @classmethod
    def none(cls, app: DeclaresStates | None = None) -> Self:
        """A specification without rules. The monitor allows whatever is proposed; all else decides without it."""
        return cls((), {} if app is None else app.states, NO_RULES)

    @classmethod
    def restore(cls, shown: str, app: DeclaresStates) -> Self:
        """What `show` printed, as a specification again: unlike `parse` it also reads what `none` prints."""
        return cls.none(app) if shown.strip() == NO_RULES else cls.parse(shown, app)

    @property
    def asks_for_anything(self) -> bool:
        """Whether there are rules to verify against."""
        return bool(self.rules)

    def show(self) -> str:
        """The rules in canonical spelling, one a line."""
        return show_rules(self.rules) if self.rules else NO_RULES

    def explain(self, similarity: Similarity | None = None) -> str:
        """The rules in plain English, for the person whose task it is.

        `similarity` is what decides `~=` where they will be verified: a guard that has none wants the very words.
        """
        if not self.rules:
            return "Nothing is asked for: no rules are verified."
        words = Verbalizer(self.states, similarity)
        return "\n".join(f"{number}. {words.rule(rule)}" for number, rule in enumerate(self.rules, 1))


def read(text: str | Sequence[str]) -> tuple[Parsed, str]:
    """What was written, parsed, and as one text to point into."""
    if isinstance(text, str):
        return parse(text), text
    return parse_lines(text), "\n".join(line.replace("\n", " ").replace("\r", " ") for line in text)


def diagnose(text: str | Sequence[str], app: DeclaresStates) -> tuple[Diagnostic, ...]:
    """Every error of a specification, without raising."""
    return check(read(text)[0], app.states)


# Everything there is to say before one is used: its errors, and what looks suspicious.


NOT_ASKED = "not asked for"
REFUSED = "not run: the specification has errors"


@dataclass(frozen=True, slots=True)
class Review:
    """The errors, which refuse a specification, and the warnings, which do not.

    `engine` says what looked for warnings, or why nothing did; `skipped` what it could not decide.
    """

    source: str
    specification: Specification | None
    errors: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...] = ()
    engine: str = NOT_ASKED
    skipped: tuple[str, ...] = ()


def review(text: str | Sequence[str], app: DeclaresStates, *, analysis: bool = True) -> Review:
    """Check a specification and, if it has no errors, analyse it. Never raises on any text."""
    parsed, source = read(text)
    errors = check(parsed, app.states)
    if errors:
        return Review(source, None, errors, engine=REFUSED if analysis else NOT_ASKED)
    specification = Specification(parsed.rules, app.states, source)
    if not analysis:
        return Review(source, specification, ())
    from handrail.language.analysis import warnings

    report = warnings(specification)
    return Review(source, specification, (), report.diagnostics, report.engine, report.skipped)
