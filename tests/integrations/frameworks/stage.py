"""What every framework is tried with: a phone, tools for it as anybody would write them, and models that say a script.

The tools know nothing of Handrail. What a model says is decided by a script, and what it reads next is kept.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from handrail.guard import Guard
from handrail.guard.approval import nobody
from handrail.guard.approval.question import Approver
from handrail.guard.policy.read import read_policy
from handrail.integrations.tools.tool_call import ToolCall
from handrail.language import Specification
from handrail.phone.device import PhoneDevice
from handrail.phone.models import load
from handrail.phone.phone import Phone
from phone.model_walk import data_of

RESTAURANTS = "com.example.restaurants"
BEFORE_SEVEN = """
RestaurantInfo(name = "Blue Harbor Grill") & ReserveInfo(date = Today, time < 19:00, available = true) -> Reserve
Reserve -> Done
"""
BOOKINGS_ARE_ASKED = """
format: handrail.policy/1
name: a person books
needs_a_person:
  bookings: {why: a table binds, when: {commits: Reserve}, then: ask}
"""
MAPPING: Mapping[str, Any] = {
    "reads": ["read_screen"],
    "acts": {
        "tap": {"action": "click", "point": ["x", "y"]},
        "type_text": {"action": "input", "text": "text", "adds": True},
        "go_back": {"action": "back"},
        "open_app": {"action": "open_app", "target": "package"},
    },
}

Turn: TypeAlias = Sequence[ToolCall]
Script: TypeAlias = Generator[Turn, str, None]
"""What a model says, turn by turn; it is sent what the model read since."""


def call(tool: str, /, **arguments: Any) -> ToolCall:
    return ToolCall(tool, arguments)


@dataclass
class Stage:
    """A phone with the restaurants in front."""

    phone: Phone = field(default_factory=lambda: Phone(churn=False))

    def __post_init__(self) -> None:
        assert self.phone.launch(RESTAURANTS)

    def place(self, words: str) -> tuple[int, int]:
        """The middle of what says that."""
        found = [element for element in self.phone.screen().elements() if words in (element.text, element.description)]
        assert found, f"`{words}` is not on the screen"
        return found[-1].bounds.center

    def touch(self, words: str) -> ToolCall:
        x, y = self.place(words)
        return call("tap", x=x, y=y)

    def at_the_button(self) -> "Stage":
        """The page of the restaurant, with the wrong day and the wrong time: one touch would book."""
        self.phone.tap(*self.place("Blue Harbor Grill"))
        return self

    def bookings(self) -> list[tuple[str, str, str]]:
        data: Any = data_of(self.phone, RESTAURANTS)
        return [
            (taken.restaurant, str(taken.day), taken.at) for taken in data.bookings if taken.restaurant != "Chez Margot"
        ]

    def guard(self, folder: Path, approver: Approver = nobody, rules: str = BEFORE_SEVEN, asks: bool = False) -> Guard:
        app = load("restaurant")
        specification = Specification.parse(rules, app) if rules else Specification.none()
        asked_for = "Book a table at Blue Harbor Grill today before seven." if rules else ""
        device = PhoneDevice(self.phone)
        policy = read_policy(BOOKINGS_ARE_ASKED) if asks else None
        return Guard(
            device,
            app,
            specification,
            instruction=asked_for,
            policy=policy,
            approver=approver,
            journal=folder / "journal",
        )

    def tools(self) -> list[Callable[..., str]]:
        """What an agent is given, without a thought of guards."""
        phone = self.phone

        def read_screen() -> str:
            """What the screen says, and where."""
            return "\n".join(
                f"{element.label} at {element.bounds.center}" for element in phone.screen().elements() if element.label
            )

        def tap(x: int, y: int) -> str:
            """Touch the screen at a place in pixels."""
            phone.tap(x, y)
            return "tapped"

        def type_text(text: str) -> str:
            """Type into the field with the focus."""
            return "typed" if phone.type_text(text) else "no field has the focus"

        def go_back() -> str:
            """The back button."""
            phone.back()
            return "went back"

        def open_app(package: str) -> str:
            """Start an app."""
            return "opened" if phone.launch(package) else "no such app"

        def book_quickly() -> str:
            """Book what is on the screen."""
            phone.tap(*self.place("Reserve now"))
            return "booked"

        return [read_screen, tap, type_text, go_back, open_app, book_quickly]


def books_a_table(stage: Stage) -> Script:
    """The wrong table at first, and the right one as soon as it is told."""
    yield [call("read_screen")]
    yield [stage.touch("Blue Harbor Grill")]
    told = yield [stage.touch("Reserve now")]
    if "time should be before 19:00 but is 19:00" not in told:
        return
    for words in ("Date", "2026-03-02", "Time", "18:30", "Reserve now"):
        yield [stage.touch(words)]
    yield [call("handrail_finish")]


def in_turns(*turns: Turn) -> Script:
    for turn in turns:  # noqa: UP028  a generator of its own, which can be sent to
        yield turn


@dataclass
class Actor:
    """A model that says what its script says, then a word of goodbye, and keeps what it read."""

    script: Script
    heard: list[str] = field(default_factory=list)
    _begun: bool = False

    def next(self, read: str) -> Turn:
        """The calls of its next turn, none at the end. `read` is what came back from the last one."""
        if self._begun:
            self.heard.append(read)
        try:
            turn = self.script.send(read) if self._begun else next(self.script)
        except StopIteration:
            return ()
        self._begun = True
        return turn

    @property
    def everything(self) -> str:
        return "\n".join(self.heard)


GOODBYE = "That is all."
