"""What `receive` says is what the simulated phone does, whatever stands on it; and what it says of awkward screens."""

import asyncio
from dataclasses import replace
from typing import TypeAlias, get_args

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from device.random_app import KINDS, RAN, Branch, branches, phone_with
from device.strategies import screens
from handrail.device.action import Action, ActionType, Point
from handrail.device.device import Executed, Refused, StaleScreen
from handrail.device.element import Bounds, Element, identify
from handrail.device.reception import Event, Received, Unclear, receive
from handrail.device.screen import Screen
from handrail.phone.device import PhoneDevice
from handrail.phone.phone import Phone

TOUCHES: tuple[ActionType, ...] = ("click", "long_click", "double_tap")
MOVES = ("scroll", "swipe", "drag")
DIRECTIONS = ("up", "down", "left", "right")
Windows: TypeAlias = tuple[Branch, Branch | None, Branch | None]
WINDOWS = st.tuples(branches, st.none() | branches, st.none() | branches)
points = st.tuples(st.integers(0, 1079), st.integers(0, 2399))


def handlers(events: tuple[Event, ...], screen: Screen) -> list[tuple[str, str]]:
    """The handlers of the random app that events run."""
    found = []
    for sent in events:
        if sent.path is None:  # it goes to the phone and to no view
            continue
        element = screen.at(sent.path)
        assert element is not None
        name = element.resource_id.rpartition("/")[2]
        field = element.class_name.endswith("EditText")
        if sent.kind == "enter" or (sent.kind == "click" and element.clickable and not field):
            found.append((sent.kind, name))
        if sent.kind == "long_click" and element.long_clickable and not field:
            found.append((sent.kind, name))
    return found


def agrees(phone: Phone, action: Action) -> None:
    """Carry an action out, and compare with what was said about it."""
    before, screen = phone.snapshot(), phone.screen()
    RAN.clear()
    said = receive(action, screen)
    done = asyncio.run(PhoneDevice(phone).execute(action))
    event(f"{action.type}: {type(said).__name__}")
    match said:
        case StaleScreen() | Refused():
            assert done == said
            assert RAN == []
            assert phone.screen() == screen
        case Unclear():
            assert done == Executed()
        case Received(events, path):
            assert done == Executed()
            if action.type in MOVES:
                assert set(RAN) <= set(handlers(events, screen))
            else:
                assert handlers(events, screen) == RAN
            if action.type == "input" and path is not None:
                typed = phone.screen().at(path)
                assert typed is not None
                assert (typed.text, typed.focused) == (action.text, True)
    phone.restore(before)


@settings(max_examples=60, deadline=None)
@given(WINDOWS)
@pytest.mark.slow
def test_the_view_that_is_told_is_the_one_whose_handler_runs(
    windows: Windows,
) -> None:
    phone = phone_with(*windows)
    for identity in phone.screen().identities():
        for kind in TOUCHES:
            agrees(phone, Action(kind, element=identity))
        agrees(phone, Action("input", text="abc", element=identity))


@settings(max_examples=60, deadline=None)
@given(WINDOWS, points, st.sampled_from(TOUCHES))
def test_so_is_the_view_under_a_bare_point(windows: Windows, point: Point, kind: ActionType) -> None:
    agrees(phone_with(*windows), Action(kind, point=point))


@settings(max_examples=60, deadline=None)
@given(WINDOWS, st.sampled_from(MOVES), st.sampled_from(DIRECTIONS), st.none() | points, st.integers(0, 30))
def test_a_finger_that_moves_runs_nothing_that_was_not_told(
    windows: Windows,
    kind: ActionType,
    direction: str,
    to: Point | None,
    number: int,
) -> None:
    phone = phone_with(*windows)
    identity = phone.screen().identities()[number % len(phone.screen().identities())]
    agrees(phone, Action(kind, direction=direction, element=identity, to=to))


@settings(max_examples=60, deadline=None)
@given(WINDOWS, st.integers(0, 30))
def test_enter_and_typing_go_to_the_view_with_the_focus(windows: Windows, number: int) -> None:
    phone = phone_with(*windows)
    fields = [identity for identity in phone.screen().identities() if identity.class_name.endswith("EditText")]
    if fields:
        asyncio.run(PhoneDevice(phone).execute(Action("input", text="first", element=fields[number % len(fields)])))
    for action in (
        Action("enter"),
        Action("press_key", "KEYCODE_ENTER"),
        Action("input", text="x"),
        Action("press_key", "TAB"),
    ):
        agrees(phone, action)


@given(screens, st.sampled_from(get_args(ActionType)), st.none() | points, st.none() | st.sampled_from(DIRECTIONS))
def test_there_is_an_answer_for_every_action_on_every_screen(
    screen: Screen, kind: ActionType, point: Point | None, direction: str | None
) -> None:
    for named in (None, screen.identities()[-1]):
        said = receive(Action(kind, "KEYCODE_A", "text", direction, named, point, point), screen)
        assert isinstance(said, Received | Unclear | StaleScreen | Refused)


# Awkward screens

SHOP = "com.shop"


def view(name: str, *children: Element, top: int = 0, high: int = 100, package: str = SHOP, **flags: bool) -> Element:
    kind = "android.widget.EditText" if name == "field" else "android.view.View"
    return Element(
        kind, name, package=package, bounds=Bounds(0, top, 1000, top + high), children=children,
        **flags,  # type: ignore[arg-type]  # flags of an element
    )  # fmt: skip


def screen_of(*windows: Element, package: str = SHOP) -> Screen:
    return Screen(package, ".Main", windows, 1000, 2000)


def action_on(screen: Screen, name: str, kind: ActionType = "click", **more: str) -> Action:
    path = next(path for path, element in screen.walk() if element.text == name)
    element = screen.at(path)
    assert element is not None
    return Action(kind, element=identify(path, element), **more)  # type: ignore[arg-type]  # texts and directions


def kinds(said: object) -> list[tuple[str, object]]:
    assert isinstance(said, Received)
    return [(happened.kind, happened.path) for happened in said.events]


def test_words_in_a_button_are_the_button() -> None:
    screen = screen_of(view("page", view("pay", view("words"), clickable=True), high=2000))
    assert kinds(receive(action_on(screen, "words"), screen)) == [("click", (0, 0))]
    assert kinds(receive(action_on(screen, "words", "long_click"), screen)) == [("click", (0, 0))]
    assert kinds(receive(action_on(screen, "words", "double_tap"), screen)) == [
        ("click", (0, 0)), ("click", (0, 0)), ("double_tap", (0, 0)),
    ]  # fmt: skip


def test_a_dialog_of_the_app_in_front_takes_every_touch_and_that_of_another_app_only_its_own() -> None:
    page = view("page", view("buy", clickable=True), high=2000)
    dialog = view("dialog", view("ok", top=1000, clickable=True), top=1000)
    assert receive(action_on(screen_of(page, dialog), "buy"), screen_of(page, dialog)) == Refused(
        "a dialog lies over it; answer the dialog first"
    )
    beside = replace(dialog, package="com.other")
    assert kinds(receive(action_on(screen_of(page, beside), "buy"), screen_of(page, beside))) == [("click", (0, 0))]
    unknown = screen_of(page, replace(dialog, package=""))
    assert isinstance(receive(action_on(unknown, "buy"), unknown), Refused)
    over = screen_of(page, view("over", package="com.other", high=300))
    assert isinstance(receive(action_on(over, "buy"), over), Refused)


def test_an_element_without_a_package_has_that_of_what_it_stands_in() -> None:
    widget = view("widget", view("button", package="", clickable=True), package="com.widget")
    screen = screen_of(view("home", widget, view("icon", top=500, package="", clickable=True), high=2000))
    (event_,) = receive(action_on(screen, "button"), screen).events  # type: ignore[union-attr]
    assert event_.package == "com.widget"
    (event_,) = receive(action_on(screen, "icon"), screen).events  # type: ignore[union-attr]
    assert event_.package == SHOP


def test_only_a_field_takes_typing_and_no_line_break() -> None:
    page = view("page", view("send", clickable=True), view("field", top=300, clickable=True), high=2000)
    screen = screen_of(page)
    assert isinstance(receive(action_on(screen, "send", "input", text="x"), screen), Refused)
    assert isinstance(receive(action_on(screen, "field", "input", text="a\nb"), screen), Refused)
    assert isinstance(receive(action_on(screen, "field", "input", text="a\u2028"), screen), Refused)
    assert isinstance(receive(Action("input", text="x"), screen), Refused)
    said = receive(action_on(screen, "field", "input", text="x"), screen)
    assert kinds(said) == [("click", (0, 1)), ("input", (0, 1))]
    inside = screen_of(view("page", view("row", view("field"), clickable=True), high=2000))
    assert isinstance(receive(action_on(inside, "field", "input", text="x"), inside), Refused)


@pytest.mark.parametrize(
    ("focused", "kind"), [("field", "enter"), ("send", "click"), ("words", "enter"), ("nothing", "unclear")]
)
def test_enter_is_for_the_view_with_the_focus(focused: str, kind: str) -> None:
    parts = [view(name, top=100 * place, clickable=name != "words", focused=name == focused)
             for place, name in enumerate(("field", "send", "words"))]  # fmt: skip
    screen = screen_of(view("page", *parts, high=2000))
    said = receive(Action("enter"), screen)
    if kind == "unclear":
        assert isinstance(said, Unclear)
    else:
        assert [text for text, _ in kinds(said)] == [kind]
    assert receive(Action("press_key", "66"), screen) == said
    under = screen_of(*screen.windows, view("dialog", top=1000))
    assert isinstance(receive(Action("enter"), under), Unclear)


def test_keys_are_what_android_makes_of_them() -> None:
    screen = screen_of(view("page", view("field", focused=True, clickable=True), high=2000))
    named = {
        "BACK": "back",
        "4": "back",
        "KEYCODE_HOME": "home",
        "APP_SWITCH": "recents",
        "NOTIFICATION": "notifications",
    }
    for name, kind in named.items():
        assert kinds(receive(Action("press_key", name), screen)) == [(kind, None)]
    assert kinds(receive(Action("press_key", "VOLUME_UP"), screen)) == [("press_key", None)]
    assert kinds(receive(Action("press_key", "A"), screen)) == [("input", (0, 0))]
    assert kinds(receive(Action("press_key", "DEL"), screen)) == [("input", (0, 0))]
    assert kinds(receive(Action("press_key", "TAB"), screen)) == [("press_key", (0, 0))]
    assert isinstance(receive(Action("press_key", "CALL"), screen), Unclear)
    assert isinstance(receive(Action("press_key", "9999"), screen), Unclear)
    assert isinstance(receive(Action("press_key", "TELEPORT"), screen), Refused)


def test_a_short_way_is_a_touch_too_and_one_from_the_edge_is_the_systems() -> None:
    screen = screen_of(view("page", view("row", high=60, top=500, clickable=True), high=2000, scrollable=True))
    short = Action("swipe", point=(500, 530), to=(500, 540))
    assert kinds(receive(short, screen)) == [("swipe", (0, 0)), ("scroll", (0,)), ("click", (0, 0))]
    long = Action("swipe", point=(500, 530), to=(500, 900))
    assert kinds(receive(long, screen)) == [("swipe", (0, 0)), ("scroll", (0,))]
    assert kinds(receive(Action("swipe", point=(500, 5), to=(500, 900)), screen)) == [("notifications", None)]
    assert kinds(receive(Action("swipe", point=(500, 1990), to=(500, 900)), screen)) == [("home", None)]
    assert isinstance(receive(Action("swipe", point=(5, 900), to=(700, 900)), screen), Unclear)
    assert kinds(receive(action_on(screen, "row", "scroll", direction="down"), screen)) == [("scroll", (0,))]
    assert isinstance(receive(Action("scroll", direction="in"), screen), Refused)
    assert isinstance(receive(Action("drag", point=(5, 900)), screen), Refused)


def test_a_point_where_nothing_is_known_is_for_a_person() -> None:
    screen = screen_of(view("page", view("buy", clickable=True), high=1000))
    assert kinds(receive(Action("click", point=(10, 10)), screen)) == [("click", (0, 0))]
    assert isinstance(receive(Action("click", point=(10, 900)), screen), Unclear)
    assert isinstance(receive(Action("click", point=(10, 1900)), screen), Unclear)
    beside = screen_of(*screen.windows, view("dialog", top=500))
    assert isinstance(receive(Action("click", point=(10, 10)), beside), Unclear)


def test_what_is_switched_off_receives_nothing() -> None:
    screen = screen_of(view("page", view("buy", clickable=True, enabled=False), high=2000))
    assert kinds(receive(action_on(screen, "buy"), screen)) == []


def test_what_goes_to_the_phone_names_the_app_in_front_and_what_it_is_about() -> None:
    screen = screen_of(view("page", view("field", focused=True, clickable=True), high=2000))
    assert receive(Action("open_app", "com.bank"), screen) == Received((Event("open_app", None, SHOP, "com.bank"),))
    assert receive(Action("copy", text="x"), screen) == Received((Event("copy", None, SHOP, "x"),))
    assert isinstance(receive(Action("open_url"), screen), Refused)
    assert isinstance(receive(Action("paste"), screen), Unclear)
    assert receive(Action("paste", text="x"), screen) == Received((Event("input", (0, 0), SHOP, "x"),), (0, 0))
    assert isinstance(receive(Action("teleport"), screen), Refused)  # type: ignore[arg-type]  # what an agent invents


def test_the_random_app_has_every_kind_of_view() -> None:
    assert set(KINDS) == {"nothing", "button", "long", "both", "field", "off"}
