"""A Text that is the number of something: the spaces that group it say nothing, and nothing else is forgiven."""

from datetime import datetime
from types import SimpleNamespace

import pytest

from handrail.app.update import Update
from handrail.language.analysis import Difference, Equivalent, Undecided, difference
from handrail.language.declaration import State, Variable, states_by_name
from handrail.language.specification import Specification
from handrail.language.value import Type
from handrail.monitor import Allow, Monitor

APP = SimpleNamespace(
    states=states_by_name(
        (
            State.of("Account", Variable("iban", Type.TEXT, key=True, is_code=True), Variable("open", Type.BOOLEAN)),
            State.of("Transfer", Variable("iban", Type.TEXT, is_code=True), Variable("reference", Type.TEXT)),
        )
    )
)


@pytest.mark.parametrize(
    ("body", "shown", "holds"),
    [
        ('Transfer(iban = "DE02 1203 0000")', "DE0212030000", True),
        ('Transfer(iban = "DE0212030000")', " de02\u00a01203 0000", True),
        ('Transfer(iban = "DE02 1203 0000")', "DE02-1203-0000", False),
        ('Transfer(iban = "DE02 1203 0000")', "DE0212030001", False),
        ('Transfer(iban != "DE02 1203 0000")', "DE0212030000", False),
        ('Transfer(iban not in ["DE 1", "DE02 1203 0000"])', "DE0212030000", False),
        ('Transfer(iban contains "02 12")', "DE0212030000", True),
        ("Account(iban = ?x, open = true) & Transfer(iban = ?x)", "AT 61 19", True),
        ("Account(iban = ?x, open = true) & Transfer(iban = ?x)", "AT 61 18", False),
        ('Account(iban = "A T6119", open = true)', "", True),
    ],
)
def test_codes_are_compared_without_spaces(body: str, shown: str, holds: bool) -> None:
    monitor = Monitor(Specification.parse(f"{body} -> Done", APP))
    monitor.observe([Update("Account", set={"iban": "AT61 19", "open": True})])
    monitor.observe([Update("Transfer", set={"iban": shown, "reference": "a b"})])
    assert isinstance(monitor.finish(), Allow) is holds


def test_a_row_is_found_by_a_key_that_is_a_code() -> None:
    monitor = Monitor(Specification.parse("Account(open = true)[= 1] & Account()[= 1] -> Done", APP))
    monitor.observe([Update("Account", set={"iban": "AT61 19", "open": False})])
    monitor.observe([Update("Account", set={"iban": "at6119", "open": True})])
    assert isinstance(monitor.finish(), Allow)


@pytest.mark.parametrize(
    ("said", "other", "finds"),
    [
        ('iban = "DE02 1203"', 'iban = "de021203"', Equivalent),
        ('iban = "DE02 1203"', 'iban = "DE02 1204"', Difference),
        ('iban = "DE02 1203"', 'iban contains "1203"', Undecided),
    ],
)
def test_what_is_proven_of_codes_is_true_of_them(said: str, other: str, finds: type) -> None:
    first, second = (Specification.parse(f"Transfer({body}) -> Done", APP) for body in (said, other))
    clock = datetime(2025, 3, 10, 9, 0)  # noqa: DTZ001  # a naive session clock is taken as it stands
    assert isinstance(difference(first, second, clock=clock), finds)
