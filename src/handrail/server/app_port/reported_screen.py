"""A screen made of what an app says of itself: its event, and a line for each row of its states.

Guard, journal and report see it as any other screen. It carries what the app said in full, so that a model of the app
reads it from the screen alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from handrail.app import Anticipation, Update
from handrail.app.screen_model import Listed
from handrail.app.trigger import NOTHING_SAID
from handrail.device.action import Action, ActionType
from handrail.device.element import Bounds, Element, Path, identify
from handrail.device.screen import Screen, breaks_lines
from handrail.language.declaration import States
from handrail.language.verbalize import spaced
from handrail.server.app_port.message import EventDocument

WIDTH_PIXELS: Final = 1080
LINE_PIXELS: Final = 96
EVENT: Final[Path] = (0, 0)
"""Where what the event happens to stands: in front of all rows, so that the same event has the same place."""
_LONGEST_LINE: Final = 300


@dataclass(frozen=True, slots=True)
class ReportedScreen(Screen):
    """A screen, and what the app said: the rows, which tables are whole, and what its event is about to do."""

    updates: tuple[Update, ...] = ()
    lists: tuple[Listed, ...] = ()
    anticipation: Anticipation = NOTHING_SAID


def reported_screen(
    package: str,
    page: str,
    states: States,
    rows: Iterable[Update],
    gone: Iterable[Update] = (),
    whole: Iterable[str] = (),
    event: EventDocument | None = None,
    anticipation: Anticipation = NOTHING_SAID,
) -> ReportedScreen:
    """The screen of an app that says these rows. `page` tells it apart from what it was before a commitment ran."""
    known = tuple(rows)
    sections = [
        _section(states[name].name, [update for update in known if update.state == name], package) for name in states
    ]
    lines = sum(max(1, len(section.children)) for section in sections) + 1
    height = LINE_PIXELS * (lines + 1)
    window = Element(
        "android.widget.FrameLayout",
        package=package,
        bounds=Bounds(0, 0, WIDTH_PIXELS, height),
        children=(_target(event, package), *_laid_out(sections)),
    )
    return ReportedScreen(
        package,
        page,
        (window,),
        WIDTH_PIXELS,
        height,
        (*gone, *known),
        tuple(Listed(name, True, {}) for name in whole if states[name].keys),
        anticipation,
    )


def action_of(event: EventDocument, screen: Screen) -> Action:
    """The action that an event is, on the screen that was made for it."""
    element = screen.at(EVENT)
    assert element is not None
    kind: ActionType = "click"
    if event.kind == "long_click":
        kind = "long_click"
    elif _is_typed(event):
        kind = "input"
    return Action(kind, target=event.target or event.kind, text=event.text, element=identify(EVENT, element))


def _is_typed(event: EventDocument) -> bool:
    """Whether it is what a driver would do by typing: a text without the key that ends a line."""
    return event.kind == "input" and event.text is not None and not breaks_lines(event.text)


def _target(event: EventDocument | None, package: str) -> Element:
    """What the event happens to. Its description says which kind of event and what it brings."""
    if event is None:
        return Element("android.view.View", resource_id=f"{package}:id/event", package=package)
    typed = _is_typed(event)
    checked = "" if event.checked is None else " on" if event.checked else " off"
    said = f"{event.kind.replace('_', ' ')}{checked}"
    return Element(
        "android.widget.EditText" if typed else "android.widget.Button",
        text="" if typed else event.target or said,
        description=f"{said} {event.target}".strip(),
        resource_id=f"{package}:id/event",
        package=package,
        bounds=Bounds(0, 0, WIDTH_PIXELS, LINE_PIXELS),
        clickable=True,
        long_clickable=event.kind == "long_click",
        focusable=typed,
        focused=typed,
    )


def _section(name: str, rows: Iterable[Update], package: str) -> Element:
    lines = tuple(Element("android.widget.TextView", text=_line(row), package=package) for row in rows)
    return Element("android.view.ViewGroup", description=name, resource_id=f"{package}:id/{name}", package=package,
                   children=lines)  # fmt: skip


def _line(row: Update) -> str:
    values = ", ".join(f"{spaced(name)} {_shown(value)}" for name, value in (row.set or {}).items())
    return f"{spaced(row.state)}: {values}"[:_LONGEST_LINE]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "unknown" if value is None else str(value)


def _laid_out(sections: Iterable[Element]) -> Iterable[Element]:
    """The sections under each other, a line high for each row."""
    top = LINE_PIXELS
    for section in sections:
        place = top
        lines = []
        for line in section.children:
            lines.append(replace(line, bounds=Bounds(0, place, WIDTH_PIXELS, place + LINE_PIXELS)))
            place += LINE_PIXELS
        bottom = max(place, top + LINE_PIXELS)
        yield replace(section, children=tuple(lines), bounds=Bounds(0, top, WIDTH_PIXELS, bottom))
        top = bottom
