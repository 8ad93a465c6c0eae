"""The smallest device that has all there is to a device: a button that counts, and a text field."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from handrail.device.action import Action
from handrail.device.device import OTHERWISE, Executed, Execution, Precondition, Refused, StaleScreen, precondition_of
from handrail.device.element import Bounds, Element, ElementIdentity
from handrail.device.reception import receive
from handrail.device.screen import Screen
from handrail.device.trace import (
    NOTHING_CHANGED,
    Changed,
    FileEvent,
    FileEventKind,
    NotObserved,
    SystemTrace,
    nothing_observed,
)

PACKAGE = "com.example.counter"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000040001f61738550000"
    "000049454e44ae426082"
)


def button(text: str, bounds: Bounds) -> Element:
    return Element(
        "android.widget.Button", text, resource_id=f"{PACKAGE}:id/add", package=PACKAGE, bounds=bounds, clickable=True
    )


@dataclass
class CounterPhone:
    """Counts taps in a file; typing fills the field."""

    count: int = 0
    typed: str = ""
    top: int = 100
    closed: bool = False
    _trace: SystemTrace = field(default_factory=lambda: nothing_observed("nothing was observed before"))

    @property
    def name(self) -> str:
        return "counter"

    async def observe(self) -> Screen:
        return Screen(PACKAGE, ".Main", (self._window(),), 1080, 2400)

    async def screenshot(self) -> bytes:
        return PNG

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        screen = await self.observe()
        on = precondition_of(action, on)
        if on is not None and not on.holds(screen):
            return StaleScreen(OTHERWISE, screen)
        found = receive(action, screen)
        if isinstance(found, StaleScreen | Refused):
            return found
        if action.type == "open_app":
            return Refused(f"no app is called `{action.target}`")
        if action.type == "click":
            self.count += found.path == (0, 0)
            event = FileEvent(FileEventKind.MODIFIED, "/data/count", PACKAGE, self.count)
            self._trace = replace(NOTHING_CHANGED, files=Changed((event,)), network=NotObserved("no permission"))
        if action.type == "input":
            self.typed = action.text or ""
        return Executed()

    async def clock(self) -> datetime:
        return datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    async def resolve_app(self, name: str) -> str | Refused:
        return PACKAGE if name in (PACKAGE, "Counter") else Refused(f"no app is called `{name}`")

    async def trace(self) -> SystemTrace:
        trace, self._trace = self._trace, replace(NOTHING_CHANGED, network=NotObserved("no permission"))
        return trace

    async def close(self) -> None:
        self.closed = True

    def _window(self) -> Element:
        edge = Bounds(0, self.top, 1080, self.top + 100)
        typed = Element(
            "android.widget.EditText",
            self.typed,
            resource_id=f"{PACKAGE}:id/note",
            package=PACKAGE,
            bounds=Bounds(0, 400, 1080, 500),
            clickable=True,
            focusable=True,
        )
        return Element(
            "android.widget.FrameLayout",
            package=PACKAGE,
            bounds=Bounds(0, 0, 1080, 2400),
            children=(button(f"Count {self.count}", edge), typed),
        )


def on(screen: Screen, resource: str) -> ElementIdentity:
    """The identity of the element with a resource id."""
    return next(identity for identity in screen.identities() if identity.resource_id.endswith(resource))


def open_counter(place: str) -> CounterPhone:
    """The device `counter:COUNT`."""
    return CounterPhone(int(place or 0))
