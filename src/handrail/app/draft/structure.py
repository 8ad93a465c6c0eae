"""The draft that the structure of the screens gives: tables, pages, what is touched; without a language model."""

from collections.abc import Sequence
from dataclasses import replace

from handrail.app.draft.commitments import Commitments
from handrail.app.draft.drafted import DraftHarmless, DraftObserver, ModelDraft
from handrail.app.draft.facts import is_search
from handrail.app.draft.frames import Frame, Frames, elements_of
from handrail.app.draft.naming import fresh
from handrail.app.draft.page_states import page_states_of
from handrail.app.draft.places import Places, class_step
from handrail.app.draft.tables import tables_of
from handrail.app.draft.touches import judged, touches_of
from handrail.app.draft.value_types import number_format, readings_of
from handrail.app.generic.judgement import Harmless
from handrail.app.shown_value import NumberFormat

TAKEN_BY_FIELDS = ("enter", "long_click", "double_tap")


def structural_draft(frames: Frames, app: str) -> ModelDraft:
    """The draft of one app from its screens. Costs their elements times the selectors that are tried for each."""
    places = Places(frames.package, frames.all)
    tables = tables_of(frames, places)
    states = page_states_of(frames, places, tables)
    commitments = Commitments(app, frames, places, tables, states, touches_of(frames, tables))
    commitments.write()
    texts = [frame.index.nodes[number].text for frame in frames.all for number in elements_of(frame, frames.package)]
    units = {reading.unit for text in dict.fromkeys(texts) for reading in readings_of([text])} - {""}
    declared = (*(table.state() for table in tables), *(state.state() for state in states), *commitments.opened)
    observers: list[DraftObserver] = []
    for observer in (*(table.observer() for table in tables), *(state.observer() for state in states)):
        observers.append(
            replace(observer, name=fresh(observer.name, {draft_observer.name for draft_observer in observers}))
        )
    numbers = number_format(texts)
    read = " ".join(str(update.values) for draft_observer in observers for update in draft_observer.post)
    return ModelDraft(
        app,
        frames.package,
        declared,
        tuple(commitments.bindings),
        (*commitments.harmless, *_fields(frames, places)),
        tuple(observers),
        tuple(sorted(units)) if "number(" in read else (),
        "" if numbers is NumberFormat.POINT else numbers.value,
        tuple(commitments.questions),
    )


def _fields(frames: Frames, places: Places) -> Sequence[DraftHarmless]:
    """What can be done to text fields beside typing, and typing into what only looks something up."""
    found: list[DraftHarmless] = []
    fields = [(frame, field) for frame in frames.all for field in frame.page.fields]
    looks_up: dict[str, dict[int, frozenset[int]]] = {}
    for frame, field in fields:
        if is_search(frame, field):
            name = frame.index.nodes[field.number].resource_id
            looks_up.setdefault(name, {})[frame.number] = frozenset((field.number,))
    for meant in looks_up.values():
        at = places.exact(meant)
        if at:
            found.append(DraftHarmless(at, "it only looks for something", on=("input",)))
    classes = {class_step(frame.index.nodes[field.number].class_name) for frame, field in fields}
    taken = tuple(
        kind
        for kind in TAKEN_BY_FIELDS
        if all(isinstance(judged(frame, kind, field.number), Harmless) for frame, field in fields)
    )
    if taken:
        found += [
            DraftHarmless(f"//{class_name}", "it only takes the typing", on=taken) for class_name in sorted(classes)
        ]
    return found


def _is_harmless(frame: Frame, number: int, kind: str) -> bool:
    return isinstance(judged(frame, kind, number), Harmless)
