"""The widgets that apps are built from, named as Android names them.

Each function returns a `View`. What a touch does is a function of the app's module: `button("Save", save)`.
"""

import re
from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handrail.phone.context import Glance, HandlerContext

from handrail.phone.ui.view import FILL, WRAP, Arrange, Gravity, Handler, View

__all__ = [
    "FRAME_LAYOUT",
    "LINEAR_LAYOUT",
    "MARGIN",
    "RECYCLER_VIEW",
    "ROW_PADDING",
    "TEXT_VIEW",
    "button",
    "card",
    "check_box",
    "column",
    "field",
    "floating",
    "grid",
    "heading",
    "icon_button",
    "id_of",
    "image",
    "line",
    "paragraph",
    "radio",
    "row",
    "scrolling",
    "setting_switch",
    "switch",
    "switch_row",
    "text",
    "turn",
]

MARGIN = 42
ROW_PADDING = 26

TEXT_VIEW = "android.widget.TextView"
LINEAR_LAYOUT = "android.widget.LinearLayout"
FRAME_LAYOUT = "android.widget.FrameLayout"
RECYCLER_VIEW = "androidx.recyclerview.widget.RecyclerView"


@lru_cache(maxsize=4096)
def id_of(words: str) -> str:
    """A resource id from a label: `Add alarm` becomes `add_alarm`."""
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def text(words: str, id: str = "", *, size: int = 42, width: int = FILL, description: str = "") -> View:
    """Words that a person only reads."""
    return View(TEXT_VIEW, words, description, id, width=width, text_size=size)


def heading(words: str, id: str = "", *, description: str = "") -> View:
    """A line above a group of rows."""
    return View(TEXT_VIEW, words, description, id, pad_x=MARGIN, pad_y=ROW_PADDING, text_size=38)


def paragraph(words: str, id: str = "", *, size: int = 42) -> View:
    """Words with the usual margin around them."""
    return View(TEXT_VIEW, words, id=id, pad_x=MARGIN, pad_y=ROW_PADDING, text_size=size)


def button(
    label: str,
    on_click: Handler,
    argument: Hashable = None,
    *,
    id: str | None = None,
    enabled: bool = True,
    width: int = WRAP,
) -> View:
    """A push button."""
    return View(
        "android.widget.Button",
        label,
        id=id_of(label) if id is None else id,
        width=width,
        height=126,
        pad_x=48,
        pad_y=30,
        on_click=on_click,
        argument=argument,
        enabled=enabled,
    )


def icon_button(description: str, on_click: Handler, argument: Hashable = None, *, id: str | None = None) -> View:
    """A button with a picture; a person who cannot see it hears its description."""
    return View(
        "android.widget.ImageButton",
        description=description,
        id=id_of(description) if id is None else id,
        width=126,
        height=126,
        on_click=on_click,
        argument=argument,
    )


def image(
    description: str,
    *,
    id: str = "",
    width: int = 105,
    height: int = 105,
    on_click: Handler | None = None,
    argument: Hashable = None,
    on_long_click: Handler | None = None,
) -> View:
    """A picture."""
    return View("android.widget.ImageView", description=description, id=id, width=width, height=height,
                on_click=on_click, argument=argument, on_long_click=on_long_click)  # fmt: skip


def field(
    name: str,
    value: str,
    hint: str = "",
    *,
    id: str | None = None,
    password: bool = False,
    on_enter: Handler | None = None,
    width: int = FILL,
) -> View:
    """A text field; what is typed goes to the attribute `name` of the page. Empty, it shows its hint."""
    shown = "•" * len(value) if password else value
    return View(
        "android.widget.EditText",
        shown or hint,
        id=name if id is None else id,
        width=width,
        height=147,
        pad_x=MARGIN,
        pad_y=40,
        on_enter=on_enter,
        field=name,
        password=password,
        hint=hint,
    )


def switch(
    checked: bool,
    on_click: Handler,
    argument: Hashable = None,
    *,
    id: str = "switch_widget",
    description: str = "",
    label: str = "",
    enabled: bool = True,
) -> View:
    """A switch of its own, apart from the row that it stands in."""
    return View("android.widget.Switch", label, description, id, width=WRAP if label else 147, height=126,
                on_click=on_click, argument=argument, checkable=True, checked=checked, enabled=enabled)  # fmt: skip


def check_box(
    label: str,
    checked: bool,
    on_click: Handler,
    argument: Hashable = None,
    *,
    id: str | None = None,
    description: str = "",
    width: int = WRAP,
) -> View:
    """A box to tick."""
    return View("android.widget.CheckBox", label, description, id_of(label or description) if id is None else id,
                width=width, height=126, pad_x=30, pad_y=36, on_click=on_click, argument=argument,
                checkable=True, checked=checked)  # fmt: skip


def radio(label: str, checked: bool, on_click: Handler, argument: Hashable = None, *, id: str | None = None) -> View:
    """One choice of several."""
    return View("android.widget.RadioButton", label, id=id_of(label) if id is None else id, height=126, pad_x=MARGIN,
                pad_y=36, on_click=on_click, argument=argument, checkable=True, checked=checked)  # fmt: skip


def row(
    title: str,
    summary: str = "",
    *,
    on_click: Handler | None = None,
    argument: Hashable = None,
    on_long_click: Handler | None = None,
    leading: View | None = None,
    trailing: View | None = None,
    id: str = "",
    description: str = "",
    selected: bool = False,
    enabled: bool = True,
) -> View:
    """A line of a list: a title, perhaps words below it, something before and after it. Touched as a whole.

    `description` says what the line stands for where its words do not, as the path of a file.
    """
    words: tuple[View, ...] = (View(TEXT_VIEW, title, id="title", enabled=enabled),)
    if summary:
        words += (View(TEXT_VIEW, summary, id="summary", text_size=36, enabled=enabled),)
    children: tuple[View, ...] = (View(LINEAR_LAYOUT, arrange=Arrange.COLUMN, children=words),)
    if leading is not None:
        children = (leading, *children)
    if trailing is not None:
        children = (*children, trailing)
    return View(LINEAR_LAYOUT, "", description, id, arrange=Arrange.ROW, pad_x=MARGIN, pad_y=ROW_PADDING,
                children=children, on_click=on_click, on_long_click=on_long_click, argument=argument,
                selected=selected, enabled=enabled)  # fmt: skip


def switch_row(
    title: str, checked: bool, on_click: Handler, argument: Hashable = None, *, summary: str = "", id: str = ""
) -> View:
    """A line with a switch at its end; a touch anywhere on the line turns it."""
    return row(
        title, summary, on_click=on_click, argument=argument, id=id,
        trailing=switch(checked, on_click, argument, description=title),
    )  # fmt: skip


def setting_switch(see: "Glance[Any]", title: str, namespace: str, key: str, summary: str = "") -> View:
    """A line with a switch that is one setting of 0 or 1."""
    return switch_row(title, see.setting(namespace, key) == "1", turn, (namespace, key), summary=summary, id=key)


def turn(do: "HandlerContext[Any, Any]", place: tuple[str, str]) -> None:
    """Turn such a setting."""
    do.put_setting(*place, "0" if do.setting(*place) == "1" else "1")


def column(*children: View, id: str = "", height: int = WRAP, pad_x: int = 0, pad_y: int = 0) -> View:
    """Views below one another."""
    return View(LINEAR_LAYOUT, id=id, arrange=Arrange.COLUMN, height=height, pad_x=pad_x, pad_y=pad_y,
                children=children)  # fmt: skip


def line(*children: View, id: str = "", height: int = WRAP, pad_x: int = 0) -> View:
    """Views beside one another."""
    return View(LINEAR_LAYOUT, id=id, arrange=Arrange.ROW, height=height, pad_x=pad_x, children=children)


def scrolling(*rows: View, id: str = "list", empty: str = "") -> View:
    """A list that takes the height that is left; rows outside of it are not in the tree. Empty, it says so."""
    if not rows and empty:
        rows = (paragraph(empty, "empty"),)
    return View(RECYCLER_VIEW, id=id, arrange=Arrange.LIST, height=FILL, children=rows)


def grid(*cells: View, columns: int, id: str = "grid") -> View:
    """A scrolling list with several cells in a line."""
    return View(RECYCLER_VIEW, id=id, arrange=Arrange.GRID, height=FILL, columns=columns, children=cells)


def card(
    *children: View,
    on_click: Handler | None = None,
    argument: Hashable = None,
    id: str = "",
    description: str = "",
    on_long_click: Handler | None = None,
    selected: bool = False,
) -> View:
    """Several views that are touched as one."""
    return View(FRAME_LAYOUT, description=description, id=id, arrange=Arrange.COLUMN, pad_x=21, pad_y=21,
                children=children, on_click=on_click, argument=argument, on_long_click=on_long_click,
                selected=selected)  # fmt: skip


def floating(action: View) -> View:
    """A button that floats over the lower right corner."""
    return action._replace(width=147, height=147, gravity=Gravity.BOTTOM_RIGHT)
