"""How large the words of an element are: a tree does not say, but the space that they were given does."""

from functools import lru_cache

from handrail.device.element import Element
from handrail.phone.renderer.theme import BODY_TEXT, LABEL_TEXT, SMALL_TEXT, TITLE_TEXT

_BY_ID = {"action_bar_title": TITLE_TEXT, "alertTitle": TITLE_TEXT, "title": BODY_TEXT, "summary": LABEL_TEXT}
_USUAL: tuple[tuple[int, int, int], ...] = (
    # size, margin at the sides, margin above and below
    (42, 0, 0),
    (36, 0, 0),
    (38, 42, 26),
    (42, 42, 26),
    (36, 42, 26),
    (42, 63, 32),
    (53, 63, 32),
    (53, 32, 0),
    (32, 20, 0),
    (32, 0, 0),
)


def text_style(element: Element) -> tuple[int, int]:
    """The size of the letters and the margin at the sides, in pixels."""
    bounds = element.bounds
    wide, high = bounds.right - bounds.left, bounds.bottom - bounds.top
    size, margin = _fitting(len(element.text), element.text.count("\n") + 1, wide, high)
    return _BY_ID.get(element.resource_id.rpartition("/")[2], size), margin


@lru_cache(maxsize=1024)
def _fitting(letters: int, parts: int, wide: int, high: int) -> tuple[int, int]:
    """Our own apps are laid out by a rule that can be read backwards; for all others a likely size that fits."""
    for size, margin, above in _USUAL:
        per_line = max(1, (wide - 2 * margin) * 25 // (size * 13))
        lines = max(parts, -(-letters // per_line))
        if lines * (size * 4 // 3) + 2 * above == high:
            return size, margin
    if letters <= 12 and high >= 72 and parts == 1:
        return min(high * 3 // 4, wide * 25 // (13 * max(letters, 2)), 240), 0
    largest = BODY_TEXT if high >= BODY_TEXT * 4 // 3 else max(SMALL_TEXT // 2, high * 3 // 4)
    return largest, 0
