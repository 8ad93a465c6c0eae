"""The tool by which an agent ends its task. It does nothing itself: the call of it is judged as the end of the task."""

from collections.abc import Mapping
from dataclasses import dataclass

from handrail.device.action import Action
from handrail.guard.decision import INFEASIBLE
from handrail.integrations.meaning import NotUnderstood
from handrail.integrations.tools.argument import UnclearArgument, flag
from handrail.integrations.tools.tool_call import ActingCall, ListedElement, Meaning, Profile, References, ToolCall

FINISH = "handrail_finish"


def handrail_finish(infeasible: bool = False) -> str:  # noqa: ARG001  the guard reads it in the call
    """End the task. It is refused, with the reason, while something that was asked for is not there.

    Args:
        infeasible: true where the task cannot be done: it then ends as not done.
    """
    return "The task is over."


def with_finish(profile: Profile) -> Profile:
    """A profile that knows `handrail_finish` too."""
    return _WithFinish(profile)


@dataclass(frozen=True, slots=True)
class _WithFinish:
    profile: Profile

    def meaning(self, call: ToolCall, seen: References) -> Meaning:
        if call.name != FINISH:
            return self.profile.meaning(call, seen)
        try:
            infeasible = flag(call.arguments, "infeasible")
        except UnclearArgument as why:
            return NotUnderstood(str(why))
        return ActingCall(Action("finish", text=INFEASIBLE if infeasible else None), ToolCall(FINISH, call.arguments))

    def listed(self, call: ToolCall, answer: str, serial: str) -> Mapping[str, ListedElement] | None:
        return self.profile.listed(call, answer, serial)

    def has_failed(self, answer: str) -> bool:
        return self.profile.has_failed(answer)
