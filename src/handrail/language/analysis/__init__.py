"""What a specification means, by proof: suspicious rules, and whether two specifications accept the same runs.

Proofs are found by z3, the optional extra `analysis`. Importing this package does not need it.
"""

from datetime import datetime
from importlib.util import find_spec

from handrail.error import MissingExtra, install_line
from handrail.language.analysis.inspection import Report, inspect
from handrail.language.analysis.run import (
    Comparison,
    Difference,
    Equivalent,
    Row,
    Run,
    RunStep,
    Seen,
    Tables,
    Undecided,
)
from handrail.language.similarity import DEFAULT_THRESHOLD, TRIGRAMS, Similarity
from handrail.language.specification import Specification

__all__ = [
    "Comparison",
    "Difference",
    "Equivalent",
    "Report",
    "Row",
    "Run",
    "RunStep",
    "Seen",
    "Tables",
    "Undecided",
    "difference",
    "equivalent",
    "warnings",
]


def warnings(
    specification: Specification, *, similarity: Similarity = TRIGRAMS, threshold: float = DEFAULT_THRESHOLD
) -> Report:
    """What the author of a specification may not have meant. Without z3 less is found, and the report says so."""
    return inspect(specification, similarity, threshold, solver=find_spec("z3") is not None)


def difference(
    first: Specification,
    second: Specification,
    *,
    clock: datetime,
    similarity: Similarity = TRIGRAMS,
    threshold: float = DEFAULT_THRESHOLD,
) -> Comparison:
    """A run that one accepts and the other does not, or that there is none, or that neither could be shown.

    `clock` is when the session begins. Raises `Misuse` if the two are about different apps, `MissingExtra` without z3.
    """
    if find_spec("z3") is None:
        raise MissingExtra(f"comparing specifications needs z3: {install_line('handrail[analysis]')}")
    from handrail.language.analysis.comparison import compare

    return compare(first, second, clock, similarity, threshold)


def equivalent(
    first: Specification,
    second: Specification,
    *,
    clock: datetime,
    similarity: Similarity = TRIGRAMS,
    threshold: float = DEFAULT_THRESHOLD,
) -> bool:
    """Whether it is proven that no run tells the two apart. False also where that is undecided."""
    found = difference(first, second, clock=clock, similarity=similarity, threshold=threshold)
    return isinstance(found, Equivalent)
