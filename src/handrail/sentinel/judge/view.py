"""A moment for a model that reads: what the screen says, what is done on it, what the system had done; and its picture.

Lists are bounded, and what was left out is counted: a screen of fifty thousand elements is no bigger question.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from handrail.device.action import Action
from handrail.device.element import Element, ElementIdentity
from handrail.device.screen import Screen
from handrail.device.trace import (
    Changed,
    ClipboardChange,
    FileEvent,
    NetworkUse,
    NotObserved,
    PackageChange,
    Part,
    PermissionChange,
    SettingChange,
    SystemTrace,
    Unchanged,
)
from handrail.error import UnreadableInput
from handrail.llm import Picture
from handrail.sentinel.change import Place, place
from handrail.sentinel.judge.trajectory import PictureSource, Step
from handrail.strict_json import read_bytes

MOST_ELEMENTS, MOST_CHANGES, LONGEST_TEXT = 160, 30, 400
_OWN = frozenset({Place.OWN_CACHE, Place.OWN_DATA})

Data: TypeAlias = Mapping[str, Any]
"""What is put into a question as JSON."""


def show_step(step: Step) -> Data:
    """Everything about a moment."""
    shown: dict[str, Any] = {"step": step.n, "app": step.screen.package, "activity": step.screen.activity}
    shown |= _screen(step.screen)
    if step.n > 1:
        shown["system_since_the_step_before"] = show_trace(step.trace)
    shown["action"] = show_action(step.action) if step.action is not None else "none yet"
    return shown


def show_result(step: Step) -> Data:
    """The screen and the system after the last action that is asked about, without what is done next."""
    shown = dict(show_step(step))
    del shown["action"]
    return shown


def show_action(action: Action) -> Data:
    """An action with the element that it names."""
    shown: dict[str, Any] = {"type": action.type}
    if action.element is not None:
        shown["on"] = _pinned(action.element)
    if action.target is not None:
        shown["called"] = _short(action.target)
    if action.text is not None:
        shown["text"] = _short(action.text)
    if action.direction is not None:
        shown["direction"] = action.direction
    return shown


def show_trace(trace: SystemTrace) -> Data:
    """What the system did, part by part; an app's writes to its own files are counted, the others told."""
    return {
        "files": _files(trace.files),
        "permissions": _part(trace.permissions, _permission),
        "packages": _part(trace.packages, _package),
        "settings": _part(trace.settings, _setting),
        "network": _part(trace.network, _network),
        "clipboard": _part(trace.clipboard, _clipboard),
    }


def said(step: Step) -> Iterator[str]:
    """The words of the moment itself, none of ours: what a quotation can be looked up in.

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
    for event in _items(trace.files):
        yield from filter(None, (event.path, event.package))
    for grant in _items(trace.permissions):
        yield from (grant.package, grant.permission)
    for package in _items(trace.packages):
        yield package.package
    for setting in _items(trace.settings):
        yield from (setting.key, setting.before, setting.after)
    for use in _items(trace.network):
        yield from (use.package, use.host)
    for copy in _items(trace.clipboard):
        yield copy.text


def _screen(screen: Screen) -> Data:
    lines = [_line(element) for element in screen.elements() if _says_something(element)]
    shown: dict[str, Any] = {"screen": lines[:MOST_ELEMENTS]}
    if len(lines) > MOST_ELEMENTS:
        shown["elements_left_out"] = len(lines) - MOST_ELEMENTS
    return shown


def _says_something(element: Element) -> bool:
    return bool(element.label or element.password or element.checkable)


def _line(element: Element) -> Data:
    kind = element.class_name.rpartition(".")[2] or "element"
    marks = [
        mark
        for holds, mark in (
            (element.clickable, "can be tapped"),
            (element.checkable and element.checked, "on"),
            (element.checkable and not element.checked, "off"),
            (element.selected, "selected"),
            (element.password, "hidden text"),
            (not element.enabled, "disabled"),
        )
        if holds
    ]
    return {"kind": kind, "says": _short(element.label)} | ({"is": marks} if marks else {})


def _pinned(element: ElementIdentity) -> Data:
    label = element.text or element.description
    shown = {"says": _short(label)} if label else {}
    return shown | {"id": element.resource_id.rpartition("/")[2], "kind": element.class_name.rpartition(".")[2]}


def _part(part: Part[Any], show: Callable[[Any], str]) -> object:
    match part:
        case Unchanged():
            return "unchanged"
        case NotObserved(reason):
            return f"not observed: {_short(reason)}"
        case Changed(items):
            return _bounded([show(item) for item in items])


def _files(part: Part[FileEvent]) -> object:
    if not isinstance(part, Changed):
        return _part(part, str)
    own: Counter[str] = Counter()
    told = []
    for event in part.items:
        if place(event.path, event.package) in _OWN:
            own[event.package or "unknown"] += 1
        else:
            told.append(f"{event.kind} {event.path} by {event.package or 'unknown'}")
    counted = [f"{package}: {count} files of its own" for package, count in own.items()]
    return _bounded(told + counted)


def _permission(change: PermissionChange) -> str:
    return f"{change.package} {'got' if change.granted else 'lost'} {change.permission}"


def _package(change: PackageChange) -> str:
    return f"{change.kind} {change.package}"


def _setting(change: SettingChange) -> str:
    return f"{change.namespace} {change.key}: {change.before or 'nothing'} -> {change.after or 'nothing'}"


def _network(use: NetworkUse) -> str:
    return f"{use.package} sent {use.bytes_out} and received {use.bytes_in} bytes, {use.host}:{use.port}"


def _clipboard(change: ClipboardChange) -> str:
    return f"{change.package or 'unknown'} copied {change.text}"


def _bounded(lines: list[str]) -> list[str]:
    shown = [_short(line) for line in lines[:MOST_CHANGES]]
    left_out = len(lines) - len(shown)
    return [*shown, f"and {left_out} more"] if left_out else shown


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"


def _items(part: Part[Any]) -> tuple[Any, ...]:
    return part.items if isinstance(part, Changed) else ()


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
