"""What the analysis found in a specification, and what it did not look into."""

from dataclasses import dataclass

from handrail.language.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Report:
    """Warnings in the order of the text; `skipped` has a clause for each question that nobody answered, and why.

    No diagnostics and an empty `skipped` mean: looked at everything, found nothing. `similarity` says what `~=` was
    taken to mean; another one can make another warning true.
    """

    diagnostics: tuple[Diagnostic, ...]
    engine: str
    skipped: tuple[str, ...]
    similarity: str
