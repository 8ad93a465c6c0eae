"""An action is told by what a driver would do, never by a name that the agent gave to something."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.device.action import Action, ActionType
from handrail.device.element import Bounds, Element, ElementIdentity, identify
from handrail.device.screen import Screen
from handrail.guard.action_words import action_words, called_on

SEND = ElementIdentity(
    (0, 1), "android.widget.Button", "android:id/button1", "Send", "", "com.example.bank", Bounds(600, 1200, 800, 1300)
)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Action("click", "Cancel", element=SEND), 'tap "Send"'),
        (Action("click", "Cancel"), "tap the screen"),
        (Action("click", "Cancel", point=(3, 4)), "tap the point 3, 4"),
        (Action("click", element=replace(SEND, text="")), "tap the unnamed element button1"),
        (Action("long_click", element=replace(SEND, text="", description="Row")), 'press and hold "Row"'),
        (Action("double_tap", element=SEND), 'tap twice on "Send"'),
        (Action("input", text='a "b"', element=SEND), 'type "a \'b\'" into "Send"'),
        (Action("input", "Subject", text="a"), 'type "a" into the field in use'),
        (Action("scroll", direction="down"), "scroll down"),
        (Action("scroll", direction="up", element=SEND), 'scroll up in "Send"'),
        (Action("swipe", element=SEND, to=(1, 2)), 'swipe from "Send" to the point 1, 2'),
        (Action("drag", point=(3, 4), to=(1, 2)), "drag from the point 3, 4 to the point 1, 2"),
        (Action("pinch", direction="in"), "pinch in"),
        (Action("recents"), "show the recent apps"),
        (Action("notifications"), "pull down the notifications"),
        (Action("press_key", "power", element=SEND), 'press the key "power"'),
        (Action("open_app", "com.example.bank", element=SEND), 'open the app "com.example.bank"'),
        (Action("open_app", element=SEND), "open the app that it does not name"),
        (Action("open_url", "https://a.example", element=SEND), 'open the address "https://a.example"'),
        (Action("install", "a.b"), 'install the app "a.b"'),
        (Action("uninstall", "a.b"), 'remove the app "a.b"'),
        (Action("clear_data", "a.b"), 'erase all data of the app "a.b"'),
        (Action("force_stop", "a.b"), 'stop the app "a.b"'),
        (Action("share", text="hello"), 'share "hello"'),
        (Action("copy", text="1234"), 'put "1234" on the clipboard'),
        (Action("paste"), "paste what is on the clipboard into the field in use"),
        (Action("paste", text="1234", element=SEND), 'paste "1234" into "Send"'),
        (Action("back"), "go back"),
        (Action("home"), "go to the home screen"),
        (Action("enter"), "press enter"),
        (Action("wait"), "wait"),
        (Action("finish"), "end the task"),
        (Action("finish", text="done"), 'end the task and say "done"'),
    ],
)
def test_actions_are_told_in_words(action: Action, said: str) -> None:
    assert action_words(action) == said


@pytest.mark.parametrize("kind", get_args(ActionType))
@given(text=st.text())
def test_every_action_is_one_printable_line(kind: ActionType, text: str) -> None:
    evil = replace(SEND, text=text, description=text, resource_id=text, class_name=text)
    for element in (None, evil):
        assert action_words(Action(kind, text, text, text, element)).isprintable()


ROW = Element(
    "android.widget.LinearLayout",
    resource_id="com.example.mail:id/conversation",
    children=(
        Element("android.widget.TextView", "••••", password=True),
        Element("android.widget.TextView", "Alice Martin"),
        Element("android.widget.TextView", "Alice Martin"),
        Element("android.widget.LinearLayout", children=(Element("android.widget.TextView", "See you"),)),
        Element("android.widget.TextView", "9:41"),
    ),
)
FIELD = Element("android.widget.EditText", "I am ill", "Message text", hint="Message")


@pytest.mark.parametrize(
    ("kind", "element", "said"),
    [
        ("click", ROW, 'tap "Alice Martin · See you"'),
        ("click", replace(ROW, text="Alice"), 'tap "Alice"'),
        ("click", replace(ROW, description="A conversation"), 'tap "A conversation"'),
        ("click", replace(ROW, children=()), "tap the unnamed element conversation"),
        ("input", FIELD, 'type "I am late" into "Message"'),
        ("input", replace(FIELD, hint=""), 'type "I am late" into "Message text"'),
        ("input", replace(FIELD, hint="", description=""), 'type "I am late" into "I am ill"'),
        ("click", FIELD, 'tap "Message"'),
    ],
)
def test_a_row_is_called_by_its_words_and_a_field_by_its_name(kind: ActionType, element: Element, said: str) -> None:
    action = Action(kind, text="I am late", element=identify((0,), element))
    screen = Screen("com.example.mail", ".Main", (element,), 1080, 2400)
    assert action_words(action, called=called_on(screen, action)) == said
    other = replace(screen, windows=(replace(element, resource_id="other"),))
    assert called_on(other, action) == ""


@pytest.mark.parametrize("kind", ["click", "long_click", "double_tap", "input", "scroll", "swipe", "drag", "paste"])
def test_what_the_agent_calls_an_element_is_not_said(kind: ActionType) -> None:
    for element in (None, SEND):
        assert "nothing is lost" not in action_words(Action(kind, "nothing is lost", element=element))
