"""The frame that most screens share: a bar with a title on top, the content, perhaps tabs below; and dialogs."""

from collections.abc import Hashable, Sequence

from handrail.phone.app import navigate_up
from handrail.phone.ui.view import FILL, WRAP, Arrange, Handler, View
from handrail.phone.ui.widgets import FRAME_LAYOUT, LINEAR_LAYOUT, TEXT_VIEW, button, icon_button, id_of

__all__ = ["SYSTEM_BAR", "bare", "dialog", "message", "negative", "positive", "question", "scaffold", "tab_bar"]

SYSTEM_BAR = 128
"""Pixels at the top and the bottom that belong to the system."""


def scaffold(
    title: str,
    *body: View,
    title_description: str = "",
    up: Handler | None = None,
    actions: Sequence[View] = (),
    fab: View | None = None,
    tabs: View | None = None,
) -> View:
    """A whole screen. `up` is what the arrow beside the title does; `fab` floats over the content.

    `title_description` says what the title stands for where its words do not, as the path of a folder.
    """
    words = View(TEXT_VIEW, title, title_description, "action_bar_title", pad_x=32, text_size=53)
    arrow = (icon_button("Navigate up", up),) if up is not None else ()
    bar = View("android.view.ViewGroup", id="action_bar", arrange=Arrange.ROW, height=147,
               children=(*arrow, words, *actions))  # fmt: skip
    content = View(LINEAR_LAYOUT, arrange=Arrange.COLUMN, height=FILL, children=body)
    floor = View(FRAME_LAYOUT, id="content", arrange=Arrange.FRAME, height=FILL,
                 children=(content,) if fab is None else (content, fab))  # fmt: skip
    return bare(bar, floor) if tabs is None else bare(bar, floor, tabs)


def bare(*children: View) -> View:
    """A whole screen without a title."""
    return View(FRAME_LAYOUT, arrange=Arrange.COLUMN, height=FILL, pad_y=SYSTEM_BAR, children=children)


def tab_bar(*tabs: tuple[str, bool], on_click: Handler, id: str = "navigation_bar") -> View:
    """Tabs along the bottom: the label of each, and whether it is the one shown."""
    children = tuple(
        View(FRAME_LAYOUT, description=label, id=f"tab_{id_of(label)}", arrange=Arrange.COLUMN, pad_y=30,
             on_click=on_click, argument=label, selected=shown,
             children=(View(TEXT_VIEW, label, id="label", text_size=32, pad_x=20),))
        for label, shown in tabs
    )  # fmt: skip
    return View(LINEAR_LAYOUT, id=id, arrange=Arrange.ROW, height=168, children=children)


def dialog(title: str, *body: View, buttons: Sequence[View] = ()) -> View:
    """A window over the screen with its buttons at the end."""
    words = (View(TEXT_VIEW, title, id="android:id/alertTitle", pad_x=63, pad_y=32, text_size=53),) if title else ()
    bar = View(LINEAR_LAYOUT, id="buttonPanel", arrange=Arrange.ROW, pad_x=42, pad_y=21, children=tuple(buttons))
    return View(FRAME_LAYOUT, id="parentPanel", arrange=Arrange.COLUMN, height=WRAP, pad_y=21,
                children=(*words, *body, bar) if buttons else (*words, *body))  # fmt: skip


def question(title: str, body: str | View, label: str, on_click: Handler, *, refuse: str = "Cancel") -> View:
    """A dialog that says or asks something, with a button that goes on and one that does not."""
    asked = message(body) if isinstance(body, str) else body
    return dialog(title, asked, buttons=(negative(refuse, navigate_up), positive(label, on_click)))


def positive(label: str, on_click: Handler, argument: Hashable = None, *, enabled: bool = True) -> View:
    """The button of a dialog that does what was asked."""
    return button(label, on_click, argument, id="android:id/button1", width=FILL, enabled=enabled)


def negative(label: str, on_click: Handler, argument: Hashable = None) -> View:
    """The button of a dialog that does not."""
    return button(label, on_click, argument, id="android:id/button2", width=FILL)


def message(words: str) -> View:
    """What a dialog says."""
    return View(TEXT_VIEW, words, id="android:id/message", pad_x=63, pad_y=32)
