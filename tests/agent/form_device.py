"""A device with one small app: a list of names over two screens, and a form with a field, a switch and a counter."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from handrail.device.action import Action
from handrail.device.device import OTHERWISE, Executed, Execution, Precondition, Refused, StaleScreen, precondition_of
from handrail.device.element import Bounds, Element
from handrail.device.reception import receive
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace, nothing_observed

PACKAGE = "org.example.form"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
COLOURS = ("red", "green", "blue")


def element(kind: str, text: str = "", id: str = "", top: int = 0, **more: object) -> Element:
    """An element of the app, one line high, or one that holds lines."""
    bottom = {"FrameLayout": 10, "RecyclerView": top + 6}.get(kind, top + 1)
    return Element(
        f"android.widget.{kind}",
        text,
        resource_id=f"{PACKAGE}:id/{id}" if id else "",
        package=PACKAGE,
        bounds=Bounds(0, top * 100, 500, bottom * 100),
        **more,  # type: ignore[arg-type]  # flags of Element by name
    )


@dataclass(frozen=True, slots=True)
class Form:
    """What is on the form of one person."""

    person: str
    name: str = ""
    colour: str = "red"
    on: bool = False
    count: int = 1
    choosing: bool = False


@dataclass
class FormDevice:
    """`saved` is what was saved, in order; `notice` stands on every page."""

    first: int = 0
    form: Form | None = None
    opened: bool = False
    notice: str = ""
    saved: list[Form] = field(default_factory=list)
    executed: list[Action] = field(default_factory=list)
    pictures: int = 0

    @property
    def name(self) -> str:
        return "form"

    async def observe(self) -> Screen:
        return self.screen()

    def screen(self) -> Screen:
        if not self.opened:
            return Screen("org.example.home", "Home", (element("FrameLayout"),), 500, 1000)
        page = self._list() if self.form is None else self._page(self.form)
        notice = (element("TextView", self.notice, top=9),) if self.notice else ()
        windows = [element("FrameLayout", children=(*page, *notice))]
        if self.form is not None and self.form.choosing:
            options = tuple(element("RadioButton", colour, top=n, clickable=True) for n, colour in enumerate(COLOURS))
            windows.append(element("FrameLayout", children=options))
        return Screen(PACKAGE, "Main", tuple(windows), 500, 1000)

    def _list(self) -> tuple[Element, ...]:
        shown = NAMES[self.first : self.first + 3]
        rows = tuple(element("Button", text, top=n + 1, clickable=True) for n, text in enumerate(shown))
        return (
            element("TextView", "People", "title"),
            element("RecyclerView", "", "list", scrollable=True, children=rows),
        )

    def _page(self, form: Form) -> tuple[Element, ...]:
        switch = element("Switch", "", "on", top=3, checkable=True, checked=form.on)
        row = (element("TextView", "Important", "label", top=3), switch)
        return (
            element("TextView", form.person, "title"),
            element("EditText", form.name, "name", top=1, clickable=True),
            element("Button", form.colour, "colour", top=2, clickable=True),
            element("LinearLayout", top=3, clickable=True, children=row),
            element("TextView", f"{form.count} pieces", "count", top=4),
            element("Button", "+", "more", top=5, clickable=True),
            element("Button", "-", "fewer", top=6, clickable=True),
            element("Button", "Save", "save", top=7, clickable=True),
        )

    async def screenshot(self) -> bytes:
        from io import BytesIO

        from PIL import Image

        self.pictures += 1
        written = BytesIO()
        Image.new("RGB", (500, 1000), (255, 255, 255)).save(written, "PNG")
        return written.getvalue()

    async def execute(self, action: Action, *, on: Precondition | None = None) -> Execution:
        screen = self.screen()
        on = precondition_of(action, on)
        if on is not None and not on.holds(screen):
            return StaleScreen(OTHERWISE, screen)
        received = receive(action, screen)
        if isinstance(received, StaleScreen | Refused):
            return received
        self.executed.append(action)
        match action.type:
            case "open_app":
                self.opened = True
            case "back":
                self.form = None
            case "scroll":
                self.first = max(0, min(3, self.first + (3 if action.direction == "down" else -3)))
            case "input":
                assert self.form is not None
                self.form = replace(self.form, name=action.text or "")
            case "click":
                self._click(action)
            case _:
                pass
        return Executed()

    def _click(self, action: Action) -> None:
        assert action.element is not None
        what, text = action.element.resource_id.rpartition("/")[2], action.element.text
        if self.form is None:
            self.form = Form(text)
            return
        match what:
            case "colour":
                self.form = replace(self.form, choosing=True)
            case "on" | "label":
                self.form = replace(self.form, on=not self.form.on)
            case "more" | "fewer":
                self.form = replace(self.form, count=self.form.count + (1 if what == "more" else -1))
            case "save":
                self.saved.append(self.form)
                self.form = None
            case _:
                self.form = replace(self.form, colour=text, choosing=False)

    async def clock(self) -> datetime:
        return datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    async def resolve_app(self, name: str) -> str | Refused:
        return PACKAGE if name in ("Form", PACKAGE) else name

    async def trace(self) -> SystemTrace:
        return nothing_observed("it has no system")

    async def close(self) -> None:
        pass
