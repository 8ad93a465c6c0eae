"""The simulated phone with an app that was updated: other ids, labels, rows or outcomes than its model was made for.

A change leaves the tree as it is, so that what is touched on the changed screen is touched on the phone.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from handrail.device.action import Action
from handrail.device.device import (
    OTHERWISE,
    Execution,
    PackageVersion,
    Precondition,
    Refused,
    StaleScreen,
    precondition_of,
)
from handrail.device.element import Element, identify
from handrail.device.reception import receive
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.phone.device import PhoneDevice

Shows = Callable[[Screen], Screen]
"""A screen as the changed app shows it."""
Does = Callable[[Action, Screen], tuple[Action, ...]]
"""What the changed app does instead of an action on a screen of the app as it was."""


def as_it_was(screen: Screen) -> Screen:
    """No change."""
    return screen


def as_asked(action: Action, _: Screen) -> tuple[Action, ...]:
    """No change."""
    return (action,)


@dataclass(slots=True)
class ChangedPhone:
    """A phone with a changed app. `versions` are what it says of packages, and else what the phone says."""

    device: PhoneDevice
    shows: Shows = as_it_was
    does: Does = as_asked
    versions: dict[str, PackageVersion] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return "changed phone"

    async def observe(self) -> Screen:
        return self.shows(await self.device.observe())

    async def screenshot(self) -> bytes:
        return await self.device.screenshot()

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        real = await self.device.observe()
        changed = self.shows(real)
        rests_on = precondition_of(action, on)
        if rests_on is not None and not rests_on.holds(changed):
            return StaleScreen(OTHERWISE, changed)
        received = receive(action, changed)
        if isinstance(received, StaleScreen | Refused):
            return received
        execution: Execution = Refused("nothing is done")
        for step in self.does(aimed_at(action, real), real) or (Action("wait"),):
            execution = await self.device.execute(aimed_at(step, await self.device.observe()))
        return execution

    async def clock(self) -> datetime:
        return await self.device.clock()

    async def resolve_app(self, name: str) -> str | Refused:
        return await self.device.resolve_app(name)

    async def version(self, package: str) -> PackageVersion | None:
        return self.versions.get(package) or await self.device.version(package)

    async def trace(self) -> SystemTrace:
        return await self.device.trace()

    async def close(self) -> None:
        await self.device.close()


def aimed_at(action: Action, screen: Screen) -> Action:
    """The same action on what stands at that place on another screen."""
    there = screen.at(action.element.path) if action.element is not None else None
    if action.element is None or there is None:
        return action
    return replace(action, element=identify(action.element.path, there))


def each_element(package: str, change: Callable[[Element], Element]) -> Shows:
    """Every element of an app changed, from the innermost outwards."""

    def changed(element: Element) -> Element:
        inner = replace(element, children=tuple(map(changed, element.children)))
        return change(inner) if element.package == package else inner

    return lambda screen: replace(screen, windows=tuple(map(changed, screen.windows)))


def renamed(package: str, name: str) -> Shows:
    """Another resource id."""
    before, after = f"{package}:id/{name}", f"{package}:id/new_{name}_view"
    return each_element(
        package, lambda element: replace(element, resource_id=after) if element.resource_id == before else element
    )


def relabelled(package: str, label: str, other: str) -> Shows:
    """Another label on what is called so."""

    def change(element: Element) -> Element:
        if element.text == label:
            return replace(element, text=other)
        return replace(element, description=other) if element.description == label else element

    return each_element(package, change)


def reshaped(package: str, row: str) -> Shows:
    """Rows whose first text holds all that stood in them, as `title – summary`, with the others empty."""

    def change(element: Element) -> Element:
        if element.resource_id != f"{package}:id/{row}":
            return element
        texts = [
            text for inside in (child for kid in element.children for _, child in kid.walk()) if (text := inside.text)
        ]
        first = iter([" – ".join(texts)])
        return replace(element, children=tuple(_joined(child, first) for child in element.children))

    return each_element(package, change)


def _joined(element: Element, text: "object") -> Element:
    said = next(text, "") if element.text else element.text  # type: ignore[call-overload]
    return replace(element, text=said, children=tuple(_joined(child, text) for child in element.children))


def instead(resource_id: str, *actions: Action | None) -> Does:
    """Another outcome of a touch on an element: these actions, where None is the one that was asked for."""

    def does(action: Action, _: Screen) -> tuple[Action, ...]:
        element = action.element
        if element is None or element.resource_id.rpartition("/")[2] != resource_id:
            return (action,)
        return tuple(action if step is None else step for step in actions)

    return does
