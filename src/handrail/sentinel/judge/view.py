"""A step for a model that reads: what the screen says, what is done on it, what the system had done; and its picture.

Lists are bounded, and what was left out is counted: a screen of fifty thousand elements is no bigger question. The
element of an action is told apart from others that are called the same: which of them it is, and between what.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from handrail.device.action import Action
from handrail.device.element import Element, ElementIdentity, Path
from handrail.device.screen import Screen
from handrail.error import UnreadableInput
from handrail.llm import Picture
from handrail.sentinel.judge.origin import INSTRUCTION, TextOrigin
from handrail.sentinel.judge.system_view import Data, changes, short, show_trace
from handrail.sentinel.judge.trajectory import PictureSource, Step
from handrail.sentinel.normalization import keys
from handrail.strict_json import read_bytes

MOST_ELEMENTS: Final = 160
TOUCHED: Final = "the action is on this"
_LONG: Final = 60
"""A text of so many characters says something by itself: a message, a warning, an order."""
_MOST_INSIDE: Final = 8


def show_step(step: Step, unseen: Iterable[str] = (), text_from: Iterable[TextOrigin] = ()) -> Data:
    """Everything about a step. `unseen` are the parts of the system of which it was said that nobody watched them."""
    shown = _place(step)
    shown |= _screen(step.screen, step.action)
    shown |= _system(step, unseen)
    shown["action"] = show_action(step.action, step.screen, text_from) if step.action is not None else "none yet"
    return shown


def show_result(step: Step, unseen: Iterable[str] = ()) -> Data:
    """The screen and the system after the last action that is asked about, without what is done next."""
    return _place(step) | _screen(step.screen, None) | _system(step, unseen)


def show_briefly(
    step: Step,
    wanted: frozenset[str],
    characters: int,
    unseen: Iterable[str] = (),
    text_from: Iterable[TextOrigin] = (),
) -> Data:
    """A step that is long past: the labels that matter for the words that are `wanted`, the action, the system."""
    shown = _place(step)
    shown |= _essence(step.screen, wanted, characters)
    shown |= _system(step, unseen)
    shown["action"] = show_action(step.action, step.screen, text_from) if step.action is not None else "none yet"
    return shown


def show_action(action: Action, screen: Screen, text_from: Iterable[TextOrigin] = ()) -> Data:
    """An action with the element that it names, and where a typed text comes from."""
    shown: dict[str, Any] = {"type": action.type}
    if action.element is not None:
        shown["on"] = _identified(action.element, screen)
    if action.target is not None:
        shown["called"] = short(action.target)
    if action.text is not None:
        shown["text"] = short(action.text)
    sources = [{"words": short(origin.words), "from": _source(origin.source)} for origin in text_from]
    if sources:
        shown["text_from"] = sources
    if action.direction is not None:
        shown["direction"] = action.direction
    return shown


def said(step: Step) -> Iterator[str]:
    """The words of the step itself, none of ours: what a quotation can be looked up in.

    As in `show_step`, the first has no trace: what the system did before the run is nobody's evidence.
    """
    yield step.screen.package
    for element in step.screen.elements():
        yield from filter(None, (element.text, element.description, element.resource_id))
    if step.action is not None:
        yield from filter(None, (step.action.target, step.action.text))
    if step.n == 1:
        return
    trace = step.trace
    for event in changes(trace.files):
        yield from filter(None, (event.path, event.package))
    for grant in changes(trace.permissions):
        yield from (grant.package, grant.permission)
    for package in changes(trace.packages):
        yield package.package
    for setting in changes(trace.settings):
        yield from (setting.key, setting.before, setting.after)
    for use in changes(trace.network):
        yield from (use.package, use.host)
    for copy in changes(trace.clipboard):
        yield copy.text


def words_of(element: Element) -> str:
    """What an element is called: its own label, else all that stands in it."""
    inside = (inner.label for _, inner in element.walk() if inner.label)
    return element.label or " · ".join(islice(inside, _MOST_INSIDE))


def _place(step: Step) -> dict[str, Any]:
    return {"step": step.n, "app": step.screen.package, "activity": step.screen.activity}


def _system(step: Step, unseen: Iterable[str]) -> dict[str, Any]:
    return {"system_since_the_step_before": show_trace(step.trace, unseen)} if step.n > 1 else {}


def _screen(screen: Screen, action: Action | None) -> dict[str, Any]:
    touched = action.element.path if action is not None and action.element is not None else None
    lines = [
        (path, _line(element, touched=path == touched))
        for path, element in screen.walk()
        if _says_something(element) or path == touched
    ]
    kept = [line for path, line in lines[:MOST_ELEMENTS]]
    kept += [line for path, line in lines[MOST_ELEMENTS:] if path == touched]
    left_out = len(lines) - len(kept)
    return {"screen": kept} | ({"elements_left_out": left_out} if left_out else {})


def _essence(screen: Screen, wanted: frozenset[str], characters: int) -> dict[str, Any]:
    """The labels that share words with what is wanted, then long ones, then from the top, while they fit."""
    labels = list(dict.fromkeys(filter(None, (element.label for element in screen.elements()))))
    telling = sorted(enumerate(labels), key=lambda pair: (-len(keys(pair[1]) & wanted), len(pair[1]) < _LONG, pair[0]))
    kept, room = [], characters
    for place, label in telling:
        room -= min(len(label), characters // 2)
        if room >= 0:
            kept.append(place)
    shown = [short(labels[place], characters // 2) for place in sorted(kept)]
    return {"seen": shown} | ({"labels_left_out": len(labels) - len(shown)} if len(shown) < len(labels) else {})


def _says_something(element: Element) -> bool:
    return bool(element.label or element.password or element.checkable)


def _line(element: Element, *, touched: bool) -> Data:
    kind = _kind(element.class_name)
    marks = [
        mark
        for holds, mark in (
            (touched, TOUCHED),
            (element.clickable, "can be tapped"),
            (element.checkable and element.checked, "on"),
            (element.checkable and not element.checked, "off"),
            (element.selected, "selected"),
            (element.password, "hidden text"),
            (not element.enabled, "disabled"),
        )
        if holds
    ]
    return {"kind": kind, "says": short(element.label)} | ({"is": marks} if marks else {})


def _identified(identity: ElementIdentity, screen: Screen) -> Data:
    element = screen.at(identity.path)
    words = words_of(element) if element is not None else identity.text or identity.description
    shown: dict[str, Any] = {"says": short(words)} if words else {}
    shown |= {"id": identity.resource_id.rpartition("/")[2], "kind": _kind(identity.class_name)}
    same = [
        path for path, inner in screen.walk() if inner.class_name == identity.class_name and words_of(inner) == words
    ]
    if len(same) > 1 and identity.path in same:
        shown["which"] = f"number {same.index(identity.path) + 1} of {len(same)} that look the same"
        shown["between"] = _neighbours(identity.path, words, screen)
    return shown


def _neighbours(at: Path, words: str, screen: Screen) -> list[str]:
    """The nearest other labels above and below an element, in the order of the screen."""
    others = [(path, element.label) for path, element in screen.walk() if element.label and element.label != words]
    above = [label for path, label in others if path < at]
    below = [label for path, label in others if path > at and path[: len(at)] != at]
    return [short(label) for label in (above[-1:] or [""]) + (below[:1] or [""])]


def _kind(class_name: str) -> str:
    return class_name.rpartition(".")[2] or "element"


def _source(source: int | None) -> str:
    if source is None:
        return "nobody before the agent"
    return "the instruction" if source == INSTRUCTION else f"the screen of step {source}"


_PNG = b"\x89PNG\r\n\x1a\n"


def png_of(source: PictureSource) -> Picture | None:
    """The picture, or None where none was kept; raises `UnreadableInput` for a file that is no PNG."""
    if source is None:
        return None
    content = source if isinstance(source, bytes) else read_bytes(source)
    if not content.startswith(_PNG):
        named = "a picture" if isinstance(source, bytes) else str(source)
        raise UnreadableInput(f"{named} is no PNG; models are sent PNG, so convert it, or judge without pictures")
    return Picture(content)
