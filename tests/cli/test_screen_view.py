"""What a person who acts by hand sees of a screen."""

from io import StringIO

import pytest
from rich.console import Console

from handrail.agent.by_hand import choices_on
from handrail.cli.screen_view import lines_on, render_screen
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.phone.phone import Phone

EDIT, BUTTON, TEXT = "android.widget.EditText", "android.widget.Button", "android.widget.TextView"


def element(class_name: str, text: str = "", *children: Element, **more: object) -> Element:
    return Element(class_name, text, bounds=Bounds(0, 0, 100, 50), children=children, **more)  # type: ignore[arg-type]


def screen(*elements: Element) -> Screen:
    return Screen(
        "com.example.app", "com.example.app.LoginActivity", (element("android.view.View", "", *elements),), 100, 200
    )


def shown(of: Screen, width: int) -> list[str]:
    console = Console(file=StringIO(), width=width)
    console.print(render_screen(of, choices_on(of)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


def test_what_can_be_touched_has_a_number_and_what_can_be_read_has_none() -> None:
    row = element(
        "android.view.View",
        "",
        element(TEXT, "08:30"),
        element("Switch", "Alarm", checkable=True, clickable=True),
        clickable=True,
    )
    found = lines_on(screen(element(TEXT, "Alarms"), row, element(BUTTON, "Add", clickable=True, enabled=False)), ())
    assert [(line.number, line.words) for line in found] == [
        (None, "Alarms"),
        (None, "08:30"),
        (None, "Alarm"),
        (None, "Add"),
    ]
    of = screen(element(TEXT, "Alarms"), row, element(BUTTON, "Add", clickable=True))
    found = lines_on(of, choices_on(of))
    assert [(line.number, line.kind, line.words) for line in found] == [
        (None, "", "Alarms"),
        (1, "", "08:30"),
        (2, "off", "Alarm"),
        (3, "button", "Add"),
    ]


def test_a_field_says_its_name_and_a_password_field_only_dots() -> None:
    of = screen(
        element(EDIT, "maria", hint="User"),
        element(EDIT, "", hint="Mail"),
        element(EDIT, "hunter2", hint="PIN", password=True),
    )
    found = lines_on(of, choices_on(of))
    assert [(line.kind, line.words) for line in found] == [
        ("field", "User: maria"),
        ("field", "Mail"),
        ("password", "PIN: ••••"),
    ]
    assert choices_on(of)[2].identity.text == "hunter2", "an action names the element as the phone has it"


def test_a_text_from_the_screen_is_one_line_without_control_characters() -> None:
    of = screen(element(BUTTON, "Pay\n\x1b[31m900 €\u202e", clickable=True))
    assert any("Pay [31m900 €" in line for line in shown(of, 80))


@pytest.mark.parametrize("width", [80, 120])
def test_no_line_of_any_first_page_is_wider_than_the_terminal_or_broken(width: int) -> None:
    for package in [name for name, found in Phone(churn=False).packages.items() if found.manifest.in_launcher]:
        phone = Phone(churn=False)
        phone.launch(package)
        lines = shown(phone.screen(), width)
        assert max(map(len, lines)) <= width
        starts = {int(line.split()[0]) for line in lines if line.split() and line.split()[0].isdecimal()}
        assert starts >= set(range(1, len(choices_on(phone.screen())) + 1)), package
