"""Trees as real phones show them, in a few words: for what the simulated phone never shows."""

from typing import Any

from handrail.app.generic import Judgement, Page, judge
from handrail.app.screen_model import Act
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen

APP = "com.example.unheard"


def box(left: int, top: int, right: int, bottom: int) -> Bounds:
    """A rectangle."""
    return Bounds(left, top, right, bottom)


def view(class_name: str = "View", *children: Element, **attributes: Any) -> Element:
    """An element of Android's own classes, of the app unless it says otherwise."""
    package = attributes.pop("package", APP)
    known = class_name if "." in class_name else f"android.widget.{class_name}"
    return Element(known, package=package, children=children, **attributes)


def words(text: str, **attributes: Any) -> Element:
    """A text."""
    return view("TextView", text=text, **attributes)


def button(text: str, **attributes: Any) -> Element:
    """A push button."""
    return view("Button", text=text, clickable=True, **attributes)


def screen(*windows: Element, package: str = APP) -> Screen:
    """What a phone shows."""
    return Screen(package, ".Main", windows, 1080, 2400)


def page(*children: Element) -> Page:
    """A page that fills the screen."""
    return Page.of(screen(view("FrameLayout", *children, bounds=box(0, 0, 1080, 2400))))


def judged(shown: Page, called: str, kind: str = "click") -> Judgement:
    """What touching the part of that name is judged to do."""
    found = [number for number, part in shown.parts.items() if part.label == called]
    assert found, [part.label for part in shown.parts.values()]
    return judge(shown, Act(kind, shown.index.path_of(found[0])))


def dialog(title: str, text: str, *buttons: Element, body: tuple[Element, ...] = ()) -> Element:
    """A window over the page, as Android's own dialogs are built."""
    inside = (words(title, resource_id="android:id/alertTitle"), words(text, resource_id="android:id/message"))
    return view("FrameLayout", *inside, *body, *buttons, bounds=box(100, 800, 980, 1500))
