"""The states of pages: what is written into a form, chosen on it, and shown on it, one variable each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from handrail.app.draft.drafted import DraftObserver, DraftOnScreen, DraftState, DraftUpdate
from handrail.app.draft.facts import PageFacts, PageVariable
from handrail.app.draft.frames import Frame, Frames, PageName
from handrail.app.draft.naming import fresh, noun_of, state_name, thing_of, words_of
from handrail.app.draft.places import Places
from handrail.app.draft.tables import DraftTable
from handrail.app.draft.value_types import quoted
from handrail.app.generic.widget import is_bar


@dataclass(frozen=True, slots=True)
class PageState:
    """The state of a page. `frames` are those that show it, also below a dialog."""

    name: str
    words: tuple[str, ...]
    page: PageName
    on_screen: DraftOnScreen
    facts: tuple[PageVariable, ...]
    frames: tuple[Frame, ...]

    @property
    def is_form(self) -> bool:
        """Whether something is written into it."""
        return any(fact.is_field for fact in self.facts)

    @property
    def readings(self) -> Mapping[str, str]:
        """How all variables are read from the screen."""
        return {fact.variable.name: fact.reading for fact in self.facts}

    def state(self) -> DraftState:
        """Its declaration. What is written into a form is over with the form."""
        description = f"the {self.called}"
        variables = tuple(fact.variable for fact in self.facts)
        return DraftState(self.name, description, variables, self.on_screen if self.is_form else None)

    def observer(self) -> DraftObserver:
        """What reads it wherever it is shown."""
        return DraftObserver(f"the {self.called}", self.on_screen, (DraftUpdate(self.name, self.readings),))

    @property
    def called(self) -> str:
        """`transfer form`."""
        return f"{' '.join(self.words)} {'form' if self.is_form else 'page'}"


def page_states_of(frames: Frames, places: Places, tables: Sequence[DraftTable]) -> tuple[PageState, ...]:
    """The states of all pages that show something beside their lists."""
    states: list[PageState] = []
    for page in dict.fromkeys(replace(frame.name, dialog=()) for frame in frames.all):
        shown = frames.on_page(page)
        found = PageFacts(shown, places, tables, lambda frame, number: not frame.is_above(number)).all()
        states += _state(page, shown, found, places, tables, states)
    for page, shown in frames.pages.items():
        if page.dialog:
            found = [
                fact for fact in PageFacts(shown, places, tables, Frame.is_above).all() if fact.is_field or fact.option
            ]
            states += _state(page, shown, found, places, tables, states)
    return tuple(states)


def _state(
    page: PageName,
    shown: Sequence[Frame],
    facts: Sequence[PageVariable],
    places: Places,
    tables: Iterable[DraftTable],
    states: Iterable[PageState],
) -> list[PageState]:
    first = sorted(facts, key=lambda fact: not fact.is_field)
    on_screen = anchor_of(shown, places, [fact.place for fact in first if fact.option or "maybe(" not in fact.reading])
    if not facts or on_screen is None:
        return []
    words = page_words(page, shown)
    form = any(fact.is_field for fact in facts)
    taken = {*(table.name for table in tables), *(state.name for state in states)}
    name = f"{state_name(words)}Form" if form else state_name(words)
    if name in taken and words_of(page.activity) and form:
        name = f"{state_name(word for word in words_of(page.activity) if word != 'activity')}Form"
    elif name in taken:
        name = f"{name}Details"
    return [PageState(fresh(name, taken), tuple(words), page, on_screen, tuple(facts), tuple(shown))]


def page_words(page: PageName, shown: Sequence[Frame]) -> list[str]:
    """What a page is about: as its dialog asks, its tab, its activity or its title says."""
    dialogs = {frame.page.dialog.title for frame in shown if page.dialog and frame.page.dialog is not None}
    titles = {frame.page.title for frame in shown}
    activity = [word for word in words_of(page.activity.rpartition("$")[2]) if word != "details"]
    candidates = (
        noun_of(words_of(dialogs.pop())) if len(dialogs) == 1 else [],
        noun_of(words_of(page.tab)),
        noun_of(activity),
        noun_of(words_of(titles.pop())) if len(titles) == 1 else [],
    )
    return next((candidate for candidate in candidates if candidate), thing_of(words_of(page.activity)) or ["page"])


def anchor_of(
    shown: Sequence[Frame], places: Places, first: Iterable[str] = (), others: Sequence[Frame] | None = None
) -> DraftOnScreen | None:
    """What is on all these screens and on no other one: an element, else the activity."""
    numbers = {frame.number for frame in shown}
    others = [frame for frame in places.frames if frame.number not in numbers] if others is None else others

    def tells(selector: str) -> bool:
        return all(places.find(selector, frame) for frame in shown) and not any(
            places.find(selector, frame) for frame in others
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
    titles = {frame.page.title for frame in shown}
    bar = next((step for frame in shown[:1] if (step := places.title_step(frame))), "")
    if bar and len(titles) == 1 and tells(titled := f"//{bar}[@text={quoted(titles.pop())}]"):
        return DraftOnScreen(has=(titled,))
    activities = {frame.name.activity for frame in shown}
    if len(activities) == 1 and "" not in activities and not any(frame.name.activity in activities for frame in others):
        return DraftOnScreen(activity=activities.pop())
    return None
