"""The task that a client is used for: what was asked, in which app, and what a guard needs beside."""

import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from handrail import registry
from handrail.app import App, Apps
from handrail.device.device import Device
from handrail.encoder.short import encode
from handrail.error import Misuse
from handrail.guard import Guard
from handrail.guard.approval.question import Approver
from handrail.guard.commitments import match_commitments
from handrail.guard.detector import Detector
from handrail.guard.policy import PolicySet
from handrail.guard.step import Timeouts
from handrail.language.specification import Specification

if TYPE_CHECKING:
    from collections.abc import Callable


class Task(TypedDict, total=False):
    """What can be said of a task where a client is guarded; everything but the first four is the guard's own.

    `guard` is one that is not entered yet, in place of all the rest. Else `instruction` or `specification` (rules, or
    their text) says what the task is; an instruction alone is encoded, by `model` or `HANDRAIL_MODEL`.
    Nobody reads these rules before they count, so `offline`, which errs often, has to be named.
    `app` is a model, several, a file or the name of one; the generic app where none is given.
    """

    instruction: str
    specification: Specification | str
    app: App | Apps | str
    model: str
    guard: Guard
    policy: PolicySet
    approver: Approver
    journal: Path | str
    detectors: Iterable[Detector]
    clock: "Callable[[], datetime]"
    timeouts: Timeouts
    pictures: bool
    objectives: Mapping[str, str]


_OUR_OWN = frozenset(("instruction", "specification", "app", "model", "guard"))


async def open_guard(device: Device, agent: str, **task: Unpack[Task]) -> Guard:
    """A guard that is not entered yet. Raises `Misuse` where nothing says what the task is, and as `encode` does."""
    given = task.get("guard")
    if given is not None:
        if len(task) > 1:
            raise Misuse("a `guard` has its task; nothing else is said beside it")
        return given
    apps = _apps(task.get("app"))
    instruction, specification = task.get("instruction", ""), task.get("specification")
    if specification is None:
        if not instruction:
            raise Misuse(
                "say what the task is: `instruction=`, or `specification=` (`Specification.none()` for no rules)"
            )
        model = task.get("model") or os.environ.get("HANDRAIL_MODEL")
        if not model:
            raise Misuse(
                "who makes rules of the instruction? name a model (`model=` or HANDRAIL_MODEL), or give the rules that "
                "`handrail encode` made and you have read (`specification=`)"
            )
        specification = await encode(instruction, apps, now=await device.clock(), model=model)
    if isinstance(specification, str):
        specification = Specification.parse(specification, apps)
    options: dict[str, Any] = {name: value for name, value in task.items() if name not in _OUR_OWN}
    options.setdefault("objectives", match_commitments(specification, apps.own_commitments))
    return Guard(device, apps, specification, instruction=instruction, agent=agent, **options)


def _apps(app: App | Apps | str | None) -> Apps:
    if app is None:
        return Apps.of(App.generic())
    if not isinstance(app, str):
        return Apps.of(app)
    if app in registry.names(registry.APPS):
        named: App = registry.entry(registry.APPS, app)(app)
        return Apps.of(named)
    return Apps.of(App.load(Path(app)))
