"""Numbers for people: as short as can be, in the order of the solver's."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.language.analysis.world import readable

FIXED = st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-50, max_value=50)
VALUES = st.fractions(min_value=-100, max_value=100, max_denominator=1_000)


@settings(max_examples=max(100, settings().max_examples // 10))
@given(st.sets(VALUES, max_size=12), st.sets(FIXED, max_size=6))
def test_the_order_is_kept_and_fixed_numbers_stay(values: set[Fraction], fixed: set[Decimal]) -> None:
    kept = {Fraction(number): number for number in fixed}
    shown = readable(values, kept)
    assert shown.keys() == values | kept.keys()
    assert all(shown[value] == number for value, number in kept.items())
    in_order = [shown[value] for value in sorted(shown)]
    assert in_order == sorted(set(in_order))


def test_a_third_becomes_a_tenth() -> None:
    fixed = {Fraction(0): Decimal(0), Fraction(1): Decimal(1)}
    assert readable({Fraction(1, 3)}, fixed)[Fraction(1, 3)] == Decimal("0.1")
