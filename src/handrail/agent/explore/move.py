"""What could be done next on a page, each with what makes it the same thing when the page is seen again."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from handrail.agent.explore.page_shape import in_front
from handrail.app.generic.judgement import is_search
from handrail.app.generic.page import Page
from handrail.app.generic.parts import Button, Choice, Field, Part, Row, Switch
from handrail.app.screen_tree import ROOT
from handrail.device.action import Action
from handrail.device.element import Element, identify
from handrail.device.screen import Screen, is_editable
from handrail.device.touch import takes_touches

_BACK = "back"
_SCROLL = "scroll"


@dataclass(frozen=True, slots=True)
class Move:
    """One thing to do on a page. Those of one `group` probably lead to pages of one shape, as the rows of a list do.

    Two are the same by group and label; `action` carries it out on the screen that it was read from.
    """

    group: str
    label: str
    action: Action = field(compare=False)

    @property
    def hides(self) -> bool:
        """Whether it may take things out of sight that are there now: a search, a look further down."""
        return self.action.type in ("input", "scroll")


BACK = Move(_BACK, "", Action("back"))


def moves_on(screen: Screen, page: Page) -> tuple[Move, ...]:
    """Everything that could be done, in reading order, whether or not it should be: a touch, a search, a look further.

    Nothing is switched, typed into a field that is not for searching, held or dragged: that is never a way to a page.
    """
    return tuple(dict.fromkeys(_moves(screen, page)))


def _moves(screen: Screen, page: Page) -> Iterator[Move]:
    first, last = in_front(page)
    word = _word_on(page)
    for number in sorted(page.parts):
        part, path = page.parts[number], page.index.path_of(number)
        element = screen.at(path)
        if element is None or not first <= number < last or not _can_be_touched(element):
            continue
        named = move_to(page, part)
        if named is None:
            continue
        identity = identify(path, element)
        if not isinstance(part, Field):
            yield Move(*named, Action("click", named[1] or None, element=identity))
        elif word:
            yield Move(*named, Action("input", part.label or None, word, element=identity))
    if page.scrolls and page.dialog is None:
        yield Move(_SCROLL, _first_row(page), Action("scroll", direction="down"))


def _can_be_touched(element: Element) -> bool:
    return element.enabled and not element.bounds.is_empty and (takes_touches(element) or is_editable(element))


def move_of(page: Page, action: Action) -> Move | None:
    """Which move an action was on the page that it was done on; None where it was none, as the opening of the app."""
    if action.type == "back":
        return BACK
    if action.type == "scroll":
        return Move(_SCROLL, _first_row(page), action)
    number = page.index.at(action.element.path) if action.element is not None else None
    part = page.part_at(number) if number is not None else None
    named = move_to(page, part) if part is not None and action.type in ("click", "input") else None
    return None if named is None else Move(*named, action)


def move_to(page: Page, part: Part) -> tuple[str, str] | None:
    """The group and the label of what a part takes; None for what is left alone."""
    match part:
        case Row(number, label, _):
            return f"row {_build(page, page.index.parents[number])} {_build(page, number)}", label or part.text
        case Choice(number, label, selected, group):
            return None if selected else (f"choice {_build(page, number if group is None else group)}", label)
        case Button(number, label, icon, _, row):
            if row is None:
                return f"button {icon or label} {_build(page, number)}", label
            around = page.parts[row]
            owner = around.text if isinstance(around, Row) else ""
            return f"button {icon} {_build(page, number)} in {_build(page, row)}", f"{label} of {owner}"
        case Field(number, label):
            return (f"search {_build(page, number)}", label) if is_search(page, part) and not part.password else None
        case Switch():
            return None


def _build(page: Page, number: int) -> str:
    if number == ROOT:
        return ""
    element = page.index.nodes[number]
    return f"{element.class_name}#{element.resource_id}"


def _first_row(page: Page) -> str:
    return page.rows[0].text if page.rows else ""


def _word_on(page: Page) -> str:
    """What a search finds at least once: the first word of the first row; empty where nothing is listed."""
    words = (word for row in page.rows for word in row.label.split() if word.isalpha())
    return next(words, "")
