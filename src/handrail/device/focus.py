"""Where keys and typing go: the view with the focus, and what can be typed into."""

from handrail.device.element import Element, Path
from handrail.device.screen import Screen

_EDITABLE = ("EditText", "AutoCompleteTextView", "SearchAutoComplete", "TextField", "SearchField")
"""How the classes of text fields end: Android's own and Material's, those of Compose, Flutter and web pages (which say
`android.widget.EditText` to accessibility), and those of other platforms' trees."""


def is_editable(element: Element) -> bool:
    """Whether it is a text field. Nothing else tells: a button can have the focus, and a label can be clickable."""
    return element.class_name.endswith(_EDITABLE)


def takes_all_touches(screen: Screen, number: int) -> bool:
    """Whether a window takes every touch, also beside it, and the keys: a window of the app in front.

    One of another app lets touches beside it through. Where it is not known whose it is, it may be a dialog.
    """
    package = screen.windows[number].package
    return not package or not screen.package or package == screen.package


def focus_of(screen: Screen) -> Path | None:
    """The view that keys go to: the one with the focus in the topmost window that has one.

    None where no view has it, a dialog without one is in front, or several say that they have it. Of a web page and a
    field in it, which both say so, it is the field.
    """
    for number in range(len(screen.windows) - 1, -1, -1):
        found = [path for path, element in screen.windows[number].walk((number,)) if element.focused]
        if found:
            innermost = max(found, key=len)
            return innermost if all(path == innermost[: len(path)] for path in found) else None
        if takes_all_touches(screen, number):
            return None
    return None


def breaks_lines(text: str) -> bool:
    """Whether there is something in a text that a phone may take for the enter key."""
    return len(f"{text}.".splitlines()) > 1
