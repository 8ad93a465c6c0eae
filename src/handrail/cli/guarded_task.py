"""What the commands that guard other programs have in common: the task, its guards, the phone, the way out."""

import asyncio
import importlib
import os
import signal
import sys
import textwrap
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from socket import create_connection
from uuid import uuid4

from handrail.app import Apps
from handrail.cli.model_choice import choose_model
from handrail.cli.rules_file import read_rules
from handrail.cli.run import load_apps
from handrail.device.device import Device
from handrail.encoder.short import encode
from handrail.error import DeviceLost, MissingExtra, Misuse, install_line
from handrail.guard import Guard
from handrail.guard.approval.question import Approver
from handrail.guard.by_name import Opening, open_approver, open_detector
from handrail.guard.commitments import match_commitments
from handrail.guard.opening import new_folder
from handrail.guard.policy import PolicySet, default_policy, load_policy
from handrail.language.specification import Specification

LONGEST_KNOCK_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """The options of a task as they were given."""

    app: tuple[str, ...]
    instruction: str
    spec: Path | None
    no_task: bool
    model: str | None
    policy: Path | None
    approve: str
    judge: str
    journal: Path | None

    @property
    def is_given(self) -> bool:
        """Whether the person said what the task is, so that the agent cannot."""
        return bool(self.instruction) or self.spec is not None

    def demand_one(self) -> None:
        """Raises `Misuse` for a task and none at once: one of them would be left out."""
        if self.no_task and self.is_given:
            raise Misuse("--no-task and a task (--instruction, --spec) exclude each other")


@dataclass(slots=True)
class Guards:
    """Makes the guard of a task, in a folder of its own. `agent` is who acts, as the journal says it."""

    options: TaskOptions
    device: Device
    apps: Apps
    policy: PolicySet
    agent: str
    approver: Callable[[Opening], Approver]

    async def for_instruction(self, instruction: str) -> Guard:
        """A guard for what is asked for in words."""
        return self._guard(instruction, await self._encoded(instruction))

    async def as_the_person_said(self) -> Guard:
        """A guard for what stands on the command line."""
        options = self.options
        if options.no_task:
            return self._guard("", Specification.none())
        if options.spec is None:
            return await self.for_instruction(options.instruction)
        return self._guard(options.instruction, Specification.parse(read_rules(options.spec), self.apps))

    async def _encoded(self, instruction: str) -> Specification:
        chosen = choose_model(self.options.model, os.environ)
        specification = await encode(instruction, self.apps, now=await self.device.clock(), model=chosen.model)
        print(f"handrail: the rules of this task ({chosen.told}); end this if they are wrong", file=sys.stderr)
        print(textwrap.indent(specification.show().strip(), "  "), file=sys.stderr)
        return specification

    def _guard(self, instruction: str, specification: Specification) -> Guard:
        options, now = self.options, datetime.now().astimezone()
        folder = new_folder(now, uuid4().hex) if options.journal is None else options.journal / f"{now:%Y%m%dT%H%M%S%f}"
        opening = Opening(instruction, self.apps.name, folder, lambda: datetime.now().astimezone())
        detectors = () if options.judge == "off" else (open_detector(f"sentinel:{options.judge}", opening),)
        print(f"handrail: journal {folder}; questions: handrail approvals list {folder}", file=sys.stderr)
        return Guard(
            self.device,
            self.apps,
            specification,
            instruction=instruction,
            policy=self.policy,
            approver=self.approver(opening),
            journal=folder,
            detectors=detectors,
            objectives=match_commitments(specification, self.apps.own_commitments),
            agent=self.agent,
        )


def guards_for(
    options: TaskOptions, agent: str, approver: Callable[[Opening], Approver] | None = None
) -> Callable[[Device], Guards]:
    """What makes the guards of a phone; the apps and the policy are read now. Raises what reading them raises."""

    def named(opening: Opening) -> Approver:
        return open_approver(options.approve, opening, said=f"--approve {options.approve}: no approver is called so")

    options.demand_one()
    policy = load_policy(options.policy) if options.policy is not None else default_policy()
    apps = load_apps(list(options.app))
    return lambda device: Guards(options, device, apps, policy, agent, approver or named)


def leaving_on_signals(leave: Callable[[], Awaitable[None]]) -> "set[asyncio.Task[None]]":
    """End the program on Ctrl+C and on a signal to end, after the journal is closed.

    A thread that waits cannot be stopped, so the interpreter is not asked to wait for it. Gives what keeps the leaving
    alive.
    """
    loop, leaving = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    async def end(number: int) -> None:
        try:
            await leave()
        finally:
            os._exit(128 + number)

    def begin(number: int) -> None:
        leaving.add(loop.create_task(end(number)))

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, begin, number)
    return leaving


def only_phone(server_port: int | None = None) -> str:
    """The serial number of the one phone that an ADB server knows.

    Raises `Misuse` where it is not one, `DeviceLost` where the server does not answer, and `MissingExtra`.
    """
    try:
        adbutils = importlib.import_module("adbutils")
        server = adbutils.AdbClient() if server_port is None else adbutils.AdbClient("127.0.0.1", server_port)
        create_connection((server.host, server.port), LONGEST_KNOCK_SECONDS).close()  # or the client starts a server
        serials = [device.serial for device in server.device_list()]
    except ModuleNotFoundError:
        raise MissingExtra(install_line("handrail[adb]")) from None
    except (adbutils.AdbError, OSError) as error:
        raise DeviceLost(f"the ADB server does not answer: {error}") from None
    if len(serials) != 1:
        raise Misuse(f"adb lists {', '.join(serials) or 'no phone'}; name the one to guard with --device adb:SERIAL")
    return str(serials[0])
