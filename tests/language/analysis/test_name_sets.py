"""What is proven about sets of names is true of sets; what takes their members is left open."""

from datetime import datetime

from handrail.language.analysis import Difference, Equivalent, Undecided, difference, warnings
from handrail.language.specification import Specification
from language.test_name_set import APP

CLOCK = datetime(2025, 3, 10, 9, 0)  # noqa: DTZ001  # a naive session clock is taken as it stands


def test_two_spellings_of_a_set_are_one() -> None:
    first, second, other = (
        Specification.parse(f'Mail(to = "{to}") -> Done', APP) for to in ("Ann, Bob", "bob,ANN,Bob", "Ann")
    )
    assert difference(first, second, clock=CLOCK) == Equivalent()
    assert isinstance(difference(first, other, clock=CLOCK), Difference)


def test_what_takes_the_members_is_not_decided() -> None:
    first, second = (Specification.parse(f"Mail({to}) -> Done", APP) for to in ('to contains "Bob"', 'to = "Bob"'))
    assert isinstance(difference(first, second, clock=CLOCK), Undecided)
    assert warnings(first).skipped
