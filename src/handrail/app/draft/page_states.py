"""The states of pages: what is written into a form, chosen on it, and shown on it, one variable each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from handrail.app.draft.drafted import DraftObserver, DraftOnScreen, DraftState, DraftUpdate
from handrail.app.draft.facts import Fact, Facts
from handrail.app.draft.frames import Frame, Frames, PageName
from handrail.app.draft.naming import fresh, noun_of, state_name, thing_of, words_of
from handrail.app.draft.places import Places
from handrail.app.draft.tables import Table
from handrail.app.draft.value_types import quoted
from handrail.app.generic.widget import is_bar


@dataclass(frozen=True, slots=True)
class PageState:
    """The state of a page. `frames` are those that show it, also below a dialog."""

    name: str
    words: tuple[str, ...]
    page: PageName
    on_screen: DraftOnScreen
    facts: tuple[Fact, ...]
    frames: tuple[Frame, ...]

    @property
    def is_form(self) -> bool:
        """Whether something is written into it."""
        return any(one.is_field for one in self.facts)

    @property
    def readings(self) -> Mapping[str, str]:
        """How all variables are read from the screen."""
        return {one.variable.name: one.reading for one in self.facts}

    def state(self) -> DraftState:
        """Its declaration. What is written into a form is over with the form."""
        description = f"the {self.called}"
        variables = tuple(one.variable for one in self.facts)
        return DraftState(self.name, description, variables, self.on_screen if self.is_form else None)

    def observer(self) -> DraftObserver:
        """What reads it wherever it is shown."""
        return DraftObserver(f"the {self.called}", self.on_screen, (DraftUpdate(self.name, self.readings),))

    @property
    def called(self) -> str:
        """`transfer form`."""
        return f"{' '.join(self.words)} {'form' if self.is_form else 'page'}"


def page_states_of(frames: Frames, places: Places, tables: Sequence[Table]) -> tuple[PageState, ...]:
    """The states of all pages that show something beside their lists."""
    states: list[PageState] = []
    for page in dict.fromkeys(replace(one.name, dialog=()) for one in frames.all):
        shown = frames.on_page(page)
        found = Facts(shown, places, tables, lambda frame, number: not frame.is_above(number)).all()
        states += _state(page, shown, found, places, tables, states)
    for page, shown in frames.pages.items():
        if page.dialog:
            found = [one for one in Facts(shown, places, tables, Frame.is_above).all() if one.is_field or one.option]
            states += _state(page, shown, found, places, tables, states)
    return tuple(states)


def _state(
    page: PageName,
    shown: Sequence[Frame],
    facts: Sequence[Fact],
    places: Places,
    tables: Iterable[Table],
    states: Iterable[PageState],
) -> list[PageState]:
    first = sorted(facts, key=lambda one: not one.is_field)
    on_screen = anchor_of(shown, places, [one.place for one in first if one.option or "maybe(" not in one.reading])
    if not facts or on_screen is None:
        return []
    words = page_words(page, shown)
    form = any(one.is_field for one in facts)
    taken = {*(one.name for one in tables), *(one.name for one in states)}
    name = f"{state_name(words)}Form" if form else state_name(words)
    if name in taken and words_of(page.activity) and form:
        name = f"{state_name(word for word in words_of(page.activity) if word != 'activity')}Form"
    elif name in taken:
        name = f"{name}Details"
    return [PageState(fresh(name, taken), tuple(words), page, on_screen, tuple(facts), tuple(shown))]


def page_words(page: PageName, shown: Sequence[Frame]) -> list[str]:
    """What a page is about: as its dialog asks, its tab, its activity or its title says."""
    dialogs = {one.page.dialog.title for one in shown if page.dialog and one.page.dialog is not None}
    titles = {one.page.title for one in shown}
    activity = [word for word in words_of(page.activity.rpartition("$")[2]) if word != "details"]
    candidates = (
        noun_of(words_of(dialogs.pop())) if len(dialogs) == 1 else [],
        noun_of(words_of(page.tab)),
        noun_of(activity),
        noun_of(words_of(titles.pop())) if len(titles) == 1 else [],
    )
    return next((one for one in candidates if one), thing_of(words_of(page.activity)) or ["page"])


def anchor_of(
    shown: Sequence[Frame], places: Places, first: Iterable[str] = (), others: Sequence[Frame] | None = None
) -> DraftOnScreen | None:
    """What is on all these screens and on no other one: an element, else the activity."""
    numbers = {one.number for one in shown}
    others = [one for one in places.frames if one.number not in numbers] if others is None else others

    def tells(selector: str) -> bool:
        return all(places.find(selector, one) for one in shown) and not any(
            places.find(selector, one) for one in others
        )

    for selector in first:
        if tells(selector):
            return DraftOnScreen(has=(selector,))
    for number in range(len(shown[0].index.nodes)):
        element = shown[0].index.nodes[number]
        if element.resource_id and not is_bar(element.resource_id) and not shown[0].is_above(number):
            for selector in places.by_id(shown[0].index, number):
                if tells(selector):
                    return DraftOnScreen(has=(selector,))
    titles = {one.page.title for one in shown}
    bar = next((step for one in shown[:1] if (step := places.title_step(one))), "")
    if bar and len(titles) == 1 and tells(titled := f"//{bar}[@text={quoted(titles.pop())}]"):
        return DraftOnScreen(has=(titled,))
    activities = {one.name.activity for one in shown}
    if len(activities) == 1 and "" not in activities and not any(one.name.activity in activities for one in others):
        return DraftOnScreen(activity=activities.pop())
    return None
