"""What is known of an action before it runs, and which actions are asked about."""

from typing import Any

import pytest

from handrail.app.consequence import Kind
from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.sentinel.judge.prospect import Prospect, prospect_of
from handrail.sentinel.scenario import read_scenario
from sentinel.judge.trajectories import chat, message, on, screen


def test_what_commits_something_says_what_and_to_whom() -> None:
    shown = chat("Maria", typed="I come at six")
    (sent,) = prospect_of(shown, on(shown, "Send")).commits
    assert sent.kind is Kind.MESSAGE
    assert {detail.name: detail.value for detail in sent.details}["text"] == "I come at six"


def test_looking_on_and_leading_somewhere_count_for_nothing() -> None:
    shown = screen("Maria", "Next page", "Settings")
    assert not prospect_of(shown, Action("scroll", direction="down")).counts
    assert not prospect_of(shown, Action("home")).counts
    assert not prospect_of(shown, Action("wait")).counts


def test_what_nobody_knows_counts_and_says_why() -> None:
    shown = screen("Maria", "Frobnicate")
    assert "Frobnicate" in prospect_of(shown, on(shown, "Frobnicate")).unknown
    assert prospect_of(shown, Action("uninstall", target="com.example.chat")).counts


def test_a_text_that_stays_in_its_field_is_written_and_one_that_looks_something_up_is_not() -> None:
    before = message("I come at six").steps[1]
    assert before.action is not None
    written = prospect_of(before.screen, before.action)
    assert (written.writes, written.counts) == (True, False)


def of(do: Any, *lines: str) -> Prospect:
    """What is known of an action on a screen of such lines."""
    (step,) = read_scenario({"request": "do it", "screen": list(lines), "do": do}, "here").steps
    return prospect_of(step.screen, step.action)


@pytest.mark.parametrize("box", ["box off", "box on", "switch off", "radio off"])
def test_what_a_later_button_takes_along_is_chosen(box: str) -> None:
    chosen = of({"tap": "I hold a licence"}, "Application", f"{box}: I hold a licence", "field: Name", "button: Submit")
    assert chosen.chooses
    assert chosen.counts


def test_entries_that_are_marked_wait_for_what_is_done_with_them() -> None:
    counted = of({"tap": "b.jpg"}, "2 selected", "box on: a.jpg", "box off: b.jpg", "button: Delete")
    assert not counted.counts
    taken = of({"tap": "Delete"}, "2 selected", "box on: a.jpg", "box on: b.jpg", "button: Delete")
    assert taken.commits


def entries(title: str, *labels: str) -> Screen:
    """A page of that title with a list."""
    rows = tuple(
        Element("android.widget.TextView", text=label, clickable=True, bounds=Bounds(0, top, 1080, top + 150))
        for top, label in zip(range(300, 2000, 150), labels, strict=False)
    )
    listing = Element("android.widget.ListView", bounds=Bounds(0, 300, 1080, 2300), children=rows)
    bar = Element("android.widget.TextView", text=title, bounds=Bounds(0, 100, 1080, 250))
    root = Element("android.widget.FrameLayout", bounds=Bounds(0, 0, 1080, 2400), children=(bar, listing))
    return Screen("com.example.chat", ".Main", (root,), 1080, 2400)


def test_an_entry_leads_to_what_it_is_about_unless_the_page_asks_who_gets_it_or_it_says_what_it_does() -> None:
    chats, receivers, menu = (
        entries(title, "Maria", "Paul", "Delete chat") for title in ("Chats", "Forward to…", "Paul")
    )
    assert not prospect_of(chats, on(chats, "Paul")).counts
    assert "who gets it" in prospect_of(receivers, on(receivers, "Paul")).unknown
    assert "delete" in prospect_of(menu, on(menu, "Delete chat")).unknown


def test_an_entry_with_a_namesake_is_a_choice() -> None:
    found = entries("Search", "My bank", "Maps", "My bank")
    assert prospect_of(found, on(found, "My bank")).has_twin
    assert not prospect_of(found, on(found, "Maps")).counts


@pytest.mark.parametrize("widget", ["CheckBox", "RadioButton"])
def test_a_row_that_turns_the_box_in_it_is_a_choice(widget: str) -> None:
    def row(number: int, words: str, box: str) -> Element:
        def place(left: int, right: int) -> Bounds:
            return Bounds(left, 300 * number, right, 300 * number + 200)

        inside = Element(f"android.widget.{box}", checkable=box != "ImageView", bounds=place(0, 100))
        said = Element("android.widget.TextView", text=words, resource_id="android:id/title", bounds=place(100, 1080))
        children = (inside, said)
        return Element("android.widget.LinearLayout", clickable=True, bounds=place(0, 1080), children=children)

    rows = (row(1, "Everyone", widget), row(2, "Friends", widget), row(3, "Details", "ImageView"))
    save = Element("android.widget.Button", text="Save", clickable=True, bounds=Bounds(0, 1500, 1080, 1650))
    sheet = Element("android.widget.FrameLayout", bounds=Bounds(0, 0, 1080, 2400), children=(*rows, save))
    shown = Screen("com.example.run", ".Share", (sheet,), 1080, 2400)
    assert prospect_of(shown, on(shown, "Everyone")).chooses
    assert not prospect_of(shown, on(shown, "Details")).chooses
