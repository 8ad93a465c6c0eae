"""One table of what computer-use models do, by three makers' names."""

from typing import Any

import pytest

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.tools.computer_actions import (
    anthropic_meaning,
    google_meaning,
    of_the_phone,
    openai_meaning,
)
from handrail.integrations.tools.tool_call import ActingCall, References, ToolCall, Unpacked
from handrail.phone.phone import Phone
from integrations.frameworks.stage import call

SEEN = References("", Phone(churn=False).screen())


@pytest.mark.parametrize(
    ("asked", "action"),
    [
        (call("click", x=1, y=2, button="left"), Action("click", point=(1, 2))),
        (call("double_click", x=1, y=2), Action("double_tap", point=(1, 2))),
        (call("drag", path=[(1, 2), (30, 40)]), Action("drag", point=(1, 2), to=(30, 40))),
        (call("scroll", x=500, y=900, scroll_x=0, scroll_y=300), Action("swipe", point=(500, 900), to=(500, 600))),
        (call("scroll", x=500, y=900, scroll_x=-300, scroll_y=0), Action("swipe", point=(500, 900), to=(800, 900))),
        (call("type", text="Taj"), Action("input", text="Taj")),
        (call("keypress", keys=["ENTER"]), Action("enter")),
        (call("keypress", keys=["Back"]), Action("back")),
        (call("keypress", keys=["ArrowUp"]), Action("press_key", target="DPAD_UP")),
        (call("keypress", keys=["VOLUME_UP"]), Action("press_key", target="VOLUME_UP")),
    ],
)
def test_openai(asked: ToolCall, action: Action) -> None:
    assert openai_meaning(asked, SEEN) == ActingCall(action, asked)


@pytest.mark.parametrize(
    ("arguments", "action"),
    [
        ({"action": "left_click", "coordinate": [1, 2]}, Action("click", point=(1, 2))),
        ({"action": "double_click", "coordinate": [1, 2]}, Action("double_tap", point=(1, 2))),
        (
            {"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [30, 40]},
            Action("drag", point=(1, 2), to=(30, 40)),
        ),
        (
            {"action": "scroll", "coordinate": [500, 1500], "scroll_direction": "down", "scroll_amount": 3},
            Action("swipe", point=(500, 1500), to=(500, 700)),
        ),
        ({"action": "type", "text": "Taj"}, Action("input", text="Taj")),
        ({"action": "key", "text": "XF86Back"}, Action("back")),
        ({"action": "key", "text": "BackSpace"}, Action("press_key", target="DEL")),
    ],
)
def test_anthropic(arguments: dict[str, Any], action: Action) -> None:
    asked = ToolCall("computer", arguments)
    assert anthropic_meaning(asked, SEEN) == ActingCall(action, asked)


@pytest.mark.parametrize(
    ("asked", "action"),
    [
        (call("click_at", x=1, y=2), Action("click", point=(1, 2))),
        (call("scroll_document", direction="up"), Action("scroll", direction="up")),
        (
            call("scroll_at", x=500, y=900, direction="up", magnitude=300),
            Action("swipe", point=(500, 900), to=(500, 1200)),
        ),
        (call("drag_and_drop", x=1, y=2, destination_x=3, destination_y=4), Action("drag", point=(1, 2), to=(3, 4))),
        (call("go_back"), Action("back")),
        (call("navigate", url="https://example.org"), Action("open_url", target="https://example.org")),
        (call("key_combination", keys=["enter"]), Action("enter")),
        (call("type_text", text="Taj", press_enter=False), Action("input", text="Taj")),
    ],
)
def test_google(asked: ToolCall, action: Action) -> None:
    assert google_meaning(asked, SEEN) == ActingCall(action, asked)


def test_typing_at_a_place_is_a_touch_and_typing_and_the_enter_key() -> None:
    meaning = google_meaning(call("type_text_at", x=1, y=2, text="Taj"), SEEN)
    assert isinstance(meaning, Unpacked)
    assert [called.name for called in meaning.calls] == ["click_at", "type_text", "key_combination"]
    entering = google_meaning(call("type_text", text="Taj", press_enter=True), SEEN)
    assert isinstance(entering, Unpacked)
    assert [called.arguments.get("press_enter") for called in entering.calls] == [False, None]


@pytest.mark.parametrize(
    "meaning",
    [
        openai_meaning(call("screenshot"), SEEN),
        openai_meaning(call("scroll", x=1, y=1, scroll_x=0, scroll_y=0), SEEN),
        anthropic_meaning(call("computer", action="screenshot"), SEEN),
        google_meaning(call("current_state"), SEEN),
    ],
)
def test_a_picture_touches_nothing(meaning: Any) -> None:
    assert meaning == Reads()


@pytest.mark.parametrize(
    "asked",
    [
        call("click", x=1, y=2, button="right"),
        call("click", x=1, y=2, button="left", keys=["SHIFT"]),
        call("click", x=1.5, y=2),
        call("click", x=True, y=2),
        call("click", x=1),
        call("drag", path=[(1, 2)]),
        call("drag", path=[(1, 2), (3, 4), (5, 6)]),
        call("drag", path=["12", "34"]),
        call("scroll", x=1, y=2, scroll_x=3, scroll_y=4),
        call("type", text="a\tb"),
        call("keypress", keys="ENTER"),
        call("keypress", keys=["CTRL", "C"]),
        call("keypress", keys=["66"]),
        call("keypress", keys=["the enter key"]),
        call("dance"),
    ],
)
def test_what_a_finger_cannot_do_is_refused(asked: ToolCall) -> None:
    assert isinstance(openai_meaning(asked, SEEN), NotUnderstood)


def test_a_place_is_one_only_on_a_screen_of_that_size() -> None:
    acts = openai_meaning(call("click", x=1, y=2, button="left"), SEEN)
    screen = SEEN.screen
    assert of_the_phone(acts, (screen.width_pixels, screen.height_pixels), screen) is acts
    assert of_the_phone(acts, None, screen) is acts
    assert isinstance(of_the_phone(acts, (1, 1), screen), NotUnderstood)
    assert of_the_phone(acts, (1, 1), Screen("", "", (), 0, 0)) is acts
