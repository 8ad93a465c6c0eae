"""Short decimals in place of whatever numbers a solver came up with."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import count
from math import ceil, floor


def readable(values: Iterable[Fraction], fixed: Mapping[Fraction, Decimal]) -> Mapping[Fraction, Decimal]:
    """The values as short decimals in the same order, the fixed ones unchanged.

    A solver answers 1/3 where anything between 0 and 1 will do, and no decimal is a third.
    """
    shown = dict(fixed)
    waiting: list[Fraction] = []
    below: Decimal | None = None
    for value in sorted({*values, *fixed}):
        if value not in fixed:
            waiting.append(value)
            continue
        shown.update(zip(waiting, _spread(below, fixed[value], len(waiting)), strict=True))
        waiting.clear()
        below = fixed[value]
    shown.update(zip(waiting, _spread(below, None, len(waiting)), strict=True))
    return shown


def _spread(below: Decimal | None, above: Decimal | None, number: int) -> list[Decimal]:
    """So many different decimals in between, ascending, with as few digits as possible."""
    if below is None and above is None:
        return [Decimal(step) for step in range(number)]
    if below is None:
        assert above is not None
        return [Decimal(ceil(above) - step) for step in range(number, 0, -1)]
    for digits in count():
        scale = 10**digits
        first = floor(Fraction(below) * scale) + 1
        if above is None or first + number - 1 < Fraction(above) * scale:
            return [Decimal(f"{first + step}e-{digits}") for step in range(number)]
    raise AssertionError("between two numbers there are others")
