"""Screens that many runs show are read once, and not all of them are kept."""

from handrail.sentinel.screen_view import KeptViews, look
from handrail.testing.samples import sample_screen


def test_a_screen_is_read_once_for_as_long_as_it_is_among_the_last() -> None:
    views = KeptViews(2)
    first, second, third = map(sample_screen, ("One", "Two", "Three"))
    view = views(first)
    assert view == look(first)
    assert views(second) is not view
    assert views(first) is view
    views(third)
    assert views(first) is view, "what was asked for last stays"
    assert views(first, "DE") is not view, "a region reads numbers in its own way"


def test_another_screen_never_gets_the_view_of_one_that_is_gone() -> None:
    views = KeptViews(4)
    for number in range(50):  # each is gone when the next is made, and may lie where it lay
        screen = sample_screen(f"Screen {number}")
        assert views(screen).screen is screen
