"""The device: a limit to every wait, nothing that it does left open, and one guard at a time where it can say so."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from inspect import Parameter, isawaitable, signature
from secrets import token_bytes
from typing import Protocol, TypeAlias, TypeVar, assert_never, get_args, runtime_checkable

from handrail.device.action import Action, ActionType
from handrail.device.device import (
    Device,
    Executed,
    Execution,
    PackageVersion,
    Precondition,
    Refused,
    RestingAction,
    StaleScreen,
    TellsVersions,
)
from handrail.device.element import Bounds
from handrail.device.hidden_text import without_secrets
from handrail.device.lease import LeaseTaken
from handrail.device.reception import Received, Reception, Unclear, receive
from handrail.device.screen import Screen, focus_of
from handrail.device.trace import SystemTrace
from handrail.error import Misuse
from handrail.guard.decision import Reason, Source
from handrail.guard.policy.texts import is_package
from handrail.language.verbalize import quoted

Result = TypeVar("Result")

Executes: TypeAlias = Callable[[Action], Awaitable[Execution | None] | Execution | None]
"""Carries an action out for a program that keeps the phone: nothing or `Executed` says that it ran."""

_CHANGED = "what the decision rested on is otherwise now"


@dataclass(frozen=True)
class DeviceAccess:
    """A device, how many seconds each of its answers may take, and whether pictures are taken at all.

    `key` is the session's, for digests of its screens.
    """

    device: Device
    seconds: float
    pictures: bool
    key: bytes = field(default_factory=lambda: token_bytes(32), repr=False)

    async def observe(self) -> Screen:
        """What the phone shows now. Raises what the driver raises, or `TimeoutError`."""
        return await within(self.seconds, self.device.observe())

    async def trace(self) -> SystemTrace:
        """What the system did since the last call. Raises what the driver raises, or `TimeoutError`."""
        return await within(self.seconds, self.device.trace())

    async def picture(self, screen: Screen) -> bytes | None:
        """A screenshot without the fields that hide what is typed; none where they cannot be taken out of it."""
        if not self.pictures:
            return None
        try:
            return without_secrets(await within(self.seconds, self.device.screenshot()), screen)
        except Exception:  # a picture is for people; without one the step goes on
            return None

    async def clock(self) -> datetime:
        """The phone's own time. Raises what the driver raises, or `TimeoutError`."""
        return await within(self.seconds, self.device.clock())

    async def version(self, package: str) -> PackageVersion | None:
        """The version of an installed app, or None where nobody can say."""
        if not isinstance(self.device, TellsVersions):
            return None
        try:
            return await within(self.seconds, self.device.version(package))
        except Exception:  # a version that is not told makes nothing doubtful, and nothing sure
            return None

    async def resolve_app(self, name: str) -> str | None:
        """The package that a name means, or None where the phone does not say."""
        try:
            found = await within(self.seconds, self.device.resolve_app(name))
        except Exception:  # without a package the action is refused, with the name in it
            return None
        return found if isinstance(found, str) else None

    async def resolved(self, action: Action) -> Action:
        """With the package that an app's name means: what is decided about is what will be opened."""
        if action.type != "open_app" or action.target is None or is_package(action.target):
            return action
        package = await self.resolve_app(action.target)
        return action if package is None else replace(action, target=package)

    async def execute(self, action: Action, on: Precondition, by: Executes | None = None) -> tuple[str, str]:
        """Carry an action out: `executed`, `stale` or `refused` with the reason, or `lost` where nobody knows.

        `by` takes the place of the device. A driver that takes no precondition, and `by`, are looked at by the guard
        just before; what happens between that look and the touch is theirs.
        """
        takes_it = by is None and self._takes_precondition
        if not takes_it:
            try:
                screen = await self.observe()
            except Exception as error:
                return "stale", f"the phone does not show its screen: {told(error)}"
            if not on.holds(screen):
                return "stale", _CHANGED
        try:
            execution = await within(self.seconds, self._doing(action, on, by, takes_it=takes_it))
        except Exception as error:
            return "lost", f"the phone did not say whether it ran: {told(error)}"
        match execution:
            case Executed():
                return "executed", ""
            case StaleScreen(reason):
                return "stale", reason
            case Refused(reason):
                return "refused", reason
            case _:
                assert_never(execution)

    @cached_property
    def _takes_precondition(self) -> bool:
        parameters = signature(self.device.execute).parameters.values()
        return any(parameter.name == "on" or parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters)

    def _doing(self, action: Action, on: Precondition, by: Executes | None, *, takes_it: bool) -> Awaitable[Execution]:
        if by is not None:
            return _by_caller(by, action)
        if takes_it:
            return self.device.execute(action, on=on)
        given = {parameter.name: getattr(action, parameter.name) for parameter in fields(action)}
        return self.device.execute(RestingAction(**given, on=on))


class SessionTime:
    """Today and now as the phone has them; or by the clock that somebody gave, which is the host's else."""

    def __init__(self, device: DeviceAccess, clock: Callable[[], datetime] | None) -> None:
        self.host = clock or _local_time
        self._device = device
        self._of_the_phone = clock is None
        self._now = self.host()

    def __call__(self) -> datetime:
        """The time, as it was last taken from the phone."""
        return self._now if self._of_the_phone else self.host()

    async def take(self) -> bool:
        """Take the phone's own time, where nobody gave another clock; whether it was. Raises what the driver raises."""
        if self._of_the_phone:
            self._now = await self._device.clock()
        return self._of_the_phone


def _local_time() -> datetime:
    return datetime.now().astimezone()


async def _by_caller(by: Executes, action: Action) -> Execution:
    said = by(action)
    execution = await said if isawaitable(said) else said
    if execution is None:
        return Executed()
    if not isinstance(execution, Executed | Refused | StaleScreen):
        kind = type(execution).__name__
        raise Misuse(f"`execute` gave a {kind}; it gives nothing, `Executed`, `Refused` or `StaleScreen`")
    return execution


async def within(seconds: float, waiting: Awaitable[Result]) -> Result:
    """Wait, but not for ever. Raises `TimeoutError`."""
    async with asyncio.timeout(seconds):
        return await waiting


def told(error: BaseException) -> str:
    """An error as a clause."""
    return str(error) or ("it took too long" if isinstance(error, TimeoutError) else type(error).__name__)


def why_not_aimed(action: Action, reception: Reception) -> Reason | None:
    """Why an action cannot be aimed at anything on the screen of which it was asked who receives it."""
    if action.type not in get_args(ActionType):
        known = ", ".join(get_args(ActionType))
        return Reason(Source.DEVICE, "refused", f"there is no action {quoted(str(action.type))}; there are {known}")
    if action.type == "finish":
        return None
    match reception:
        case StaleScreen(reason):
            return Reason(Source.DEVICE, "stale", f"{reason}; look at the screen as it is now and propose again")
        case Refused(reason):
            return Reason(Source.DEVICE, "refused", reason)
        case Received() | Unclear():
            return None
        case _:
            assert_never(reception)


def place_of(action: Action) -> Bounds | None:
    """Where the action's element stands."""
    return action.element.bounds if action.element is not None else None


def hides_text(action: Action, screen: Screen) -> bool:
    """Whether what is typed goes into a field that hides it, named or with the focus.

    Where it cannot be said which field that is, any such field on the screen may be meant.
    """
    if action.type != "input":
        return False
    path = action.element.path if action.element is not None else focus_of(screen)
    element = screen.at(path) if path is not None else None
    if element is None or why_not_aimed(action, receive(action, screen)) is not None:
        return any(inner.password for inner in screen.elements())
    return element.password


@runtime_checkable
class Leased(Protocol):
    """A device that lets only one holder act. The same holder may take it over: it is the same session, resumed."""

    def lease(self, holder: str) -> AbstractContextManager[None]:
        """The right to act until it is left. Raises `LeaseTaken` on entering while somebody else has it."""
        ...


@dataclass(slots=True)
class DeviceLease:
    """A session's right to act on a device; a device that cannot lease itself is everybody's."""

    device: object
    holder: str
    _held: AbstractContextManager[None] | None = None
    _leased: Leased | None = field(init=False)

    def __post_init__(self) -> None:
        self._leased = self.device if isinstance(self.device, Leased) else None

    def refusal(self) -> Reason | None:
        """Take the lease if it is free; why nothing can be done where it is not."""
        if self._held is not None or self._leased is None:
            return None
        lease = self._leased.lease(self.holder)
        try:
            lease.__enter__()
        except LeaseTaken as taken:
            return Reason(Source.DEVICE, "leased", f"another session acts on this phone: {taken}")
        self._held = lease
        return None

    def give_back(self) -> None:
        """Let others act."""
        held, self._held = self._held, None
        if held is not None:
            held.__exit__(None, None, None)
