"""Calls of tools, each through the guard: what touches the phone runs only as an action that may.

Reading passes. What acts is judged as the action that the profile says it is, on the screen that the guard sees with
its own eyes, and the call is made only then. A call that means several is made one by one, and no two at once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from handrail.device.action import Action
from handrail.device.device import Executed, Execution, StaleScreen
from handrail.device.screen import Screen
from handrail.error import DeviceLost, HandrailError
from handrail.guard import Guard
from handrail.guard.device_access import told
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.tools.tool_call import (
    ActingCall,
    ListedElement,
    Meaning,
    Profile,
    References,
    ToolCall,
    Unpacked,
)

Result = TypeVar("Result")
Make: TypeAlias = Callable[[ToolCall], Awaitable[Result]]
"""Makes a call as it is."""

DONE = "The task is done, and verified."
_NOTHING = Screen("", "", (), 0, 0)
_OTHERWISE = "the call means something else on the screen as it is now; read the screen and call again"


@dataclass(frozen=True, slots=True)
class Made(Generic[Result]):
    """The call was made. `result` is what its tool gave, `said` what the agent has to know beside it."""

    result: Result
    said: str = ""


@dataclass(frozen=True, slots=True)
class NotMade:
    """The call was not made, or nobody knows how far it came: why, for the agent."""

    reason: str


@dataclass(frozen=True, slots=True)
class CallsInTurn(Generic[Result]):
    """What became of the calls that one call stood for, up to the first that did not run; `left` were not tried."""

    steps: tuple[tuple[ToolCall, "Outcome[Result]"], ...]
    left: int = 0


Outcome: TypeAlias = Made[Result] | NotMade | CallsInTurn[Result]


def _never(_: object) -> str:
    return ""


def _nothing_listed() -> Mapping[str, ListedElement]:
    return {}


@dataclass
class GuardedCalls(Generic[Result]):
    """The way of all calls to one phone.

    `guard` gives the one that is open, and raises `Misuse` with what the agent has to do where there is none. `phone`
    is how tools name the phone. `allowed` are the tools that a person lets through unverified. `why_failed` says how a
    call failed whose tool did not raise. Exceptions that `pass_on` names are the framework's own, and reach it.
    """

    profile: Profile
    guard: Callable[[], Guard]
    phone: str = ""
    allowed: frozenset[str] = frozenset()
    why_failed: Callable[[Result], str] = _never
    pass_on: tuple[type[Exception], ...] = ()
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def judge(
        self,
        call: ToolCall,
        make: Make[Result],
        listed: Callable[[], Mapping[str, ListedElement]] = _nothing_listed,
    ) -> Outcome[Result]:
        """Judge one call, and make it if it may be made. `listed` are the elements that the agent was told."""
        return await _Way(self, make, listed).judge(call)

    @property
    def turn(self) -> asyncio.Lock:
        """Held by the call that acts."""
        return self._turn


@dataclass(frozen=True, slots=True)
class _Way(Generic[Result]):
    """One call on its way, and those that it stands for."""

    calls: GuardedCalls[Result]
    make: Make[Result]
    listed: Callable[[], Mapping[str, ListedElement]]

    async def judge(self, call: ToolCall) -> Outcome[Result]:
        if call.name in self.calls.allowed or isinstance(self._meaning(call, _NOTHING), Reads):
            return Made(await self.make(call))
        try:
            async with self.calls.turn:
                return await self._in_turn(call)
        except HandrailError as error:
            return NotMade(str(error))

    async def _in_turn(self, call: ToolCall) -> Outcome[Result]:
        match await self._meaning_now(call):
            case Reads():
                return Made(await self.make(call))
            case NotUnderstood(reason):
                return NotMade(f"Blocked. `{call.name}`: {reason}.")
            case Unpacked(calls):
                return await self._one_by_one(calls)
            case ActingCall() as acts:
                return await self._acting(call, acts)

    async def _acting(self, call: ToolCall, acts: ActingCall) -> Outcome[Result]:
        """The guard decides, and the call is made from within, if it still means on the guard's screen what it did."""
        guard, results, passed_on = self.calls.guard(), list[Result](), list[Exception]()

        async def execute(_: Action) -> Execution:
            if self._meaning(call, guard.screen) != acts:
                return StaleScreen(_OTHERWISE, guard.screen)
            try:
                results.append(await self.make(acts.call))
            except self.calls.pass_on as error:
                passed_on.append(error)
                raise
            failed = self.calls.why_failed(results[0])
            if failed:
                raise DeviceLost(f"`{call.name}` failed: {failed[:400]}")  # so nobody knows how far it came
            return Executed()

        step = await guard.act(acts.action, execute=execute)
        if passed_on:
            raise passed_on[0]
        if acts.action.type == "finish" and guard.finished:
            return Made(await self.make(acts.call), DONE)
        return Made(results[0], step.feedback) if step.executed else NotMade(step.feedback)

    async def _one_by_one(self, calls: Sequence[ToolCall]) -> CallsInTurn[Result]:
        steps = list[tuple[ToolCall, Outcome[Result]]]()
        for number, call in enumerate(calls, start=1):
            steps.append((call, await self._in_turn(call)))
            if not ran(steps[-1][1]):
                return CallsInTurn(tuple(steps), len(calls) - number)
        return CallsInTurn(tuple(steps))

    def _meaning(self, call: ToolCall, screen: Screen) -> Meaning:
        return self.calls.profile.meaning(call, References(self.calls.phone, screen, self.listed()))

    async def _meaning_now(self, call: ToolCall) -> Meaning:
        """On the screen that there is now; one that means the same on any screen needs no look at it."""
        guard = self.calls.guard()
        meaning = self._meaning(call, guard.screen)
        if meaning == self._meaning(call, _NOTHING):
            return meaning
        try:
            return self._meaning(call, await guard.observe())
        except Exception as error:  # whatever the driver raises
            return NotUnderstood(f"the phone does not show its screen: {told(error)}")


def ran(outcome: Outcome[Result]) -> bool:
    """Whether all that was asked for ran."""
    match outcome:
        case Made():
            return True
        case NotMade():
            return False
        case CallsInTurn(steps, left):
            return not left and all(ran(step) for _, step in steps)


def as_one(outcome: Outcome[Result]) -> Made[Result] | NotMade:
    """For frameworks whose calls have one result: the last one, or what became of each step."""
    if not isinstance(outcome, CallsInTurn):
        return outcome
    steps = [as_one(step) for _, step in outcome.steps]
    last = steps[-1]
    if isinstance(last, Made):
        return last
    told_of = [
        f"Step {number} of {len(steps) + outcome.left}, {call.name}, ran." if isinstance(pair, Made) else pair.reason
        for number, ((call, _), pair) in enumerate(zip(outcome.steps, steps, strict=True), start=1)
    ]
    return NotMade(" ".join((*told_of, _not_tried(outcome))).strip())


def _not_tried(outcome: CallsInTurn[Result]) -> str:
    return f"Steps after it that were not tried: {outcome.left}." if outcome.left else ""
