"""From an intent and the present screen to the next action."""

import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from handrail.agent.intent import (
    Back,
    Count,
    Enter,
    Finish,
    Intent,
    Pick,
    Start,
    Tap,
    Target,
    Turn,
    Type,
    When,
    While,
    find,
)
from handrail.device.action import Action, ActionType
from handrail.device.element import Element, Path, identify
from handrail.device.screen import Screen


@dataclass(frozen=True, slots=True)
class NextAction:
    """The next action; with `last` the intent is done once it has run."""

    action: Action
    last: bool = True


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """The screen is already as it should be."""


@dataclass(frozen=True, slots=True)
class Instead:
    """The intent stands for others, in this order."""

    intents: tuple[Intent, ...]


@dataclass(frozen=True, slots=True)
class NotInSight:
    """What is meant is not on the screen."""

    target: Target


Resolved: TypeAlias = NextAction | AlreadyDone | Instead | NotInSight


def resolve_intent(intent: Intent, screen: Screen) -> Resolved:
    """The next action of an intent. Looking further down for what is not in sight is the agent's part."""
    match intent:
        case Start():
            return _start(intent, screen)
        case Tap(at, long):
            return _on("long_click" if long else "click", at, screen)
        case Type(at, text):
            found = find(at, screen)
            if found is None:
                return NotInSight(at)
            return AlreadyDone() if found[1].text == text else NextAction(_action("input", at, found, text))
        case Pick():
            return _pick(intent, screen)
        case Turn(at, on):
            return _turn(at, on, screen)
        case Count():
            return _count(intent, screen)
        case Enter():
            return NextAction(Action("enter"))
        case Back():
            return NextAction(Action("back"))
        case When(shows, then, otherwise):
            return Instead(then if find(shows, screen) is not None else otherwise)
        case While(shows, do, most):
            again = most > 0 and find(shows, screen) is not None
            return Instead((*do, While(shows, do, most - 1))) if again else AlreadyDone()
        case Finish():
            return NextAction(Action("finish"))
        case _:
            assert_never(intent)


def _start(intent: Start, screen: Screen) -> Resolved:
    """A page on top of the first one, or a dialog over it, is closed first."""
    if screen.package != intent.package:
        return NextAction(Action("open_app", intent.app), last=False)
    found = find(intent.root, screen)
    own = [number for number, window in enumerate(screen.windows) if window.package in ("", screen.package)]
    if found is not None and found[0][0] == own[-1]:
        return AlreadyDone()
    return NextAction(Action("back"), last=False)


def _pick(intent: Pick, screen: Screen) -> Resolved:
    """The answer stands in a window above the opener; the page may show the same words as its present value."""
    option, opener = find(intent.option, screen), find(intent.opener, screen)
    if option is not None and (opener is None or option[0][0] > opener[0][0]):
        return NextAction(_action("click", intent.option, option))
    if opener is None:
        return NotInSight(intent.opener)
    return NextAction(_action("click", intent.opener, opener), last=False)


def _turn(at: Target, on: bool, screen: Screen) -> Resolved:
    found = find(at, screen)
    if found is None:
        return NotInSight(at)
    path, element = found
    switch = element if element.checkable else _switch_of(path, screen)
    if switch is None:
        return NotInSight(at)
    return AlreadyDone() if switch.checked == on else NextAction(_action("click", at, found))


def _switch_of(path: Path, screen: Screen) -> Element | None:
    """The one switch or box of the row in which a label stands."""
    for depth in range(len(path), 1, -1):
        around = screen.at(path[:depth])
        switches = [element for _, element in around.walk() if element.checkable] if around is not None else []
        if switches:
            return switches[0] if len(switches) == 1 else None
    return None


def _count(intent: Count, screen: Screen) -> Resolved:
    found = find(intent.shown, screen)
    if found is None:
        return NotInSight(intent.shown)
    number = _number_in(found[1])
    if number is None:
        return NotInSight(intent.shown)
    if number == intent.to:
        return AlreadyDone()
    button = intent.more if number < intent.to else intent.fewer
    at = find(button, screen)
    return (
        NotInSight(button)
        if at is None
        else NextAction(_action("click", button, at), last=abs(intent.to - number) == 1)
    )


def _number_in(element: Element) -> int | None:
    """The first whole number that is written on an element or below it."""
    for _, inner in element.walk():
        match = re.search(r"\d+", inner.label)
        if match is not None:
            return int(match[0])
    return None


def _on(kind: ActionType, target: Target, screen: Screen) -> Resolved:
    found = find(target, screen)
    return NotInSight(target) if found is None else NextAction(_action(kind, target, found))


def _action(kind: ActionType, target: Target, found: tuple[Path, Element], text: str | None = None) -> Action:
    path, element = found
    return Action(kind, target=str(target), text=text, element=identify(path, element))
