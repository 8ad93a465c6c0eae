"""Open-AutoGLM's phone agent: its actions verified first, and the reasons where its model reads them.

    task = guard(agent, "adb:emulator-5554,plain", packages=APP_PACKAGES, instruction=goal)
    agent.run(goal)

Written against what was read in Open-AutoGLM (it is on no package index, and was not run here): `PhoneAgent` and
`ActionHandler.execute`. What an action answers is not told to the model there, and a `finish` ends the run unasked. So
the reason goes to the model with the next screen, and a `finish` that is refused is none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from handrail.device.action import Point
from handrail.device.device import Device
from handrail.device.open_device import open_device
from handrail.integrations.client import gesture
from handrail.integrations.client.guarded_calls import ClientCalls
from handrail.integrations.client.own_thread import GuardThread
from handrail.integrations.client.task import Task, open_guard
from handrail.integrations.meaning import Meaning, NotUnderstood, Reads

__all__ = ["NotExecuted", "guard"]

AGENT = "open-autoglm"
_THOUSANDTHS = 1000
_SWIPE_MS = 1000
"""Its swipes take one to two seconds, so one that hardly moves is a touch that is held."""


class NotExecuted(RuntimeError):
    """The action was not carried out, or nobody knows how far it came; the text says why, and is for the model."""


def guard(
    agent: Any, device: Device | str, *, packages: Mapping[str, str] | None = None, **task: Unpack[Task]
) -> GuardThread:
    """Stand before the actions of a `PhoneAgent`, from now on and for one task.

    `packages` are Open-AutoGLM's own, `phone_agent.config.apps.APP_PACKAGES`: the package that an app's name opens.
    """
    thread = GuardThread()
    looking = open_device(device) if isinstance(device, str) else device
    try:
        opened = thread.wait(open_guard(looking, AGENT, **task))
        thread.open(ClientCalls(opened, NotExecuted))
    except BaseException:
        thread.close()
        raise
    actions = GuardedActions(agent.action_handler, thread, packages or {})
    agent.action_handler = actions
    agent.model_client = InformedModel(agent.model_client, actions)
    return thread


class GuardedActions:
    """In place of the agent's `ActionHandler`."""

    def __init__(self, handler: Any, thread: GuardThread, packages: Mapping[str, str]) -> None:
        self._handler, self._thread, self._packages = handler, thread, packages
        self.told = ""

    def execute(self, action: dict[str, Any], screen_width: int, screen_height: int) -> Any:
        """Carry out an action, if it may be; else say why, and keep the run going."""

        def make() -> Any:
            return self._handler.execute(action, screen_width, screen_height)

        try:
            if action.get("_metadata") == "finish":
                self._thread.finish()
                return make()
            if action.get("action") == "Double Tap":  # looked at in between: the second may go to something else
                self._thread.by_the_guard(
                    gesture.double_tap(_place(action.get("element"), screen_width, screen_height))
                )
                return self._answer(success=True, message=None)
            return self._thread.perform(self._meaning(action, screen_width, screen_height), make)
        except NotExecuted as refused:
            self.told = str(refused)
            action["_metadata"] = "refused"  # the agent looks at it again to see whether its run is over
            return self._answer(success=False, message=self.told)

    def _answer(self, *, success: bool, message: str | None) -> Any:
        """In the handler's own type, as it answers an action that it does not know."""
        unknown = self._handler.execute({"_metadata": "do", "action": None}, 0, 0)
        return replace(unknown, success=success, should_finish=False, message=message)

    def _meaning(self, action: Mapping[str, Any], width: int, height: int) -> Meaning:
        name = action.get("action") if action.get("_metadata") == "do" else None
        match name:
            case "Tap":
                return gesture.tap(_place(action.get("element"), width, height))
            case "Long Press":
                return gesture.hold(_place(action.get("element"), width, height), gesture.LONG_PRESS_MS)
            case "Swipe":
                start, end = (_place(action.get(name), width, height) for name in ("start", "end"))
                return gesture.swipe(start, end, _SWIPE_MS)
            case "Type" | "Type_Name":
                return gesture.typed(action.get("text", ""), adds=False)
            case "Back" | "Home":
                return gesture.press(name.upper())
            case "Launch":
                return gesture.on_package("open_app", self._packages.get(str(action.get("app"))))
            case "Wait" | "Take_over" | "Note" | "Call_API" | "Interact":
                return Reads()
        return NotUnderstood(f"nobody has said what `{name!s:.40}` does to the phone")


class InformedModel:
    """In place of the agent's model client: with the screen it is told what became of its last action."""

    def __init__(self, client: Any, actions: GuardedActions) -> None:
        self._client, self._actions = client, actions

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def request(self, messages: Sequence[Mapping[str, Any]]) -> Any:
        """Ask the model, with a note behind the last message where there is one."""
        said, self._actions.told = self._actions.told, ""
        if not said:
            return self._client.request(messages)
        *before, last = messages
        note = {"type": "text", "text": f"Your last action: {said}"}
        return self._client.request([*before, {**last, "content": [*last["content"], note]}])


def _place(element: object, width: int, height: int) -> Point | None:
    """Thousandths of the screen as Open-AutoGLM makes pixels of them."""
    if (
        not isinstance(element, list)
        or len(element) != 2
        or not all(isinstance(coordinate, int | float) for coordinate in element)
    ):
        return None
    return gesture.point(element[0] / _THOUSANDTHS * width, element[1] / _THOUSANDTHS * height)
