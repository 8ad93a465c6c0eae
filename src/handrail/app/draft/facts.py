"""The facts of a page: what is written into its fields, chosen, switched, and what it says of something.

A text that says the same on every screen of a page is its furniture. One that differs, or that is a sum, a time or a
day, is a fact, and so is what stands beside a name in a row of its own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from handrail.app.draft.drafted import DraftVariable
from handrail.app.draft.frames import Frame, is_tab
from handrail.app.draft.naming import fresh, id_words, thing_of, variable_name, words_of
from handrail.app.draft.places import Places
from handrail.app.draft.tables import GENERIC, DraftTable, named_by_type
from handrail.app.draft.value_types import Reading, quoted, readings_of, type_of
from handrail.app.generic import wording
from handrail.app.generic.labels import words_of_id
from handrail.app.generic.parts import Choice, Field, Row
from handrail.app.generic.widget import id_of
from handrail.app.screen_tree import ROOT, ScreenIndex
from handrail.language.value import Type
from handrail.text import word_list

LONGEST_FACT = 200
LONGEST_LABEL_WORDS = 4
LONGEST_SLOT = 4
"""Ids by which the place of a text is known."""
LEVELS_OF_A_PAIR = 2
"""How far around a text its name is looked for."""

Elements: TypeAlias = dict[int, int]
"""One element of each frame on which it is, by the number of the frame."""


@dataclass(frozen=True, slots=True)
class PageVariable:
    """A variable of a page. `option` is the selector of all that can be chosen, where it is chosen by a touch."""

    variable: DraftVariable
    reading: str
    place: str
    is_field: bool = False
    is_switch: bool = False
    option: str = ""
    option_reading: str = ""
    is_money: bool = False


Wanted: TypeAlias = Callable[[Frame, int], bool]


@dataclass(slots=True)
class PageFacts:
    """The facts of one page, from all screens that show it."""

    shown: Sequence[Frame]
    places: Places
    tables: Sequence[DraftTable]
    wanted: Wanted

    def all(self) -> list[PageVariable]:
        """All of them, each under a name of its own."""
        found: list[PageVariable] = []
        for fact in (*self._fields(), *self._choices(), *self._switches(), *self._texts()):
            name = fresh(fact.variable.name, {fact.variable.name for fact in found})
            found.append(replace(fact, variable=replace(fact.variable, name=name)))
        return found

    def _exact(self, elements: Mapping[int, int]) -> str:
        return self.places.exact({frame: frozenset((number,)) for frame, number in elements.items()}, self.shown)

    # what is written

    def _fields(self) -> Iterator[PageVariable]:
        slots: dict[str, list[tuple[Frame, Field]]] = {}
        for frame in self.shown:
            for field in frame.page.fields:
                if self.wanted(frame, field.number) and not field.password and not is_search(frame, field):
                    slots.setdefault(_id(frame.index, field.number) or field.label, []).append((frame, field))
        for found in slots.values():
            place = self.places.exact(
                {frame.number: frozenset((field.number,)) for frame, field in found}, self.places.frames
            )
            place = place or self._exact({frame.number: field.number for frame, field in found})
            if place:
                yield self._field(place, found)

    def _field(self, place: str, found: Sequence[tuple[Frame, Field]]) -> PageVariable:
        label = found[0][1].label
        own = id_of(_id(found[0][0].index, found[0][1].number))
        words = thing_of(words_of(own)) or thing_of(words_of(label)) or ["text"]
        values = [field.value for _, field in found if field.value]
        for frame, field in found:
            values += [act.text for act in frame.acts if act.text and frame.is_done_to(field.number, "input")]
        reading = type_of(values, f"{label} {' '.join(words)}", found[0][0].now)
        hints = {frame.index.nodes[field.number].text for frame, field in found if not field.value} - {""}
        told = reading.of(place)
        if reading.type is Type.TEXT and hints:
            empty = ", ".join(quoted(hint) + ' -> ""' for hint in sorted(hints))
            told = f"choose({told}, {empty}, else -> it)"
        variable = DraftVariable(variable_name(words), reading.type, description=_description(label, words))
        return PageVariable(
            variable, told, place, is_field=True, is_money=wording.names_one_of(label, word_list("sums"))
        )

    # what is chosen

    def _choices(self) -> Iterator[PageVariable]:
        groups: dict[str, list[tuple[Frame, list[Choice]]]] = {}
        for frame in self.shown:
            by_group: dict[int, list[Choice]] = {}
            for choice in frame.page.choices:
                if choice.group is not None and self.wanted(frame, choice.number) and not is_tab(frame.page, choice):
                    by_group.setdefault(choice.group, []).append(choice)
            for at, choices in enumerate(by_group.values()):
                groups.setdefault(f"{frame.index.nodes[choices[0].number].class_name} {at}", []).append(
                    (frame, choices)
                )
        for found in groups.values():
            meant = {frame.number: frozenset(choice.number for choice in choices) for frame, choices in found}
            option = self.places.exact(meant, self.shown, plural=True)
            if option:
                yield self._choice(option, found)

    def _choice(self, option: str, found: Sequence[tuple[Frame, Sequence[Choice]]]) -> PageVariable:
        frame, choices = found[0]
        element = frame.index.nodes[choices[0].number]
        flag = "checked" if element.checkable else "selected"
        attribute = "text" if element.text else "label"
        labels = [choice.label for _, choices in found for choice in choices]
        pattern = ', "{} (*)"' if all(" (" in label and label.endswith(")") for label in labels) else ""
        caption = _caption(frame, choices[0].number)
        words = thing_of(words_of(caption)) or ["choice"]
        variable = DraftVariable(variable_name(words), Type.TEXT, description=_description(caption, words))
        own = attribute if attribute == "text" else "label"
        reading = f"{own}({option}[@{flag}]{pattern})"
        if not all(
            any(choice.selected for choice in choices) for _, choices in found
        ):  # nothing is chosen to begin with
            reading = f"maybe({reading})"
        return PageVariable(variable, reading, option, option=option, option_reading=f"{own}(.{pattern})")

    def _switches(self) -> Iterator[PageVariable]:
        slots: dict[str, Elements] = {}
        labels: dict[str, str] = {}
        for frame in self.shown:
            for switch in frame.page.switches:
                if self.wanted(frame, switch.number) and self._row(frame, switch.number) is None:
                    name = f"{_id(frame.index, switch.number)} {switch.label}"
                    slots.setdefault(name, {})[frame.number] = switch.number
                    labels[name] = switch.label
        for name, elements in slots.items():
            place = self._exact(elements)
            if place:
                words = thing_of(words_of(labels[name])) or ["on"]
                variable = DraftVariable(
                    variable_name(words), Type.BOOLEAN, description=_description(labels[name], words)
                )
                yield PageVariable(variable, f"checked({place})", place, is_switch=True)

    # what is shown

    def _texts(self) -> Iterator[PageVariable]:
        slots: dict[tuple[str, ...], Elements] = {}
        by_number = {frame.number: frame for frame in self.shown}
        for frame in self.shown:
            for number in self._loose(frame):
                slots.setdefault(_slot(frame.index, number), {})[frame.number] = number
        typed = {act.text for frame in self.places.frames for act in frame.acts if act.text}
        is_same: dict[tuple[int, int], bool] = {}
        for elements in slots.values():
            said = {by_number[frame_number].index.nodes[at].text for frame_number, at in elements.items()}
            is_furniture = len(said) == 1 and not said & typed  # what somebody wrote is a value, also where it stays
            is_same |= dict.fromkeys(elements.items(), is_furniture)
        of_rows = {text for table in self.tables for text in table.names}
        for elements in slots.values():
            texts = [by_number[frame].index.nodes[number].text for frame, number in elements.items()]
            frame = by_number[next(iter(elements))]
            number = elements[frame.number]
            same = {at: constant for (frame_number, at), constant in is_same.items() if frame_number == frame.number}
            words, is_pair = self._called(frame, number, same)
            if max(map(len, texts)) > LONGEST_FACT:
                continue
            readings = readings_of(texts, " ".join(words), frame.now)
            is_of_a_row = texts[0] in of_rows and bool(_id(frame.index, number))
            if (
                len(set(texts)) == 1
                and not (is_pair or is_of_a_row)
                and all(not _is_value(reading) for reading in readings)
            ):
                continue
            place = self._exact(elements)
            for reading in readings if place else ():
                name = named_by_type(reading, words)
                is_some = len(elements) < len(self.shown)
                told = f"maybe({reading.of(place)})" if is_some else reading.of(place)
                yield PageVariable(DraftVariable(name, reading.type), told, place, is_money=reading.is_money)

    def _loose(self, frame: Frame) -> Iterator[int]:
        """Texts that stand in no row of a table, and on nothing that is touched, typed into or chosen."""
        index, parts = frame.index, frame.page.parts
        rows = {row for table in self.tables for shown_in, row in table.rows if shown_in is frame}
        number = 0
        while number < len(index.nodes):
            part = parts.get(number)
            is_closed = number in rows or (part is not None and not isinstance(part, Row))
            if is_closed or index.packages[number] != self.places.package:
                number = index.ends[number] if is_closed else number + 1
                continue
            if index.nodes[number].text and index.ends[number] == number + 1 and self.wanted(frame, number):
                yield number
            number += 1

    @staticmethod
    def _texts_in(frame: Frame, around: int) -> list[int]:
        """The texts in an element that stand on nothing that is touched but rows."""
        index, parts = frame.index, frame.page.parts
        inside = range(around, index.ends[around])
        return [number for number in inside if index.nodes[number].text and isinstance(parts.get(number), Row | None)]

    def _row(self, frame: Frame, number: int) -> int | None:
        return next((row for table in self.tables if (row := table.row_of(frame, number)) is not None), None)

    def _called(self, frame: Frame, number: int, others: Mapping[int, bool]) -> tuple[list[str], bool]:
        """The words for a text, and whether it is the one of two of which the other is its name.

        `others` says of the other texts of the screen whether they are always the same.
        """
        index = frame.index
        around, pair = index.parents[number], 0
        for _ in range(LEVELS_OF_A_PAIR):
            if around == ROOT:
                break
            texts = self._texts_in(frame, around)
            if len(texts) > 2:
                break
            pair = around if len(texts) == 2 else pair
            around = index.parents[around]
        own = id_words(_id(index, number))
        if not pair:
            return own, False
        is_specific = bool(own) and not set(own) <= GENERIC
        first, second = self._texts_in(frame, pair)
        name = first if _can_name(index.nodes[first].text) and others.get(first, True) else second
        if name == number or not _can_name(index.nodes[name].text) or not others.get(name, True):
            return own, False
        named = id_words(_id(index, pair))
        return own if is_specific else named or thing_of(words_of(index.nodes[name].text)) or own, True


def _can_name(text: str) -> bool:
    """Whether a text can be the name of what stands beside it."""
    return len(words_of(text)) <= LONGEST_LABEL_WORDS and not any(
        character.isdigit() or character == "@" for character in text
    )


def _is_value(reading: Reading) -> bool:
    return reading.type is not Type.TEXT


def _slot(index: ScreenIndex, number: int) -> tuple[str, ...]:
    """Where a text stands: its id and those around it; up to the first id, the way by classes and places."""
    names: list[str] = []
    ids = 0
    around = number
    while around != ROOT and ids < LONGEST_SLOT:
        element = index.nodes[around]
        if element.resource_id:
            names.append(element.resource_id)
            ids += 1
        elif not ids:
            names.append(f"{element.class_name} {_place(index, around)}")
        around = index.parents[around]
    return tuple(names)


def _place(index: ScreenIndex, number: int) -> int:
    return list(index.children(index.parents[number])).index(number)


def words_of_label(frame: Frame, number: int) -> str:
    """The text right before an element that stands beside it, if it is short: its caption."""
    index = frame.index
    siblings = list(index.children(index.parents[number]))
    at = siblings.index(number)
    before = index.nodes[siblings[at - 1]] if at else None
    return before.text.rstrip(": ") if before is not None and before.text and not before.clickable else ""


def _caption(frame: Frame, number: int) -> str:
    """The words above a group of choices."""
    index = frame.index
    around = number
    for _ in range(3):
        said = words_of_label(frame, around)
        if said:
            return said
        around = index.parents[around]
        if around == ROOT:
            break
    return ""


def is_search(frame: Frame, field: Field) -> bool:
    """Whether a field is there to look something up."""
    names = (field.label, field.hint, words_of_id(_id(frame.index, field.number)))
    return any(wording.searches(name) for name in names if name)


def _id(index: ScreenIndex, number: int) -> str:
    return index.nodes[number].resource_id


def _description(label: str, words: Sequence[str]) -> str:
    """What people call it, where the name does not say so already."""
    return "" if [*words] == words_of(label) else label
