"""AndroidWorld: an environment in front of its own, and an agent that is told what the environment said.

    env = GuardedEnv(env_launcher.load_and_setup_env(), "adb:emulator-5554,plain", instruction=goal)
    agent = GuardedAgent(m3a.M3A(env, llm), env)

Written against what was read in AndroidWorld (it is on no package index, and was not run here): `AsyncEnv`,
`actuation.execute_adb_action`, `json_action.JSONAction`, M3A and T3A. An index is pinned to the pixels of the element
that the agent was shown; AndroidWorld would look for it on the screen of a later moment.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol, Unpack

from handrail.device.action import Action, Point
from handrail.device.device import Device
from handrail.device.open_device import open_device
from handrail.integrations.client import gesture
from handrail.integrations.client.guarded_calls import ClientCalls
from handrail.integrations.client.own_thread import GuardThread
from handrail.integrations.client.shell_line import read_line
from handrail.integrations.client.task import Task, open_guard
from handrail.integrations.meaning import Acts, Meaning, NotUnderstood, Reads

__all__ = ["AsyncEnv", "GuardedAgent", "GuardedEnv", "NotExecuted"]

AGENT = "androidworld"
_PLAIN = re.compile(r"[A-Za-z0-9_./:@%+,=-]+")
_SWIPE_MS = 500
_OPPOSITE = {"down": "up", "up": "down", "left": "right", "right": "left"}


class NotExecuted(RuntimeError):
    """The action was not carried out, or nobody knows how far it came; the text says why, and is for the agent."""


class AsyncEnv(Protocol):
    """What is used of AndroidWorld's environment."""

    @property
    def controller(self) -> Any:
        """Where it reaches for the phone."""
        ...

    @property
    def logical_screen_size(self) -> tuple[int, int]:
        """Width and height in pixels, as the phone is held."""
        ...

    def get_state(self, wait_to_stabilize: bool = False) -> Any:  # AndroidWorld's own
        """Its `ui_elements` are what an index counts."""
        ...

    def execute_action(self, action: Any) -> None:
        """Carry out a `JSONAction`."""
        ...


class GuardedEnv:
    """`env` with every action judged first. What an environment has beside what is named here is refused."""

    def __init__(self, env: AsyncEnv, device: Device | str, **task: Unpack[Task]) -> None:
        looking = open_device(device) if isinstance(device, str) else device
        self._env, self.handrail, self._shown = env, GuardThread(), list[Any]()
        self.told = ""
        try:
            guard = self.handrail.wait(open_guard(looking, AGENT, **task))
            self.handrail.open(ClientCalls(guard, self._refusal))
        except BaseException:
            self.handrail.close()
            raise

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(self._env, name):
            raise AttributeError(name)
        if name in _PASSING:
            return getattr(self._env, name)
        raise self._refusal(NotUnderstood(f"nobody has said what `{name}` does to the phone").told())

    @property
    def controller(self) -> "GuardedController":
        """The way to the phone that SeeAct takes, guarded."""
        return GuardedController(self._env.controller, self.handrail)

    def get_state(self, wait_to_stabilize: bool = False) -> Any:  # AndroidWorld's own
        """What the phone shows; from now on an index means one of these elements."""
        state = self._env.get_state(wait_to_stabilize)
        self._shown = list(state.ui_elements)
        return state

    def reset(self, go_home: bool = False) -> Any:  # AndroidWorld's own
        """Begin an episode, as the environment does."""
        state = self._env.reset(go_home)  # type: ignore[attr-defined]
        self._shown = list(state.ui_elements)
        return state

    def close(self) -> None:
        """End the session, and close the environment."""
        self.handrail.close()
        self._env.close()  # type: ignore[attr-defined]

    def execute_action(self, action: Any) -> None:
        """Carry out a `JSONAction`, if it may be. Raises `NotExecuted`, which `GuardedAgent` tells the agent."""
        self.told = ""
        match action.action_type:
            case "status":
                self.handrail.finish(infeasible=action.goal_status == "infeasible")
            case "answer" | "unknown" | "wait":
                self._env.execute_action(action)
            case "click" | "long_press":
                self._touch(action)
            case "double_tap":
                self.handrail.by_the_guard(gesture.double_tap(self._place(action)))
            case "input_text":
                self._type(action)
            case "scroll" | "swipe":
                self._swipe(action)
            case "open_app":
                self.handrail.by_the_guard(Acts(Action("open_app", target=str(action.app_name or ""))))
            case _:
                self._perform(_by_a_key(action), action)

    def _touch(self, action: Any) -> None:
        at = self._place(action)
        held = gesture.LONG_PRESS_MS
        meaning = gesture.hold(at, held) if action.action_type == "long_press" else gesture.tap(at)
        self._perform(meaning, replace(action, index=None, x=at[0], y=at[1]) if at is not None else action)

    def _type(self, action: Any) -> None:
        """A touch, typing and the enter key in one: three actions, each judged and done before the next."""
        if action.index is not None or action.x is not None:
            at = self._place(action)
            touch = replace(action, action_type="click", index=None, text=None, **_xy(at)) if at is not None else action
            self._perform(gesture.tap(at), touch)
        typed = gesture.typed(action.text, adds=not action.clear_text)
        self.handrail.by_the_guard(typed)
        self.handrail.by_the_guard(gesture.press("ENTER"))

    def _swipe(self, action: Any) -> None:
        """`scroll` says where the content goes on, `swipe` which way the finger goes; `index` is what is scrolled."""
        width, height = self._env.logical_screen_size
        box = self._shown[action.index].bbox_pixels if action.index and action.index < len(self._shown) else None
        left, top, right, bottom = (box.x_min, box.y_min, box.x_max, box.y_max) if box else (0, 0, width, height)
        towards = _OPPOSITE.get(str(action.direction), "") if action.action_type == "scroll" else str(action.direction)
        way = _way(towards, int(left), int(top), int(right), int(bottom), whole=action.action_type == "swipe")
        self.handrail.by_the_guard(gesture.swipe(*way, _SWIPE_MS) if way else NotUnderstood("it names no direction"))

    def _place(self, action: Any) -> Point | None:
        if action.index is None:
            return gesture.point(action.x, action.y)
        if not 0 <= action.index < len(self._shown) or self._shown[action.index].bbox_pixels is None:
            raise self._refusal(NotUnderstood(f"no element {action.index} was shown; look at the screen again").told())
        x, y = self._shown[action.index].bbox_pixels.center
        return gesture.point(x, y)

    def _perform(self, meaning: Meaning, action: Any) -> None:
        self.handrail.perform(meaning, lambda: self._env.execute_action(action))

    def _refusal(self, said: str) -> NotExecuted:
        self.told = said
        return NotExecuted(said)


_PASSING = frozenset((
    "device_screen_size", "display_message", "foreground_activity_name", "hide_automation_ui", "interaction_cache",
    "logical_screen_size",
))  # fmt: skip


class GuardedController:
    """The way to the phone by adb, of which only what is named here is open."""

    def __init__(self, controller: Any, handrail: GuardThread) -> None:
        self._controller, self._handrail = controller, handrail

    def __getattr__(self, name: str) -> Any:
        if name in ("device_screen_size", "get_a11y_forest", "get_ui_elements"):
            return getattr(self._controller, name)
        raise NotExecuted(NotUnderstood(f"nobody has said what `{name}` of the controller does to the phone").told())

    def execute_adb_call(self, request: Any) -> Any:
        """An `AdbRequest`, if it may be sent."""
        return self._handrail.perform(_read_request(request), lambda: self._controller.execute_adb_call(request))


def _read_request(request: Any) -> Meaning:
    """What a request to android_env's adb does to the phone."""
    match request.WhichOneof("command"):
        case "get_current_activity":
            return Reads()
        case "package_manager" if request.package_manager.WhichOneof("verb") == "list":
            return Reads()
        case "tap":
            return gesture.tap(gesture.point(request.tap.x, request.tap.y))
        case "press_button":
            pressed = request.press_button
            return gesture.press(type(pressed).Button.Name(pressed.button))
        case "input_text":
            return _typed_word(request.input_text.text)
        case "generic":
            return _read_generic(tuple(request.generic.args))
        case other:
            return NotUnderstood(f"nobody has said what a request of the kind `{other}` does to the phone")


def _typed_word(escaped: str) -> Meaning:
    text = re.sub(r"\\(.)", r"\1", escaped.replace("%s", " ")) if escaped == "%s" or "%s" not in escaped else None
    return gesture.typed(text, adds=True) if text is not None else NotUnderstood("`%s` in a word is typed as a blank")


def _read_generic(arguments: Sequence[str]) -> Meaning:
    """A line of the phone's shell, sent as it is: so none of its words may be another one to the phone."""
    if arguments[:1] != ("shell",):
        return NotUnderstood("only a line of the phone's shell is understood")
    words = arguments[1:]
    if not all(_PLAIN.fullmatch(word) or word == "|" for word in words):
        return NotUnderstood("a word of it may mean something else to a shell")
    return read_line(" ".join(words)).meaning


def _by_a_key(action: Any) -> Meaning:
    match action.action_type:
        case "keyboard_enter":
            return gesture.press("ENTER")
        case "navigate_home":
            return gesture.press("HOME")
        case "navigate_back":
            return gesture.press("BACK")
        case "press_keyboard":
            return gesture.press(action.keycode)
        case "drag_and_drop" if action.touch_xy is not None and action.lift_xy is not None:
            return gesture.drag(gesture.point(*action.touch_xy), gesture.point(*action.lift_xy))
        case other:
            return NotUnderstood(f"nobody has said what `{other}` does to the phone")


def _way(towards: str, left: int, top: int, right: int, bottom: int, *, whole: bool) -> tuple[Point, Point] | None:
    """From the middle of a rectangle to its edge, or from edge to edge."""
    x, y = (left + right) // 2, (top + bottom) // 2
    ends = {"up": (x, top), "down": (x, bottom - 1), "left": (left, y), "right": (right - 1, y)}
    if towards not in ends:
        return None
    return (ends[_OPPOSITE[towards]] if whole else (x, y)), ends[towards]


def _xy(at: Point) -> dict[str, int]:
    return {"x": at[0], "y": at[1]}


class GuardedAgent:
    """An agent that acts in a `GuardedEnv`: it is told why it was stopped, and its end is verified.

    M3A and T3A throw the text of an exception away and end an episode without asking the environment. What they read in
    every step is the goal, so that is where the text stands.
    """

    def __init__(self, agent: Any, env: GuardedEnv) -> None:
        self._agent, self._env = agent, env

    def __getattr__(self, name: str) -> Any:
        return getattr(self._agent, name)

    def step(self, goal: str) -> Any:
        """One step of the agent; `done` only where the guard accepts the end."""
        note = f"\n\nWhat became of your last action: {self._env.told}" if self._env.told else ""
        self._env.told = ""
        result = self._agent.step(f"{goal}{note}")
        if not result.done:
            return result
        try:
            self._env.handrail.finish(infeasible=_gave_up(result.data))
        except NotExecuted:
            return replace(result, done=False)
        return result


def _gave_up(data: object) -> bool:
    """Whether the agent said so itself: its own output has the status in it."""
    said = data.get("action_output") if isinstance(data, dict) else None
    return re.search(r'"goal_status"\s*:\s*"infeasible"', str(said)) is not None
