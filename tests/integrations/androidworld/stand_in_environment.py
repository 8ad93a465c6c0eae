"""An environment as AndroidWorld has it, over the simulated phone, and an agent that behaves as M3A was read to.

AndroidWorld is on no package index, so this is what its code was read to do, and no proof that it does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from handrail.phone.adb import Handset, run_line
from handrail.phone.phone import Phone


@dataclass
class JSONAction:
    action_type: str
    index: int | None = None
    x: int | None = None
    y: int | None = None
    text: str | None = None
    direction: str | None = None
    goal_status: str | None = None
    app_name: str | None = None
    keycode: str | None = None
    clear_text: bool | None = None
    touch_xy: tuple[int, int] | None = None
    lift_xy: tuple[int, int] | None = None


@dataclass
class AgentInteractionResult:
    done: bool
    data: dict[str, Any]


@dataclass(frozen=True)
class Box:
    x_min: int
    y_min: int
    x_max: int
    y_max: int

    @property
    def center(self) -> tuple[float, float]:
        return (self.x_min + self.x_max) / 2, (self.y_min + self.y_max) / 2


class Button:
    @staticmethod
    def Name(value: int) -> str:  # noqa: N802  # protobuf's own
        return ("HOME", "BACK", "ENTER")[value]


class PressButton(SimpleNamespace):
    Button = Button


class Request(SimpleNamespace):
    """An `AdbRequest` with one command."""

    def WhichOneof(self, _: str) -> str:  # noqa: N802  # protobuf's own
        return next(iter(vars(self)))


def generic(*words: str) -> Request:
    return Request(generic=SimpleNamespace(args=list(words)))


@dataclass
class Controller:
    phone: Phone

    def execute_adb_call(self, request: Any) -> Any:
        match request.WhichOneof("command"):
            case "tap":
                self.phone.tap(request.tap.x, request.tap.y)
            case "generic" if request.generic.args[:1] == ["shell"]:
                run_line(Handset(self.phone, lambda _: b""), " ".join(request.generic.args[1:]))
        return SimpleNamespace(status=1)

    def get_ui_elements(self) -> list[Any]:
        return [
            SimpleNamespace(
                text=element.text,
                bbox_pixels=Box(element.bounds.left, element.bounds.top, element.bounds.right, element.bounds.bottom),
            )
            for element in self.phone.screen().elements()
        ]

    def step(self, action: Any) -> None:
        """A touch of android_env's own."""
        self.phone.tap(*action)


@dataclass
class Environment:
    phone: Phone
    interaction_cache: str = ""
    before_it_acts: Callable[[], None] | None = None

    @property
    def controller(self) -> Controller:
        return Controller(self.phone)

    @property
    def logical_screen_size(self) -> tuple[int, int]:
        return 1080, 2400

    def reset(self, go_home: bool = False) -> Any:
        return self.get_state()

    def get_state(self, wait_to_stabilize: bool = False) -> Any:
        return SimpleNamespace(ui_elements=self.controller.get_ui_elements())

    def execute_action(self, action: JSONAction) -> None:
        elements = self.get_state().ui_elements  # read anew, as AndroidWorld does
        if action.action_type == "answer":
            self.interaction_cache = action.text or ""
        elif action.action_type in ("click", "double_tap", "long_press"):
            at: tuple[Any, Any] = (action.x, action.y)
            at = elements[action.index].bbox_pixels.center if action.index is not None else at
            self.phone.tap(int(at[0]), int(at[1]))
        elif action.action_type == "navigate_back":
            self.phone.back()
        elif action.action_type == "drag_and_drop" and action.touch_xy and action.lift_xy:
            self.phone.swipe(*action.touch_xy, *action.lift_xy)

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class LikeM3A:
    """Does as it was planned, throws the text of exceptions away, and heeds what its goal says."""

    env: Any
    plan: list[str]
    correction: Sequence[str]
    goals: list[str] = field(default_factory=list)

    def step(self, goal: str) -> AgentInteractionResult:
        self.goals.append(goal)
        elements = self.env.get_state(wait_to_stabilize=True).ui_elements
        if "is not ready" in goal and self.correction:
            self.plan, self.correction = [*self.correction, "status"], ()
        words = self.plan.pop(0)
        if words in ("status", "infeasible"):
            said = "infeasible" if words == "infeasible" else "complete"
            output = f'Action: {{"action_type": "status", "goal_status": "{said}"}}'
            return AgentInteractionResult(True, {"action_output": output})
        index = max(number for number, element in enumerate(elements) if element.text == words)
        try:
            self.env.execute_action(JSONAction("click", index=index))
        except Exception:
            return AgentInteractionResult(False, {"summary": "Can not execute the action."})
        return AgentInteractionResult(False, {"summary": "done"})
