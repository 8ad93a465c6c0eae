"""Rows that are parts of another one and go with it: what is in a folder, the tasks of a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Whole:
    """What rows are parts of: a state, by each of its keys the variable of a part that holds it, and what must be true
    or false of a row that has parts.
    """

    state: str
    by: Mapping[str, str]
    where: Mapping[str, bool] = field(default_factory=dict)


PartOf: TypeAlias = Mapping[str, Sequence[Whole]]
"""By state, what its rows are parts of."""
