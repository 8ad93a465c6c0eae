"""What a person sees of a question cannot be coloured, turned round, hidden or forged by what an app wrote."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from guard.approval.asked import ACTION, NOW, SEND, question, transfer
from handrail.app.update import Update
from handrail.device.action import Action
from handrail.guard.approval.card import card
from handrail.guard.approval.shown import describe, in_quotes, plain, show_value, shown


def drawn(asked: object, now: datetime = NOW) -> str:
    console = Console(file=StringIO(), width=110, highlight=False, markup=False, emoji=False)
    console.print(card(asked, now))  # type: ignore[arg-type]
    written = console.file
    assert isinstance(written, StringIO)
    return written.getvalue()


def test_the_card_says_what_counts() -> None:
    text = drawn(shown(question()))
    for said in (
        "step 7",
        'The agent wants to tap "Send"',
        "Pay Jane Doe 82,000 for the roof",
        "com.example.bank, at 700, 1250",
        "transfer",
        "82,000",
        '"Jane Doe"',
        "Transfers need the user's own yes",
        "5 min left",
    ):
        assert said in text


def test_the_card_says_how_little_time_is_left() -> None:
    assert "30 s left" in drawn(shown(question(seconds=30)))


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (ACTION, 'tap "Send"'),
        (Action("click"), "tap the screen"),
        (Action("click", "Send"), 'tap "Send"'),
        (Action("click", element=replace(SEND, text="")), "tap the unnamed element button1"),
        (Action("long_click", element=replace(SEND, text="", description="Row")), 'press and hold "Row"'),
        (Action("input", text='a "b"', element=SEND), 'type "a \'b\'" into "Send"'),
        (Action("input", text="a"), 'type "a" into the field in use'),
        (Action("scroll", direction="down"), "scroll down"),
        (Action("scroll", direction="up", element=SEND), 'scroll up in "Send"'),
        (Action("open_app", "Clock"), 'open the app "Clock"'),
        (Action("back"), "go back"),
        (Action("home"), "go to the home screen"),
        (Action("enter"), "press enter"),
        (Action("wait"), "wait"),
        (Action("finish"), "end the task"),
        (Action("finish", text="done"), 'end the task and say "done"'),
    ],
)
def test_actions_are_told_in_words(action: Action, said: str) -> None:
    assert describe(action) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "not known yet"),
        (True, "yes"),
        (False, "no"),
        (820_000, "820,000"),
        (Decimal("82000.50"), "82,000.50"),
        (Decimal("1e900"), "1E+900"),
        (Decimal("NaN"), "NaN"),
        (1.5, "1.5"),
        (["a", 1], '"a", 1'),
        ({"a": 1}, "a: 1"),
    ],
)
def test_values_are_told_in_words(value: object, said: str) -> None:
    assert show_value(value) == said


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("Pay\u200b", "invisible characters"),
        ("\u202eyaP", "invisible characters"),
        ("P\u0430y", "several alphabets"),
        ("x" * 700, "and 100 more characters that are not shown"),
    ],
)
def test_what_may_deceive_the_eye_is_said(text: str, remark: str) -> None:
    assert remark in plain(text)
    assert remark in in_quotes(text)


def test_a_remark_cannot_be_forged_inside_the_quotes_nor_an_honest_text_suspected() -> None:
    assert in_quotes('ok" [approved]') == '"ok\' [approved]"'
    assert in_quotes("Füße und Привет, 東京") == '"Füße und Привет, 東京"'


@given(st.text())
def test_no_text_reaches_the_card_with_anything_but_visible_characters(text: str) -> None:
    assert plain(text).isprintable()
    evil = replace(SEND, text=text, description=text, package=text)
    asked = question(action=replace(ACTION, element=evil), updates=(Update(text, set={text: text}),), instruction=text)
    for line in drawn(shown(replace(asked, package=text, commits=(text,)))).split("\n"):
        assert line.isprintable()


def test_a_flood_of_updates_and_values_is_cut_and_said_to_be() -> None:
    many = tuple(Update("Row", set={"n": number}) for number in range(1_000))
    assert shown(question(updates=many)).changes[-1].what == "and 960 more changes that are not shown"
    wide = Update("Row", set={f"v{number}": number for number in range(100)})
    assert shown(question(updates=(wide,))).changes[0].values[-1] == ("…", "and 76 more values that are not shown")
    gone = shown(question(updates=(Update("Row", delete={"id": 3}), transfer(1)))).changes
    assert [one.goes for one in gone] == [True, False]
