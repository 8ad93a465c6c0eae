"""`handrail run`: one task on one phone, with every action verified before it runs."""

import asyncio
import os
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated
from uuid import uuid4

import typer

from handrail.agent import open_agent
from handrail.agent.run import Agent, Run
from handrail.agent.run import run as run_agent
from handrail.app import Apps
from handrail.cli.agents import interruptible
from handrail.cli.app_model import load_app
from handrail.cli.console import log_console, print_json
from handrail.cli.encode import exit_code
from handrail.cli.model_choice import choose_model
from handrail.cli.recording import clock_of, recorded_on
from handrail.cli.rules_file import read_rules
from handrail.cli.run_view import print_end, print_start, report_as_json
from handrail.cli.without_rules import NOBODY, policy_without_rules
from handrail.device.device import Device
from handrail.device.open_device import open_device
from handrail.encoder.encoding import OFFLINE
from handrail.encoder.short import NoSpecification, encode
from handrail.error import DeviceLost, Misuse
from handrail.guard import Guard, Step
from handrail.guard.by_name import Opening, open_approver, open_detector
from handrail.guard.commitments import match_commitments, why_it_cannot_end
from handrail.guard.detector import Detector
from handrail.guard.journal import is_redacted
from handrail.guard.opening import new_folder
from handrail.guard.policy import combined, default_policy, load_policy
from handrail.guard.report import write_report
from handrail.guard.resuming import read_interrupted
from handrail.guard.rules_alone import RulesAlone
from handrail.language import SpecificationError
from handrail.language.specification import Specification
from handrail.sentinel.judge.open_judge import NONE

AGENTS = (
    "who acts, as in {handrail.agents}; with `hand` you type, `list` takes a file of actions,"
    " `m3a:PROVIDER:NAME` asks a model"
)

NOBODY_TO_ASK = (
    "the rules are shown for a yes before a run begins, and there is no terminal to ask at; look at them with"
    " `handrail encode` or `handrail check`, and say --yes"
)


def run(
    app: Annotated[list[str], typer.Option(help="an app model: a file, or a name as in {handrail.apps}")],
    instruction: Annotated[str, typer.Option(help="what the user asked for, in plain words")],
    device: Annotated[
        str, typer.Option(help="the phone, as in {handrail.devices}; what is after the colon is its own")
    ] = "phone",
    spec: Annotated[Path | None, typer.Option(help="the specification; without one the instruction is encoded")] = None,
    model: Annotated[str | None, typer.Option(help="who encodes: `offline` or PROVIDER:NAME")] = None,
    policy: Annotated[Path | None, typer.Option(help="a policy of your own; see `handrail policy show`")] = None,
    agent: Annotated[str, typer.Option(help=AGENTS)] = "hand",
    approve: Annotated[str, typer.Option(help="who is asked, as in {handrail.approvers}")] = "",
    judge: Annotated[
        str,
        typer.Option(
            help="the risk judge: a model as PROVIDER:NAME, or as in {handrail.judges}; `off` for no rules either"
        ),
    ] = "none",
    detector: Annotated[
        list[str] | None, typer.Option(help="a further detector, as in {handrail.detectors}; repeatable")
    ] = None,
    journal: Annotated[Path | None, typer.Option(help="a new folder for the journal and the report")] = None,
    record: Annotated[Path | None, typer.Option(help="also record the run to this folder, for the sentinel")] = None,
    limit: Annotated[int, typer.Option(help="how many proposals at most")] = 60,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the interrupted session of --journal")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="begin without showing the specification for a yes")] = False,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Run one task on a phone, with every action verified.

    Writes a journal and a report of the run, and says where they are. Exit 0 if the task is finished and verified, 1
    if not, 2 on misuse, 3 if the phone or the model is not there.
    """
    settings = _Settings(
        app, instruction, device, spec, model, policy, agent, approve, judge, tuple(detector or ()), journal,
        record, limit, resume, yes, json,
    )  # fmt: skip

    try:
        finished = asyncio.run(_run(settings))
    except DeviceLost as error:
        print(f"handrail: {error}", file=sys.stderr)
        raise typer.Exit(3) from None
    except NoSpecification as error:
        print(f"handrail: no specification: {error}", file=sys.stderr)
        raise typer.Exit(exit_code(error.outcome)) from None
    raise typer.Exit(0 if finished else 1)


@dataclass(frozen=True, slots=True)
class _Settings:
    """The options as they were given."""

    app: list[str]
    instruction: str
    device: str
    spec: Path | None
    model: str | None
    policy: Path | None
    agent: str
    approve: str
    judge: str
    detector: tuple[str, ...]
    journal: Path | None
    record: Path | None
    limit: int
    resume: bool
    yes: bool
    json: bool


async def _run(settings: _Settings) -> bool:
    if settings.limit < 1:
        raise Misuse(f"--limit {settings.limit}: at least one proposal is needed")
    apps = load_apps(settings.app)
    policy = load_policy(settings.policy) if settings.policy is not None else default_policy()
    if not settings.yes and not sys.stdin.isatty():
        raise Misuse(NOBODY_TO_ASK)
    device: Device = await asyncio.to_thread(open_device, settings.device)
    try:
        clock = clock_of(device)
        if settings.record is not None:
            device = await recorded_on(device, settings.record, settings.instruction, apps.name, clock)
        folder = settings.journal or _folder(clock())
        agent = _agent(settings, device)  # what cannot be meant is said before a model is asked for rules
        opening = Opening(settings.instruction, apps.name, folder, clock)
        approved_by = settings.approve or ("terminal" if sys.stdin.isatty() else "nobody")
        approver = open_approver(approved_by, opening, said=f"--approve {approved_by}: no approver is called so")
        detectors = _detectors(settings, opening)
        specification = await _specification(settings, apps, clock())
        if settings.judge == NONE:
            detectors.insert(0, RulesAlone(settings.instruction, specification, apps.declared))
        if not specification.asks_for_anything:
            if approved_by == "nobody":
                print(f"handrail: {NOBODY}", file=sys.stderr)
                return False
            policy = combined(policy, policy_without_rules())
        objectives = match_commitments(specification, apps.own_commitments)
        console = log_console()
        never = why_it_cannot_end(specification, apps.commitments, objectives)
        if never is not None:
            print(f"handrail: {never}", file=sys.stderr)
            return False
        print_start(console, settings.instruction, specification, apps, objectives)
        if settings.approve == "queue":
            console.print(
                f"questions will wait for you: handrail approvals list {folder}", markup=False, soft_wrap=True
            )
        if not settings.yes and not _may_begin():
            print("handrail: not begun, since nobody said yes to the rules", file=sys.stderr)
            return False
        guard = Guard(
            device,
            apps,
            specification,
            instruction=settings.instruction,
            policy=policy,
            approver=approver,
            journal=folder,
            detectors=detectors,
            clock=clock,
            objectives=objectives,
            agent=settings.agent,
            resume=settings.resume,
        )
        async with guard:
            done: Run[Step] = await run_agent(agent, guard, limit_steps=settings.limit)
        page = write_report(folder)
        if settings.json:
            print_json(report_as_json(done, guard, page))
        else:
            print_end(console, done, guard, page)
        return guard.finished
    finally:
        await device.close()


def load_apps(names: list[str]) -> Apps:
    """The models, from files or by the names of those that come with the simulated phone."""
    return Apps.of(*(load_app(name) for name in names))


async def _specification(settings: _Settings, apps: Apps, now: datetime) -> Specification:

    if settings.spec is not None:
        rules = read_rules(settings.spec)
        try:
            return Specification.parse(rules, apps)
        except SpecificationError as error:
            source = rules if isinstance(rules, str) else "\n".join(rules)
            raise SpecificationError(error.diagnostics, source, str(settings.spec)) from None
    if settings.resume:
        return _recorded(settings.journal, apps)

    chosen = choose_model(settings.model, os.environ)
    log_console().print(f"encoding with {chosen.told}", markup=False, style="dim", soft_wrap=True)
    if apps.is_generic and chosen.model == OFFLINE:
        return Specification.none(apps)
    return await encode(settings.instruction, apps, now=now, model=chosen.model)


def _recorded(folder: Path | None, apps: Apps) -> Specification:
    """The specification of the session that is gone on with."""
    if folder is None:
        raise Misuse("--resume goes on with the session of a journal; name it with --journal")
    text = read_interrupted(folder).specification
    if is_redacted(text):
        raise Misuse("the specification had a secret in it, which the journal does not keep; give it again with --spec")
    return Specification.restore(text, apps)


def _folder(now: datetime) -> Path:
    return new_folder(now, uuid4().hex)


def _agent(settings: _Settings, device: Device) -> Agent:
    opening = open_agent.Opening(settings.instruction, device, settings.model)
    return open_agent.open_agent(settings.agent, opening, said=f"--agent {settings.agent}: no agent is called so")


def _detectors(settings: _Settings, opening: Opening) -> list[Detector]:
    judged = [] if settings.judge in ("off", NONE) else [f"sentinel:{settings.judge}"]
    return [open_detector(name, opening) for name in (*judged, *settings.detector)]


def _may_begin() -> bool:
    """Whether a person says yes to what was shown; the end of their input is none."""
    try:
        with interruptible():
            return typer.confirm("Begin?", err=True)
    except typer.Abort:
        print(file=sys.stderr)
        return False
