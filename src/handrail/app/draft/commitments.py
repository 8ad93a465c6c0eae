"""The bindings of a draft: what typing, choosing and committing change, and to what.

What a button commits is told with all that its page shows: the form in sight is anticipated, so that a rule can speak
of every field of it, and it is the object too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from handrail.app.consequence import Kind
from handrail.app.draft.drafted import (
    DraftBinding,
    DraftHarmless,
    DraftOnScreen,
    DraftState,
    DraftUpdate,
)
from handrail.app.draft.facts import PageVariable
from handrail.app.draft.frames import Frame, Frames, PageName, is_tab
from handrail.app.draft.naming import fresh, state_name, without_little_words, words_of
from handrail.app.draft.objects import Objects
from handrail.app.draft.opened_rows import OpenedRow, OpenedRows, one_of
from handrail.app.draft.outcomes import Committing, OpenOutcome, Outcome, Safe, TouchOutcomes
from handrail.app.draft.page_states import PageState, anchor_of, page_words
from handrail.app.draft.places import Places
from handrail.app.draft.tables import DraftTable, Spot
from handrail.app.draft.touches import Touch
from handrail.app.draft.value_types import pattern_of, quoted
from handrail.app.generic import wording
from handrail.app.generic.dialogs import POSITIVE
from handrail.app.generic.parts import Button, Choice, Row, Switch
from handrail.language.value import Type

LONGEST_OBJECTIVE_WORDS = 4


@dataclass(slots=True)
class Commitments:
    """Fills `bindings`, `harmless`, `states` and `questions` of a draft."""

    app: str
    frames: Frames
    places: Places
    tables: Sequence[DraftTable]
    states: Sequence[PageState]
    touches: Sequence[Touch]
    bindings: list[DraftBinding] = field(default_factory=list)
    harmless: list[DraftHarmless] = field(default_factory=list)
    opened: list[DraftState] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)

    def write(self) -> None:
        """All of them: first what is written and chosen, then what is touched, page by page."""
        outcomes = TouchOutcomes(self.frames, self.places, self.touches, self.states)
        for state in self.states:
            for fact in state.facts:
                self._fact(state, fact, outcomes)
        touched = [touch for touch in self.touches if touch.takes_touch and not self._is_of_a_fact(touch)]
        found = [(touch, outcomes.of(touch)) for touch in touched]
        not_safe = {_identity(touch) for touch, outcome in found if not isinstance(outcome, Safe)}
        for touch, outcome in found:
            self._touch(touch, outcome, outcomes, is_safe_anywhere=_identity(touch) not in not_safe)
        self.harmless = _joined(self.harmless)

    # what is written and chosen

    def _fact(self, state: PageState, fact: PageVariable, outcomes: TouchOutcomes) -> None:
        name, said = fact.variable.name, fact.variable.name.replace("_", " ")
        on_screen = self._where(fact.option or fact.place, state)
        if fact.is_field:
            typed = "typed()" if fact.variable.type is Type.TEXT else f"{fact.variable.type.name.lower()}(typed())"
            update = DraftUpdate(state.name, {name: typed})
            self._add(DraftBinding(f"type the {said}", "input", fact.place, on_screen=on_screen, pre=(update,)))
        elif fact.option:
            update = DraftUpdate(state.name, {name: fact.option_reading})
            binding = DraftBinding(f"choose the {said}", "click", fact.option, on_screen=on_screen, pre=(update,))
            self._add(self._effective(binding, state, fact, {"what": said, "chosen": fact.option_reading}, outcomes))
        elif fact.is_switch:
            update = DraftUpdate(state.name, {name: "not(checked(.))"})
            binding = DraftBinding(f"turn {said} on or off", "click", fact.place, on_screen=on_screen, pre=(update,))
            self._add(self._effective(binding, state, fact, {"what": said, "on": "not(checked(.))"}, outcomes))

    def _effective(
        self,
        binding: DraftBinding,
        state: PageState,
        fact: PageVariable,
        details: Mapping[str, str],
        outcomes: TouchOutcomes,
    ) -> DraftBinding:
        """With what it commits, where it takes effect at once."""
        found = [touch for touch in self.touches if self._is_at(touch, fact.option or fact.place)]
        below = self.frames.on_page(state.page) if state.page.dialog else ()
        if not any(touch.commits is not None for touch in found) or any(map(outcomes.is_committed, below)):
            return binding
        verb = "Turn" if fact.is_switch else "Choose"
        judged = next(touch.commits for touch in found if touch.commits is not None)
        commits = state_name([verb, *fact.variable.name.split("_")])
        why = judged.evidence[0].why
        return replace(binding, commits=commits, kind=judged.objective.kind, object=details, why=why)

    def _is_of_a_fact(self, touch: Touch) -> bool:
        """Whether a binding of a page's variable speaks for it already."""
        if touch.table is not None or not isinstance(touch.part, Choice | Switch):
            return False
        places = [
            fact.option or fact.place for state in self.states for fact in state.facts if fact.option or fact.is_switch
        ]
        return any(self._is_at(touch, place) for place in places)

    def _is_at(self, touch: Touch, place: str) -> bool:
        frame, number = touch.spots[0]
        return number in self.places.find(place, frame)

    def _where(self, place: str, state: PageState) -> DraftOnScreen | None:
        """On which screens a selector is meant; None where it means something on this page only."""
        numbers = {frame.number for frame in state.frames}
        is_elsewhere = any(self.places.find(place, frame) for frame in self.frames.all if frame.number not in numbers)
        return state.on_screen if is_elsewhere else None

    # what is touched

    def _touch(self, touch: Touch, outcome: Outcome, outcomes: TouchOutcomes, *, is_safe_anywhere: bool) -> None:
        if isinstance(touch.part, Switch) and touch.table is not None:
            self._row_switch(touch, touch.table)
            return
        at, on_screen = self._place(touch, is_safe_anywhere=is_safe_anywhere)
        if not at:
            self.questions.append(f"{self._called(touch)}: no selector means it and nothing else")
            return
        match outcome:
            case Committing() | OpenOutcome() if self._row_of_switch(touch, at, on_screen):
                pass
            case Committing():
                self._commitment(touch, outcome, at, on_screen)
            case Safe(why=why):
                state = self._state_of(touch)
                step = outcomes.step_of(touch, state) if state is not None else None
                if state is not None and step is not None:
                    self._counter(state, step, at, on_screen)
                elif touch.table is None or not isinstance(touch.part, Row) or not self._opens(at):
                    self.harmless.append(DraftHarmless(at, why, on_screen=on_screen))
            case OpenOutcome(why=why):
                self.questions.append(f"{self._called(touch)}: {why}")

    def _place(self, touch: Touch, *, is_safe_anywhere: bool = False) -> tuple[str, DraftOnScreen | None]:
        """A selector for it, and on which screens it is meant where that is not all.

        What a dialog commits is meant in this dialog only: `android:id/button1` says yes to anything.
        """
        meant = _by_frame(touch.spots)
        plural = any(len(numbers) > 1 for numbers in meant.values())
        if touch.table is not None:
            if isinstance(touch.part, Row):
                return touch.table.each, None
            rows = [
                (frame, row) for frame, number in touch.spots if (row := touch.table.row_of(frame, number)) is not None
            ]
            inner = self.places.inside(rows, [number for _, number in touch.spots])
            return (f"{touch.table.each}//{inner.removeprefix('./')}" if inner else ""), None
        if isinstance(touch.part, Choice) and is_tab(touch.spots[0][0].page, touch.part):
            return self.places.exact(meant, self._reachable(touch), plural=True), None
        shown = self.frames.pages[touch.page] if touch.page is not None else self.frames.all
        everywhere = self._everywhere(touch)
        at = self.places.exact(everywhere, plural=plural, by_words=True)
        frame, number = touch.spots[0]
        is_declining = is_safe_anywhere and frame.index.nodes[number].resource_id != POSITIVE
        is_asked = touch.page is not None and bool(touch.page.dialog) and not is_declining
        if at and (everywhere == meant or is_safe_anywhere) and not is_asked:
            return at, None
        at = at if is_asked else ""
        at = at or self.places.exact(meant, shown, plural=plural, by_words=True)
        return at, (self._page(touch.page, shown) if touch.page is not None else None)

    def _reachable(self, touch: Touch) -> list[Frame]:
        """The frames on which it could be touched: those without a dialog above it."""
        is_asked = touch.page is not None and bool(touch.page.dialog)
        return [frame for frame in self.frames.all if is_asked or frame.dialog is None]

    def _everywhere(self, touch: Touch) -> dict[int, frozenset[int]]:
        """All elements with its id and class, on any page."""
        frame, number = touch.spots[0]
        element = frame.index.nodes[number]
        if not element.resource_id:
            return _by_frame(touch.spots)
        return _by_frame(
            (frame, at)
            for frame in self.frames.all
            for at in frame.index.with_id(element.resource_id)
            if frame.index.nodes[at].class_name == element.class_name
        )

    def _page(self, page: PageName, shown: Sequence[Frame]) -> DraftOnScreen | None:
        """What tells a page from all others: what its dialog asks, else what stands only there."""
        if page.dialog:
            title = next((self.places.title_of_dialog(frame) for frame in shown), "")
            if title:
                pattern = self.frames.dialog_pattern(page)
                titles = {frame.page.dialog.title for frame in shown if frame.page.dialog is not None}
                is_fixed = len(titles) == 1 and "*" not in pattern
                test = f"@text={quoted(titles.pop())}" if is_fixed else f"like(@text, {quoted(pattern)})"
                if pattern.strip("* "):
                    return DraftOnScreen(has=(f"//{title}[{test}]",))
        state = next((page_state for page_state in self.states if page_state.page == replace(page, dialog=())), None)
        if state is not None and not page.dialog:
            return state.on_screen
        found = anchor_of(shown, self.places)
        if found is None and page.activity:
            return DraftOnScreen(activity=page.activity)
        return found

    def _state_of(self, touch: Touch) -> PageState | None:
        """The state of the page on which it stands, or of the page below its dialog."""
        if touch.page is None:
            frame = touch.spots[0][0]
            return next((state for state in self.states if any(seen is frame for seen in state.frames)), None)
        own = next((state for state in self.states if state.page == touch.page), None)
        return own or next((state for state in self.states if state.page == replace(touch.page, dialog=())), None)

    def _counter(self, state: PageState, step: tuple[str, int], at: str, on_screen: DraftOnScreen | None) -> None:
        variable, by = step
        reading = f"{'plus' if by > 0 else 'minus'}({state.readings[variable]}, {abs(by)})"
        said = f"{'one' if abs(by) == 1 else abs(by)} {'more' if by > 0 else 'fewer'} of the {variable}"
        self._add(
            DraftBinding(said, "click", at, on_screen=on_screen, pre=(DraftUpdate(state.name, {variable: reading}),))
        )

    def _row_switch(self, touch: Touch, table: DraftTable) -> None:
        at, _ = self._place(touch)
        column = next((column for column in table.columns if column.is_switch), None)
        if not at or column is None:
            return
        variable = column.variable.name
        flipped = f"not({column.reading})"
        judged = touch.commits
        binding = DraftBinding(
            f"turn {one_of(table.words)} on or off", "click", at, row=table.each,
            pre=(DraftUpdate(table.name, {**table.keys, variable: flipped}),),
        )  # fmt: skip
        if judged is not None:
            details = {"what": next(iter(table.keys.values())), variable: flipped}
            commits, why = f"Turn{table.name}", judged.evidence[0].why
            binding = replace(binding, commits=commits, kind=judged.objective.kind, object=details, why=why)
        self._add(binding)

    def _row_of_switch(self, touch: Touch, at: str, on_screen: DraftOnScreen | None) -> bool:
        """Write what a touch on a row does that turns a switch inside; whether it does.

        The walks say so, or where nobody touched it, what is judged of it.
        """
        state = self._state_of(touch)
        after = [(frame, number, self.frames.all[frame.following]) for frame, number in touch.done if frame.following]
        judged = touch.commits if not after else None
        if state is None or not (after or (judged is not None and judged.objective.kind is Kind.SETTING)):
            return False
        for fact in state.facts:
            turned = [self._checked(fact.place, frame) for move in after for frame in (move[0], move[2])]
            is_inside = all(
                number < inner < frame.index.ends[number]
                for frame, number in touch.spots
                for inner in self.places.find(fact.place, frame)
            )
            if (
                fact.is_switch
                and is_inside
                and None not in turned
                and turned[::2] == [not is_on for is_on in turned[1::2]]
            ):
                said = fact.variable.name.replace("_", " ")
                flipped = f"not({fact.reading})"
                commits = state_name(["Turn", *fact.variable.name.split("_")])
                update = DraftUpdate(state.name, {fact.variable.name: flipped})
                details = {"what": said, "on": flipped}
                why = judged.evidence[0].why if judged is not None else "it turned its switch (seen in the walks)"
                self._add(
                    DraftBinding(
                        f"turn {said} on or off by its row", "click", at, on_screen=on_screen, pre=(update,),
                        commits=commits, kind=Kind.SETTING, object=details, why=why,
                    )
                )  # fmt: skip
                return True
        return False

    def _checked(self, place: str, frame: Frame) -> bool | None:
        found = self.places.find(place, frame)
        return frame.index.nodes[min(found)].checked if len(found) == 1 else None

    def _opens(self, at: str) -> bool:
        """Whether a binding is there already that remembers which row was opened."""
        return any(binding.at == at and binding.on == "click" for binding in self.bindings)

    # what is committed

    def _commitment(self, touch: Touch, outcome: Committing, at: str, on_screen: DraftOnScreen | None) -> None:
        state, table = self._state_of(touch), touch.table
        row = table.each if table is not None else ""
        rows = OpenedRows(self.frames, self.places, self.tables)
        objects = Objects(self.app, self.frames, self.places, self.tables)
        opened = rows.opened(touch) if outcome.kind is Kind.DELETION and table is None else None
        name = self._objective(touch, outcome, state, opened.table if opened is not None else None)
        pool = objects.pool(touch, state)
        if outcome.kind is Kind.MESSAGE and any(mention.is_money for mention in pool):
            outcome = replace(outcome, kind=Kind.PAYMENT, why=f"{outcome.why}, and a sum stands there")
        details, missing = objects.of(outcome.kind, touch, pool, opened)
        pre: list[DraftUpdate] = []
        if state is not None and table is None:
            pre.append(DraftUpdate(state.name, state.readings))
        if opened is not None:
            self._remember(opened)
            is_known = f"readable({next(iter(opened.known.values()))})"
            pre.append(DraftUpdate(opened.table.name, opened.known, deletes=True, when=is_known))
        if table is not None and outcome.kind is Kind.DELETION:
            pre.append(DraftUpdate(table.name, table.keys, deletes=True))
        post = [
            DraftUpdate(table.name)
            for table in rows.changed(touch)
            if table.name not in {update.state for update in pre}
        ]
        why = outcome.why
        if missing:
            why = f"{why}; a {outcome.kind} of which nothing says {' and '.join(missing)}: write that and its `kind`"
        kind = Kind.UNKNOWN if missing else outcome.kind
        self._add(
            DraftBinding(
                _sentence(name), "click", at, row, on_screen, tuple(pre), tuple(post), name, kind,
                outcome.irreversible or kind in (Kind.MESSAGE, Kind.PAYMENT), details, why,
                pattern_of([touch.says]) if touch.says and isinstance(touch.part, Button) else "",
            )
        )  # fmt: skip

    def _remember(self, opened: OpenedRow) -> None:
        """Declare what remembers a row, and what sets it; once."""
        if any(state.name == opened.name for state in self.opened):
            return
        self.opened.append(opened.state())
        said = f"{'open' if opened.kind == 'click' else 'hold'} {opened.called}"
        self._add(DraftBinding(said, opened.kind, opened.table.each, pre=(opened.update(),)))

    def _objective(
        self, touch: Touch, outcome: Committing, state: PageState | None, opened: DraftTable | None = None
    ) -> str:
        """Its name: what the dialog asks, what the button says, or the verb and what the page is about."""
        if touch.page is not None and touch.page.dialog:
            pattern = self.frames.dialog_pattern(touch.page)
            words = without_little_words(words_of(pattern))
            if pattern.endswith("?") and "*" not in pattern and 1 < len(words) <= LONGEST_OBJECTIVE_WORDS:
                return state_name(words)
        label = without_little_words(words_of(touch.label))
        if 1 < len(label) <= LONGEST_OBJECTIVE_WORDS:
            return state_name(label)
        verb = label if len(label) == 1 and not wording.confirms(touch.label) else words_of(outcome.verb)
        table = touch.table or opened
        if table is not None:
            return state_name([*verb, *table.words])
        if outcome.kind is Kind.MESSAGE:
            return state_name([*verb, "message"])
        noun = list(state.words) if state is not None else page_words(touch.spots[0][0].name, [touch.spots[0][0]])
        return state_name([*verb, *noun])

    def _called(self, touch: Touch) -> str:
        frame, number = touch.spots[0]
        element = frame.index.nodes[number]
        called = element.resource_id.rpartition("/")[2] or touch.label or element.class_name.rpartition(".")[2]
        where = touch.table.name if touch.table is not None else frame.name.activity or frame.page.title
        return f"`{called}` ({where})"

    def _add(self, binding: DraftBinding) -> None:
        taken = {draft_binding.name for draft_binding in self.bindings}
        name = binding.name
        if name in taken and (binding.pre or binding.post):
            name = f"{name} ({(*binding.pre, *binding.post)[0].state})"
        name = fresh(name, taken)
        self.bindings.append(replace(binding, name=name))


def _identity(touch: Touch) -> tuple[str, str]:
    """By what it is the same on every page: its id and class, or nothing but itself."""
    frame, number = touch.spots[0]
    element = frame.index.nodes[number]
    return element.resource_id or f"{frame.number} {number}", element.class_name


def _by_frame(spots: Iterable[Spot]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {}
    for frame, number in spots:
        found.setdefault(frame.number, set()).add(number)
    return {number: frozenset(numbers) for number, numbers in found.items()}


def _joined(entries: Sequence[DraftHarmless]) -> list[DraftHarmless]:
    """Each once; those of one place on several pages become one where they hold there whatever the page."""
    found: dict[tuple[str, DraftOnScreen | None], DraftHarmless] = {}
    for entry in entries:
        found.setdefault((entry.at, entry.on_screen), entry)
    return list(found.values())


def _sentence(name: str) -> str:
    """`SaveAlarm` as `save alarm`."""
    return " ".join(words_of(name))
