"""Tables of a draft: what is shown as a list of rows that are built alike becomes a state with a row for each.

A column is what stands at one place of the rows. The keys are the first columns that tell the rows of every list apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from handrail.app.draft.drafted import DraftObserver, DraftOnScreen, DraftState, DraftUpdate, DraftVariable
from handrail.app.draft.frames import Frame, Frames, is_in
from handrail.app.draft.naming import fresh, id_words, noun_of, singular, state_name, variable_name, words_of
from handrail.app.draft.places import Places, id_step
from handrail.app.draft.value_types import Reading, readings_of
from handrail.app.generic.parts import Listing, Row
from handrail.app.generic.widget import Widget, id_of, widget_of
from handrail.app.screen_tree import ScreenIndex
from handrail.language.value import Type

GENERIC = frozenset(
    {"title", "summary", "subtitle", "text", "value", "description", "name", "line", "primary", "secondary", "message"}
)
"""What a place in a row is called that may hold anything."""

Spot = tuple[Frame, int]
"""An element of a frame."""


@dataclass(frozen=True, slots=True)
class Column:
    """A variable, and how it is read from the row; `place` is the element that it stands on."""

    variable: DraftVariable
    reading: str
    place: str
    is_switch: bool = False


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A state with a row for each element that `each` means."""

    name: str
    words: tuple[str, ...]
    each: str
    container: str
    complete: str
    columns: tuple[Column, ...]
    rows: tuple[Spot, ...]

    @property
    def keys(self) -> Mapping[str, str]:
        """How the keys are read from a row."""
        return {column.variable.name: column.reading for column in self.columns if column.variable.key}

    @property
    def readings(self) -> Mapping[str, str]:
        """How all variables are read from a row."""
        return {column.variable.name: column.reading for column in self.columns}

    @property
    def names(self) -> frozenset[str]:
        """What the rows are called: the first text of each."""
        texts = (
            next((node.text for node in frame.index.nodes[row : frame.index.ends[row]] if node.text), "")
            for frame, row in self.rows
        )
        return frozenset(texts) - {""}

    def state(self) -> DraftState:
        """Its declaration."""
        return DraftState(self.name, f"the {_several(self.words)}", tuple(column.variable for column in self.columns))

    def observer(self) -> DraftObserver:
        """What reads it wherever it is shown."""
        post = DraftUpdate(self.name, self.readings, each=self.each, complete=self.complete)
        on_screen = DraftOnScreen(has=(self.container or self.each,))
        return DraftObserver(f"the list of {_several(self.words)}", on_screen, (post,))

    def row_of(self, frame: Frame, number: int) -> int | None:
        """The row in which an element stands, or that it is."""
        return next((row for shown_in, row in self.rows if shown_in is frame and is_in(frame.page, number, row)), None)


def tables_of(frames: Frames, places: Places) -> tuple[DraftTable, ...]:
    """All tables that the screens of an app show, in the order in which they appear."""
    kinds: dict[tuple[str, ...], list[tuple[Frame, Listing, Row]]] = {}
    for frame in frames.all:
        dialog = frame.page.dialog
        for listing in frame.page.lists:
            for row in listing.rows:
                is_above = dialog is not None and is_in(frame.page, row.number, dialog.number)
                is_ours = frame.index.packages[row.number] == frames.package
                if is_ours and not is_above and frame.page.parts.get(row.number) == row:
                    kinds.setdefault(_kind(frame, listing, row), []).append((frame, listing, row))
    tables: list[DraftTable] = []
    for found in kinds.values():
        table = _table(found, places, {table.name for table in tables})
        if table is not None:
            tables.append(table)
    return tuple(tables)


def _kind(frame: Frame, listing: Listing, row: Row) -> tuple[str, ...]:
    """Which rows are alike: those of one id, else those of one class in one list."""
    element, container = frame.index.nodes[row.number], frame.index.nodes[listing.number]
    if element.resource_id:
        return ("", element.resource_id)
    around = container.resource_id or f"{frame.name.activity} {container.class_name}"
    return (around, element.class_name)


def _table(found: Sequence[tuple[Frame, Listing, Row]], places: Places, taken: Iterable[str]) -> DraftTable | None:
    labels = {row.label for _, _, row in found}
    most = max(sum(1 for shown, _, _ in found if shown is frame) for frame, _, _ in found)
    if len(labels) < 2 or (most < 2 and not _is_list(found)):  # one entry that always says the same is no table
        return None
    rows = [(frame, row.number) for frame, _, row in found]
    meant: dict[int, set[int]] = {}
    for frame, number in rows:
        meant.setdefault(frame.number, set()).add(number)
    row_selector = places.exact({number: frozenset(numbers) for number, numbers in meant.items()}, plural=True)
    columns = _columns(rows, places) if row_selector else ()
    if most == 1 and len(columns) == 1 and "{}" in columns[0].reading:  # `Total: $12` stands once and is a fact
        return None
    columns = _with_keys(columns, rows, places)
    if not any(column.variable.key for column in columns):
        return None
    container, complete = _container(found, places)
    words = tuple(_words(found))
    return DraftTable(
        fresh(state_name(words), tuple(taken)), words, row_selector, container, complete, columns, tuple(rows)
    )


def _is_list(found: Sequence[tuple[Frame, Listing, Row]]) -> bool:
    return all(widget_of(frame.index.nodes[listing.number].class_name) is Widget.LIST for frame, listing, _ in found)


def _words(found: Sequence[tuple[Frame, Listing, Row]]) -> list[str]:
    """What a row is called: by its id, by that of its list, by the page."""
    frame, listing, row = found[0]
    nodes = frame.index.nodes
    own = id_words(nodes[row.number].resource_id, keep=("list", "item", "entry"))
    for words in (
        own if own != ["item"] and own != ["entry"] else [],
        singular(id_words(nodes[listing.number].resource_id)),
        noun_of(words_of(frame.name.activity)),
        noun_of(words_of(frame.page.title)),
    ):
        if words:
            return words
    return ["entry"]


def _container(found: Sequence[tuple[Frame, Listing, Row]], places: Places) -> tuple[str, str]:
    """The list itself, and the reading that says that all its rows are in sight."""
    frame, listing, _ = found[0]
    element = frame.index.nodes[listing.number]
    step = id_step(element.resource_id, places.package)
    if not step or not _is_list(found):
        return "", ""
    rows = {shown.number for shown, _, _ in found}
    shown = {frame.number for frame in places.frames if places.find(f"//{step}", frame)}
    if any(len(places.find(f"//{step}", frame)) > 1 for frame in places.frames):
        return "", ""
    kinds = {id_of(shown.index.nodes[row.number].resource_id) for shown, of, _ in found for row in of.rows}
    own_scroll = all(of.scrolls == shown.index.nodes[of.number].scrollable for shown, of, _ in found)
    is_own = len(kinds) == 1 and shown <= rows
    container = f"//{step}" if is_own or shown <= rows else ""
    return container, f"exists(//{step}[not(@scrollable)])" if own_scroll else ""


# The places of a row


def _columns(rows: Sequence[Spot], places: Places) -> tuple[Column, ...]:
    slots: dict[str, list[int | None]] = {}
    for at, (frame, row) in enumerate(rows):
        for name, number in _slots(frame.index, row).items():
            slots.setdefault(name, [None] * len(rows))[at] = number
    columns: list[Column] = []
    for elements in slots.values():
        place = places.inside(rows, elements)
        if place:
            columns += _of_slot(place, elements, rows, {column.variable.name for column in columns})
    return tuple(columns)


def _slots(index: ScreenIndex, row: int) -> Mapping[str, int]:
    """The elements of a row that say something of it, by id or else by place: texts, and what is on or off."""
    found: dict[str, int] = {}
    number = row
    has_text = any(index.nodes[inner].text for inner in range(row, index.ends[row]))
    while number < index.ends[row]:
        element = index.nodes[number]
        takes_touch = number != row and (element.clickable or element.long_clickable)
        if element.checkable or (not takes_touch and (element.text or (element.description and not has_text))):
            found[fresh(id_of(element.resource_id) or _trail(index, row, number), found)] = number
        number = index.ends[number] if takes_touch or element.checkable else number + 1
    return found


def _trail(index: ScreenIndex, row: int, number: int) -> str:
    steps: list[str] = []
    while number != row:
        siblings = list(index.children(index.parents[number]))
        steps.insert(0, f"{index.nodes[number].class_name} {siblings.index(number)}")
        number = index.parents[number]
    return "/".join(steps)


def _of_slot(place: str, elements: Sequence[int | None], rows: Sequence[Spot], taken: set[str]) -> list[Column]:
    pairs = zip(rows, elements, strict=True)
    there = [frame.index.nodes[number] for (frame, _), number in pairs if number is not None]
    words = [] if place.startswith(".") else id_words(there[0].resource_id)
    if there[0].checkable:
        name = variable_name(words) if words and not words[0].startswith(("on", "switch", "check")) else "on"
        return [Column(DraftVariable(fresh(name, taken), Type.BOOLEAN), f"checked({place})", place, is_switch=True)]
    attribute = "text" if any(element.text for element in there) else "description"
    values = [getattr(element, attribute) for element in there]
    is_always = len(there) == len(rows)
    if len(set(values)) == 1 and len(rows) > 1:
        if is_always:
            return []
        name = fresh(variable_name(words or ["marked"]), taken)
        return [Column(DraftVariable(name, Type.BOOLEAN), f"exists({place})", place)]
    columns: list[Column] = []
    for reading in readings_of(values, " ".join(words), rows[0][0].now):
        name = fresh(named_by_type(reading, words), {*taken, *(column.variable.name for column in columns)})
        told = reading.of(place, attribute)
        if not is_always:
            told = f'first({told}, "")' if reading.type is Type.TEXT else f"maybe({told})"
        columns.append(Column(DraftVariable(name, reading.type), told, place))
    return columns


def named_by_type(reading: Reading, words: Sequence[str]) -> str:
    """A variable's name: that of its place, or of its type where the place may hold anything."""
    if words and not set(words) <= GENERIC:
        return variable_name(words)
    if reading.type is Type.NUMBER:
        if reading.is_money:
            return "amount"
        return variable_name(words_of(reading.unit) or ["count"])
    if reading.type in (Type.TIME, Type.DATE):
        return reading.type.name.lower()
    return variable_name(words or ["text"])


def _with_keys(columns: Sequence[Column], rows: Sequence[Spot], places: Places) -> tuple[Column, ...]:
    """The first columns, of those that every row has, that tell the rows of each screen apart."""
    always = [
        column
        for column in columns
        if column.variable.type is not Type.BOOLEAN and not column.reading.startswith(("first(", "maybe("))
    ]
    for most in range(1, len(always) + 1):
        if _tells_apart(always[:most], rows, places):
            return _keyed(columns, always[:most])
    return _keyed(columns, always)


def _keyed(columns: Sequence[Column], keys: Sequence[Column]) -> tuple[Column, ...]:
    names = {column.variable.name for column in keys}
    return tuple(
        replace(column, variable=replace(column.variable, key=column.variable.name in names)) for column in columns
    )


def _tells_apart(keys: Sequence[Column], rows: Sequence[Spot], places: Places) -> bool:
    seen: set[tuple[object, ...]] = set()
    for frame, row in rows:
        told: list[str] = []
        for column in keys:
            (number,) = places.find(column.place, frame, row) or (row,)
            element = frame.index.nodes[number]
            told.append(element.text or element.description)
        name = (frame.number, *told)
        if name in seen:
            return False
        seen.add(name)
    return True


def _several(words: Sequence[str]) -> str:
    return " ".join(words) + ("" if words[-1].endswith("s") else "s")
