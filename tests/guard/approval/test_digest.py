"""The digest binds everything that a person agrees to, and nothing else changes it."""

from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guard.approval.asked import ACTION, SCREEN, SEND, transfer
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.device.element import Bounds
from handrail.error import Misuse
from handrail.guard.approval import digest_of

UPDATES = (transfer(82_000), Update("Account", delete={"name": "Savings"}))
BOUND = digest_of(ACTION, SCREEN, UPDATES, ("Transfer", "Pay"))


def test_the_digest_is_stable_over_releases() -> None:
    """A journal of today is verified tomorrow."""
    assert digest_of(Action("back"), "", (), ()) == "cb719dc4b2524ec71419bc3117636687749a876cf7edd5656848f62a916eea1d"


@pytest.mark.parametrize(
    ("action", "screen", "updates", "commits"),
    [
        (ACTION, SCREEN, (transfer(820_000), UPDATES[1]), ("Transfer", "Pay")),
        (ACTION, SCREEN, (transfer("82000"), UPDATES[1]), ("Transfer", "Pay")),
        (ACTION, SCREEN, UPDATES[::-1], ("Transfer", "Pay")),
        (ACTION, SCREEN, UPDATES[:1], ("Transfer", "Pay")),
        (ACTION, SCREEN, (UPDATES[0], Update("Account", set={"name": "Savings"})), ("Transfer", "Pay")),
        (ACTION, SCREEN, UPDATES, ("Transfer",)),
        (ACTION, "00" * 32, UPDATES, ("Transfer", "Pay")),
        (replace(ACTION, type="long_click"), SCREEN, UPDATES, ("Transfer", "Pay")),
        (replace(ACTION, text="x"), SCREEN, UPDATES, ("Transfer", "Pay")),
        (replace(ACTION, element=None), SCREEN, UPDATES, ("Transfer", "Pay")),
        (replace(ACTION, element=replace(SEND, text="Cancel")), SCREEN, UPDATES, ("Transfer", "Pay")),
        (replace(ACTION, element=replace(SEND, path=(0, 2))), SCREEN, UPDATES, ("Transfer", "Pay")),
        (replace(ACTION, element=replace(SEND, package="com.evil")), SCREEN, UPDATES, ("Transfer", "Pay")),
        (replace(ACTION, element=replace(SEND, bounds=Bounds(0, 0, 1, 1))), SCREEN, UPDATES, ("Transfer", "Pay")),
    ],
)
def test_whatever_else_would_run_has_another_digest(
    action: Action, screen: str, updates: tuple[Update, ...], commits: tuple[str, ...]
) -> None:
    assert digest_of(action, screen, updates, commits) != BOUND


def test_the_order_of_names_and_of_values_does_not_count() -> None:
    turned = Update("Transfer", set=dict(reversed(list((UPDATES[0].set or {}).items()))))
    assert digest_of(ACTION, SCREEN, (turned, UPDATES[1]), ["Pay", "Transfer", "Pay"]) == BOUND


values: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(
        [None, True, False, 0, 1, -1, 1.0, 0.1, Decimal(1), Decimal("1.0"), "", "1", "true", "null", "\ud83d"]
    )
    | st.sampled_from([date(2025, 3, 10), datetime(2025, 3, 10), time(9), "2025-03-10", "09:00:00"])  # noqa: DTZ001
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "b", "int"]), inner, max_size=2),
    max_leaves=4,
)


@given(values, values)
def test_two_values_have_one_digest_only_if_they_are_the_same(first: Any, other: Any) -> None:
    same = digest_of(ACTION, SCREEN, (transfer(first),)) == digest_of(ACTION, SCREEN, (transfer(other),))
    assert same == (_typed(first) == _typed(other))


def _typed(value: Any) -> Any:
    if isinstance(value, dict):
        return ("dict", {name: _typed(inner) for name, inner in value.items()})
    if isinstance(value, list):
        return ("list", [_typed(inner) for inner in value])
    return (type(value), str(value))


def test_what_has_no_canonical_form_cannot_be_approved() -> None:
    with pytest.raises(Misuse, match="a object cannot be part"):
        digest_of(ACTION, SCREEN, (transfer(object()),))
