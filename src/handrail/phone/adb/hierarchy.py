"""The tree as UiAutomator writes it on a phone: the active window for `uiautomator dump`, all of them for uiautomator2.

It says more than what recordings keep (`handrail.device.hierarchy`): which parts are seen, in which order they are
drawn, on which display. Source: `AccessibilityNodeInfoDumper` of Android 14 and androidx.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from handrail.device.element import Bounds, Element

DEEPEST = 200
_DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_SPECIAL = re.compile('[&<>"\t\n\r]|[^\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')
_ESCAPES = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
}  # fmt: skip
_FLAGS = (
    ("checkable", "checkable"), ("checked", "checked"), ("clickable", "clickable"), ("enabled", "enabled"),
    ("focusable", "focusable"), ("focused", "focused"), ("scrollable", "scrollable"),
    ("long-clickable", "long_clickable"), ("password", "password"), ("selected", "selected"),
)  # fmt: skip


def write_windows(windows: Iterable[Element], rotation: int = 0, *, deepest: int = DEEPEST) -> str:
    """One document with these windows as its roots; what is below the level `deepest` is left out."""
    return "".join([_DECLARATION, *_hierarchy(windows, rotation, deepest), ""])


def write_displays(windows: Sequence[Element], active: int, rotation: int = 0) -> str:
    """The document of `uiautomator dump --windows`: each window with where it stands, the one on top first."""
    parts = [_DECLARATION, '<displays><display id="0">']
    for place in range(len(windows) - 1, -1, -1):
        window = windows[place]
        parts.append(
            f'<window index="{len(windows) - 1 - place}" id="{place + 1}" title="{escaped(window.package)}"'
            f' bounds="{_edges(window.bounds)}" active="{"true" if place == active else "false"}" type="1"'
            f' layer="{place}" focused="{"true" if place == active else "false"}">'
        )
        parts += _hierarchy([window], rotation, DEEPEST)
        parts.append("</window>")
    parts.append("</display></displays>")
    return "".join(parts)


def attributes(element: Element, index: int) -> dict[str, str]:
    """What is written of one element, by Android's own names and in its order."""
    word = ("false", "true")
    return {
        "index": str(index),
        "text": element.text,
        "resource-id": element.resource_id,
        "class": element.class_name,
        "package": element.package,
        "content-desc": element.description,
        **{name: word[getattr(element, ours)] for name, ours in _FLAGS},
        "visible-to-user": "true",
        "bounds": _edges(element.bounds),
        "drawing-order": str(index + 1),
        "hint": element.hint,
        "display-id": "0",
    }


def escaped(text: str) -> str:
    """Text inside an attribute; characters that XML lacks become a full stop, as on Android."""
    return text if text.isalnum() else _SPECIAL.sub(lambda match: _ESCAPES.get(match[0], "."), text)


def _hierarchy(windows: Iterable[Element], rotation: int, deepest: int) -> list[str]:
    parts = [f'<hierarchy rotation="{rotation}">']
    for index, window in enumerate(windows):
        _write(window, index, deepest, parts)
    parts.append("</hierarchy>")
    return parts


def _write(element: Element, index: int, levels: int, parts: list[str]) -> None:
    told = "".join(f' {name}="{escaped(value)}"' for name, value in attributes(element, index).items())
    if not element.children or levels <= 1:
        parts.append(f"<node{told} />")
        return
    parts.append(f"<node{told}>")
    for number, child in enumerate(element.children):
        _write(child, number, levels - 1, parts)
    parts.append("</node>")


def _edges(bounds: Bounds) -> str:
    return f"[{bounds.left},{bounds.top}][{bounds.right},{bounds.bottom}]"
