"""Signs that a model is out of date: what it was written for is not what the app shows or does any more.

A sign is a finding and never proof, so each says what was seen, in words for a person. Those of a single screen are
found here, by a model's selectors and readings; what an action led to is weighed in the guard. Source:
docs/app-models.md, "When a model goes out of date".
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate, islice

from handrail.app.binding import Binding, UpdateTemplate
from handrail.app.extractor import CountOf, within
from handrail.app.screen_tree import ROOT, ElementLike, ScreenIndex
from handrail.app.selection import select
from handrail.app.selector import Attribute, Equals, Like, OfId, Path, Selector
from handrail.language.verbalize import quoted, spaced

_SYSTEM_IDS = "android:"
_LISTS = ("ListView", "RecyclerView", "GridView")
_TEXTS = frozenset({Attribute.TEXT, Attribute.DESCRIPTION, Attribute.LABEL})
MOST_LISTS = 20
"""On one screen that are looked into; no app has so many."""
_ALIKE = 2
"""So many entries of one sort are a list, also where none of them can be touched."""


class Sign(StrEnum):
    """What speaks against a model."""

    CONTRADICTED = "contradicted"
    """An action did otherwise than its binding says."""
    ELEMENT_GONE = "element gone"
    """A binding's page is there, without the element that it is about."""
    BLIND = "blind"
    """An observer's page is there, and what it reads there is not found any more."""
    VERSION = "version"
    """The app has another version than those that the model was made for."""


@dataclass(frozen=True, slots=True)
class Drift:
    """One sign, of the binding, observer or version `name` of a model. `text` is a clause without a full stop."""

    package: str
    sign: Sign
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How a model fits one screen: which observers' pages and which bindings' elements are there, and what is not.

    `read` names the observers that read something, and so see again if they did not before.
    """

    package: str = ""
    observers: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    read: frozenset[str] = frozenset()
    drift: tuple[Drift, ...] = ()


NO_FIT = Fit()


@dataclass(slots=True)
class Misread:
    """A variable that could not be read in some rows: how often, whether it was not even there, and why."""

    times: int = 0
    missing: bool = True
    reason: str = ""


@dataclass(slots=True)
class Reading:
    """What a template of an observer found on a screen. `rows` are those that are seen whole."""

    name: str
    template: UpdateTemplate
    applies: bool = True
    rows: int = 0
    places: list[int] = field(default_factory=list)
    misread: dict[str, Misread] = field(default_factory=dict)

    def note(self, variable: str, reason: str, *, missing: bool) -> None:
        """A variable could not be read in a row."""
        misread = self.misread.setdefault(variable, Misread())
        misread.times += 1
        misread.missing = misread.missing and missing
        misread.reason = reason


@dataclass(slots=True)
class Speaking:
    """Which elements of a screen a model speaks for. Worked out only where something is missing, in linear time."""

    package: str
    index: ScreenIndex
    spoken_for: Callable[[], Collection[int]]
    _spoken_before: list[int] | None = None
    _next_text: list[int] | None = None

    def strangers(self, around: int = ROOT) -> Iterator[int]:
        """What can be touched below an element and says something, and of which, with all in it, nothing speaks."""
        nodes, ends = self.index.nodes, self.index.ends
        number, end = (0, len(self.index)) if around == ROOT else (around + 1, ends[around])
        while number < end:
            touchable = nodes[number].clickable or nodes[number].long_clickable
            if touchable and self._is_mine(number) and self.says(number) and not self.speaks(number):
                yield number
                number = ends[number]
            else:
                number += 1

    def entries(self, around: int, known: Collection[int]) -> Iterator[int]:
        """What stands in a list like an entry, neither known nor spoken for: a stranger, or several of a sort."""
        yield from self.strangers(around)
        sorts: dict[tuple[int, str, str], list[int]] = {}
        for number in range(around + 1, self.index.ends[around]):
            node = self.index.nodes[number]
            is_own = bool(node.resource_id) and not node.resource_id.startswith(_SYSTEM_IDS) and self._is_mine(number)
            if is_own and number not in known and self.says(number) and not self.speaks(number):
                sorts.setdefault((self.index.parents[number], node.class_name, node.resource_id), []).append(number)
        yield from (group[0] for group in sorts.values() if len(group) >= _ALIKE)

    def speaks(self, number: int) -> bool:
        """Whether the model speaks for an element or for something in it."""
        if self._spoken_before is None:
            spoken = self.spoken_for()
            self._spoken_before = [0, *accumulate(int(index in spoken) for index in range(len(self.index)))]
        return self._spoken_before[self.index.ends[number]] > self._spoken_before[number]

    def says(self, number: int) -> str:
        """The first text on an element or in it."""
        if self._next_text is None:
            self._next_text = following = [len(self.index)] * (len(self.index) + 1)
            nodes = self.index.nodes
            for index in range(len(nodes) - 1, -1, -1):
                node = nodes[index]
                says = (node.text or node.description) and _text_of(node)
                following[index] = index if says else following[index + 1]
        first = self._next_text[number]
        return _text_of(self.index.nodes[first]) if first < self.index.ends[number] else ""

    def _is_mine(self, number: int) -> bool:
        return self.index.packages[number] == self.package


def _text_of(element: ElementLike) -> str:
    return element.text.strip() or element.description.strip()


def can_be_gone(binding: Binding) -> bool:
    """Whether a model says enough of where an element stands, or what it is called, for anybody to miss it."""
    paths = binding.at.paths if binding.at is not None else ()
    return bool(paths) and (bool(binding.on_screen.has) or any(map(labelled_id, paths)))


def gone(
    bindings: Iterable[Binding],
    there: frozenset[str],
    holds: Callable[[Binding], bool],
    speaking: Speaking,
) -> Iterator[Drift]:
    """Bindings whose page is there and whose element is not, where something is there that nothing speaks for.

    They are those of which `can_be_gone` says so, and `there` names those whose element is there. One may also be
    missing because there is nothing to do with it; so only something that seems to have come in its place is a sign.
    """
    missing = [binding for binding in bindings if binding.name not in there]
    paged = [binding for binding in missing if binding.on_screen.has and holds(binding)]
    stranger = next(speaking.strangers(), None) if paged else None
    if stranger is not None:
        for declared in paged:
            said = quoted(speaking.says(stranger))
            text = (
                f"what {quoted(declared.name)} is about is not on its page; {said} is there, of which nothing is known"
            )
            yield Drift(speaking.package, Sign.ELEMENT_GONE, declared.name, text)
    for declared in missing:
        other = None if declared in paged and stranger is not None else relabelled(declared.at, speaking)
        if other is not None:
            text = f"what {quoted(declared.name)} is about has another label now: {quoted(speaking.says(other))}"
            yield Drift(speaking.package, Sign.ELEMENT_GONE, declared.name, text)


def called_otherwise(bindings: Iterable[Binding], there: Collection[str], speaking: Speaking) -> Iterator[Drift]:
    """Bindings whose element is there, and says something else than the model has it say. Nothing said is no sign."""
    for binding in bindings:
        if not binding.labels or binding.at is None or binding.name not in there:
            continue
        for number in select(binding.at, speaking.index):
            said = speaking.says(number)
            if said and not any(label.matches(said) for label in binding.labels):
                text = f"what {quoted(binding.name)} is about has another label now: {quoted(said)}"
                yield Drift(speaking.package, Sign.ELEMENT_GONE, binding.name, text)
                break


def relabelled(selector: Selector | None, speaking: Speaking) -> int | None:
    """An element with the id that a selector wants, and another label; of which nothing in the model speaks."""
    for path in selector.paths if selector is not None else ():
        wanted = labelled_id(path)
        for number in speaking.index.with_id(wanted) if wanted else ():
            if speaking.index.packages[number] == speaking.package and speaking.says(number):
                if any(map(speaking.speaks, speaking.index.with_id(wanted))):
                    return None  # one of several that are told apart by their labels
                return number
    return None


def labelled_id(path: Path) -> str:
    """The app's own resource id that a path ends with, if it is told apart by its label alone; else empty."""
    step = path.steps[-1] if path.steps else None
    if step is None or not isinstance(step.test, OfId) or step.test.resource_id.startswith(_SYSTEM_IDS):
        return ""
    labels = step.conditions and all(
        isinstance(condition, Equals | Like) and condition.attribute in _TEXTS for condition in step.conditions
    )
    return step.test.resource_id if labels else ""


def blind(readings: Iterable[Reading], containers: Sequence[Selector], speaking: Speaking) -> Iterator[Drift]:
    """Observers that find no row in a list that has entries, or that cannot read a variable in any row.

    What is not there at all is a sign at once, a key always, since a row without one is not seen; any other value that
    is of another form only where it is so in more rows than one: "sold out" is no price, and no sign either.
    """
    readings = tuple(readings)
    index = speaking.index
    known: set[int] = set()
    reached = 0
    for row in sorted(row for reading in readings for row in reading.places):  # one row may stand in another
        known.update(range(max(row, reached), index.ends[row]))
        reached = max(reached, index.ends[row])
    for reading in readings:
        template = reading.template
        if template.each is not None and not reading.rows and reading.applies:
            entry = _unknown_entry(template, containers, known, speaking)
            if entry is not None:
                said = quoted(speaking.says(entry))
                text = f"{quoted(reading.name)} finds nothing in its list, and {said} stands there"
                yield Drift(speaking.package, Sign.BLIND, reading.name, text)
        for variable, misread in reading.misread.items():
            is_sign = misread.missing or variable in template.keys or misread.times > 1
            if reading.rows and misread.times >= reading.rows and is_sign:
                yield _unread(reading, variable, misread, speaking.package)


def unread_now(readings: Iterable[Reading], package: str) -> Iterator[Drift]:
    """Bindings that were set off and look for a value where nothing is any more."""
    for reading in readings:
        for variable, misread in reading.misread.items():
            if misread.missing:
                yield _unread(reading, variable, misread, package)


def _unread(reading: Reading, variable: str, misread: Misread, package: str) -> Drift:
    text = f"{quoted(reading.name)} cannot read {spaced(variable)}: {misread.reason}"
    return Drift(package, Sign.BLIND, reading.name, text)


def _unknown_entry(
    template: UpdateTemplate, containers: Sequence[Selector], known: Collection[int], speaking: Speaking
) -> int | None:
    index = speaking.index
    around = {number for container in (*containers, *_lists_of(template)) for number in select(container, index)}
    around |= {number for number, node in enumerate(index.nodes) if _is_list(node)}
    mine = sorted(
        number for number in around if index.packages[number] == speaking.package and index.ends[number] > number + 1
    )
    lists = islice(mine, MOST_LISTS)
    return next((entry for container in lists for entry in speaking.entries(container, known)), None)


def _lists_of(template: UpdateTemplate) -> Iterator[Selector]:
    """What a template names as its list, where it says whether the list is complete."""
    if template.complete is not None:
        yield from (part.of for part in within(template.complete) if isinstance(part, CountOf))


def _is_list(element: ElementLike) -> bool:
    return element.scrollable or element.class_name.endswith(_LISTS)
