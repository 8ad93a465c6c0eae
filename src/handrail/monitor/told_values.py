"""What the values of one variable come to, each read once: most of what a screen says it said before.

What a value is, how it is compared and which predicates it breaks follows from the value alone, so it is kept by it.
"""

from datetime import date, time
from typing import Final, TypeAlias

from handrail.app.update import Raw, read_value
from handrail.language.declaration import Variable
from handrail.language.value import Value
from handrail.monitor.variable_index import Bits, VariableIndex

MOST_KEPT: Final = 1_024
"""Values of one variable; when there are more it begins anew."""

LONGEST_KEPT: Final = 200
"""Characters."""

_KEPT = (str, int, bool, date, time)
"""Types of which equal values are the same in every way; 1.0 and 1.00 are equal and shown otherwise."""

ToldValue: TypeAlias = tuple[type, Value | None, Value | None, Bits | None]
"""The type that it was told in, the value as it is shown and as it is compared, and the predicates that it breaks: None
where no rule constrains the variable."""


class ToldValues(dict[Raw, ToldValue]):
    """What each value of a variable comes to, looked up by it. One of another type may be equal to it: 1 and true.

    So who looks one up compares the type, and reads it anew where it is another one. Raises `DoesNotFit`, and
    `TypeError` for what cannot be looked up.
    """

    __slots__ = ("_index", "_variable")

    def __init__(self, variable: Variable, index: VariableIndex | None) -> None:
        super().__init__()
        self._variable, self._index = variable, index

    def __missing__(self, raw: Raw) -> ToldValue:
        told = self.read(raw)
        if told[0] in _KEPT and (not isinstance(raw, str) or len(raw) <= LONGEST_KEPT):
            if len(self) >= MOST_KEPT:
                self.clear()
            self[raw] = told
        return told

    def read(self, raw: Raw) -> ToldValue:
        """What a value comes to, worked out."""
        value, compared = read_value(self._variable, raw)
        broken = self._index.broken_by(compared) if self._index is not None else None
        return type(raw), value, compared, broken
