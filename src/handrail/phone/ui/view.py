"""One node of what an app wants to show: a value, so that equal views are laid out once.

A named tuple, since a screen is made of some fifty of them at every touch and its hash is computed in C.
"""

from collections.abc import Callable, Hashable
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

__all__ = ["FILL", "WRAP", "Arrange", "Gravity", "Handler", "View"]

Handler: TypeAlias = Callable[..., None]
"""What happens on a touch: a function of the app's module that takes its `Context`, and the view's argument if any."""

FILL = -1
"""As much as the parent has left."""

WRAP = -2
"""As much as the content needs."""


class Arrange(IntEnum):
    """How a view places its children."""

    LEAF = 0
    COLUMN = 1
    ROW = 2
    FRAME = 3
    LIST = 4
    GRID = 5


class Gravity(IntEnum):
    """Where a child stands in a frame."""

    TOP = 0
    CENTER = 1
    BOTTOM_RIGHT = 2
    BOTTOM = 3


class View(NamedTuple):
    """What to show and what a touch on it does. Sizes are pixels, `FILL` or `WRAP`; `id` is a short resource id."""

    class_name: str
    text: str = ""
    description: str = ""
    id: str = ""
    arrange: Arrange = Arrange.LEAF
    width: int = FILL
    height: int = WRAP
    pad_x: int = 0
    pad_y: int = 0
    text_size: int = 42
    gravity: Gravity = Gravity.TOP
    columns: int = 1
    children: tuple[Any, ...] = ()  # of View; a named tuple cannot name itself in its fields for mypy
    on_click: Handler | None = None
    on_long_click: Handler | None = None
    on_enter: Handler | None = None
    argument: Hashable = None
    field: str = ""
    checkable: bool = False
    checked: bool = False
    enabled: bool = True
    selected: bool = False
    password: bool = False
    hint: str = ""
