"""A list of views as DroidBot's accessibility service writes it, LlamaTouch's `.vh` files; as windows.

A view names its children by their place in the list. What nobody could see is left out with all that is below it, as
uiautomator does. Source: the `.vh` files among the tests of github.com/LlamaTouch/Evaluator (2024).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from handrail.device.document import Node, read_document
from handrail.device.element import Bounds, Element
from handrail.device.hierarchy import DEEPEST_TREE

_TEXTS = {
    "class": "class_name", "text": "text", "content_description": "description", "resource_id": "resource_id",
    "package": "package",
}  # fmt: skip
_FLAGS = {
    "checkable": "checkable", "checked": "checked", "clickable": "clickable", "enabled": "enabled",
    "focusable": "focusable", "focused": "focused", "is_password": "password", "long_clickable": "long_clickable",
    "scrollable": "scrollable", "selected": "selected",
}  # fmt: skip
_NO_PARENT = -1
_Fields = Mapping[str, Node]


def read_views(path: Path) -> tuple[Element, ...]:
    """The views that have no parent, each with what is below it. Raises `UnreadableInput` with file and place."""
    names = ("bounds", "children", "class", "parent", "visible", *_FLAGS)
    views = [view.fields(*names) for view in read_document(path).items()]
    seen: set[int] = set()
    roots = [number for number, view in enumerate(views) if view["parent"].value == _NO_PARENT]
    found = (_element(views, number, seen, 1) for number in roots)
    return tuple(element for element in found if element is not None)


def _element(views: Sequence[_Fields], number: int, seen: set[int], depth: int) -> Element | None:
    view = views[number]
    seen.add(number)
    if not view["visible"].flag():
        return None
    children = []
    for child in view["children"].items():
        if child.whole() >= len(views) or child.value in seen:
            child.fail(f"{child.value} is the place of no view, or of one that stands below another already")
        if depth >= DEEPEST_TREE:
            child.fail(f"views are nested more than {DEEPEST_TREE} deep")
        children.append(_element(views, child.value, seen, depth + 1))
    told: dict[str, Any] = {ours: _text(view, name) for name, ours in _TEXTS.items()}
    told |= {ours: view[name].flag() for name, ours in _FLAGS.items()}
    return Element(
        **told,
        bounds=_bounds(view["bounds"]),
        children=tuple(child for child in children if child is not None),
    )


def _text(view: _Fields, name: str) -> str:
    return view[name].text() if name in view and view[name].value is not None else ""


def _bounds(node: Node) -> Bounds:
    sides = [side.value for corner in node.items() for side in corner.items()]
    if len(sides) != 4 or not all(type(side) is int and abs(side) < 1_000_000 for side in sides):
        node.fail("not [[left, top], [right, bottom]] in pixels")
    return Bounds(*sides)
