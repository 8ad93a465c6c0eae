"""A screen is asked for an element by its words."""

import pytest

from handrail.device.element import Element, identify
from handrail.device.screen import Screen
from handrail.error import Misuse

FIELD = Element("android.widget.EditText", hint="Message", clickable=True)
TITLE = Element("android.widget.TextView", "Send")
BUTTON = Element("android.widget.Button", "Send", clickable=True)
ICON = Element("android.widget.ImageView", description="More", clickable=True)
FRAME = Element("android.widget.FrameLayout", children=(TITLE, FIELD, BUTTON, ICON, ICON))
SCREEN = Screen("com.example.chat", ".Chat", (FRAME,), 1080, 2400)


@pytest.mark.parametrize(("words", "path", "element"), [("Message", (0, 1), FIELD), ("Send", (0, 2), BUTTON)])
def test_an_element_is_found_by_its_words_and_of_several_the_one_that_can_be_touched(
    words: str, path: tuple[int, ...], element: Element
) -> None:
    assert SCREEN.find(words) == identify(path, element)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Sent", "no element of com.example.chat says 'Sent'; did you mean 'Send'"),
        ("Delete", "no element of com.example.chat says 'Delete'; it says 'Send', 'Message', 'More'"),
        ("More", r"2 elements say 'More': \(0, 3\) ImageView, \(0, 4\) ImageView; pin one down"),
        ("", "no element of com.example.chat says ''"),
    ],
)
def test_what_is_not_there_or_there_twice_is_said_with_what_is(words: str, said: str) -> None:
    with pytest.raises(Misuse, match=said):
        SCREEN.find(words)


def test_a_screen_without_words_says_so() -> None:
    with pytest.raises(Misuse, match="it says nothing at all"):
        Screen("com.example", ".", (), 1080, 2400).find("Send")
