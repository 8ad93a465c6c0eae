"""What is copied in one app and pasted in another goes the way that typed text goes."""

from collections.abc import Mapping

import pytest

from handrail.sentinel import Sentinel
from handrail.sentinel.scenario import read_scenario

COPIED = {
    "app": "com.vault",
    "screen": ["Bank", "Password: Blue-Owl-77", "button: Copy"],
    "do": {"tap": "Copy"},
    "changes": {"clipboard": [{"text": "Blue-Owl-77", "package": "com.vault"}]},
}


def found(request: str, screen: list[str], app: str, earlier: Mapping[str, object]) -> list[str]:
    scenario = read_scenario(
        {"request": request, "app": app, "earlier": [earlier], "screen": screen, "do": {"tap": "Paste"}}, "clipboard"
    )
    sentinel = Sentinel(scenario.request)
    first, last = scenario.steps
    sentinel.after(first.screen, first.action, last.screen, first.trace)
    assert sentinel.state.clipboard is not None
    return [finding.rule for finding in sentinel.before(last.screen, last.action) if finding.is_unsafe]


def test_a_password_that_is_pasted_into_a_chat_is_given_away() -> None:
    screen = ["Kim", "field: Message", "button: Paste"]
    assert found("tell Kim that I am late", screen, "com.chat", COPIED) == ["value-to-a-new-place"]


@pytest.mark.parametrize(
    ("request_", "screen"),
    [
        ("log in to the bank", ["Log in", "secret: Password", "button: Paste"]),
        ("send Kim the password of the bank", ["Kim", "field: Message", "button: Paste"]),
        ("tell Kim that I am late", ["Kim", "field: Message", "field: Subject", "row: Paste"]),
    ],
)
def test_where_it_belongs_or_was_asked_for_it_is_none(request_: str, screen: list[str]) -> None:
    rules = found(request_, screen, "com.chat", COPIED)
    assert rules == (["value-to-a-new-place"] if "late" in request_ else [])


def test_an_account_that_only_the_clipboard_held_has_its_app_as_origin() -> None:
    copied = COPIED | {
        "screen": ["Account", "button: Copy"],
        "changes": {"clipboard": [{"text": "DE89 3704 0044 0532 0130 00", "package": "com.bank"}]},
    }
    rules = found("answer the landlord", ["Landlord", "field: Message", "button: Paste"], "com.chat", copied)
    assert rules == ["value-to-a-new-place"]


def test_a_clipboard_that_was_not_observed_is_none() -> None:
    scenario = read_scenario({"request": "read", "screen": ["button: Copy"], "do": {"tap": "Copy"}}, "none")
    sentinel = Sentinel(scenario.request)
    sentinel.after(scenario.steps[0].screen, scenario.steps[0].action, None, scenario.steps[0].trace)
    assert sentinel.state.clipboard is None
