"""Signs that a model is out of date: what it was written for is not what the app shows or does any more.

A sign is a finding and never proof, so each says what was seen, in words for a person. Those of a single screen are
found here, by a model's selectors and readings; what an action led to is weighed in the guard. Source:
docs/app-models.md, "When a model goes out of date".
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from handrail.app.binding import Binding, UpdateTemplate
from handrail.app.extractor import CountOf, within
from handrail.app.screen_tree import ROOT, ElementLike, ScreenIndex
from handrail.app.selection import select
from handrail.app.selector import Attribute, Equals, Like, OfId, Path, Selector
from handrail.language.verbalize import quoted, spaced

_SYSTEM_IDS = "android:"
_LISTS = ("ListView", "RecyclerView", "GridView")
_TEXTS = frozenset({Attribute.TEXT, Attribute.DESCRIPTION, Attribute.LABEL})
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
        one = self.misread.setdefault(variable, Misread())
        one.times += 1
        one.missing = one.missing and missing
        one.reason = reason


@dataclass(frozen=True, slots=True)
class Speaking:
    """Which elements of a screen a model speaks for, asked for only where something is missing."""

    package: str
    index: ScreenIndex
    speaks: Callable[[int], bool]

    def strangers(self, around: int = ROOT) -> Iterator[int]:
        """What can be touched below an element and says something, and of which, with all in it, nothing speaks."""
        begin, end = (0, len(self.index)) if around == ROOT else (around + 1, self.index.ends[around])
        number = begin
        while number < end:
            element = self.index.nodes[number]
            if self.index.packages[number] == self.package and (element.clickable or element.long_clickable):
                inside = range(number, self.index.ends[number])
                if self.says(number) and not any(map(self.speaks, inside)):
                    yield number
                    number = self.index.ends[number]
                    continue
            number += 1

    def entries(self, around: int, known: Collection[int]) -> Iterator[int]:
        """What stands in a list like an entry of it and is not known: a stranger, or several of one sort."""
        yield from self.strangers(around)
        sorts: dict[tuple[int, str, str], list[int]] = {}
        for number in range(around + 1, self.index.ends[around]):
            one = self.index.nodes[number]
            if (
                number not in known
                and one.resource_id
                and not one.resource_id.startswith(_SYSTEM_IDS)
                and self.says(number)
            ):
                sorts.setdefault((self.index.parents[number], one.class_name, one.resource_id), []).append(number)
        yield from (ones[0] for ones in sorts.values() if len(ones) >= _ALIKE)

    def says(self, number: int) -> str:
        """The first text on an element or in it."""
        inside = (self.index.nodes[one] for one in range(number, self.index.ends[number]))
        return next((text for one in inside if (text := one.text or one.description).strip()), "")


def gone(
    bindings: Iterable[Binding],
    there: frozenset[str],
    holds: Callable[[Binding], bool],
    speaking: Speaking,
) -> Iterator[Drift]:
    """Bindings whose page is there and whose element is not, where something is there that nothing speaks for.

    `there` names those whose element is there. An element may also be missing because there is nothing to do with it;
    so only one that seems to have come in its place is a sign.
    """
    missing = [one for one in bindings if one.at is not None and one.name not in there]
    paged = [one for one in missing if one.on_screen.has and holds(one)]
    stranger = next(speaking.strangers(), None) if paged else None
    if stranger is not None:
        for one in paged:
            said = quoted(speaking.says(stranger))
            text = f"what {quoted(one.name)} is about is not on its page; {said} is there, of which nothing is known"
            yield Drift(speaking.package, Sign.ELEMENT_GONE, one.name, text)
    for one in missing:
        other = None if one in paged and stranger is not None else relabelled(one.at, speaking)
        if other is not None:
            text = f"what {quoted(one.name)} is about has another label now: {quoted(speaking.says(other))}"
            yield Drift(speaking.package, Sign.ELEMENT_GONE, one.name, text)


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
        isinstance(one, Equals | Like) and one.attribute in _TEXTS for one in step.conditions
    )
    return step.test.resource_id if labels else ""


def blind(readings: Iterable[Reading], containers: Sequence[Selector], speaking: Speaking) -> Iterator[Drift]:
    """Observers that find no row in a list that has entries, or that cannot read a variable in any row.

    What is not there at all is a sign at once, a key always, since a row without one is not seen; any other value that
    is of another form only where it is so in more rows than one: "sold out" is no price, and no sign either.
    """
    readings = tuple(readings)
    index = speaking.index
    known = {inside for one in readings for row in one.places for inside in range(row, index.ends[row])}
    for one in readings:
        template = one.template
        if template.each is not None and not one.rows and one.applies:
            entry = _unknown_entry(template, containers, known, speaking)
            if entry is not None:
                said = quoted(speaking.says(entry))
                text = f"{quoted(one.name)} finds nothing in its list, and {said} stands there"
                yield Drift(speaking.package, Sign.BLIND, one.name, text)
        for variable, misread in one.misread.items():
            is_sign = misread.missing or variable in template.keys or misread.times > 1
            if one.rows and misread.times >= one.rows and is_sign:
                yield _unread(one, variable, misread, speaking.package)


def unread_now(readings: Iterable[Reading], package: str) -> Iterator[Drift]:
    """Bindings that were set off and look for a value where nothing is any more."""
    for one in readings:
        for variable, misread in one.misread.items():
            if misread.missing:
                yield _unread(one, variable, misread, package)


def _unread(one: Reading, variable: str, misread: Misread, package: str) -> Drift:
    text = f"{quoted(one.name)} cannot read {spaced(variable)}: {misread.reason}"
    return Drift(package, Sign.BLIND, one.name, text)


def _unknown_entry(
    template: UpdateTemplate, containers: Sequence[Selector], known: Collection[int], speaking: Speaking
) -> int | None:
    index = speaking.index
    around = {number for one in (*containers, *_lists_of(template)) for number in select(one, index)}
    around |= {number for number, one in enumerate(index.nodes) if _is_list(one)}
    mine = sorted(one for one in around if index.packages[one] == speaking.package and index.ends[one] > one + 1)
    return next((entry for one in mine for entry in speaking.entries(one, known)), None)


def _lists_of(template: UpdateTemplate) -> Iterator[Selector]:
    """What a template names as its list, where it says whether the list is complete."""
    if template.complete is not None:
        yield from (one.of for one in within(template.complete) if isinstance(one, CountOf))


def _is_list(element: ElementLike) -> bool:
    return element.scrollable or element.class_name.endswith(_LISTS)
