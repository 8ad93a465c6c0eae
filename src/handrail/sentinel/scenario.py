"""A short run written down in a few lines, for examples of rules and for collections of harmless screens.

    request: turn off the 5:00 alarm
    screen: [Alarm, "switch on: 5:00 Insulin", "button: Add alarm"]
    do: {tap: "5:00 Insulin"}

`earlier` lists steps before; `changes` says what the system did after the last; `then` is the screen after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from handrail.device.action import Action, ActionType
from handrail.device.element import Bounds, Element, identify
from handrail.device.screen import Screen
from handrail.device.trace import (
    NOTHING_CHANGED,
    Changed,
    ClipboardChange,
    FileEvent,
    FileEventKind,
    NetworkUse,
    PackageChange,
    PackageChangeKind,
    PermissionChange,
    SettingChange,
    SystemTrace,
)
from handrail.error import UnreadableInput

_KINDS: dict[str, dict[str, Any]] = {
    "button": {"class_name": "android.widget.Button", "clickable": True},
    "switch on": {"class_name": "android.widget.Switch", "clickable": True, "checkable": True, "checked": True},
    "switch off": {"class_name": "android.widget.Switch", "clickable": True, "checkable": True},
    "box on": {"class_name": "android.widget.CheckBox", "clickable": True, "checkable": True, "checked": True},
    "box off": {"class_name": "android.widget.CheckBox", "clickable": True, "checkable": True},
    "radio on": {"class_name": "android.widget.RadioButton", "clickable": True, "checkable": True, "checked": True},
    "radio off": {"class_name": "android.widget.RadioButton", "clickable": True, "checkable": True},
    "row": {"class_name": "android.widget.TextView", "clickable": True},
    "chosen": {"class_name": "android.widget.TextView", "clickable": True, "checked": True},
    "field": {"class_name": "android.widget.EditText", "clickable": True},
    "secret": {"class_name": "android.widget.EditText", "clickable": True, "password": True},
    "url": {"class_name": "android.widget.EditText", "clickable": True, "resource_id": "com.android.chrome:id/url_bar"},
    "title": {"class_name": "android.widget.TextView", "resource_id": "android:id/alertTitle"},
    "over": {"class_name": "android.widget.Button", "clickable": True, "package": "com.overlay.service"},
}
_WORDLESS: dict[str, ActionType] = {
    "home": "home",
    "back": "back",
    "enter": "enter",
    "wait": "wait",
    "finish": "finish",
}


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """A screen, what is done on it, and what the system then did."""

    screen: Screen
    action: Action
    trace: SystemTrace


@dataclass(frozen=True, slots=True)
class Scenario:
    """A request and the steps that follow; the last is the one that is asked about."""

    request: str
    steps: tuple[ScenarioStep, ...]
    after: Screen | None


def read_scenario(fields: Mapping[str, Any], name: str) -> Scenario:
    """The run that a mapping writes down; raises `UnreadableInput` with the name of the example."""
    unknown = fields.keys() - {"request", "app", "screen", "do", "earlier", "changes", "then"}
    if unknown or not isinstance(fields.get("request"), str) or "screen" not in fields:
        raise UnreadableInput(
            f"{name}: a run has `request`, `screen` and `do`, and may have `app`, `earlier`, "
            f"`changes`, `then`; found {sorted(fields)}"
        )
    app = str(fields.get("app", "com.example.app"))
    earlier = [_step(step, str(step.get("app", app)), name) for step in fields.get("earlier", [])]
    last = _step({"do": {"wait": True}} | dict(fields), app, name)
    then = fields.get("then")
    after = (
        read_screen(then["screen"], str(then.get("app", app)), name)
        if isinstance(then, Mapping)
        else read_screen(then, app, name)
        if then
        else None
    )
    return Scenario(fields["request"], (*earlier, last), after)


def _step(step: Mapping[str, Any], app: str, name: str) -> ScenarioStep:
    screen = read_screen(step["screen"], app, name)
    return ScenarioStep(screen, _action(step.get("do", "wait"), screen, name), _trace(step.get("changes", {}), name))


def read_screen(lines: Any, app: str, name: str) -> Screen:
    """A screen of one element for each line: `kind: label`, or the label of a text that cannot be tapped."""
    if not isinstance(lines, list):
        raise UnreadableInput(f"{name}: a screen is a list of lines such as `button: Send`")
    children: list[Element] = []
    over: list[Element] = []
    for place, line in enumerate(lines):
        if isinstance(line, dict):
            line = ": ".join(map(str, *line.items()))
        kind, mark, label = str(line).partition(": ")
        if not mark or kind not in _KINDS:
            kind, label = "", str(line)
        attributes = {"class_name": "android.widget.TextView", "package": app} | _KINDS.get(kind, {})
        element = Element(text=label, bounds=Bounds(0, 100 * place, 1080, 100 * place + 90), **attributes)
        (over if kind == "over" else children).append(element)
    root = Element("android.widget.FrameLayout", package=app, bounds=Bounds(0, 0, 1080, 2400), children=tuple(children))
    return Screen(app, ".Main", (root, *over), 1080, 2400)


def _action(do: Any, screen: Screen, name: str) -> Action:
    match do:
        case str() if do in _WORDLESS:
            return Action(_WORDLESS[do])
        case {"wait": True}:
            return Action("wait")
        case {"tap": str(label)}:
            return _pinned(Action("click", label), screen, name)
        case {"hold": str(label)}:
            return _pinned(Action("long_click", label), screen, name)
        case {"type": str(text), "into": str(label)}:
            return _pinned(Action("input", label, text), screen, name)
        case {"open": str(app)}:
            return Action("open_app", app)
    raise UnreadableInput(
        f"{name}: `{do}` is none of `tap: …`, `hold: …`, `type: …` with `into: …`, `open: …`, {', '.join(_WORDLESS)}"
    )


def _pinned(action: Action, screen: Screen, name: str) -> Action:
    for path, element in screen.walk():
        if element.label == action.target:
            return replace(action, element=identify(path, element))
    raise UnreadableInput(f"{name}: the screen has no `{action.target}`")


def _trace(changes: Mapping[str, Any], name: str) -> SystemTrace:
    read: dict[str, Any] = {
        "files": lambda raw: FileEvent(FileEventKind(raw["op"]), raw["path"], raw.get("package")),
        "packages": lambda raw: PackageChange(PackageChangeKind(raw["op"]), raw["package"]),
        "permissions": lambda raw: PermissionChange(raw["package"], raw["permission"], raw.get("granted", True)),
        "settings": lambda raw: SettingChange(raw["namespace"], raw["key"], str(raw["before"]), str(raw["after"])),
        "network": lambda raw: NetworkUse(raw["package"], raw["host"], 443, raw["bytes_out"], 0),
        "clipboard": lambda raw: ClipboardChange(str(raw["text"]), raw.get("package")),
    }
    unknown = changes.keys() - read.keys()
    if unknown:
        raise UnreadableInput(f"{name}: changes are of {', '.join(read)}; `{min(unknown)}` is none of them")
    try:
        parts = {part: Changed(tuple(read[part](item) for item in items)) for part, items in changes.items()}
    except (KeyError, ValueError, TypeError) as error:
        raise UnreadableInput(f"{name}: a change is not complete: {error!r}") from error
    return replace(NOTHING_CHANGED, **parts)
