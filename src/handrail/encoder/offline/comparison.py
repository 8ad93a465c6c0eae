"""The comparison that stands before or after a value: `at least 4`, `4 or more`, `before 7 PM`."""

from collections.abc import Sequence
from dataclasses import replace

from handrail.encoder.offline.mention import Kind, Mention, lower_at, matches_at
from handrail.encoder.offline.tokens import Token
from handrail.language.operators import Operator

_BEFORE: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("at", "least"), Operator.GREATER_OR_EQUAL),
    (("no", "less", "than"), Operator.GREATER_OR_EQUAL),
    (("no", "fewer", "than"), Operator.GREATER_OR_EQUAL),
    (("a", "minimum", "of"), Operator.GREATER_OR_EQUAL),
    (("minimum",), Operator.GREATER_OR_EQUAL),
    (("at", "most"), Operator.LESS_OR_EQUAL),
    (("no", "more", "than"), Operator.LESS_OR_EQUAL),
    (("not", "more", "than"), Operator.LESS_OR_EQUAL),
    (("no", "later", "than"), Operator.LESS_OR_EQUAL),
    (("no", "earlier", "than"), Operator.GREATER_OR_EQUAL),
    (("a", "maximum", "of"), Operator.LESS_OR_EQUAL),
    (("maximum",), Operator.LESS_OR_EQUAL),
    (("up", "to"), Operator.LESS_OR_EQUAL),
    (("within",), Operator.LESS_OR_EQUAL),
    (("more", "than"), Operator.GREATER),
    (("greater", "than"), Operator.GREATER),
    (("higher", "than"), Operator.GREATER),
    (("longer", "than"), Operator.GREATER),
    (("later", "than"), Operator.GREATER),
    (("over",), Operator.GREATER),
    (("above",), Operator.GREATER),
    (("exceeding",), Operator.GREATER),
    (("less", "than"), Operator.LESS),
    (("fewer", "than"), Operator.LESS),
    (("lower", "than"), Operator.LESS),
    (("shorter", "than"), Operator.LESS),
    (("cheaper", "than"), Operator.LESS),
    (("earlier", "than"), Operator.LESS),
    (("under",), Operator.LESS),
    (("below",), Operator.LESS),
)
_BEFORE_MOMENTS: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("before",), Operator.LESS),
    (("until",), Operator.LESS_OR_EQUAL),
    (("by",), Operator.LESS_OR_EQUAL),
    (("after",), Operator.GREATER),
    (("since",), Operator.GREATER_OR_EQUAL),
)
_UP = frozenset(["more", "higher", "above", "over", "up", "greater", "later", "longer"])
_DOWN = frozenset(["less", "lower", "below", "under", "fewer", "earlier", "shorter"])


def with_comparison(words: Sequence[Token], found: Mention) -> Mention:
    """The mention with the comparison that stands before or after it."""
    if found.kind in (Kind.TEXT, Kind.NAME, Kind.ORDINAL):
        return found
    tables = _BEFORE + (_BEFORE_MOMENTS if found.kind in (Kind.TIME, Kind.DATE) else ())
    for phrase, operator in tables:
        if found.first >= len(phrase) and matches_at(words, found.first - len(phrase), phrase):
            return replace(found, operator=operator, first=found.first - len(phrase))
    if lower_at(words, found.last) in ("or", "and") or lower_at(words, found.last) == "+":
        word = lower_at(words, found.last + 1)
        if lower_at(words, found.last) == "+":
            return replace(found, operator=Operator.GREATER_OR_EQUAL, last=found.last + 1)
        if word in _UP:
            return replace(found, operator=Operator.GREATER_OR_EQUAL, last=found.last + 2)
        if word in _DOWN:
            return replace(found, operator=Operator.LESS_OR_EQUAL, last=found.last + 2)
    return found
