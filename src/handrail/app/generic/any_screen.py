"""The model of an app that nobody modelled: what an act commits and changes on any screen, and what any screen says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Final

from handrail.app.binding import ANYWHERE, OnScreen
from handrail.app.consequence import GRAVE, LEAVES_THE_PHONE, Consequence, DeclaredCommitment, Detail
from handrail.app.generic.dialogs import SYSTEM_PACKAGES
from handrail.app.generic.judgement import Commits, Harmless, is_search, judge
from handrail.app.generic.objective import DELETE, DISCARD, OBJECTIVES, SET, GenericObjective
from handrail.app.generic.objects import form_of
from handrail.app.generic.page import Page
from handrail.app.generic.parts import Button, Choice, Field, Row, Switch
from handrail.app.generic.states import (
    STATES,
    choice_row,
    dialog_update,
    item_row,
    listed_rows,
    once,
    rows_of,
    screen_update,
    twins,
    updates_of,
)
from handrail.app.screen_model import Act, Listed, Observed, PageInFront, ScreenModel
from handrail.app.screen_tree import ROOT, ScreenLike
from handrail.app.trigger import Anticipation
from handrail.app.update import Update
from handrail.language.normal_form import normal_form

ROWS: Final = frozenset({"Field", "Choice", "Switch", "Item"})
"""States whose rows stand on a page and end with it."""

OPENED: Final = "Opened"
"""What was touched, and so no page's to take away."""

LASTING: Final[Mapping[str, OnScreen]] = {state.name: ANYWHERE for state in STATES if state.name != OPENED}
"""States whose facts end when no screen shows them."""


@dataclass(frozen=True, slots=True)
class AnyScreen(ScreenModel):
    """Reads every screen, or those of its `package`. `without` are states that others declare."""

    without: frozenset[str] = frozenset()
    lasting: Mapping[str, OnScreen] = field(default_factory=lambda: LASTING)

    @property
    def is_generic(self) -> bool:
        """It knows of no app in particular."""
        return True

    @property
    def declared(self) -> tuple[DeclaredCommitment, ...]:
        """What it may say is committed, on whatever screen, with all that stands there."""
        states = self._left(state.name for state in STATES)
        return tuple(
            DeclaredCommitment(objective.name, (objective.kind,), changes=states, irreversible=objective.irreversible)
            for objective in OBJECTIVES
        )

    @property
    def of_pages(self) -> frozenset[str]:
        """All that has rows."""
        return self._left(ROWS)

    @property
    def named_by(self) -> Mapping[str, tuple[str, ...]]:
        """The app and the title."""
        return {"Screen": ("app", "title")} if self._left(["Screen"]) else {}

    @property
    def opened(self) -> frozenset[str]:
        """The entry that was touched last."""
        return self._left([OPENED])

    def anticipate(self, screen: ScreenLike, act: Act) -> Anticipation:
        """What an act is about to change, and whether it commits something; not covered where that is not known."""
        page = Page.of(screen)
        judged = judge(page, act)
        changes = _changes(page, act)
        match judged:
            case Harmless():
                return Anticipation(self._kept([*changes, *_opened(page, act)]), covered=True)
            case Commits(objective, details, _):
                number = page.index.at(act.path) if act.path is not None else None
                updates = self._kept([*_taken(page, number, judged, act), *changes, *_not_opened(page, judged, act)])
                names = frozenset({objective.name})
                consequence = Consequence(
                    f"generic: {objective.name}",
                    objective.kind,
                    names,
                    (
                        *details,
                        *_deleted_entry(page, number, judged, act),
                        *_selected_entries(page, judged, act),
                        *_one_of_several(updates, objective),
                    ),
                    objective.irreversible,
                    frozenset(update.state for update in updates),
                )
                return Anticipation(
                    updates,
                    names,
                    objective.irreversible,
                    (consequence.does,),
                    (),
                    (consequence,),
                    covered=True,
                    guessed=judged.is_guess,
                )
            case _:
                return Anticipation(self._kept([*changes, *_opened(page, act)]))

    def observe(
        self,
        screen: ScreenLike,
        after: Iterable[str] = (),  # noqa: ARG002 - nothing it anticipates is read from the next screen only
        now: datetime | None = None,  # noqa: ARG002 - it reads no days
    ) -> Observed:
        """What a screen says by itself; what was done before makes no difference."""
        elsewhere = all(window.package in self.besides for window in screen.windows)
        page = Page.of(screen, self.besides) if not elsewhere else None
        if page is None or not self._speaks_for(page.package):
            dialog = screen.package if screen.package in SYSTEM_PACKAGES else None
            return Observed(ended=self._left(LASTING), front=PageInFront(self._left(ROWS), None, dialog))
        rows = [(state, found) for state, found in rows_of(page) if state not in self.without]
        ended = self._left(["Dialog"] if page.dialog is None else [])
        front = page.dialog
        hides = front is not None and len(page.index.children(ROOT)) == 1 and page.index.parents[front.number] == ROOT
        looks_for = any(is_search(page, shown) and shown.value for shown in page.fields)
        updates, is_whole = self._kept(updates_of(page)), not (page.scrolls or looks_for) and page.dialog is None
        listed, by = listed_rows(page, updates), f"{page.package} {page.activity} {page.title}"
        return Observed(
            updates,
            (),
            tuple(Listed(state, is_whole, {}, by=by, rows=listed.get(state, ())) for state, _ in rows),
            ended,
            tuple(twin for state, found in rows for twin in twins(state, found)),
            PageInFront(
                self._left(ROWS),
                None if hides else (page.package, page.activity, page.title),
                None if front is None else (page.package, front.title),
            ),
        )

    def _speaks_for(self, package: str) -> bool:
        return bool(package) and package not in self.besides and self.package in ("", package)

    def _left(self, states: Iterable[str]) -> frozenset[str]:
        return frozenset(states) - self.without

    def _kept(self, updates: Iterable[Update]) -> tuple[Update, ...]:
        return tuple(update for update in updates if update.state not in self.without)


def _changes(page: Page, act: Act) -> list[Update]:
    """What an act changes on the page itself: what is typed, switched or chosen."""
    number = page.index.at(act.path) if act.path is not None else None
    part = page.part_at(number) if number is not None else None
    if isinstance(part, Row | Button):
        part = page.turned_by(part) or part
    match part:
        case Field(label=label, password=False) if label and act.kind in ("input", "paste"):
            return [Update("Field", {"label": label, "value": act.text or ""})]
        case Switch(label=label, on=on) if label and act.kind == "click":
            return [Update("Switch", {"label": label, "on": not on})]
        case Choice(label=label, group=group, selected=False) if label and act.kind == "click":
            others = [
                {**choice_row(choice), "selected": False}
                for choice in page.choices
                if choice.selected and choice.group == group is not None and choice.label
            ]
            return [Update("Choice", {"label": label, "selected": True}), *once("Choice", others)]
    return []


def _opened(page: Page, act: Act) -> list[Update]:
    """The entry that a touch is on, if it is one of the page's and not of a menu or a picker in front of it.

    Of one that is cut off below, what it is called is seen, and not all it says; one that is cut off above may be
    called by any of the words that are left of it.
    """
    number = page.index.at(act.path) if act.path is not None and act.kind in ("click", "long_click") else None
    row = page.row_around(number) if number is not None else None
    if number is None or row is None or not row.label:
        return []
    dialog = page.dialog
    if dialog is not None and dialog.number <= number < page.index.ends[dialog.number]:
        return []
    called = normal_form(row.label)
    alike = sum(called in map(normal_form, [other.label] if other.label else other.texts) for other in page.rows)
    text = row.text if row.whole else None
    return [Update(OPENED, {"app": page.package, "label": row.label, "text": text, "alike": alike})]


def _opened_before(page: Page, act: Act) -> list[Update]:
    """The entry that was touched last in this app, told again."""
    if act.known is None or act.known(OPENED, "app") != page.package:
        return []
    values = {name: act.known(OPENED, name) for name in ("app", "label", "text", "alike")}
    known = {name: value for name, value in values.items() if value is not None}
    return [Update(OPENED, known)] if "label" in known else []


def _not_opened(page: Page, commits: Commits, act: Act) -> list[Update]:
    """What was touched in another app says nothing of what is changed in this one, unless it sends something there."""
    app = act.known(OPENED, "app") if act.known is not None else None
    if app in (None, page.package) or page.package in SYSTEM_PACKAGES or commits.objective.kind in LEAVES_THE_PHONE:
        return []
    return [Update(OPENED, dict.fromkeys(("app", "label", "text", "alike")))]


def _one_of_several(updates: Iterable[Update], objective: GenericObjective) -> list[Detail]:
    """Of the entry that it is about there were several of one name, and what cannot be undone is done to one."""
    opened = next((update.set for update in updates if update.state == OPENED and update.set), {})
    alike = opened.get("alike")
    is_lasting = objective.irreversible or objective.kind in GRAVE
    if not is_lasting or not isinstance(alike, Decimal | int) or alike < 2:
        return []
    return [Detail("entry", unread=f"{alike} entries in sight were called `{opened['label']}` when it was touched")]


def _deleted_entry(page: Page, number: int | None, commits: Commits, act: Act) -> list[Detail]:
    """Which entry a form deletes: the one that was opened for it. What stands on the form anybody may have typed."""
    written = [normal_form(input_field.value or "") for input_field in page.fields if not is_search(page, input_field)]
    on_entry = number is not None and page.row_around(number) is not None
    if commits.objective is not DELETE or page.dialog is not None or on_entry or not written:
        return []
    opened = [str(update.set["label"]) for update in _opened_before(page, act) if update.set]
    if opened and (normal_form(opened[0]) in written or not any(written)):
        return [Detail("entry", opened[0])]
    return [Detail("entry", unread="its form may have been typed over, and no entry called so was opened for it")]


def _selected_entries(page: Page, commits: Commits, act: Act) -> list[Detail]:
    """Which entries are deleted where some are selected: nobody knows by the one that was touched last."""
    selected = [row.label for row in page.rows if page.index.nodes[row.number].selected]
    opened = [str(update.set["label"]) for update in _opened_before(page, act) if update.set]
    if commits.objective is not DELETE or not selected:
        return []
    if len(selected) == len(opened) == 1 and normal_form(selected[0]) == normal_form(opened[0]):
        return [Detail("entry", selected[0])]
    return [Detail("entry", unread=f"what is selected is {', '.join(f'`{label}`' for label in selected)}")]


def _taken(page: Page, number: int | None, commits: Commits, act: Act) -> list[Update]:
    """What a commitment takes with it, told again: an entry, the dialog, or what was filled in and chosen on the page.

    A setting takes only itself, and leaving a form what is written in it. A dialog or a page may not say which entry it
    is about: the one that was touched last. Entries stay as they are seen, but for those on a form that is sent.
    """
    if commits.objective is SET:
        return [screen_update(page)]
    if commits.objective is DISCARD:
        filled = [input_field for input_field in page.fields if input_field.label and input_field.value]
        return [
            Update("Field", None, {"label": label})
            for label in dict.fromkeys(input_field.label for input_field in filled)
        ]
    row = page.row_around(number) if number is not None else None
    if isinstance(row, Row) and row.label and row.whole:
        if commits.objective is DELETE:
            return [screen_update(page), Update("Item", None, {"label": row.label})]
        return [screen_update(page), Update("Item", item_row(row))]
    dialog = dialog_update(page)
    found = [screen_update(page), *([dialog] if dialog is not None else []), *_opened_before(page, act)]
    for state, rows in rows_of(page):
        known = [row for row in rows if len(row) > 1 and not {None, ""} & set(row.values())]
        found += once(state, known) if state != "Item" else []
    form = form_of(commits.objective, page, number) if number is not None else None
    return [*found, *once("Item", [item_row(row) for row in form.rows() if row.label])] if form is not None else found
