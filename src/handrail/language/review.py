"""Everything there is to say about a specification before it is used: its errors, and what looks suspicious."""

from collections.abc import Sequence
from dataclasses import dataclass

from handrail.language.checker import check
from handrail.language.declaration import DeclaresStates
from handrail.language.diagnostic import Diagnostic
from handrail.language.specification import Specification, read

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
