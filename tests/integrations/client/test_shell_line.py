"""A line for a phone's shell reads, is one action, or does not run; and its words are what is run."""

from dataclasses import replace

import pytest

from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.integrations.client.shell_line import read_line
from handrail.integrations.meaning import Acts, NotUnderstood, Reads, resolved

FIELD = Element("android.widget.EditText", text="Blue", bounds=Bounds(0, 100, 400, 200), focused=True)
SCREEN = Screen("a", "a.Main", (Element("F", bounds=Bounds(0, 0, 9, 9), children=(FIELD,)),), 9, 9)


def action(line: str, screen: Screen = SCREEN) -> Action:
    meaning = read_line(line).meaning
    assert isinstance(meaning, Acts), meaning
    meant = resolved(meaning.act, screen)
    assert isinstance(meant, Action), meant
    return meant


@pytest.mark.parametrize(
    "line",
    [
        "getprop",
        "getprop ro.serialno",
        "wm size",
        "date +%s",
        "dumpsys package com.example.clock",
        "pm list packages -3",
        "screencap -p",
        "settings get global airplane_mode_on",
        "cat '/proc/net/tcp'",
    ],
)
def test_a_line_that_reads(line: str) -> None:
    assert read_line(line).meaning == Reads()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("input tap 210 1022", Action("click", point=(210, 1022))),
        ("input touchscreen tap 210 1022", Action("click", point=(210, 1022))),
        ("input swipe 10 20 10 900 300", Action("swipe", point=(10, 20), to=(10, 900))),
        ("input swipe 10 20 11 21", Action("click", point=(10, 20))),
        ("input swipe 10 20 10 20 900", Action("long_click", point=(10, 20))),
        ("input draganddrop 1 2 3 400 500", Action("drag", point=(1, 2), to=(3, 400))),
        ("sh -c 'input tap 1 2'", Action("click", point=(1, 2))),
        ("input keyevent KEYCODE_BACK", Action("back")),
        ("input keyevent 66", Action("enter")),
        ("input keyevent 24", Action("press_key", target="24")),
        ("input text ' Harbor'", Action("input", text="Blue Harbor")),
        ("monkey -p com.example.clock -c android.intent.category.LAUNCHER 1", Action("open_app", "com.example.clock")),
        ("am force-stop com.example.clock", Action("force_stop", "com.example.clock")),
        ("pm clear com.example.clock", Action("clear_data", "com.example.clock")),
        ("pm uninstall com.example.clock", Action("uninstall", "com.example.clock")),
        (
            "am start -a android.intent.action.VIEW -d 'https://example.org/?a=1&b=2'",
            Action("open_url", "https://example.org/?a=1&b=2"),
        ),
    ],
)
def test_a_line_that_is_an_action(line: str, meant: Action) -> None:
    assert action(line) == meant


@pytest.mark.parametrize(
    "line",
    [
        "",
        "input tap 1",
        "input tap 1 2 3",
        "input tap -1 2",
        "input tap 1e3 2",
        "input tap 1 2; input tap 3 4",
        "input tap 1 2 & input tap 3 4",
        "input tap 1 2\ninput tap 3 4",
        "wm size | sh",
        "wm size > /sdcard/x",
        "wm size 100x100",
        "getprop $(input tap 1 2)",
        "getprop `input`",
        "getprop 'x",
        "input keyevent 66 66",
        "input keyevent --longpress 66",
        "input text é",
        "input motionevent DOWN 1 2",
        "monkey -p com.example.clock 50",
        "pm clear --user 0 com.example.clock",
        "pm clear 'x; reboot'",
        "pm install /sdcard/a.apk",
        "am start -n com.example.clock/.Main",
        "dumpsys battery set level 1",
        "date -s 2020",
        "date 010203042020",
        "settings put global airplane_mode_on 1",
        "reboot",
        "sh -c 'input tap 1 2; input tap 3 4'",
        "input swipe 10 20 11 21 900",
        "input swipe 10 20 10 20 400",
        "input draganddrop 1 2 3 4 500",
        "handrail finish",
    ],
)
def test_a_line_that_does_not_run(line: str) -> None:
    meaning = read_line(line).meaning
    assert isinstance(meaning, NotUnderstood)
    assert meaning.reason


def test_what_is_sent_are_the_words_that_were_judged() -> None:
    assert read_line("input  text 'a $HOME b'").line == "input text 'a $HOME b'"
    assert read_line(["input", "tap", "1", "2"]).line == "input tap 1 2"
    assert read_line("sh -c 'input tap 1 2'").line == "input tap 1 2"
    assert isinstance(read_line(["input", "tap", "1", "2; reboot"]).meaning, NotUnderstood)


def test_what_an_empty_field_shows_is_not_what_is_added_to() -> None:
    empty = replace(FIELD, text="Find a table", hint="Find a table")
    hidden = replace(FIELD, text="1234", password=True)
    for field in (empty, hidden):
        screen = replace(SCREEN, windows=(replace(SCREEN.windows[0], children=(field,)),))
        assert action("input text Blue", screen).text == "Blue"
