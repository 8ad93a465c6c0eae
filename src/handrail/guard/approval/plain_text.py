"""Texts and values as people are shown them: on one line, bounded, with nothing hidden in them.

What an app or an agent wrote can neither end a line, colour it, run against the reading direction nor end the quotation
marks that it stands in. What is cut is said in front of it, what is not what it seems behind it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeVar

from handrail.app.update import Raw
from handrail.guard.spelling import oddities
from handrail.language.verbalize import printable

LONGEST_VALUE = 600
MOST_ITEMS = 24
MOST_DIGITS = 30
MOST_ODDITIES = 3
_LOOKED_AT = 20_000

Item = TypeVar("Item")


@dataclass(slots=True)
class Writer:
    """Writes the texts of one card, and remembers what of them a person has to be told before all else."""

    cut: int = 0
    odd: int = 0
    left_out: dict[str, int] = field(default_factory=dict)

    def plain(self, text: str, longest: int = LONGEST_VALUE) -> str:
        """A text on one line."""
        before, after = self._remarks(text, longest)
        return f"{before}{printable(text[:longest], longest)}{after}"

    def in_quotes(self, text: str, longest: int = LONGEST_VALUE) -> str:
        """A text in quotation marks; what there is to say about it stands outside of them."""
        before, after = self._remarks(text, longest)
        said = printable(text[:longest], longest).replace('"', "'")
        return f'{before}"{said}"{after}'

    def value(self, value: Raw) -> str:
        """A value as people read it."""
        match value:
            case None:
                return "not known yet"
            case bool():
                return "yes" if value else "no"
            case str():
                return self.in_quotes(value)
            case int() | Decimal():
                number = Decimal(value)
                in_full = number.is_finite() and abs(number.adjusted()) < MOST_DIGITS
                return self.plain(format(number, ",f") if in_full else str(number))
            case list() | tuple():
                return ", ".join(self.value(one) for one in self.first("items of a list", value, MOST_ITEMS))
            case Mapping():
                pairs = self.first("items of a list", tuple(value.items()), MOST_ITEMS)
                return ", ".join(f"{self.plain(str(name))}: {self.value(inner)}" for name, inner in pairs)
            case _:
                return self.plain(str(value))

    def first(self, what: str, all_of_them: Sequence[Item], most: int) -> tuple[Item, ...]:
        """As many as there is room for; how many are left out is remembered."""
        more = len(all_of_them) - most
        if more > 0:
            self.left_out[what] = self.left_out.get(what, 0) + more
        return tuple(all_of_them[:most])

    def _remarks(self, text: str, longest: int) -> tuple[str, str]:
        before = after = ""
        if len(text) > longest:
            self.cut += 1
            before = f"[the first {longest:,} of {len(text):,} characters] "
        found = oddities(text[:_LOOKED_AT])
        if found:
            self.odd += 1
            more = len(found) - MOST_ODDITIES
            said = [one.text for one in found[:MOST_ODDITIES]] + ([f"and {more:,} more such"] if more > 0 else [])
            after = f" [{printable('; '.join(said), LONGEST_VALUE)}]"
        return before, after


def plain(text: str, longest: int = LONGEST_VALUE) -> str:
    """A single text on one line, with what there is to say about it."""
    return Writer().plain(text, longest)
