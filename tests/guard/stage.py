"""A phone made of screens that a test sets, with the model of a small app: for what no well-behaved phone would do."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from handrail.app import App
from handrail.device.action import Action
from handrail.device.device import Executed, Execution, Precondition, Refused, StaleScreen
from handrail.device.element import Bounds, Element
from handrail.device.reception import receive
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace, nothing_observed
from handrail.guard import Guard
from handrail.language.specification import Specification

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
LETTERS = "com.example.letters"
EVIL = "com.evil.overlay"

MODEL = """
format: handrail.model/1
app: Letters
package: com.example.letters
states:
  Letter:
    description: the letter being written
    variables:
      - {name: to, type: Text}
      - {name: text, type: Text}
bindings:
  - name: write
    on: input
    at: //body
    pre:
      - {state: Letter, set: {text: typed()}}
  - name: send with a click or with enter
    on: [click, enter]
    at: //send | //body[@focused]
    on_screen: {lacks: '//android:id/alertTitle'}
    commits: SendLetter
    kind: message
    irreversible: true
    object: {to: text(//to), text: text(//body)}
    pre:
      - {state: Letter, set: {to: text(//to)}}
  - name: burn
    on: click
    at: //android:id/button1
    on_screen: {has: '//android:id/alertTitle[@text="Burn all?"]'}
    commits: BurnAll
    kind: deletion
    irreversible: true
    object: {what: all letters}
  - name: leave
    on: back
    on_screen: {has: //body}
    commits: DiscardLetter
    kind: deletion
    irreversible: true
    object: {what: text(//body)}
harmless:
  - //logo
  - {at: //android:id/button1, on_screen: {has: '//android:id/alertTitle[@text="Welcome"]'}}
observers:
  - name: the letter
    on_screen: {has: //to}
    post:
      - {state: Letter, set: {to: text(//to)}}
"""
TO_ANN = 'Letter(to = "Ann") -> SendLetter\nSendLetter -> Done'


def letters(folder: Path) -> App:
    """The model of the app on the stage."""
    file = folder / "letters.yaml"
    file.write_text(MODEL, "utf-8")
    return App.load(file)


def part(name: str, text: str = "", *, package: str = LETTERS, top: int = 0, **flags: Any) -> Element:
    """An element with a short resource id, which is the app's own unless it names another."""
    resource_id = name if ":" in name else f"{package}:id/{name}"
    kind = flags.pop("class_name", "android.widget.TextView")
    return Element(kind, text, "", resource_id, package, Bounds(0, top, 400, top + 100), **flags)


def window(*parts: Element, package: str = LETTERS) -> Element:
    """A window of an app with elements one below another."""
    placed = tuple(
        replace(element, bounds=Bounds(0, 100 * number, 400, 100 * number + 100))
        for number, element in enumerate(parts)
    )
    return Element("android.widget.FrameLayout", package=package, bounds=Bounds(0, 0, 400, 800), children=placed)


def screen(*windows: Element, package: str = LETTERS) -> Screen:
    """The windows, bottom to top, with the app in front."""
    return Screen(package, ".Main", windows, 400, 800)


def letter(to: str = "Ann", *, ready: bool = True, focused: bool = True) -> Screen:
    """A letter that can be sent."""
    return screen(
        window(
            part("to", to),
            part(
                "body", "Hello", clickable=True, focusable=True, focused=focused, class_name="android.widget.EditText"
            ),
            part("send", "Send", clickable=True, enabled=ready),
            part("logo", "Letters", clickable=True),
        )
    )


def dialog(title: str) -> Screen:
    """A question with one button, which stands at the same place whatever is asked."""
    return screen(window(part("android:id/alertTitle", title), part("android:id/button1", "OK", clickable=True)))


def sends(action: Action, shown: Screen) -> Screen:
    """What an app shows that has done what it was asked to: another page."""
    done = action.type == "back" or (action.element is not None and action.element.text == "Send")
    return screen(window(part("done", "Done"), part("logo", "Letters", clickable=True))) if done else shown


@dataclass(slots=True)
class Stage:
    """Shows `shown`. `executed` keeps what was carried out, on which screen; `effect` makes the next screen."""

    shown: Screen
    effect: Callable[[Action, Screen], Screen] = lambda _, screen: screen
    executed: list[tuple[Action, Screen]] = field(default_factory=list)
    name: str = "stage"

    async def observe(self) -> Screen:
        return self.shown

    async def screenshot(self) -> bytes:
        return b"\x89PNG"

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        if on is not None and not on.holds(self.shown):
            return StaleScreen("what the decision rested on is otherwise now", self.shown)
        found = receive(action, self.shown)
        if isinstance(found, StaleScreen | Refused):
            return found
        self.executed.append((action, self.shown))
        self.shown = self.effect(action, self.shown)
        return Executed()

    async def trace(self) -> SystemTrace:
        return nothing_observed("a stage has no system")

    async def clock(self) -> datetime:
        return NOW

    async def resolve_app(self, name: str) -> str | Refused:
        return Refused(f"no app is called `{name}`")

    async def close(self) -> None:
        pass


def guarding(stage: Stage, folder: Path, rules: str = TO_ANN, **settings: Any) -> Guard:
    """A guard of the stage, with a journal in the folder."""
    app = settings.pop("app", None) or letters(folder)
    given = {"journal": folder / "run", "clock": lambda: NOW, "pictures": False, "instruction": "Write to Ann"}
    specification = settings.pop("specification", None) or Specification.parse(rules, app)
    return Guard(stage, app, specification, **{**given, **settings})
