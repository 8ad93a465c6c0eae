"""Which page a screen shows, told by how it is built and not by what stands on it.

The page of one contact is that of every contact with the same details, and a list is the same with other rows in it. So
an app of a thousand contacts has a handful of pages, and whoever walks it comes to an end.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from handrail.app.generic.page import Page
from handrail.app.generic.parts import Row
from handrail.app.screen_tree import ROOT


@dataclass(frozen=True, slots=True)
class PageShape:
    """The build of a page: its activity, the tabs that are chosen, and which elements stand in which.

    `built` has each kind of element once, however often it is there, and nothing of what stands inside of rows.
    """

    package: str
    activity: str
    tabs: frozenset[str]
    built: frozenset[tuple[str, str, str, str]]


def shape_of(page: Page) -> PageShape:
    """The shape of a page; of the dialog alone where one is in front. Linear in the tree."""
    nodes = page.index.nodes
    tabs = (
        choice
        for choice in page.choices
        if choice.selected and choice.group is not None and not nodes[choice.number].checkable
    )
    return PageShape(
        page.package,
        page.activity,
        frozenset(tab.label for tab in tabs if page.dialog is None),
        frozenset(_kind(page, number) for number in _outside_rows(page, *in_front(page))),
    )


def in_front(page: Page) -> tuple[int, int]:
    """The elements that take touches, from the first to before the last: those of a dialog, or of the whole page."""
    if page.dialog is None:
        return 0, len(page.index)
    return page.dialog.number, page.index.ends[page.dialog.number]


def _outside_rows(page: Page, first: int, last: int) -> Iterator[int]:
    number = first
    while number < last:
        yield number
        number = page.index.ends[number] if isinstance(page.parts.get(number), Row) else number + 1


def _kind(page: Page, number: int) -> tuple[str, str, str, str]:
    nodes, parent = page.index.nodes, page.index.parents[number]
    around = ("", "") if parent == ROOT else (nodes[parent].class_name, nodes[parent].resource_id)
    return nodes[number].class_name, nodes[number].resource_id, *around
