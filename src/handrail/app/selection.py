"""Finding the elements that a selector means.

Each step turns a set of elements into a set, and a condition with a path is decided for all elements at once by walking
the path backwards. So a selector costs at most its own length times the number of elements: there is nothing a screen
can show that makes it slow. The method is that of Core XPath (Gottlob, Koch, Pichler, 2005).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import assert_never

from handrail.app.screen_tree import ROOT, ElementLike, ScreenIndex
from handrail.app.selector import (
    All,
    AnyElement,
    AnyOf,
    Attribute,
    Axis,
    Condition,
    Equals,
    Exists,
    Flag,
    IsFlag,
    Like,
    LocationStep,
    Not,
    OfClass,
    OfId,
    Path,
    Position,
    Selector,
    Test,
)

LONGEST_TEXT = 4_096
"""Characters of an element's text that are looked at; a longer one is like none and cannot be read."""

_INVERSE: Mapping[Axis, Axis] = {
    Axis.SELF: Axis.SELF,
    Axis.CHILD: Axis.PARENT,
    Axis.PARENT: Axis.CHILD,
    Axis.DESCENDANT: Axis.ANCESTOR,
    Axis.ANCESTOR: Axis.DESCENDANT,
    Axis.DESCENDANT_OR_SELF: Axis.ANCESTOR_OR_SELF,
    Axis.ANCESTOR_OR_SELF: Axis.DESCENDANT_OR_SELF,
    Axis.FOLLOWING_SIBLING: Axis.PRECEDING_SIBLING,
    Axis.PRECEDING_SIBLING: Axis.FOLLOWING_SIBLING,
}

_TEXTS: Mapping[Attribute, Callable[[ElementLike], str]] = {
    Attribute.TEXT: attrgetter("text"),
    Attribute.DESCRIPTION: attrgetter("description"),
    Attribute.LABEL: lambda element: element.text or element.description,
    Attribute.RESOURCE_ID: attrgetter("resource_id"),
    Attribute.CLASS: attrgetter("class_name"),
    Attribute.PACKAGE: attrgetter("package"),
}
_FLAGS: Mapping[Flag, Callable[[ElementLike], bool]] = {flag: attrgetter(flag.value.replace("-", "_")) for flag in Flag}


def text_of(element: ElementLike, attribute: Attribute) -> str:
    """A text of an element."""
    return _TEXTS[attribute](element)


def has_flag(element: ElementLike, flag: Flag) -> bool:
    """A yes or no of an element."""
    return _FLAGS[flag](element)


def select(selector: Selector, index: ScreenIndex, start: int = ROOT) -> Sequence[int]:
    """The elements a selector means, in document order; relative paths start at `start`."""
    if start != ROOT:
        return _selected(selector, index, start)
    known = index.selected.get(selector.source)
    if known is None:
        known = index.selected[selector.source] = selector, tuple(_selected(selector, index, ROOT))
    elif known[0] is not selector and known[0] != selector:  # the same text can mean another thing elsewhere
        return _selected(selector, index, ROOT)
    return known[1]


def _selected(selector: Selector, index: ScreenIndex, start: int) -> list[int]:
    if len(selector.paths) == 1:
        return sorted(_forward(selector.paths[0], index, start, selector.package))
    found: set[int] = set()
    for path in selector.paths:
        found.update(_forward(path, index, start, selector.package))
    return sorted(found)


def could_mean(selector: Selector, index: ScreenIndex, number: int) -> bool:
    """Whether the last step alone admits the element: cheap, and false for most elements."""
    for path in selector.paths:
        if not path.steps:
            return True
        step = path.steps[-1]
        if _admitted(step, (number,), index, selector.package):
            return True
    return False


def _forward(path: Path, index: ScreenIndex, start: int, package: str) -> Iterable[int]:
    origin = ROOT if path.absolute else start
    if not path.steps:
        return () if origin == ROOT else (origin,)
    found: Sequence[int] = (origin,)
    for step in path.steps:
        if isinstance(step.test, OfId) and step.axis is Axis.DESCENDANT:
            wanted = step.test.resource_id
            named = index.with_id_below(wanted, found[0]) if len(found) == 1 else _named_below(wanted, index, found)
            passed = named if not named or step.any_package or not package else _of_package(named, index, package)
            found = _meeting(step, named, passed, index, package) if step.conditions else passed
        else:
            found = _matching(step, _along(step.axis, index, found), index, package)
        if not found:
            return ()
    return found


def _named_below(resource_id: str, index: ScreenIndex, origins: Sequence[int]) -> Sequence[int]:
    """The elements with a resource id below several origins."""
    wanted = set(_along(Axis.DESCENDANT, index, origins))
    return [number for number in index.with_id(resource_id) if number in wanted]


def _matching(step: LocationStep, candidates: Sequence[int], index: ScreenIndex, package: str) -> Sequence[int]:
    """Those candidates that pass the step's test and all its conditions."""
    passed = _admitted(step, candidates, index, package)
    return _meeting(step, candidates, passed, index, package) if step.conditions else passed


def _meeting(
    step: LocationStep, candidates: Sequence[int], passed: Sequence[int], index: ScreenIndex, package: str
) -> Sequence[int]:
    """Those that meet all conditions of a step; `passed` are the candidates that pass its test."""
    if any(isinstance(condition, Position) for condition in step.conditions):
        return _matching_with_places(step, candidates, index, package)
    for condition in step.conditions:
        if not passed:
            return passed
        assert not isinstance(condition, Position)
        met = _met(condition, passed, index, package)
        passed = [number for number in passed if number in met]
    return passed


def _matching_with_places(
    step: LocationStep, candidates: Sequence[int], index: ScreenIndex, package: str
) -> Sequence[int]:
    """A place is counted among all siblings, so the siblings of every candidate are looked at, each once."""
    families = sorted({index.parents[number] for number in candidates})
    everyone = [child for parent in families for child in index.children(parent)]
    passed = _admitted(step, everyone, index, package)
    for condition in step.conditions:
        if isinstance(condition, Position):
            passed = _at_place(condition, passed, index)
        else:
            met = _met(condition, passed, index, package)
            passed = [number for number in passed if number in met]
    wanted = set(candidates)
    return [number for number in passed if number in wanted]


def _at_place(place: Position, passed: Sequence[int], index: ScreenIndex) -> list[int]:
    by_parent: dict[int, list[int]] = {}
    for number in passed:
        by_parent.setdefault(index.parents[number], []).append(number)
    if place.number is None:
        return [family[-1] for family in by_parent.values()]
    return [family[place.number - 1] for family in by_parent.values() if len(family) >= place.number]


def _met(condition: Condition, numbers: Sequence[int], index: ScreenIndex, package: str) -> frozenset[int] | set[int]:
    """Those of the elements that meet a condition."""
    nodes = index.nodes
    match condition:
        case Equals(attribute, value):
            return {n for n in numbers if _is(_text_at(index, n, attribute), attribute, value)}
        case Like(attribute, pattern):
            return {n for n in numbers if _is_like(_text_at(index, n, attribute), pattern.matches)}
        case IsFlag(flag):
            return {n for n in numbers if has_flag(nodes[n], flag)}
        case Exists(path):
            return set(numbers) & _backward(path, index, package)
        case Not(inner):
            return set(numbers) - _met(inner, numbers, index, package)
        case All(inner_conditions):
            met = set(numbers)
            for inner_condition in inner_conditions:
                met &= _met(inner_condition, numbers, index, package)
            return met
        case AnyOf(inner_conditions):
            return {n for inner_condition in inner_conditions for n in _met(inner_condition, numbers, index, package)}
        case _:
            assert_never(condition)


def _text_at(index: ScreenIndex, number: int, attribute: Attribute) -> str:
    return index.packages[number] if attribute is Attribute.PACKAGE else text_of(index.nodes[number], attribute)


def _is(text: str, attribute: Attribute, value: str) -> bool:
    if text == value:
        return True
    return attribute is Attribute.CLASS and text.endswith("." + value)


def _is_like(text: str, matches: Callable[[str], bool]) -> bool:
    return len(text) <= LONGEST_TEXT and matches(text)


def _backward(path: Path, index: ScreenIndex, package: str) -> set[int]:
    """All elements from which the path leads somewhere."""
    everyone = range(len(index))
    if path.absolute:
        return set(everyone) if _forward(path, index, ROOT, package) else set()
    reached: Sequence[int] = everyone
    for step in reversed(path.steps):
        there = _matching(step, reached, index, package)
        reached = _along(_INVERSE[step.axis], index, there)
    return {number for number in reached if number != ROOT}


def _passing(test: Test, candidates: Sequence[int], nodes: Sequence[ElementLike]) -> list[int]:
    match test:
        case AnyElement():
            return list(candidates)
        case OfId(resource_id):
            return [number for number in candidates if nodes[number].resource_id == resource_id]
        case OfClass(name):
            qualified = f".{name}"
            return [
                number
                for number in candidates
                if (found := nodes[number].class_name) == name or found.endswith(qualified)
            ]
        case _:
            assert_never(test)


def _admitted(step: LocationStep, candidates: Sequence[int], index: ScreenIndex, package: str) -> list[int]:
    """What another app draws over this one is not looked at, unless the selector names a package."""
    passed = _passing(step.test, candidates, index.nodes)
    return passed if step.any_package or not package else _of_package(passed, index, package)


def _of_package(numbers: Iterable[int], index: ScreenIndex, package: str) -> list[int]:
    packages = index.packages
    return [number for number in numbers if packages[number] == package]


def _along(axis: Axis, index: ScreenIndex, origins: Iterable[int]) -> list[int]:
    """All elements along an axis from any of the origins, in document order, each once."""
    match axis:
        case Axis.SELF:
            return sorted({number for number in origins if number != ROOT})
        case Axis.CHILD:
            return sorted({child for number in set(origins) for child in index.children(number)})
        case Axis.DESCENDANT:
            return _below(index, origins, 1)
        case Axis.DESCENDANT_OR_SELF:
            return _below(index, origins, 0)
        case Axis.PARENT:
            return sorted({index.parents[number] for number in origins if number != ROOT} - {ROOT})
        case Axis.ANCESTOR:
            return _above(index, (index.parents[number] for number in origins if number != ROOT))
        case Axis.ANCESTOR_OR_SELF:
            return _above(index, origins)
        case Axis.FOLLOWING_SIBLING:
            return _beside(index, origins, following=True)
        case Axis.PRECEDING_SIBLING:
            return _beside(index, origins, following=False)
        case _:
            assert_never(axis)


def _below(index: ScreenIndex, origins: Iterable[int], offset: int) -> list[int]:
    """The ranges below the origins; one inside another is not walked twice."""
    found: list[int] = []
    reached = 0
    for number in sorted(set(origins)):
        start, end = (0, len(index)) if number == ROOT else (number + offset, index.ends[number])
        start = max(start, reached)
        if start < end:
            found.extend(range(start, end))
            reached = end
    return found


def _above(index: ScreenIndex, origins: Iterable[int]) -> list[int]:
    found: set[int] = set()
    for origin in origins:
        number = origin
        while number != ROOT and number not in found:
            found.add(number)
            number = index.parents[number]
    return sorted(found)


def _beside(index: ScreenIndex, origins: Iterable[int], *, following: bool) -> list[int]:
    """Siblings after the first origin of each family, or before the last one."""
    edge: dict[int, int] = {}
    for number in origins:
        if number != ROOT:
            parent = index.parents[number]
            edge[parent] = (min if following else max)(edge.get(parent, number), number)
    return sorted(
        child
        for parent, number in edge.items()
        for child in index.children(parent)
        if (child > number if following else child < number)
    )
