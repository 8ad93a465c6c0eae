"""The accessibility trees of a screen as AndroidControl keeps them, a protocol buffer; read and written.

Source: android_env/proto/a11y/ (github.com/google-deepmind/android_env, 2025): a forest has windows, a window a tree, a
tree a list of nodes that name their children. What nobody could see is left out with all that is below it, as
uiautomator does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from handrail.bench.importers.protocol_buffer import Message, packed_wholes, read_message, written_field
from handrail.device.element import NO_BOUNDS, Bounds, Element
from handrail.device.hierarchy import DEEPEST_TREE
from handrail.error import UnreadableInput

_APPLICATION = 1
_FURTHEST = 1_000_000
"""Pixels; no screen is as wide."""
_TEXTS: Mapping[int, str] = {3: "class_name", 4: "description", 5: "hint", 6: "package", 7: "text", 10: "resource_id"}
_FLAGS: Mapping[int, str] = {
    12: "checkable", 13: "checked", 14: "clickable", 16: "enabled", 17: "focusable", 18: "focused",
    19: "long_clickable", 20: "password", 21: "scrollable", 22: "selected",
}  # fmt: skip
"""Numbers of a node's fields, and what an element calls them."""
Value: TypeAlias = bool | int | str | bytes
_VISIBLE, _CHILDREN, _DEPTH = 23, 25, 27


@dataclass(frozen=True, slots=True)
class Forest:
    """The windows in the order in which they stand there, and the package of the one that is active."""

    windows: tuple[Element, ...]
    package: str


def read_forest(content: bytes | memoryview) -> Forest:
    """The windows that can be seen. Raises `UnreadableInput`."""
    windows: list[Element] = []
    package = ""
    for number, window in enumerate(read_message(content, "AndroidAccessibilityForest").messages(1, "window")):
        for tree in window.messages(11, f"window {number}"):
            root = _tree(tree, f"window {number}")
            if root is None:
                continue
            windows.append(root)
            if window.flag(8) or (not package and window.whole(6) == _APPLICATION):
                package = root.package
    return Forest(tuple(windows), package)


def _tree(tree: Message, place: str) -> Element | None:
    nodes: dict[int, Message] = {}
    for node in tree.messages(1, f"{place}: node"):
        if node.whole(1) in nodes:
            raise UnreadableInput(f"{place}: two nodes have the id {node.whole(1)}; each has its own")
        nodes[node.whole(1)] = node
    if not nodes:
        return None
    if 0 not in nodes:
        raise UnreadableInput(f"{place}: no node with the id 0, which is the root")
    return _element(0, nodes, place, set(), 1)


def _element(number: int, nodes: Mapping[int, Message], place: str, seen: set[int], depth: int) -> Element | None:
    if number in seen or number not in nodes:
        found = "below two nodes, or below itself" if number in seen else "named as a child, and not there"
        raise UnreadableInput(f"{place}: node {number} is {found}")
    if depth > DEEPEST_TREE:
        raise UnreadableInput(f"{place}: nodes are nested more than {DEEPEST_TREE} deep")
    seen.add(number)
    node = nodes[number]
    if not node.flag(_VISIBLE):
        return None
    children = (_element(child, nodes, place, seen, depth + 1) for child in node.wholes(_CHILDREN))
    rectangles = node.messages(2, f"{place}: node {number}: bounds")
    sides = [rectangles[-1].whole(side) for side in (1, 2, 3, 4)] if rectangles else []
    if not all(abs(side) < _FURTHEST for side in sides):
        raise UnreadableInput(f"{place}: node {number}: bounds: {sides} are no pixels of a screen")
    told: dict[str, Any] = {name: node.text(field) for field, name in _TEXTS.items()}
    told |= {name: node.flag(field) for field, name in _FLAGS.items()}
    return Element(
        **told,
        bounds=Bounds(*sides) if sides else NO_BOUNDS,
        children=tuple(child for child in children if child is not None),
    )


def write_forest(windows: tuple[Element, ...], package: str) -> bytes:
    """A forest with these windows; the first one of the package is the active one."""
    active = next((number for number, window in enumerate(windows) if window.package == package), 0)
    written = []
    for number, window in enumerate(windows):
        tree = b"".join(written_field(1, node) for node in _nodes(window))
        fields: list[tuple[int, Value]] = [(1, _rectangle(window.bounds)), (3, number), (6, _APPLICATION)]
        fields += [(8, number == active), (9, number == active), (11, tree)]
        written.append(written_field(1, b"".join(written_field(*field) for field in fields)))
    return b"".join(written)


def _nodes(window: Element) -> Iterator[bytes]:
    places = {path: number for number, (path, _) in enumerate(window.walk())}
    for path, element in window.walk():
        children = [places[(*path, number)] for number in range(len(element.children))]
        fields: list[tuple[int, Value]] = [(1, places[path]), (2, _rectangle(element.bounds))]
        fields += [(number, getattr(element, name)) for number, name in (*_TEXTS.items(), *_FLAGS.items())]
        fields += [(_VISIBLE, True), (_CHILDREN, packed_wholes(children)), (_DEPTH, len(path))]
        yield b"".join(written_field(*field) for field in sorted(fields) if field[1] not in (0, "", b""))


def _rectangle(bounds: Bounds) -> bytes:
    sides = enumerate((bounds.left, bounds.top, bounds.right, bounds.bottom), 1)
    return b"".join(written_field(number, side) for number, side in sides if side)
