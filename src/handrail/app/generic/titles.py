"""The title of a page: what stands in the bar at its top, else the topmost words that stand alone."""

from collections.abc import Container, Iterable, Mapping, Sequence

from handrail.app.generic.labels import Labels
from handrail.app.generic.parts import Part
from handrail.app.generic.widget import Widget, id_of, widget_of
from handrail.app.screen_tree import ROOT, ScreenIndex

_TITLE_IDS: frozenset[str] = frozenset(
    {"action_bar_title", "toolbar_title", "title_text", "page_title", "screen_title", "collapsing_toolbar"}
)
HEAD = 4
"""A heading stands in the first of so many parts of the height of its window."""


def find_title(index: ScreenIndex, labels: Labels, bars: Sequence[int], parts: Mapping[int, Part], dialog: int) -> str:
    """The title of the page, not of the dialog above it; empty where nothing on it is one."""
    in_dialog = range(dialog, index.ends[dialog]) if dialog != ROOT else range(0)
    nodes = index.nodes
    by_id = [
        text
        for number, text, is_text in labels.words
        if is_text and number not in in_dialog and id_of(nodes[number].resource_id) in _TITLE_IDS
    ]
    if by_id:
        return by_id[-1]
    for bar in bars:
        for number, text, is_text in labels.below(bar):
            if is_text and number not in in_dialog and not _takes_touch(index, number, parts):
                return text
    return _of_the_web(labels, index, in_dialog) or _heading(index, labels.loose(parts), in_dialog)


def _takes_touch(index: ScreenIndex, number: int, parts: Mapping[int, Part]) -> bool:
    while number != ROOT:
        if number in parts:
            return True
        number = index.parents[number]
    return False


def _of_the_web(labels: Labels, index: ScreenIndex, in_dialog: Container[int]) -> str:
    for number, text, _ in labels.words:
        if number not in in_dialog and widget_of(index.nodes[number].class_name) is Widget.PAGE_OF_THE_WEB:
            return text
    return ""


def _heading(index: ScreenIndex, loose: Iterable[tuple[int, str]], in_dialog: Container[int]) -> str:
    """The topmost words of the page, if they stand in its head."""
    best: tuple[int, int, str] | None = None
    for number, text in loose:
        if number in in_dialog:
            continue
        window = number
        while index.parents[window] != ROOT:
            window = index.parents[window]
        whole, own = index.nodes[window].bounds, index.nodes[number].bounds
        if own.top - whole.top > (whole.bottom - whole.top) // HEAD and window != number:
            continue
        if best is None or (own.top, own.left) < best[:2]:
            best = own.top, own.left, text
    return best[2] if best is not None else ""
