"""The pure choice of what to touch next, on apps that are nothing but pages and ways between them."""

from hypothesis import event, given
from hypothesis import strategies as st

from handrail.agent.explore.explored import ALIKE, Explored
from handrail.agent.explore.move import BACK, Move
from handrail.agent.explore.page_shape import PageShape
from handrail.agent.explore.strategy import WalkedThrough, choose
from handrail.device.action import Action

PAGES = tuple(PageShape("app", f".Page{number}", frozenset(), frozenset()) for number in range(8))


def move(group: str, label: str = "") -> Move:
    return Move(group, label, Action("click"))


def apps() -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
    """For each page, the pages that its moves lead to."""
    return st.lists(st.lists(st.integers(0, 7), max_size=4).map(tuple), min_size=8, max_size=8).map(tuple)


def walk(app: tuple[tuple[int, ...], ...], deepest: int, most: int = 500) -> tuple[list[int], Explored]:
    """The pages in the order in which they were seen; back leads to the page before."""
    explored, opened, seen = Explored(), [0], []
    for _ in range(most):
        here = opened[-1]
        seen.append(here)
        explored = explored.saw(PAGES[here], [move(f"{here}-{at}") for at in range(len(app[here]))])
        chosen = choose(explored, PAGES[here], deepest)
        if isinstance(chosen, WalkedThrough):
            return seen, explored
        if chosen == BACK:
            assert len(opened) > 1, "back is not pressed on the first page"
            opened.pop()
        else:
            opened.append(app[here][int(chosen.group.partition("-")[2])])
        explored = explored.went(PAGES[here], chosen, PAGES[opened[-1]])
    raise AssertionError("it does not come to an end")


def within(app: tuple[tuple[int, ...], ...], deepest: int) -> set[int]:
    """The pages that are so many moves away from the first one at most, the plain way."""
    found = {0}
    for _ in range(deepest):
        found |= {place for page in found for place in app[page]}
    return found


@given(apps(), st.integers(1, 8))
def test_every_page_that_can_be_reached_is_seen_and_the_walk_ends(
    app: tuple[tuple[int, ...], ...], deepest: int
) -> None:
    seen, explored = walk(app, deepest)
    event(f"{len(set(seen))} pages")
    assert set(seen) == within(app, deepest)
    for page in within(app, deepest - 1):
        assert explored.untried(PAGES[page]) == (), "nothing is left on a page that is not too deep"


def test_rows_that_lead_to_one_page_are_not_all_opened() -> None:
    rows = [move("row", str(number)) for number in range(20)]
    explored = Explored().saw(PAGES[0], rows)
    for number in range(ALIKE):
        assert explored.untried(PAGES[0])
        explored = explored.went(PAGES[0], rows[number], PAGES[1])
    assert explored.untried(PAGES[0]) == ()


def test_rows_of_a_menu_are_opened_as_long_as_they_lead_to_something_new() -> None:
    rows = [move("row", str(number)) for number in range(20)]
    explored = Explored().saw(PAGES[0], rows)
    for number in range(1, 6):
        assert len(explored.untried(PAGES[0])) == 21 - number
        explored = explored.went(PAGES[0], rows[number], PAGES[number])
    for number in range(6, 9):
        assert explored.untried(PAGES[0])
        explored = explored.went(PAGES[0], rows[number], PAGES[1])
    assert explored.untried(PAGES[0]) == ()


def test_the_least_known_comes_first_and_the_way_up_last() -> None:
    up, row, other, tab = move("up"), move("row", "1"), move("row", "2"), move("tab")
    explored = Explored().saw(PAGES[0], [row]).went(PAGES[0], row, PAGES[1])
    explored = explored.saw(PAGES[1], [up]).went(PAGES[1], up, PAGES[0])
    explored = explored.saw(PAGES[2], [up, row, other, tab]).went(PAGES[2], row, PAGES[1])
    assert explored.untried(PAGES[2]) == (tab, other, up)


def test_a_group_that_changed_something_is_left_alone_on_every_page() -> None:
    explored = Explored().saw(PAGES[0], [move("row", "1")]).saw(PAGES[1], [move("row", "2"), move("tab")])
    explored = explored.changed_something(move("row", "1"))
    assert explored.untried(PAGES[0]) == ()
    assert explored.untried(PAGES[1]) == (move("tab"),)
