"""What a program says of a task where a client is guarded: nobody reads the rules, so nobody guesses who makes them."""

import asyncio

import pytest

from guard.hand import restaurant_phone
from handrail.error import Misuse
from handrail.integrations.client.task import open_guard

ASKED = "Reserve Blue Harbor Grill for today before 7 PM"


def test_an_instruction_alone_is_not_encoded_by_whoever_is_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANDRAIL_MODEL", raising=False)
    with pytest.raises(Misuse, match="who makes rules"):
        asyncio.run(open_guard(restaurant_phone(), "a test", instruction=ASKED, app="restaurant"))
    with pytest.raises(Misuse, match="say what the task is"):
        asyncio.run(open_guard(restaurant_phone(), "a test", app="restaurant"))


def test_rules_that_somebody_has_read_are_enough() -> None:
    rules = "ReserveInfo(time < 19:00) -> Reserve\nReserve -> Done"
    guard = asyncio.run(
        open_guard(restaurant_phone(), "a test", instruction=ASKED, specification=rules, app="restaurant")
    )
    assert guard.instruction == ASKED
    assert guard.specification.show().strip() == rules
