"""The dialog in front of a page, if there is one: an own window or panel with a question and buttons.

It is known by the ids that Android gives its parts, by a class that says so, or by a window that covers only a part of
the one below it.
"""

from collections.abc import Sequence

from handrail.app.generic.labels import Labels
from handrail.app.generic.parts import BETWEEN_TEXTS, LONGEST_TEXT, Button, Dialog
from handrail.app.generic.widget import Widget, id_of, widget_of
from handrail.app.screen_tree import ROOT, ScreenIndex

SYSTEM_PACKAGES = (
    "com.android.permissioncontroller", "com.google.android.permissioncontroller",
    "com.android.packageinstaller", "com.google.android.packageinstaller",
    "com.android.intentresolver", "com.android.systemui", "android",
)  # fmt: skip
"""Whose windows ask in Android's own name."""

ASKING_PACKAGES = frozenset(SYSTEM_PACKAGES) - {"com.android.systemui"}
"""Those of them whose windows over an app are always a question: the other one also shows notices."""

POSITIVE, NEGATIVE, NEUTRAL = "android:id/button1", "android:id/button2", "android:id/button3"
_TITLES = frozenset({"alertTitle", "alert_title", "dialog_title", "permission_message", "title_template"})
_PANELS = frozenset({"parentPanel", "design_bottom_sheet", "grant_dialog", "dialog_container", "bottom_sheet"})
_OF_DIALOGS = frozenset({"android:id/alertTitle", POSITIVE, NEGATIVE, NEUTRAL, "android:id/parentPanel"})


def find_dialog(index: ScreenIndex, windows: Sequence[int], labels: Labels, buttons: Sequence[Button]) -> Dialog | None:
    """The topmost dialog of some windows, read."""
    top = _root(index, windows)
    if top is None:
        return None
    inside = range(top, index.ends[top])
    own = tuple(button for button in buttons if button.number in inside)
    on_buttons = {number for button in own for number in range(button.number, index.ends[button.number])}
    words = [
        (number, text) for number, text, is_text in labels.below(top) if is_text and number not in on_buttons
    ]  # fmt: skip
    title = next((text for number, text in words if id_of(index.nodes[number].resource_id) in _TITLES), "")
    if not title and words:
        title = words[0][1]
    rest = [text for _, text in words]
    if title in rest:
        rest.remove(title)
    text = BETWEEN_TEXTS.join(rest)[:LONGEST_TEXT]
    return Dialog(top, title, text, own, index.packages[top] in SYSTEM_PACKAGES)


def _root(index: ScreenIndex, windows: Sequence[int]) -> int | None:
    """Where the topmost dialog begins."""
    for window in reversed(windows):
        if index.ends[window] == window + 1:
            continue  # a tree without structure: every element is a window of its own
        inside = _panel(index, window)
        if inside is not None:
            return inside
        if _covers_a_part(index, window, windows):
            return window
        return None
    return None


def _panel(index: ScreenIndex, window: int) -> int | None:
    nodes = index.nodes
    found: int | None = None
    for number in range(index.ends[window] - 1, window - 1, -1):
        element = nodes[number]
        if element.resource_id in _OF_DIALOGS or id_of(element.resource_id) == "permission_message":
            found = number
            break
        if id_of(element.resource_id) in _PANELS or widget_of(element.class_name) is Widget.DIALOG:
            return number
    if found is None:
        return None
    around = found
    while index.parents[around] != ROOT:
        around = index.parents[around]
        if id_of(nodes[around].resource_id) in _PANELS or widget_of(nodes[around].class_name) is Widget.DIALOG:
            return around
    return around


def _covers_a_part(index: ScreenIndex, window: int, windows: Sequence[int]) -> bool:
    """Whether a window lies over another one of the same app, inside of it."""
    own = index.nodes[window].bounds
    for other in windows:
        below = index.nodes[other].bounds
        if other >= window or index.packages[other] != index.packages[window] or index.ends[other] == other + 1:
            continue
        width, height = below.right - below.left, below.bottom - below.top
        if own.right - own.left < width or own.bottom - own.top < height - height // 5:
            return True
    return False
