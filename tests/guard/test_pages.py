"""Of which apps only what the screen shows is known, after a page that came by itself."""

from dataclasses import replace

import pytest

from guard.stage import part, screen, window
from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.guard.pages import Doubtful, Pages

SHOP, CLOCK, NOTES = "com.example.shop", "com.example.clock", "com.example.notes"
EVERY = frozenset({SHOP, CLOCK, NOTES})
TAP, OPEN_CLOCK, TYPE, WAIT = Action("click"), Action("open_app", CLOCK), Action("input"), Action("wait")


def page(package: str, *names: str, over: Screen | None = None, activity: str = "") -> Screen:
    """A page of an app, or its window over that of another."""
    parts = [part(name, package=package, top=100 * number) for number, name in enumerate(names)]
    shown = screen(*(over.windows if over else ()), window(*parts, package=package), package=package)
    return replace(shown, activity=activity or f"{package}.Main")


CART = page(SHOP, "title", "item", "checkout")
ALARMS, RINGING = page(CLOCK, "title", "alarm"), page(CLOCK, "alarm_title", "dismiss", activity=f"{CLOCK}.Ringing")
STARTING = page(SHOP, "title", "checkout", "turning")


def after(shown: Screen, action: Action | None, *then: Screen) -> Doubtful:
    """What is doubtful on the last of some screens, of which the first is what the action led to, if there is one."""
    pages = Pages()
    for seen in (ALARMS, shown):  # the clock was seen on its list
        pages.ran(Action("open_app", seen.package), seen.package)
        pages.look(seen, EVERY, explained=True)
    if action is not None:
        pages.ran(action, shown.package)
    looks = [pages.look(after_it, EVERY, explained=action is not None and not at) for at, after_it in enumerate(then)]
    return replace(looks[-1], reworded=frozenset(), moved=frozenset())


def only(*packages: str) -> Doubtful:
    return Doubtful(frozenset(packages), frozenset(packages))


NOTHING, ALL = only(), only(*EVERY)
PAYING = page(SHOP, "total", "pay", activity=f"{SHOP}.Pay")


@pytest.mark.parametrize(
    ("action", "then", "doubtful"),
    [
        (TAP, [PAYING], NOTHING),
        (OPEN_CLOCK, [ALARMS], NOTHING),
        (OPEN_CLOCK, [RINGING], only(CLOCK)),
        (TAP, [ALARMS], NOTHING),
        (TAP, [RINGING], only(CLOCK)),
        (TYPE, [RINGING], ALL),
        (WAIT, [RINGING], ALL),
        (None, [RINGING], ALL),
        (None, [PAYING], only(SHOP)),
        (None, [page(CLOCK, "dismiss", over=CART)], only(CLOCK)),
    ],
    ids=[
        "a tap leads on",
        "an app is opened by its name",
        "and shows another page than the one on which it was left",
        "a tap leads to an app that is as it was left",
        "another app comes with a page of its own during a tap",
        "during typing",
        "during a wait",
        "between two actions",
        "another page of the app in front",
        "a window over a page that is as it was",
    ],
)
def test_whatever_came_by_itself_may_hide_a_change(
    action: Action | None, then: list[Screen], doubtful: Doubtful
) -> None:
    assert after(CART, action, *then) == doubtful


def test_of_a_page_that_comes_late_or_by_and_by_the_tables_are_known() -> None:
    of_values = Doubtful(frozenset({SHOP}), frozenset())
    assert after(CART, TAP, CART, PAYING) == of_values
    assert after(STARTING, None, CART) == of_values
    assert after(CART, TAP, PAYING, CART) == only(SHOP)  # that one had come


def test_an_app_that_takes_its_time_to_start_was_opened() -> None:
    assert after(CART, OPEN_CLOCK, CART, ALARMS) == NOTHING
    assert after(CART, OPEN_CLOCK, CART, page(NOTES, "note")) == ALL


def test_after_an_interruption_it_may_be_any() -> None:
    assert Pages().look(CART, EVERY, explained=False) == ALL


def saying(words: str) -> Screen:
    return replace(CART, windows=tuple(replace(element, text=words) for element in CART.windows))


@pytest.mark.parametrize(
    ("action", "reworded"),
    [
        (Action("wait"), {SHOP}),
        (None, {SHOP}),
        (Action("notifications"), {SHOP}),
        (Action("click"), set()),
        (Action("input", text="x"), set()),
    ],
    ids=["a wait", "no action", "an action that touches no app", "a tap on it", "typing into it"],
)
def test_a_page_that_says_something_else_by_itself_may_be_about_another_thing(
    action: Action | None, reworded: set[str]
) -> None:
    pages = Pages()
    pages.ran(Action("open_app", SHOP), SHOP)
    pages.look(saying("Milk"), EVERY, explained=True)
    if action is not None:
        pages.ran(action, SHOP)
    assert pages.look(saying("Milk"), EVERY, explained=action is not None).reworded == set()
    if action is not None:
        pages.ran(action, SHOP)
    assert pages.look(saying("Tax"), EVERY, explained=action is not None).reworded == reworded


@pytest.mark.parametrize(
    ("action", "opens", "moved"),
    [
        (Action("swipe", direction="left"), False, {SHOP}),
        (Action("click"), False, {SHOP}),
        (Action("click"), True, set()),
        (Action("input", text="x"), False, set()),
        (Action("notifications"), False, set()),
    ],
    ids=["a swipe", "a tap", "a tap that leads there", "typing", "an action that touches no app"],
)
def test_a_page_that_says_something_else_after_an_own_action_may_be_the_next_ones(
    action: Action, opens: bool, moved: set[str]
) -> None:
    pages = Pages()
    pages.ran(Action("open_app", SHOP), SHOP)
    pages.look(saying("Milk"), EVERY, explained=True)
    pages.ran(action, SHOP, opens=opens)
    assert pages.look(saying("Tax"), EVERY, explained=True).moved == moved
