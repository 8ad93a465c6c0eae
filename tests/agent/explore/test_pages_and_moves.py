"""Which screens are one page, what may be done on it, and what is left alone."""

import pytest

from guard.hand import on
from handrail.agent.explore.harmless import is_harmless
from handrail.agent.explore.move import move_of, moves_on
from handrail.agent.explore.page_shape import PageShape, shape_of
from handrail.app.generic.page import Page
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.phone.apps.misbehaving.lookalike_bank import PACKAGE as LOGIN
from handrail.phone.apps.misbehaving.lookalike_bank import lookalike_bank
from handrail.phone.phone import Phone


def opened(package: str, *touched: str, seed: int = 0) -> Phone:
    phone = Phone(seed=seed, churn=False)
    phone.install(lookalike_bank)
    phone.launch(package)
    for words in touched:
        element = on(phone.screen(), words).element
        assert element is not None
        phone.tap(*element.bounds.center)
    return phone


def shape(phone: Phone) -> PageShape:
    return shape_of(Page.of(phone.screen()))


def labels(phone: Phone) -> list[str]:
    return [move.label for move in moves_on(phone.screen(), Page.of(phone.screen()))]


def harmless(phone: Phone) -> set[str]:
    screen = phone.screen()
    page = Page.of(screen)
    return {move.label for move in moves_on(screen, page) if is_harmless(screen, page, move.action)}


CONTACTS, CLOCK, MAIL = "com.example.contacts", "com.example.clock", "com.example.mail"


def test_the_pages_of_two_people_are_one_page_and_a_list_is_one_wherever_it_is_scrolled() -> None:
    assert shape(opened(CONTACTS, "Elena Petrova")) == shape(opened(CONTACTS, "Hugo Lambert"))
    listed = opened("com.example.restaurants")
    before = shape(listed)
    listed.swipe(500, 1800, 500, 600)
    assert shape(listed) == before
    assert shape(opened("com.example.restaurants", seed=9)) == before


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ((CONTACTS,), (CONTACTS, "Grace Kim")),
        ((CLOCK,), (CLOCK, "Timer")),
        ((MAIL,), (MAIL, "Sent")),
        ((CONTACTS, "Grace Kim"), (CONTACTS, "Grace Kim", "Delete")),
    ],
)
def test_another_page_another_tab_and_a_dialog_are_other_pages(first: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert shape(opened(*first)) != shape(opened(*other))


def test_a_dialog_is_all_that_can_be_touched_where_one_is_in_front() -> None:
    assert set(labels(opened(CONTACTS, "Grace Kim", "Delete"))) == {"Cancel", "Delete"}


def test_switches_and_fields_that_are_not_for_searching_are_no_moves() -> None:
    assert not {"User name", "Password"} & set(labels(opened(LOGIN)))
    assert "Search contacts" in labels(opened(CONTACTS))
    alarms = opened(CLOCK).screen()
    page = Page.of(alarms)
    switches = {page.index.path_of(switch.number) for switch in page.switches}
    touched = {move.action.element.path for move in moves_on(alarms, page) if move.action.element is not None}
    assert switches
    assert not switches & touched


def test_a_move_is_known_again_by_the_action_that_was_recorded() -> None:
    for package in (CONTACTS, CLOCK, MAIL, "com.android.settings", "com.example.restaurants"):
        screen = opened(package).screen()
        page = Page.of(screen)
        for move in moves_on(screen, page):
            assert move_of(page, move.action) == move


def test_what_commits_and_what_nobody_knows_is_left_alone() -> None:
    person = harmless(opened(CONTACTS, "Grace Kim"))
    assert "Edit" in person
    assert not {"Delete", "Add to favorites", "Share"} & person
    assert harmless(opened(CONTACTS, "Grace Kim", "Delete")) == {"Cancel"}
    assert "Allow access" not in harmless(opened("com.example.photos"))


def test_beside_switches_that_take_effect_at_once_an_entry_may_do_so_too() -> None:
    assert harmless(opened("com.android.settings", "Network & internet")) == {"Navigate up"}
    assert "Network & internet" in harmless(opened("com.android.settings"))


def test_a_view_of_another_app_is_left_alone() -> None:
    def shown(package: str) -> Screen:
        button = Element("Button", "Show", package=package, bounds=Bounds(0, 0, 100, 100), clickable=True)
        window = Element("Frame", package="com.own", bounds=Bounds(0, 0, 100, 200), children=(button,))
        return Screen("com.own", ".Main", (window,), 100, 200)

    for package in ("com.own", "com.other"):
        screen = shown(package)
        page = Page.of(screen)
        (move,) = moves_on(screen, page)
        assert is_harmless(screen, page, move.action) == (package == "com.own")
