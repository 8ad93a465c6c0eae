"""What is made of a touch: what is judged of it, corrected by what the walks show that it did.

Only what was done can correct. A touch after which a dialog asks, or after which the next page has the button that
commits the same, only leads there; one that changed the row in which it stands is not harmless, whatever it is called.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeAlias

from handrail.app.consequence import Kind
from handrail.app.draft.frames import Frame, Frames
from handrail.app.draft.page_states import PageState
from handrail.app.draft.places import Places
from handrail.app.draft.tables import DraftTable
from handrail.app.draft.touches import Touch
from handrail.app.generic.judgement import Unknown
from handrail.app.generic.parts import Button, Row
from handrail.app.shown_value import shown_number
from handrail.language.value import Type


@dataclass(frozen=True, slots=True)
class Committing:
    """It commits something of a kind, called `verb` where its own words do not say."""

    verb: str
    kind: Kind
    irreversible: bool
    why: str


@dataclass(frozen=True, slots=True)
class Safe:
    """Nobody would miss what it changes."""

    why: str


@dataclass(frozen=True, slots=True)
class OpenOutcome:
    """Nothing says what it does: a person has to."""

    why: str


Outcome: TypeAlias = Committing | Safe | OpenOutcome


@dataclass(slots=True)
class TouchOutcomes:
    """The touches of an app, and what they led to."""

    frames: Frames
    places: Places
    touches: Sequence[Touch]
    states: Sequence[PageState]
    _by_spot: dict[tuple[int, int], Touch] = field(init=False)

    def __post_init__(self) -> None:
        self._by_spot = {(frame.number, number): touch for touch in self.touches for frame, number in touch.spots}

    def of(self, touch: Touch) -> Outcome:
        """What a touch does, as far as anything says."""
        judged = touch.commits
        after = self._after(touch)
        if touch.table is not None and isinstance(touch.part, Button) and self._changes_row(touch, touch.table):
            why = "it changed the row in which it stands (seen in the walks)"
            if judged is not None:
                return Committing(judged.objective.name, judged.objective.kind, judged.objective.irreversible, why)
            return Committing("Change", Kind.RECORD, False, why)
        if judged is not None:
            led = self._leads(touch, judged.objective.kind)
            if led:
                return Safe(led)
            objective = judged.objective
            return Committing(objective.name, objective.kind, objective.irreversible, judged.evidence[0].why)
        led = self._asks_or_opens(touch)
        if not touch.harmless and led:
            return Safe(led)
        if (
            not touch.harmless
            and after
            and all(frame.page.fields for frame, _ in after)
            and self._leads_on(after, None)
        ):
            return Safe("the page that it opens commits what is written here (seen in the walks)")
        if not touch.harmless and self._fills_in(touch):
            return Safe("it goes into the page below (seen in the walks)")
        if isinstance(touch.part, Row) and after and all(_is_elsewhere(frame, other) for frame, other in after):
            return Safe("it opens the entry (seen in the walks)")
        if self._closes(touch):
            return Safe("it closes what came of a commitment (seen in the walks)")
        if touch.harmless and self._has_a_sibling_that_changes(touch):
            return OpenOutcome("another button of the row changes it")
        if touch.harmless:
            return Safe(touch.harmless)
        return OpenOutcome(
            next(
                (judgement.why for judgement in touch.judgements if isinstance(judgement, Unknown)),
                "it is judged in two ways",
            )
        )

    def _after(self, touch: Touch) -> list[tuple[Frame, Frame]]:
        """The screens on which it was touched, each with the one that came next."""
        return [(frame, self.frames.all[frame.following]) for frame, _ in touch.done if frame.following is not None]

    def step_of(self, touch: Touch, state: PageState) -> tuple[str, int] | None:
        """The number of a page that a touch makes larger or smaller by the same each time, and by how much."""
        pairs = [(frame, self.frames.all[frame.following]) for frame, _ in touch.done if frame.following is not None]
        for fact in state.facts:
            if fact.variable.type is not Type.NUMBER or fact.is_field:
                continue
            steps = {self._step(before, other, fact.place) for before, other in pairs if before in state.frames}
            if len(steps) == 1 and (step := steps.pop()):
                return fact.variable.name, step
        return None

    def _step(self, frame: Frame, after: Frame, place: str) -> int | None:
        values: list[Decimal] = []
        for shown in (frame, after):
            found = self.places.find(place, shown)
            value = shown_number(shown.index.nodes[min(found)].text) if len(found) == 1 else None
            if value is None:
                return None
            values.append(value)
        difference = values[1] - values[0]
        return int(difference) if difference == int(difference) else None

    def _leads(self, touch: Touch, kind: Kind) -> str:
        """Where a touch only leads to: a dialog that asks, a form, a page with the button that commits the same."""
        after = self._after(touch)
        if not after:
            return ""
        if self._asks_or_opens(touch):
            return self._asks_or_opens(touch)
        if self._leads_on(after, kind):
            return "the page that it opens commits the same (seen in the walks)"
        if self._closes(touch):
            return "it closes what came of a commitment (seen in the walks)"
        return ""

    def _asks_or_opens(self, touch: Touch) -> str:
        after = self._after(touch)
        if after and all(other.dialog is not None and frame.dialog is None for frame, other in after):
            return "it asks first (seen in the walks)"
        return "it opens a form (seen in the walks)" if self._opens_form(touch) else ""

    def _fills_in(self, touch: Touch) -> bool:
        """Whether it is an answer in a dialog, after which the page below is there that something else commits."""
        after = self._after(touch)
        return bool(after) and all(
            frame.dialog is not None
            and other.dialog is None
            and not _is_elsewhere(frame, other)
            and self.is_committed(other)
            for frame, other in after
        )

    def is_committed(self, frame: Frame) -> bool:
        """Whether something on a page commits what stands on it."""
        return any(
            touch.commits is not None and isinstance(touch.part, Button) and touch.table is None
            for (number, _), touch in self._by_spot.items()
            if number == frame.number
        )

    def _opens_form(self, touch: Touch) -> bool:
        after = self._after(touch)
        return bool(after) and all(not frame.page.fields and self._is_empty_form(other) for frame, other in after)

    def _closes(self, touch: Touch) -> bool:
        """Whether it is the only button of pages with nothing to fill in, each opened by what commits something."""
        for frame, _ in touch.done:
            page = frame.page
            if page.fields or page.choices or page.switches or len(page.buttons) > 1 or not frame.number:
                return False
            before = self.frames.all[frame.number - 1]
            led = [self._by_spot.get((before.number, number)) for number in _touched(before)]
            if before.walk != frame.walk or not any(tap is not None and tap.commits is not None for tap in led):
                return False
        return bool(touch.done)

    def _is_empty_form(self, frame: Frame) -> bool:
        fields = frame.page.fields
        return bool(fields) and sum(bool(input_field.value) for input_field in fields) <= len(fields) // 2

    def _leads_on(self, after: Sequence[tuple[Frame, Frame]], kind: Kind | None) -> bool:
        """Whether another page came each time, and there was touched what commits the same; None: anything."""
        return all(_is_elsewhere(frame, other) and self._commits_too(other, kind) for frame, other in after)

    def _commits_too(self, frame: Frame, kind: Kind | None) -> bool:
        """Whether a page without fields has a button that commits the same and that this walk then touched."""
        if frame.page.fields:
            return False
        then = [later for later in self.frames.all if later.walk == frame.walk and later.number >= frame.number]
        here = [later for later in then if replace(later.name, dialog=()) == replace(frame.name, dialog=())]
        done = (self._by_spot.get((frame.number, number)) for frame in here for number in _touched(frame))
        return any(
            touch is not None
            and touch.commits is not None
            and kind in (None, touch.commits.objective.kind)
            and not self._opens_form(touch)
            for touch in done
        )

    def _has_a_sibling_that_changes(self, touch: Touch) -> bool:
        table = touch.table
        if table is None or not isinstance(touch.part, Button):
            return False
        same = [
            sibling
            for sibling in self.touches
            if sibling is not touch and sibling.table is table and isinstance(sibling.part, Button)
        ]
        return any(self._changes_row(sibling, table) for sibling in same)

    def _changes_row(self, touch: Touch, table: DraftTable) -> bool:
        """Whether the row in which something was touched says something else on the next screen of the same page."""
        for frame, number in touch.done:
            row = table.row_of(frame, number)
            after = self.frames.all[frame.following] if frame.following is not None else None
            if row is None or after is None or after.name != frame.name:
                continue
            before, now = _texts(frame, row), [_texts(after, row_after) for at, row_after in table.rows if at is after]
            if now and before not in now:
                return True
        return False


def _is_elsewhere(frame: Frame, other: Frame) -> bool:
    """Whether another page is shown; a dialog above the same one is none."""
    places = ((frame.name.activity, frame.name.tab, frame.page.title) for frame in (frame, other))
    return len(set(places)) > 1


def _touched(frame: Frame) -> list[int]:
    """The elements on which something was done."""
    numbers = (frame.index.at(act.path) for act in frame.acts if act.path is not None)
    return [number for number in numbers if number is not None]


def _texts(frame: Frame, row: int) -> tuple[tuple[str, bool], ...]:
    nodes = frame.index.nodes
    inside = (nodes[number] for number in range(row, frame.index.ends[row]))
    return tuple((element.text or element.description, element.checked) for element in inside)
