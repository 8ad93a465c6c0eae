"""What the app room needs of a screen: a tree of elements with Android's attributes, whoever made it.

The device's screens and elements have this shape without knowing of it. Nothing here is trusted: a screen larger than
any phone shows is refused, so that matching stays bounded.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Final, Protocol, Self

from handrail.error import HandrailError

if TYPE_CHECKING:
    from handrail.app.selector import Selector

MOST_ELEMENTS = 20_000

ROOT: Final = -1
"""The parent of the windows."""


class UnreadableScreen(HandrailError):
    """A screen that is not what a phone shows; whoever verifies an action on it must not let it through."""


class BoundsLike(Protocol):
    """A rectangle in pixels; right and bottom are outside."""

    @property
    def left(self) -> int: ...  # noqa: D102
    @property
    def top(self) -> int: ...  # noqa: D102
    @property
    def right(self) -> int: ...  # noqa: D102
    @property
    def bottom(self) -> int: ...  # noqa: D102


class ElementLike(Protocol):
    """One element of a screen."""

    @property
    def class_name(self) -> str: ...  # noqa: D102
    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def description(self) -> str: ...  # noqa: D102
    @property
    def resource_id(self) -> str: ...  # noqa: D102
    @property
    def package(self) -> str: ...  # noqa: D102
    @property
    def checkable(self) -> bool: ...  # noqa: D102
    @property
    def checked(self) -> bool: ...  # noqa: D102
    @property
    def clickable(self) -> bool: ...  # noqa: D102
    @property
    def long_clickable(self) -> bool: ...  # noqa: D102
    @property
    def enabled(self) -> bool: ...  # noqa: D102
    @property
    def focused(self) -> bool: ...  # noqa: D102
    @property
    def selected(self) -> bool: ...  # noqa: D102
    @property
    def password(self) -> bool: ...  # noqa: D102
    @property
    def scrollable(self) -> bool: ...  # noqa: D102
    @property
    def bounds(self) -> BoundsLike: ...  # noqa: D102
    @property
    def hint(self) -> str: ...  # noqa: D102
    @property
    def children(self) -> Sequence["ElementLike"]: ...  # noqa: D102


class ScreenLike(Protocol):
    """What a phone shows: the app in front and its windows."""

    @property
    def package(self) -> str: ...  # noqa: D102
    @property
    def activity(self) -> str: ...  # noqa: D102
    @property
    def windows(self) -> Sequence[ElementLike]: ...  # noqa: D102


class ScreenIndex:
    """A screen laid out in document order, so that an element is a number and what is below it a range.

    The children of `n` start at `n + 1` and each next one at `ends` of the one before. Built once per screen, in time
    linear in its elements. An element that does not say its package has that of what it stands in; where its window
    does not say one either, it is nobody's. One that claims another package than its window's is nobody's too: an app
    may put any name on what it draws, and only the window is known to be its own.

    It stands for its screen where one is asked for, so that who asks several models about one screen lays it out once.
    `selected` is what selectors mean on the whole of it, by their texts: several bindings ask for the same page.
    """

    __slots__ = ("_by_id", "_by_parent", "ends", "nodes", "packages", "parents", "screen", "selected")

    def __init__(self, screen: ScreenLike) -> None:
        self.screen = screen
        self.nodes: list[ElementLike] = []
        self.parents: list[int] = []
        self.packages: list[str] = []
        self.ends: list[int] = []
        self._by_id: dict[str, list[int]] = {}
        self._by_parent: dict[int, list[int]] | None = None
        self.selected: dict[str, tuple[Selector, tuple[int, ...]]] = {}
        window = ""
        nodes, parents, packages, by_id = self.nodes, self.parents, self.packages, self._by_id
        stack: list[tuple[ElementLike, int]] = [(window, ROOT) for window in reversed(screen.windows)]
        while stack:
            element, parent = stack.pop()
            number = len(nodes)
            if number >= MOST_ELEMENTS:
                raise UnreadableScreen(f"the screen has more than {MOST_ELEMENTS:,} elements; no phone shows so many")
            nodes.append(element)
            parents.append(parent)
            if parent == ROOT:
                window = element.package
            packages.append(packages[parent] if not element.package and parent != ROOT else element.package)
            if packages[number] != window:
                packages[number] = ""
            if element.resource_id:
                by_id.setdefault(element.resource_id, []).append(number)
            if element.children:
                stack.extend(zip(reversed(element.children), repeat(number)))
        self.ends = ends = list(range(1, len(nodes) + 1))
        for number in range(len(nodes) - 1, -1, -1):
            parent = parents[number]
            if parent != ROOT and ends[parent] < ends[number]:
                ends[parent] = ends[number]

    @classmethod
    def of(cls, screen: ScreenLike) -> Self:
        """The index of a screen; itself if it is one."""
        return screen if isinstance(screen, cls) else cls(screen)

    @property
    def package(self) -> str:
        """Of the app in front."""
        return self.screen.package

    @property
    def activity(self) -> str:
        """Of the app in front."""
        return self.screen.activity

    @property
    def windows(self) -> Sequence[ElementLike]:
        """From bottom to top."""
        return self.screen.windows

    def __len__(self) -> int:
        return len(self.nodes)

    def with_id(self, resource_id: str) -> Sequence[int]:
        """The elements with a resource id, in document order."""
        return self._by_id.get(resource_id, ())

    def with_id_below(self, resource_id: str, number: int) -> Sequence[int]:
        """Those of them that are below an element; a look-up."""
        found = self._by_id.get(resource_id, ())
        if not found or number == ROOT:
            return found
        return found[bisect_left(found, number + 1) : bisect_left(found, self.ends[number])]

    def ids(self) -> Sequence[str]:
        """The resource ids that occur."""
        return tuple(self._by_id)

    def children(self, number: int) -> Sequence[int]:
        """The children of an element, or the windows for `ROOT`."""
        if self._by_parent is None:
            self._by_parent = {}
            for child, parent in enumerate(self.parents):
                self._by_parent.setdefault(parent, []).append(child)
        return self._by_parent.get(number, ())

    def is_cut(self, number: int) -> bool:
        """Whether an element may go on beyond what is shown: it ends where a list ends that can be scrolled."""
        if number == ROOT:
            return False
        around = self.parents[number]
        while around != ROOT and not self.nodes[around].scrollable:
            around = self.parents[around]
        if around == ROOT:
            return False
        inner, outer = self.nodes[number].bounds, self.nodes[around].bounds
        if inner.top == outer.top and inner.bottom == outer.bottom:  # beside each other, they are cut at the sides
            return inner.left <= outer.left or inner.right >= outer.right
        return inner.top <= outer.top or inner.bottom >= outer.bottom

    def is_in_scrollable(self, number: int, below: int = ROOT) -> bool:
        """Whether something around an element can be scrolled; of what is around `below`, that itself least of all."""
        around = self.parents[number]
        while around not in (ROOT, below):
            if self.nodes[around].scrollable:
                return True
            around = self.parents[around]
        return False

    def has_scrollable(self, below: int, package: str) -> bool:
        """Whether something below an element that is an app's (empty: anybody's) can be scrolled."""
        numbers = range(len(self.nodes)) if below == ROOT else range(below + 1, self.ends[below])
        return any(self.nodes[number].scrollable and package in ("", self.packages[number]) for number in numbers)

    def is_cut_off(self, package: str) -> bool:
        """Whether the page of an app goes on beyond the edge: it can be scrolled itself, and not a list in it."""
        return any(
            node.scrollable and node.class_name.endswith("ScrollView") and of == package
            for node, of in zip(self.nodes, self.packages, strict=True)
            if "Horizontal" not in node.class_name
        )

    def at(self, path: Sequence[int]) -> int | None:
        """The number of the element at a place: the child number at each level, the window's first."""
        number = ROOT
        for step in path:
            children = self.children(number)
            if not 0 <= step < len(children):
                return None
            number = children[step]
        return None if number == ROOT else number

    def path_of(self, number: int) -> tuple[int, ...]:
        """The place of an element, as `at` takes it."""
        path: list[int] = []
        while number != ROOT:
            parent = self.parents[number]
            path.append(bisect_left(self.children(parent), number))
            number = parent
        return tuple(reversed(path))
