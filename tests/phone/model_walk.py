"""Walking through a simulated app, and holding what its model says against what the app really did.

The truth is read from the app's own data and pages, never from a screen. What a model anticipates must be what the app
then did; what it does not anticipate it must have said to read afterwards (`post`), and then read right.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

from handrail.app import Anticipation, App
from handrail.app.consequence import LEAVES_THE_PHONE, Kind
from handrail.app.extraction import KnownValue
from handrail.app.screen_model import Act, Listed, Observed
from handrail.app.screen_tree import ElementLike, ScreenIndex
from handrail.app.update import Assignment, Raw, RefusedUpdate, Removal, Update, read_update
from handrail.bench.suite.task import INCIDENTAL, EffectKind
from handrail.bench.suite.truth import effects_between
from handrail.device.screen import Screen
from handrail.device.touch import touch_point
from handrail.language.declaration import State
from handrail.phone import tasks
from handrail.phone.app import Page
from handrail.phone.phone import ACTION_MS, Phone

KIND_OF: Mapping[EffectKind, Kind] = {
    **dict.fromkeys(
        (
            EffectKind.ALARM_SET, EffectKind.TIMER_STARTED, EffectKind.CONTACT_SAVED, EffectKind.PUT_INTO_CART,
            EffectKind.ADDRESS_CHANGED, EffectKind.TASK_SAVED, EffectKind.LIST_MADE, EffectKind.FOLDER_MADE,
            EffectKind.COPIED,
        ),
        Kind.RECORD,
    ),
    **dict.fromkeys(
        (
            EffectKind.MAIL_BINNED, EffectKind.MAIL_DELETED, EffectKind.CONVERSATION_DELETED, EffectKind.ALARM_DELETED,
            EffectKind.CONTACT_DELETED, EffectKind.TASK_DELETED, EffectKind.LIST_DELETED, EffectKind.FILE_DELETED,
            EffectKind.APP_REMOVED, EffectKind.APP_EMPTIED,
        ),
        Kind.DELETION,
    ),
    EffectKind.SETTING_CHANGED: Kind.SETTING,
    EffectKind.NETWORK_CHOSEN: Kind.SETTING,
    EffectKind.APP_SWITCHED: Kind.SETTING,
    EffectKind.PERMISSION_GIVEN: Kind.PERMISSION,
    EffectKind.PERMISSION_TAKEN: Kind.PERMISSION,
    EffectKind.TABLE_RESERVED: Kind.BOOKING,
    EffectKind.RESERVATION_CANCELLED: Kind.BOOKING,
    EffectKind.MONEY_SENT: Kind.PAYMENT,
    EffectKind.ORDER_PAID: Kind.PAYMENT,
    EffectKind.MESSAGE_SENT: Kind.MESSAGE,
    EffectKind.MAIL_SENT: Kind.MESSAGE,
    EffectKind.SENT_TO_A_STRANGER: Kind.SHARE,
}  # fmt: skip
"""What a model calls the commitment by which an effect comes about."""
SAYS_ENOUGH = LEAVES_THE_PHONE | {Kind.BOOKING, Kind.PERMISSION}
"""Kinds of which a policy knows by themselves that a person is asked, or that the way back is not one's own."""

MODELS = Path(__file__).resolve().parents[2] / "src/handrail/phone/models"

Truth: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
"""The rows of each state that there is now; a state that the app does not have now is left out."""
Rows: TypeAlias = dict[str, dict[tuple[Any, ...], dict[str, Any]]]


@dataclass(frozen=True)
class Subject:
    """An app under test: its model, its truth, and what to type into its fields.

    `incidental` says of bindings that commit nothing what they change all the same, `unsure` which commitments cannot
    always say what they do to what, `traceless` which commitments leave nothing on the phone that the suite's truth
    could tell.
    """

    package: str
    model: str
    truth: Callable[[Phone], Truth]
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    skips: frozenset[str] = frozenset()
    prepare: Callable[[Phone], None] | None = None
    incidental: Mapping[str, str] = field(default_factory=dict)
    unsure: frozenset[str] = frozenset()
    traceless: frozenset[str] = frozenset()

    @property
    def file(self) -> str:
        """Where the model is, for telling."""
        return f"src/handrail/phone/models/{self.model}"

    def app(self) -> App:
        return App.load(MODELS / self.model)


def data_of(phone: Phone, package: str) -> Any:
    return phone._system.data[package]


def pages_of(phone: Phone, package: str) -> list[Page]:
    """The pages of an app in the front task, bottom to top, as far as they are in sight."""
    pages = tasks.front(phone._system.stack).pages
    first = len(pages) - 1
    while first > 0 and pages[first].page.dialog:
        first -= 1
    return [opened.page for opened in pages[first:] if opened.package == package]


def page_of(phone: Phone, package: str, kind: type[Any]) -> Any:
    """The page of a kind that is in sight, or None."""
    return next((page for page in pages_of(phone, package) if isinstance(page, kind)), None)


def rows_of(app: App, truth: Truth) -> Rows | None:
    """The truth in the form in which values are compared; None if two rows of it have the same keys."""
    rows: Rows = {}
    for state, records in truth.items():
        table = rows.setdefault(state, {})
        for record in records:
            change = read_update(Update(state, set=record), app.states)
            assert isinstance(change, Assignment), change
            if change.key in table:
                return None
            table[change.key] = dict(change.compared)
    return rows


def applied(app: App, rows: Rows, updates: Sequence[Update]) -> Rows:
    """The rows after some updates."""
    result = {state: {key: dict(row) for key, row in table.items()} for state, table in rows.items()}
    for update in updates:
        change = read_update(update, app.states)
        assert not isinstance(change, RefusedUpdate), change
        table = result.setdefault(change.state.name, {})
        if isinstance(change, Removal):
            table.pop(change.key, None)
        else:
            table.setdefault(change.key, {}).update(change.compared)
    return result


def seen_whole(app: App, rows: Rows, observed: Observed) -> Rows:
    """The rows after an observation: those of a complete list, or of its part, that were not seen are gone."""
    result = applied(app, rows, observed.updates)
    for listed in (entry for entry in observed.lists if entry.whole):
        seen = {
            change.key
            for update in observed.updates
            if update.state == listed.state and isinstance(change := read_update(update, app.states), Assignment)
        }
        table = result.get(listed.state, {})
        result[listed.state] = {key: row for key, row in table.items() if key in seen or not is_of(app, listed, row)}
    return result


def is_of(app: App, listed: Listed, row: Mapping[str, object]) -> bool:
    """Whether a row is of the part of its table that a list is of."""
    read = read_update(Update(listed.state, dict(listed.within)), {listed.state: without_keys(app, listed.state)})
    assert isinstance(read, Assignment)
    return all(row.get(name) == part for name, part in read.compared.items())


def without_keys(app: App, name: str) -> State:
    """The state as one row, so that a part of its variables says something."""
    return State.of(name, *(replace(variable, key=False) for variable in app.states[name].variables.values()))


def differences(app: App, claimed: Rows, truth: Rows, *, unknown_is_fine: bool) -> list[str]:
    """What is claimed and not so. A value that was withdrawn (null) may be fine; one never spoken of is not."""
    found: list[str] = []
    for state, table in truth.items():
        for key, row in table.items():
            known = claimed.get(state, {}).get(key, {})
            for variable, value in row.items():
                said = known.get(variable)
                if said != value and not (unknown_is_fine and variable in known and said is None):
                    found.append(f"{state}{key}.{variable} is {value!r}, not {said!r}")
        if app.states[state].keys:
            found += [f"{state}{key} is gone" for key in claimed.get(state, {}) if key not in table]
    return found


def contradictions(app: App, observed: Observed, truth: Rows) -> list[str]:
    """What was read from a screen and is not so."""
    found: list[str] = []
    for update in observed.updates:
        change = read_update(update, app.states)
        if not isinstance(change, Assignment):
            found.append(f"observed {change}")
        elif change.state.name in truth:
            row = truth[change.state.name].get(change.key)
            wrong = {
                name: value
                for name, value in change.compared.items()
                if value is not None and (row is None or (name in row and row[name] != value))
            }
            if wrong:
                found.append(f"observed {change.state.name}{change.key} with {wrong}, which is {row}")
    return found


def acts_on(screen: Screen, subject: Subject) -> Iterator[Act]:
    """Everything that can be done to an app on a screen; what a window of the system is closed with is not its own."""
    for path, element in screen.windows[-1].walk((len(screen.windows) - 1,)):  # a driver refuses what is covered
        if element.package != subject.package or not element.enabled:
            continue
        id = element.resource_id.rsplit("/", 1)[-1]
        if id in subject.skips:
            continue
        if element.class_name.endswith("EditText"):
            for text in subject.texts.get(id, ("Some words", "")):
                yield Act("input", path, text)
        elif element.clickable:
            yield Act("click", path)
        if element.long_clickable and not element.class_name.endswith("EditText"):
            yield Act("long_click", path)
        if element.focused:
            yield Act("enter", path)
    if screen.package == subject.package:
        yield Act("back")


def perform(phone: Phone, act: Act) -> bool:
    """Do it as a driver would; False if it cannot be done."""
    if act.kind in ("back", "enter"):
        phone.back() if act.kind == "back" else phone.key(66)
        return True
    path = tuple(act.path or ())
    if act.kind == "input":
        return phone.set_text(path, act.text or "")
    point = touch_point(phone.screen().windows, path)
    if point is None:
        return False
    (phone.tap if act.kind == "click" else phone.long_press)(*point)
    return True


def known_from(truth: Truth) -> KnownValue:
    """What whoever kept watch would know: of each state without keys what it is now."""

    def known(state: str, variable: str) -> Raw | None:
        value = truth.get(state, [{}])[0].get(variable)
        return Decimal(value) if isinstance(value, int) and not isinstance(value, bool) else value

    return known


def is_editable(element: ElementLike) -> bool:
    return element.class_name.endswith("EditText")


def anticipated(subject: Subject, app: App, phone: Phone, act: Act) -> Anticipation:
    """What the model says of an act on the phone as it is."""
    known = known_from(subject.truth(phone))
    return app.anticipate_on(phone.screen(), act.path, act.kind, text=act.text, now=phone.now, known=known)


def complaints(subject: Subject, app: App, phone: Phone, act: Act) -> list[str]:
    """Do one thing and say what the model had wrong about it."""
    return attempted(subject, app, phone, act).told


@dataclass(frozen=True)
class Attempt:
    """One thing that was done: by which bindings, what came about, and what the model had wrong about it."""

    bindings: tuple[str, ...] = ()
    came: frozenset[EffectKind] = frozenset()
    told: list[str] = field(default_factory=list)


def attempted(subject: Subject, app: App, phone: Phone, act: Act) -> Attempt:
    """Do one thing, and hold what was said of it against the rows of the app and the effects on the phone."""
    began, said, screen = phone.snapshot(), anticipated(subject, app, phone, act), phone.screen()
    before = rows_of(app, subject.truth(phone))
    if not perform(phone, act):
        return Attempt(said.bindings)
    came = {effect.what for effect in effects_between(began, phone.snapshot())} - INCIDENTAL
    told = wrong_commitments(subject, said, came) + wrong_rows(subject, app, phone, said, before)
    what = ScreenIndex(screen).nodes[ScreenIndex(screen).at(act.path) or 0].resource_id if act.path else ""
    where = f"{act.kind} {what} {act.text or ''} by {list(said.bindings)}"
    return Attempt(said.bindings, frozenset(came), [f"{where}: {text}" for text in told])


def wrong_commitments(subject: Subject, said: Anticipation, came: Iterable[EffectKind]) -> list[str]:
    """What a commitment says of its kind and of the way back, and what came about says otherwise."""
    told: list[str] = []
    if not said.commits:
        return told
    kinds = {consequence.kind for consequence in said.consequences}
    for effect in came:
        if effect not in KIND_OF:
            told.append(f"“{effect}” came about: by which kind of commitment? `KIND_OF` of tests/phone/model_walk.py")
        elif KIND_OF[effect] not in kinds:
            kind = f"kind: {KIND_OF[effect]}"
            told.append(f"“{effect}” came about, so {sorted(said.commits)} is of `{kind}`, in {subject.file}")
        if effect.irreversible and not said.irreversible and not kinds & SAYS_ENOUGH:
            told.append(f"“{effect}” has no way back, so say `irreversible: true` in {subject.file}")
    if came and said.irreversible and not any(effect.irreversible for effect in came):
        told.append(f"{sorted(came)} can be undone, and `irreversible` is said of it in {subject.file}")
    return told


def wrong_rows(subject: Subject, app: App, phone: Phone, said: Anticipation, before: Rows | None) -> list[str]:
    """What was anticipated of the rows of an app, or is read from its screen now, and is not so."""
    after = rows_of(app, subject.truth(phone))
    if before is None or after is None:
        return []
    if said.unread:
        refused = [update for update in said.updates if isinstance(read_update(update, app.states), RefusedUpdate)]
        if refused:
            return [f"refused: {said.unread}"]
    expected = applied(app, before, said.updates)
    fired = [binding for binding in app.screens.bindings if binding.name in said.bindings]
    later = {template.state for binding in fired for template in binding.post}
    lasting = {state: table for state, table in after.items() if state in before and state not in later}
    told = differences(app, expected, lasting, unknown_is_fine=True)
    if phone.screen().package == subject.package:
        observed = app.observe(phone.screen(), after=said.bindings, now=phone.now)
        whole = seen_whole(app, expected, observed)
        whole_tables = {listed.state for listed in observed.lists if listed.whole and not listed.within}
        surely = {
            state: table
            for state, table in after.items()
            if state in whole_tables or (state not in later and (state in before or not app.states[state].keys))
        }
        told += [f"afterwards {difference}" for difference in differences(app, whole, surely, unknown_is_fine=False)]
        told += [f"afterwards {contradiction}" for contradiction in contradictions(app, observed, after)]
        ends = wrong_ends(app, observed, before, after)
        told += [f"`lasts_while` of {state}, in {subject.file}, {text}" for state, text in ends]
    return told


def wrong_ends(app: App, observed: Observed, before: Rows, after: Rows) -> Iterator[tuple[str, str]]:
    """The states that end with a screen, and did not end with it, or too early."""
    for state in app.lasting:
        if state in after and state in observed.ended:
            yield state, "does not hold on a screen on which the app still has it"
        if state in before and state not in after and state not in observed.ended:
            yield state, "still holds on a screen on which the app has it no more"


def fresh(subject: Subject, seed: int = 0) -> Phone:
    phone = Phone(seed=seed, churn=False)
    for permission in phone.packages[subject.package].declared_permissions:
        phone.grant(subject.package, permission)
    if subject.prepare is not None:
        subject.prepare(phone)
    else:
        assert phone.launch(subject.package)
    return phone


def what_lasts(phone: Phone) -> dict[str, Any]:
    """All that is the user's and stays when every app is closed, and what lies in the shade and on the clipboard."""
    taken = phone.snapshot()
    return {
        **{f"data of {name}": data for name, data in taken.data.items()},
        "contacts": taken.contacts,
        "files": {
            path: file.content for path, file in taken.system.files.items() if not path.startswith("/data/data/")
        },
        "settings": taken.system.settings,
        "packages": taken.system.packages,
        "notifications": taken.notifications,
        "clipboard": taken.system.clipboard,
    }


def lasting_changes(phone: Phone, act: Act) -> list[str]:
    """Do one thing, and say what it changed that would not have changed by itself in that time."""
    before = phone.snapshot()
    began = what_lasts(phone)
    phone.advance(ACTION_MS / 1000)
    by_itself = what_lasts(phone)
    phone.restore(before)
    perform(phone, act)
    now = what_lasts(phone)
    return [name for name in now if now[name] != by_itself.get(name) and now[name] != began.get(name)]


def look(phone: Phone, subject: Subject) -> int:
    """Screens that look the same are walked from once, if the app has the same behind them."""
    shown = [
        (e.resource_id, e.text, e.description, e.checked, e.selected, e.enabled) for e in phone.screen().elements()
    ]
    return hash((tuple(shown), repr(subject.truth(phone))))


def sketch(phone: Phone) -> int:
    """Which kinds of elements there are, whatever they say."""
    return hash(frozenset((e.resource_id, e.enabled) for e in phone.screen().elements()))


def explore(subject: Subject, most: int) -> Iterator[tuple[Phone, Act]]:
    """Everything that can be done from the start, on each screen once: the phone as it is before it, and the act.

    Whoever asks does it, or not, before asking for the next.
    """
    phone = fresh(subject)
    waiting, seen, kinds = deque([phone.snapshot()]), {look(phone, subject)}, {sketch(phone)}
    while waiting and len(seen) < most:
        snapshot = waiting.popleft()
        phone.restore(snapshot)
        for act in acts_on(phone.screen(), subject):
            phone.restore(snapshot)
            yield phone, act
            if phone.screen().package != subject.package or look(phone, subject) in seen:
                continue
            seen.add(look(phone, subject))
            if sketch(phone) in kinds:
                waiting.append(phone.snapshot())
            else:  # a kind of screen not seen before goes first, so that a short walk sees all of them
                kinds.add(sketch(phone))
                waiting.appendleft(phone.snapshot())


@dataclass
class Walked:
    """What the model has wrong, how much was tried, which states the truth spoke of, and what came about by which
    bindings."""

    told: list[str] = field(default_factory=list)
    steps: int = 0
    states: set[str] = field(default_factory=set)
    caused: dict[str, set[EffectKind]] = field(default_factory=dict)

    @property
    def fired(self) -> set[str]:
        """The bindings that were set off."""
        return set(self.caused)

    def joined(self, other: "Walked") -> "Walked":
        """Both walks as one."""
        caused = {
            name: self.caused.get(name, set()) | other.caused.get(name, set()) for name in self.fired | other.fired
        }
        return Walked(self.told + other.told, self.steps + other.steps, self.states | other.states, caused)


def walk_breadth_first(subject: Subject, most: int, *, until_told: bool = False) -> Walked:
    """Everything that can be done, on each screen once, up to so many screens, or until something is wrong."""
    app, walked = subject.app(), Walked()
    for phone, act in explore(subject, most):
        walked.states.update(subject.truth(phone))
        attempt = attempted(subject, app, phone, act)
        for name in attempt.bindings:
            walked.caused.setdefault(name, set()).update(attempt.came)
        walked.told += attempt.told
        walked.steps += 1
        if walked.told and until_told:
            break
    return walked


def unfounded_commitments(subject: Subject, app: App, walked: Walked) -> list[str]:
    """What is committed and never comes about, and one objective by which two things come about."""
    told: list[str] = []
    came: dict[str, dict[str, set[EffectKind]]] = {}
    for binding in (binding for binding in app.screens.bindings if binding.name in walked.caused):
        for objective in binding.commits:
            came.setdefault(objective, {})[binding.name] = walked.caused[binding.name]
    for objective, by in sorted(came.items()):
        for name, effects in by.items():
            if not effects and objective not in subject.traceless:
                told.append(
                    f"`{name}` commits {objective}, and nothing came about: it commits something else or nothing, in"
                    f" {subject.file}; or the truth does not tell what came about, in"
                    " src/handrail/bench/suite/truth.py; or nothing is left of it: `traceless` of the subject in"
                    " tests/phone/model_truths.py"
                )
            others = [
                other for other, effect_kinds in by.items() if effects and effect_kinds and not effects & effect_kinds
            ]
            if others:
                told.append(
                    f"{objective} is committed by {[name, *others]}, which do different things, so one of them commits"
                    f" another objective, in {subject.file}: {by}"
                )
        if objective in subject.traceless and any(by.values()):
            told.append(f"{objective} is called `traceless` in tests/phone/model_truths.py, and {by} came about")
    return told


def loose_ends(subject: Subject, most: int) -> tuple[list[str], int]:
    """What can be done that nothing speaks for, or that changes more than is said of it; and how much was tried.

    What is called harmless changes nothing, and what commits nothing no more than is known of its binding. So does
    what the guard lets pass where no model speaks: going back, and giving a field the focus.
    """
    app, told, tried = subject.app(), list[str](), 0
    for phone, act in explore(subject, most):
        said, index = anticipated(subject, app, phone, act), ScreenIndex(phone.screen())
        number = index.at(act.path) if act.path is not None else None
        element = index.nodes[number] if number is not None else None
        where = f"{act.kind} {element.resource_id or element.class_name if element is not None else ''}"
        tried += 1
        taken_as_read = act.kind == "back" or (act.kind == "click" and element is not None and is_editable(element))
        if not said.covered and not taken_as_read:
            told.append(f"nothing speaks for {where}, in {subject.file}")
        for consequence in said.consequences:
            if not consequence.is_known and consequence.does not in subject.unsure:
                told.append(
                    f"{consequence.does} does not know {[detail for detail in consequence.details if detail.unread]}"
                )
        changed = set(lasting_changes(phone, act))
        if not said.commits:
            surprising = changed - {subject.incidental.get(name, "") for name in said.bindings}
            told += [f"{where} by {list(said.bindings)} commits nothing and changes {text}" for text in surprising]
    return told, tried


def walk_at_random(subject: Subject, seed: int, length: int) -> list[str]:
    """One long walk, as an agent would take it."""
    app, phone, rng = subject.app(), fresh(subject, seed), random.Random(seed)
    told: list[str] = []
    for _ in range(length):
        acts = [*acts_on(phone.screen(), subject)] or [Act("back")]
        told += complaints(subject, app, phone, rng.choice(acts))
        if phone.screen().package != subject.package:
            phone.launch(subject.package)
    return told
