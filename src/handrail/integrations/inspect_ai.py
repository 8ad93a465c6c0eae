"""Guards the tools of Inspect evaluations: an approver, named in a line of YAML or given to a `Task`.

Each sample has a guard of its own, opened with its first call and closed with its end. Inspect runs the tool itself,
after the approval: the guard waits within the step until the event of the call says what came of it.

Tried with inspect_ai 0.3.285; needs `pip install 'handrail[inspect]'`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

from inspect_ai.approval import Approval, Approver, approver
from inspect_ai.event import ToolEvent
from inspect_ai.hooks import Hooks, SampleAttemptEnd, SampleEvent, hooks
from inspect_ai.model import ChatMessage
from inspect_ai.solver._task_state import sample_state
from inspect_ai.tool import ToolCall as InspectCall
from inspect_ai.tool import ToolCallView

from handrail.app import Apps
from handrail.app.open_app import open_app
from handrail.device.open_device import open_device
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.by_name import Opening, open_approver
from handrail.guard.policy import default_policy, load_policy
from handrail.integrations.tools.guarded_calls import GuardedCalls, NotMade
from handrail.integrations.tools.held_calls import HeldCalls, MayRun
from handrail.integrations.tools.mapping import ToolMapping, open_mapping
from handrail.integrations.tools.tool_call import ToolCall
from handrail.language.specification import Specification
from handrail.strict_json import read_text

RULES = "handrail_rules"
"""The name in a sample's metadata under which its own rules stand."""

_ALLOWED = "Handrail: nothing speaks against this action on this screen."


@dataclass(frozen=True, slots=True)
class AskedSample:
    """What a guard is opened for. `identifier` is that of the sample's execution."""

    identifier: str
    instruction: str
    metadata: Mapping[str, Any]


OpenGuard: TypeAlias = Callable[[AskedSample], AbstractAsyncContextManager[Guard]]
"""A guard for a sample, not yet entered, as `Guard(…)` is."""


@approver(name="opened_by")
def handrail_approver(
    open_guard: OpenGuard, mapping: ToolMapping, *, allowed: Iterable[str] = (), phone: str = ""
) -> Approver:
    """An approver for programs: `Task(…, approval=[ApprovalPolicy(handrail_approver(open_guard, "tools.yaml"), "*")])`.

    `mapping` says what the tools do to the phone; `allowed` pass unverified.
    """

    def calls_of(opened: Guard) -> HeldCalls:
        return HeldCalls(GuardedCalls(profile, lambda: opened, phone, passing))

    profile, passing = open_mapping(mapping, phone), frozenset(allowed)
    samples = _Samples(open_guard, calls_of)
    _be_told(samples)
    return _program(samples)


@approver(name="guard")
def guard(
    device: str,
    app: str | list[str],
    mapping: str,
    rules: str | None = None,
    policy: str | None = None,
    approve: str = "nobody",
    journals: str = "handrail-journals",
    allowed: list[str] | None = None,
    phone: str = "",
) -> Approver:
    """The approver `handrail/guard` of a YAML file.

    `device` as in `adb:SERIAL`; `app` names models or files; `rules` is a file, or each sample has its own in its
    metadata under `handrail_rules`; without rules the policy decides alone. `journals` gets a folder for each sample.
    """
    apps = Apps.of(*(open_app(name) for name in ([app] if isinstance(app, str) else app)))
    written = read_text(Path(rules)) if rules is not None else ""
    decides = load_policy(Path(policy)) if policy is not None else default_policy()

    @asynccontextmanager
    async def open_guard(sample: AskedSample) -> AsyncIterator[Guard]:
        folder = _new_folder(Path(journals), sample.identifier)
        own = str(sample.metadata.get(RULES) or written)
        opened = open_device(device)
        try:
            async with Guard(
                opened,
                apps,
                Specification.parse(own, apps) if own else Specification.none(apps),
                instruction=sample.instruction,
                policy=decides,
                approver=open_approver(approve, Opening(sample.instruction, apps.name, folder, _now)),
                journal=folder,
                agent="inspect_ai",
            ) as entered:
                yield entered
        finally:
            await opened.close()

    return handrail_approver(open_guard, mapping, allowed=allowed or (), phone=phone)


@dataclass(frozen=True, slots=True)
class _Session:
    """A sample that is being run, its guard, and what closes it."""

    guard: Guard
    calls: HeldCalls
    leaving: AsyncExitStack


@dataclass
class _Samples:
    """The samples that have made a call, by their execution."""

    open_guard: OpenGuard
    calls_of: Callable[[Guard], HeldCalls]
    _open: dict[str, _Session] = field(default_factory=dict)
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def any(self) -> bool:
        """Whether anything is to be heard of."""
        return bool(self._open)

    async def session(self, sample: AskedSample) -> _Session:
        """The session of a sample, opened where it is its first call."""
        async with self._opening:
            if sample.identifier not in self._open:
                leaving = AsyncExitStack()
                entered = await leaving.enter_async_context(self.open_guard(sample))
                self._open[sample.identifier] = _Session(entered, self.calls_of(entered), leaving)
            return self._open[sample.identifier]

    async def ended(self, identifier: str, event: ToolEvent) -> None:
        """A tool of a sample has run."""
        session = self._open.get(identifier)
        if session is not None:
            failed = event.error.message if event.error is not None else ""
            await session.calls.after(event.id, failed=failed, made=event.arguments)

    async def close(self, identifier: str) -> None:
        """A sample is over."""
        session = self._open.pop(identifier, None)
        if session is not None:
            await session.calls.close()
            await session.leaving.aclose()


def _be_told(samples: _Samples) -> None:
    """Have Inspect say what became of calls and samples."""

    @hooks(name=f"guard-{uuid4().hex}", description="tells Handrail's guard what became of a call")
    class Told(Hooks):
        def enabled(self) -> bool:
            return samples.any

        async def on_sample_event(self, data: SampleEvent) -> None:
            if isinstance(data.event, ToolEvent):
                await samples.ended(data.sample_id, data.event)

        async def on_sample_attempt_end(self, data: SampleAttemptEnd) -> None:
            await samples.close(data.sample_id)


def _program(samples: _Samples) -> Approver:
    async def approve(message: str, call: InspectCall, view: ToolCallView, history: list[ChatMessage]) -> Approval:  # noqa: ARG001
        state = sample_state()
        if state is None:
            raise Misuse("the approver `handrail/guard` is for samples of an evaluation, and none is running here")
        session = await samples.session(AskedSample(state.uuid, state.input_text, state.metadata))
        outcome = await session.calls.before(call.id, ToolCall(call.function, call.arguments))
        about = {"journal": str(session.guard.journal_folder)}
        match outcome:
            case NotMade(reason):
                return Approval(decision="reject", explanation=reason, metadata=about)
            case MayRun(judged) if dict(judged.arguments) == call.arguments:
                return Approval(decision="approve", explanation=_ALLOWED, metadata=about)
            case MayRun(judged):
                written_out = replace(call, arguments=dict(judged.arguments))
                return Approval(decision="modify", modified=written_out, explanation=_ALLOWED, metadata=about)

    return approve


def _new_folder(folder: Path, name: str) -> Path:
    """A sample that is tried again has another one."""
    tried = next(number for number in count(1) if not (folder / f"{name}-{number}").exists())
    return folder / f"{name}-{tried}"


def _now() -> datetime:
    return datetime.now().astimezone()
