"""The screens of walks in which one app is in front, told apart by which page of it they show.

Two screens show the same page where the activity, the fields, and the selected tab are the same, and the dialog in
front asks the same. What an app calls its pages is not known where nobody recorded the activity.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from handrail.app.draft.value_types import pattern_of
from handrail.app.generic.dialogs import SYSTEM_PACKAGES
from handrail.app.generic.page import Page
from handrail.app.generic.parts import Button, Choice, Field
from handrail.app.generic.widget import Widget, id_of, widget_of
from handrail.app.screen_model import Act
from handrail.app.screen_tree import ScreenIndex
from handrail.app.walk import Moment, Walk

NOT_AN_APP = frozenset(
    {*SYSTEM_PACKAGES, "com.android.launcher", "com.android.launcher3", "com.google.android.apps.nexuslauncher"}
)


MOST_STEPS_BEFORE = 6
"""How far back in a walk it is looked for what a dialog may be about."""


@dataclass(frozen=True, slots=True)
class PageName:
    """Which page of an app a screen shows; `dialog` are the first word, fields and buttons of what lies above it."""

    activity: str
    fields: tuple[str, ...]
    tab: str
    dialog: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One screen of the app: what was done on it, and which frame came next; None where the walk ends or leads away."""

    number: int
    walk: int
    moment: Moment
    page: Page
    name: PageName
    acts: tuple[Act, ...]
    following: int | None = None

    @property
    def dialog(self) -> int | None:
        """The element of the dialog in front."""
        return None if self.page.dialog is None else self.page.dialog.number

    def is_above(self, number: int) -> bool:
        """Whether an element stands in the dialog in front."""
        return self.dialog is not None and is_in(self.page, number, self.dialog)

    def is_done_to(self, number: int, kind: str) -> bool:
        """Whether something of that kind was done to an element here."""
        return any(act.kind == kind and act.path is not None and self.index.at(act.path) == number for act in self.acts)

    @property
    def index(self) -> ScreenIndex:
        """The elements by their numbers."""
        return self.page.index

    @property
    def now(self) -> datetime | None:
        """The clock of the phone, as far as it is known."""
        return self.moment.now


@dataclass(frozen=True, slots=True)
class Frames:
    """All screens of an app, by page."""

    package: str
    all: tuple[Frame, ...]

    def on_page(self, name: PageName) -> Sequence[Frame]:
        """The frames of a page, whatever dialog lies above it."""
        return [frame for frame in self.all if replace(frame.name, dialog=()) == replace(name, dialog=())]

    @property
    def pages(self) -> Mapping[PageName, Sequence[Frame]]:
        """The frames of each page, in the order in which they were first seen."""
        found: dict[PageName, list[Frame]] = {}
        for frame in self.all:
            found.setdefault(frame.name, []).append(frame)
        return found

    def dialog_pattern(self, name: PageName) -> str:
        """What the titles of a page's dialog have in common, as a pattern."""
        pattern = pattern_of(frame.page.dialog.title for frame in self.pages[name] if frame.page.dialog is not None)
        for frame in self.pages[name]:
            for text in self._named_before(frame):
                pattern = pattern.replace(text, "*")
        return pattern

    def _named_before(self, frame: Frame) -> Iterator[str]:
        """What a dialog may ask about: the title of its page, and what was touched before it in the walk."""
        if len(frame.page.title) > 1 and frame.page.dialog is not None and frame.page.title != frame.page.dialog.title:
            yield frame.page.title
        for earlier in self.all[max(0, frame.number - MOST_STEPS_BEFORE) : frame.number]:
            for act in earlier.acts if earlier.walk == frame.walk else ():
                number = earlier.index.at(act.path) if act.path is not None else None
                row = earlier.page.row_around(number) if number is not None else None
                yield from (text for text in (row.texts if row is not None else ()) if len(text) > 2)


def package_of(walks: Iterable[Walk]) -> str:
    """The app of the walks: the package on which most was done, and of equals the one shown most."""
    done: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    for moment in (moment for walk in walks for moment in walk):
        package = moment.screen.package or _package_of_windows(moment)
        if package in NOT_AN_APP:
            continue
        shown[package] += 1
        done[package] += sum(act.path is not None for act in moment.acts)
    return max(shown, key=lambda name: (done[name], shown[name]), default="")


def _package_of_windows(moment: Moment) -> str:
    return next((window.package for window in reversed(moment.screen.windows) if window.package), "")


def frames_of(walks: Iterable[Walk], package: str) -> Frames:
    """The screens of one app. Screens that other apps lie over are read without these."""
    found: list[Frame] = []
    for of, walk in enumerate(walks):
        moments = list(walk)
        numbers: dict[int, int] = {}
        for place, moment in enumerate(moments):
            if (moment.screen.package or _package_of_windows(moment)) == package:
                numbers[place] = len(found)
                found.append(_frame(len(found), of, moment, package))
        for place, number in numbers.items():
            following = numbers.get(place + 1) if moments[place].is_clear else None
            found[number] = replace(found[number], following=following)
    return Frames(package, tuple(found))


def _frame(number: int, walk: int, moment: Moment, package: str) -> Frame:
    windows = {window.package for window in moment.screen.windows}
    page = Page.of(moment.screen, frozenset(windows - {package, ""}))
    return Frame(number, walk, moment, page, _name(page), moment.acts if moment.is_clear else ())


def _name(page: Page) -> PageName:
    dialog = page.dialog
    asked: tuple[str, ...] = ()
    if dialog is not None:
        parts: tuple[Field | Button, ...] = (*page.fields, *dialog.buttons)
        above = [part for part in parts if is_in(page, part.number, dialog.number)]
        asked = (dialog.title.partition(" ")[0], *(_called(page, part) for part in above))
    fields = tuple(
        _called(page, field) for field in page.fields if dialog is None or not is_in(page, field.number, dialog.number)
    )
    tabs = [choice.label for choice in page.choices if choice.selected and is_tab(page, choice)]
    return PageName(page.activity.rpartition(".")[2], fields, tabs[0] if len(tabs) == 1 else "", asked)


def _called(page: Page, part: Field | Button) -> str:
    return id_of(page.index.nodes[part.number].resource_id) or part.label


def is_in(page: Page, number: int, around: int) -> bool:
    """Whether an element is another one, or stands in it."""
    return around <= number < page.index.ends[around]


def is_tab(page: Page, choice: Choice) -> bool:
    """Whether a choice only says which part of the app is shown."""
    element = page.index.nodes[choice.number]
    return choice.group is not None and not element.checkable and widget_of(element.class_name) is not Widget.RADIO


def elements_of(frame: Frame, package: str) -> Iterator[int]:
    """The elements of the app, in document order."""
    return (number for number, owner in enumerate(frame.index.packages) if owner == package)
