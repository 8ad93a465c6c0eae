from dataclasses import replace

from handrail.device.element import Bounds, Element
from handrail.device.touch import taker_of, touch_point

PAGE = Bounds(0, 0, 1000, 2000)


def view(bounds: Bounds, *children: Element, clickable: bool = True) -> Element:
    return Element("android.view.View", bounds=bounds, clickable=clickable, children=children)


def test_a_free_element_is_touched_in_its_middle() -> None:
    page = view(PAGE, view(Bounds(0, 0, 100, 100)), clickable=False)
    assert touch_point([page], (0, 0)) == (50, 50)


def test_a_row_with_a_button_in_its_middle_is_touched_beside_the_button() -> None:
    row = view(Bounds(0, 0, 1000, 100), view(Bounds(400, 0, 600, 100)))
    page = view(PAGE, row, clickable=False)
    assert touch_point([page], (0, 0)) == (250, 25)
    assert touch_point([page], (0, 0, 0)) == (500, 50)


def test_an_element_below_another_one_cannot_be_touched() -> None:
    page = view(PAGE, view(Bounds(0, 0, 100, 100)), view(Bounds(0, 0, 200, 200)), clickable=False)
    assert touch_point([page], (0, 0)) is None


def test_an_element_below_another_window_is_touched_where_it_looks_out() -> None:
    page = view(PAGE, view(Bounds(0, 0, 1000, 1000)), clickable=False)
    banner = view(Bounds(0, 400, 1000, 700), clickable=False)
    assert touch_point([page, banner], (0, 0)) == (250, 250)
    assert touch_point([page, replace(banner, bounds=PAGE)], (0, 0)) is None


def test_words_in_a_row_pass_their_touch_to_the_row() -> None:
    row = view(Bounds(0, 0, 1000, 100), view(Bounds(0, 0, 500, 100), clickable=False))
    page = view(PAGE, row, clickable=False)
    assert touch_point([page], (0, 0, 0)) == (250, 50)
    assert taker_of([page], (0, 0, 0)) == (0, 0)


def test_where_nothing_says_that_it_can_be_touched_nothing_may_lie_over_it_at_all() -> None:
    words, picture = view(Bounds(0, 0, 100, 100), clickable=False), view(Bounds(0, 0, 100, 60), clickable=False)
    assert touch_point([view(PAGE, words, clickable=False)], (0, 0)) == (50, 50)
    assert taker_of([view(PAGE, words, clickable=False)], (0, 0)) == (0, 0)
    assert touch_point([view(PAGE, words, picture, clickable=False)], (0, 0)) == (25, 75)
    assert touch_point([view(PAGE, picture, words, clickable=False)], (0, 0)) is None
