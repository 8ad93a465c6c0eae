"""Selectors for what was seen: by resource id where there is one, else by class, words and place.

A selector is taken only if it means exactly these elements on all screens of the walks: no other, and none left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from handrail.app.draft.frames import Frame
from handrail.app.draft.naming import words_of
from handrail.app.draft.value_types import quoted
from handrail.app.generic.widget import id_of
from handrail.app.screen_tree import ROOT, ScreenIndex
from handrail.app.selection import select
from handrail.app.selector import Selector
from handrail.app.selector_parser import read_selector

_PLAIN_ID = re.compile(r"[a-z][A-Za-z0-9_]*")
_PLAIN_CLASS = re.compile(r"[A-Z][A-Za-z0-9_]*")
FARTHEST_AROUND = 6
"""How many levels around an element are looked at for something to name it by."""
LONGEST_WORDS = 60


@dataclass(slots=True)
class Places:
    """Makes selectors for an app; what was parsed and found is kept."""

    package: str
    frames: Sequence[Frame]
    _parsed: dict[str, Selector] = field(default_factory=dict)
    _found: dict[tuple[str, int, int], frozenset[int]] = field(default_factory=dict)

    def find(self, selector: str, frame: Frame, start: int = ROOT) -> frozenset[int]:
        """What a selector means on a screen."""
        key = selector, frame.number, start
        if key not in self._found:
            if selector not in self._parsed:
                self._parsed[selector] = read_selector(selector, self.package)
            self._found[key] = frozenset(select(self._parsed[selector], frame.index, start))
        return self._found[key]

    def exact(
        self,
        meant: Mapping[int, frozenset[int]],
        among: Iterable[Frame] | None = None,
        *,
        plural: bool = False,
        by_words: bool = False,
    ) -> str:
        """The plainest selector that means these elements, by number of the frame, and nothing else `among` the frames.

        Empty where none does. `plural`: there may be several on one screen. `by_words`: its own words name it, as of a
        button; what is read from an element cannot name it.
        """
        frames = list(self.frames if among is None else among)
        by_number = {frame.number: frame for frame in self.frames}
        first = next((number for number, elements in meant.items() if elements), None)
        if first is None:
            return ""
        sample = by_number[first]
        for candidate in self._candidates(sample.index, min(meant[first]), plural, by_words):
            if all(self.find(candidate, frame) == meant.get(frame.number, frozenset()) for frame in frames):
                return candidate
        return ""

    def inside(self, rows: Sequence[tuple[Frame, int]], elements: Sequence[int | None]) -> str:
        """The plainest selector that means, from each row, the element beside it, and nothing where that is None."""
        sample = next((at for at, element in enumerate(elements) if element is not None), None)
        if sample is None:
            return ""
        element = elements[sample]
        assert element is not None
        frame, row = rows[sample]
        for candidate in self._inner(frame.index, row, element):
            if all(
                self.find(candidate, row, start) == (frozenset() if wanted is None else frozenset((wanted,)))
                for (row, start), wanted in zip(rows, elements, strict=True)
            ):
                return candidate
        return ""

    def by_id(self, index: ScreenIndex, number: int) -> list[str]:
        """The selectors of an element by its own id, and by its class with it."""
        return [f"//{step}" for step in self._steps(index, number, plural=False)[:2]]

    def title_step(self, frame: Frame) -> str:
        """How the element is named that holds the title of a page; empty where it has no id."""
        found = (node for node in frame.index.nodes if node.text == frame.page.title and node.resource_id)
        return next((id_step(element.resource_id, self.package) for element in found), "")

    def title_of_dialog(self, frame: Frame) -> str:
        """How the element is named that holds the title of the dialog; empty where it has no id."""
        dialog = frame.page.dialog
        if dialog is None:
            return ""
        nodes, inside = frame.index.nodes, range(dialog.number, frame.index.ends[dialog.number])
        found = (nodes[inner] for inner in inside if nodes[inner].text == dialog.title and nodes[inner].resource_id)
        return next((id_step(element.resource_id, self.package) for element in found), "")

    def message_of_dialog(self, frame: Frame) -> int | None:
        """The element with what a dialog says below its title."""
        dialog = frame.page.dialog
        if dialog is None:
            return None
        nodes, inside = frame.index.nodes, range(dialog.number, frame.index.ends[dialog.number])
        return next((inner for inner in inside if nodes[inner].text and nodes[inner].text == dialog.text), None)

    def _candidates(self, index: ScreenIndex, number: int, plural: bool, by_words: bool) -> Iterator[str]:
        own = self._steps(index, number, plural, by_words)
        plain = [step for step in own if not step.endswith(("[@clickable]", "[@checkable]"))]
        yield from (f"//{step}" for step in plain)
        by_class: list[str] = []
        around = index.parents[number]
        for level in range(FARTHEST_AROUND):
            if around == ROOT:
                break
            name = id_step(index.nodes[around].resource_id, self.package)
            if name and not level:
                yield from (f"//{name}/{step}" for step in own)
            if name:
                yield from (f"//{name}//{step}" for step in own)
            elif not level:
                by_class = [f"//{class_step(index.nodes[around].class_name)}/{step}" for step in own]
            around = index.parents[around]
        caption = self._caption(index, number)
        if caption:
            yield from (f"{caption}/following-sibling::{step}" for step in own)
        yield from (f"//{step}" for step in own if step not in plain)
        yield from by_class
        if not plural:
            yield from self._by_place(index, number)

    def _caption(self, index: ScreenIndex, number: int) -> str:
        """The short text right before an element that stands beside it, by its words."""
        siblings = list(index.children(index.parents[number]))
        at = siblings.index(number)
        before = index.nodes[siblings[at - 1]] if at else None
        if before is None or not 0 < len(before.text) <= LONGEST_WORDS or before.clickable:
            return ""
        step = id_step(before.resource_id, self.package) or class_step(before.class_name)
        return f"//{step}[@text={quoted(before.text)}]"

    def _steps(self, index: ScreenIndex, number: int, plural: bool, by_words: bool = False) -> list[str]:
        """Ways to name an element by itself, the plainest first."""
        element = index.nodes[number]
        name, of_class = id_step(element.resource_id, self.package), class_step(element.class_name)
        steps = []
        if name and not (plural and is_made_of_words(element.resource_id, element.text or element.description)):
            steps += [name, f'{name}[@class="{element.class_name.rpartition(".")[2]}"]']
        words = [("text", element.text), ("description", element.description)]
        known = [f"[@{attribute}={quoted(value)}]" for attribute, value in words if 0 < len(value) <= LONGEST_WORDS]
        if by_words and not plural:
            steps += [
                f"{step}{qualifier}" for qualifier in known for step in ((name, of_class) if name else (of_class,))
            ]
        flags = [flag for flag in ("clickable", "checkable") if getattr(element, flag)]
        steps += [of_class, *(f"{of_class}[@{flag}]" for flag in flags)]
        steps += [f"{of_class}[.//{inner}]" for inner in self._inner_ids(index, number)]
        return steps

    def _inner_ids(self, index: ScreenIndex, number: int) -> list[str]:
        inside = (index.nodes[inner].resource_id for inner in range(number + 1, index.ends[number]))
        return [step for resource_id in dict.fromkeys(inside) if (step := id_step(resource_id, self.package))][:4]

    def _by_place(self, index: ScreenIndex, number: int) -> Iterator[str]:
        """From the nearest thing with an id down to the element, counted among its like."""
        steps: list[str] = []
        while number != ROOT and len(steps) < FARTHEST_AROUND:
            steps.insert(0, _counted(index, number))
            number = index.parents[number]
            name = id_step(index.nodes[number].resource_id, self.package) if number != ROOT else ""
            if name:
                yield "/".join((f"//{name}", *steps))
                return
            if len(steps) > 1:
                yield f"//{'/'.join(steps)}"

    def _inner(self, index: ScreenIndex, row: int, number: int) -> Iterator[str]:
        if row == number:
            yield "."
            return
        element = index.nodes[number]
        name = id_step(element.resource_id, self.package)
        if name:
            yield name
            yield f'{name}[@class="{element.class_name.rpartition(".")[2]}"]'
        yield class_step(element.class_name)
        steps: list[str] = []
        while number != row:
            steps.insert(0, _counted(index, number))
            number = index.parents[number]
        yield "/".join((".", *steps))


def id_step(resource_id: str, package: str) -> str:
    """A resource id as a selector names it; empty where there is none."""
    if not resource_id:
        return ""
    owner, _, name = resource_id.partition(":id/")
    if owner == package and _PLAIN_ID.fullmatch(name):
        return name
    if owner == "android" and _PLAIN_ID.fullmatch(name):
        return resource_id
    return f"*[@resource-id={quoted(resource_id)}]"


def class_step(class_name: str) -> str:
    """A class as a selector names it."""
    short = class_name.rpartition(".")[2]
    if _PLAIN_CLASS.fullmatch(short):
        return short
    return f"*[@class={quoted(class_name)}]" if class_name else "*"


def is_made_of_words(resource_id: str, label: str) -> bool:
    """Whether an id only repeats what stands on the element, as of things that are made one for each value."""
    return bool(label) and words_of(id_of(resource_id)) == words_of(label)


def _counted(index: ScreenIndex, number: int) -> str:
    of_class = index.nodes[number].class_name
    like = [child for child in index.children(index.parents[number]) if index.nodes[child].class_name == of_class]
    step = class_step(of_class)
    return step if len(like) == 1 else f"{step}[{like.index(number) + 1}]"
